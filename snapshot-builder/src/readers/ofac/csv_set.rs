//! CSV files of the US Treasury (SDN and non-SDN lists), with the columns of its `dat_spec.txt`: a main
//! file and companions joined by `ent_num`. There are no header rows, and a missing value is `-0- `.

use ahash::AHashMap;
use tamis_engine::model::{Alias, Record};
use tamis_ingest::table::StringRecord;

use super::fact::Fact;
use super::fields::type_of;
use super::remarks;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::rows;
use crate::report::Position;
use crate::sources::SourceFile;
use tamis_ingest::squeeze;
use tamis_ingest::table::{Dialect, Table};

/// Role of the companion with alternate names.
pub(in crate::readers) const ALIASES: &str = "aliases";
/// Role of the companion with addresses.
pub(in crate::readers) const ADDRESSES: &str = "addresses";
/// Role of the companion with the continuation of long remarks.
pub(in crate::readers) const COMMENTS: &str = "comments";

/// Number of characters after which the publisher truncates remarks, even within a word.
const REMARKS_CHARS_MAX: usize = 1_000;

/// Columns of the main file.
mod column {
    pub(super) const REFERENCE: usize = 0;
    pub(super) const NAME: usize = 1;
    pub(super) const TYPE: usize = 2;
    pub(super) const PROGRAMME: usize = 3;
    pub(super) const TITLE: usize = 4;
    pub(super) const CALL_SIGN: usize = 5;
    pub(super) const VESSEL_TYPE: usize = 6;
    pub(super) const TONNAGE: usize = 7;
    pub(super) const GROSS_TONNAGE: usize = 8;
    pub(super) const FLAG: usize = 9;
    pub(super) const OWNER: usize = 10;
    pub(super) const REMARKS: usize = 11;
    pub(super) const COUNT: usize = 12;
}

/// Reads the list: companions first, then the main file record by record.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let mut companions = Companions::read(input, collector)?;
    let mut cut_remarks = 0;
    for file in input.main {
        for_each_row(file, column::COUNT, collector, |row, position, collector| {
            let Some(mut record) = read_row(row, file, position, collector) else { return };
            let rest = companions.complete(&mut record, collector);
            let remarks = row.get(column::REMARKS).unwrap_or_default();
            let is_cut = rest.is_none() && remarks.chars().count() >= REMARKS_CHARS_MAX;
            cut_remarks += u32::from(is_cut);
            let whole = join_remarks(remarks, rest.as_deref());
            remarks::read(&whole, is_cut, &mut record, collector);
            record.source_url = input.url_of(&record.reference);
            collector.accept(record, &file.name, position);
        })?;
    }
    if cut_remarks > 0 {
        collector.warn(format!(
            "{cut_remarks} remarks are cut at {REMARKS_CHARS_MAX} characters and the rest of them is missing"
        ));
    }
    companions.warn_of_orphans(collector);
    Ok(())
}

/// Facts of a row of the main file, without companions and remarks.
fn read_row(
    row: &StringRecord,
    file: &SourceFile,
    position: Position,
    collector: &mut Collector<'_>,
) -> Option<Record> {
    let field = |at: usize| value(row.get(at).unwrap_or_default());
    let reference = field(column::REFERENCE).map(str::to_owned);
    let name = field(column::NAME).unwrap_or_default();
    let kind = field(column::TYPE).unwrap_or("entity");
    let Some(entity_type) = type_of(kind, name) else {
        let reason = format!("type is {kind:?}; accepted: individual, vessel, aircraft, -0-");
        collector.reject(&file.name, position, reason, reference);
        return None;
    };
    let mut record = Record {
        reference: reference.unwrap_or_default(),
        name: name.to_owned(),
        entity_type: Some(entity_type),
        programmes: field(column::PROGRAMME).map(programmes).unwrap_or_default(),
        ..Record::default()
    };
    for (kind, at) in [
        ("Title", column::TITLE),
        ("Vessel Call Sign", column::CALL_SIGN),
        ("VESSEL TYPE", column::VESSEL_TYPE),
        ("Vessel Tonnage", column::TONNAGE),
        ("Vessel Gross Registered Tonnage", column::GROSS_TONNAGE),
        ("Vessel Owner", column::OWNER),
        ("Vessel Flag", column::FLAG),
    ] {
        if let Some(text) = field(at) {
            Fact::new(kind, text).add_to(&mut record, collector);
        }
    }
    Some(record)
}

/// Programmes in a text such as `SDGT] [IRGC] [IFSR`, without the outer brackets.
fn programmes(text: &str) -> Vec<String> {
    text.split("] [").map(|p| p.trim_matches(['[', ']', ' ']).to_owned()).collect()
}

/// A field; `None` if it marks a missing value.
fn value(field: &str) -> Option<&str> {
    let field = field.trim();
    (!field.is_empty() && field != "-0-").then_some(field)
}

/// Joins remarks and their continuation. The truncation may be before or after a blank, so nothing is
/// trimmed first.
fn join_remarks(remarks: &str, rest: Option<&str>) -> String {
    let remarks = if value(remarks).is_some() { remarks } else { "" };
    format!("{remarks}{}", rest.unwrap_or_default())
}

/// Calls `on_row` for each row of a file of the set.
fn for_each_row(
    file: &SourceFile,
    columns: usize,
    collector: &mut Collector<'_>,
    on_row: impl FnMut(&StringRecord, Position, &mut Collector<'_>),
) -> Result<(), LoadError> {
    let dialect = Dialect { columns: Some(columns), ..Dialect::default() };
    let mut table = Table::open(file, dialect)?;
    rows::for_each_row(&mut table, Some(0), collector, on_row)?;
    if !table.ends_with_mark() {
        collector.warn(format!(
            "{} does not end with the publisher's mark 0x1A: rows cut off at its end would go unnoticed",
            file.name
        ));
    }
    Ok(())
}

/// Rows of the companion files by `ent_num`; each record removes its own.
struct Companions {
    aliases: AHashMap<String, Vec<Alias>>,
    addresses: AHashMap<String, Vec<Address>>,
    comments: AHashMap<String, String>,
}

struct Address {
    line: String,
    country: Option<String>,
}

impl Companions {
    fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<Self, LoadError> {
        let mut all = Self {
            aliases: AHashMap::new(),
            addresses: AHashMap::new(),
            comments: AHashMap::new(),
        };
        for file in input.companions(ALIASES) {
            // ent_num, alt_num, kind (aka, fka, nka), name, remarks
            for_each_row(file, 5, collector, |row, _, _| {
                if let Some(name) = row.get(3).and_then(value) {
                    let is_former = row.get(2).and_then(value) == Some("fka");
                    let alias = Alias::strong(name).formerly(is_former);
                    all.aliases.entry(key(row)).or_default().push(alias);
                }
            })?;
        }
        for file in input.companions(ADDRESSES) {
            // ent_num, add_num, street, city with state and post code, country, remarks
            for_each_row(file, 6, collector, |row, _, _| {
                let field = |at| row.get(at).and_then(value).map(squeeze);
                let parts: Vec<String> = (2..6).filter_map(field).collect();
                if !parts.is_empty() {
                    let address = Address { line: parts.join(", "), country: field(4) };
                    all.addresses.entry(key(row)).or_default().push(address);
                }
            })?;
        }
        for file in input.companions(COMMENTS) {
            // ent_num, continuation of remarks
            for_each_row(file, 2, collector, |row, _, _| {
                let text = row.get(1).unwrap_or_default();
                all.comments.entry(key(row)).or_default().push_str(text);
            })?;
        }
        Ok(all)
    }

    /// Adds aliases and addresses to the record; returns the rest of its remarks.
    fn complete(&mut self, record: &mut Record, collector: &mut Collector<'_>) -> Option<String> {
        record.aliases = self.aliases.remove(&record.reference).unwrap_or_default();
        for address in self.addresses.remove(&record.reference).into_iter().flatten() {
            collector.add_address_country(&address.country.unwrap_or_default(), record);
            record.addresses.push(address.line);
        }
        self.comments.remove(&record.reference)
    }

    /// Warns about rows without a record. Published files keep comments of delisted parties.
    fn warn_of_orphans(self, collector: &mut Collector<'_>) {
        let aliases: usize = self.aliases.values().map(Vec::len).sum();
        let addresses: usize = self.addresses.values().map(Vec::len).sum();
        for (count, role) in
            [(aliases, ALIASES), (addresses, ADDRESSES), (self.comments.len(), COMMENTS)]
        {
            if count > 0 {
                collector.warn(format!("{count} rows of the {role} file belong to no record"));
            }
        }
    }
}

fn key(row: &StringRecord) -> String {
    row.get(0).unwrap_or_default().trim().to_owned()
}
