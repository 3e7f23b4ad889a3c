//! The words of a query name as they are written, which the first stage of gathering compares
//! (docs/api.md, "Candidates").
//!
//! The words that scoring reads are of no use there: in those of a company every legal form of a kind
//! is one code, and a spelling or a number has the code of another.

use crate::model::RecordOrdinal;
use crate::snapshot::{BrowseView, gallop};
use crate::text;

/// The distinct words of one query name as written, each with the records that hold it.
#[derive(Debug)]
pub struct WrittenTokens<'s> {
    /// Words that some record holds, the shortest list first.
    lists: Vec<WrittenList<'s>>,
    /// True if some record holds each of the words.
    all_known: bool,
}

/// The records that hold one word as written, ascending.
#[derive(Debug, Clone)]
pub struct WrittenList<'s> {
    /// Folded text.
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

    /// The list of each word that some record holds, the shortest first.
    #[must_use]
    pub fn lists(&self) -> &[WrittenList<'s>] {
        &self.lists
    }

    /// Records that hold every word, in whichever of their names, ascending; none for no words.
    pub fn in_all(&self) -> impl Iterator<Item = RecordOrdinal> + use<'s> {
        let mut lists = self.lists.iter().filter(|_| self.all_known).map(|list| list.records);
        let rarest = lists.next().unwrap_or_default();
        let mut others: Vec<&[u32]> = lists.collect();
        let in_others = move |record: &u32| {
            others.iter_mut().all(|list| {
                *list = &list[gallop(list, |other| other < record)..];
                list.first() == Some(record)
            })
        };
        rarest.iter().copied().filter(in_others).map(RecordOrdinal)
    }

    /// True if the length of a list tells that fewer records than this hold every word.
    #[must_use]
    pub fn are_fewer_than(&self, count: usize) -> bool {
        !self.all_known || self.lists[0].records.len() < count
    }
}
