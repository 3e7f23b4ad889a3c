//! A register as lists of registers show it (docs/api.md, "Registers").

use serde::Serialize;

use crate::api::freshness::Freshness;
use tamis_engine::directory::SourceFacts;
use tamis_engine::json::Shown;
use tamis_engine::model::{CountryCode, Register, Timestamp};

#[derive(Serialize)]
pub(super) struct RegisterRow<'s> {
    name: &'s str,
    short_name: &'s str,
    slug: &'s str,
    publisher: &'s str,
    country: Shown<CountryCode>,
    list_type: &'static str,
    cadence_hours: u32,
    /// `ok` or `failed`: how the latest attempt to load it ended.
    last_run_status: &'static str,
    licence: &'s str,
    licence_url: Option<&'s str>,
    offer: &'static str,
    first_seen: Option<Shown<Timestamp>>,
    format: &'s str,
    records: u64,
    #[serde(flatten)]
    freshness: Freshness<'s>,
}

impl<'s> RegisterRow<'s> {
    /// The row of a register at this moment.
    pub(super) fn new(register: &'s Register, facts: &SourceFacts, now: Timestamp) -> Self {
        Self {
            name: &register.name,
            short_name: &register.short_name,
            slug: &register.slug,
            publisher: &register.publisher,
            country: Shown(register.country),
            list_type: register.list_type.as_str(),
            cadence_hours: register.cadence_hours,
            last_run_status: register.run.status.as_str(),
            licence: &register.licence,
            licence_url: register.licence_url.as_deref(),
            offer: register.offer.as_str(),
            first_seen: facts.first_seen.map(Shown),
            format: &register.format,
            records: facts.records,
            freshness: Freshness::of(register, now),
        }
    }
}
