//! Links records of one party to merged entities (docs/api.md, "Merged entities"; docs/linking.md).
//!
//! ```text
//! ledger ─► candidates (records that share a key) ─► clusters ─► entities ─► ledger with them
//!             keys, names, party ─┘   decisions ─┘       └─► evidence (links.jsonl)
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `names` | names as sets of words, and their comparison |
//! | `keys` | keys that records of one party may share |
//! | `party` | the facts of a record that linking compares; contradictions |
//! | `spelling_budget` | limit on the names compared in spelling |
//! | [`decisions`] | `links.csv`: reviewers' decisions |
//! | `candidates` | the ledger to records that share a key, and their pairs |
//! | `clusters` | pairs to clusters, without contradictions |
//! | `entities` | clusters to stable UUIDs |
//! | `relabel` | a ledger with other entities |
//! | [`evidence`] | `links.jsonl`: reasons for linking or not linking records |
//! | `suggest` | pairs worth a review |
//!
//! The same ledger and decisions give the same entities: the result does not depend on the order of
//! sources, on time or on chance.

mod candidates;
mod clusters;
pub mod decisions;
mod entities;
pub mod evidence;
mod keys;
mod names;
mod party;
mod relabel;
mod spelling_budget;
mod suggest;

use std::fs;
use std::path::Path;

use crate::error::at;
use crate::ledger::Ledger;
use crate::report::LinkReport;
use candidates::Candidates;
use clusters::Clusters;
pub use decisions::Decisions;
use entities::Entities;
pub use evidence::{LINKS_FILE, Link, Outcome, Side};
pub use keys::Kind;
use relabel::Changed;
pub use suggest::{SuggestOptions, Suggestion, suggest};

/// Links the active records of the ledger at `merged`. Writes the ledger with their entities to `path`,
/// and the evidence next to it. If nothing changes, `merged` is moved to `path`.
///
/// # Errors
/// A file cannot be read or written; partial new files may remain then.
pub fn link(merged: &Path, decisions: &Decisions, path: &Path) -> anyhow::Result<LinkReport> {
    let ledger = Ledger::open(merged)?;
    let slugs = &ledger.head().registers;
    let candidates = candidates::find(&ledger, decisions)?;
    let clusters = clusters::join(&candidates);
    let entities =
        entities::assign(&candidates.parties, &clusters.first, ledger.successors(), slugs);
    let evidence = path.with_file_name(LINKS_FILE);
    evidence::write(&evidence, slugs, &candidates, &clusters).map_err(at(&evidence))?;
    let report = report(&candidates, &clusters, &entities);
    let changed = Changed::of(&candidates.parties, &entities.of);
    if changed.is_empty() && entities.successors == ledger.successors() {
        fs::rename(merged, path).map_err(at(path))?;
    } else {
        relabel::write(&ledger, &changed, &entities.successors, path)?;
        fs::remove_file(merged).map_err(at(path))?;
    }
    Ok(report)
}

fn report(candidates: &Candidates, clusters: &Clusters, entities: &Entities) -> LinkReport {
    let mut report =
        LinkReport { new: entities.new, merged: entities.merged, ..LinkReport::default() };
    let mut of: Vec<_> = entities.of.iter().flatten().collect();
    report.records = of.len() as u64;
    of.sort_unstable();
    of.dedup();
    report.entities = of.len() as u64;
    for pair in &clusters.joined {
        *report.joined.entry(pair.kind.as_str()).or_default() += 1;
    }
    for (_, refusal) in &clusters.refused {
        match refusal {
            clusters::Refusal::Different(..) => report.different += 1,
            _ => report.refused += 1,
        }
    }
    let unknown = candidates.unknown.iter().map(|what| format!("links.csv, {what}"));
    let crowded = candidates.crowded.iter().map(|(key, count)| {
        format!("{count} records share the {} {:?}, which links none of them", key.kind, key.value)
    });
    let not_compared = (candidates.not_compared > 0).then(|| {
        let count = candidates.not_compared;
        format!("{count} pairs of persons have too many names to be compared in spelling")
    });
    report.warnings.extend(unknown.chain(crowded).chain(not_compared));
    report
}
