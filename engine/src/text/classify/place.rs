//! Names of places.

use std::sync::LazyLock;

use ahash::AHashSet;

use crate::text::tables;

pub(super) static PLACES: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| tables::word_set(include_str!("../tables/places.txt")));

/// True if the word names a place.
pub(crate) fn is_place(word: &str) -> bool {
    PLACES.contains(word)
}
