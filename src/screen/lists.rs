//! What customers are screened against: a snapshot in this process, or what a server serves.

use serde::{Deserialize, Serialize};

use super::error::ScreenError;
use super::hits::{Made, Writer};
use crate::api::matching::customer::Reading;
use crate::customers::source::Sources;
use tamis_engine::model::{RecordId, Timestamp};

/// Takes what was made of some rows.
pub(super) type Write<'w> = dyn FnMut(Made) -> Result<(), ScreenError> + Send + 'w;

/// The lists of one version.
pub(super) trait Lists {
    fn version(&self) -> &Version;

    /// What has become of a record.
    fn state_of(&self, record: RecordId) -> Result<State, ScreenError>;

    /// Screens all customers, and hands on what is made of them in their order, from another thread.
    fn screen(
        &self,
        sources: &mut Sources,
        reading: &Reading,
        writer: &Writer,
        write: &mut Write<'_>,
    ) -> Result<(), ScreenError>;
}

/// A version, as the summary names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Fourteen digits.
    pub version: String,
    /// Of the snapshot, in hexadecimal.
    pub sha256: String,
    /// When it was built, ISO 8601.
    pub built_at: String,
}

/// What has become of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    Listed {
        /// When it was first seen or last changed.
        touched: Timestamp,
    },
    /// It is not, or never was.
    Gone {
        /// Since when, in a sentence.
        reason: String,
    },
}
