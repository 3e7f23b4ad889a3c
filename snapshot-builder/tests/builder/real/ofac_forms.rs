//! Holds two forms of an OFAC list against each other, record by record and fact by fact.

use std::collections::BTreeMap;

use tamis_engine::model::{AliasQuality, Record};

use crate::reading::support::texts;

/// A fact of a record in comparable form.
pub(crate) type Fact = fn(&Record) -> Vec<String>;

/// References of the records that are in both lists and differ in a fact.
pub(crate) fn differing<'r>(left: &'r [Record], right: &[Record], fact: Fact) -> Vec<&'r str> {
    let right: BTreeMap<&str, &Record> =
        right.iter().map(|record| (record.reference.as_str(), record)).collect();
    let differs = |record: &&Record| {
        right.get(record.reference.as_str()).is_some_and(|other| fact(record) != fact(other))
    };
    left.iter().filter(differs).map(|record| record.reference.as_str()).collect()
}

/// How many records of the first list are in the second one.
pub(crate) fn in_both(left: &[Record], right: &[Record]) -> usize {
    let right: BTreeMap<&str, &Record> =
        right.iter().map(|record| (record.reference.as_str(), record)).collect();
    left.iter().filter(|record| right.contains_key(record.reference.as_str())).count()
}

pub(crate) fn name(record: &Record) -> Vec<String> {
    vec![record.name.clone()]
}

pub(crate) fn entity_type(record: &Record) -> Vec<String> {
    vec![format!("{:?}", record.entity_type)]
}

/// Aliases with their quality, in no order.
pub(crate) fn aliases(record: &Record) -> Vec<String> {
    let marked = |quality| if quality == AliasQuality::Weak { "weak" } else { "strong" };
    let aliases = record.aliases.iter().map(|a| format!("{} {}", marked(a.quality), a.name));
    sorted(aliases.collect())
}

/// Aliases in Latin letters.
pub(crate) fn latin_aliases(record: &Record) -> Vec<String> {
    let mut aliases = aliases(record);
    aliases.retain(|alias| alias.is_ascii());
    aliases
}

/// Weak aliases in Latin letters.
pub(crate) fn weak_latin_aliases(record: &Record) -> Vec<String> {
    let mut aliases = latin_aliases(record);
    aliases.retain(|alias| alias.starts_with("weak"));
    aliases
}

/// All names in no order, whichever is the primary one.
pub(crate) fn all_names(record: &Record) -> Vec<String> {
    let mut names: Vec<String> = record.aliases.iter().map(|a| a.name.clone()).collect();
    names.push(record.name.clone());
    sorted(names)
}

pub(crate) fn birth_dates(record: &Record) -> Vec<String> {
    texts(&record.birth_dates)
}

/// Places of birth, with one form of the apostrophe.
pub(crate) fn birth_places(record: &Record) -> Vec<String> {
    record.birth_places.iter().map(|place| place.replace('’', "'")).collect()
}

pub(crate) fn countries(record: &Record) -> Vec<String> {
    texts(&record.countries)
}

pub(crate) fn programmes(record: &Record) -> Vec<String> {
    sorted(record.programmes.clone())
}

pub(crate) fn imo(record: &Record) -> Vec<String> {
    record.imo.iter().map(ToString::to_string).collect()
}

pub(crate) fn identifiers(record: &Record) -> Vec<String> {
    let numbers = record.identifiers.iter();
    sorted(numbers.map(|i| format!("{} {} {:?}", i.kind, i.value, i.country)).collect())
}

pub(crate) fn securities(record: &Record) -> Vec<String> {
    record.isin.iter().chain(&record.ticker).cloned().collect()
}

pub(crate) fn addresses(record: &Record) -> Vec<String> {
    record.addresses.clone()
}

pub(crate) fn positions(record: &Record) -> Vec<String> {
    record.positions.clone()
}

pub(crate) fn gender(record: &Record) -> Vec<String> {
    record.gender.iter().cloned().collect()
}

/// Notes item by item, in no order. The CSV files mark further facts of a kind by "alt.", and a
/// full stop at the end of their remarks may be that of the last item.
pub(crate) fn notes(record: &Record) -> Vec<String> {
    let items = record.notes.iter().flat_map(|note| note.split("; "));
    sorted(
        items
            .map(|item| item.trim_start_matches("alt. ").trim_end_matches('.').to_owned())
            .collect(),
    )
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts.dedup();
    texts
}
