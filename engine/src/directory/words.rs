//! Names by word, for search by words: a name holds a word when the word stands in it as it was
//! published, case, accents and punctuation aside.

use crate::snapshot::BrowseView;
use crate::text;

/// The names of all active records by the words in them.
#[derive(Debug, Clone, Copy)]
pub struct NameWords<'s> {
    pub(super) view: BrowseView<'s>,
}

impl<'s> NameWords<'s> {
    /// For each word of a text the names that hold it, ascending, the shortest list first; `None`
    /// when the text has no word or no name holds one of them.
    #[must_use]
    pub fn lists_of(self, text: &str) -> Option<Vec<&'s [u32]>> {
        let lists = text::published_words(text).map(|word| self.view.names_with(&word));
        let mut lists: Vec<&[u32]> = lists.collect::<Option<_>>()?;
        lists.sort_unstable_by_key(|list| (list.len(), list.as_ptr()));
        lists.dedup_by_key(|list| list.as_ptr());
        Some(lists).filter(|lists| !lists.is_empty())
    }

    /// The record that has a name of these lists.
    #[inline]
    #[must_use]
    pub fn record_of(self, name: u32) -> u32 {
        self.view.record_of_name(name)
    }
}
