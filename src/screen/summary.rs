//! Summary at the end of a run.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::counts::{Band, Count, Counts};
use super::earlier::Compared;
use super::lists::Version;
use super::progress::Progress;
use super::receipts::Receipted;

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Screened customers.
    pub screened: u64,
    /// Screened customers with at least one hit.
    pub with_hits: u64,
    /// Hits of all customers.
    pub hits: u64,
    /// Rows without a usable query.
    pub refused: u64,
    /// Customers with an unread part that would only refine the result.
    pub noted: u64,
    /// File that lists both, if there is one.
    pub rejects: Option<PathBuf>,
    /// Comparison with the hits of an earlier run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
    /// Receipts of all customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) receipts: Option<Receipted>,
    /// SHA-256 of the file of earlier decisions; empty if it does not exist yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clearances: Option<String>,
    /// Records that would be hits but are cleared.
    pub(super) cleared: u64,
    /// Hits whose clearance does not hold any longer.
    pub(super) back: u64,
    by_list: Vec<Count>,
    by_score: Vec<Band>,
    snapshot: Version,
    /// Versions that earlier customers of the run were screened against.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    snapshots_before: Vec<String>,
    algorithm: &'static str,
    seconds: f64,
    customers_per_second: f64,
}

impl Summary {
    pub(super) fn new(
        snapshot: Version,
        algorithm: &'static str,
        progress: Progress<Counts>,
        rejects: Option<PathBuf>,
        time: Duration,
    ) -> Self {
        let Progress { counts, mut snapshots, .. } = progress;
        let Counts { screened, with_hits, refused, noted, cleared, back, hits } = counts;
        snapshots.pop();
        let seconds = time.as_secs_f64();
        Self {
            screened,
            with_hits,
            hits: hits.total(),
            refused,
            noted,
            rejects,
            compared: None,
            receipts: None,
            clearances: None,
            cleared,
            back,
            by_list: hits.lists(),
            by_score: hits.bands().collect(),
            snapshot,
            snapshots_before: snapshots,
            algorithm,
            seconds,
            customers_per_second: (screened + refused) as f64 / seconds.max(f64::MIN_POSITIVE),
        }
    }

    /// The summary as indented JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self)
            .expect("our shapes have string keys and no failing parts")
            + "\n"
    }
}

/// The summary as text.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { screened, with_hits, hits, seconds, customers_per_second: rate, .. } = self;
        writeln!(
            f,
            "{screened} customers screened in {seconds:.1} s ({rate:.0} a second), {with_hits} with \
             hits, {hits} hits"
        )?;
        for Count { list, hits } in &self.by_list {
            writeln!(f, "  {hits:>8}  {list}")?;
        }
        for Band { from, to, hits } in &self.by_score {
            match *from > 0.0 {
                true => writeln!(f, "  {hits:>8}  score {from:.2} to {to:.2}")?,
                false => writeln!(f, "  {hits:>8}  score below {to:.2}")?,
            }
        }
        let place = match &self.rejects {
            Some(path) => format!("; see {}", path.display()),
            None => String::new(),
        };
        if self.refused + self.noted > 0 {
            writeln!(
                f,
                "rows refused: {}, screened without a value that cannot be read: {}{place}",
                self.refused, self.noted
            )?;
        }
        if let Some(Compared { earlier, new, changed, unchanged, removed, files }) = &self.compared
        {
            let [earlier, new_file, removed_file] =
                [earlier, &files[0], &files[1]].map(|path| path.display());
            writeln!(
                f,
                "compared with {earlier}: {new} new and {changed} changed, see {new_file}; \
                 {removed} removed, see {removed_file}; {unchanged} unchanged"
            )?;
        }
        if let Some(sha256) = &self.clearances {
            let of =
                if sha256.is_empty() { "none yet".to_owned() } else { format!("SHA-256 {sha256}") };
            let (cleared, back) = (self.cleared, self.back);
            writeln!(
                f,
                "left out as cleared: {cleared}, reopened or expired: {back} (clearances: {of})"
            )?;
        }
        if let Some(receipts) = &self.receipts {
            writeln!(f, "{receipts}")?;
        }
        if !self.snapshots_before.is_empty() {
            let before = self.snapshots_before.join(", ");
            writeln!(f, "the first customers were screened against snapshot {before}")?;
        }
        let Version { version, sha256, built_at } = &self.snapshot;
        write!(f, "snapshot {version}, built {built_at}, SHA-256 {sha256}; {}", self.algorithm)
    }
}
