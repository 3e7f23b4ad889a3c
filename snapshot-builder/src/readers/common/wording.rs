//! Small steps of taking a text apart that many readers share.

use tamis_ingest::squeeze;

/// What follows a beginning that is written in any case. Only letters of ASCII are compared so.
pub(in crate::readers) fn strip_prefix_any_case<'t>(
    text: &'t str,
    prefix: &str,
) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// What follows the first of these beginnings that the text has.
pub(in crate::readers) fn strip_any<'t>(text: &'t str, prefixes: &[&str]) -> Option<&'t str> {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix))
}

/// The text with a capital letter at its beginning.
pub(in crate::readers) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// How many more parentheses are opened than closed; negative where more are closed.
pub(in crate::readers) fn open_parentheses(text: &str) -> isize {
    text.bytes().fold(0, |open, byte| match byte {
        b'(' => open + 1,
        b')' => open - 1,
        _ => open,
    })
}

/// Whether a text that names a country says more: "possibly Palestinian", "Sudanese by birth",
/// "Iraq (since 1990)".
pub(in crate::readers) fn says_more_than_a_country(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["(", ";", "possibly ", " by "].iter().any(|mark| lower.contains(mark))
}

/// The text without what stands in parentheses, and what they hold in turn. Those that are never
/// closed end with the text.
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
