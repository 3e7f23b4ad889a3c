//! Repairs of damaged text: wrong encodings ("NicolÃ¡s"), character references ("Nicol&aacute;s"), lost
//! letters ("Nicol?s"), and text written in reverse ("ACME \u{202e}STROPMI").

use std::borrow::Cow;
use std::sync::LazyLock;

use ahash::AHashMap;
use encoding_rs::{WINDOWS_1251, WINDOWS_1252};

use crate::text::tables;

/// Most times that a text was damaged in one way, such as `&` written as `&amp;amp;`.
const TIMES_MAX: usize = 3;
/// Most characters of a character reference, without its marks.
const REFERENCE_CHARS_MAX: usize = 24;
/// The sign of a decoder for bytes that it could not read.
const REPLACEMENT: char = '\u{fffd}';
/// Shows what follows from right to left (Unicode Standard Annex 9).
const RIGHT_TO_LEFT: char = '\u{202e}';
/// Ends what [`RIGHT_TO_LEFT`] began.
const POP: char = '\u{202c}';

static REFERENCES: LazyLock<AHashMap<&'static str, char>> = LazyLock::new(|| {
    let character = |text: &str| if text == "space" { Some(' ') } else { text.chars().next() };
    let rows = tables::rows(include_str!("../text/tables/entities.txt"));
    rows.filter_map(|row| row.split_once(' '))
        .filter_map(|(name, text)| Some((name, character(text)?)))
        .collect()
});

/// Returns the text without its damage; `None` if there is none.
pub(super) fn repaired(text: &str) -> Option<String> {
    let mut repaired = Cow::Borrowed(text);
    for repair in [references, encoding, lost_letters, reversed] {
        for _ in 0..TIMES_MAX {
            match repair(&repaired) {
                Some(text) => repaired = Cow::Owned(text),
                None => break,
            }
        }
    }
    match repaired {
        Cow::Owned(repaired) => Some(repaired),
        Cow::Borrowed(_) => None,
    }
}

/// Repairs a text written as UTF-8 and read as a Western or Cyrillic encoding, such as "JÃ¶rg" for
/// "Jörg". `None` for correctly read texts: in these encodings they are no valid UTF-8.
#[must_use]
pub fn encoding(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    [WINDOWS_1252, WINDOWS_1251].iter().find_map(|encoding| {
        let (bytes, _, is_lossy) = encoding.encode(text);
        let before = std::str::from_utf8(&bytes).ok().filter(|_| !is_lossy)?;
        Some(before.to_owned()).filter(|before| !before.is_ascii())
    })
}

/// Replaces character references by their characters. Unknown ones stay.
fn references(text: &str) -> Option<String> {
    if !text.contains('&') {
        return None;
    }
    let mut replaced = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        let end = behind.char_indices().take(REFERENCE_CHARS_MAX + 1).find(|&(_, c)| c == ';');
        let found = end.and_then(|(end, _)| Some((reference(&behind[..end])?, end)));
        replaced.push_str(before);
        match found {
            Some((character, end)) => {
                replaced.push(character);
                rest = &behind[end + 1..];
            }
            None => {
                replaced.push('&');
                rest = behind;
            }
        }
    }
    replaced.push_str(rest);
    (replaced != text).then_some(replaced)
}

/// Returns the character of a reference without its marks: `aacute`, `#225`, `#xE1`.
fn reference(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else { return REFERENCES.get(name).copied() };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).filter(|character| !character.is_control())
}

/// Drops the signs of a lost letter from the inside of words: a word with one letter missing is similar to
/// the word, and its two halves are not.
fn lost_letters(text: &str) -> Option<String> {
    let is_sign = |c: char| c == '?' || c == REPLACEMENT;
    if !text.contains(is_sign) {
        return None;
    }
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_sign) {
        let (before, signs) = rest.split_at(at);
        let behind = signs.trim_start_matches(is_sign);
        kept.push_str(before);
        if !(is_letter(kept.chars().next_back()) && is_letter(behind.chars().next())) {
            kept.push_str(&signs[..signs.len() - behind.len()]);
        }
        rest = behind;
    }
    kept.push_str(rest);
    (kept != text).then_some(kept)
}

/// Writes text that is shown from right to left in the order in which it is seen.
fn reversed(text: &str) -> Option<String> {
    let (before, behind) = text.split_once(RIGHT_TO_LEFT)?;
    let (inside, after) = behind.split_once(POP).unwrap_or((behind, ""));
    Some(before.chars().chain(inside.chars().rev()).chain(after.chars()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_was_read_wrongly_is_what_it_was_before() {
        for (text, expected) in [
            ("JÃ¶rg GrÃ¼ÃŸner", Some("Jörg Grüßner")),
            ("Ð˜Ð²Ð°Ð½", Some("Иван")),
            ("РђРЅРЅР°", Some("Анна")),
            ("Jörg Grüßner", None),
            ("São João", None),
            ("Ãlvaro", None),
            ("Иван Соколов", None),
            ("Київ Їжак", None),
            ("Ann", None),
            ("李建国", None),
        ] {
            assert_eq!(encoding(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn damage_is_repaired_and_sound_text_is_left_alone() {
        for (text, expected) in [
            ("Nicol&aacute;s Maduro", Some("Nicolás Maduro")),
            ("Nicol&amp;amp;aacute;s Maduro", Some("Nicolás Maduro")),
            ("Zo&#235; &#x418;&#1074;&#1072;&#1085;", Some("Zoë Иван")),
            ("Smith &amp; Sons", Some("Smith & Sons")),
            ("O&rsquo;Neil", Some("O’Neil")),
            ("Ann&nbsp;Bell", Some("Ann Bell")),
            ("AT&T; Holding", None),
            ("Smith & Sons; Brown", None),
            ("Nothing &#0; &#x110000; &unknown;", None),
            ("NicolÃƒÂ¡s", Some("Nicolás")),
            ("Nicol?s Maduro", Some("Nicols Maduro")),
            ("Nicol\u{fffd}\u{fffd}s", Some("Nicols")),
            ("Who? Me", None),
            ("???", None),
            ("ACME \u{202e}STROPMI", Some("ACME IMPORTS")),
            ("ACME \u{202e}STROPMI\u{202c} Ltd", Some("ACME IMPORTS Ltd")),
            ("Jörg", None),
            ("", None),
        ] {
            assert_eq!(repaired(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_reference_beyond_its_limit_stays() {
        let long = format!("&{};", "#0".repeat(REFERENCE_CHARS_MAX));
        assert_eq!(repaired(&long), None);
        let zeros = |count: usize| format!("&#{}97;", "0".repeat(count));
        assert_eq!(repaired(&zeros(REFERENCE_CHARS_MAX - 3)).as_deref(), Some("a"));
        assert_eq!(repaired(&zeros(REFERENCE_CHARS_MAX - 2)), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_repaired(text in "[&#;?\u{202e}\u{202c}\u{fffd}aéÃ¡x0-9 ]{0,24}") {
            let _ = repaired(&text);
        }
    }
}
