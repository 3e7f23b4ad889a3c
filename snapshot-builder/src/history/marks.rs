//! Marks that a compilation leaves out of its sources' entries: weak aliases and approximate dates. Its
//! entry for a party takes them over, so that a party gets the same result from every list that names
//! it (docs/design.md, "Refresh").
//!
//! A compilation is a register in the files of another one, whose references are the numbers of a
//! third. Its sources are that third register and any others whose entries it numbers.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use tamis_engine::model::{AliasQuality, BirthDate, PartialDate, Record};
use tamis_engine::text::as_written;

use super::attempt::Attempt;
use super::previous::entries;
use crate::ledger::{Ledger, LedgerError};
use crate::registers::Description;

/// Copies the marks of the sources to the loaded records of compilations. Sources are taken as loaded,
/// otherwise from the previous ledger.
pub(super) fn take_over(
    attempts: &mut [Attempt],
    previous: Option<&Ledger>,
) -> Result<(), LedgerError> {
    let compilations = attempts.iter().filter_map(|attempt| source_of(&attempt.description));
    let sources: BTreeSet<String> = compilations.map(str::to_owned).collect();
    for source in sources {
        let marks = marks_of(&source, attempts, previous)?;
        for attempt in attempts.iter_mut() {
            let is_compiled = source_of(&attempt.description) == Some(&source);
            if let (true, Ok(records)) = (is_compiled, &mut attempt.outcome) {
                records.par_iter_mut().for_each(|record| {
                    if let Some(marks) = marks.get(&record.reference) {
                        marks.put_on(record);
                    }
                });
            }
        }
    }
    Ok(())
}

/// The register whose numbers serve as references of a compilation.
fn source_of(register: &Description) -> Option<&str> {
    register.numbered_by.as_deref().filter(|_| register.part_of.is_some())
}

/// Marks of all entries that have some, by number.
fn marks_of(
    source: &str,
    attempts: &[Attempt],
    previous: Option<&Ledger>,
) -> Result<BTreeMap<String, Marks>, LedgerError> {
    let mut marks = BTreeMap::new();
    let mut add = |record: &Record| {
        if let Some(own) = Marks::of(record) {
            marks.insert(record.reference.clone(), own);
        }
    };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for Attempt { description, outcome, .. } in attempts {
        let numbers = description.numbered_by.as_deref().unwrap_or(&description.slug);
        let is_source = numbers == source && description.part_of.is_none();
        match outcome {
            Ok(records) if is_source => records.iter().for_each(&mut add),
            // The ledger has the records of the source's latest good load.
            Err(_) if is_source => continue,
            _ => {}
        }
        seen.insert(&description.slug);
    }
    let Some(ledger) = previous else { return Ok(marks) };
    for (place, line) in (0..).zip(ledger.registers()) {
        let slug = &line.register.slug;
        if line.numbered_by.as_ref().unwrap_or(slug) != source || seen.contains(slug.as_str()) {
            continue;
        }
        for entry in entries(ledger, place) {
            let entry = entry?;
            let record = serde_json::from_str::<Record>(entry.json.get());
            if let (true, Ok(record)) = (entry.known.is_active(), record) {
                add(&record);
            }
        }
    }
    Ok(marks)
}

/// Marks of an entry on its names and dates.
struct Marks {
    /// Words of each name that occurs only as a weak alias.
    weak: BTreeSet<Vec<String>>,
    approximate: BTreeSet<PartialDate>,
}

impl Marks {
    /// Marks of a record; `None` if it has none.
    fn of(record: &Record) -> Option<Self> {
        let (weak, strong): (Vec<_>, Vec<_>) =
            record.aliases.iter().partition(|alias| alias.quality == AliasQuality::Weak);
        let strong = strong.iter().map(|alias| &alias.name).chain([&record.name]);
        let strong: BTreeSet<Vec<String>> = strong.map(|name| words(name)).collect();
        let weak = weak.iter().map(|alias| words(&alias.name));
        let weak: BTreeSet<_> = weak.filter(|words| !strong.contains(words)).collect();
        let approximate = record.birth_dates.iter().filter(|born| born.is_approximate);
        let approximate: BTreeSet<_> = approximate.map(|born| born.date).collect();
        (!weak.is_empty() || !approximate.is_empty()).then_some(Self { weak, approximate })
    }

    fn put_on(&self, record: &mut Record) {
        for alias in &mut record.aliases {
            if self.weak.contains(&words(&alias.name)) {
                alias.quality = AliasQuality::Weak;
            }
        }
        for born in &mut record.birth_dates {
            if self.approximate.contains(&born.date) {
                *born = BirthDate::approximate(born.date);
            }
        }
    }
}

/// Sorted words of a name: "KONY, Joseph" is "Joseph KONY".
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = as_written(name).split(' ').map(str::to_owned).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::Alias;

    use super::*;

    #[test]
    fn marks_go_to_the_same_names_and_dates() {
        let born = |text: &str| text.parse::<BirthDate>().expect("a date");
        let source = Record {
            name: "SUN, Ann".to_owned(),
            aliases: vec![
                Alias::weak("ALI"),
                Alias::weak("MOON, Ben"),
                Alias::weak("Ann Sun"),
                Alias::weak("Star"),
                Alias::strong("STAR"),
            ],
            birth_dates: vec![born("circa 1962"), born("1963")],
            ..Record::default()
        };
        let marks = Marks::of(&source).expect("marks");
        let strong = |name| Alias::strong(name);
        let mut record = Record {
            name: "ali".to_owned(),
            aliases: ["Ali", "Ben Moon", "Sun Ann", "Star", "Alia"].map(strong).to_vec(),
            birth_dates: vec![born("1962"), born("1963"), born("1962-05")],
            ..Record::default()
        };
        marks.put_on(&mut record);
        let weak = record.aliases.iter().filter(|alias| alias.quality == AliasQuality::Weak);
        assert_eq!(weak.map(|alias| alias.name.as_str()).collect::<Vec<_>>(), ["Ali", "Ben Moon"]);
        assert_eq!(record.birth_dates, [born("circa 1962"), born("1963"), born("1962-05")]);
        assert!(Marks::of(&Record { aliases: vec![strong("A")], ..Record::default() }).is_none());
    }
}
