//! The columns of a row, and the record that it makes.

use tamis_engine::model::{Alias, CountryCode, EntityType, PartialDate, Record};
use tamis_ingest::table::StringRecord;

use super::dates::{read_birth_date, read_date};
use super::names::person_name;
use crate::error::LoadError;
use crate::readers::common::entity_type::entity_type_of;
use crate::readers::common::facts::{add_note, date_or_note, filled, joined, make_reference};
use crate::readers::common::numbers::add_identifier;
use tamis_ingest::squeeze;
use tamis_ingest::table::Header;

/// Characters that the publisher's record layout has for the name of a firm; longer ones are cut.
const FIRM_NAME_CHARS: usize = 30;

/// The columns, in the publisher's order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Column {
    LastName,
    FirstName,
    MiddleName,
    Firm,
    General,
    Specialty,
    Upin,
    Npi,
    BirthDate,
    Street,
    City,
    State,
    Zip,
    Type,
    ExcludedOn,
    ReinstatedOn,
    WaivedOn,
    WaiverState,
}

const NAMES: [&str; 18] = [
    "LASTNAME",
    "FIRSTNAME",
    "MIDNAME",
    "BUSNAME",
    "GENERAL",
    "SPECIALTY",
    "UPIN",
    "NPI",
    "DOB",
    "ADDRESS",
    "CITY",
    "STATE",
    "ZIP",
    "EXCLTYPE",
    "EXCLDATE",
    "REINDATE",
    "WAIVERDATE",
    "WVRSTATE",
];

/// Where each column is in a file.
pub(super) struct Columns([usize; NAMES.len()]);

impl Columns {
    /// # Errors
    /// A column is missing.
    pub(super) fn find(header: &Header) -> Result<Self, LoadError> {
        let mut at = [0; NAMES.len()];
        for (at, name) in at.iter_mut().zip(NAMES) {
            *at = header.require(name)?;
        }
        Ok(Self(at))
    }
}

/// A row of exclusions or of reinstatements.
pub(super) struct Row<'r> {
    fields: &'r StringRecord,
    columns: &'r Columns,
}

impl<'r> Row<'r> {
    pub(super) fn new(fields: &'r StringRecord, columns: &'r Columns) -> Self {
        Self { fields, columns }
    }

    /// A field without superfluous blanks: middle names and types of exclusion end with some.
    fn get(&self, column: Column) -> String {
        let at = self.columns.0.get(column as usize).copied();
        squeeze(at.and_then(|at| self.fields.get(at)).unwrap_or_default())
    }

    /// A number of which only zeros, behind a letter where there is one, mean that there is none.
    fn number(&self, column: Column) -> Option<String> {
        let is_number = |text: &String| text.bytes().any(|b| matches!(b, b'1'..=b'9'));
        Some(self.get(column)).filter(is_number)
    }

    /// Street and city in one line.
    fn address(&self) -> String {
        // Addresses abroad have the state XX and a post code of zeros.
        let state = self.get(Column::State);
        let (state, zip, country) = match state.as_str() {
            "XX" => (String::new(), String::new(), ""),
            _ => (state, self.number(Column::Zip).unwrap_or_default(), "US"),
        };
        let place = joined([state.as_str(), &zip], " ");
        let line = joined([&*self.get(Column::Street), &self.get(Column::City), &place], ", ");
        if line.is_empty() { line } else { joined([line.as_str(), country], ", ") }
    }

    /// A record of nothing but the reference: what an exclusion and its reinstatement have in
    /// common, and no other exclusion of a person has.
    fn reference(&self) -> Record {
        let birth_date = match self.birth_date() {
            Some(date) => date.to_string(),
            None => self.number(Column::BirthDate).unwrap_or_default(),
        };
        let names = [Column::LastName, Column::FirstName, Column::MiddleName, Column::Firm];
        let [last, first, middle, firm] = names.map(|column| self.get(column));
        let [date, kind] = [Column::ExcludedOn, Column::Type].map(|column| self.get(column));
        let date = read_date(&date).map_or(date, |date| date.to_string());
        let mut record = Record::default();
        make_reference(&mut record, [&last, &first, &middle, &firm, &birth_date, &date, &*kind]);
        record
    }

    /// The record of the exclusion that the row publishes or ends.
    pub(super) fn record(&self) -> Record {
        let mut record = self.reference();
        self.read_names(&mut record);
        record.programmes.extend(filled(&self.get(Column::Type)));
        record.addresses.extend(filled(&self.address()));
        record.listed_on = self.date(Column::ExcludedOn, "Excluded on", &mut record);
        record.listed_until = self.date(Column::ReinstatedOn, "Reinstated on", &mut record);
        match (self.birth_date(), self.number(Column::BirthDate)) {
            (Some(date), _) => record.birth_dates.push(date.into()),
            (None, Some(text)) => add_note(&mut record, "Date of birth", &text),
            (None, None) => {}
        }
        for (kind, column) in [("NPI", Column::Npi), ("UPIN", Column::Upin)] {
            if let Some(value) = self.number(column) {
                add_identifier(&mut record, kind, value, CountryCode::parse("US"));
            }
        }
        if let Some(date) = self.number(Column::WaivedOn) {
            let date = read_date(&date).map_or(date, |date| date.to_string());
            let waiver = joined([date.as_str(), &self.get(Column::WaiverState)], ", ");
            add_note(&mut record, "Waiver", &waiver);
        }
        record
    }

    /// What a person does is a position, what a firm does is not.
    fn read_names(&self, record: &mut Record) {
        let names = [Column::LastName, Column::FirstName, Column::MiddleName, Column::Firm];
        let [last, first, middle, firm] = names.map(|column| self.get(column));
        let lines = [Column::General, Column::Specialty].map(|column| self.get(column));
        if firm.chars().count() >= FIRM_NAME_CHARS {
            let cut = format!("may be cut, the field holds {FIRM_NAME_CHARS} characters");
            add_note(record, "Business name", &cut);
        }
        if last.is_empty() && first.is_empty() && middle.is_empty() {
            record.entity_type = Some(entity_type_of(&firm));
            record.name = firm;
            for line in &lines {
                add_note(record, "Line of business", line);
            }
            return;
        }
        record.name = person_name(&last, &first, &middle);
        record.entity_type = Some(EntityType::Individual);
        record.aliases.extend(filled(&firm).map(Alias::strong));
        record.positions.extend(lines.iter().filter_map(|line| filled(line)));
    }

    /// A date, `00000000` where there is none; what is not a date becomes a note.
    fn date(&self, column: Column, label: &str, record: &mut Record) -> Option<PartialDate> {
        let text = self.number(column)?;
        date_or_note(read_date(&text), label, &text, record)
    }

    fn birth_date(&self) -> Option<PartialDate> {
        read_birth_date(&self.get(Column::BirthDate), read_date(&self.get(Column::ExcludedOn)))
    }
}
