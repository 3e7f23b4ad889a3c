//! States in names of things: every name of a state becomes its short one, so that "United States
//! Department of State" matches "U.S. Department of State".

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;
use crate::text::token::Token;

/// A long name as words, and the short name.
type LongName = (Vec<&'static str>, &'static str);

/// Long names by their first word, longer ones first.
static BY_FIRST_WORD: LazyLock<AHashMap<&'static str, Vec<LongName>>> = LazyLock::new(|| {
    let mut names: AHashMap<&'static str, Vec<LongName>> = AHashMap::new();
    let rows = tables::rows(include_str!("../tables/state_names.txt"));
    for (short, others) in rows.filter_map(|row| row.split_once(':')) {
        for long in others.split('|') {
            let words: Vec<&str> = long.split_whitespace().collect();
            names.entry(words[0]).or_default().push((words, short));
        }
    }
    for names in names.values_mut() {
        names.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }
    names
});

/// Replaces every long name of a state by its short name.
pub(in crate::text) fn shorten(words: &mut Vec<Token>) {
    let mut at = 0;
    while at < words.len() {
        if let Some((long, short)) = long_name_at(&words[at..]) {
            let span = words[at].span.to(words[at + long.len() - 1].span);
            words.splice(at..at + long.len(), [Token { text: (*short).to_owned(), span }]);
        }
        at += 1;
    }
}

/// True if the words are a long name of a state.
pub(in crate::text) fn is_long_name(words: &[Token]) -> bool {
    long_name_at(words).is_some_and(|(long, _)| long.len() == words.len())
}

fn long_name_at(words: &[Token]) -> Option<&'static LongName> {
    let names = BY_FIRST_WORD.get(words.first()?.text.as_str())?;
    names.iter().find(|(long, _)| {
        words.len() >= long.len() && long.iter().zip(words).all(|(long, word)| *long == word.text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token::{sentence, tests::tokens};

    #[test]
    fn long_names_become_short() {
        for (words, expected) in [
            ("united states department of state", "usa department of state"),
            ("bank of the united states of america", "bank of the usa"),
            ("united airlines", "united airlines"),
            ("islamic republic of iran shipping lines", "iran shipping lines"),
        ] {
            let mut words = tokens(words);
            shorten(&mut words);
            assert_eq!(sentence(&words), expected);
        }
    }
}
