//! Parts of an alignment: tokens of a record's name, and matched pairs.

use super::constants::{CONFIDENT_SIMILARITY, INITIAL_SIMILARITY};
use crate::lexicon::rows::WordRow;
use crate::model::WordMask;
use crate::snapshot::rows::RunWord;
use crate::text::{Script, WordClass, weight};

/// A matched pair: a span of query tokens and one of record tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub query: WordMask,
    pub record: WordMask,
    /// Similarity, 0 to 255.
    pub similarity: u8,
    /// Twice the weight of the pair.
    pub weight_twice: u16,
    /// True if the query side is whole words; see [`crate::query::QuerySpan::whole`].
    pub whole: bool,
}

/// A token of a record's name, as alignment needs it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecordWord {
    pub(super) class: WordClass,
    pub(super) weight: u8,
    /// First Latin letter, or 0.
    pub(super) initial: u8,
    pub(super) letters: u8,
    pub(super) script: Script,
}

impl RecordWord {
    pub(super) fn of(word: RunWord, row: &WordRow) -> Self {
        let class = word.class();
        let weight = weight::weight(class, row.weight);
        let WordRow { initial, letters, .. } = *row;
        let script = Script::from_code(row.script).unwrap_or(Script::Other);
        Self { class, weight, initial, letters, script }
    }
}

/// Similarity of an initial to a word that begins with it.
pub(crate) fn initial_similarity() -> u8 {
    (INITIAL_SIMILARITY * 255.0).round() as u8
}

/// Twice the weight of a pair with an initial: half the mean of both weights.
pub(crate) fn initial_weight_twice(weights: u32) -> u16 {
    (weights / 2) as u16
}

/// True if a pair of this similarity is nearly equal ([`CONFIDENT_SIMILARITY`]).
#[inline]
pub(crate) fn is_nearly_equal(similarity: u8) -> bool {
    similarity >= (CONFIDENT_SIMILARITY * 255.0) as u8
}
