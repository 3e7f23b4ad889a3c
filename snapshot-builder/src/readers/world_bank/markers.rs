//! Marks that announce another name: `AKA`, `f/k/a`, `formerly known as`.

use tamis_ingest::squeeze;

/// Longest text of a name or remark, in bytes, that is split; longer ones are kept unchanged. The
/// longest of the list has less than half.
pub(super) const TEXT_BYTES_READ: usize = 2_000;
/// Phrases that always announce a name, word by word, in lower case and without dots and strokes.
const PHRASES: [&[&str]; 10] = [
    &["aka"],
    &["fka"],
    &["nka"],
    &["dba"],
    &["known", "as"],
    &["operating", "as"],
    &["doing", "business", "as"],
    &["doing", "business", "under"],
    &["trading", "as"],
    &["name", "change", "from"],
];

/// Adverbs before such phrases. True for those that also announce a name on their own, at the start of
/// a text or a part.
const ADVERBS: [(&str, bool); 5] = [
    ("also", true),
    ("formerly", true),
    ("previously", true),
    ("now", false),
    ("currently", false),
];

/// Kind of text in which names may be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// Name of a firm: only phrases count, since a firm may be called "Also".
    Firm,
    /// Name of a person: as for a firm, and `AKA` is a family name unless a title follows.
    Person,
    /// A remark: adverbs count, too.
    Remark,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// True if it follows a mark.
    pub(super) is_marked: bool,
    /// Text without the mark and surrounding punctuation.
    pub(super) text: String,
}

/// Splits the text into parts; each mark begins a new one.
pub(super) fn split(text: &str, within: Within) -> Vec<Part> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut parts = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    let (mut is_marked, mut at) = (false, 0);
    while let Some(word) = words.get(at) {
        let may_begin = current.last().is_none_or(|before| before.ends_with(','));
        match mark_at(words.get(at..).unwrap_or_default(), may_begin, within) {
            Some(length) => {
                push(&mut parts, is_marked, &current);
                current.clear();
                is_marked = true;
                at += length;
            }
            None => {
                current.push(word);
                at += 1;
            }
        }
    }
    push(&mut parts, is_marked, &current);
    parts
}

fn push(parts: &mut Vec<Part>, is_marked: bool, words: &[&str]) {
    let text = words.join(" ");
    let text = squeeze(text.trim_matches([',', ';', ':', ' ', '[', ']']));
    if !text.is_empty() {
        parts.push(Part { is_marked, text });
    }
}

/// Number of words at the start that form a mark.
fn mark_at(words: &[&str], may_begin: bool, within: Within) -> Option<usize> {
    let keys: Vec<String> = words.iter().take(12).map(|word| key(word)).collect();
    let rest = |at: usize| keys.get(at..).unwrap_or_default();
    let (mut at, mut is_phrase, mut is_enough) = (0, false, false);
    while let Some(next) = keys.get(at) {
        if let Some((_, alone)) = ADVERBS.iter().find(|(adverb, _)| *adverb == next.as_str()) {
            is_enough = *alone;
            at += 1;
        } else if let Some(phrase) = PHRASES.iter().find(|phrase| begins_with(rest(at), phrase)) {
            is_phrase = true;
            at += phrase.len();
        } else {
            break;
        }
    }
    let is_name = within == Within::Person
        && words.first() == Some(&"AKA")
        && !words.get(at).is_some_and(|word| super::titles::is_title(word));
    let is_mark = match within {
        Within::Remark => is_phrase || (is_enough && may_begin),
        Within::Firm | Within::Person => is_phrase && !is_name,
    };
    is_mark.then_some(at)
}

fn begins_with(words: &[String], phrase: &[&str]) -> bool {
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|(word, of)| word == of)
}

/// Letters of a word, in lower case.
fn key(word: &str) -> String {
    word.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Splits a list of names: `A or B`, `A, B`, and `A and B` if the conjunction is in lower case between
/// names in capitals. A comma before a legal form does not separate names.
pub(super) fn names_of_list(text: &str) -> Vec<String> {
    let mut names: Vec<Vec<&str>> = vec![Vec::new()];
    for word in text.split_whitespace() {
        let before = names.last().and_then(|name| name.last()).copied();
        let is_conjunction = word.eq_ignore_ascii_case("or")
            || (word == "and" && before.is_some_and(is_in_capitals));
        if is_conjunction && before.is_some() {
            names.push(Vec::new());
            continue;
        }
        let after_comma = before.is_some_and(|before| before.ends_with(','));
        if after_comma && begins_name(word, text) {
            names.push(Vec::new());
        }
        if let Some(name) = names.last_mut() {
            name.push(word);
        }
    }
    let clean = |name: Vec<&str>| squeeze(name.join(" ").trim_matches([',', ' ']));
    names.into_iter().map(clean).filter(|name| !name.is_empty()).collect()
}

fn is_in_capitals(word: &str) -> bool {
    word.chars().filter(|c| c.is_uppercase()).count() > 1 && !word.contains(char::is_lowercase)
}

/// True if a word after a comma begins another name: it does not begin with a legal form and continues
/// without a comma for at least one word.
fn begins_name(word: &str, text: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let is_last = text.ends_with(word);
    letters > 2
        && !is_last
        && !word.ends_with([',', '.'])
        && !tamis_engine::text::has_legal_form(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, within: Within) -> String {
        let show = |part: &Part| match part.is_marked {
            true => format!("<{}>", part.text),
            false => part.text.clone(),
        };
        split(text, within).iter().map(show).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn marks_are_found_in_every_spelling() {
        for (text, expected) in [
            ("AKA SUN CO.", "<SUN CO.>"),
            ("(a.k.a. Sun b.v.", "<Sun b.v.>"),
            ("Sun Ltd., also d.b.a. Sun Medical", "Sun Ltd.|<Sun Medical>"),
            ("formerly operating as: Sun Limited", "<Sun Limited>"),
            ("f.k.a [Sun Co., Ltd.]", "<Sun Co., Ltd.>"),
            ("also doing business under SUN", "<SUN>"),
            ("formerly Sun Ltda.", "<Sun Ltda.>"),
            (", also MR. SUN", "<MR. SUN>"),
            ("known as Sun (doing business as (dba) Moon also dba Star", "<Sun>|<Moon>|<Star>"),
            ("now known as Sun", "<Sun>"),
            ("now Sun", "now Sun"),
            ("the land formerly held", "the land formerly held"),
            ("Reg. No. 5", "Reg. No. 5"),
            ("AKA", ""),
            ("", ""),
        ] {
            assert_eq!(shown(text, Within::Remark), expected, "{text}");
        }
    }

    #[test]
    fn names_hold_fewer_marks_than_remarks() {
        for (text, within, expected) in [
            ("ALSO SUN LTD.", Within::Firm, "ALSO SUN LTD."),
            ("SUN LTD. AKA MOON LTD.", Within::Firm, "SUN LTD.|<MOON LTD.>"),
            ("SUN, FORMERLY KNOWN AS MOON", Within::Firm, "SUN|<MOON>"),
            ("JEAN AKA SUN", Within::Person, "JEAN AKA SUN"),
            ("AKA SUN", Within::Person, "AKA SUN"),
            ("AKA MR. SUN", Within::Person, "<MR. SUN>"),
            ("A.K.A. SUN", Within::Person, "<SUN>"),
        ] {
            assert_eq!(shown(text, within), expected, "{text}");
        }
    }

    #[test]
    fn lists_of_names_are_taken_apart_and_legal_forms_are_not() {
        for (text, expected) in [
            ("Sun Works or Moon Works", "Sun Works|Moon Works"),
            ("SUN WORKS and MOON", "SUN WORKS|MOON"),
            ("Sun and Moon Works", "Sun and Moon Works"),
            (
                "Sun Systems, Sun Group, Moon and Star Systems",
                "Sun Systems|Sun Group|Moon and Star Systems",
            ),
            ("SUN S.A.S., MOON SERVICES S.A.", "SUN S.A.S.|MOON SERVICES S.A."),
            ("SUN CO., LTD.", "SUN CO., LTD."),
            ("Sun Hardware, Inc. of Maine", "Sun Hardware, Inc. of Maine"),
            ("or", "or"),
        ] {
            assert_eq!(names_of_list(text).join("|"), expected, "{text}");
        }
    }
}
