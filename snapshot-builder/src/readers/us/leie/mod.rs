//! The List of Excluded Individuals/Entities (LEIE) of the US Department of Health and Human Services:
//! CSV files of 18 columns with a header row, either the complete file or any number of monthly
//! supplements, which are read together. Reinstatements, in files of the same columns, remove
//! exclusions.
//!
//! | What | How it is read |
//! |---|---|
//! | an exclusion | one record: a party that is excluded twice has two, and leaves the list once for each |
//! | the reference | made of names, birth date, date and type of exclusion: there is no identifier, and the address changes |
//! | a second row of the same exclusion | added to the first |
//! | a reinstatement | removes the exclusion with the same names, birth date, date and type; a later exclusion of the same party stays |
//! | country | that of the address; countries of the record stay empty, for the list states no nationality and no jurisdiction |
//!
//! | module | what it holds |
//! |---|---|
//! | `row` | the columns of a row, and its record |
//! | `exclusions` | the exclusions of all files, without those reinstated |

mod exclusions;
mod row;

use exclusions::Exclusions;
use row::{COLUMNS, Row};

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::rows::for_each_named_row;
use crate::report::Position;
use crate::sources::SourceFile;
use tamis_ingest::table::Dialect;

/// Role of the companions with reinstatements.
pub(in crate::readers) const REINSTATEMENTS: &str = "reinstatements";

/// Reads exclusions, then reinstatements. Exclusions are held until all files are read, since any later
/// row may complete or remove one.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let mut exclusions = Exclusions::default();
    for (number, file) in input.main.iter().enumerate() {
        for_each_row(file, collector, |row, position, collector| {
            exclusions.add(row, number, position, collector);
        })?;
    }
    for file in input.companions(REINSTATEMENTS) {
        for_each_row(file, collector, |row, _, collector| {
            exclusions.reinstate(row, collector);
        })?;
    }
    exclusions.hand_over(input, collector);
    Ok(())
}

/// Calls `on_row` for each row below the header.
fn for_each_row(
    file: &SourceFile,
    collector: &mut Collector<'_>,
    mut on_row: impl FnMut(&Row<'_>, Position, &mut Collector<'_>),
) -> Result<(), LoadError> {
    for_each_named_row(file, Dialect::default(), &COLUMNS, None, collector, |row, at, collector| {
        on_row(&Row(row), at, collector);
    })
}
