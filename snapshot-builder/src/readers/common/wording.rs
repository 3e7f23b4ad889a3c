//! Small steps of parsing texts, shared by many readers.

use tamis_ingest::squeeze;

/// Text after a prefix that is written in any case. Case is ignored only for ASCII letters.
pub(in crate::readers) fn strip_prefix_any_case<'t>(
    text: &'t str,
    prefix: &str,
) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Text after the first of these prefixes that matches.
pub(in crate::readers) fn strip_any<'t>(text: &'t str, prefixes: &[&str]) -> Option<&'t str> {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix))
}

/// The text with its first letter capitalized.
pub(in crate::readers) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Number of opening minus closing parentheses.
pub(in crate::readers) fn open_parentheses(text: &str) -> isize {
    text.bytes().fold(0, |open, byte| match byte {
        b'(' => open + 1,
        b')' => open - 1,
        _ => open,
    })
}

/// True if a text that names a country says more: "possibly Palestinian", "Sudanese by birth", "Iraq
/// (since 1990)".
pub(in crate::readers) fn says_more_than_a_country(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["(", ";", "possibly ", " by "].iter().any(|mark| lower.contains(mark))
}

/// The text without parentheses and their content, including nested ones. An unclosed one extends to
/// the end of the text.
pub(in crate::readers) fn without_parentheses(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    squeeze(&kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_found_in_any_case_and_between_letters_only() {
        for (text, expected) in [
            ("A.K.A. Sun", Some(" Sun")),
            ("a.k.a.", Some("")),
            ("a.k.", None),
            ("a.k.é", None),
            ("a.k.aé", None),
        ] {
            assert_eq!(strip_prefix_any_case(text, "a.k.a."), expected, "{text}");
        }
        assert_eq!(strip_any("fka Sun", &["aka ", "fka "]), Some("Sun"));
        assert_eq!(strip_any("FKA Sun", &["aka ", "fka "]), None);
    }

    #[test]
    fn parentheses_go_with_what_they_hold() {
        for (text, expected, open) in [
            ("Ana (A) Sol", "Ana Sol", 0),
            ("Ana (A (B) C) Sol", "Ana Sol", 0),
            ("Ana Sol (B", "Ana Sol", 1),
            ("Ana) Sol", "Ana) Sol", -1),
            ("é(é)é", "éé", 0),
            ("(", "", 1),
        ] {
            assert_eq!(
                (without_parentheses(text).as_str(), open_parentheses(text)),
                (expected, open)
            );
        }
    }
}
