//! Builds the fuzzy postings; see [`crate::snapshot::fuzzy_postings`].

use rayon::prelude::*;

use super::file::SnapshotFile;
use super::names::Names;
use super::words::Words;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::fuzzy_postings::{FuzzyEntry, FuzzyStep, RareWords, has_list, steps_of};
use crate::snapshot::pairs::frequent_words;
use crate::snapshot::rows::NameGroup;
use crate::text::NameKind;

/// A posting with the place of its list in `close-starts`.
#[derive(Debug, Clone, Copy)]
struct Placed {
    list: u32,
    entry: FuzzyEntry,
}

/// All fuzzy postings as stored.
pub(super) struct FuzzyParts {
    starts: Vec<u32>,
    steps: Vec<FuzzyStep>,
    entries: Vec<FuzzyEntry>,
}

/// Lists each name under every frequent term of which one of its words is a rare neighbour. The names
/// must be renumbered and weighed.
pub(super) fn fuzzy_postings(
    names: &Names,
    words: &Words,
    kinds: &[NameKind],
    records: usize,
) -> FuzzyParts {
    let frequent = frequent_words(&words.rows[..words.single as usize], records);
    let of_name = |at: usize| entries_of(names, at, words, kinds, frequent);
    let mut placed: Vec<Placed> =
        (0..names.rows.len()).into_par_iter().flat_map_iter(of_name).collect();
    placed.par_sort_unstable_by_key(|p| (p.list, p.entry.place()));
    let mut entries = Vec::with_capacity(placed.len());
    let (mut starts, mut steps) = (vec![0], Vec::new());
    let mut lists = placed.chunk_by(|a, b| a.list == b.list).peekable();
    for at in 0..NameGroup::lists(frequent as usize) {
        if let Some(list) = lists.next_if(|list| list[0].list as usize == at) {
            let first = entries.len();
            entries.extend(list.iter().map(|placed| placed.entry));
            steps.extend(steps_of(&entries[first..], first as u32));
        }
        starts.push(steps.len() as u32);
    }
    steps.push(FuzzyStep { start: entries.len() as u32, ..bytemuck::Zeroable::zeroed() });
    FuzzyParts { starts, steps, entries }
}

fn entries_of(
    names: &Names,
    at: usize,
    words: &Words,
    kinds: &[NameKind],
    frequent: u32,
) -> Vec<Placed> {
    let (named, group) = (names.listed(at), names.group(at, kinds));
    let rare = RareWords::of(names.run(at).0, &words.rows);
    let mut placed = Vec::new();
    for (word, entry) in rare.entries(named, frequent) {
        let itself = words.row(word.0);
        for close in words.close_to(word) {
            if has_list(close, itself, frequent) {
                let similarity = close.similarity().0;
                let list = group.list(close.word().0);
                placed.push(Placed { list, entry: FuzzyEntry { similarity, ..entry } });
            }
        }
    }
    placed
}

impl FuzzyParts {
    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::CloseStarts, &self.starts)?;
        file.rows(Section::CloseSteps, &self.steps)?;
        file.rows(Section::CloseEntries, &self.entries)
    }
}
