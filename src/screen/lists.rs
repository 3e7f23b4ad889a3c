//! The lists to screen against: a snapshot in this process, or those of a server.

use serde::{Deserialize, Serialize};

use super::error::ScreenError;
use super::hits::{Made, Writer};
use crate::api::matching::customer::Reading;
use crate::customers::source::Sources;
use tamis_engine::model::{RecordId, Timestamp};

/// Receives the output of some rows.
pub(super) type Write<'w> = dyn FnMut(Made) -> Result<(), ScreenError> + Send + 'w;

/// The lists of one version.
pub(super) trait Lists {
    fn version(&self) -> &Version;

    /// Current state of a record.
    fn state_of(&self, record: RecordId) -> Result<State, ScreenError>;

    /// Screens all customers, and passes on their output in order, from another thread.
    fn screen(
        &self,
        sources: &mut Sources,
        reading: &Reading,
        writer: &Writer,
        write: &mut Write<'_>,
    ) -> Result<(), ScreenError>;
}

/// A version for the summary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Fourteen digits.
    pub version: String,
    /// SHA-256 of the snapshot, in hexadecimal.
    pub sha256: String,
    /// Time of the build, ISO 8601.
    pub built_at: String,
}

/// Current state of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    Listed {
        /// Time at which it was first seen or last changed.
        touched: Timestamp,
    },
    /// Not on a list.
    Gone {
        /// A sentence that says since when.
        reason: String,
    },
}
