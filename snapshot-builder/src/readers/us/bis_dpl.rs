//! The Denied Persons List of the US Bureau of Industry and Security: tab-separated text, one row for
//! each address of a party.
//!
//! The list has no references. Rows with the same name are one party: each renewal moves the dates of
//! its order, and some are corrected. Rows of one name with different dates are orders against the same
//! party.

use tamis_engine::model::{Alias, CountryCode, DateOrder, PartialDate, Record, read_numeric};

use super::by_name::{Parties, refer_by_name};
use super::places::is_us_state;
use crate::countries::country_of_code;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_note, date_or_note, filled, joined};
use crate::readers::common::known_as::{Names, names_in};
use crate::readers::common::rows::{NamedRow, for_each_named_row};
use tamis_ingest::table::Dialect;

/// Columns whose text is kept as a note under this label. The last update is one, since some have
/// impossible years.
const NOTES: &[(&str, &str)] = &[
    ("Standard_Order", "Standard order"),
    ("Action", "Action"),
    ("FR_Citation", "Federal Register notice"),
    ("Last_Update", "Last update"),
];

/// Reads the list. Expired orders remain in it for a while and are read like all others.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let dialect = Dialect { delimiter: b'\t', ..Dialect::default() };
    let required = ["Name", "Effective_Date"];
    for file in input.main {
        let mut parties = Parties::default();
        for_each_named_row(
            file,
            dialect,
            &required,
            None,
            collector,
            |row, position, collector| match read_row(row, collector) {
                Ok(record) => parties.add(record, position, collector),
                Err(reason) => collector.reject(&file.name, position, reason, None),
            },
        )?;
        parties.hand_over(&file.name, collector);
    }
    Ok(())
}

fn read_row(row: NamedRow<'_>, collector: &mut Collector<'_>) -> Result<Record, String> {
    let Names { name, others } = names_in(row.text("Name"));
    if name.is_empty() {
        return Err("Name is empty".to_owned());
    }
    let aliases = others.into_iter().map(Alias::strong).collect();
    let mut record = Record { name, aliases, ..Record::default() };
    refer_by_name(&mut record);
    record.listed_on = date(row, "Effective_Date", &mut record);
    record.listed_until = date(row, "Expiration_Date", &mut record);
    let address = ["Street_Address", "City", "State", "Postal_Code", "Country"];
    let address = joined(address.map(|column| row.text(column)), ", ");
    record.addresses.extend(filled(&address));
    record.address_countries.extend(country(row, collector));
    for (column, label) in NOTES {
        add_note(&mut record, label, row.text(column));
    }
    Ok(record)
}

/// Reads a date of the order; any other text becomes a note.
fn date(row: NamedRow<'_>, column: &str, record: &mut Record) -> Option<PartialDate> {
    let text = row.text(column);
    let date = read_numeric(text, DateOrder::MonthDayYear);
    date_or_note(date, &column.replace('_', " "), text, record)
}

/// Country of the address. Many rows give a state of the US and no country, and one gives the state as
/// the country.
fn country(row: NamedRow<'_>, collector: &mut Collector<'_>) -> Option<CountryCode> {
    match (row.text("Country"), row.text("State")) {
        ("", state) => country_of_code("US").filter(|_| is_us_state(state)),
        (country, _) => match country_of_code(country) {
            None if is_us_state(country) => country_of_code("US"),
            None => collector.country(country),
            known => known,
        },
    }
}
