//! Defines a changed record: one of its published facts differs.

use std::fmt::Debug;

use tamis_engine::ftm::Content;
use tamis_engine::model::facts::FactRef;
use tamis_engine::model::{CountryCode, Fact, LastChange, ListType, Record, Register, Timestamp};

use crate::registers::Description;

/// Facts that a register adds to the published form of each of its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Publisher<'r> {
    name: &'r str,
    country: CountryCode,
    list_type: ListType,
}

impl<'r> From<&'r Description> for Publisher<'r> {
    fn from(register: &'r Description) -> Self {
        let Description { publisher, country, list_type, .. } = register;
        Self { name: publisher, country: *country, list_type: *list_type }
    }
}

impl<'r> From<&'r Register> for Publisher<'r> {
    fn from(register: &'r Register) -> Self {
        let Register { publisher, country, list_type, .. } = register;
        Self { name: publisher, country: *country, list_type: *list_type }
    }
}

/// Parts of a record that differ from before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Differs {
    pub(super) party: bool,
    pub(super) listing: bool,
}

impl Differs {
    pub(super) const NOTHING: Self = Self { party: false, listing: false };
    pub(super) const ALL: Self = Self { party: true, listing: true };

    /// Times at which each part last changed: now for differing parts.
    pub(super) fn since(self, before: LastChange, now: Timestamp) -> LastChange {
        let since = |differs, before| if differs { now } else { before };
        LastChange {
            party: since(self.party, before.party),
            listing: since(self.listing, before.listing),
        }
    }

    /// Compares a record before and now, each with the facts that its register adds.
    pub(super) fn between(
        (known, before): (&Record, Publisher<'_>),
        (record, now): (&Record, Publisher<'_>),
    ) -> Self {
        let party = |record, of: Publisher<'_>| Content::of_party(record, of.list_type);
        let listing = |record, of: Publisher<'_>| Content::of_listing(record, of.name, of.country);
        Self {
            party: party(known, before) != party(record, now),
            listing: listing(known, before) != listing(record, now),
        }
    }
}

/// Facts of a record that differ in another one; the order of values does not count.
pub(crate) fn differing_facts(known: &Record, record: &Record) -> impl Iterator<Item = Fact> {
    Fact::ALL.iter().copied().filter(|&fact| match (known.fact(fact), record.fact(fact)) {
        (FactRef::Texts(known), FactRef::Texts(now)) => !have_same(known, now),
        (FactRef::Aliases(known), FactRef::Aliases(now)) => !have_same(known, now),
        (FactRef::BirthDates(known), FactRef::BirthDates(now)) => !have_same(known, now),
        (FactRef::Countries(known), FactRef::Countries(now)) => !have_same(known, now),
        (FactRef::Identifiers(known), FactRef::Identifiers(now)) => !have_same(known, now),
        (known, now) => known != now,
    })
}

/// True if two lists hold the same values in any order.
fn have_same<T: Debug + PartialEq>(one: &[T], other: &[T]) -> bool {
    // Values need no order of their own, so their texts are sorted.
    let sorted = |values: &[T]| {
        let mut texts: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
        texts.sort_unstable();
        texts
    };
    one == other || (one.len() == other.len() && sorted(one) == sorted(other))
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::Alias;

    use super::*;

    fn publisher() -> Publisher<'static> {
        let country = CountryCode::parse("UN").expect("two letters");
        Publisher { name: "A publisher", country, list_type: ListType::Sanction }
    }

    fn differs(known: &Record, now: &Record) -> [bool; 2] {
        let Differs { party, listing } = Differs::between((known, publisher()), (now, publisher()));
        [party, listing]
    }

    fn record(aliases: Vec<Alias>, notes: &[&str]) -> Record {
        Record {
            name: "Sun Ltd".to_owned(),
            aliases,
            notes: notes.iter().map(|&note| note.to_owned()).collect(),
            ..Record::default()
        }
    }

    #[test]
    fn a_record_differs_where_what_is_published_of_it_does() {
        let (moon, weak) = (|| Alias::strong("Moon Ltd"), || Alias::weak("Star"));
        let known = record(vec![moon()], &["one"]);
        let listed = |date: &str| Record { listed_on: date.parse().ok(), ..known.clone() };
        for (other, expected) in [
            (record(vec![moon()], &["one"]), [false, false]),
            (record(vec![moon()], &["two"]), [true, false]),
            (record(vec![moon(), weak()], &["one"]), [true, false]),
            (record(vec![Alias::weak("Moon Ltd")], &["one"]), [true, false]),
            (record(vec![moon().formerly(true)], &["one"]), [true, false]),
            (Record { programmes: vec!["A".into()], ..known.clone() }, [false, true]),
            (Record { status: Some("ended".to_owned()), ..known.clone() }, [false, true]),
            (Record { gender: Some("male".to_owned()), ..listed("2020") }, [true, true]),
            (Record { name: "Sun  Ltd".to_owned(), ..known.clone() }, [false, false]),
        ] {
            assert_eq!(differs(&known, &other), expected, "{other:?}");
        }
    }

    #[test]
    fn the_order_of_values_is_no_change() {
        let born = |dates: [&str; 2]| Record {
            birth_dates: dates.iter().filter_map(|date| date.parse().ok()).collect(),
            addresses: dates.map(str::to_owned).to_vec(),
            programmes: dates.map(str::to_owned).to_vec(),
            ..record(dates.map(Alias::strong).to_vec(), &dates)
        };
        let (known, now) = (born(["1962", "1963"]), born(["1963", "1962"]));
        // The first programme is the caption of a listing, so its order counts.
        assert_eq!(differs(&known, &now), [false, true]);
        assert_eq!(differing_facts(&known, &now).count(), 0);
        let twice = born(["1962", "1962"]);
        assert_eq!(differing_facts(&known, &twice).count(), 5);
    }

    #[test]
    fn what_a_register_adds_to_its_records_counts() {
        let known = record(Vec::new(), &[]);
        let country = CountryCode::parse("EU").expect("two letters");
        for (now, expected) in [
            (Publisher { name: "Another", ..publisher() }, [false, true]),
            (Publisher { country, ..publisher() }, [false, true]),
            (Publisher { list_type: ListType::Pep, ..publisher() }, [true, false]),
        ] {
            let Differs { party, listing } = Differs::between((&known, publisher()), (&known, now));
            assert_eq!([party, listing], expected, "{now:?}");
        }
    }
}
