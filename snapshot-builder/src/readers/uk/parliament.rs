//! Members of the House of Commons from the linked data service of the UK Parliament, saved by a
//! statistics tool: column names have dots, and unknown values are `NA`.

use tamis_engine::model::{Alias, CountryCode, DateOrder, EntityType, Record, read_numeric};

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::english_date::DateReading;
use crate::readers::common::facts::{add_birth_reading, joined};
use crate::readers::common::rows::{NamedRow, for_each_named_row};
use crate::readers::common::titles::split_titles;
use tamis_ingest::table::Dialect;

/// Required columns.
const REQUIRED: [&str; 4] = ["id", "full.name", "given.name", "family.name"];

/// Reads the table, one member per row.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        let (dialect, reference) = (Dialect::default(), Some(REQUIRED[0]));
        for_each_named_row(
            file,
            dialect,
            &REQUIRED,
            reference,
            collector,
            |row, at, collector| match read_row(row, input) {
                Ok(record) => collector.accept(record, &file.name, at),
                Err(reason) => collector.reject(&file.name, at, reason, value(row, REQUIRED[0])),
            },
        )?;
    }
    Ok(())
}

/// Record of a row, or the reason for rejecting it.
fn read_row(row: NamedRow<'_>, input: &Input<'_>) -> Result<Record, String> {
    let reference = value(row, "id").ok_or("id is missing")?;
    let mut record = Record {
        source_url: input.url_of(&reference).or_else(|| value(row, "uri")),
        reference,
        entity_type: Some(EntityType::Individual),
        countries: CountryCode::parse("GB").into_iter().collect(),
        gender: value(row, "gender").map(|gender| gender.to_lowercase()),
        ..Record::default()
    };
    read_names(row, &mut record);
    if record.name.is_empty() {
        return Err("full.name and family.name are missing".to_owned());
    }
    record.positions.extend(seat(row));
    if let Some(text) = value(row, "birth.date") {
        let date = read_numeric(&text, DateOrder::YearMonthDay);
        add_birth_reading(&mut record, &text, DateReading::of(date));
    }
    Ok(record)
}

/// Reads the names. The full name is the one in use ("Ben", with a form of address); the parts form the
/// official one ("Benjamin Peter"). Without the additional names the parts may not be a real name:
/// "Gordon" may be one of these. A full name of one word ("Lady Sample") is less complete than the
/// parts.
fn read_names(row: NamedRow<'_>, record: &mut Record) {
    let part = |column: &str| value(row, column).unwrap_or_default().replace(['(', ')'], "");
    let [given, additional, family] = ["given.name", "additional.name", "family.name"].map(part);
    let short = || joined([given.as_str(), family.as_str()], " ");
    let long = joined([given.as_str(), additional.as_str(), family.as_str()], " ");
    let full = value(row, "full.name").unwrap_or_default();
    let (titles, in_use) = split_titles(&full);
    record.positions.extend(titles.into_iter().map(str::to_owned));
    if in_use.contains(' ') || long.is_empty() {
        record.name = in_use.to_owned();
    } else {
        record.name = short();
        record.aliases.push(Alias::weak(full.as_str()));
    }
    record.aliases.push(Alias::strong(long));
}

/// Office, with constituency and party.
fn seat(row: NamedRow<'_>) -> Option<String> {
    let constituency = value(row, "constituency").map(|name| format!(" for {name}"));
    let party = value(row, "party").map(|name| format!(" ({name})"));
    (constituency.is_some() || party.is_some()).then(|| {
        let [constituency, party] = [constituency, party].map(Option::unwrap_or_default);
        format!("Member of Parliament{constituency}{party}")
    })
}

/// A field; `None` if its value is unknown.
fn value(row: NamedRow<'_>, column: &str) -> Option<String> {
    row.value(column).filter(|text| text != "NA")
}
