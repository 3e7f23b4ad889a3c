//! A customer: one row of a file, read as a match query.

use std::fmt;

use serde_json::Value;

use super::batch_matcher::BatchMatcher;
use super::property::{Added, ValueCounts, property_named};
use super::stream::query::{self, LineQuery};
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::customers::columns::Columns;
use crate::customers::countries::country_named;
use crate::customers::dates::{birth_dates, is_in_other_order};
use crate::customers::names::NameCells;
use crate::customers::source::Row;
use crate::customers::{Field, schema_of};
use crate::limits::QUERY_LINE_BYTES_MAX;
use tamis_engine::batch::Weighed;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{DateOrder, Day, Schema, countries_asked};
use tamis_engine::rewrite::repaired_encoding;

/// A row after reading.
#[derive(Debug)]
pub(crate) struct Customer {
    /// The caller's key, or the line number.
    pub(crate) key: String,
    /// The key as JSON; `None` if the file gives no key.
    pub(crate) id: Option<String>,
    /// The first name, as written in the file.
    pub(crate) name: String,
    /// The query, or the reason why there is none.
    pub(crate) query: Result<MatchQuery, Unread>,
    /// Parts of the row without effect.
    pub(crate) notes: Vec<Unread>,
}

/// An unreadable or unused part of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Its field, if known.
    pub field: Option<Field>,
    /// Empty if there is no value.
    pub value: String,
    /// The reason, in a sentence that names the value.
    pub reason: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Unread {
    pub(crate) fn of_row(reason: String) -> Self {
        Self { field: None, value: String::new(), reason }
    }

    fn cell(field: Field, value: &str, reason: String) -> Self {
        Self { field: Some(field), value: value.to_owned(), reason }
    }
}

/// Settings for reading rows.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    /// Order of numeric dates that do not begin with the year.
    pub(crate) dates: DateOrder,
    /// Type of customers whose row does not give one.
    pub(crate) schema: Schema,
    /// Day of the screening.
    pub(crate) today: Day,
}

impl Reading {
    pub(crate) fn customer(&self, line: u64, row: &Row, columns: &Columns) -> Customer {
        match row {
            Row::Cells(cells) => self.of_cells(line, cells, columns),
            Row::Json(text) => of_json(line, text, self.today),
            Row::Name(name) => self.of_name(line, name),
            Row::LongLine => {
                refused(line, ApiError::LongLine { limit: QUERY_LINE_BYTES_MAX }.to_string())
            }
            Row::Refused(reason) => refused(line, reason.clone()),
        }
    }

    fn of_name(&self, line: u64, name: &str) -> Customer {
        let mut reader = Reader::new(self);
        reader.read_name(name);
        reader.finish(line, None, name)
    }

    fn of_cells(&self, line: u64, cells: &[String], columns: &Columns) -> Customer {
        let values = |field| columns.values(field, cells);
        let mut reader = Reader::new(self);
        if let Some(text) = values(Field::Schema).next() {
            match schema_of(text) {
                Some(schema) => reader.query.schema = schema,
                None => reader.note(Field::Schema, text, format!("the type {text:?} is not known")),
            }
        }
        let id = values(Field::Id).next();
        // A column may hold keys or names, whatever its title: a key has a digit.
        let is_key = |name: &&str| id == Some(*name) && name.contains(|c: char| c.is_ascii_digit());
        let names = NameCells {
            whole: values(Field::Name).filter(|name| !is_key(name)).collect(),
            given: values(Field::GivenName).collect(),
            middle: values(Field::MiddleName).collect(),
            family: values(Field::FamilyName).collect(),
            has_both_parts: columns.hold(Field::GivenName) && columns.hold(Field::FamilyName),
        };
        let names = names.names();
        names.iter().for_each(|name| reader.read_name(name));
        for text in values(Field::BirthDate) {
            let dates = birth_dates(text, self.dates, self.today);
            if dates.is_empty() {
                let hint = match is_in_other_order(text, self.dates) {
                    true => "; with month and day in the other order it can: set `dates`",
                    false => "",
                };
                let reason = format!("the birth date {text:?} cannot be read{hint}");
                reader.note(Field::BirthDate, text, reason);
            }
            dates.iter().for_each(|date| reader.read(Field::BirthDate, &date.to_string()));
        }
        for country in values(Field::Country) {
            let in_another_language = || country_named(country).map(|code| code.to_string());
            let known = countries_asked(country).is_empty().then(in_another_language).flatten();
            reader.read(Field::Country, known.as_deref().unwrap_or(country));
        }
        values(Field::Imo).for_each(|imo| reader.read(Field::Imo, imo));
        reader.finish(line, id.map(str::to_owned), names.first().map_or("", String::as_str))
    }
}

impl Customer {
    /// Notes the IMO numbers with a typing error.
    pub(crate) fn note_mistyped<A: Weighed>(&mut self, matcher: &BatchMatcher<'_, A>) {
        let Ok(query) = &self.query else { return };
        let mistyped = matcher.mistyped(query).map(|imo| Unread::of_row(imo.to_string()));
        self.notes.extend(mistyped);
    }
}

/// The query of a line of JSON, as in a stream.
fn of_json(line: u64, text: &[u8], today: Day) -> Customer {
    let read = query::read(line, Some(text), today, Ignored::default());
    let LineQuery { id, query, ignored } = read;
    let customer = query.as_ref().ok().and_then(|query| query.customer.clone());
    let id = id.or_else(|| customer.as_deref().map(|own| Value::from(own).to_string()));
    let of_id =
        || id.as_deref().map(|id| serde_json::from_str(id).unwrap_or_else(|_| id.to_owned()));
    let key = customer.or_else(of_id);
    let name = query.as_ref().ok().and_then(|query| query.query.names.first());
    Customer {
        key: key.unwrap_or_else(|| line.to_string()),
        id,
        name: name.map_or_else(String::new, |name| name.text().to_owned()),
        query: query.map(|query| query.query).map_err(|fault| Unread::of_row(fault.to_string())),
        notes: ignored.sentences().map(|own| Unread::of_row(own.to_owned())).collect(),
    }
}

/// A row without a usable query.
fn refused(line: u64, reason: String) -> Customer {
    let (key, name) = (line.to_string(), String::new());
    Customer { key, id: None, name, query: Err(Unread::of_row(reason)), notes: Vec::new() }
}

/// Adds values to a query in the way of a match request.
struct Reader {
    today: Day,
    query: MatchQuery,
    counts: ValueCounts,
    fault: Option<Unread>,
    notes: Vec<Unread>,
}

impl Reader {
    fn new(reading: &Reading) -> Self {
        let query = MatchQuery { schema: reading.schema, ..MatchQuery::default() };
        Self {
            today: reading.today,
            query,
            counts: ValueCounts::default(),
            fault: None,
            notes: Vec::new(),
        }
    }

    /// Reads a name. One that a wrong encoding garbled is noted: it is matched in its restored form, too.
    fn read_name(&mut self, name: &str) {
        self.read(Field::Name, name);
        if let Some(before) = repaired_encoding(name) {
            let reason = format!(
                "the name {name:?} was UTF-8 and read as something else; {before:?} is asked for, too"
            );
            self.note(Field::Name, name, reason);
        }
    }

    fn read(&mut self, field: Field, value: &str) {
        let property = match field {
            Field::BirthDate => "birthDate",
            Field::Country => "nationality",
            Field::Imo => "imoNumber",
            _ => "name",
        };
        let Some(known) = property_named(property) else { return };
        match known.read(&mut self.query, &mut self.counts, value, self.today) {
            Ok(Added::Kept) => {}
            Ok(Added::Beyond(_)) => {
                self.note(field, value, format!("a further {property} is not read"));
            }
            Ok(Added::ReadAs(imo)) => {
                self.note(field, value, format!("the {property} {value:?} is read as {imo}"));
            }
            Ok(Added::Unread(why)) => {
                let (what, why) = match field {
                    Field::Country => ("country", "cannot be read"),
                    Field::BirthDate => ("birth date", why),
                    _ => (property, why),
                };
                self.note(field, value, format!("the {what} {value:?} {why}"));
            }
            Err(fault) => {
                self.fault.get_or_insert(Unread::cell(field, value, fault.to_string()));
            }
        }
    }

    fn note(&mut self, field: Field, value: &str, reason: String) {
        self.notes.push(Unread::cell(field, value, reason));
    }

    fn finish(self, line: u64, key: Option<String>, name: &str) -> Customer {
        let is_empty = self.query.names.is_empty() && self.query.imos.is_empty();
        let fault = self.fault.or(is_empty.then(|| Unread {
            field: Some(Field::Name),
            value: String::new(),
            reason: "the row has no name".to_owned(),
        }));
        let id = key.as_ref().map(|key| Value::from(key.as_str()).to_string());
        Customer {
            key: key.unwrap_or_else(|| line.to_string()),
            id,
            name: name.to_owned(),
            query: fault.map_or(Ok(self.query), Err),
            notes: self.notes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customers::columns::{Naming, Others};
    use tamis_engine::model::Timestamp;

    fn customer(dates: DateOrder, header: &str, row: &str) -> Customer {
        let cells = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let columns = Columns::of("a.csv", cells(header), &[], Others::Known, Naming::Option)
            .expect("a good header");
        // 2026-10-04
        let today = Day::of(Timestamp(1_791_100_800));
        let reading = Reading { dates, schema: Schema::LegalEntity, today };
        reading.customer(7, &Row::Cells(cells(row)), &columns)
    }

    #[test]
    fn a_row_is_a_query() {
        let header = "id,first name,last name,dob,country,type";
        let row = "K-1,Ivan Petrovich,Sokolov,17.5.1962,Russland,individual";
        let Customer { key, id, name, query, notes } =
            customer(DateOrder::DayMonthYear, header, row);
        assert_eq!((key.as_str(), id.as_deref()), ("K-1", Some(r#""K-1""#)));
        assert_eq!(name, "Ivan Petrovich Sokolov");
        let query = query.expect("a query");
        assert_eq!(query.schema, Schema::Person);
        assert_eq!(query.names[0].text(), "Ivan Petrovich Sokolov");
        assert_eq!(query.birth_dates[0].to_string(), "1962-05-17");
        assert_eq!(query.countries[0].as_str(), "RU");
        assert_eq!(notes, []);
    }

    #[test]
    fn what_only_refines_is_told_and_what_is_needed_refuses_the_row() {
        let header = "name,dob,country,type";
        let told = customer(DateOrder::DayMonthYear, header, "Ann,soon,Narnia,saint");
        assert!(told.query.is_ok());
        assert_eq!(
            told.notes.iter().map(Unread::to_string).collect::<Vec<_>>(),
            [
                "the type \"saint\" is not known",
                "the birth date \"soon\" cannot be read",
                "the country \"Narnia\" cannot be read",
            ]
        );
        let told = customer(DateOrder::DayMonthYear, "name,dob,imo", "Ann,1/1/1900,9074729.0");
        assert_eq!(told.query.expect("a query").birth_dates, []);
        assert_eq!(
            told.notes.iter().map(Unread::to_string).collect::<Vec<_>>(),
            [
                "the birth date \"1900-01-01\" is the zero date of a spreadsheet or database",
                "the imoNumber \"9074729.0\" is read as 9074729",
            ]
        );
        for (row, expected) in [
            (",1962,,", "the row has no name"),
            ("???,,,", "name is \"???\"; it must be a name with at least one letter or digit"),
        ] {
            let customer = customer(DateOrder::DayMonthYear, header, row);
            assert_eq!(customer.query.map_err(|fault| fault.to_string()), Err(expected.to_owned()));
            assert_eq!(customer.key, "7", "its line");
        }
    }
}
