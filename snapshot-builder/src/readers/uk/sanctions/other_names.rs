//! Names in free text: "Also referred to as Fox, Wolf and Bear." OFSI's own guide puts nicknames and
//! names of low quality there.

use super::numbered::values;
use crate::readers::common::wording::{strip_prefix_any_case, without_parentheses};

/// Openings of sentences about other names. Longer ones come before their own prefixes.
const OPENINGS: &[&str] = &[
    "also referred to as",
    "also referred as",
    "also referred to",
    "also known as",
    "formerly known as",
    "low quality a.k.a.",
];
/// Bytes of the longest sentence that is read.
const SENTENCE_BYTES_MAX: usize = 500;
/// Words of the longest name.
const WORDS_MAX: usize = 6;

/// Names that a text gives the party. A sentence with any part that is no name gives none. Names of
/// entities are not split, since they contain commas and "and".
pub(super) fn read(text: &str, is_person: bool) -> Vec<String> {
    let stops = text.match_indices('.').map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(stops).filter_map(|at| text.get(at..));
    let behind = starts.filter_map(|start| without_opening(start.trim_start()));
    behind.flat_map(|text| names_of(sentence(text), is_person).unwrap_or_default()).collect()
}

/// Text after the opening of a sentence about other names.
fn without_opening(text: &str) -> Option<&str> {
    OPENINGS.iter().find_map(|opening| strip_prefix_any_case(text, opening))
}

/// Text up to the full stop that ends the sentence.
fn sentence(text: &str) -> &str {
    let text = text.trim_start_matches([' ', ':']);
    let mut depth = 0_i32;
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < SENTENCE_BYTES_MAX) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '.' if depth <= 0 => {
                let before = text.get(..at).unwrap_or_default();
                let behind = text.get(at + 1..).unwrap_or_default();
                // "Dr Ana" is also written "Dr. Ana".
                let is_title = ["Dr", "Mr", "Mrs", "St"].iter().any(|title| {
                    before.strip_suffix(title).is_some_and(|t| !t.ends_with(char::is_alphanumeric))
                });
                if !is_title && (behind.is_empty() || behind.starts_with(char::is_whitespace)) {
                    return before;
                }
            }
            _ => {}
        }
    }
    if text.len() < SENTENCE_BYTES_MAX { text } else { "" }
}

/// Names in a sentence; `None` if any part is no name.
fn names_of(sentence: &str, is_person: bool) -> Option<Vec<String>> {
    let listed = values(sentence);
    if listed.is_counted && without_parentheses(&listed.heading).is_empty() {
        return listed.items.iter().map(|item| name(item)).collect();
    }
    let sentence = without_parentheses(sentence);
    if !is_person {
        let is_one = !sentence.contains([',', ';']) && !sentence.contains(" and ");
        return is_one.then(|| name(&sentence)).flatten().map(|name| vec![name]);
    }
    let parts = sentence
        .split(", ")
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" or "));
    let parts = parts.map(|part| part.strip_prefix("and ").unwrap_or(part).trim());
    parts.filter(|part| !part.is_empty()).map(name).collect()
}

/// A name without remarks in parentheses and surrounding quotation marks.
fn name(text: &str) -> Option<String> {
    let text = without_parentheses(text);
    let text = text.trim_matches([' ', ',', ';']);
    let quotes = [('\'', '\''), ('‘', '’'), ('“', '”'), ('"', '"')];
    let text = quotes
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(text);
    let first = text.trim_start_matches(['\'', '‘', '’', '`']).chars().next()?;
    let opens_as_name = first.is_uppercase() || first.is_numeric();
    let opens_as_article = ["al-", "el-"].iter().any(|article| text.starts_with(article));
    let has_letter = text.contains(char::is_alphabetic);
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let is_name = (opens_as_name || opens_as_article)
        && has_letter
        && letters > 1
        && text.split_whitespace().count() <= WORDS_MAX
        && !text.contains([':', ';', '(', ')', ',', '“', '”', '"']);
    is_name.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_persons_are_divided() {
        let table: [(&str, &[&str]); 20] = [
            ("Male.  Also known as River Queen. Deputy.", &["River Queen"]),
            ("Also referred to as Fox, Wolf and Bear.", &["Fox", "Wolf", "Bear"]),
            ("Also referred to as: Fox, Wolf, and Bear", &["Fox", "Wolf", "Bear"]),
            ("Also referred as Fox or Wolf.", &["Fox", "Wolf"]),
            ("Also referred to Ahmed the Wolf, Fuzzy.", &["Ahmed the Wolf", "Fuzzy"]),
            ("Also referred to as 'Olsen'. Dead.", &["Olsen"]),
            ("Also referred to as 'UMAR AL-X and 'UMAR AL-Y.", &["'UMAR AL-X", "'UMAR AL-Y"]),
            ("Also known as ‘The Tailor’ and Ngaz.", &["The Tailor", "Ngaz"]),
            ("Also known as Abu al-Farda', Abu-J and 2-Q.", &["Abu al-Farda'", "Abu-J", "2-Q"]),
            ("Also known as Bez (imp). X.", &["Bez"]),
            ("Also known as Ana Lee (linked to passport 12, of A. B. Co.). X.", &["Ana Lee"]),
            ("Also known as al-Dib (the Wolf).", &["al-Dib"]),
            ("Also known as Dr. Amba and Mr Ondo.", &["Dr. Amba", "Mr Ondo"]),
            ("Also known as (low level a.k.a) (1) Omar FOX (2) Abu FOX.", &["Omar FOX", "Abu FOX"]),
            ("Low quality A.K.A. (a) Lynx (b) Puma.  Chief", &["Lynx", "Puma"]),
            ("Also known as the 'Tiger' and ‘Koz’.", &[]),
            ("He leads the PPP, also known as Pepe.", &[]),
            ("Also referred to as the initials AA", &[]),
            ("Also known as Fox, who lives in a house, Lima.", &[]),
            ("Also known as", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(read(text, true), expected, "{text}");
        }
    }

    #[test]
    fn names_of_entities_stay_whole() {
        for (text, expected) in [
            ("Formerly known as Unicorn. Flag", vec!["Unicorn"]),
            ("Also known as Works Of Fine Wood (WFW).", vec!["Works Of Fine Wood"]),
            ("Also known as Salas, Salias.", vec![]),
            ("Formerly known as Sun and Moon Corporation.", vec![]),
            ("Formerly known as state enterprise Sun.", vec![]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(read(text, false), expected, "{text}");
        }
    }
}
