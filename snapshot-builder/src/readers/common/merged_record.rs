//! Combines any number of rows about one party into one record.

use std::hash::Hash;

use ahash::AHashSet;
use tamis_engine::model::facts::FactMut;
use tamis_engine::model::{Alias, Fact, Record};

/// A record combined from rows.
pub(in crate::readers) struct MergedRecord {
    record: Record,
    rows: Rows,
}

impl MergedRecord {
    /// A record from one row.
    pub(in crate::readers) fn new(record: Record) -> Self {
        Self { record, rows: Rows::default() }
    }

    /// The record so far; its lists may hold a value more than once.
    pub(in crate::readers) fn record(&self) -> &Record {
        &self.record
    }

    /// Same as [`Self::record`], for additions other than those of [`unite`].
    pub(in crate::readers) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Adds the facts of a further row: see [`unite`].
    pub(in crate::readers) fn add(&mut self, row: Record) {
        unite(&mut self.record, row);
        self.rows.count(&mut self.record);
    }

    /// The record, with every value once.
    pub(in crate::readers) fn into_record(self) -> Record {
        self.rows.end(self.record)
    }
}

/// Number of rows of a record beyond the first.
#[derive(Debug, Default)]
pub(in crate::readers) struct Rows(u64);

impl Rows {
    /// Counts a further row that was united with the record, and removes repeated values now and then.
    /// This is often enough to limit memory to that of the values, and seldom enough to cost no more
    /// than reading them.
    pub(in crate::readers) fn count(&mut self, record: &mut Record) {
        self.0 += 1;
        if self.0.is_power_of_two() {
            drop_repeated(record);
        }
    }

    /// Completes the record after its last row.
    pub(in crate::readers) fn end(self, mut record: Record) -> Record {
        if self.0 > 0 {
            drop_repeated(&mut record);
        }
        record
    }
}

/// Adds the facts of another row about the party. A single-valued field keeps the first value: another
/// name becomes an alias, another value of other fields a note.
pub(in crate::readers) fn unite(record: &mut Record, mut row: Record) {
    if row.name != record.name {
        record.aliases.push(Alias::strong(std::mem::take(&mut row.name)));
    }
    let mut notes = Vec::new();
    for fact in Fact::ALL.iter().copied() {
        match (record.fact_mut(fact), row.fact_mut(fact)) {
            (FactMut::Texts(texts), FactMut::Texts(more)) if fact != Fact::Notes => {
                texts.append(more);
            }
            (FactMut::BirthDates(dates), FactMut::BirthDates(more)) => dates.append(more),
            (FactMut::Countries(countries), FactMut::Countries(more)) => countries.append(more),
            (FactMut::Aliases(aliases), FactMut::Aliases(more)) => aliases.append(more),
            (FactMut::Identifiers(all), FactMut::Identifiers(more)) => all.append(more),
            (FactMut::Text(first), FactMut::Text(other)) => {
                keep_first(first, other.take(), fact, &mut notes);
            }
            (FactMut::Date(first), FactMut::Date(other)) => {
                keep_first(first, other.take(), fact, &mut notes);
            }
            (FactMut::Type(first), FactMut::Type(other)) => {
                keep_first(first, other.take(), fact, &mut notes);
            }
            (FactMut::Imo(first), FactMut::Imo(other)) => {
                keep_first(first, other.take(), fact, &mut notes);
            }
            // The reference is the same in all rows, the name is done, the notes follow.
            _ => {}
        }
    }
    record.notes.append(&mut notes);
    record.notes.append(&mut row.notes);
}

/// Keeps the first value of a fact; another one becomes a note.
pub(in crate::readers) fn keep_first<T: PartialEq + ToString>(
    first: &mut Option<T>,
    other: Option<T>,
    fact: Fact,
    notes: &mut Vec<String>,
) {
    match (first.as_ref(), other) {
        (None, other) => *first = other,
        (Some(first), Some(other)) if *first != other => {
            notes.push(format!("{}: {}", fact.label(), other.to_string()));
        }
        _ => {}
    }
}

/// Removes repeated values, keeping each at its first place.
fn drop_repeated(record: &mut Record) {
    for fact in Fact::ALL {
        match record.fact_mut(*fact) {
            FactMut::Texts(texts) => keep_once(texts, String::clone),
            FactMut::BirthDates(dates) => keep_once(dates, |date| *date),
            FactMut::Countries(countries) => keep_once(countries, |country| *country),
            FactMut::Aliases(aliases) => {
                keep_once(aliases, |alias| (alias.name.clone(), alias.quality, alias.is_former));
            }
            FactMut::Identifiers(identifiers) => keep_once(identifiers, |number| {
                (number.kind.clone(), number.value.clone(), number.country)
            }),
            FactMut::Required(_)
            | FactMut::Text(_)
            | FactMut::Type(_)
            | FactMut::Date(_)
            | FactMut::Imo(_) => {}
        }
    }
}

fn keep_once<T, K: Hash + Eq>(values: &mut Vec<T>, key: impl Fn(&T) -> K) {
    if values.len() > 1 {
        let mut seen = AHashSet::with_capacity(values.len());
        values.retain(|value| seen.insert(key(value)));
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{EntityType, Identifier};

    use super::*;

    #[test]
    fn every_value_is_kept_once_in_the_order_of_the_rows() {
        let row = |number: usize| Record {
            addresses: vec![format!("{number} Road"), "1 Road".to_owned()],
            identifiers: vec![Identifier {
                kind: "Licence".to_owned(),
                value: (number % 2).to_string(),
                country: None,
            }],
            ..Record::default()
        };
        let mut merged = MergedRecord::new(row(1));
        // Enough values to take minutes if each was compared with all others.
        (2..50_000).for_each(|number| merged.add(row(number)));
        let record = merged.into_record();
        assert_eq!(record.addresses.len(), 49_999);
        assert_eq!(record.addresses.get(..3).map(<[_]>::concat), Some("1 Road2 Road3 Road".into()));
        let values: Vec<_> = record.identifiers.iter().map(|id| id.value.as_str()).collect();
        assert_eq!(values, ["1", "0"]);
    }

    #[test]
    fn fields_of_one_value_keep_the_first_and_note_the_others() {
        let row = |name: &str, gender: &str, entity_type| Record {
            name: name.to_owned(),
            gender: Some(gender.to_owned()).filter(|gender| !gender.is_empty()),
            entity_type,
            ..Record::default()
        };
        let mut merged = MergedRecord::new(row("ANA LEE", "", None));
        merged.add(row("Ana Lee", "female", Some(EntityType::Individual)));
        merged.add(row("ANA LEE", "male", Some(EntityType::Company)));
        merged.add(row("Ana Lee", "male", None));
        let record = merged.into_record();
        assert_eq!((record.name.as_str(), record.aliases.len()), ("ANA LEE", 1));
        assert_eq!(record.entity_type, Some(EntityType::Individual));
        assert_eq!(record.gender.as_deref(), Some("female"));
        assert_eq!(record.notes, ["Type: COMPANY", "Gender: male"]);
    }
}
