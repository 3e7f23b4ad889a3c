//! When a record last changed.

use super::Timestamp;

/// The latest builds in which each part of a record differed. The two are published apart: what it says
/// of its party, and its listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastChange {
    /// What it says of its party.
    pub party: Timestamp,
    /// What it says of its listing.
    pub listing: Timestamp,
}

impl LastChange {
    /// The latest build in which anything differed.
    #[must_use]
    pub fn latest(self) -> Timestamp {
        self.party.max(self.listing)
    }
}

/// Of both parts at once.
impl From<Timestamp> for LastChange {
    fn from(moment: Timestamp) -> Self {
        Self { party: moment, listing: moment }
    }
}
