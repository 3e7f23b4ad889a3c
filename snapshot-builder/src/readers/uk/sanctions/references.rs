//! References of other lists in free text: `UN Ref QDe.004`, `XXA0050 and XXB0045`.
//!
//! Some are wrong: a person has the reference of an organisation, or several parties share one. Records
//! are linked across lists by these references, so a wrong one only becomes a note.

use std::collections::BTreeMap;

use tamis_engine::model::{EntityType, Fact, Record};

use crate::readers::common::facts;

/// Sets the UN reference: the entry of the UN list that is the basis of the record.
pub(super) fn add_un_reference(record: &mut Record, reference: &str) {
    let is_person = record.entity_type.map(|kind| kind == EntityType::Individual);
    match is_of_person(reference).zip(is_person) {
        Some((stated, is_person)) if stated != is_person => {
            facts::add_note(record, Fact::UnReference.label(), reference);
        }
        _ => facts::add_un_reference(record, reference),
    }
}

/// Turns UN references shared by several records into notes, for lists with one record per party.
pub(super) fn demote_shared<'r>(records: impl Iterator<Item = &'r mut Record>) {
    let mut records: Vec<&mut Record> = records.collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for reference in records.iter().filter_map(|record| record.un_reference.clone()) {
        *counts.entry(reference).or_default() += 1;
    }
    for record in &mut records {
        let is_shared = |reference: &mut String| counts[reference.as_str()] > 1;
        if let Some(shared) = record.un_reference.take_if(is_shared) {
            facts::add_note(record, Fact::UnReference.label(), &shared);
        }
    }
}

/// True if a UN reference is that of a person; `None` if it does not show. The letter for it is the
/// third of `QDi.004`, the second of `QI.A.4.01` and `Q.I.A.4.01` and the first of `I.37.A.5`.
fn is_of_person(reference: &str) -> Option<bool> {
    let mut parts = reference.split('.');
    let (first, second) = (parts.next()?, parts.next()?);
    let letter = match first {
        "E" | "I" => first,
        _ if first.len() == 1 => second,
        _ => first.get(first.len().checked_sub(1)?..)?,
    };
    match letter {
        "I" | "i" => Some(true),
        "E" | "e" => Some(false),
        _ => None,
    }
}

/// All references after "UN Ref" in any of its spellings.
pub(super) fn un_references(text: &str) -> Vec<String> {
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    for (at, mark) in lower.match_indices("un ref") {
        let is_word = !text.get(..at).unwrap_or_default().ends_with(char::is_alphanumeric);
        let behind = text.get(at + mark.len()..).unwrap_or_default();
        if let Some((reference, _)) = Some(behind).filter(|_| is_word).and_then(after_mark) {
            found.push(reference);
        }
    }
    found
}

/// The reference at the start of a text, after the rest of the word "Ref" and "No", and the text after
/// it.
fn after_mark(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix("erence").unwrap_or(text).trim_start_matches([' ', '.', ':']);
    let text = text.strip_prefix("No").unwrap_or(text).trim_start_matches([' ', '.', ':']);
    un_reference(text)
}

/// The UN reference at the start of a text, and the text after it.
pub(super) fn un_reference(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let first = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (letters, mut rest) = text.split_at(first);
    // "KPe 070" and "KPI. 076" mean KPe.070 and KPi.076.
    let figures = rest.trim_start_matches(['.', ' ']);
    let end = figures.find(|c: char| !c.is_ascii_digit()).unwrap_or(figures.len());
    if let Some(reference) = modern(letters, figures.get(..end)?) {
        return Some((reference, figures.get(end..)?));
    }
    let mut reference = letters.to_owned();
    while let Some(behind) = rest.strip_prefix('.') {
        let end = behind.find(|c: char| !c.is_ascii_alphanumeric() && !"()".contains(c));
        let (part, behind) = behind.split_at(end.unwrap_or(behind.len()));
        if part.is_empty() || part.contains(|c: char| c.is_ascii_lowercase()) {
            break;
        }
        reference.push('.');
        reference.push_str(part);
        rest = behind;
    }
    let is_reference = letters.starts_with(|c: char| c.is_ascii_alphabetic())
        && reference.len() > letters.len()
        && reference.contains(|c: char| c.is_ascii_digit());
    is_reference.then_some((reference, rest))
}

/// A reference in the UN's present form: two capitals, `i` or `e`, a full stop and three digits. The UK
/// writes some as `KPI.067` or `KPe.23`.
fn modern(letters: &str, figures: &str) -> Option<String> {
    let (list, kind) = letters.split_at_checked(2)?;
    let kind = kind.to_ascii_lowercase();
    let is_modern = list.bytes().all(|b| b.is_ascii_uppercase())
        && matches!(kind.as_str(), "i" | "e")
        && matches!(figures.len(), 2 | 3);
    is_modern.then(|| format!("{list}{kind}.{figures:0>3}"))
}

/// The references of the UK Sanctions List (`XXC0001`) at the start of a text, and the text after them.
pub(super) fn uk_references(text: &str) -> (Vec<String>, &str) {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    loop {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        if !is_uk_reference(word) {
            return (found, rest.trim_start_matches([' ', '.']));
        }
        found.push(word.to_owned());
        rest = behind.trim_start_matches([' ', ',', '/', '&']);
        if let Some(next) = rest.strip_prefix("and ").map(str::trim_start) {
            let end = next.find(' ').unwrap_or(next.len());
            let is_next = next
                .get(..end)
                .is_some_and(|word| is_uk_reference(word.trim_end_matches(['.', ','])));
            rest = if is_next { next } else { rest };
        }
    }
}

fn is_uk_reference(word: &str) -> bool {
    word.split_at_checked(3).is_some_and(|(list, figures)| {
        list.bytes().all(|b| b.is_ascii_uppercase())
            && figures.len() >= 4
            && figures.bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn un_references_are_found_in_every_spelling() {
        let table: [(&str, &[&str]); 22] = [
            ("UN Ref QDe.004. Emir.", &["QDe.004"]),
            ("UN REF:QE.A.146.14. Also", &["QE.A.146.14"]),
            ("Listing. UN Ref.KPI.067.", &["KPi.067"]),
            ("UN Ref KPe.23.", &["KPe.023"]),
            ("UN Ref.KPe 070. Owner", &["KPe.070"]),
            ("UN Ref.KPI. 076. Ri", &["KPi.076"]),
            ("UN Reference No: TAi.172. Belongs", &["TAi.172"]),
            ("UN Ref No. YEi.001", &["YEi.001"]),
            ("UN Ref E.29.I.11. Owned", &["E.29.I.11"]),
            ("UN Ref IRi.022.Passport no", &["IRi.022"]),
            ("UN Ref TI.A.128.01.Financial", &["TI.A.128.01"]),
            ("UN Ref IRi.022 24 May", &["IRi.022"]),
            ("UN Ref I.AC.50.20.12.12.(2). New", &["I.AC.50.20.12.12.(2)"]),
            ("UN ref:  QDi.001 and UN ref QDi.002", &["QDi.001", "QDi.002"]),
            ("UN Ref.077. Alternate", &[]),
            ("UN Ref and 2004", &[]),
            ("UN Ref QI.Z,168.04", &[]),
            ("UN refused him", &[]),
            ("UN Refugee agency 2004.1", &[]),
            ("FUN Ref QDe.004", &[]),
            ("UN Ref", &[]),
            ("UN Ref é.123", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(un_references(text), expected, "{text}");
        }
    }

    #[test]
    fn a_reference_of_any_length_is_read_in_one_go() {
        let text = format!("UN Ref A{}", ".1".repeat(500_000));
        assert_eq!(un_references(&text).concat().len(), text.len() - "UN Ref ".len());
    }

    #[test]
    fn the_letter_of_a_reference_says_whose_it_is() {
        for (reference, expected) in [
            ("QDi.004", Some(true)),
            ("KPe.023", Some(false)),
            ("TI.A.4.01", Some(true)),
            ("QE.A.4.01", Some(false)),
            ("Q.I.A.291.11", Some(true)),
            ("E.29.I.11", Some(false)),
            ("I.AC.50.20.12.12.(1)", Some(true)),
            ("QD1.410", None),
            ("é.1", None),
            ("1", None),
        ] {
            assert_eq!(is_of_person(reference), expected, "{reference}");
        }
    }

    #[test]
    fn uk_references_end_where_the_text_begins() {
        for (text, expected, rest) in [
            ("XXA0121.", vec!["XXA0121"], ""),
            ("XXA0050 and XXB0045 Listed", vec!["XXA0050", "XXB0045"], "Listed"),
            ("XXC0001. and others", vec!["XXC0001"], "and others"),
            ("XXC0001 and others", vec!["XXC0001"], "and others"),
            ("Listed", vec![], "Listed"),
            ("ééé0001", vec![], "ééé0001"),
        ] {
            let (found, behind) = uk_references(text);
            assert_eq!((found, behind), (expected.iter().map(|r| (*r).to_owned()).collect(), rest));
        }
    }
}
