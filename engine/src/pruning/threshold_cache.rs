//! Memory of which postings of a list can reach the threshold, consulted for every posting.

use super::feature_bounds::FeatureUpperBound;
use super::upper_bound::{PostingUpperBound, UpperBounds};
use crate::limits::NAME_WORDS_MAX;
use crate::model::WordMask;
use crate::scoring::top::Threshold;
use crate::text::weight::WEIGHT_ONE;

/// Entries of the cache. All sets of four matched words fit, with four feature bounds.
const SETS_KNOWN: usize = 64;

/// Remembers which postings can reach a threshold that only rises. For each set of matched words and
/// each feature bound it knows a `rest` below which names reach it, and one from which they do not. In
/// between it computes the upper bound, which never rises with `rest`.
///
/// Each list has no greater bound than the one before. So a set that failed for one list fails for the
/// next.
#[derive(Debug)]
pub struct ThresholdCache<'a> {
    upper_bounds: &'a UpperBounds,
    list: PostingUpperBound,
    /// By [`slot_of`].
    known: [Known; SETS_KNOWN],
}

/// Known limits for one set of matched words and one feature bound.
#[derive(Debug, Clone, Copy)]
struct Known {
    matched: WordMask,
    /// [`FeatureUpperBound::place`].
    feature_bound: u8,
    /// The threshold for which `reaching` was found; always on the same side of the k-th record.
    threshold: Threshold,
    /// Names with less `rest` reach it.
    reaching: u32,
    /// Names with this `rest` or more do not, and never will.
    failing: u32,
}

impl Known {
    /// Above any `rest`: the greatest weight of [`NAME_WORDS_MAX`] words, plus one.
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
    /// Empty cache for lists of at most this bound.
    #[must_use]
    pub fn new(upper_bounds: &'a UpperBounds, list: PostingUpperBound) -> Self {
        let known = [const { Known::nothing(WordMask::NONE, 0, Threshold::ANY) }; SETS_KNOWN];
        Self { upper_bounds, list, known }
    }

    /// Continues with lists of at most this bound, which is no greater than before.
    pub fn lower(&mut self, list: PostingUpperBound) {
        self.list = list;
        self.known.iter_mut().for_each(|known| known.reaching = 0);
    }

    /// True if a name can reach the threshold that matches at most the words `matched` besides the
    /// list's own, has `rest` other weight, and whose features add at most `feature_bound`. The
    /// threshold never falls from call to call.
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

/// Slot of a set. Sets of the first four words have slots of their own; longer ones share all slots.
#[inline]
fn slot_of(matched: WordMask, feature_bound: u8, threshold: Threshold) -> usize {
    let set = matched.place();
    let folded = (set ^ set >> 4 ^ set >> 8 ^ set >> 12) % 16;
    let features = 2 * usize::from(feature_bound) + usize::from(threshold.behind);
    (folded + 16 * features) % SETS_KNOWN
}
