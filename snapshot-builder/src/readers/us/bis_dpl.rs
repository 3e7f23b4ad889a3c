//! The Denied Persons List of the US Bureau of Industry and Security: text with tabs, one row for
//! each address of a party.
//!
//! The list has no reference. A party is what has one name: the dates of its order are moved by
//! each renewal and corrected at times, and rows of one name with different dates are orders
//! against the same party.

use tamis_engine::model::{Alias, CountryCode, DateOrder, PartialDate, Record, read_numeric};
use tamis_ingest::table::StringRecord;

use super::address::is_us_state;
use super::by_name::{Parties, refer_by_name};
use super::known_as::{Names, names_in};
use crate::countries::country_of_code;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_note, add_unique, date_or_note, filled, joined};
use crate::readers::common::rows::for_each_row;
use crate::sources::SourceFile;
use tamis_ingest::table::{Dialect, Header, Table};

/// Columns whose text is kept as a note under this label. The last update is a note because some
/// lie in impossible years.
const NOTES: &[(&str, &str)] = &[
    ("Standard_Order", "Standard order"),
    ("Action", "Action"),
    ("FR_Citation", "Federal Register notice"),
    ("Last_Update", "Last update"),
];

/// Reads the list. Expired orders stay in it for a while and are read like all others.
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
    let mut table = Table::open(file, Dialect { delimiter: b'\t', ..Dialect::default() })?;
    let header = table.read_header()?;
    for column in ["Name", "Effective_Date"] {
        header.require(column)?;
    }
    let mut parties = Parties::default();
    for_each_row(&mut table, None, collector, |row, position, collector| {
        let row = Row { header: &header, row };
        match row.read(collector) {
            Ok(record) => parties.add(record, position, collector),
            Err(reason) => collector.reject(&file.name, position, reason, None),
        }
    })?;
    parties.hand_over(&file.name, collector);
    Ok(())
}

/// A row and the names of its columns.
struct Row<'r> {
    header: &'r Header,
    row: &'r StringRecord,
}

impl Row<'_> {
    fn field(&self, name: &str) -> &str {
        self.header.find(name).and_then(|at| self.row.get(at)).unwrap_or_default().trim()
    }

    fn read(&self, collector: &mut Collector<'_>) -> Result<Record, String> {
        let Names { name, others } = names_in(self.field("Name"));
        if name.is_empty() {
            return Err("Name is empty".to_owned());
        }
        let mut record = Record {
            name,
            aliases: others.into_iter().map(Alias::strong).collect(),
            ..Record::default()
        };
        refer_by_name(&mut record);
        record.listed_on = self.date("Effective_Date", &mut record);
        record.listed_until = self.date("Expiration_Date", &mut record);
        self.read_address(&mut record, collector);
        for (column, label) in NOTES {
            add_note(&mut record, label, self.field(column));
        }
        Ok(record)
    }

    /// A date of the order; anything else becomes a note.
    fn date(&self, column: &str, record: &mut Record) -> Option<PartialDate> {
        let text = self.field(column);
        let date = read_numeric(text, DateOrder::MonthDayYear);
        date_or_note(date, &column.replace('_', " "), text, record)
    }

    fn read_address(&self, record: &mut Record, collector: &mut Collector<'_>) {
        let columns = ["Street_Address", "City", "State", "Postal_Code", "Country"];
        let address = joined(columns.map(|column| self.field(column)), ", ");
        if let Some(country) = self.country(collector) {
            add_unique(&mut record.address_countries, country);
        }
        record.addresses.extend(filled(&address));
    }

    /// The country of the address. Many rows give none and a state of the US instead, and one
    /// gives the state as the country.
    fn country(&self, collector: &mut Collector<'_>) -> Option<CountryCode> {
        let (country, state) = (self.field("Country"), self.field("State"));
        let is_in_us = match country {
            "" => is_us_state(state),
            code => country_of_code(code).is_none() && is_us_state(code),
        };
        if is_in_us {
            return country_of_code("US");
        }
        if country.is_empty() {
            return None;
        }
        country_of_code(country).or_else(|| collector.country(country))
    }
}
