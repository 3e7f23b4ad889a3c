//! Fuzzy postings: names by the rare neighbours of a frequent term.
//!
//! A frequent term has dozens of rare spellings, each with a short posting list elsewhere in the file.
//! A query for the frequent term needs all of them. One list of the frequent term therefore holds these
//! names, the most similar spellings first.

use bytemuck::{Pod, Zeroable};

use super::entry_facts::EncodedFacts;
use super::entry_words::{EncodedWords, OtherWords};
use super::impact::{Entry, ListedName, list_entry};
use super::rows::{NameGroup, RunWord};
use crate::lexicon::rows::{Neighbour, WordRow};
use crate::model::{NameOrdinal, WordOrdinal};
use crate::text::{Similarity, weight};

/// A name that contains a rare neighbour of a frequent term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FuzzyEntry {
    pub name: NameOrdinal,
    /// Weight of the name's informative words other than the rare one. The entries of a step are sorted
    /// by it, then by name.
    pub rest: u16,
    /// [`Similarity`] of the rare term and the frequent one.
    pub similarity: u8,
    /// Weight of the rare term in the name.
    pub weight: u8,
    /// The name's words other than the rare one.
    pub others: OtherWords<5>,
    /// Encoded birth year and country of the record.
    pub facts: EncodedFacts,
}

list_entry!(FuzzyEntry, |entry: &FuzzyEntry| entry.rest, |entry: &FuzzyEntry| entry.name);

impl FuzzyEntry {
    /// Sort key of the entries of a list.
    pub(super) fn place(&self) -> impl Ord + use<> {
        let step = std::cmp::Reverse(Similarity(self.similarity).step());
        (step, self.order(), self.similarity, self.weight, self.others)
    }
}

/// Entries of a list with about the same similarity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FuzzyStep {
    /// First of its entries; the next row holds the end.
    pub start: u32,
    /// The greatest [`Similarity`] among them.
    pub similarity: u8,
    /// Least and greatest weight among the entries of this step and of all further steps of the list.
    pub weights: [u8; 2],
    /// Zero.
    pub reserved: u8,
}

/// All fuzzy postings.
#[derive(Debug, Clone, Copy)]
pub(super) struct FuzzyPostings<'s> {
    /// Start in `steps`, by frequent term and [`NameGroup`], and the end of the last.
    pub(super) starts: &'s [u32],
    /// Steps by list, the most similar terms of each first, and a sentinel row.
    pub(super) steps: &'s [FuzzyStep],
    pub(super) entries: &'s [FuzzyEntry],
}

impl<'s> FuzzyPostings<'s> {
    /// Returns the list of a frequent term in one group, step by step.
    #[inline]
    pub(super) fn of(
        self,
        word: WordOrdinal,
        group: NameGroup,
    ) -> impl Iterator<Item = (FuzzyStep, &'s [FuzzyEntry])> {
        let at = group.list(word.0) as usize;
        let (start, end) = (self.starts[at] as usize, self.starts[at + 1] as usize);
        self.steps[start..=end].windows(2).map(move |ends| {
            (ends[0], &self.entries[ends[0].start as usize..ends[1].start as usize])
        })
    }
}

/// True if the list of the neighbour `of` contains the names of a rare term. The neighbour must be
/// frequent, and both or neither of a script without vowels.
pub(super) fn has_list(of: Neighbour, rare: &WordRow, frequent: u32) -> bool {
    of.word().0 < frequent && of.is_vowelless() == rare.is_vowelless()
}

/// The informative rare words of a name, each with its posting.
pub(super) struct RareWords<'a> {
    /// The name's single words.
    run: &'a [u32],
    rows: &'a [WordRow],
    told: EncodedWords,
}

impl<'a> RareWords<'a> {
    /// Takes the words of a name from its run; `rows` are the dictionary rows.
    pub(super) fn of(run: &'a [u32], rows: &'a [WordRow]) -> Self {
        Self { run, rows, told: EncodedWords::of(run, rows) }
    }

    fn words(&self) -> impl Iterator<Item = RunWord> + '_ {
        self.run.iter().map(|&word| RunWord(word))
    }

    fn weight(&self, word: RunWord) -> u8 {
        weight::weight(word.class(), self.rows[word.word() as usize].weight)
    }

    /// Returns each informative rare word once, with the posting of the name.
    pub(super) fn entries(
        &self,
        ListedName { name, informative, facts }: ListedName,
        frequent: u32,
    ) -> impl Iterator<Item = (WordOrdinal, FuzzyEntry)> + '_ {
        let is_rare =
            move |word: &RunWord| word.word() >= frequent && word.class().is_informative();
        let rare = self.words().enumerate().filter(move |(_, word)| is_rare(word));
        let is_new = |&(at, word): &(usize, RunWord)| {
            self.words().take(at).all(|earlier| earlier.0 != word.0)
        };
        rare.filter(is_new).map(move |(at, word)| {
            let same = self.words().filter(|other| other.word() == word.word() && is_rare(other));
            let covered: u16 = same.map(|other| u16::from(self.weight(other))).sum();
            let entry = FuzzyEntry {
                name,
                rest: informative.saturating_sub(covered),
                similarity: 0,
                weight: self.weight(word),
                others: OtherWords::of(&self.told, &self.told[at..=at]),
                facts,
            };
            (WordOrdinal(word.word()), entry)
        })
    }
}

/// Groups a sorted list into steps; `first` is the place of its first entry.
pub(super) fn steps_of(list: &[FuzzyEntry], first: u32) -> Vec<FuzzyStep> {
    let alike = |a: &FuzzyEntry, b: &FuzzyEntry| {
        Similarity(a.similarity).step() == Similarity(b.similarity).step()
    };
    let mut start = first;
    let steps = list.chunk_by(alike).map(|entries| {
        let weights = || entries.iter().map(|entry| entry.weight);
        let least_and_greatest = [weights().min(), weights().max()].map(Option::unwrap_or_default);
        let similarity = entries.iter().map(|entry| entry.similarity).max().unwrap_or_default();
        let step = FuzzyStep { start, similarity, weights: least_and_greatest, reserved: 0 };
        start += entries.len() as u32;
        step
    });
    let mut steps: Vec<FuzzyStep> = steps.collect();
    for at in (1..steps.len()).rev() {
        let ([least, greatest], [further_least, further_greatest]) =
            (steps[at - 1].weights, steps[at].weights);
        steps[at - 1].weights = [least.min(further_least), greatest.max(further_greatest)];
    }
    steps
}
