//! One value of a fact.

use std::fmt;

use crate::model::{
    Alias, AliasQuality, BirthDate, CountryCode, EntityType, ImoNumber, PartialDate,
};

/// A value of a fact, from a snapshot or from a record alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value<'r> {
    /// Text as published.
    Text(&'r str),
    /// Type of a party.
    Type(EntityType),
    /// A date, possibly partial.
    Date(PartialDate),
    BirthDate(BirthDate),
    Country(CountryCode),
    Imo(ImoNumber),
    /// Another name.
    Alias {
        /// As published.
        name: &'r str,
        /// Quality as stated by the publisher.
        quality: AliasQuality,
        /// True if the party no longer has the name.
        is_former: bool,
    },
    /// A number that identifies a party.
    Identifier {
        kind: &'r str,
        /// The number.
        value: &'r str,
        /// The issuing country, when known.
        country: Option<CountryCode>,
    },
}

impl<'r> Value<'r> {
    pub(in crate::model) fn of_alias(alias: &'r Alias) -> Self {
        let Alias { name, quality, is_former } = alias;
        Self::Alias { name, quality: *quality, is_former: *is_former }
    }

    /// True for a weak alias (docs/api.md, "Record fields").
    #[must_use]
    pub fn is_weak_alias(&self) -> bool {
        matches!(self, Self::Alias { quality: AliasQuality::Weak, .. })
    }

    /// True for a former name.
    #[must_use]
    pub fn is_former_name(&self) -> bool {
        matches!(self, Self::Alias { is_former: true, .. })
    }

    /// Returns the name that it is: a text, or another name.
    #[must_use]
    pub fn name(self) -> Option<&'r str> {
        match self {
            Self::Text(text) | Self::Alias { name: text, .. } => Some(text),
            _ => None,
        }
    }
}

/// Writes the value as our own formats do: an alias as its name, a number as `Passport: A1 (PE)`.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Alias { name: text, .. } => f.write_str(text),
            Self::Type(entity_type) => entity_type.fmt(f),
            Self::Date(date) => date.fmt(f),
            Self::BirthDate(date) => date.fmt(f),
            Self::Country(country) => country.fmt(f),
            Self::Imo(number) => number.fmt(f),
            Self::Identifier { kind, value, country: None } => write!(f, "{kind}: {value}"),
            Self::Identifier { kind, value, country: Some(country) } => {
                write!(f, "{kind}: {value} ({country})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spelt_as_in_our_own_formats() {
        let country = CountryCode::parse("PE");
        let date = "1962-05".parse().expect("a date");
        let number = |country| Value::Identifier { kind: "Passport", value: "A1", country };
        for (value, expected) in [
            (Value::Text("DOE, Jane"), "DOE, Jane"),
            (Value::Type(EntityType::Vessel), "VESSEL"),
            (Value::Date(date), "1962-05"),
            (Value::BirthDate(BirthDate::approximate(date)), "circa 1962-05"),
            (Value::Imo(ImoNumber::parse("0074729").expect("seven digits")), "0074729"),
            (Value::of_alias(&Alias::weak("J. Doe")), "J. Doe"),
            (number(None), "Passport: A1"),
            (number(country), "Passport: A1 (PE)"),
        ] {
            assert_eq!(value.to_string(), expected);
        }
    }
}
