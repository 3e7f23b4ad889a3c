//! Abbreviations in names of things, spelt out: "Int'l" is "international".

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;
use crate::text::token::Token;

static SPELT_OUT: LazyLock<AHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    tables::words(include_str!("../tables/abbreviations.txt"))
        .filter_map(|pair| pair.split_once('='))
        .collect()
});

/// True if the word is an abbreviation.
pub(in crate::text) fn is_one(word: &str) -> bool {
    SPELT_OUT.contains_key(word)
}

/// Replaces each abbreviation by its full word.
pub(in crate::text) fn spell_out(words: &mut [Token]) {
    for word in words {
        if let Some(spelt_out) = SPELT_OUT.get(word.text.as_str()) {
            word.text.replace_range(.., spelt_out);
        }
    }
}
