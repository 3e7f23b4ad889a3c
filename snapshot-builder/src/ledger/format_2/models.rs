//! Rows and archives of format 2 to the lines of a ledger, by way of JSON with a ledger's keys.

use rkyv::rancor;
use serde_json::{Value, json};
use tamis_engine::model::{Record, RecordId, Timestamp};
use uuid::Uuid;

use super::file::{OldFile, Section};
use super::types::{ArchivedRecordDetail, RecordDetail, RecordRow, RegisterDetail};
use crate::ledger::entry::{Entry, RegisterLine, written};

/// Published spellings by code, as format 2 knew them.
const ENTITY_TYPES: [&str; 5] = ["INDIVIDUAL", "COMPANY", "ORGANIZATION", "VESSEL", "AIRCRAFT"];
const LIST_TYPES: [&str; 5] = ["SANCTION", "PEP", "DEBARMENT", "TAX_WARRANT", "INSOLVENCY"];
const OFFERS: [&str; 3] = ["download", "sale", "none"];
/// "None" in a field of one byte, and of four.
const NONE_U8: u8 = u8::MAX;
const NONE_U32: u32 = u32::MAX;

/// A register of an old index.
pub(super) fn register(old: &RegisterDetail) -> Result<RegisterLine, String> {
    let code = |names: &[&'static str], code: u8| names.get(usize::from(code)).copied();
    let value = json!({
        "slug": old.slug,
        "name": old.name,
        "short_name": old.short_name,
        "publisher": old.publisher,
        "country": country(old.country),
        "list_type": code(&LIST_TYPES, old.list_type),
        "cadence_hours": old.cadence_hours,
        "format": old.format,
        "source_url": old.source_url,
        "licence": old.licence,
        "licence_url": old.licence_url,
        "offer": code(&OFFERS, old.offer),
        "max_drop_percent": old.max_drop_percent,
        "run": {
            "at": Timestamp(old.run_at),
            "status": if old.run_failed { "failed" } else { "ok" },
            "reason": old.run_reason,
            "list_date": old.list_date,
            "records": old.records,
            "rejected": old.rejected,
            "first_load": old.first_load.map(Timestamp),
            "last_load": old.last_load.map(Timestamp),
        },
    });
    let line = json!({ "register": value });
    serde_json::from_value(line).map_err(|error| format!("register {}: {error}", old.slug))
}

/// The records of an old index.
pub(super) struct OldRecords<'f> {
    rows: &'f [RecordRow],
    births: &'f [u32],
    countries: &'f [u16],
    details: &'f [u8],
    offsets: &'f [u64],
    entities: &'f [[u8; 16]],
}

impl<'f> OldRecords<'f> {
    pub(super) fn of(old: &'f OldFile) -> Result<Self, String> {
        let records = Self {
            rows: old.rows(Section::Records)?,
            births: old.rows(Section::Births)?,
            countries: old.rows(Section::Countries)?,
            details: old.section(Section::Details),
            offsets: old.rows(Section::DetailOffsets)?,
            entities: old.rows(Section::Entities)?,
        };
        let fits = !records.rows.is_empty() && records.offsets.len() == records.rows.len();
        if fits { Ok(records) } else { Err("sections about records differ in length".to_owned()) }
    }

    /// How many there are: one less than rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len() - 1
    }

    /// The places of a register's records, by reference.
    pub(super) fn of_register(&self, register: usize) -> Result<Vec<usize>, String> {
        let own = (0..self.len()).filter(|&at| usize::from(self.rows[at].register) == register);
        let keyed: Result<Vec<(&str, usize)>, String> =
            own.map(|at| Ok((self.detail(at)?.reference.as_str(), at))).collect();
        let mut keyed = keyed?;
        keyed.sort_unstable();
        Ok(keyed.into_iter().map(|(_, at)| at).collect())
    }

    fn detail(&self, at: usize) -> Result<&'f ArchivedRecordDetail, String> {
        let range = self.offsets[at] as usize..self.offsets[at + 1] as usize;
        let bytes =
            self.details.get(range).ok_or_else(|| format!("record {at} is out of place"))?;
        rkyv::access::<ArchivedRecordDetail, rancor::Error>(bytes)
            .map_err(|error| format!("record {at}: {error}"))
    }

    /// Everything of the record at this place.
    pub(super) fn entry(&self, at: usize, last_seen: Timestamp) -> Result<Entry<Record>, String> {
        let (row, next) = (&self.rows[at], &self.rows[at + 1]);
        let wrong = |error: String| format!("record {}: {error}", row.id);
        let detail: RecordDetail = rkyv::deserialize::<_, rancor::Error>(self.detail(at)?)
            .map_err(|error| wrong(error.to_string()))?;
        let births = self.births.get(row.births as usize..next.births as usize);
        let countries = self.countries.get(row.countries as usize..next.countries as usize);
        let (births, countries) =
            births.zip(countries).ok_or_else(|| wrong("dates are out of place".to_owned()))?;
        let entity = match row.entity {
            NONE_U32 => None,
            place => Some(
                *self
                    .entities
                    .get(place as usize)
                    .ok_or_else(|| wrong("its merged entity is out of place".to_owned()))?,
            ),
        };
        let value = record(row, detail, births, countries);
        let record: Record =
            serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
        let (_, hash) = written(&record);
        Ok(Entry {
            id: RecordId(row.id),
            first_seen: Timestamp(row.first_seen.into()),
            last_seen,
            last_change: Timestamp(row.last_change.into()),
            party_change: None,
            listing_change: None,
            delisted_at: None,
            entity: entity.map(Uuid::from_bytes),
            hash,
            record,
        })
    }
}

fn record(row: &RecordRow, detail: RecordDetail, births: &[u32], countries: &[u16]) -> Value {
    let entity_type = match row.entity_type {
        NONE_U8 => None,
        code => Some(ENTITY_TYPES.get(usize::from(code)).copied().unwrap_or("unknown")),
    };
    let aliases = detail.aliases.into_iter().map(|alias| {
        let quality = if alias.weak { "weak" } else { "strong" };
        json!({ "name": alias.name, "quality": quality })
    });
    let identifiers = detail.identifiers.into_iter().map(|identifier| {
        let country = identifier.country.map(country);
        json!({ "type": identifier.kind, "value": identifier.value, "country": country })
    });
    json!({
        "ref": detail.reference,
        "is_ref_made": detail.is_reference_made,
        "name": detail.name,
        "aliases": aliases.collect::<Vec<_>>(),
        "type": entity_type,
        "birth_dates": births.iter().map(|&code| date(code)).collect::<Vec<_>>(),
        "birth_places": detail.birth_places,
        "countries": countries.iter().map(|&code| country(code)).collect::<Vec<_>>(),
        "imo": (row.imo != 0).then(|| format!("{:07}", row.imo)),
        "programmes": detail.programmes,
        "listed_on": detail.listed_on.map(date),
        "listed_until": detail.listed_until.map(date),
        "status": detail.status,
        "source_url": detail.source_url,
        "gender": detail.gender,
        "positions": detail.positions,
        "addresses": detail.addresses,
        "identifiers": identifiers.collect::<Vec<_>>(),
        "notes": detail.notes,
        "isin": detail.isin,
        "ticker": detail.ticker,
    })
}

/// A date by its code: year, month and day, zero where not known.
fn date(code: u32) -> String {
    match [code >> 16, code >> 8 & 0xff, code & 0xff] {
        [year, 0, 0] => format!("{year:04}"),
        [year, month, 0] => format!("{year:04}-{month:02}"),
        [year, month, day] => format!("{year:04}-{month:02}-{day:02}"),
    }
}

/// A country by its code: the two letters.
fn country(code: u16) -> String {
    code.to_le_bytes().map(char::from).iter().collect()
}
