//! Counts and summary of a run.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::output::{Made, Outcome};
use crate::screen::run::Progress;
use crate::screen::{Receipted, Version};

/// Counts of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) files: u64,
    pub(super) messages: u64,
    pub(super) passed: u64,
    pub(super) with_hits: u64,
    pub(super) unverified: u64,
    pub(super) unread: u64,
    pub(super) hits: u64,
}

impl Counts {
    /// Adds a file.
    pub(super) fn add(&mut self, made: &Made) {
        self.files += 1;
        self.messages += made.messages;
        self.hits += made.hits;
        *match made.verdict {
            Outcome::Pass => &mut self.passed,
            Outcome::Hit => &mut self.with_hits,
            Outcome::Unverified => &mut self.unverified,
            Outcome::Unread => &mut self.unread,
        } += 1;
    }
}

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FilterSummary {
    /// Screened files.
    pub files: u64,
    /// Messages in them.
    pub messages: u64,
    /// Files with the verdict `pass`.
    pub passed: u64,
    /// Files with the verdict `hit`.
    pub with_hits: u64,
    /// Files with the verdict `unverified`.
    pub unverified: u64,
    /// Files of which nothing could be read; they count as unverified.
    pub unread: u64,
    /// Hits in all files.
    pub hits: u64,
    /// Receipts of all files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) receipts: Option<Receipted>,
    snapshot: Version,
    /// Versions that earlier files of the run were screened against.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    snapshots_before: Vec<String>,
    seconds: f64,
    messages_per_second: f64,
}

impl FilterSummary {
    pub(super) fn new(version: Version, progress: Progress<Counts>, time: Duration) -> Self {
        let Progress { counts, mut snapshots, .. } = progress;
        let Counts { files, messages, passed, with_hits, unverified, unread, hits } = counts;
        snapshots.retain(|own| *own != version.version);
        let seconds = time.as_secs_f64();
        Self {
            files,
            messages,
            passed,
            with_hits,
            unverified,
            unread,
            hits,
            receipts: None,
            snapshot: version,
            snapshots_before: snapshots,
            seconds,
            messages_per_second: messages as f64 / seconds.max(f64::MIN_POSITIVE),
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
impl fmt::Display for FilterSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, messages, passed, with_hits, unverified, unread, hits, .. } = self;
        let (seconds, rate) = (self.seconds, self.messages_per_second);
        writeln!(
            f,
            "{messages} messages in {files} files screened in {seconds:.1} s ({rate:.0} messages a second)"
        )?;
        writeln!(
            f,
            "files: {passed} pass, {with_hits} with hits ({hits} hits), {unverified} unverified, {unread} \
             unreadable"
        )?;
        if let Some(receipts) = &self.receipts {
            writeln!(f, "{receipts}")?;
        }
        if !self.snapshots_before.is_empty() {
            let before = self.snapshots_before.join(", ");
            writeln!(f, "some files were screened against snapshot {before}")?;
        }
        let Version { version, sha256, built_at } = &self.snapshot;
        write!(f, "snapshot {version}, built {built_at}, SHA-256 {sha256}")
    }
}
