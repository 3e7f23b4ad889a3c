//! The values of a fact of a record, read one after the other from the snapshot.

use std::{option, slice};

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
}

impl<'s> Aliases<'s> {
    pub(super) fn new(name: &'s str, all: DetailValues<'s>) -> Self {
        Self { name, left: all.clone(), all, passed: 0 }
    }
}

impl<'s> Iterator for Aliases<'s> {
    type Item = Value<'s>;

    fn next(&mut self) -> Option<Value<'s>> {
        loop {
            let alias = self.left.next()?;
            let mut earlier = self.all.clone().take(self.passed);
            self.passed += 1;
            let name = alias.name();
            if name != Some(self.name) && earlier.all(|other| other.name() != name) {
                return Some(alias);
            }
        }
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
