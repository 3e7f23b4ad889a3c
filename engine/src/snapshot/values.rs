//! The values of a fact of a record as it lies in the snapshot, one after the other.

use std::{option, slice};

use rkyv::option::ArchivedOption;
use rkyv::rend::u32_le;
use rkyv::string::ArchivedString;
use rkyv::vec::ArchivedVec;

use super::record_detail::{ArchivedAliasDetail, ArchivedIdentifierDetail};
use crate::model::facts::Value;
use crate::model::{AliasQuality, CountryCode, EntityType, ImoNumber, PartialDate};

/// The values of a fact. Nothing is allocated by reading them.
#[derive(Clone)]
pub enum Values<'s> {
    /// One or none.
    One(option::IntoIter<Value<'s>>),
    /// Texts.
    Texts(slice::Iter<'s, ArchivedString>),
    /// Dates.
    Dates(Codes<'s, PartialDate>),
    /// Countries.
    Countries(Codes<'s, CountryCode>),
    /// Other names, each once.
    Aliases(Aliases<'s>),
    /// Numbers that identify a party.
    Identifiers(slice::Iter<'s, ArchivedIdentifierDetail>),
}

impl<'s> Iterator for Values<'s> {
    type Item = Value<'s>;

    fn next(&mut self) -> Option<Value<'s>> {
        match self {
            Self::One(value) => value.next(),
            Self::Texts(texts) => texts.next().map(|text| Value::Text(text.as_str())),
            Self::Dates(dates) => dates.next().map(Value::Date),
            Self::Countries(countries) => countries.next().map(Value::Country),
            Self::Aliases(aliases) => aliases.next().map(|alias| Value::Alias {
                name: alias.name.as_str(),
                quality: if alias.weak { AliasQuality::Weak } else { AliasQuality::Strong },
            }),
            Self::Identifiers(identifiers) => identifiers.next().map(|identifier| {
                let country = identifier.country.as_ref().map(|code| code.to_native());
                Value::Identifier {
                    kind: identifier.kind.as_str(),
                    value: identifier.value.as_str(),
                    country: country.and_then(CountryCode::from_code),
                }
            }),
        }
    }
}

/// A value with a code in a column.
pub trait Coded: Sized {
    /// The code.
    type Code: Copy + 'static;

    /// The value of a code.
    fn of_code(code: Self::Code) -> Option<Self>;
}

impl Coded for PartialDate {
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

/// What the codes of a range of a column stand for.
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
    all: &'s [ArchivedAliasDetail],
    next: usize,
}

impl<'s> Aliases<'s> {
    pub(super) fn new(name: &'s str, all: &'s [ArchivedAliasDetail]) -> Self {
        Self { name, all, next: 0 }
    }
}

impl<'s> Iterator for Aliases<'s> {
    type Item = &'s ArchivedAliasDetail;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(alias) = self.all.get(self.next) {
            let earlier = self.all[..self.next].iter();
            self.next += 1;
            let is_repeated = alias.name == *self.name
                || earlier.into_iter().any(|other| other.name == alias.name);
            if !is_repeated {
                return Some(alias);
            }
        }
        None
    }
}

/// What holds the values of a fact.
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

impl<'s> IntoValues<'s> for Option<ImoNumber> {
    fn into_values(self) -> Values<'s> {
        one(self.map(Value::Imo))
    }
}

impl<'s> IntoValues<'s> for Codes<'s, PartialDate> {
    fn into_values(self) -> Values<'s> {
        Values::Dates(self)
    }
}

impl<'s> IntoValues<'s> for Codes<'s, CountryCode> {
    fn into_values(self) -> Values<'s> {
        Values::Countries(self)
    }
}

impl<'s> IntoValues<'s> for &'s ArchivedString {
    fn into_values(self) -> Values<'s> {
        one(Some(Value::Text(self.as_str())))
    }
}

impl<'s> IntoValues<'s> for &'s ArchivedOption<ArchivedString> {
    fn into_values(self) -> Values<'s> {
        one(self.as_ref().map(|text| Value::Text(text.as_str())))
    }
}

impl<'s> IntoValues<'s> for &'s ArchivedVec<ArchivedString> {
    fn into_values(self) -> Values<'s> {
        Values::Texts(self.as_slice().iter())
    }
}

impl<'s> IntoValues<'s> for &'s ArchivedOption<u32_le> {
    fn into_values(self) -> Values<'s> {
        let date = self.as_ref().and_then(|code| PartialDate::from_code(code.to_native()));
        one(date.map(Value::Date))
    }
}

impl<'s> IntoValues<'s> for &'s ArchivedVec<ArchivedIdentifierDetail> {
    fn into_values(self) -> Values<'s> {
        Values::Identifiers(self.as_slice().iter())
    }
}
