//! Fillers of free text: "FNU", "no surname".

use std::sync::LazyLock;

use crate::text::pieces::{Phrases, Pieces, Table};

static FILLERS: Table =
    LazyLock::new(|| Phrases::of(include_str!("../../text/tables/fillers.txt")));

/// The words with which fillers begin.
static FIRSTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| FILLERS.firsts().collect());

/// Returns the number of pieces of the filler that begins here.
pub(super) fn at(pieces: &Pieces<'_>, at: usize) -> Option<usize> {
    FILLERS.at(&pieces.list[at..])
}

/// True if a filler may begin with this word, in any case.
pub(super) fn may_begin_with(word: &str) -> bool {
    FIRSTS.iter().any(|first| first.eq_ignore_ascii_case(word))
}
