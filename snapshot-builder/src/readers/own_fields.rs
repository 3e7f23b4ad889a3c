//! The fields of the builder's own input formats (decisions D11), one place for both of them.

use std::collections::BTreeMap;

use tamis::model::{Alias, EntityType, ImoNumber, Record};

use super::collector::Collector;
use crate::countries::country_of_code;

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
    /// Entity type (api.md 2.4).
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
}

/// Names of the fields, in the order of decisions D11 and of [`OwnField`].
pub const FIELD_NAMES: [&str; 14] = [
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
];

/// Fields without which there is no record.
pub const REQUIRED_FIELDS: [OwnField; 2] = [OwnField::Reference, OwnField::Name];

/// Where the fields are found in a CSV file: the `[columns]` table of a description.
pub type ColumnMap = BTreeMap<OwnField, ColumnSource>;

/// The column of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnSource {
    /// Its name in the header row.
    pub header: String,
    /// What stands between several values; without it a cell is one value.
    pub separator: Option<String>,
}

impl OwnField {
    const ALL: [Self; 14] = [
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

    /// Whether it may have several values.
    #[must_use]
    pub fn is_plural(self) -> bool {
        use OwnField::{Aliases, BirthDates, Countries, Notes, Programmes};
        matches!(self, Aliases | BirthDates | Countries | Programmes | Notes)
    }

    /// Sets the field, or adds a value to a plural one; blanks around it do not count, and an
    /// empty value is none.
    ///
    /// # Errors
    /// The value is not one of those accepted; the message names the field.
    pub(super) fn set(
        self,
        record: &mut Record,
        value: &str,
        collector: &mut Collector<'_>,
    ) -> Result<(), String> {
        let value = value.trim();
        if value.is_empty() {
            return Ok(());
        }
        let text = || Some(value.to_owned());
        match self {
            Self::Reference => value.clone_into(&mut record.reference),
            Self::Name => value.clone_into(&mut record.name),
            Self::Aliases => record.aliases.push(Alias::strong(value)),
            Self::Type => {
                let accepted = EntityType::NAMES.join(", ");
                let found = EntityType::from_name(value);
                record.entity_type = Some(found.ok_or_else(|| self.refuse(value, &accepted))?);
            }
            Self::BirthDates => {
                let date = value.parse().map_err(|_| self.refuse(value, DATE_FORMS))?;
                if !record.birth_dates.contains(&date) {
                    record.birth_dates.push(date);
                }
            }
            Self::Countries => {
                if let Some(code) = country_of_code(value) {
                    if !record.countries.contains(&code) {
                        record.countries.push(code);
                    }
                } else if !collector.add_countries(value, &mut record.countries) {
                    record.notes.push(format!("Country: {value}"));
                }
            }
            Self::Imo => {
                let imo = ImoNumber::parse(value);
                record.imo = Some(imo.ok_or_else(|| self.refuse(value, "seven digits"))?);
            }
            Self::Programmes => record.programmes.push(value.to_owned()),
            Self::ListedOn => {
                let date = value.parse().map_err(|_| self.refuse(value, DATE_FORMS))?;
                record.listed_on = Some(date);
            }
            Self::Status => record.status = text(),
            Self::Notes => record.notes.push(value.to_owned()),
            Self::SourceUrl => record.source_url = text(),
            Self::Isin => record.isin = text(),
            Self::Ticker => record.ticker = text(),
        }
        Ok(())
    }

    fn refuse(self, value: &str, accepted: &str) -> String {
        format!("{} is {value:?}; accepted is {accepted}", self.name())
    }
}

const DATE_FORMS: &str = "a date of the form YYYY, YYYY-MM or YYYY-MM-DD";

/// The page of the entry, where the row states none.
pub(super) fn complete(record: &mut Record, url: impl FnOnce(&str) -> Option<String>) {
    if record.source_url.is_none() {
        record.source_url = url(&record.reference);
    }
}

#[cfg(test)]
mod tests {
    use super::OwnField;

    #[test]
    fn names_and_fields_are_in_the_same_order() {
        for field in OwnField::ALL {
            assert_eq!(OwnField::from_name(field.name()), Some(field));
        }
        assert_eq!(OwnField::SourceUrl.name(), "source_url");
        assert_eq!(OwnField::from_name("Name"), None);
    }
}
