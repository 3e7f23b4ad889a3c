//! How the work tells the outside how far it is.

/// Told about the progress of the work. The command line shows it; tests and libraries ignore it.
pub trait Progress: Send + Sync {
    /// `records` were taken so far from the register with this slug; called now and then while it
    /// is read, and once at its end, also when it fails.
    fn records_read(&self, _slug: &str, _records: u64) {}

    /// `bytes` of this file were fetched so far.
    fn bytes_fetched(&self, _file: &str, _bytes: u64) {}

    /// `bytes` of this file were sent so far.
    fn bytes_sent(&self, _file: &str, _bytes: u64) {}

    /// So many of all records are in the bulk files; called now and then while they are written.
    fn records_written(&self, _records: u64, _all: u64) {}

    /// A stage of the work begins, named in words ("comparing words").
    fn stage(&self, _name: &str) {}
}

/// Shows nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {}
