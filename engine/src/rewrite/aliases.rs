//! Several names in one text: "X a.k.a. Y", "X; Y", "X / Y", "X (Y)".

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::limits::REWRITES_MAX;
use crate::text::{NameKind, Word, tables, tokenize};

/// Words and phrases that separate two names, in lower case.
static MARKERS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| tables::rows(include_str!("../text/tables/alias_markers.txt")).collect());

const OPENING: [char; 3] = ['(', '（', '['];
const CLOSING: [char; 3] = [')', '）', ']'];

/// Splits a text that holds several names into single ones, at most [`REWRITES_MAX`]. Empty for most
/// texts. Callers search for the text as a whole too.
#[must_use]
pub(super) fn split_aliases(raw: &str) -> Vec<Cow<'_, str>> {
    let mut names = Vec::new();
    for part in parts(raw) {
        for name in by_markers(part) {
            if let Some(names_of_one) = family_names(name) {
                names.extend(names_of_one);
                continue;
            }
            match brackets(name) {
                Some(both) => names.extend(both.into_iter().flatten()),
                None => names.push(Cow::Borrowed(name.trim())),
            }
        }
    }
    names.retain(|name| name.chars().any(char::is_alphanumeric));
    names.truncate(REWRITES_MAX);
    if names.len() == 1 && names[0] == raw.trim() { Vec::new() } else { names }
}

/// Splits a text at semicolons, bars, and slashes next to a blank: "ISIL / Daesh". A slash next to a
/// single letter abbreviates ("M/ V"). A slash without a blank belongs to a word ("A/S") or separates
/// the family name from the given ones ("SMITH/JOHN").
fn parts(raw: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, sign) in raw.char_indices() {
        let end = at + sign.len_utf8();
        let parts_names = match sign {
            ';' | '；' | '|' | '｜' => true,
            '/' | '／' => stands_between_names(&raw[start..at], &raw[end..]),
            _ => false,
        };
        if parts_names {
            parts.push(&raw[start..at]);
            start = end;
        }
    }
    parts.push(&raw[start..]);
    parts
}

fn stands_between_names(before: &str, behind: &str) -> bool {
    let is_word = |word: Option<&str>| word.is_some_and(|word| word.chars().nth(1).is_some());
    (before.ends_with(char::is_whitespace) || behind.starts_with(char::is_whitespace))
        && is_word(before.split_whitespace().next_back())
        && is_word(behind.split_whitespace().next())
}

/// Splits a text into single words that each name a thing: "ISIL - Daesh", "ISIS (Daesh)". In the name
/// of a person they are the parts of one name.
#[must_use]
pub(super) fn split_thing_aliases(raw: &str) -> Vec<&str> {
    const DASHES: [&str; 3] = [" - ", " – ", " — "];
    let bracketed = || {
        let (outside, inside) = raw.trim().strip_suffix(CLOSING)?.split_once(OPENING)?;
        Some(vec![outside, inside])
    };
    let parts: Vec<&str> = match DASHES.iter().find(|dash| raw.contains(**dash)) {
        Some(dash) => raw.split(dash).collect(),
        None => bracketed().unwrap_or_default(),
    };
    let parts = parts.into_iter().map(str::trim);
    let is_word = |part: &str| part.chars().nth(1).is_some() && !has_words(part);
    if !parts.clone().all(is_word) {
        return Vec::new();
    }
    parts.filter(|part| is_informative(part)).take(REWRITES_MAX).collect()
}

/// Words in front of a family name at birth.
const BORN: [&str; 8] = ["nee", "née", "NÉE", "born", "geb.", "geborene", "formerly", "ex"];

/// Returns the current name and the name at birth: "Anna Bell née Reed" is Anna Bell and Anna Reed.
fn family_names(name: &str) -> Option<[Cow<'_, str>; 2]> {
    /// Most words that a family name at birth has.
    const WORDS_MAX: usize = 2;
    let words = name.split([' ', '(', ')', ',']).filter(|word| !word.is_empty());
    let is_marker = |word: &str| BORN.iter().any(|marker| marker.eq_ignore_ascii_case(word));
    let at = words.clone().position(is_marker)?;
    let words: Vec<&str> = words.collect();
    let (now, at_birth) = (&words[..at], &words[at + 1..]);
    let (_, given) = now.split_last().filter(|(_, given)| !given.is_empty())?;
    (1..=WORDS_MAX).contains(&at_birth.len()).then(|| {
        let born = [given, at_birth].concat().join(" ");
        [now.join(" ").into(), born.into()]
    })
}

/// Splits a text at its alias markers.
fn by_markers(text: &str) -> Vec<&str> {
    // Only ASCII letters change case, so that positions in the text stay valid.
    let lower = text.to_ascii_lowercase();
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < lower.len() {
        let is_start = at == 0 || !lower.as_bytes()[at - 1].is_ascii_alphanumeric();
        match MARKERS.iter().find(|marker| is_start && stands_at(&lower, at, marker)) {
            Some(marker) => {
                parts.push(&text[start..at]);
                at += marker.len();
                start = at;
            }
            None => at += lower[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    parts.push(&text[start..]);
    parts
}

/// True if the marker is at this place and no letter follows it.
fn stands_at(lower: &str, at: usize, marker: &str) -> bool {
    let rest = lower[at..].strip_prefix(marker);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// Returns the text outside and inside the first brackets, where they hold a name. A name has two words
/// or more, or is of another script, and is more than a place or a legal form.
fn brackets(text: &str) -> Option<[Option<Cow<'_, str>>; 2]> {
    let open = text.find(OPENING)?;
    let inside_start = open + text[open..].chars().next()?.len_utf8();
    let close =
        inside_start + text[inside_start..].find(CLOSING).unwrap_or(text.len() - inside_start);
    let (before, inside) = (text[..open].trim(), text[inside_start..close].trim());
    let after = text[close..].trim_start_matches(CLOSING).trim();
    let outside: Cow<'_, str> =
        if after.is_empty() { Cow::Borrowed(before) } else { format!("{before} {after}").into() };
    let changes_script = is_ascii(&outside) != is_ascii(inside);
    let is_informative = is_informative(inside);
    let names_party = |name: &str| changes_script || is_informative && has_words(name);
    let outside = Some(outside).filter(|outside| names_party(outside));
    let inside = Some(Cow::Borrowed(inside)).filter(|inside| names_party(inside));
    (outside.is_some() || inside.is_some()).then_some([outside, inside])
}

fn is_ascii(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).all(|c| u32::from(c) < 0x370)
}

/// True if the text has two words or more.
fn has_words(name: &str) -> bool {
    name.split_whitespace().nth(1).is_some()
}

/// True if some word is more than a place, a number or a legal form, and no word is an identifier.
pub(super) fn is_informative(text: &str) -> bool {
    let has_identifier = text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 4);
    if has_identifier {
        return false;
    }
    let words = tokenize(text, NameKind::Thing).words;
    words.iter().any(Word::is_distinctive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_party_are_told_apart() {
        for (text, expected) in [
            ("Ivan Petrov a.k.a. John Peters", "Ivan Petrov|John Peters"),
            ("IVAN PETROV AKA JOHN PETERS", "IVAN PETROV|JOHN PETERS"),
            ("Star Line Ltd formerly known as Sun Line Ltd", "Star Line Ltd|Sun Line Ltd"),
            ("Anna Bell; Annie Bell; A. Bell", "Anna Bell|Annie Bell|A. Bell"),
            ("ISIL / Daesh", "ISIL|Daesh"),
            ("Star Line/ Sun Line Ltd", "Star Line|Sun Line Ltd"),
            ("Star Line Ltd | Звезда /Sun Line", "Star Line Ltd|Звезда|Sun Line"),
            ("Ivan Petrov and/or John Peters", "Ivan Petrov|John Peters"),
            ("Vanya, better known as Ivan Petrov", "Vanya,|Ivan Petrov"),
            ("حسن علي (Hassan Ali)", "حسن علي|Hassan Ali"),
            ("c/o Ivan Petrov", "Ivan Petrov"),
            ("Star Line Ltd, attn. Ivan Petrov", "Star Line Ltd,|. Ivan Petrov"),
            ("Omar Khalid (previously listed as)", "Omar Khalid|previously listed as"),
            ("Ivan (Ivanovich) Petrov", "Ivan Petrov"),
            ("Star Line Ltd as trustee for Ivan Petrov", "Star Line Ltd|Ivan Petrov"),
            ("Ivan Petrov, Trustee of the Petrov Trust", "Ivan Petrov,|the Petrov Trust"),
            ("Ivan Petrov & Anna Petrov JTWROS", "Ivan Petrov & Anna Petrov"),
            ("Ivan Petrov", ""),
            ("Star Line (Panama) Ltd", ""),
            ("Star Line Ltd (IMO 9074729)", ""),
            ("Anna Bell née Reed", "Anna Bell|Anna Reed"),
            ("Anna Bell (formerly Reed)", "Anna Bell|Anna Reed"),
            ("Born Free Foundation", ""),
            ("PETROV/IVAN MR", ""),
            ("Star Line A/S", ""),
            ("M/ V Star", ""),
            ("Star Line S / A", ""),
            ("Ivan Petrov /", ""),
            ("Ivan Petrov |", "Ivan Petrov"),
            ("Akash Petrov", ""),
            ("Ivan Petrov (", ""),
            ("", ""),
            ("()", ""),
            (";", ""),
        ] {
            assert_eq!(split_aliases(text).join("|"), expected, "{text}");
        }
    }

    #[test]
    fn names_of_things_are_told_apart_by_less() {
        for (text, expected) in [
            ("ISIL - Daesh", "ISIL|Daesh"),
            ("ISIS (Daesh)", "ISIS|Daesh"),
            ("ISIS – ISIL – Daesh", "ISIS|ISIL|Daesh"),
            ("Huawei (China)", "Huawei"),
            ("Star - Sun Line", ""),
            ("Star (Sun Line)", ""),
            ("Star-Line", ""),
            ("Star", ""),
            ("A - B", ""),
            (" - ", ""),
            ("()", ""),
            ("", ""),
        ] {
            assert_eq!(split_thing_aliases(text).join("|"), expected, "{text}");
        }
        let many = "Name - ".repeat(REWRITES_MAX + 1) + "Name";
        assert_eq!(split_thing_aliases(&many).len(), REWRITES_MAX);
    }

    #[test]
    fn there_are_at_most_so_many() {
        let many = |count: usize| (0..count).map(|at| format!("Name {at};")).collect::<String>();
        assert_eq!(split_aliases(&many(REWRITES_MAX)).len(), REWRITES_MAX);
        assert_eq!(split_aliases(&many(REWRITES_MAX + 1)).len(), REWRITES_MAX);
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_told_apart(text in proptest::prelude::any::<String>()) {
            let names = split_aliases(&text);
            proptest::prop_assert!(names.len() <= REWRITES_MAX);
            proptest::prop_assert!(split_thing_aliases(&text).len() <= REWRITES_MAX);
        }
    }
}
