//! The facts of a register: one official list.

use serde::{Deserialize, Serialize};

use super::{CountryCode, ListType, RegisterIndex, Timestamp, named_enum};
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
    /// A load that would retire more than this share of the register's records is refused;
    /// 0 to 100.
    pub max_drop_percent: u8,
    /// The latest attempt to load it.
    pub run: RegisterRun,
}

impl Register {
    /// Whether its latest successful load is longer ago than [`STALE_CADENCES`] times its cadence:
    /// at least one refresh was missed or failed. One that was never loaded has nothing to be
    /// stale; its run says that it failed.
    #[must_use]
    pub fn is_stale(&self, now: Timestamp) -> bool {
        let lasts_seconds = i64::from(self.cadence_hours) * 3600 * STALE_CADENCES;
        self.run.last_load.is_some_and(|loaded| now.0 - loaded.0 > lasts_seconds)
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

named_enum!(
    /// How a load ended.
    RunStatus {
        /// Loaded.
        Ok = "ok",
        /// Refused; the records of the last successful load stay.
        Failed = "failed",
    }
);
