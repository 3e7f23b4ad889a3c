//! Members of the House of Commons as the linked data service of the UK Parliament gave them,
//! saved by a statistics tool: dots in the names of columns, and `NA` where nothing is known.

use tamis_engine::model::{Alias, CountryCode, DateOrder, EntityType, Record, read_numeric};
use tamis_ingest::table::StringRecord;

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_birth_dates, add_note, filled, joined};
use crate::readers::common::rows::for_each_row;
use crate::readers::common::titles::split_titles;
use tamis_ingest::table::{Dialect, Header, Table};

/// Reads the table, one member per row.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        let mut table = Table::open(file, Dialect::default())?;
        let columns = Columns::of(&table.read_header()?)?;
        for_each_row(
            &mut table,
            Some(columns.reference),
            collector,
            |row, position, collector| match columns.read_row(row, input) {
                Ok(record) => collector.accept(record, &file.name, position),
                Err(reason) => {
                    let reference = value(row, Some(columns.reference));
                    collector.reject(&file.name, position, reason, reference);
                }
            },
        )?;
    }
    Ok(())
}

struct Columns {
    reference: usize,
    full: usize,
    given: usize,
    family: usize,
    additional: Option<usize>,
    address: Option<usize>,
    birth_date: Option<usize>,
    gender: Option<usize>,
    constituency: Option<usize>,
    party: Option<usize>,
}

impl Columns {
    fn of(header: &Header) -> Result<Self, LoadError> {
        Ok(Self {
            reference: header.require("id")?,
            full: header.require("full.name")?,
            given: header.require("given.name")?,
            family: header.require("family.name")?,
            additional: header.find("additional.name"),
            address: header.find("uri"),
            birth_date: header.find("birth.date"),
            gender: header.find("gender"),
            constituency: header.find("constituency"),
            party: header.find("party"),
        })
    }

    /// The record of a row, or why there is none.
    fn read_row(&self, row: &StringRecord, input: &Input<'_>) -> Result<Record, String> {
        let reference = value(row, Some(self.reference)).ok_or("id is missing")?;
        let mut record = Record {
            source_url: input.url_of(&reference).or_else(|| value(row, self.address)),
            reference,
            entity_type: Some(EntityType::Individual),
            countries: CountryCode::parse("GB").into_iter().collect(),
            gender: value(row, self.gender).map(|gender| gender.to_lowercase()),
            ..Record::default()
        };
        self.read_names(row, &mut record);
        if record.name.is_empty() {
            return Err("full.name and family.name are missing".to_owned());
        }
        record.positions.extend(self.seat(row));
        if let Some(text) = value(row, self.birth_date) {
            match read_numeric(&text, DateOrder::YearMonthDay) {
                Some(date) => add_birth_dates(&mut record, [date]),
                None => add_note(&mut record, "Date of birth", &text),
            }
        }
        Ok(record)
    }

    /// The full name is the one in use ("Ben", with a form of address); the parts are the official
    /// one ("Benjamin Peter"). Without the additional names they may be nobody's: "Gordon" may be
    /// one of these. A full name of one word ("Lady Sample") is less than the parts.
    fn read_names(&self, row: &StringRecord, record: &mut Record) {
        let part = |at: Option<usize>| value(row, at).unwrap_or_default().replace(['(', ')'], "");
        let [given, additional, family] =
            [Some(self.given), self.additional, Some(self.family)].map(part);
        let short = || joined([given.as_str(), family.as_str()], " ");
        let long = joined([given.as_str(), additional.as_str(), family.as_str()], " ");
        let full = value(row, Some(self.full)).unwrap_or_default();
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

    /// The office, with constituency and party.
    fn seat(&self, row: &StringRecord) -> Option<String> {
        let constituency = value(row, self.constituency).map(|name| format!(" for {name}"));
        let party = value(row, self.party).map(|name| format!(" ({name})"));
        (constituency.is_some() || party.is_some()).then(|| {
            let [constituency, party] = [constituency, party].map(Option::unwrap_or_default);
            format!("Member of Parliament{constituency}{party}")
        })
    }
}

/// A field, unless it says that nothing is known.
fn value(row: &StringRecord, at: Option<usize>) -> Option<String> {
    row.get(at?).and_then(filled).filter(|text| text != "NA")
}
