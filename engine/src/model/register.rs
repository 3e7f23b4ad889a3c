//! The facts of a register: one official list.

use serde::{Deserialize, Serialize};

use super::{
    CountryCode, ListType, PartialDate, RegisterIndex, SECONDS_PER_DAY, Timestamp, named_enum,
};
use crate::limits::STALE_CADENCES;

/// One official list and the state of its last load. Written and read as JSON under the names of its
/// fields; ledgers hold it in this form for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Lower-case letters, digits and underscores (`us_ofac_sdn`); the key of a register.
    pub slug: String,
    /// Full name ("US OFAC Specially Designated Nationals").
    pub name: String,
    /// Short name ("OFAC SDN").
    pub short_name: String,
    /// Who publishes it.
    pub publisher: String,
    /// Country of the publisher; `UN`, `EU` and `ZZ` (international) beside ISO codes.
    pub country: CountryCode,
    /// What kind of list it is.
    pub list_type: ListType,
    /// How often it is refreshed, in hours.
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
    /// What the licence lets the service offer.
    pub offer: Offer,
    /// Where a load lacks more than this share of the register's records, these are kept until
    /// somebody accepts the drop; 0 to 100.
    pub max_drop_percent: u8,
    /// The latest attempt to load it.
    pub run: RegisterRun,
}

impl Register {
    /// Up to when its data is known to be what the publisher says: the end of the day, month or year
    /// of its list, or the time at which its files were fetched, whichever is later. What lies in
    /// the future of the load counts for nothing: such a date is a mistake, and would hide the age
    /// of the data for ever. None where nothing is known.
    #[must_use]
    pub fn data_as_of(&self) -> Option<Timestamp> {
        let run = &self.run;
        let date = run.date().filter(|date| !run.is_ahead(date.start()));
        let fetched_at = run.fetched_at.filter(|time| !run.is_ahead(*time));
        date.map(PartialDate::end).max(fetched_at)
    }

    /// Whether its data is more than [`STALE_CADENCES`] times its cadence old: at least one refresh
    /// was missed or failed. Loading old files once more makes nothing fresh. None where nothing
    /// tells how old they are.
    #[must_use]
    pub fn is_stale(&self, now: Timestamp) -> Option<bool> {
        let lasts_seconds = i64::from(self.cadence_hours) * 3600 * STALE_CADENCES;
        self.data_as_of().map(|as_of| now.0 - as_of.0 > lasts_seconds)
    }
}

/// The registers that a caller's text names: those whose name it is, or else whose slug it is, or
/// else whose short name it is, each in this spelling exactly. A short name hides no other
/// register's name, and there are several only where they share what the text is.
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
    /// What the licence of a register allows (docs/api.md, "Licences"); what allows most leads.
    Offer {
        /// May be downloaded by anyone.
        Download = "download",
        /// Under a commercial licence.
        Sale = "sale",
        /// Not offered.
        None = "none",
    }
);

/// One attempt to load a register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterRun {
    /// When it was made.
    pub at: Timestamp,
    /// How it ended.
    pub status: RunStatus,
    /// Why it failed, or what was odd about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Date of the list that is held now, as far as the source says (its folder or its file).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_date: Option<String>,
    /// When the files of the list that is held now were fetched, where they came with that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<Timestamp>,
    /// Folders that seem newer than the one that this attempt read, and why they were not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_taken: Vec<NotTaken>,
    /// Records that are kept though the list no longer holds them: so many would go that somebody
    /// must accept it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removals_waiting: u64,
    /// Records that the latest successful load held.
    pub records: u64,
    /// Rows which that load rejected.
    pub rejected: u64,
    /// First successful load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_load: Option<Timestamp>,
    /// Latest successful load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_load: Option<Timestamp>,
}

impl RegisterRun {
    /// An attempt that ended so, of a register that nothing was ever loaded of.
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

    /// Date of the list, where it is one.
    #[must_use]
    pub fn date(&self) -> Option<PartialDate> {
        self.list_date.as_deref()?.parse().ok()
    }

    /// Whether a moment is in the future of the load that is held, by more than clocks and zones of
    /// time differ.
    #[must_use]
    pub fn is_ahead(&self, time: Timestamp) -> bool {
        time.0 > self.last_load.unwrap_or(self.at).0 + SECONDS_PER_DAY
    }
}

/// A folder of a register that a load passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotTaken {
    /// Its name.
    pub folder: String,
    /// Why.
    pub reason: String,
}

named_enum!(
    /// How a load ended.
    RunStatus {
        /// Loaded.
        Ok = "ok",
        /// Refused, or its removals wait; no record of the last successful load is lost.
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
            // Attempts that failed since make no date of the list a true one.
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
