//! Writing a snapshot: records in, one file out. The same input gives the same bytes.
//!
//! | module | what it makes |
//! |---|---|
//! | [`input`] | nothing: the input of all others |
//! | [`vocabulary`] | terms from names |
//! | [`names`] | names as runs of words |
//! | [`learnt`] | variants learnt from names of one party |
//! | [`comparisons`] | the number of comparisons between the words of a list |
//! | [`words`] | ordinals, neighbours and weights of terms |
//! | [`grouped`] | items grouped into lists |
//! | [`lists`] | posting lists of records, impact-ordered posting lists of names |
//! | [`pairs`] | term-pair postings |
//! | [`fuzzy_postings`] | fuzzy postings |
//! | [`browse`] | browsing sections: records by property, totals |
//! | [`records`] | record rows, dates, countries, look-ups |
//! | [`file`] | sections, checksums and header in a file |

mod browse;
mod comparisons;
mod file;
mod fuzzy_postings;
mod grouped;
mod input;
mod learnt;
mod lists;
mod names;
mod pairs;
mod records;
mod vocabulary;
mod words;

use std::path::Path;

use super::details::{Meta, RegisterDetail, Registers};
use super::error::SnapshotError;
use super::format::Section;
use super::rows::Posting;
use crate::model::Collection;
pub use comparisons::WordComparisons;
use file::SnapshotFile;
pub use input::{ActiveRecord, SnapshotInput};

/// Writes a new file at `path` and makes it durable. Calls `stage` at the start of each stage.
///
/// # Errors
/// [`SnapshotError::Io`] when `path` exists or cannot be written, [`SnapshotError::TooLarge`] when the
/// input exceeds a number that the format can hold.
pub fn write_snapshot(
    path: &Path,
    input: SnapshotInput,
    stage: &dyn Fn(&'static str),
) -> Result<(), SnapshotError> {
    let SnapshotInput { built_at, builder, registers, records, retired, successors } = input;
    stage("sorting records");
    let records = records::sorted(records);
    let count = records.len();
    if count as u64 > Posting::RECORDS_MAX {
        let (path, count, most) = (path.to_owned(), count as u64, Posting::RECORDS_MAX);
        return Err(SnapshotError::TooLarge { path, what: "records", count, most });
    }
    let kinds: Vec<_> = records.iter().map(|r| records::kind_of(&r.record)).collect();
    stage("reading names");
    let (mut names, vocabulary) = names::read(&records, &kinds);
    vocabulary.check_size(path)?;
    names.check_size(path)?;
    let types = records.iter().map(|of| of.record.entity_type);
    let meta = Meta {
        version: built_at.to_version(),
        builder,
        collections: records::collection_counts(&records, &registers),
        single_words: vocabulary.singles.len() as u32,
        types: Meta::types_of(kinds.iter().copied().zip(types)),
    };
    debug_assert_eq!(meta.collections.len(), Collection::ALL.len(), "one count per collection");
    stage("arranging records");
    let columns = records::Columns::of(&records, &registers, &names, &kinds);
    let (by_text, browse) = rayon::join(
        || names::by_text(&records, &names),
        || browse::arrange(&columns.table(&records, &registers, &retired)),
    );
    // The records are written as soon as their names are read. Otherwise the text of millions would
    // stay in memory together with all that is made of it.
    stage("writing records");
    let registers_archive =
        Registers { registers: registers.iter().map(RegisterDetail::from_model).collect() };
    let mut file = SnapshotFile::create(path)?;
    file.archive(Section::Meta, &meta)?;
    file.archive(Section::Registers, &registers_archive)?;
    browse.write(&mut file)?;
    drop(browse);
    columns.write(&mut file, records, &retired, &successors)?;
    stage("comparing words");
    let postings = lists::postings(&names, &vocabulary, &kinds);
    let learnt = learnt::learn(&names, &kinds, &|word| postings.list_len(word as usize) as u32);
    let mut words = words::arrange(vocabulary, postings, &learnt, count);
    names.renumber(&words.of_single, &words.of_compound);
    stage("ordering lists");
    let impacts = lists::impacts(&mut names, &mut words, &kinds);
    let pairs = pairs::pairs(&names, &words, &kinds, count);
    let fuzzy_postings = fuzzy_postings::fuzzy_postings(&names, &words, &kinds, count);
    stage("writing lists");
    words.write_dictionary(&mut file)?;
    names.write(&mut file, &by_text)?;
    words.write_neighbours(&mut file)?;
    words.write_postings(&mut file)?;
    impacts.write(&mut file)?;
    pairs.write(&mut file)?;
    fuzzy_postings.write(&mut file)?;
    words.write_spelling(&mut file)?;
    words.write_forms(&mut file)?;
    file.finish(built_at.0)
}
