//! What the last refresh came to: a file beside `CURRENT`, so that whoever serves the versions can tell
//! whether new ones will come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::named_enum;

/// Name of the file.
pub(super) const LAST_REFRESH: &str = "refresh.json";

named_enum!(
    /// How a refresh ended.
    RefreshOutcome {
        /// It published a version.
        Published = "published",
        /// The current version is made of what publishers have.
        NothingNew = "nothing_new",
        /// It could build no version; what was current still is.
        Failed = "failed",
    }
);

/// What a refresh came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRefresh {
    /// When it ended, in seconds since 1970.
    pub ended_at: i64,
    pub outcome: RefreshOutcome,
    /// Why lists could not be fetched or loaded, by the slug of their register. They keep what they had.
    pub failed: BTreeMap<String, String>,
    /// Why no version could be built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The version that stays current because it is pinned, whatever the refresh built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<String>,
}
