//! Replay of receipts: each query is asked again on the version that its receipt names, and the answer
//! compared by its hash. The implementation of `tamis replay`.
//!
//! | module | what it holds |
//! |---|---|
//! | `error` | errors of a replay |
//! | `finding` | differences between a receipt and its replay |
//! | `lines` | the files: receipts, queries, stored answers |
//! | `versions` | versions of a folder, opened once |
//! | `asked` | queries asked again |

mod asked;
mod error;
mod finding;
mod lines;
mod versions;

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use tamis_engine::store::SnapshotStore;

use self::asked::{Rules, replayed};
pub use self::error::ReplayError;
pub use self::finding::{Difference, Finding};
use self::lines::{Lines, Replayed};
use self::versions::Versions;
use crate::policy::Policy;
use crate::screen::Receipts;

/// Receipts, their queries, and the versions to ask.
#[derive(Debug, Clone)]
pub struct Replay {
    /// File of the receipts.
    pub receipts: PathBuf,
    /// File of their queries; `None` for the one beside the receipts.
    pub queries: Option<PathBuf>,
    /// Stored answers, as lines of a stream in the order of the receipts, perhaps of hits alone.
    pub answers: Option<PathBuf>,
    pub store: SnapshotStore,
    /// The rules on messages that the receipts name.
    pub policy: Arc<Policy>,
}

/// Numbers of receipts by the outcome of their replay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Receipts, the opening not among them.
    pub receipts: u64,
    /// Receipts of which everything is as it was.
    pub equal: u64,
    /// Equal ones of rows with a fault, of which nothing was asked.
    pub not_asked: u64,
    /// Lines with a difference.
    pub different: u64,
    /// Stored answers that were compared.
    pub answers: u64,
    /// SHA-256 of the last line.
    pub last: String,
}

impl Replay {
    /// Replays all receipts in their order; `found` receives each line with a difference.
    ///
    /// # Errors
    /// A file cannot be read, or holds something else.
    pub fn run(&self, mut found: impl FnMut(&Finding)) -> Result<Counts, ReplayError> {
        let [receipts, beside] = Receipts::files(&self.receipts);
        let queries = self.queries.clone().unwrap_or(beside);
        let mut lines = Lines::open(&receipts, &queries, self.answers.as_deref())?;
        let mut versions = Versions::new(&self.store);
        let opening = lines.opening()?;
        let rules = Rules { opening, policy: &self.policy };
        let mut counts = Counts::default();
        loop {
            let block = lines.next_block()?;
            if block.is_empty() {
                break;
            }
            for Replayed { finding, is_receipt, is_asked, has_answer } in
                replayed(block, &mut versions, &rules)
            {
                counts.receipts += u64::from(is_receipt);
                counts.answers += u64::from(has_answer);
                match finding.differences.is_empty() {
                    true => {
                        counts.equal += u64::from(is_receipt);
                        counts.not_asked += u64::from(is_receipt && !is_asked);
                    }
                    false => {
                        counts.different += 1;
                        found(&finding);
                    }
                }
            }
        }
        if let Some(finding) = lines.unreceipted_answer()? {
            counts.different += 1;
            found(&finding);
        }
        counts.last = lines.last();
        Ok(counts)
    }
}
