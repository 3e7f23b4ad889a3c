//! Names by word, for search by words. A word counts if the published name contains it; case, accents
//! and punctuation are ignored.

use crate::snapshot::{BrowseView, intersection};
use crate::text;

/// The names of all active records by their words.
#[derive(Debug, Clone, Copy)]
pub struct NameWords<'s> {
    pub(super) view: BrowseView<'s>,
}

impl<'s> NameWords<'s> {
    /// Returns for each word of a text the names with it, ascending, the shortest list first. `None`
    /// when the text has no word, or when no name has one of its words.
    #[must_use]
    pub fn lists_of(self, text: &str) -> Option<Vec<&'s [u32]>> {
        let lists = text::published_words(text).map(|word| self.view.names_with(&word));
        let mut lists: Vec<&[u32]> = lists.collect::<Option<_>>()?;
        lists.sort_unstable_by_key(|list| (list.len(), list.as_ptr()));
        lists.dedup_by_key(|list| list.as_ptr());
        Some(lists).filter(|lists| !lists.is_empty())
    }

    /// Returns the records with a name that is in all of these lists, ascending and each once.
    pub fn records_in_all(self, lists: Vec<&'s [u32]>) -> impl Iterator<Item = u32> + use<'s> {
        // Names are in the order of their records, so those of one record are neighbours.
        let mut last = None;
        intersection::in_all(lists)
            .map(move |name| self.record_of(name))
            .filter(move |record| last.replace(*record) != Some(*record))
    }

    /// Returns the record of a name of these lists.
    #[inline]
    #[must_use]
    pub fn record_of(self, name: u32) -> u32 {
        self.view.record_of_name(name)
    }
}
