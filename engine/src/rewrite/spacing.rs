//! Lost and inserted blanks: "OlegDeripaska", "P u t i n Vladimir", "Oleg7Deripaska".

use crate::text::compounds::SPELT_LETTERS_MIN;

/// Fewest letters on either side of a lost blank.
const LETTERS_LEAST: usize = 2;
/// Beginnings of names that are attached to the rest.
const TOGETHER: [&str; 12] =
    ["Mc", "Mac", "De", "Di", "Da", "La", "Le", "Van", "Von", "Fitz", "Al", "El"];

/// Returns the text with a blank wherever a word seems to begin, and without blanks in a word spelt
/// letter by letter; `None` if nothing changes.
#[must_use]
pub(super) fn respaced(raw: &str) -> Option<String> {
    let spelt = spelt_out(raw);
    let apart = taken_apart(spelt.as_deref().unwrap_or(raw));
    apart.or(spelt)
}

/// Joins runs of single letters.
fn spelt_out(raw: &str) -> Option<String> {
    let is_letter = |word: &&&str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
    };
    let words: Vec<&str> =
        raw.split([' ', '.', '-', '_']).filter(|word| !word.is_empty()).collect();
    if words.iter().filter(is_letter).count() < SPELT_LETTERS_MIN {
        return None;
    }
    let (mut text, mut at, mut is_changed) = (String::new(), 0, false);
    while at < words.len() {
        let run = words[at..].iter().take_while(is_letter).count();
        let is_spelt = run >= SPELT_LETTERS_MIN;
        let count = if is_spelt { run } else { 1 };
        is_changed |= is_spelt;
        if !text.is_empty() {
            text.push(' ');
        }
        words[at..at + count].iter().for_each(|word| text.push_str(word));
        at += count;
    }
    is_changed.then_some(text)
}

/// Replaces digits between letters by a blank, and inserts a blank before a capital within a text of
/// one word. In a text of several words, the terms of a snapshot decide if a capital is a slip
/// ("FranciTco Ramon").
fn taken_apart(raw: &str) -> Option<String> {
    let is_only = !raw.trim().contains(' ');
    let mut before = ' ';
    let may_be_joined = raw.chars().any(|c| {
        let before = std::mem::replace(&mut before, c);
        c.is_ascii_digit() || is_only && c.is_uppercase() && before.is_lowercase()
    });
    if !may_be_joined {
        return None;
    }
    let words: Vec<String> = raw.split(' ').map(|word| word_apart(word, is_only)).collect();
    let text = words.join(" ");
    (text != raw).then_some(text)
}

fn word_apart(word: &str, at_capitals: bool) -> String {
    let chars: Vec<char> = word.chars().collect();
    let letters = |chars: &mut dyn Iterator<Item = &char>| {
        chars.take_while(|c| c.is_alphabetic()).take(LETTERS_LEAST).count() == LETTERS_LEAST
    };
    let mut text = String::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let behind = || letters(&mut chars[at..].iter());
        let begins = at_capitals
            && c.is_uppercase()
            && at > 0
            && chars[at - 1].is_lowercase()
            && letters(&mut chars[..at].iter().rev())
            && behind()
            && !TOGETHER.contains(&text.rsplit(' ').next().unwrap_or_default());
        let figures = chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let is_between = figures > 0
            && letters(&mut chars[..at].iter().rev())
            && letters(&mut chars[at + figures..].iter());
        if is_between {
            text.push(' ');
            at += figures;
            continue;
        }
        if begins {
            text.push(' ');
        }
        text.push(c);
        at += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_put_where_they_belong() {
        for (text, expected) in [
            ("OlegDeripaska", "Oleg Deripaska"),
            ("KimJongUn", "Kim Jong Un"),
            ("P u t i n Vladimir", "Putin Vladimir"),
            ("P u t i n V l a d i m i r", "Putin Vladimir"),
            ("Oleg7Deripaska", "Oleg Deripaska"),
            ("Deri55paska Oleg", "Deri paska Oleg"),
            ("ОлегДерипаска", "Олег Дерипаска"),
        ] {
            assert_eq!(respaced(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_stands_right_is_left_alone() {
        for text in [
            "",
            "Oleg Deripaska",
            "McDonald",
            "MacArthur",
            "DeLuca",
            "J. R. R. Tolkien",
            "A320",
            "PJSC",
            "S7 Airlines",
            "iPhone",
            "FranciTco Ramon",
        ] {
            assert_eq!(respaced(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_respaced(text in proptest::prelude::any::<String>()) {
            let _respaced = respaced(&text);
        }
    }
}
