//! Postings of impact-ordered lists: a name that contains a term, with its other words and its record's
//! facts encoded.
//!
//! Posting lists are long and traversed in order. The encoded other words of a name mostly decide that
//! the name itself need not be read.

use bytemuck::{Pod, Zeroable};

use super::entry_facts::EncodedFacts;
use super::entry_words::{EncodedWords, FoldedSet, OtherWords};
use super::rows::RunWord;
use super::runs::{CompoundRun, CompoundWord};
use crate::lexicon::rows::WordRow;
use crate::limits::NAME_WORDS_MAX;
use crate::model::NameOrdinal;
use crate::text::weight::{self, WEIGHT_ONE};

/// A posting: a name in the list of one of its terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Impact {
    /// [`Entry::rest`] and [`SAYS`]. Lists are sorted by it, then by name.
    head: u16,
    /// Encoding of the name's other single words.
    pub others: OtherWords<5>,
    /// Encoded birth year and country of the record.
    pub facts: EncodedFacts,
    /// Name ordinal, low half first: as one number it would need two bytes of alignment in every
    /// posting.
    pub name: [u16; 2],
}

/// Marks a name in which the list's term is informative. Informative and low-information words are
/// never paired, so a list holds the low-information names first and these behind them.
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

    /// Weight of the name's informative words other than the list's term: the unmatched weight when
    /// nothing else matches.
    #[inline]
    fn rest(&self) -> u16 {
        self.head & !SAYS
    }

    /// True if the list's term is informative in the name.
    #[inline]
    #[must_use]
    pub fn says(&self) -> bool {
        self.head & SAYS != 0
    }

    /// Sort key of the postings of a list.
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

/// A name with the properties that its postings need.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListedName {
    pub(super) name: NameOrdinal,
    /// Sum of the weights of its informative words.
    pub(super) informative: u16,
    pub(super) facts: EncodedFacts,
}

/// A posting of a name, in any kind of list.
pub trait Entry {
    /// Weight of the name's informative words other than the list's own terms. Lists ascend by it.
    fn rest(&self) -> u32;
    /// The name's other words, hashed; `None` when they did not fit.
    fn others(&self) -> Option<&[u16]>;
    /// True if one of its other words may be in a set.
    fn may_hold(&self, set: &FoldedSet) -> bool;
    fn name(&self) -> NameOrdinal;
    /// Encoded birth year and country of the record.
    fn facts(&self) -> EncodedFacts;
    /// Sort key of lists.
    fn order(&self) -> (u32, NameOrdinal) {
        (self.rest(), self.name())
    }
}

/// Implements [`Entry`] for a row with `others` and `facts`; the arguments give rest and name.
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

/// Returns the weight of a word in its name if it is informative there, or else 0; `rows` are the
/// dictionary rows.
pub(super) fn informative_weight(word: RunWord, rows: &[WordRow]) -> u16 {
    let class = word.class();
    let ordinary = rows[word.word() as usize].weight;
    if class.is_informative() { weight::weight(class, ordinary).into() } else { 0 }
}

/// Sums the informative weight of the single words that a compound spans.
pub(super) fn spanned_weight(single: &[u32], compound: CompoundWord, rows: &[WordRow]) -> u16 {
    let spanned = single[usize::from(compound.start)..].iter().take(compound.len.into());
    spanned.map(|&word| informative_weight(RunWord(word), rows)).sum()
}

/// Collects the postings of a name, each with its term. A term has one posting, or two if it is
/// informative in one place of the name and low-information in another. For a term that occurs twice,
/// [`Entry::rest`] takes both places as matched (a lower bound), [`Entry::others`] only one. `rows` are
/// the dictionary rows.
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
