//! Age of the data of registers (docs/api.md, "Freshness").

use super::interface::answer::answer;
use super::interface::{Shape, rules};
use tamis_engine::json::Shown;
use tamis_engine::model::{Register, Timestamp};

answer! {
    /// Dates that show the age of a register's data.
    pub(super) struct Freshness<'s> as freshness {
        /// Date of the list by its publisher or its folder: YYYY, YYYY-MM or YYYY-MM-DD
        list_date: Option<&'s str> = Shape::string().or_null(),
        /// Time at which its files were fetched, if known
        fetched_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Latest load that was accepted
        loaded_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// True if the later of list date and fetch is more than two cadences ago; null if neither is
        /// known
        stale: Option<bool> = Shape::boolean().or_null(),
    }
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

answer! {
    /// Summary over all registers.
    pub(super) struct FreshnessOfAll<'s> as freshness_of_all {
        /// Registers that are stale
        stale: usize = Shape::count(),
        /// Registers whose age is unknown
        undated: usize = Shape::count(),
        /// The register with the oldest data
        oldest: Option<Oldest<'s>> = oldest().shape().or_null(),
    }
}

answer! {
    pub(super) struct Oldest<'s> as oldest {
        slug: &'s str = Shape::string(),
        name: &'s str = Shape::string(),
        freshness..: Freshness<'s> = freshness(),
    }
}

impl<'s> FreshnessOfAll<'s> {
    pub(super) fn of(registers: &'s [Register], now: Timestamp) -> Self {
        Self {
            stale: stale(registers, now),
            undated: registers.iter().filter(|own| own.data_as_of().is_none()).count(),
            oldest: oldest_of(registers).map(|register| Oldest {
                slug: &register.slug,
                name: &register.name,
                freshness: Freshness::of(register, now),
            }),
        }
    }
}

/// The register with the oldest data.
pub(super) fn oldest_of(registers: &[Register]) -> Option<&Register> {
    let dated = registers.iter().filter_map(|own| Some((own.data_as_of()?, own)));
    dated.min_by_key(|(as_of, _)| *as_of).map(|(_, register)| register)
}

/// Number of stale registers.
pub(super) fn stale(registers: &[Register], now: Timestamp) -> usize {
    registers.iter().filter(|register| register.is_stale(now) == Some(true)).count()
}
