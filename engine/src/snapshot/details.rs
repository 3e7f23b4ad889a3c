//! The archived types: facts about the set as a whole that answers show. The shown facts of single
//! records are in `record_detail`, which is no archive.
//!
//! Their layout is part of the format: a change here raises [`super::format::FORMAT_VERSION`].

use rkyv::{Archive, Deserialize, Serialize};

use crate::model::{
    CountryCode, EntityType, ListType, NotTaken, Offer, Register, RegisterRun, RunStatus,
    Timestamp, TypeSet,
};
use crate::text::NameKind;

/// Description of the snapshot itself.
#[derive(Debug, Clone, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Meta {
    /// `YYYYMMDDHHMMSS` of the build, UTC.
    pub version: String,
    /// Name and version of the program that built it.
    pub builder: String,
    /// Active records by [`crate::model::Collection`] code.
    pub collections: Vec<u64>,
    /// Number of single words among the `words`; compounds follow them.
    pub single_words: u32,
    /// Entity types of the records of each [`crate::text::NameKind`], as [`crate::model::TypeSet`]
    /// bits.
    pub types: [u8; 2],
}

impl Meta {
    /// Computes [`Meta::types`] for some records.
    pub(super) fn types_of(
        records: impl Iterator<Item = (NameKind, Option<EntityType>)>,
    ) -> [u8; 2] {
        let mut types = [TypeSet::default(); 2];
        for (kind, entity_type) in records {
            let of_kind = &mut types[kind as usize];
            *of_kind = of_kind.with(entity_type);
        }
        types.map(|types| types.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Registers {
    /// Sorted by slug.
    pub registers: Vec<RegisterDetail>,
}

/// Archived form of a register; see [`Register`] for its fields.
#[derive(Debug, Clone, PartialEq, Eq, Archive, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of model::Register")]
pub struct RegisterDetail {
    pub slug: String,
    pub name: String,
    pub short_name: String,
    pub publisher: String,
    pub country: u16,
    pub list_type: u8,
    pub cadence_hours: u32,
    pub format: String,
    pub source_url: String,
    pub licence: String,
    pub licence_url: Option<String>,
    pub offer: u8,
    pub max_drop_percent: u8,
    pub run_at: i64,
    pub run_failed: bool,
    pub run_reason: Option<String>,
    pub list_date: Option<String>,
    pub fetched_at: Option<i64>,
    /// Folders that are not loaded, each with the reason.
    pub not_taken: Vec<(String, String)>,
    pub removals_waiting: u64,
    pub records: u64,
    pub rejected: u64,
    pub first_load: Option<i64>,
    pub last_load: Option<i64>,
}

impl RegisterDetail {
    /// Returns the archived form of a register.
    #[must_use]
    pub fn from_model(register: &Register) -> Self {
        let run = &register.run;
        Self {
            slug: register.slug.clone(),
            name: register.name.clone(),
            short_name: register.short_name.clone(),
            publisher: register.publisher.clone(),
            country: register.country.to_code(),
            list_type: register.list_type as u8,
            cadence_hours: register.cadence_hours,
            format: register.format.clone(),
            source_url: register.source_url.clone(),
            licence: register.licence.clone(),
            licence_url: register.licence_url.clone(),
            offer: register.offer as u8,
            max_drop_percent: register.max_drop_percent,
            run_at: run.at.0,
            run_failed: run.status == RunStatus::Failed,
            run_reason: run.reason.clone(),
            list_date: run.list_date.clone(),
            fetched_at: run.fetched_at.map(|t| t.0),
            not_taken: run.not_taken.iter().cloned().map(|n| (n.folder, n.reason)).collect(),
            removals_waiting: run.removals_waiting,
            records: run.records,
            rejected: run.rejected,
            first_load: run.first_load.map(|t| t.0),
            last_load: run.last_load.map(|t| t.0),
        }
    }

    /// Restores the register; the error names the field whose code is unknown.
    pub(super) fn into_model(self) -> Result<Register, &'static str> {
        let offers = [Offer::Download, Offer::Sale, Offer::None];
        Ok(Register {
            country: CountryCode::from_code(self.country).ok_or("country")?,
            list_type: ListType::from_code(self.list_type).ok_or("list_type")?,
            offer: *offers.get(usize::from(self.offer)).ok_or("offer")?,
            run: RegisterRun {
                at: Timestamp(self.run_at),
                status: if self.run_failed { RunStatus::Failed } else { RunStatus::Ok },
                reason: self.run_reason,
                list_date: self.list_date,
                fetched_at: self.fetched_at.map(Timestamp),
                not_taken: self
                    .not_taken
                    .into_iter()
                    .map(|(folder, reason)| NotTaken { folder, reason })
                    .collect(),
                removals_waiting: self.removals_waiting,
                records: self.records,
                rejected: self.rejected,
                first_load: self.first_load.map(Timestamp),
                last_load: self.last_load.map(Timestamp),
            },
            slug: self.slug,
            name: self.name,
            short_name: self.short_name,
            publisher: self.publisher,
            cadence_hours: self.cadence_hours,
            format: self.format,
            source_url: self.source_url,
            licence: self.licence,
            licence_url: self.licence_url,
            max_drop_percent: self.max_drop_percent,
        })
    }
}
