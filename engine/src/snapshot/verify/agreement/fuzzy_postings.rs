//! Checks that the fuzzy postings are complete and hold nothing else.

use rayon::prelude::*;

use super::named::Named;
use super::{Check, Snapshot, require};
use crate::lexicon::rows::Neighbour;
use crate::model::WordOrdinal;
use crate::snapshot::format::Section;
use crate::snapshot::fuzzy_postings::{FuzzyEntry, FuzzyPostings, RareWords, has_list, steps_of};
use crate::snapshot::rows::NameGroup;

pub(super) fn check(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let lists = parts.fuzzy_postings();
    let view = View {
        lists,
        named: Named::of(snapshot),
        neighbour_offsets: parts.slice(Section::NeighbourOffsets),
        neighbours: parts.slice(Section::Neighbours),
        frequent: NameGroup::words_of(lists.starts.len()) as u32,
    };
    let count = NameGroup::lists(view.frequent as usize);
    let fits = (0..count).into_par_iter().all(|at| view.list_fits(at));
    let section = Section::CloseEntries;
    require(parts, section, fits, "not sorted, or a name that does not belong")?;
    let of_name = |name: usize| view.expected(name).count();
    let expected: usize = (0..view.named.count()).into_par_iter().map(of_name).sum();
    require(parts, section, expected == lists.entries.len(), "a name is missing")
}

struct View<'s> {
    lists: FuzzyPostings<'s>,
    named: Named<'s>,
    neighbour_offsets: &'s [u32],
    neighbours: &'s [Neighbour],
    frequent: u32,
}

impl<'s> View<'s> {
    /// Calls back with each fuzzy posting that a name must have and its frequent term.
    fn expected(
        &self,
        name: usize,
    ) -> impl Iterator<Item = (WordOrdinal, FuzzyEntry)> + use<'_, 's> {
        let rare = RareWords::of(self.named.run(name).0, self.named.words);
        let frequent = self.frequent;
        let entries: Vec<_> = rare.entries(self.named.listed(name), frequent).collect();
        entries.into_iter().flat_map(move |(word, entry)| {
            let itself = &self.named.words[word.index()];
            let ends = &self.neighbour_offsets[word.index()..word.index() + 2];
            let close = &self.neighbours[ends[0] as usize..ends[1] as usize];
            let leading = close.iter().filter(move |of| has_list(**of, itself, frequent));
            leading
                .map(move |of| (of.word(), FuzzyEntry { similarity: of.similarity().0, ..entry }))
        })
    }

    /// True if the list of a frequent term in one group is well formed.
    fn list_fits(&self, at: usize) -> bool {
        let (word, group) = NameGroup::of_list(at);
        let word = WordOrdinal(word);
        let starts = [self.lists.starts[at], self.lists.starts[at + 1]].map(|at| at as usize);
        let ends = starts.map(|step| self.lists.steps[step].start as usize);
        let list = &self.lists.entries[ends[0]..ends[1]];
        list.is_sorted_by(|a, b| a.place() <= b.place())
            && self.lists.steps[starts[0]..starts[1]] == steps_of(list, ends[0] as u32)
            && list.iter().all(|entry| self.entry_fits(entry, word, group))
    }

    fn entry_fits(&self, entry: &FuzzyEntry, word: WordOrdinal, group: NameGroup) -> bool {
        let name = entry.name.index();
        self.named.group(name) == group
            && self.expected(name).any(|(of, expected)| of == word && expected == *entry)
    }
}
