//! The fields of the builder's own input formats (decisions D11), one place for both of them.

use std::fmt;

use crate::readers::common::facts::UN_REFERENCE;

/// A field of `records.jsonl` and `records.csv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum OwnField {
    /// The publisher's reference; required.
    Reference,
    /// Primary name; required.
    Name,
    /// Other names.
    Aliases,
    /// Entity type (api.md 2.4), or [`ENTITY`].
    Type,
    /// Birth dates, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    BirthDates,
    /// Countries, as codes or English names.
    Countries,
    /// IMO number: seven digits after stripping everything else.
    Imo,
    /// Programmes.
    Programmes,
    /// Date of listing, in the forms of a birth date.
    ListedOn,
    /// Status of the listing.
    Status,
    /// Remarks.
    Notes,
    /// The publisher's page for the entry.
    SourceUrl,
    /// ISIN of a security.
    Isin,
    /// Stock ticker.
    Ticker,
    /// Other names for which the publisher does not vouch.
    WeakAliases,
    /// `male` or `female`.
    Gender,
    /// Places of birth.
    BirthPlaces,
    /// Titles, positions and functions.
    Positions,
    /// Addresses, one line each.
    Addresses,
    /// Numbers of documents and registrations, as `Kind: value` or `Kind: value (CC)`.
    Identifiers,
    /// Date at which the listing ends, in the forms of a birth date.
    ListedUntil,
    /// Reference of the entry of the UN list on which this one rests.
    UnReference,
}

/// Names of the fields, in the order of [`OwnField`].
pub const FIELD_NAMES: [&str; 22] = [
    "ref",
    "name",
    "aliases",
    "type",
    "birth_dates",
    "countries",
    "imo",
    "programmes",
    "listed_on",
    "status",
    "notes",
    "source_url",
    "isin",
    "ticker",
    "weak_aliases",
    "gender",
    "birth_places",
    "positions",
    "addresses",
    "identifiers",
    "listed_until",
    "un_reference",
];

/// Fields without which there is no record.
pub const REQUIRED_FIELDS: [OwnField; 2] = [OwnField::Reference, OwnField::Name];

/// A type beside those of the API: COMPANY with a legal form in the name, else ORGANIZATION
/// (decisions D2), for lists that say no more.
pub const ENTITY: &str = "entity";

/// A value that a field does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The field.
    pub field: OwnField,
    /// The value.
    pub value: String,
    /// What it may be.
    pub accepted: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {:?}; accepted is {}", self.field.name(), self.value, self.accepted)
    }
}

impl OwnField {
    const ALL: [Self; 22] = [
        Self::Reference,
        Self::Name,
        Self::Aliases,
        Self::Type,
        Self::BirthDates,
        Self::Countries,
        Self::Imo,
        Self::Programmes,
        Self::ListedOn,
        Self::Status,
        Self::Notes,
        Self::SourceUrl,
        Self::Isin,
        Self::Ticker,
        Self::WeakAliases,
        Self::Gender,
        Self::BirthPlaces,
        Self::Positions,
        Self::Addresses,
        Self::Identifiers,
        Self::ListedUntil,
        Self::UnReference,
    ];

    /// The field of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        FIELD_NAMES.iter().position(|known| *known == name).map(|at| Self::ALL[at])
    }

    /// The name of the field.
    #[must_use]
    pub fn name(self) -> &'static str {
        FIELD_NAMES[self as usize]
    }

    /// What a note says before a value of this field.
    pub(in crate::readers) fn label(self) -> &'static str {
        match self {
            Self::Reference => "Reference",
            Self::Name => "Name",
            Self::Aliases | Self::WeakAliases => "Alias",
            Self::Type => "Type",
            Self::BirthDates => "Birth date",
            Self::Countries => "Country",
            Self::Imo => "IMO number",
            Self::Programmes => "Programme",
            Self::ListedOn => "Listed on",
            Self::Status => "Status",
            Self::Notes => "Note",
            Self::SourceUrl => "Page",
            Self::Isin => "ISIN",
            Self::Ticker => "Ticker",
            Self::Gender => "Gender",
            Self::BirthPlaces => "Place of birth",
            Self::Positions => "Position",
            Self::Addresses => "Address",
            Self::Identifiers => "Identifier",
            Self::ListedUntil => "Listed until",
            Self::UnReference => UN_REFERENCE,
        }
    }

    /// Whether it may have several values.
    #[must_use]
    pub fn is_plural(self) -> bool {
        use OwnField::{
            Addresses, Aliases, BirthDates, BirthPlaces, Countries, Identifiers, Notes, Positions,
            Programmes, WeakAliases,
        };
        matches!(
            self,
            Aliases
                | BirthDates
                | Countries
                | Programmes
                | Notes
                | WeakAliases
                | BirthPlaces
                | Positions
                | Addresses
                | Identifiers
        )
    }

    /// Whether its values are dates.
    #[must_use]
    pub fn is_date(self) -> bool {
        matches!(self, Self::BirthDates | Self::ListedOn | Self::ListedUntil)
    }

    pub(super) fn refuse(self, value: &str, accepted: impl Into<String>) -> Refusal {
        Refusal { field: self, value: value.to_owned(), accepted: accepted.into() }
    }
}

#[cfg(test)]
mod tests {
    use crate::readers::OwnField;

    #[test]
    fn names_and_fields_are_in_the_same_order() {
        for field in OwnField::ALL {
            assert_eq!(OwnField::from_name(field.name()), Some(field));
        }
        assert_eq!(OwnField::SourceUrl.name(), "source_url");
        assert_eq!(OwnField::UnReference.name(), "un_reference");
        assert_eq!(OwnField::from_name("Name"), None);
    }
}
