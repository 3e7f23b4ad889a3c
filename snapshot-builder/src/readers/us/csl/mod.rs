//! The Consolidated Screening List of the US Department of Commerce: one file with the lists of several
//! agencies, each of which is a register of its own.
//!
//! Rows of the Treasury's lists have a number and a type, as these lists do. The others have neither:
//! there, rows with the same name are one party, and only its name is stable between versions.
//!
//! | module | what it holds |
//! |---|---|
//! | `lists` | the lists contained in the file |
//! | `columns` | the columns that are read |
//! | `ids` | the field `ids` of the Treasury's lists |
//! | `names` | names on the other lists |

mod columns;
mod ids;
mod lists;
mod names;

use std::collections::BTreeMap;

use tamis_engine::model::{
    Alias, CountryCode, DateOrder, EntityType, PartialDate, Record, read_numeric,
};

use crate::countries::{Country, countries_of, country_of_code};
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::acronyms::add_acronyms;
use crate::readers::common::english_date::read_dates;
use crate::readers::common::facts::{
    add_birth_reading, add_identifier, add_note, add_unique, date_or_note, entity_type_of, filled,
};
use crate::readers::common::rows::{NamedRow, for_each_row};
use crate::readers::common::wording::open_parentheses;
use crate::readers::us::by_name::{Parties, refer_by_name};
use crate::readers::us::places::is_us_state;
use crate::sources::SourceFile;
use tamis_ingest::squeeze;

/// Columns whose text is kept as a note under this label.
const NOTES: &[(&str, &str)] = &[
    ("federal_register_notice", "Federal Register notice"),
    ("standard_order", "Standard order"),
    ("license_requirement", "License requirement"),
    ("license_policy", "License policy"),
    ("vessel_type", "Vessel type"),
    ("gross_tonnage", "Gross tonnage"),
    ("gross_registered_tonnage", "Gross registered tonnage"),
    ("vessel_owner", "Vessel owner"),
];

/// Reads the file into one part of the collector for each list.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        read_file(file, collector)?;
    }
    Ok(())
}

fn read_file(file: &SourceFile, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    let (mut table, header) = columns::open(file, collector)?;
    let mut parties: BTreeMap<&'static str, Parties> = BTreeMap::new();
    for_each_row(&mut table, None, collector, |cells, position, collector| {
        let row = NamedRow { header: &header, cells };
        let source = squeeze(row.text("source"));
        let Some(slug) = lists::register_of(&source) else {
            let reason = format!("source is {source:?}, which is not a known list");
            collector.reject(&file.name, position, reason, filled(row.text("entity_number")));
            return;
        };
        let part = collector.part(slug);
        let record = read_party(row, part);
        if record.name.is_empty() {
            part.reject(&file.name, position, "name is empty", filled(&record.reference));
        } else {
            parties.entry(slug).or_default().add(record, position, part);
        }
    })?;
    for (slug, parties) in parties {
        parties.hand_over(&file.name, collector.part(slug));
    }
    Ok(())
}

fn read_party(row: NamedRow<'_>, collector: &mut Collector<'_>) -> Record {
    let urls = ["source_information_url", "source_list_url"];
    let mut record = Record {
        programmes: values(row, "programs").map(squeeze).collect(),
        positions: values(row, "title").map(squeeze).collect(),
        birth_places: values(row, "places_of_birth").map(squeeze).collect(),
        source_url: urls.iter().find_map(|column| filled(row.text(column))),
        ..Record::default()
    };
    if row.text("entity_number").is_empty() {
        read_unnumbered(row, &mut record);
    } else {
        read_numbered(row, &mut record);
    }
    read_type(row.text("type"), &mut record);
    record.listed_on = date(row, "start_date", "Start date", &mut record);
    record.listed_until = date(row, "end_date", "End date", &mut record);
    for text in values(row, "dates_of_birth") {
        add_birth_reading(&mut record, text, read_dates(text));
    }
    for (column, label) in [
        ("citizenships", "Citizenship"),
        ("nationalities", "Nationality"),
        ("vessel_flag", "Vessel flag"),
    ] {
        values(row, column).for_each(|text| read_country(text, label, &mut record, collector));
    }
    if let Some(value) = filled(row.text("call_sign")) {
        add_identifier(&mut record, "Call sign", value, None);
    }
    for (column, label) in NOTES {
        add_note(&mut record, label, row.text(column));
    }
    ids::read(row.text("ids"), &mut record, collector);
    record
}

/// Non-empty values of a multi-valued field.
fn values<'r>(row: NamedRow<'r>, column: &str) -> impl Iterator<Item = &'r str> {
    row.text(column).split(';').map(str::trim).filter(|value| !value.is_empty())
}

/// Reads the facts that only rows of the Treasury's lists have.
fn read_numbered(row: NamedRow<'_>, record: &mut Record) {
    record.reference = squeeze(row.text("entity_number"));
    record.name = squeeze(row.text("name"));
    record.aliases.extend(values(row, "alt_names").map(Alias::strong));
    values(row, "addresses").for_each(|address| add_address(squeeze(address), record));
    for remark in values(row, "remarks").map(unbracketed) {
        add_unique(&mut record.notes, squeeze(remark));
    }
}

/// Reads the facts that only rows of the other lists have. Their addresses are ordered by country.
fn read_unnumbered(row: NamedRow<'_>, record: &mut Record) {
    names::read_name(row.text("name"), record);
    refer_by_name(record);
    values(row, "alt_names").for_each(|name| names::read_alias(name, record));
    add_acronyms(record);
    for address in values(row, "addresses") {
        add_address(squeeze(address.strip_prefix("and ").unwrap_or(address)), record);
    }
    add_note(record, "Remarks", row.text("remarks"));
}

fn add_address(address: String, record: &mut Record) {
    if let Some(country) = country_of_address(&address) {
        add_unique(&mut record.address_countries, country);
    }
    add_unique(&mut record.addresses, address);
}

/// Reads the type, which most lists leave empty; an unknown one is kept as a note.
fn read_type(text: &str, record: &mut Record) {
    record.entity_type = match text {
        "Individual" => Some(EntityType::Individual),
        "Entity" => Some(entity_type_of(&record.name)),
        "Vessel" => Some(EntityType::Vessel),
        "Aircraft" => Some(EntityType::Aircraft),
        other => {
            add_note(record, "Type", other);
            record.entity_type
        }
    };
}

/// Reads a date of the listing; any other text becomes a note (some dates are in the first century).
fn date(row: NamedRow<'_>, column: &str, label: &str, record: &mut Record) -> Option<PartialDate> {
    let text = row.text(column);
    date_or_note(read_numeric(text, DateOrder::YearMonthDay), label, text, record)
}

/// Adds countries: nationalities are codes, flags are names.
fn read_country(text: &str, label: &str, record: &mut Record, collector: &mut Collector<'_>) {
    match country_of_code(text) {
        Some(code) => add_unique(&mut record.countries, code),
        None => collector.add_party_countries(label, text, record),
    }
}

/// Country at the end of an address: a code, a name, or a state of the US and a post code.
fn country_of_address(address: &str) -> Option<CountryCode> {
    let mut parts = address.rsplit(',').map(str::trim);
    let last = parts.next()?;
    if let Some(code) = country_of_code(last) {
        return Some(code);
    }
    let is_post_code = last.starts_with(|c: char| c.is_ascii_digit());
    if is_us_state(if is_post_code { parts.next()? } else { last }) {
        return country_of_code("US");
    }
    match countries_of(last) {
        Country::Known(codes) if codes.len() == 1 => codes.first().copied(),
        _ => None,
    }
}

/// A remark without brackets around it; the matching one may be at another remark: `(Linked To: SUN;
/// Linked To: MOON)`.
fn unbracketed(remark: &str) -> &str {
    let inner = remark.strip_prefix('(').filter(|_| open_parentheses(remark) >= 0);
    let remark = inner.unwrap_or(remark);
    remark.strip_suffix(')').filter(|_| open_parentheses(remark) < 0).unwrap_or(remark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_country_of_an_address_stands_at_its_end() {
        for (address, expected) in [
            ("1 Road, Shenzhen, CN", Some("CN")),
            ("1 Road, Georgia 0183, GE", Some("GE")),
            ("1 Road, Istanbul, Turkey", Some("TR")),
            ("1 ROAD, NOWHERE, TX, 75081", Some("US")),
            ("1 ROAD, NOWHERE, TX, 75081, US", Some("US")),
            ("1 ROAD, NOWHERE, NM", Some("US")),
            ("IR", Some("IR")),
            ("1 ROAD, STAVROPOL REGION, XX, 357020", None),
            ("1 Road, Nowhere", None),
            ("", None),
        ] {
            let country = country_of_address(address);
            assert_eq!(country.map(|c| c.to_string()).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn remarks_lose_the_brackets_around_them_and_no_others() {
        for (remark, expected) in [
            ("(Linked To: SUN BANK)", "Linked To: SUN BANK"),
            ("(Linked To: SUN BANK (KIEV))", "Linked To: SUN BANK (KIEV)"),
            ("(Linked To: SUN", "Linked To: SUN"),
            ("Linked To: MOON)", "Linked To: MOON"),
            ("Linked To: MOON (KIEV))", "Linked To: MOON (KIEV)"),
            ("Linked To: MOON (KIEV)", "Linked To: MOON (KIEV)"),
            ("all offices", "all offices"),
            ("", ""),
        ] {
            assert_eq!(unbracketed(remark), expected);
        }
    }
}
