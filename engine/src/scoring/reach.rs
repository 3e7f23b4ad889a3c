//! Which names of a list can reach a score: asked for every entry that is walked past.

use super::Score;
use super::bound::{Bounds, ListBound};
use crate::limits::NAME_WORDS_MAX;
use crate::model::WordMask;
use crate::text::weight::WEIGHT_ONE;

/// Sets of words met of which something is known at a time. All sets of four words fit.
const SETS_KNOWN: usize = 16;

/// Which names of some lists can reach a score that only rises. For each set of words met it knows
/// a `rest` up to which names reach it and one from which they do not; between the two it asks the
/// bound, which never rises with `rest`.
///
/// Of lists that are walked one after the other, each fixes no more than those before it, so what
/// did not reach the score in one does not in the next.
#[derive(Debug)]
pub struct Reach<'a> {
    bounds: &'a Bounds,
    list: ListBound,
    /// What effects beside the name can add.
    most_gained: Score,
    /// By [`slot_of`].
    known: [Known; SETS_KNOWN],
}

/// What is known of names that meet a set of words.
#[derive(Debug, Clone, Copy)]
struct Known {
    met: WordMask,
    /// The score for which `reaching` was found.
    least: Score,
    /// Names with less than this reach it.
    reaching: u32,
    /// Names with this or more do not, nor will they reach a greater one.
    failing: u32,
}

impl Known {
    /// More than any `rest`: what [`NAME_WORDS_MAX`] words can weigh.
    const REST_END: u32 = (WEIGHT_ONE as u32) * (NAME_WORDS_MAX as u32) + 1;

    const fn nothing(met: WordMask) -> Self {
        Self { met, least: Score(i32::MIN), reaching: 0, failing: Self::REST_END }
    }
}

impl<'a> Reach<'a> {
    /// For the names of lists that fix at most this, when effects can add at most `most_gained`.
    #[must_use]
    pub fn new(bounds: &'a Bounds, list: ListBound, most_gained: Score) -> Self {
        let known = [const { Known::nothing(WordMask::NONE) }; SETS_KNOWN];
        Self { bounds, list, most_gained, known }
    }

    /// Goes on to lists that fix at most this, which is no more than what the lists before fixed.
    pub fn lower(&mut self, list: ListBound) {
        self.list = list;
        self.known.iter_mut().for_each(|known| known.reaching = 0);
    }

    /// Whether a name that meets at most the words `met` besides the list's own, and has `rest`
    /// beside it, can reach `least`, which is never less than before.
    #[inline]
    pub fn reaches(&mut self, least: Score, met: WordMask, rest: u32) -> bool {
        let known = &mut self.known[slot_of(met)];
        if known.met != met {
            *known = Known::nothing(met);
        }
        if known.least != least {
            (known.least, known.reaching) = (least, 0);
        }
        if rest < known.reaching || rest >= known.failing {
            return rest < known.reaching;
        }
        let reaches = self.bounds.score(&self.list, met, rest).plus(self.most_gained) >= least;
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
fn slot_of(met: WordMask) -> usize {
    let set = met.place();
    (set ^ set >> 4 ^ set >> 8 ^ set >> 12) % SETS_KNOWN
}
