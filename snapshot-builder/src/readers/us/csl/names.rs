//! Names on the lists that are not from the US Treasury. They are written for readers of the Federal
//! Register: the name field also contains other names, owners and explanations.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;
use tamis_engine::model::{Alias, EntityType, Record};
use tamis_engine::text::has_legal_form;

use crate::countries::{Country, countries_of};
use crate::readers::common::facts::{add_note, add_unique, filled};
use crate::readers::common::known_as::{Names, names_in};
use crate::readers::common::wording::{open_parentheses, strip_any};

/// Words after a name that extend the listing to others.
const SCOPES: &[&str] = &[" and any successor", ", and its sub-units", ", including "];

/// Words between the name of a parent and the party's own.
const OWN_NAMES: &[&str] = &["Affiliated Entity:", "Subordinate Institution -", " entity: "];

/// Least number of equal first bytes in two names of one party.
const LETTERS_ALIKE: usize = 4;

/// Words in brackets that describe the party and are not part of its name.
const EXPLANATIONS: &[&str] = &[" individual", "Parent Organization", "a subordinate "];

/// Reads the name, with the other names and the facts in its text. If the name is not the whole text,
/// the text is kept as a note.
pub(super) fn read_name(text: &str, record: &mut Record) {
    let Some(text) = filled(&repaired(text)) else { return };
    let Names { name, others } = names_in(&text);
    record.aliases.extend(others.iter().flat_map(|names| enumerated(names)).map(Alias::strong));
    let end = SCOPES.iter().filter_map(|scope| name.find(scope)).min();
    let mut name = end.and_then(|end| name.get(..end)).unwrap_or(&name);
    while let Some((before, explanation)) = explained(name) {
        if let Some((origin, _)) = explanation.split_once(" individual") {
            record.entity_type = Some(EntityType::Individual);
            if let Country::Known(countries) = countries_of(origin) {
                countries.into_iter().for_each(|code| add_unique(&mut record.countries, code));
            }
        }
        name = before;
    }
    let own = OWN_NAMES.iter().find_map(|mark| filled(name.split_once(mark)?.1));
    record.aliases.extend(own.map(Alias::strong));
    // Remains before a removed part, or before an address that the list left out.
    record.name = name.trim_end_matches([',', ';', ' ']).to_owned();
    if record.name != text.trim_end_matches([',', ';', ' ']) {
        add_note(record, "Name as published", &text);
    }
}

/// Adds one of the other names of a party. The last of several begins with "and"; a text entirely in
/// brackets is about the names before it.
pub(super) fn read_alias(text: &str, record: &mut Record) {
    let text = repaired(text);
    let text = text.trim_start_matches(['-', ' ']);
    let text = if text == "and" { "" } else { strip_any(text, &["and ", "DBA "]).unwrap_or(text) };
    let text = if open_parentheses(text) < 0 { text.trim_end_matches(['.', ')']) } else { text };
    let Names { name, others } = names_in(text);
    if name.starts_with('(') && name.ends_with(')') {
        add_note(record, "Among the other names", &name);
        return;
    }
    for name in std::iter::once(name).chain(others) {
        match two_names(&name) {
            Some((first, second)) => {
                record.aliases.extend([first, second].map(Alias::strong));
            }
            None => record.aliases.push(Alias::strong(name)),
        }
    }
}

/// Splits two names without a semicolon: "A Co., Ltd., and B", and "A Co. or A Ltd" if both begin alike
/// ("Sun or Moon Works" may be one).
fn two_names(text: &str) -> Option<(&str, &str)> {
    let begin = |name: &str| name.get(..LETTERS_ALIKE).map(str::to_lowercase);
    let alike =
        |(first, second): &(&str, &str)| begin(first).is_some_and(|b| begin(second) == Some(b));
    let joined = text.split_once(", and ").filter(|(first, _)| ends_in_legal_form(first));
    joined.or_else(|| text.split_once(" or ").filter(alike))
}

/// Repairs characters that the publisher copied from Windows-1252 without conversion. They appear as
/// control characters (0x92 for an apostrophe), which no name contains.
fn repaired(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unconverted) {
        return Cow::Borrowed(text);
    }
    let mut repaired = String::with_capacity(text.len());
    for letter in text.chars() {
        match u8::try_from(letter) {
            Ok(byte) if is_unconverted(letter) => {
                repaired.push_str(&WINDOWS_1252.decode(&[byte]).0);
            }
            _ => repaired.push(letter),
        }
    }
    Cow::Owned(repaired)
}

fn is_unconverted(letter: char) -> bool {
    matches!(letter, '\u{80}'..='\u{9f}')
}

/// Splits names separated by commas. Since commas have other uses ("SUN, INC."), all parts must be long
/// and none a firm.
fn enumerated(names: &str) -> Vec<&str> {
    let parts: Vec<&str> = names.split(", ").collect();
    let is_name = |part: &&str| part.split_whitespace().count() > 2 && !has_legal_form(part);
    if parts.iter().all(is_name) { parts } else { vec![names] }
}

fn ends_in_legal_form(name: &str) -> bool {
    name.rsplit(' ').next().is_some_and(has_legal_form)
}

/// Splits a name from an explanation in brackets at its end.
fn explained(name: &str) -> Option<(&str, &str)> {
    let is_square = name.ends_with(']');
    let inside = name.strip_suffix([')', ']'])?;
    let mut depth = 0usize;
    let (start, bracket) = inside.char_indices().rev().find(|(_, letter)| {
        match letter {
            ')' | ']' => depth += 1,
            '(' | '[' if depth == 0 => return true,
            '(' | '[' => depth -= 1,
            _ => {}
        }
        false
    })?;
    let before = Some(inside.get(..start)?.trim_end()).filter(|before| !before.is_empty())?;
    let explanation = inside.get(start + bracket.len_utf8()..)?;
    let is_explanation = is_square || EXPLANATIONS.iter().any(|words| explanation.contains(words));
    is_explanation.then_some((before, explanation))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Record {
        let mut record = Record::default();
        read_name(text, &mut record);
        record
    }

    fn aliases(record: &Record) -> Vec<&str> {
        record.aliases.iter().map(|alias| alias.name.as_str()).collect()
    }

    #[test]
    fn the_name_stands_alone_and_the_published_text_in_a_note() {
        for (text, name, others) in [
            ("Sun LLC and any successor, sub-unit, or subsidiary thereof", "Sun LLC", &[][..]),
            ("Sun (SNN), and its sub-units and successors", "Sun (SNN)", &[]),
            (
                "Ministry of the Sun, including all  units.  All of them.",
                "Ministry of the Sun",
                &[],
            ),
            ("Sun Inc. (a.k.a. Moon Inc.; Star)", "Sun Inc.", &["Moon Inc.", "Star"]),
            ("Sun [aka Moon]", "Sun", &["Moon"]),
            ("Sun [aka The Old Moon, The New Moon]", "Sun", &["The Old Moon", "The New Moon"]),
            ("Sun (a.k.a. Moon and Star, Inc.)", "Sun", &["Moon and Star, Inc."]),
            ("Sun Co. (Parent Organization: Stars (ST))", "Sun Co.", &[]),
            ("Sun Co., Ltd. (a subordinate institute of ST-7)", "Sun Co., Ltd.", &[]),
        ] {
            let record = named(text);
            assert_eq!(record.name, name, "{text}");
            assert_eq!(aliases(&record), others, "{text}");
            let note = filled(&format!("Name as published: {text}")).expect(text);
            assert_eq!(record.notes, [note]);
            assert_eq!(record.entity_type, None, "{text}");
        }
    }

    #[test]
    fn names_stay_as_they_are_published() {
        for (text, name) in [
            ("Sun Co., Ltd., ", "Sun Co., Ltd."),
            ("Sun (Hong Kong)  Ltd. (SUN)", "Sun (Hong Kong) Ltd. (SUN)"),
            ("Ministry (of the Sun", "Ministry (of the Sun"),
            ("Sun)", "Sun)"),
            ("(individual)", "(individual)"),
            ("", ""),
        ] {
            let record = named(text);
            assert_eq!((record.name.as_str(), record.notes.len()), (name, 0), "{text}");
        }
    }

    #[test]
    fn signs_that_were_not_converted_are_repaired() {
        assert_eq!(named("Sun\u{92}s Moon \u{93}Star\u{94}").name, "Sun’s Moon “Star”");
        assert_eq!(named("Šun é").name, "Šun é");
    }

    #[test]
    fn a_person_is_one_where_the_name_says_so() {
        let record =
            named("Ana Lee (aka An Li) [Sun Department (SD) Official] (Russian individual)");
        assert_eq!(record.name, "Ana Lee");
        assert_eq!(aliases(&record), ["An Li"]);
        assert_eq!(record.entity_type, Some(EntityType::Individual));
        assert_eq!(record.countries.iter().map(|c| c.as_str()).collect::<Vec<_>>(), ["RU"]);
    }

    #[test]
    fn any_number_of_explanations_is_read_in_one_go() {
        assert_eq!(named(&format!("Sun{}", " [Moon]".repeat(100_000))).name, "Sun");
    }

    #[test]
    fn the_own_name_behind_that_of_a_parent_is_an_alias() {
        for (text, own) in [
            ("Sun Co. (SN).  Affiliated Entity:  Moon Co.", "Moon Co."),
            ("Sun Academy. Subordinate Institution - 9th Institute", "9th Institute"),
            ("Department of Stars entity: Sun Centre", "Sun Centre"),
        ] {
            let record = named(text);
            assert_eq!(aliases(&record), [own]);
            assert_eq!(record.name, filled(text).expect(text));
        }
    }

    #[test]
    fn words_that_join_other_names_are_no_part_of_them() {
        for (text, expected) in [
            ("and Sun Works", &["Sun Works"][..]),
            ("and", &[""]),
            ("-LLC Sun", &["LLC Sun"]),
            ("(a.k.a. Sun", &["Sun"]),
            ("Sun and Supply).", &["Sun and Supply"]),
            ("(all of them in the sky)", &[]),
            ("Sun (HK)", &["Sun (HK)"]),
            ("JSC Sun, f.k.a., OAO Sun", &["JSC Sun", "OAO Sun"]),
            ("Sun Co., Ltd., and Moon", &["Sun Co., Ltd.", "Moon"]),
            ("Guarding, and Security", &["Guarding, and Security"]),
            ("DBA Sun Works", &["Sun Works"]),
            ("Sundial Company or Sundial Co", &["Sundial Company", "Sundial Co"]),
            ("Sundial or Moon Works", &["Sundial or Moon Works"]),
        ] {
            let mut record = Record::default();
            read_alias(text, &mut record);
            assert_eq!(aliases(&record), expected, "{text}");
        }
    }
}
