//! Companies and brands that are known by the spelling of one word.

use std::sync::LazyLock;

use ahash::AHashSet;

use super::tables;

static THINGS: LazyLock<AHashSet<&str>> =
    LazyLock::new(|| tables::words(include_str!("tables/well_known_things.txt")).collect());

/// True if a folded word is the name of a thing too well known to be a misspelling of another name.
#[must_use]
pub fn is_well_known_thing(word: &str) -> bool {
    THINGS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::name::{NameKind, WordClass};
    use crate::text::tokenize;

    #[test]
    fn they_are_words_as_names_are_read() {
        for word in THINGS.iter() {
            let name = tokenize(word, NameKind::Thing);
            let [read] = &name.words[..] else { unreachable!("{word} is one word") };
            assert_eq!((&*read.text, read.class), (*word, WordClass::Word));
        }
        assert!(is_well_known_thing("bayer") && !is_well_known_thing("bajer"));
    }
}
