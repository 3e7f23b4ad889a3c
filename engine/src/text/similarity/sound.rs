//! Similarity of two Latin spellings by pronunciation.

use super::Similarity;
use super::align::{EditCosts, cheapest};
use super::costs::{ENDING, LEAST_SOUND_DROP, at_start, sound_drop, sound_replace};
use crate::text::form::Sound;

/// Allowed cost per sound of the longer word, in 1/100 of a letter.
const BUDGET: usize = 21;
/// Allowed cost where neither word has more than three sounds. It is below that of a dropped vowel: Li
/// is not Liu, and Kim is not Kum.
const SHORT_BUDGET: usize = 30;

/// Similarity of words that sound the same, in 1/100.
const FULL: u32 = 98;
/// Fall of the similarity with the cost per sound, in 1/1,000.
const SLOPE: u32 = 1_500;

/// Returns the similarity of two readings. It is none when either word has no reading, and may be none
/// where it would not exceed `floor`.
pub(super) fn similarity(a: &[Sound], b: &[Sound], floor: Similarity) -> Similarity {
    let Some(budget) = budget(a.len(), b.len(), floor) else { return Similarity::NONE };
    match cheapest(&Sounds { left: a, right: b }, budget) {
        Some(cost) => Similarity::falling(FULL, SLOPE, cost, a.len().max(b.len())),
        None => Similarity::NONE,
    }
}

/// Returns the allowed cost of an alignment of readings of these lengths, so that their similarity
/// exceeds `floor`; `None` when the lengths alone rule that out.
#[inline]
pub(super) fn budget(a: usize, b: usize, floor: Similarity) -> Option<u32> {
    let (shorter, longer) = (a.min(b), a.max(b));
    let budget = if longer > 3 { BUDGET * longer } else { SHORT_BUDGET } as u32;
    let budget = budget.min(cost_at(floor, longer));
    let fits = shorter > 0 && (longer - shorter) as u32 * LEAST_SOUND_DROP <= budget;
    fits.then_some(budget)
}

/// Returns a cost from which on the similarity is at most `floor`, rounding included.
#[inline]
fn cost_at(floor: Similarity, longer: usize) -> u32 {
    let floor = u32::from(floor.0) * 10_000 / 255;
    let room = (FULL * 100 + 100).saturating_sub(floor);
    10 * room * longer as u32 / SLOPE + 1
}

struct Sounds<'a> {
    left: &'a [Sound],
    right: &'a [Sound],
}

impl EditCosts for Sounds<'_> {
    #[inline]
    fn lengths(&self) -> (usize, usize) {
        (self.left.len(), self.right.len())
    }

    #[inline]
    fn replace(&self, left: usize, right: usize) -> u32 {
        let (a, b) = (self.left[left], self.right[right]);
        let both_end = left + 1 == self.left.len() && right + 1 == self.right.len();
        if both_end && matches!((a, b), (Sound::A, Sound::O) | (Sound::O, Sound::A)) {
            return ENDING;
        }
        at_start(sound_replace(a, b), left == 0 || right == 0)
    }

    #[inline]
    fn drop_left(&self, left: usize) -> u32 {
        at_start(sound_drop(self.left, left), left == 0)
    }

    #[inline]
    fn drop_right(&self, right: usize) -> u32 {
        at_start(sound_drop(self.right, right), right == 0)
    }
}
