//! Abbreviations in names of things, spelt out: "Int'l" is "international".

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;

static SPELT_OUT: LazyLock<AHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    tables::words(include_str!("../tables/abbreviations.txt"))
        .filter_map(|pair| pair.split_once('='))
        .collect()
});

/// Replaces each abbreviation by the word that it stands for.
pub(in crate::text) fn spell_out(words: &mut [String]) {
    for word in words {
        if let Some(spelt_out) = SPELT_OUT.get(word.as_str()) {
            word.replace_range(.., spelt_out);
        }
    }
}
