//! The field `ids`: numbers and facts of a party on the lists of the US Treasury, each followed by its
//! kind: `RU, 7736640919, Tax ID No.; Male, Gender; IMO 9074729, Vessel Registration ...`.

use tamis_engine::model::{PartialDate, Record};

use crate::countries::country_of_code;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_identifier, add_note, add_unique, take_imo};
use tamis_ingest::squeeze;

/// Beginnings of the kinds that are no numbers. Kinds that end with a colon or dash are none either.
const FACTS: &[&str] = &[
    "Aircraft Manufacture Date",
    "Aircraft Model",
    "Aircraft Operator",
    "Effective Date",
    "Email Address",
    "Executive Order",
    "Former Vessel Flag",
    "Issuer Name",
    "Listing Date",
    "Organization Established Date",
    "Organization Type",
    "Other Vessel Flag",
    "Other Vessel Type",
    "Phone Number",
    "Purchase/Sales",
    "Target Type",
    "UN/LOCODE",
    "Website",
];

/// One item of the field.
struct Item<'t> {
    kind: &'t str,
    /// Leading code of the issuing country.
    country: Option<&'t str>,
    /// Leading dates: if there are two, the day of expiry comes before the day of issue.
    dates: Vec<&'t str>,
    /// Number or fact.
    value: String,
}

/// Adds the items of the field to the record.
pub(super) fn read(text: &str, record: &mut Record, collector: &mut Collector<'_>) {
    for text in text.split("; ").map(str::trim).filter(|text| !text.is_empty()) {
        match Item::of(text) {
            Some(item) => item.read(record, collector),
            None => add_unique(&mut record.notes, squeeze(text)),
        }
    }
}

impl<'t> Item<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let (rest, kind) = text.trim_end_matches(';').rsplit_once(", ")?;
        let mut parts = rest.split(", ").map(str::trim).peekable();
        let is_code = |part: &str| {
            part.bytes().all(|b| b.is_ascii_uppercase()) && country_of_code(part).is_some()
        };
        // A code without further text is the value.
        let mut country = parts.next_if(|part| is_code(part));
        let mut dates = Vec::new();
        while let Some(date) = parts.next_if(|part| is_day(part)) {
            dates.push(date);
        }
        let mut value = parts.collect::<Vec<_>>().join(", ");
        if value.is_empty() {
            value = dates.pop().or_else(|| country.take())?.to_owned();
        }
        Some(Self { kind, country, dates, value: squeeze(&value) })
    }

    fn read(self, record: &mut Record, collector: &mut Collector<'_>) {
        let value = self.value.as_str();
        match self.kind {
            "Gender" if record.gender.is_none() => record.gender = Some(value.to_lowercase()),
            "ISIN" if record.isin.is_none() => record.isin = Some(value.to_owned()),
            "Equity Ticker" if record.ticker.is_none() => record.ticker = Some(value.to_owned()),
            "Nationality of Registration" | "Registration Country" => {
                collector.add_party_countries(self.kind, value, record);
            }
            "Gender" | "Equity Ticker" => self.add_note(record),
            _ if self.is_fact() => self.add_note(record),
            _ => self.add_number(record),
        }
    }

    fn is_fact(&self) -> bool {
        self.kind.ends_with([':', '-']) || FACTS.iter().any(|fact| self.kind.starts_with(fact))
    }

    fn add_note(&self, record: &mut Record) {
        add_note(record, self.kind.trim_end_matches([':', '-', ' ']), &self.value);
    }

    /// Adds a number. A company's IMO number identifies an owner, not a ship.
    fn add_number(self, record: &mut Record) {
        if self.value.strip_prefix("IMO ").is_some_and(|number| take_imo(record, number)) {
            return;
        }
        let (kind, value) = match self.kind.split_once(" - ") {
            // "Digital Currency Address - XBT"
            Some((kind, currency)) => (kind, format!("{currency} {}", self.value)),
            None => (self.kind.trim_end_matches([' ', '#']), self.value),
        };
        let label = format!("{kind} {value}");
        match self.dates[..] {
            [] => {}
            [date] => add_note(record, &label, &format!("issued or expires {date}")),
            [expiry, ref issue @ ..] => {
                let issue = issue.join(", ");
                add_note(record, &label, &format!("issued {issue}, expires {expiry}"));
            }
        }
        let country = self.country.and_then(country_of_code);
        add_identifier(record, kind, value, country);
    }
}

fn is_day(text: &str) -> bool {
    text.len() == 10 && text.parse::<PartialDate>().is_ok()
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{EntityType, Identifier};

    use super::*;
    use crate::progress::Silent;
    use crate::readers::Keep;
    use crate::report::RegisterReport;

    fn read_as(entity_type: EntityType, text: &str) -> Record {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let mut record = Record { entity_type: Some(entity_type), ..Record::default() };
        read(text, &mut record, &mut collector);
        record
    }

    fn numbers(record: &Record) -> Vec<String> {
        let country = |i: &Identifier| i.country.map(|c| c.to_string()).unwrap_or_default();
        record
            .identifiers
            .iter()
            .map(|i| format!("{}|{}|{}", i.kind, i.value, country(i)))
            .collect()
    }

    #[test]
    fn numbers_have_kind_country_and_dates() {
        let record = read_as(
            EntityType::Individual,
            "RU, 12345, Tax ID No.; JO, 2014-08-30, 2009-08-31, K1, Passport; \
             2017-08-21, 77, License; CO, 900-8, NIT #; PA, 4, Doc. 6, Public Registration Number; \
             1Abc, Digital Currency Address - XBT; SY, Passport; XX, 5, Passport; Female, Gender",
        );
        let expected = [
            "Tax ID No.|12345|RU",
            "Passport|K1|JO",
            "License|77|",
            "NIT|900-8|CO",
            "Public Registration Number|4, Doc. 6|PA",
            "Digital Currency Address|XBT 1Abc|",
            "Passport|SY|",
            "Passport|XX, 5|",
        ];
        assert_eq!(numbers(&record), expected);
        let notes = [
            "Passport K1: issued 2009-08-31, expires 2014-08-30",
            "License 77: issued or expires 2017-08-21",
        ];
        assert_eq!(record.notes, notes);
        assert_eq!(record.gender.as_deref(), Some("female"));
    }

    #[test]
    fn facts_are_notes_without_the_marks_of_their_kinds() {
        let record = read_as(
            EntityType::Company,
            "Subject to Sanctions, Additional Sanctions Information -; section 1(b), as amended, \
             Secondary sanctions risk:; www.example.org, Website; 02 Aug 2021, Effective Date (X); \
             nothing of this form",
        );
        let notes = [
            "Additional Sanctions Information: Subject to Sanctions",
            "Secondary sanctions risk: section 1(b), as amended",
            "Website: www.example.org",
            "Effective Date (X): 02 Aug 2021",
            "nothing of this form",
        ];
        assert_eq!(record.notes, notes);
        assert_eq!(record.identifiers, []);
    }

    #[test]
    fn only_a_vessel_takes_an_imo_number() {
        let text = "IMO 9074729, Vessel Registration Identification; 123456789, MMSI";
        let ship = read_as(EntityType::Vessel, text);
        assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
        assert_eq!(numbers(&ship), ["MMSI|123456789|"]);
        let company = read_as(EntityType::Company, "IMO 9074729, Identification Number");
        assert_eq!((company.imo, company.identifiers.len()), (None, 1));
    }

    #[test]
    fn securities_and_registration_have_fields_of_their_own() {
        let record = read_as(
            EntityType::Company,
            "XX0000000001, ISIN; XX0000000002, ISIN; 12 HK, Equity Ticker; 13 HK, Equity Ticker; \
             Korea, North, Nationality of Registration",
        );
        assert_eq!(record.isin.as_deref(), Some("XX0000000001"));
        assert_eq!(record.ticker.as_deref(), Some("12 HK"));
        assert_eq!(numbers(&record), ["ISIN|XX0000000002|"]);
        assert_eq!(record.notes, ["Equity Ticker: 13 HK"]);
        assert_eq!(record.countries.iter().map(|c| c.as_str()).collect::<Vec<_>>(), ["KP"]);
    }
}
