//! Writing a snapshot: records in, one file out. The same input gives the same bytes.
//!
//! | module | what it makes |
//! |---|---|
//! | [`vocabulary`] | dictionary words from names |
//! | [`names`] | names as runs of words |
//! | [`learnt`] | variants that names of one party teach |
//! | [`words`] | ordinals, neighbours and weights of words |
//! | [`lists`] | postings and impact lists |
//! | [`pairs`] | lists of two words |
//! | [`close_lists`] | lists of rare words close to a frequent one |
//! | [`browse`] | what browsing reads: records by what they have, totals |
//! | [`records`] | record rows, dates, countries, look-ups |
//! | [`file`] | sections, checksums and header in a file |

mod browse;
mod close_lists;
mod file;
mod learnt;
mod lists;
mod names;
mod pairs;
mod records;
mod vocabulary;
mod words;

use std::path::Path;

use uuid::Uuid;

use super::details::{Meta, RegisterDetail, Registers};
use super::error::SnapshotError;
use super::format::Section;
use super::opened::Retired;
use super::rows::Posting;
use crate::model::{Collection, LastChange, Record, RecordId, Register, RegisterIndex, Timestamp};
use file::SnapshotFile;

/// Everything a snapshot holds.
#[derive(Debug, Clone)]
pub struct SnapshotInput {
    /// Build time; the version is made of it.
    pub built_at: Timestamp,
    /// Name and version of the building program.
    pub builder: String,
    /// All registers, sorted by slug.
    pub registers: Vec<Register>,
    /// Active records in any order; ids must be distinct.
    pub records: Vec<ActiveRecord>,
    /// Retired records in any order; ids must be distinct from all others.
    pub retired: Vec<Retired>,
    /// Merged entities no longer in use, each with the one that its records have now, in any
    /// order. A successor must not itself be out of use.
    pub successors: Vec<(Uuid, Uuid)>,
}

/// An active record with what the lineage knows of it.
#[derive(Debug, Clone)]
pub struct ActiveRecord {
    /// Published id.
    pub id: RecordId,
    /// Place of its register in [`SnapshotInput::registers`].
    pub register: RegisterIndex,
    /// First successful load that held it.
    pub first_seen: Timestamp,
    /// Latest successful load that held it. Older than that of its register where its removal waits.
    pub last_seen: Timestamp,
    /// Latest builds in which its content differed.
    pub last_change: LastChange,
    /// Its merged entity.
    pub entity: Option<Uuid>,
    /// What its list says.
    pub record: Record,
}

/// Writes a new file at `path` and makes it durable. `stage` is told what begins.
///
/// # Errors
/// [`SnapshotError::Io`] when `path` exists or cannot be written, [`SnapshotError::TooLarge`]
/// when the input has more of something than the format holds.
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
    // The records go to the file as soon as their names are read: of millions, their text would
    // otherwise lie beside everything that is made of it.
    stage("writing records");
    let registers_archive =
        Registers { registers: registers.iter().map(RegisterDetail::from_model).collect() };
    let mut file = SnapshotFile::create(path)?;
    file.section(Section::Meta, |sink| sink.put(&records::archive(&meta)?))?;
    file.section(Section::Registers, |sink| sink.put(&records::archive(&registers_archive)?))?;
    browse.write(&mut file)?;
    drop(browse);
    columns.write(&mut file, records, &retired, &successors)?;
    stage("comparing words");
    let postings = lists::postings(&names, &vocabulary, &kinds);
    let learnt = learnt::learn(&names, &kinds, &|word| postings.list_len(word as usize) as u32);
    let mut words = words::arrange(vocabulary, postings, &learnt, count);
    names.renumber(&words);
    stage("ordering lists");
    let impacts = lists::impacts(&mut names, &mut words, &kinds);
    let pairs = pairs::pairs(&names, &words, &kinds, count);
    let close_lists = close_lists::close_lists(&names, &words, &kinds, count);
    stage("writing lists");
    words.write_dictionary(&mut file)?;
    names.write(&mut file, &by_text)?;
    words.write_neighbours(&mut file)?;
    words.write_postings(&mut file)?;
    impacts.write(&mut file)?;
    pairs.write(&mut file)?;
    close_lists.write(&mut file)?;
    words.write_spelling(&mut file)?;
    words.write_forms(&mut file)?;
    file.finish(built_at.0)
}
