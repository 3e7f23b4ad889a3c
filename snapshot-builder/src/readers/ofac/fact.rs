//! Maps facts that the XML lists give by kind to fields of a record. The same party must give the same
//! record as from remarks in words.

use tamis_engine::model::Record;

use super::document_kinds::kind_of;
use super::fields::{add_identifier, add_positions, add_ticker, set_gender};
use super::identifiers::{plain, split_country};
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_note, add_unique, filled};
use tamis_ingest::squeeze;

/// Kinds whose value is a country of the party.
const COUNTRIES: [&str; 5] = [
    "Nationality Country",
    "Citizenship Country",
    "Nationality of Registration",
    "Registration Country",
    "Vessel Flag",
];

/// Kinds of notes about a vessel, with their labels.
const VESSEL_NOTES: [(&str, &str); 4] = [
    ("VESSEL TYPE", "Vessel type"),
    ("Vessel Tonnage", "Tonnage"),
    ("Vessel Gross Registered Tonnage", "Gross registered tonnage"),
    ("Vessel Owner", "Vessel owner"),
];

/// Prefix of kinds for digital currencies: `Digital Currency Address - XBT`.
const DIGITAL_CURRENCY: &str = "Digital Currency Address - ";

/// A fact that the XML lists give by kind ("Passport", "Gender", "Website").
#[derive(Debug, Default)]
pub(super) struct Fact {
    /// Kind, in the publisher's words.
    pub(super) kind: String,
    /// A number or text; may be empty for documents.
    pub(super) value: String,
    /// Country that issued a document.
    pub(super) country: Option<String>,
    /// Further details ("issued 10 Jul 1991"), kept in a note.
    pub(super) more: Vec<String>,
    /// True for a document: its value is then a number of the party, whatever the kind.
    pub(super) is_document: bool,
}

impl Fact {
    /// A fact with only a kind and a value.
    pub(super) fn new(kind: &str, value: &str) -> Self {
        Self { kind: squeeze(kind), value: squeeze(value), ..Self::default() }
    }

    /// Adds it to its field, or as a note if there is none.
    pub(super) fn add_to(&self, record: &mut Record, collector: &mut Collector<'_>) {
        let note = VESSEL_NOTES.iter().find(|(kind, _)| *kind == self.kind);
        let is_read = match self.kind.as_str() {
            _ if self.value.is_empty() => false,
            "Gender" => set_gender(&self.value, record),
            "Title" => add_positions(&self.value, record),
            "Place of Birth" => {
                add_unique(&mut record.birth_places, self.value.clone());
                true
            }
            "Equity Ticker" => add_ticker(&self.value, record),
            "Vessel Call Sign" => {
                record.identifiers.push(plain("Call sign", &self.value));
                true
            }
            kind if COUNTRIES.contains(&kind) => {
                collector.add_countries(&self.value, &mut record.countries)
            }
            _ => match note {
                Some((_, label)) => {
                    add_note(record, label, &without_separators(&self.value));
                    true
                }
                None => self.add_number(record, collector),
            },
        };
        if !is_read || !self.more.is_empty() {
            record.notes.extend(filled(&self.printed()));
        }
    }

    /// Adds the number of a document or registration. False if it is none, or says more than an
    /// identifier can hold.
    fn add_number(&self, record: &mut Record, collector: &mut Collector<'_>) -> bool {
        let mut identifier = match (self.kind.strip_prefix(DIGITAL_CURRENCY), kind_of(&self.kind)) {
            (Some(currency), _) => {
                plain("Digital Currency Address", &format!("{currency} {}", self.value))
            }
            (None, Some(kind)) => plain(kind, &self.value),
            (None, None) if self.is_document || self.country.is_some() => {
                plain(&self.kind, &self.value)
            }
            (None, None) => return false,
        };
        let has_country = match &self.country {
            Some(text) => {
                identifier.country = collector.country(text);
                identifier.country.is_some()
            }
            // Some numbers include their country, as in remarks.
            None => split_country(&mut identifier),
        };
        add_identifier(identifier, record);
        has_country && self.more.is_empty()
    }

    /// The fact in the wording of the printed list: `Passport A1 (Iran) issued 1999`.
    fn printed(&self) -> String {
        let country = self.country.as_ref().map(|country| format!("({country})"));
        let parts = [&self.kind, &self.value].into_iter().chain(&country).chain(&self.more);
        parts.filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// Removes the commas of tonnages, which only some of the forms have.
fn without_separators(text: &str) -> String {
    let is_number = text.chars().all(|c| c.is_ascii_digit() || c == ',');
    if is_number { text.replace(',', "") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::EntityType;

    use super::*;
    use crate::progress::Silent;
    use crate::readers::Keep;
    use crate::report::RegisterReport;

    fn record_of(entity_type: EntityType, facts: &[Fact]) -> Record {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let mut record = Record { entity_type: Some(entity_type), ..Record::default() };
        facts.iter().for_each(|fact| fact.add_to(&mut record, &mut collector));
        record
    }

    fn document(kind: &str, value: &str, country: &str, more: &[&str]) -> Fact {
        Fact {
            country: filled(country),
            more: more.iter().map(ToString::to_string).collect(),
            is_document: true,
            ..Fact::new(kind, value)
        }
    }

    #[test]
    fn each_kind_goes_to_its_field() {
        let record = record_of(
            EntityType::Individual,
            &[
                Fact::new("Gender", "Female"),
                Fact::new("Place of Birth", "Lima, Peru"),
                Fact::new("Citizenship Country", "Peru"),
                Fact::new("Equity Ticker", "12 HK"),
                Fact::new("Equity Ticker", "13 HK"),
                Fact::new("Secondary sanctions risk:", "section 1(b)"),
                Fact::new("Digital Currency Address - XBT", "1abc"),
                Fact::new("SWIFT/BIC", "ABCDIRTH"),
                Fact::new("Title", "Chief; Treasurer"),
            ],
        );
        assert_eq!(record.gender.as_deref(), Some("female"));
        assert_eq!(record.birth_places, ["Lima, Peru"]);
        assert_eq!(record.countries.len(), 1);
        assert_eq!(record.ticker.as_deref(), Some("12 HK"));
        assert_eq!(record.positions, ["Chief", "Treasurer"]);
        let numbers =
            [plain("Digital Currency Address", "XBT 1abc"), plain("SWIFT/BIC", "ABCDIRTH")];
        assert_eq!(record.identifiers, numbers);
        assert_eq!(record.notes, ["Equity Ticker 13 HK", "Secondary sanctions risk: section 1(b)"]);
    }

    #[test]
    fn documents_keep_their_country_and_what_else_is_said_becomes_a_note() {
        let record = record_of(
            EntityType::Individual,
            &[
                document("Passport", "A1", "Peru", &[]),
                document("Passport", "A2", "Atlantis", &[]),
                document("New Kind of Card", "A3", "Peru", &["issued 1999", "expires 2009"]),
                document("Passport", "", "Peru", &["lost"]),
            ],
        );
        let numbers: Vec<_> = record
            .identifiers
            .iter()
            .map(|i| (i.kind.as_str(), i.value.as_str(), i.country.is_some()))
            .collect();
        let expected =
            [("Passport", "A1", true), ("Passport", "A2", false), ("New Kind of Card", "A3", true)];
        assert_eq!(numbers, expected);
        let notes = [
            "Passport A2 (Atlantis)",
            "New Kind of Card A3 (Peru) issued 1999 expires 2009",
            "Passport (Peru) lost",
        ];
        assert_eq!(record.notes, notes);
    }

    #[test]
    fn securities_and_ships_have_fields_of_their_own() {
        let ship = record_of(
            EntityType::Vessel,
            &[
                Fact::new("Vessel Registration Identification", "IMO 9074729"),
                Fact::new("Vessel Flag", "Panama"),
                Fact::new("Vessel Tonnage", "318,000"),
                Fact::new("Vessel Owner", "SUN, S.A."),
            ],
        );
        assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
        assert_eq!(ship.countries.len(), 1);
        assert_eq!(ship.notes, ["Tonnage: 318000", "Vessel owner: SUN, S.A."]);
        let company = record_of(
            EntityType::Company,
            &[
                document("Identification Number", "IMO 9074729", "", &[]),
                Fact::new("ISIN", "XX0000000001"),
                Fact::new("ISIN", "XX0000000002"),
                Fact::new("ISIN", "XX0000000001"),
            ],
        );
        assert_eq!(company.imo, None);
        assert_eq!(company.isin.as_deref(), Some("XX0000000001"));
        let numbers =
            [plain("Identification Number", "IMO 9074729"), plain("ISIN", "XX0000000002")];
        assert_eq!(company.identifiers, numbers);
    }
}
