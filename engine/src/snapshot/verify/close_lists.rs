//! Lists of names by rare words close to a frequent one: all that must be there, and nothing else.

use rayon::prelude::*;

use super::{Check, Counts, offsets, require};
use crate::model::{NameOrdinal, WordOrdinal};
use crate::snapshot::close_lists::{CloseEntry, CloseLists, RareWords, has_list, steps_of};
use crate::snapshot::format::Section;
use crate::snapshot::opened::Parts;
use crate::snapshot::pairs::frequent_words;
use crate::snapshot::rows::{NameGroup, NameRow, Neighbour, RecordRow, WordRow};
use crate::text::NameKind;

/// Checks the lists. Words, their neighbours, names and records must have passed.
pub(super) fn check(
    parts: &Parts<'_>,
    records: &[RecordRow],
    names: &[NameRow],
    words: &[WordRow],
    counts: &Counts,
) -> Check {
    let lists = parts.close_lists();
    let single = &words[..counts.single_words as usize];
    let frequent = frequent_words(single, counts.records as usize);
    let section = Section::CloseSteps;
    let Some((sentinel, steps)) = lists.steps.split_last() else {
        return require(parts, section, false, "the sentinel is missing");
    };
    let count = u64::from(frequent) * NameGroup::ALL.len() as u64;
    offsets::<u32>(parts, Section::CloseStarts, count, steps.len() as u64)?;
    let spans = lists.steps[0].start == 0 && sentinel.start as usize == lists.entries.len();
    let rises = lists.steps.is_sorted_by(|a, b| a.start < b.start);
    require(parts, section, spans && rises, "the lists do not tile the entries")?;
    let view = View {
        lists,
        records,
        names,
        words,
        runs: parts.slice(Section::NameRuns),
        neighbour_offsets: parts.slice(Section::NeighbourOffsets),
        neighbours: parts.slice(Section::Neighbours),
        frequent,
    };
    let fits = (0..count as usize).into_par_iter().all(|at| view.list_fits(at));
    let section = Section::CloseEntries;
    require(parts, section, fits, "not sorted, or a name that does not belong")?;
    let of_name = |name: usize| view.expected(name).count();
    let expected: usize = (0..names.len() - 1).into_par_iter().map(of_name).sum();
    require(parts, section, expected == lists.entries.len(), "a name is missing")
}

struct View<'s> {
    lists: CloseLists<'s>,
    records: &'s [RecordRow],
    names: &'s [NameRow],
    words: &'s [WordRow],
    runs: &'s [u32],
    neighbour_offsets: &'s [u32],
    neighbours: &'s [Neighbour],
    frequent: u32,
}

impl<'s> View<'s> {
    /// All entries of a name, each with the frequent word that leads to it.
    fn expected(
        &self,
        name: usize,
    ) -> impl Iterator<Item = (WordOrdinal, CloseEntry)> + use<'_, 's> {
        let row = &self.names[name];
        let run = &self.runs[row.run as usize..][..usize::from(row.words)];
        let rare = RareWords::of(run, self.words);
        let (named, frequent) = ((NameOrdinal(name as u32), row.informative), self.frequent);
        let entries: Vec<_> = rare.entries(named, frequent).collect();
        entries.into_iter().flat_map(move |(word, entry)| {
            let itself = &self.words[word.index()];
            let ends = &self.neighbour_offsets[word.index()..word.index() + 2];
            let close = &self.neighbours[ends[0] as usize..ends[1] as usize];
            let leading = close.iter().filter(move |of| has_list(**of, itself, frequent));
            leading
                .map(move |of| (of.word(), CloseEntry { similarity: of.similarity().0, ..entry }))
        })
    }

    /// The list of a frequent word in one group.
    fn list_fits(&self, at: usize) -> bool {
        let groups = NameGroup::ALL.len();
        let (word, group) = (WordOrdinal((at / groups) as u32), NameGroup::ALL[at % groups]);
        let starts = [self.lists.starts[at], self.lists.starts[at + 1]].map(|at| at as usize);
        let ends = starts.map(|step| self.lists.steps[step].start as usize);
        let list = &self.lists.entries[ends[0]..ends[1]];
        list.is_sorted_by(|a, b| a.place() <= b.place())
            && self.lists.steps[starts[0]..starts[1]] == steps_of(list, ends[0] as u32)
            && list.iter().all(|entry| self.entry_fits(entry, word, group))
    }

    fn entry_fits(&self, entry: &CloseEntry, word: WordOrdinal, group: NameGroup) -> bool {
        let name = entry.name.index();
        let Some(row) = self.names[..self.names.len() - 1].get(name) else { return false };
        let kind = NameKind::ALL[usize::from(self.records[row.record as usize].kind)];
        NameGroup::of(kind, row.flags) == group
            && self.expected(name).any(|(of, expected)| of == word && expected == *entry)
    }
}
