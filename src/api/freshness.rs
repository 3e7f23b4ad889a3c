//! How old the data of registers is (docs/api.md, "Freshness").

use serde::Serialize;

use tamis_engine::json::Shown;
use tamis_engine::model::{Register, Timestamp};

/// What tells the age of a register's data.
#[derive(Serialize)]
pub(super) struct Freshness<'s> {
    /// Date of the list by its publisher or its folder: YYYY, YYYY-MM or YYYY-MM-DD.
    list_date: Option<&'s str>,
    fetched_at: Option<Shown<Timestamp>>,
    /// Latest load that was taken over. It may have been of old files.
    loaded_at: Option<Shown<Timestamp>>,
    /// See [`Register::is_stale`].
    stale: Option<bool>,
}

impl<'s> Freshness<'s> {
    pub(super) fn of(register: &'s Register, now: Timestamp) -> Self {
        Self {
            list_date: register.run.list_date.as_deref(),
            fetched_at: register.run.fetched_at.map(Shown),
            loaded_at: register.run.last_load.map(Shown),
            stale: register.is_stale(now),
        }
    }
}

/// All registers in short.
#[derive(Serialize)]
pub(super) struct FreshnessOfAll<'s> {
    /// Registers that are stale.
    stale: usize,
    /// Registers whose age is unknown.
    undated: usize,
    oldest: Option<Oldest<'s>>,
}

/// The register with the oldest data.
#[derive(Serialize)]
struct Oldest<'s> {
    slug: &'s str,
    name: &'s str,
    #[serde(flatten)]
    freshness: Freshness<'s>,
}

impl<'s> FreshnessOfAll<'s> {
    pub(super) fn of(registers: &'s [Register], now: Timestamp) -> Self {
        let dated = registers.iter().filter_map(|own| Some((own.data_as_of()?, own)));
        let oldest = dated.min_by_key(|(as_of, _)| *as_of).map(|(_, register)| register);
        Self {
            stale: stale(registers, now),
            undated: registers.iter().filter(|own| own.data_as_of().is_none()).count(),
            oldest: oldest.map(|register| Oldest {
                slug: &register.slug,
                name: &register.name,
                freshness: Freshness::of(register, now),
            }),
        }
    }
}

/// How many registers are stale.
pub(super) fn stale(registers: &[Register], now: Timestamp) -> usize {
    registers.iter().filter(|register| register.is_stale(now) == Some(true)).count()
}
