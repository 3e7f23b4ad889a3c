//! Decisions of reviewers, for the fuzz target `links`: an input is a `links.csv`.

use std::fs;

use snapshot_builder::links::decisions::{DECISIONS_FILE, Decisions};

use crate::support::costs::{Bound, Line};

/// What reading decisions may cost.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 256 << 10, per_byte: 64 }, Line { fixed: 1_000, per_byte: 1 });

/// Reads the decisions of an input, and gives its bytes. What is refused is told with the name of the
/// file.
pub(crate) fn read_decisions(input: &[u8]) -> usize {
    let sources = tempfile::tempdir().expect("a folder");
    fs::write(sources.path().join(DECISIONS_FILE), input).expect("written");
    if let Err(error) = Decisions::of_sources(sources.path()) {
        assert!(error.to_string().contains(DECISIONS_FILE), "{error}");
    }
    input.len()
}

#[test]
fn any_decisions_are_read_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "links", 600, read_decisions);
}
