//! Names by the words in them, as published.

use std::iter::once;

use ahash::{AHashMap, AHashSet};

use super::table::Table;
use crate::model::Record;
use crate::snapshot::browse::records_of;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::lists::ListParts;
use crate::snapshot::write::file::SnapshotFile;
use crate::text;

/// The names of all records by the words in them.
pub(super) struct NameWords {
    fst: Vec<u8>,
    names: ListParts,
    /// Record of each name. Names are numbered in the order of their records.
    records: Vec<u32>,
}

impl NameWords {
    /// Reads every name and alias once.
    pub(super) fn read(table: &Table<'_>) -> Self {
        let mut reader = Reader::default();
        let mut records = Vec::new();
        // Word numbers of all names, and the start of each name's.
        let (mut runs, mut starts) = (Vec::new(), vec![0]);
        let mut own = Vec::new();
        for (ordinal, record) in (0..).zip(table.records) {
            for name in names_of(&record.record) {
                own.clear();
                reader.read(name, &mut own);
                own.sort_unstable();
                own.dedup();
                runs.extend_from_slice(&own);
                starts.push(runs.len());
                records.push(ordinal);
            }
        }
        let (fst, places) = dictionary(reader.numbers);
        let names = ListParts::build(places.len(), records.len(), |name, key| {
            let own: &[u32] = &runs[starts[name as usize]..starts[name as usize + 1]];
            own.iter().for_each(|word| key(places[*word as usize] as usize));
        });
        Self { fst, names, records }
    }

    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.section(Section::NameWordFst, |sink| sink.put(&self.fst))?;
        file.rows(Section::NameWordOffsets, &self.names.starts)?;
        file.rows(Section::NameWordLists, &self.names.items)?;
        file.rows(Section::NameWordRecords, &self.records)?;
        let mut written = ListParts { starts: vec![0], items: Vec::new() };
        for names in self.names.view().iter() {
            written.items.extend(records_of(names, &self.records));
            written.starts.push(written.items.len() as u32);
        }
        file.rows(Section::WrittenOffsets, &written.starts)?;
        file.rows(Section::WrittenRecords, &written.items)
    }
}

/// Returns the primary name and the aliases, each once.
fn names_of(record: &Record) -> impl Iterator<Item = &str> {
    let aliases = record.aliases.iter().map(|alias| alias.name.as_str());
    // By hash, since a record may have thousands of aliases.
    let mut seen = AHashSet::with_capacity(record.aliases.len() + 1);
    once(record.name.as_str()).chain(aliases).filter(move |name| seen.insert(*name))
}

/// Builds the FST of the words; returns it with the place of each word by its number.
fn dictionary(numbers: AHashMap<Box<str>, u32>) -> (Vec<u8>, Vec<u32>) {
    let mut words: Vec<(Box<str>, u32)> = numbers.into_iter().collect();
    words.sort_unstable();
    let mut places = vec![0; words.len()];
    let mut builder = fst::MapBuilder::memory();
    for (place, (word, number)) in (0..).zip(&words) {
        places[*number as usize] = place;
        builder.insert(word.as_bytes(), place.into()).expect("words are sorted and distinct");
    }
    (builder.into_inner().expect("writing to memory does not fail"), places)
}

/// Numbers words. Lists repeat the same few spellings, so each spelling is folded once.
#[derive(Default)]
struct Reader<'s> {
    numbers: AHashMap<Box<str>, u32>,
    /// Range of each spelling's word numbers in `words`.
    spans: AHashMap<&'s str, (u32, u32)>,
    words: Vec<u32>,
}

impl<'s> Reader<'s> {
    /// Appends the numbers of the words of a name to `run`.
    fn read(&mut self, name: &'s str, run: &mut Vec<u32>) {
        let Self { numbers, spans, words } = self;
        for piece in text::pieces(name) {
            let (start, end) = *spans.entry(piece).or_insert_with(|| {
                let start = words.len() as u32;
                for word in text::words_of_piece(piece) {
                    let next = numbers.len() as u32;
                    words.push(*numbers.entry(word).or_insert(next));
                }
                (start, words.len() as u32)
            });
            run.extend(&words[start as usize..end as usize]);
        }
    }
}
