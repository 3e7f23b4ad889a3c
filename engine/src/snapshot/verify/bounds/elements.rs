//! Checks of elements that each refer to one thing: ordinals, starts of lists, codes.
//!
//! Most sections have many millions, nearly all valid, so elements are checked without a branch.

use std::ops::Range;

use bytemuck::Pod;

use super::{Bounded, Bounds, holds};
use crate::lexicon::buckets;
use crate::lexicon::hash_index::Entry;
use crate::lexicon::rows::{Neighbour, WordRow};
use crate::snapshot::format::Section;
use crate::snapshot::pairs::frequent_words;
use crate::snapshot::rows::{NameGroup, RecordSummary};
use crate::text::Similarity;

impl Bounds<'_> {
    /// Checks that each element holds an ordinal in range.
    pub(super) fn lead<T: Pod, O: Into<u32>>(
        &self,
        section: Section,
        at: Range<usize>,
        below: u32,
        ordinal: impl Fn(&T) -> O,
    ) -> Bounded {
        let exist = all(&self.slice(section)[at], |element| ordinal(element).into() < below);
        holds(exist, "it leads to what does not exist")
    }

    /// As [`Self::lead`], with as many elements as there are ordinals.
    pub(super) fn one_each<T: Pod, O: Into<u32>>(
        &self,
        section: Section,
        at: Range<usize>,
        count: u32,
        ordinal: impl Fn(&T) -> O,
    ) -> Bounded {
        holds(self.len(section) == count, "wrong length")?;
        self.lead(section, at, count, ordinal)
    }

    /// Checks that each element holds a known code.
    pub(super) fn codes<T: Pod>(
        &self,
        section: Section,
        at: Range<usize>,
        is_known: impl Fn(&T) -> bool,
    ) -> Bounded {
        holds(all(&self.slice(section)[at], is_known), "an unknown code")
    }

    /// Checks the starts of lists that tile another section, and the end of the last.
    pub(super) fn starts<T: Pod + Ord + Into<u64>>(
        &self,
        section: Section,
        at: Range<usize>,
        lists: impl Into<u64>,
        items: Section,
    ) -> Bounded {
        let end = self.parts.bytes(items).len() / items.element_len();
        self.starts_up_to::<T>(section, at, lists.into(), end as u64)
    }

    fn starts_up_to<T: Pod + Ord + Into<u64>>(
        &self,
        section: Section,
        at: Range<usize>,
        lists: u64,
        end: u64,
    ) -> Bounded {
        let starts = self.slice::<T>(section);
        holds(starts.len() as u64 == lists + 1, "wrong number of starts")?;
        let ends = [starts[0].into(), starts[starts.len() - 1].into()];
        holds(ends == [0, end], "the lists do not span what they are lists of")?;
        let falls = |pair: &[T]| pair[1] < pair[0];
        let piece = &starts[at.start..starts.len().min(at.end + 1)];
        let fall = piece.windows(2).fold(false, |fall, pair| fall | falls(pair));
        holds(!fall, "a start falls")
    }

    /// Checks the starts of the rows of each frequent term, with a sentinel behind the last row.
    pub(super) fn frequent_starts(
        &self,
        section: Section,
        at: Range<usize>,
        rows: Section,
    ) -> Bounded {
        let words = self.slice::<WordRow>(Section::Words);
        let single = &words[..self.counts.single_words as usize];
        let frequent = frequent_words(single, self.counts.records as usize);
        let lists = u64::from(frequent) * NameGroup::ALL.len() as u64;
        // The check of the rows finds a missing sentinel.
        self.starts_up_to::<u32>(section, at, lists, self.len(rows).saturating_sub(1).into())
    }

    /// Checks bucket starts.
    pub(super) fn buckets(&self, section: Section, at: Range<usize>, entries: Section) -> Bounded {
        let buckets = self.len(section).saturating_sub(1);
        let may_be = buckets::may_have(buckets as usize);
        holds(may_be, "the number of buckets is not a power of two, or too large")?;
        self.starts::<u32>(section, at, buckets, entries)
    }

    /// Checks the entries of buckets, which hold term ordinals.
    pub(super) fn bucket_entries(&self, section: Section, at: Range<usize>) -> Bounded {
        self.lead(section, at, self.counts.words, |&entry: &u32| Entry::unpack(entry).word)
    }

    pub(super) fn summaries(&self, at: Range<usize>) -> Bounded {
        let (section, counts) = (Section::Summaries, self.counts);
        holds(self.len(section) == counts.records, "wrong length")?;
        self.lead(section, at, counts.registers, |brief: &RecordSummary| brief.register)
    }

    pub(super) fn neighbours(&self, at: Range<usize>) -> Bounded {
        let alike = Similarity::LEAST..Similarity::EQUAL;
        let is_alike = |neighbour: &Neighbour| alike.contains(&neighbour.similarity());
        self.codes(Section::Neighbours, at.clone(), is_alike)?;
        self.lead(Section::Neighbours, at, self.counts.words, |neighbour: &Neighbour| {
            neighbour.word().0
        })
    }
}

/// True if all elements fit; each of them is tested.
#[inline]
pub(super) fn all<T>(elements: &[T], fits: impl Fn(&T) -> bool) -> bool {
    elements.iter().fold(true, |all, element| all & fits(element))
}
