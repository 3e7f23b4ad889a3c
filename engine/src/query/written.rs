//! The words of a query name as they are written, which the first stage of gathering compares
//! (docs/api.md, "Candidates").
//!
//! The words that scoring reads are of no use there: in those of a company every legal form of a kind
//! is one code, and a spelling or a number has the code of another.

use crate::model::RecordOrdinal;
use crate::snapshot::{BrowseView, gallop};
use crate::text;

/// The distinct words of one query name as written, each with the published names that hold it.
#[derive(Debug)]
pub struct WrittenWords<'s> {
    browse: BrowseView<'s>,
    /// Words that some name holds, the shortest list first.
    lists: Vec<WrittenList<'s>>,
    /// True if some name holds each of the words.
    all_known: bool,
}

/// The published names that hold one word as written, ascending.
#[derive(Debug, Clone)]
pub struct WrittenList<'s> {
    /// Folded text.
    pub word: Box<str>,
    browse: BrowseView<'s>,
    names: &'s [u32],
}

impl<'s> WrittenWords<'s> {
    pub(super) fn of(browse: BrowseView<'s>, text: &str) -> Self {
        let mut words: Vec<Box<str>> = text::published_words(text).collect();
        words.sort_unstable();
        words.dedup();
        let count = words.len();
        let list =
            |word: Box<str>| Some(WrittenList { names: browse.names_with(&word)?, word, browse });
        let mut lists: Vec<WrittenList<'s>> = words.into_iter().filter_map(list).collect();
        lists.sort_by_key(|list| list.names.len());
        let all_known = count > 0 && lists.len() == count;
        Self { browse, lists, all_known }
    }

    /// The list of each word that some name holds, the shortest first.
    #[must_use]
    pub fn lists(&self) -> &[WrittenList<'s>] {
        &self.lists
    }

    /// Records that hold every word, in whichever of their names, ascending; none for no words.
    pub fn in_all(&self) -> impl Iterator<Item = RecordOrdinal> + use<'_, 's> {
        let lists = if self.all_known { &self.lists[..] } else { &[] };
        let (rarest, others) = match lists.split_first() {
            Some((rarest, others)) => (rarest.names, others),
            None => (&[][..], &[][..]),
        };
        let mut others: Vec<&[u32]> = others.iter().map(|list| list.names).collect();
        let mut end = 0;
        rarest.iter().filter_map(move |&name| {
            // Names are numbered record after record, so those of one are a run around each of them.
            // What is looked for in the other lists is a number of it: no record is looked up there.
            if name < end {
                return None;
            }
            let (record, names) = self.browse.names_of_record_of(name);
            end = names.end;
            let mut holds = |others: &mut &[u32]| {
                *others = &others[gallop(others, |other| *other < names.start)..];
                others.first().is_some_and(|other| *other < names.end)
            };
            others.iter_mut().all(&mut holds).then_some(RecordOrdinal(record))
        })
    }

    /// True if fewer records than this hold every word, for all that the lists' lengths tell.
    #[must_use]
    pub fn are_fewer_than(&self, count: usize) -> bool {
        !self.all_known || self.lists[0].names.len() < count
    }
}

impl WrittenList<'_> {
    /// How many names it holds.
    #[must_use]
    pub fn name_count(&self) -> usize {
        self.names.len()
    }

    /// The record of the name at a place. Those of later places are not before it.
    #[must_use]
    pub fn record(&self, at: usize) -> RecordOrdinal {
        RecordOrdinal(self.browse.record_of_name(self.names[at]))
    }
}
