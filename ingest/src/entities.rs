//! Character entities that publishers leave in a text: an ampersand escaped twice in XML (`&amp;amp;`),
//! or once in a format without escapes.

use std::borrow::Cow;

use crate::limits::ENTITY_PASSES_MAX;

/// Named entities: only those of XML and the non-breaking space of HTML. A longer table would find
/// entities in ordinary texts.
const NAMED: [(&str, char); 6] =
    [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' ')];
/// Bytes of the longest entity between `&` and `;`: `#x10FFFF`.
const ENTITY_BYTES_MAX: usize = 8;

/// Decodes entities, repeatedly if they are escaped repeatedly. Readers split texts at semicolons, so
/// this happens before any reader sees the text.
#[must_use]
pub fn decoded(text: &str) -> Cow<'_, str> {
    let mut decoded = Cow::Borrowed(text);
    for _ in 0..ENTITY_PASSES_MAX {
        let Some(next) = decoded_once(&decoded) else { break };
        decoded = Cow::Owned(next);
    }
    decoded
}

/// Decodes a text in place; see [`decoded`].
pub(crate) fn decode(text: &mut String) {
    if let Cow::Owned(decoded) = decoded(text) {
        *text = decoded;
    }
}

/// Decodes entities once; `None` if the text has none.
fn decoded_once(text: &str) -> Option<String> {
    // Nearly all texts return here, without a copy.
    if !text.contains('&') {
        return None;
    }
    let mut decoded = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        decoded.push_str(before);
        let (letter, length) = entity(from).unwrap_or(('&', 1));
        decoded.push(letter);
        rest = from.get(length..).unwrap_or_default();
    }
    decoded.push_str(rest);
    (decoded.len() < text.len()).then_some(decoded)
}

/// The entity at the start of a text: its character and its length in bytes.
fn entity(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    let end = bytes.iter().take(ENTITY_BYTES_MAX + 2).position(|byte| *byte == b';')?;
    let name = text.get(1..end)?;
    let letter = match name.strip_prefix('#') {
        Some(number) => numbered(number)?,
        None => NAMED.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((letter, end + 1))
}

/// Character of a number, decimal or, after `x`, hexadecimal; `None` for control characters.
fn numbered(text: &str) -> Option<char> {
    let (digits, base) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let is_number = digits.chars().all(|digit| digit.is_digit(base));
    let number = is_number.then(|| u32::from_str_radix(digits, base).ok())??;
    char::from_u32(number).filter(|letter| !letter.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_decoded_as_often_as_they_are_escaped() {
        for (text, expected) in [
            ("Sun &amp; Moon", "Sun & Moon"),
            ("Sun &amp;amp; Moon", "Sun & Moon"),
            ("Sun &amp;amp;amp; Moon", "Sun & Moon"),
            ("&amp;quot;Sun&amp;quot; &#39;&#x41;&#X42;&apos;", "\"Sun\" 'AB'"),
            ("&lt;b&gt;&nbsp;x", "<b> x"),
            (
                "A&T; R&D &unknown; &#; &#x; &#0; &#+65; &",
                "A&T; R&D &unknown; &#; &#x; &#0; &#+65; &",
            ),
            ("&é;", "&é;"),
            ("", ""),
        ] {
            assert_eq!(decoded(text), expected, "{text}");
        }
        assert!(matches!(decoded("AT&T"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_text_is_decoded_more_often_than_the_limit() {
        let escaped = |times: usize| format!("&{};", vec!["amp"; times].join(";"));
        assert_eq!(decoded(&escaped(ENTITY_PASSES_MAX)), "&");
        assert_eq!(decoded(&escaped(ENTITY_PASSES_MAX + 1)), "&amp;");
    }
}
