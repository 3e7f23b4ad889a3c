//! What is told while two ledgers are compared.

use serde::Serialize;

use super::change::RecordChange;

/// How many records differ, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Totals {
    /// Active, and not known before.
    pub added: u64,
    /// Active before, and not any more.
    pub removed: u64,
    /// With other facts, as builds count them.
    pub changed: u64,
    /// Active again.
    pub returned: u64,
    /// Active in both, of another merged entity or of none.
    pub relinked: u64,
}

/// What is told while two ledgers are compared.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// A record that differs.
    Record(Box<RecordChange>),
    /// The end of a register.
    Register {
        /// Its slug.
        register: String,
        /// What differs in it.
        #[serde(flatten)]
        totals: Totals,
    },
}

impl Totals {
    /// Adds those of a register.
    pub(super) fn add(&mut self, other: Self) {
        self.added += other.added;
        self.removed += other.removed;
        self.changed += other.changed;
        self.returned += other.returned;
        self.relinked += other.relinked;
    }
}
