//! The values of a fact of a record, read one after the other from the snapshot.

use std::{option, slice};

use xxhash_rust::xxh3::xxh3_64;

use super::record_detail::DetailValues;
use crate::model::facts::Value;
use crate::model::{BirthDate, BornBefore, CountryCode, EntityType, ImoNumber, PartialDate};

/// The values of a fact. Reading allocates nothing.
#[derive(Clone)]
pub enum Values<'s> {
    /// One value or none.
    One(option::IntoIter<Value<'s>>),
    /// Values of the record's detail.
    Detail(DetailValues<'s>),
    BirthDates(Codes<'s, BirthDate>),
    Countries(Codes<'s, CountryCode>),
    /// Aliases, each once.
    Aliases(Aliases<'s>),
}

impl<'s> Iterator for Values<'s> {
    type Item = Value<'s>;

    fn next(&mut self) -> Option<Value<'s>> {
        match self {
            Self::One(value) => value.next(),
            Self::Detail(values) => values.next(),
            Self::BirthDates(dates) => dates.next().map(Value::BirthDate),
            Self::Countries(countries) => countries.next().map(Value::Country),
            Self::Aliases(aliases) => aliases.next(),
        }
    }
}

/// A value stored as a code in a column.
pub trait Coded: Sized {
    type Code: Copy + 'static;

    /// Decodes a value.
    fn of_code(code: Self::Code) -> Option<Self>;
}

impl Coded for BirthDate {
    type Code = u32;

    fn of_code(code: u32) -> Option<Self> {
        Self::from_code(code)
    }
}

impl Coded for BornBefore {
    type Code = u32;

    fn of_code(code: u32) -> Option<Self> {
        Self::from_code(code)
    }
}

impl Coded for CountryCode {
    type Code = u16;

    fn of_code(code: u16) -> Option<Self> {
        Self::from_code(code)
    }
}

/// The decoded values of a range of a column.
#[derive(Clone)]
pub struct Codes<'s, T: Coded>(pub(super) slice::Iter<'s, T::Code>);

impl<T: Coded> Iterator for Codes<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.0.find_map(|code| T::of_code(*code))
    }
}

/// Aliases without those that repeat the primary name or an earlier alias (docs/api.md, "Record
/// fields").
#[derive(Clone)]
pub struct Aliases<'s> {
    name: &'s str,
    all: DetailValues<'s>,
    left: DetailValues<'s>,
    /// Number of aliases already returned or skipped.
    passed: usize,
    /// Their names.
    earlier: NameFilter,
}

impl<'s> Aliases<'s> {
    pub(super) fn new(name: &'s str, all: DetailValues<'s>) -> Self {
        Self { name, left: all.clone(), all, passed: 0, earlier: NameFilter::default() }
    }
}

impl<'s> Iterator for Aliases<'s> {
    type Item = Value<'s>;

    fn next(&mut self) -> Option<Value<'s>> {
        loop {
            let alias = self.left.next()?;
            let name = alias.name().unwrap_or_default();
            let is_named = |other: Value<'s>| other.name() == Some(name);
            // Reading all earlier aliases again would take the square of their number.
            let is_repeated =
                self.earlier.add(name) && self.all.clone().take(self.passed).any(is_named);
            self.passed += 1;
            if name != self.name && !is_repeated {
                return Some(alias);
            }
        }
    }
}

/// A set of names as a Bloom filter with one hash: it rules names out, and holds none for certain.
#[derive(Clone, Default)]
struct NameFilter([u64; 4]);

impl NameFilter {
    /// Adds a name. False if it was certainly not added before.
    fn add(&mut self, name: &str) -> bool {
        let hash = xxh3_64(name.as_bytes());
        let word = &mut self.0[(hash >> 6) as usize % 4];
        let bit = 1 << (hash % 64);
        let may_be_there = *word & bit != 0;
        *word |= bit;
        may_be_there
    }
}

/// A stored field that yields the values of a fact.
pub(super) trait IntoValues<'s> {
    fn into_values(self) -> Values<'s>;
}

fn one(value: Option<Value<'_>>) -> Values<'_> {
    Values::One(value.into_iter())
}

impl<'s> IntoValues<'s> for Option<EntityType> {
    fn into_values(self) -> Values<'s> {
        one(self.map(Value::Type))
    }
}

impl<'s> IntoValues<'s> for Option<PartialDate> {
    fn into_values(self) -> Values<'s> {
        one(self.map(Value::Date))
    }
}

impl<'s> IntoValues<'s> for Option<ImoNumber> {
    fn into_values(self) -> Values<'s> {
        one(self.map(Value::Imo))
    }
}

impl<'s> IntoValues<'s> for Codes<'s, BirthDate> {
    fn into_values(self) -> Values<'s> {
        Values::BirthDates(self)
    }
}

impl<'s> IntoValues<'s> for Codes<'s, CountryCode> {
    fn into_values(self) -> Values<'s> {
        Values::Countries(self)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::super::record_detail::{Detail, encode};
    use super::Aliases;
    use crate::model::facts::Value;
    use crate::model::{Alias, Fact, Record};

    proptest! {
        /// The longer lists fill the filter, so that it rules out nothing.
        #[test]
        fn an_alias_is_shown_once(
            name in "[a-c]{0,2}",
            names in proptest::collection::vec("[a-c]{0,5}", 0..400),
        ) {
            let aliases = names.iter().map(|name| Alias::strong(name.clone())).collect();
            let bytes = encode(&Record { name: name.clone(), aliases, ..Record::default() });
            let shown = Aliases::new(&name, Detail::of(&bytes).values(Fact::Aliases));
            let shown: Vec<_> = shown.filter_map(Value::name).collect();
            let mut earlier = HashSet::from([name.as_str()]);
            let expected = names.iter().map(String::as_str).filter(|name| earlier.insert(name));
            prop_assert_eq!(&shown, &expected.collect::<Vec<_>>());
        }
    }
}
