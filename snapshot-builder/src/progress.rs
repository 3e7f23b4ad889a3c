//! Reports progress to the outside.

/// Receiver of progress reports. The command line shows them; tests and libraries ignore them.
pub trait Progress: Send + Sync {
    /// `records` were read so far from the register with this slug. Called now and then during the
    /// load, and once at its end, even if it fails.
    fn records_read(&self, _slug: &str, _records: u64) {}

    /// `bytes` of this file were fetched so far.
    fn bytes_fetched(&self, _file: &str, _bytes: u64) {}

    /// `bytes` of this file were sent so far.
    fn bytes_sent(&self, _file: &str, _bytes: u64) {}

    /// `_records` of `_all` records are in the bulk files; called now and then while they are written.
    fn records_written(&self, _records: u64, _all: u64) {}

    /// A stage of the work begins, named in words ("comparing words").
    fn stage(&self, _name: &str) {}
}

/// Ignores all progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {}
