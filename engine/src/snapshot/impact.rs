//! An entry of an impact list: a name under one of its words, with what else it holds in brief.
//!
//! Lists are long and are walked in order; what an entry says of its name's other words decides
//! most often that the name itself need not be looked at.

use bytemuck::{Pod, Zeroable};

use super::entry_facts::EncodedFacts;
use super::entry_words::{EncodedWords, FoldedSet, OtherWords};
use super::rows::RunWord;
use super::runs::{CompoundRun, CompoundWord};
use crate::lexicon::rows::WordRow;
use crate::limits::NAME_WORDS_MAX;
use crate::model::NameOrdinal;
use crate::text::weight::{self, WEIGHT_ONE};

/// A name in the list of one of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Impact {
    /// [`Entry::rest`], and [`SAYS`]. Lists are sorted by it, then by name.
    head: u16,
    /// The name's other single words.
    pub others: OtherWords<5>,
    /// What is told of its record.
    pub facts: EncodedFacts,
    /// The name, low half first: whole, it would leave two bytes of every entry unused.
    pub name: [u16; 2],
}

/// Marks a name in which the list's own word says something. A word that does and one that does not
/// are never paired, so names with either stand apart, these behind the others.
const SAYS: u16 = 1 << 15;
const _: () = assert!(NAME_WORDS_MAX * (WEIGHT_ONE as usize) < SAYS as usize);

impl Impact {
    fn new(
        name: NameOrdinal,
        (says, rest): (bool, u16),
        others: OtherWords<5>,
        facts: EncodedFacts,
    ) -> Self {
        let head = rest | if says { SAYS } else { 0 };
        Self { head, others, facts, name: [name.0 as u16, (name.0 >> 16) as u16] }
    }

    /// Weight of the name's informative words other than the list's own: what stays unmatched
    /// when nothing else meets.
    #[inline]
    fn rest(&self) -> u16 {
        self.head & !SAYS
    }

    /// Whether the list's own word says something in the name.
    #[inline]
    #[must_use]
    pub fn says(&self) -> bool {
        self.head & SAYS != 0
    }

    /// What the entries of a list stand in order of.
    pub(super) fn place(&self) -> impl Ord + use<> {
        (self.head, self.name())
    }

    #[inline]
    #[must_use]
    pub fn name(&self) -> NameOrdinal {
        let [low, high] = self.name.map(u32::from);
        NameOrdinal(low | high << 16)
    }
}

/// A name that lists are made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListedName {
    pub(super) name: NameOrdinal,
    /// Weight of its informative words.
    pub(super) informative: u16,
    pub(super) facts: EncodedFacts,
}

/// What lists tell of a name.
pub trait Entry {
    /// Weight of its informative words other than the list's own. Lists rise by it.
    fn rest(&self) -> u32;
    /// Its other words folded; `None` when there are too many to tell.
    fn others(&self) -> Option<&[u16]>;
    /// Whether one of its other words may be in a set.
    fn may_hold(&self, set: &FoldedSet) -> bool;
    fn name(&self) -> NameOrdinal;
    /// What is told of its record.
    fn facts(&self) -> EncodedFacts;
    /// What lists are sorted by.
    fn order(&self) -> (u32, NameOrdinal) {
        (self.rest(), self.name())
    }
}

/// Implements [`Entry`] for a row with fields of these names, except for what is told.
macro_rules! list_entry {
    ($row:ty, $rest:expr, $name:expr) => {
        impl $crate::snapshot::impact::Entry for $row {
            #[inline]
            fn rest(&self) -> u32 {
                u32::from($rest(self))
            }

            #[inline]
            fn others(&self) -> Option<&[u16]> {
                self.others.folded()
            }

            #[inline]
            fn may_hold(&self, set: &$crate::snapshot::entry_words::FoldedSet) -> bool {
                self.others.may_hold(set)
            }

            #[inline]
            fn name(&self) -> $crate::model::NameOrdinal {
                $name(self)
            }

            #[inline]
            fn facts(&self) -> $crate::snapshot::entry_facts::EncodedFacts {
                self.facts
            }
        }
    };
}
pub(super) use list_entry;

list_entry!(Impact, Impact::rest, Impact::name);

/// The weight of a word in its name where it says something, or else 0; `rows` are those of the
/// words.
pub(super) fn informative_weight(word: RunWord, rows: &[WordRow]) -> u16 {
    let class = word.class();
    let ordinary = rows[word.word() as usize].weight;
    if class.is_informative() { weight::weight(class, ordinary).into() } else { 0 }
}

/// Informative weight of the single words that a joined one spans.
pub(super) fn spanned_weight(single: &[u32], compound: CompoundWord, rows: &[WordRow]) -> u16 {
    let spanned = single[usize::from(compound.start)..].iter().take(compound.len.into());
    spanned.map(|&word| informative_weight(RunWord(word), rows)).sum()
}

/// The entries of a name, each with the word in whose list it stands: one for each of its words,
/// and two for one that says something in one place and nothing in another. A word that occurs twice
/// counts as matched in both places for the weight that is left, the least that can be, and in one
/// for the others. `rows` are those of the words.
pub(super) fn entries_of(
    ListedName { name, informative, facts }: ListedName,
    (single, compound): (&[u32], &[u32]),
    rows: &[WordRow],
    entries: &mut Vec<(u32, Impact)>,
) {
    entries.clear();
    let (all, compound) = (EncodedWords::of(single, rows), CompoundRun::of(compound));
    let mut put = |word: u32, says: bool, weight: u16, others: OtherWords<5>| match entries
        .iter_mut()
        .find(|(known, entry)| *known == word && entry.says() == says)
    {
        Some((_, entry)) => entry.head -= weight.min(entry.rest()),
        None => {
            let head = (says, informative.saturating_sub(weight));
            entries.push((word, Impact::new(name, head, others, facts)));
        }
    };
    for (at, word) in single.iter().map(|&word| RunWord(word)).enumerate() {
        let others = OtherWords::of(&all, &all[at..=at]);
        let says = word.class().is_informative();
        put(word.word(), says, informative_weight(word, rows), others);
    }
    for word in compound.iter() {
        let others = OtherWords::beside_compound(&all, compound, word);
        put(word.word.0, true, spanned_weight(single, word, rows), others);
    }
}
