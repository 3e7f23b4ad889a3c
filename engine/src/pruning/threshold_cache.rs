//! Which names of a list can reach a score: asked for every entry that is walked past.

use super::feature_bounds::FeatureUpperBound;
use super::upper_bound::{PostingUpperBound, UpperBounds};
use crate::limits::NAME_WORDS_MAX;
use crate::model::WordMask;
use crate::scoring::top::Threshold;
use crate::text::weight::WEIGHT_ONE;

/// Sets of words met, with what effects can add, of which something is known at a time. All sets of
/// four words fit with four such gains.
const SETS_KNOWN: usize = 64;

/// Which names of some lists can reach a score that only rises. For each set of words met, and each
/// gain, it knows a `rest` up to which names reach it and one from which they do not; between the two it asks the
/// bound, which never rises with `rest`.
///
/// Of lists that are walked one after the other, each fixes no more than those before it, so what
/// did not reach the score in one does not in the next.
#[derive(Debug)]
pub struct ThresholdCache<'a> {
    upper_bounds: &'a UpperBounds,
    list: PostingUpperBound,
    /// By [`slot_of`].
    known: [Known; SETS_KNOWN],
}

/// What is known of names that meet a set of words, and of whose records effects can add the same.
#[derive(Debug, Clone, Copy)]
struct Known {
    matched: WordMask,
    /// As in [`FeatureUpperBound`].
    feature_bound: u8,
    /// What was asked for when `reaching` was found; always on the same side of the last of the best.
    threshold: Threshold,
    /// Names with less than this reach it.
    reaching: u32,
    /// Names with this or more do not, nor will they reach a greater one.
    failing: u32,
}

impl Known {
    /// More than any `rest`: what [`NAME_WORDS_MAX`] words can weigh.
    const REST_END: u32 = (WEIGHT_ONE as u32) * (NAME_WORDS_MAX as u32) + 1;

    const fn nothing(matched: WordMask, feature_bound: u8, threshold: Threshold) -> Self {
        Self { matched, feature_bound, threshold, reaching: 0, failing: Self::REST_END }
    }

    fn is_of(&self, matched: WordMask, feature_bound: u8, threshold: Threshold) -> bool {
        (self.matched, self.feature_bound, self.threshold.behind)
            == (matched, feature_bound, threshold.behind)
    }
}

impl<'a> ThresholdCache<'a> {
    /// For the names of lists that fix at most this.
    #[must_use]
    pub fn new(upper_bounds: &'a UpperBounds, list: PostingUpperBound) -> Self {
        let known = [const { Known::nothing(WordMask::NONE, 0, Threshold::ANY) }; SETS_KNOWN];
        Self { upper_bounds, list, known }
    }

    /// Goes on to lists that fix at most this, which is no more than what the lists before fixed.
    pub fn lower(&mut self, list: PostingUpperBound) {
        self.list = list;
        self.known.iter_mut().for_each(|known| known.reaching = 0);
    }

    /// Whether a name that meets at most the words `matched` besides the list's own, and has `rest`
    /// beside it, can reach a goal, which is never easier than before, when its record gains at
    /// most this.
    #[inline]
    pub fn reaches(
        &mut self,
        threshold: Threshold,
        feature_bound: FeatureUpperBound,
        matched: WordMask,
        rest: u32,
    ) -> bool {
        let known = &mut self.known[slot_of(matched, feature_bound.place, threshold)];
        if !known.is_of(matched, feature_bound.place, threshold) {
            *known = Known::nothing(matched, feature_bound.place, threshold);
        }
        if known.threshold != threshold {
            (known.threshold, known.reaching) = (threshold, 0);
        }
        if rest < known.reaching || rest >= known.failing {
            return rest < known.reaching;
        }
        let reaches = threshold
            .is_reached(self.upper_bounds.score(&self.list, matched, rest), feature_bound.most);
        match reaches {
            true => known.reaching = rest + 1,
            false => known.failing = rest,
        }
        reaches
    }
}

/// Where a set stands that is known: sets of the first four words each have a place of their own,
/// and those of longer names share all places.
#[inline]
fn slot_of(matched: WordMask, feature_bound: u8, threshold: Threshold) -> usize {
    let set = matched.place();
    let folded = (set ^ set >> 4 ^ set >> 8 ^ set >> 12) % 16;
    let features = 2 * usize::from(feature_bound) + usize::from(threshold.behind);
    (folded + 16 * features) % SETS_KNOWN
}
