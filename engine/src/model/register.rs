//! The facts of a register: one official list.

use serde::{Deserialize, Serialize};

use super::{
    CountryCode, ListType, PartialDate, RegisterIndex, SECONDS_PER_DAY, Timestamp, named_enum,
};
use crate::limits::STALE_CADENCES;

/// One official list and the state of its last load. JSON uses the names of its fields; ledgers keep it
/// in this form for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Lower-case letters, digits and underscores (`us_ofac_sdn`); the key of a register.
    pub slug: String,
    /// Full name ("US OFAC Specially Designated Nationals").
    pub name: String,
    /// Short name ("OFAC SDN").
    pub short_name: String,
    /// Publisher of the list.
    pub publisher: String,
    /// Country of the publisher: an ISO code, or `UN`, `EU` or `ZZ` (international).
    pub country: CountryCode,
    /// Kind of list.
    pub list_type: ListType,
    /// Interval of refreshes, in hours.
    pub cadence_hours: u32,
    /// Source format ("OFAC CSV").
    pub format: String,
    /// Official address of the list.
    pub source_url: String,
    /// Licence in words.
    pub licence: String,
    /// Address of the licence text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence_url: Option<String>,
    /// Permission of the licence.
    pub offer: Offer,
    /// Largest share of the register's records, in percent, that a load may remove. Where more are
    /// missing, they are kept until an operator accepts the removal. 0 to 100.
    pub max_drop_percent: u8,
    /// The latest attempt to load it.
    pub run: RegisterRun,
}

impl Register {
    /// Returns the time up to which its data is known to be current: the end of the day, month or year
    /// of its list, or the time at which its files were fetched, whichever is later. Times in the
    /// future of the load are ignored: such a date is a mistake, and would hide the age of the data for
    /// ever. `None` where neither is known.
    #[must_use]
    pub fn data_as_of(&self) -> Option<Timestamp> {
        let run = &self.run;
        let date = run.date().filter(|date| !run.is_ahead(date.start()));
        let fetched_at = run.fetched_at.filter(|time| !run.is_ahead(*time));
        date.map(PartialDate::end).max(fetched_at)
    }

    /// True if its data is more than [`STALE_CADENCES`] times its cadence old: at least one refresh was
    /// missed or failed. Loading old files again does not make the data current. `None` where the age
    /// is not known.
    #[must_use]
    pub fn is_stale(&self, now: Timestamp) -> Option<bool> {
        let lasts_seconds = i64::from(self.cadence_hours) * 3600 * STALE_CADENCES;
        self.data_as_of().map(|as_of| now.0 - as_of.0 > lasts_seconds)
    }
}

/// Returns the registers that a caller's text names exactly: those with this name, or else with this
/// slug, or else with this short name. So a short name never hides another register's name. There are
/// several only where registers share the text.
pub fn registers_named<'r>(
    registers: &'r [Register],
    text: &'r str,
) -> impl Iterator<Item = RegisterIndex> + 'r {
    let ways: [fn(&Register) -> &str; 3] = [|r| &r.name, |r| &r.slug, |r| &r.short_name];
    let way = ways.into_iter().find(|way| registers.iter().any(|own| way(own) == text));
    let named = move |own: &Register| way.is_some_and(|way| way(own) == text);
    (0..).map(RegisterIndex).zip(registers).filter(move |(_, own)| named(own)).map(|(at, _)| at)
}

named_enum!(
    /// Permission of the licence of a register (docs/api.md, "Licences"), the broadest first.
    Offer {
        /// Anyone may download it.
        Download = "download",
        /// Offered under a commercial licence.
        Sale = "sale",
        /// Not offered.
        None = "none",
    }
);

/// One attempt to load a register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterRun {
    /// Time of the attempt.
    pub at: Timestamp,
    /// Outcome of the attempt.
    pub status: RunStatus,
    /// Reason of the failure, or a remark on the load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Date of the list in use, as far as its source gives it (its folder or its file).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_date: Option<String>,
    /// Time at which the files of the list in use were fetched, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<Timestamp>,
    /// Folders that seem newer than the one that this attempt read, each with the reason for skipping
    /// it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_taken: Vec<NotTaken>,
    /// Number of records that the list no longer holds and that are kept: an operator must accept so
    /// large a removal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removals_waiting: u64,
    /// Number of records of the latest successful load.
    pub records: u64,
    /// Number of rows that this load rejected.
    pub rejected: u64,
    /// First successful load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_load: Option<Timestamp>,
    /// Latest successful load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_load: Option<Timestamp>,
}

impl RegisterRun {
    /// Makes an attempt with this outcome, for a register that was never loaded.
    #[must_use]
    pub fn new(at: Timestamp, status: RunStatus) -> Self {
        Self {
            at,
            status,
            reason: None,
            list_date: None,
            fetched_at: None,
            not_taken: Vec::new(),
            removals_waiting: 0,
            records: 0,
            rejected: 0,
            first_load: None,
            last_load: None,
        }
    }

    /// Returns the date of the list, if `list_date` is a date.
    #[must_use]
    pub fn date(&self) -> Option<PartialDate> {
        self.list_date.as_deref()?.parse().ok()
    }

    /// True if a moment is later than the load in use, by more than differences of clocks and time
    /// zones.
    #[must_use]
    pub fn is_ahead(&self, time: Timestamp) -> bool {
        time.0 > self.last_load.unwrap_or(self.at).0 + SECONDS_PER_DAY
    }
}

/// A folder of a register that a load skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotTaken {
    /// Name of the folder.
    pub folder: String,
    /// Reason for skipping it.
    pub reason: String,
}

named_enum!(
    /// Outcome of a load.
    RunStatus {
        /// Loaded.
        Ok = "ok",
        /// Refused, or its removals await acceptance; no record of the last successful load is lost.
        Failed = "failed",
    }
);

fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn daily(list_date: Option<&str>, fetched_at: Option<&str>) -> Register {
        let run = RegisterRun {
            list_date: list_date.map(str::to_owned),
            fetched_at: fetched_at.and_then(Timestamp::parse_iso),
            records: 1,
            last_load: Timestamp::parse_iso("2024-07-10"),
            // Later failed attempts do not make a future date of the list valid.
            ..RegisterRun::new(Timestamp::now(), RunStatus::Failed)
        };
        let text = || "x".to_owned();
        Register {
            slug: text(),
            name: text(),
            short_name: text(),
            publisher: text(),
            country: CountryCode::parse("XX").expect("a code"),
            list_type: ListType::Sanction,
            cadence_hours: 24,
            format: text(),
            source_url: text(),
            licence: text(),
            licence_url: None,
            offer: Offer::None,
            max_drop_percent: 20,
            run,
        }
    }

    #[test]
    fn data_is_stale_two_cadences_after_its_date_or_its_fetch() {
        for (list_date, fetched_at, fresh_until) in [
            (Some("2024-05-03"), None, "2024-05-06"),
            (Some("2024-05"), None, "2024-06-03"),
            (Some("2024"), None, "2025-01-03"),
            (None, Some("2024-05-03T10:00:00Z"), "2024-05-05T10:00:00Z"),
            (Some("2024-05-03"), Some("2024-06-01"), "2024-06-03"),
            (Some("2024-07-03"), Some("2024-06-01"), "2024-07-06"),
            (Some("first half of 2024"), Some("2024-06-01"), "2024-06-03"),
        ] {
            let register = daily(list_date, fetched_at);
            let until = Timestamp::parse_iso(fresh_until).expect("a time");
            assert_eq!(register.is_stale(until), Some(false), "{list_date:?} {fetched_at:?}");
            let later = Timestamp(until.0 + 1);
            assert_eq!(register.is_stale(later), Some(true), "{list_date:?} {fetched_at:?}");
        }
        assert_eq!(daily(None, None).is_stale(Timestamp::now()), None, "nothing tells");
        assert_eq!(daily(Some("2099"), Some("2044-05-03")).data_as_of(), None, "a mistake");
    }
}
