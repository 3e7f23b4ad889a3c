//! Events of a comparison of two ledgers.

use serde::Serialize;

use super::change::RecordChange;

/// Numbers of differing records, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Totals {
    /// Active now, and unknown before.
    pub added: u64,
    /// Active before, and not any more.
    pub removed: u64,
    /// Records whose facts changed, as counted by builds.
    pub changed: u64,
    /// Active again.
    pub returned: u64,
    /// Active in both, but of another merged entity or of none.
    pub relinked: u64,
}

/// An event of a comparison of two ledgers.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// A record that differs.
    Record(Box<RecordChange>),
    /// The end of a register.
    Register {
        /// Its slug.
        register: String,
        /// Totals of the register.
        #[serde(flatten)]
        totals: Totals,
    },
}

impl Totals {
    /// Adds the totals of another register.
    pub(super) fn add(&mut self, other: Self) {
        self.added += other.added;
        self.removed += other.removed;
        self.changed += other.changed;
        self.returned += other.returned;
        self.relinked += other.relinked;
    }
}
