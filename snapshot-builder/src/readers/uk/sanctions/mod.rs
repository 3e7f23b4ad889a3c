//! The two lists of the United Kingdom: the consolidated list of OFSI, in its layouts before and after
//! 2022, and the UK Sanctions List that replaced it.
//!
//! Both are one CSV file with a title that states the list's date, and a header. A party has a row for
//! each combination of its names, birth dates and addresses. The rows of a party have one reference but
//! may be apart, so all parties are held in memory until the file ends.
//!
//! | module | what it holds |
//! |---|---|
//! | `columns` | the meaning of columns in all layouts |
//! | `party` | the rows of a party, converted to a record |
//! | `listings` | regimes and dates of listing |
//! | `names`, `other_names` | names in columns and in free text |
//! | `places`, `date` | countries and places of birth; dates |
//! | `documents` | passports and national identity numbers |
//! | `remarks`, `labels` | free text, and labelled facts in it |
//! | `references`, `imo` | references of other lists, and IMO numbers, in free text |
//! | `numbered` | several values in one cell |

mod columns;
mod date;
mod documents;
mod imo;
mod labels;
mod listings;
mod names;
mod numbered;
mod other_names;
mod party;
mod places;
mod references;
mod remarks;

use ahash::AHashMap;

use self::columns::{Columns, Row};
use self::party::Party;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::rows::for_each_row;
use crate::report::Position;
use crate::sources::{Encoding, SourceFile};
use tamis_ingest::table::{Dialect, Header, Table};

/// Differences between the two lists.
struct List {
    /// Column of the references.
    reference: &'static str,
    /// True if a party listed under several regimes has one reference.
    has_parties_once: bool,
}

/// Reads the consolidated list of OFSI.
pub(in crate::readers) fn read_consolidated_list(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    read(input, &List { reference: "Group ID", has_parties_once: true }, collector)
}

/// Reads the UK Sanctions List.
pub(in crate::readers) fn read_sanctions_list(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    read(input, &List { reference: "Unique ID", has_parties_once: false }, collector)
}

fn read(input: &Input<'_>, list: &List, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        let parties = read_parties(file, list.reference, collector)?;
        // Lists that have a type for ships use it for all of them.
        let names_ships = parties.iter().any(|(party, _)| party.is_called_ship());
        let records = parties.into_iter();
        let mut records: Vec<_> = records
            .map(|(party, position)| (party.into_record(names_ships, collector), position))
            .collect();
        if list.has_parties_once {
            references::demote_shared(records.iter_mut().map(|(record, _)| record));
        }
        for (mut record, position) in records {
            record.source_url = input.url_of(&record.reference);
            collector.accept(record, &file.name, position);
        }
    }
    Ok(())
}

/// Parties of a file in the order of their first rows, with the positions of these.
fn read_parties(
    file: &SourceFile,
    reference: &str,
    collector: &mut Collector<'_>,
) -> Result<Vec<(Party, Position)>, LoadError> {
    // OFSI's files before 2022 are in Windows-1252.
    let dialect = Dialect { encoding: Encoding::Utf8OrWindows1252, ..Dialect::default() };
    let mut table = Table::open(file, dialect)?;
    let is_header = |header: &Header| Columns::are_in(header, reference);
    let (title, header) = table.read_titled_header(is_header)?;
    match title.as_deref().and_then(date::read_title) {
        Some(date) => collector.set_list_date(date),
        None => collector.warn(format!("{}: no date in the first line", file.name)),
    }
    let columns = Columns::of(&header, reference, &file.name)?;
    let missing = columns.missing();
    if !missing.is_empty() {
        collector.warn(format!("{}: no column for {}", file.name, missing.join(", ")));
    }
    let mut parties = Parties::default();
    for_each_row(&mut table, Some(columns.reference()), collector, |row, position, collector| {
        let row = Row::new(row, &columns);
        match row.reference() {
            Some(of_row) => {
                let (party, is_new) = parties.of(of_row, position);
                party.add(&row);
                if !is_new {
                    collector.leave_out("further name, birth date or address of a party");
                }
            }
            None => {
                collector.reject(&file.name, position, format!("{reference} is empty"), None);
            }
        }
    })?;
    Ok(parties.in_order)
}

/// Parties by their reference.
#[derive(Default)]
struct Parties {
    /// Parties with the positions of their first rows.
    in_order: Vec<(Party, Position)>,
    places: AHashMap<String, usize>,
}

impl Parties {
    /// The party of this reference; true if it is new.
    fn of(&mut self, reference: String, position: Position) -> (&mut Party, bool) {
        let next = self.in_order.len();
        let at = *self.places.entry(reference.clone()).or_insert(next);
        if at == next {
            self.in_order.push((Party::new(reference), position));
        }
        (&mut self.in_order[at].0, at == next)
    }
}
