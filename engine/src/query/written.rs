//! The words of a query name as written, which the conjunctive stage compares (docs/api.md,
//! "Candidates").
//!
//! The tokens of scoring do not serve there: each legal form of a kind has one code, and a spelling or
//! a number has the code of another.

use crate::model::RecordOrdinal;
use crate::snapshot::{BrowseView, intersection};
use crate::text;

/// The distinct words of one query name as written, each with the records that hold it.
#[derive(Debug)]
pub struct WrittenTokens<'s> {
    /// Posting lists of words that some record holds, the shortest first.
    lists: Vec<WrittenList<'s>>,
    /// True if some record holds each of the words.
    all_known: bool,
}

/// Posting list of one word as written: records, ascending.
#[derive(Debug, Clone)]
pub struct WrittenList<'s> {
    pub word: Box<str>,
    pub records: &'s [u32],
}

impl<'s> WrittenTokens<'s> {
    pub(super) fn of(browse: &BrowseView<'s>, text: &str) -> Self {
        let mut words: Vec<Box<str>> = text::published_words(text).collect();
        words.sort_unstable();
        words.dedup();
        let count = words.len();
        let list =
            |word: Box<str>| Some(WrittenList { records: browse.records_with(&word)?, word });
        let mut lists: Vec<WrittenList<'s>> = words.into_iter().filter_map(list).collect();
        lists.sort_by_key(|list| list.records.len());
        let all_known = count > 0 && lists.len() == count;
        Self { lists, all_known }
    }

    /// Posting lists of the words that some record holds, the shortest first.
    #[must_use]
    pub fn lists(&self) -> &[WrittenList<'s>] {
        &self.lists
    }

    /// Intersection of the lists: records that hold every word in any of their names, ascending. Empty
    /// for no words.
    pub fn in_all(&self) -> impl Iterator<Item = RecordOrdinal> + use<'s> {
        let lists = self.lists.iter().filter(|_| self.all_known).map(|list| list.records);
        intersection::in_all(lists.collect()).map(RecordOrdinal)
    }

    /// True if the length of the shortest list shows that fewer records than `count` hold every word.
    #[must_use]
    pub fn are_fewer_than(&self, count: usize) -> bool {
        !self.all_known || self.lists[0].records.len() < count
    }
}
