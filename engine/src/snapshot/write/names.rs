//! Names as runs of words.

use std::path::Path;

use ahash::AHashMap;
use rayon::prelude::*;

use super::file::SnapshotFile;
use super::input::{ActiveRecord, birth_codes, country_codes, is_by_addresses};
use super::vocabulary::Vocabulary;
use crate::lexicon::partition::{NameParts, PartEntry, PartitionParts};
use crate::model::{AliasQuality, NameOrdinal, Record, WordOrdinal};
use crate::snapshot::entry_facts::EncodedFacts;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::impact::ListedName;
use crate::snapshot::rows::{NameGroup, NameRow, RunWord, name_flags};
use crate::snapshot::runs::CompoundWord;
use crate::text::{self, Compound, Name, NameKind, WordClass};

/// Records whose names are tokenised in one batch: enough to keep all cores busy, few enough that the
/// memory of their strings does not matter.
const BATCH: usize = 16_384;

/// All names in order: rows, runs, and the first name of each record.
pub(super) struct Names {
    pub(super) rows: Vec<NameRow>,
    /// Provisional numbers, later packed words; see [`Names::renumber`].
    runs: Vec<u32>,
    /// Class of each word in its name, parallel to `runs`; empty once packed.
    classes: Vec<WordClass>,
    /// First name of each record, and the end.
    pub(super) starts: Vec<u32>,
    /// Encoded birth year and country of each record.
    facts: Vec<EncodedFacts>,
    /// Entries of the partition index, with their hashes.
    parts: Vec<(u32, PartEntry)>,
}

/// Tokenises the names of all records. A name with the same words and the same text as an earlier name
/// of its record adds nothing and is left out.
pub(super) fn read(records: &[ActiveRecord], kinds: &[NameKind]) -> (Names, Vocabulary) {
    let mut vocabulary = Vocabulary::new();
    let mut names = Names {
        rows: Vec::new(),
        runs: Vec::new(),
        classes: Vec::new(),
        starts: vec![0],
        facts: Vec::new(),
        parts: Vec::new(),
    };
    names.facts = records.par_iter().map(entry_facts).collect();
    let mut batches = records.chunks(BATCH).zip(kinds.chunks(BATCH));
    let mut split_next = || {
        let (records, kinds) = batches.next()?;
        let split = records.par_iter().zip(kinds).map(|(record, &kind)| split(record, kind));
        Some((split.collect::<Vec<_>>(), kinds))
    };
    let mut next = split_next();
    // One thread numbers words; meanwhile the others tokenise the next batch.
    while let Some((split, kinds)) = next {
        let number = || names.push_batch(&split, kinds, &mut vocabulary);
        next = rayon::join(number, &mut split_next).1;
    }
    (names, vocabulary)
}

fn entry_facts(record: &ActiveRecord) -> EncodedFacts {
    let record = &record.record;
    let births: Vec<u32> = birth_codes(record).collect();
    let countries: Vec<u16> = country_codes(record).collect();
    EncodedFacts::of(&births, &countries, is_by_addresses(record))
}

struct SplitName {
    alias: u16,
    weak: bool,
    name: Name,
    parts: Option<NameParts>,
}

impl SplitName {
    /// The flags that follow from the name alone.
    fn flags(&self) -> u8 {
        let is_as_folded = self.parts.as_ref().is_some_and(|parts| parts.is_as_folded);
        let flags = [(self.weak, name_flags::WEAK), (is_as_folded, name_flags::AS_FOLDED)];
        flags.iter().filter(|(holds, _)| *holds).fold(0, |flags, (_, flag)| flags | flag)
    }
}

fn split(record: &ActiveRecord, kind: NameKind) -> Vec<SplitName> {
    let record = &record.record;
    let primary = text::tokenize(&record.name, kind);
    // By hash, since a record may have thousands of aliases. The same words in another text are kept,
    // as the text may begin differently ("PETROV, Igor", "Igor Petrov").
    let mut places: AHashMap<(String, Name), usize> = AHashMap::new();
    if !record.aliases.is_empty() {
        places.insert((text::normalize(&record.name), primary.clone()), 0);
    }
    let parts = NameParts::of(&record.name, &primary, kind);
    let mut names = vec![SplitName { alias: 0, weak: false, name: primary, parts }];
    let aliases = record.aliases.iter().take(usize::from(u16::MAX) - 1);
    for (at, alias) in aliases.enumerate() {
        let name = text::tokenize(&alias.name, kind);
        if name.words.is_empty() {
            continue;
        }
        let is_respelt = |known: &SplitName| published(record, known.alias) != alias.name;
        let end = names.len();
        let key = (text::normalize(&alias.name), name.clone());
        let known = *places.entry(key).or_insert(end);
        let (place, weak) = (at as u16 + 1, alias.quality == AliasQuality::Weak);
        let parts = NameParts::of(&alias.name, &name, kind);
        let split = SplitName { alias: place, weak, name, parts };
        match names.get_mut(known) {
            None => names.push(split),
            // The publisher gives this spelling as a strong alias.
            Some(known) if known.weak && !weak && is_respelt(known) => *known = split,
            Some(_) => {}
        }
    }
    names
}

impl Names {
    fn push_batch(
        &mut self,
        split: &[Vec<SplitName>],
        kinds: &[NameKind],
        vocabulary: &mut Vocabulary,
    ) {
        for (of_record, &kind) in split.iter().zip(kinds) {
            for name in of_record {
                self.push(name, kind, vocabulary);
            }
            self.starts.push(self.rows.len() as u32);
        }
    }

    fn push(&mut self, split: &SplitName, kind: NameKind, vocabulary: &mut Vocabulary) {
        let Name { words, compounds } = &split.name;
        let run = self.runs.len() as u32;
        let name = NameOrdinal(self.rows.len() as u32);
        self.parts.extend(split.parts.iter().flat_map(|parts| parts.entries(name)));
        self.runs.extend(words.iter().map(|word| vocabulary.single(word, kind)));
        self.classes.extend(words.iter().map(|word| word.class));
        for Compound { start, len, text } in compounds {
            let word = WordOrdinal(vocabulary.compound(text));
            self.runs.extend(CompoundWord { word, start: *start, len: *len }.pack());
            self.classes.extend([WordClass::Word; 2]);
        }
        self.rows.push(NameRow {
            record: self.starts.len() as u32 - 1,
            run,
            alias: split.alias,
            informative: 0,
            words: words.len() as u8,
            informative_words: words.iter().filter(|w| w.class.is_informative()).count() as u8,
            flags: split.flags(),
            reserved: 0,
        });
    }

    /// Fails when there are more names than the format can number.
    pub(super) fn check_size(&self, path: &Path) -> Result<(), SnapshotError> {
        let (count, most) = (self.rows.len() as u64, PartEntry::NAMES_MAX);
        match count > most {
            true => {
                Err(SnapshotError::TooLarge { path: path.to_owned(), what: "names", count, most })
            }
            false => Ok(()),
        }
    }

    /// Returns the words of a name (numbers, later packed) and its packed compounds.
    pub(super) fn run(&self, at: usize) -> (&[u32], &[u32]) {
        let end = self.rows.get(at + 1).map_or(self.runs.len(), |row| row.run as usize);
        let row = &self.rows[at];
        self.runs[row.run as usize..end].split_at(usize::from(row.words))
    }

    /// Returns the numbers of a name's words and their classes, before they are packed.
    pub(super) fn words_and_classes(&self, at: usize) -> (&[u32], &[WordClass]) {
        let row = &self.rows[at];
        let range = row.run as usize..row.run as usize + usize::from(row.words);
        (&self.runs[range.clone()], &self.classes[range])
    }

    /// Returns a name with the properties that its postings need. The names must be weighed.
    pub(super) fn listed(&self, at: usize) -> ListedName {
        let NameRow { record, informative, .. } = self.rows[at];
        let (name, facts) = (NameOrdinal(at as u32), self.facts[record as usize]);
        ListedName { name, informative, facts }
    }

    /// Returns the group of a name; `kinds` are those of the records.
    pub(super) fn group(&self, at: usize, kinds: &[NameKind]) -> NameGroup {
        let row = &self.rows[at];
        NameGroup::of(kinds[row.record as usize], row.flags)
    }

    /// Replaces provisional numbers by ordinals, found by these numbers, and packs them with the class
    /// of each word.
    pub(super) fn renumber(&mut self, of_single: &[u32], of_compound: &[u32]) {
        let classes = std::mem::take(&mut self.classes);
        for at in 0..self.rows.len() {
            let end = self.rows.get(at + 1).map_or(self.runs.len(), |row| row.run as usize);
            let row = &self.rows[at];
            let classes = &classes[row.run as usize..end];
            let run = &mut self.runs[row.run as usize..end];
            let (single, compound) = run.split_at_mut(usize::from(row.words));
            for (word, class) in single.iter_mut().zip(classes) {
                *word = RunWord::new(of_single[*word as usize], *class).0;
            }
            for pair in compound.chunks_exact_mut(2) {
                pair[0] = of_compound[pair[0] as usize];
            }
        }
    }

    pub(super) fn write(
        mut self,
        file: &mut SnapshotFile,
        by_text: &ByText,
    ) -> Result<(), SnapshotError> {
        let sentinel = NameRow {
            run: self.runs.len() as u32,
            record: self.starts.len() as u32 - 1,
            ..bytemuck::Zeroable::zeroed()
        };
        self.rows.push(sentinel);
        file.rows(Section::Names, &self.rows)?;
        file.rows(Section::NameRuns, &self.runs)?;
        file.section(Section::NameFst, |sink| sink.put(&by_text.fst))?;
        file.rows(Section::NamesByText, &by_text.order)?;
        let parts = PartitionParts::of(self.parts);
        file.rows(Section::NamePartBuckets, &parts.starts)?;
        file.rows(Section::NameParts, &parts.entries)
    }
}

/// Returns a name as published; see [`NameRow::alias`].
fn published(record: &Record, alias: u16) -> &str {
    match usize::from(alias).checked_sub(1) {
        None => &record.name,
        Some(at) => &record.aliases[at].name,
    }
}

/// Names sorted by normalised text, and the dictionary of their texts.
pub(super) struct ByText {
    fst: Vec<u8>,
    order: Vec<u32>,
}

/// Sorts all names by normalised text.
pub(super) fn by_text(records: &[ActiveRecord], names: &Names) -> ByText {
    let rows = names.rows.par_iter().enumerate();
    let mut keyed: Vec<(Box<str>, u32)> = rows
        .map(|(at, row)| {
            let name = published(&records[row.record as usize].record, row.alias);
            (text::normalize(name).into_boxed_str(), at as u32)
        })
        .collect();
    keyed.par_sort_unstable();
    let mut builder = fst::MapBuilder::memory();
    let mut last = None;
    for (place, (text, _)) in keyed.iter().enumerate() {
        if last != Some(text) {
            builder.insert(text.as_bytes(), place as u64).expect("keys rise after sorting");
            last = Some(text);
        }
    }
    let fst = builder.into_inner().expect("writing to memory does not fail");
    ByText { fst, order: keyed.into_iter().map(|(_, name)| name).collect() }
}
