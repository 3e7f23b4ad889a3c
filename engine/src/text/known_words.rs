//! Words that are meant as they are typed: usual words of a language, and usual names.

use std::sync::LazyLock;

use ahash::AHashSet;

use super::name::NameKind;
use super::{given_names, tables, variants, weight};

static WORDS: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| tables::word_set(include_str!("tables/known_words.txt")));

/// True if a table knows a folded word in names of this kind, so that it is no slip of another one.
#[must_use]
pub fn is_known_word(word: &str, kind: NameKind) -> bool {
    let is_name = || given_names::is_given_name(word) || weight::is_common_name(word);
    WORDS.contains(word)
        || variants::has_variants_in(word, kind)
        || kind == NameKind::Person && is_name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_are_known() {
        use NameKind::{Person, Thing};
        for (word, kind, known) in [
            ("bush", Person, true),
            ("mush", Thing, true),
            ("mitchell", Person, true),
            ("farzad", Person, true),
            ("oleandre", Thing, false),
            ("mitchel1", Person, false),
        ] {
            assert_eq!(is_known_word(word, kind), known, "{word}");
        }
    }
}
