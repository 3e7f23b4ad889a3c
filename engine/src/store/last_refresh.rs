//! The outcome of the last refresh, in a file next to `CURRENT`. From it, the server can report if new
//! versions are to be expected.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::named_enum;

pub(super) const LAST_REFRESH: &str = "refresh.json";

named_enum!(
    /// Outcome of a refresh.
    RefreshOutcome {
        /// It published a version.
        Published = "published",
        /// Publishers have nothing newer than the current version.
        NothingNew = "nothing_new",
        /// It could build no version; the current one is unchanged.
        Failed = "failed",
    }
);

/// The last refresh and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRefresh {
    /// Time of its end, in seconds since 1970.
    pub ended_at: i64,
    pub outcome: RefreshOutcome,
    /// Reasons why lists could not be fetched or loaded, by the slug of their register. Their records
    /// are unchanged.
    pub failed: BTreeMap<String, String>,
    /// Reason why no version could be built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The version that stays current because it is pinned, even if the refresh built a newer one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<String>,
}
