//! A register as a row in lists of registers (docs/api.md, "Registers").

use crate::api::freshness::{Freshness, freshness};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use tamis_engine::directory::SourceFacts;
use tamis_engine::json::Shown;
use tamis_engine::model::{CountryCode, Register, RunStatus, Timestamp};

answer! {
    pub(super) struct RegisterRow<'s> as register_row {
        name: &'s str = Shape::string(),
        short_name: &'s str = Shape::string(),
        slug: &'s str = Shape::pattern("^[a-z0-9_]+$"),
        publisher: &'s str = Shape::string(),
        /// Country of the publisher; UN, EU and ZZ (international) too
        country: Shown<CountryCode> = rules::country(),
        list_type: &'static str = rules::list_type(),
        /// Hours between two refreshes
        cadence_hours: u32 = Shape::count(),
        last_run_status: &'static str = Shape::one_of(RunStatus::NAMES),
        licence: &'s str = Shape::string(),
        licence_url: Option<&'s str> = Shape::string().or_null(),
        /// Offer that the licence allows
        offer: &'static str = rules::offer(),
        /// Time at which its earliest record was first collected
        first_seen: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Format of the source file
        format: &'s str = Shape::string(),
        /// Active records
        records: u64 = Shape::count(),
        freshness..: Freshness<'s> = freshness(),
    }
}

impl<'s> RegisterRow<'s> {
    /// The row of a register at a time.
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
