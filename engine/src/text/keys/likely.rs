//! The likeliest consonant skeletons of a token written in signs (beam search).

use std::sync::LazyLock;

use super::classes::Skeleton;
use crate::text::form::latin_sounds;
use crate::text::signs::TABLE;

/// Width of the beam: skeletons kept after each sign.
const WIDTH: usize = 64;
/// Cost of a sign that no table has, as if it were silent.
const UNKNOWN: Way = Way { cost: 300, skeleton: Skeleton::EMPTY };

/// A skeleton and its least cost.
#[derive(Debug, Clone, Copy)]
struct Way {
    cost: u32,
    skeleton: Skeleton,
}

impl Way {
    fn order(&self) -> (u32, (u64, u8)) {
        (self.cost, self.skeleton.order())
    }
}

/// Skeletons of every sign, by its number. Most romanisations of a sign have the same skeleton.
static WAYS: LazyLock<Vec<Vec<Way>>> = LazyLock::new(|| {
    let ways = TABLE.all().map(|sign| {
        let silent = sign.silent.map(|cost| Way { cost: cost.into(), skeleton: Skeleton::EMPTY });
        let heard = sign.spellings.iter().map(|spelling| {
            let mut skeleton = Skeleton::EMPTY;
            latin_sounds(&spelling.text()).iter().for_each(|&sound| skeleton.push_sound(sound));
            Way { cost: spelling.cost.into(), skeleton }
        });
        cheapest(silent.into_iter().chain(heard).collect())
    });
    ways.collect()
});

/// Returns the likeliest skeletons of a token, at most `most`, the likeliest first.
pub(super) fn likely_skeletons(signs: &[u16], most: usize) -> Vec<Skeleton> {
    let mut followed = vec![Way { cost: 0, skeleton: Skeleton::EMPTY }];
    for &sign in signs {
        let ways = WAYS.get(usize::from(sign)).map_or(&[UNKNOWN] as &[_], Vec::as_slice);
        followed = cheapest_of_both(&followed, ways);
    }
    followed.iter().take(most).map(|way| way.skeleton).collect()
}

/// Returns the cheapest distinct skeletons, each at its least cost, the cheapest first; at most
/// [`WIDTH`].
fn cheapest(mut ways: Vec<Way>) -> Vec<Way> {
    let mut kept = Kept::new();
    kept.keep_all(&mut ways);
    kept.ways
}

/// Returns [`cheapest`] of all concatenations of a skeleton of `first` and one of `second`. Both are
/// sorted by cost, so only some hundred of some thousand concatenations are visited.
fn cheapest_of_both(first: &[Way], second: &[Way]) -> Vec<Way> {
    let mut kept = Kept::new();
    let mut same_cost: Vec<Way> = Vec::new();
    // For each of the second, the number of the first that it has been appended to.
    let mut followed = [0; WIDTH];
    while let Some((cost, other)) = cheapest_left(first, second, &followed) {
        if same_cost.first().is_some_and(|same| same.cost < cost) {
            kept.keep_all(&mut same_cost);
            if kept.ways.len() == WIDTH {
                return kept.ways;
            }
        }
        let skeleton = first[followed[other]].skeleton.followed_by(&second[other].skeleton);
        same_cost.push(Way { cost, skeleton });
        followed[other] += 1;
    }
    kept.keep_all(&mut same_cost);
    kept.ways
}

/// Returns the cheapest concatenation that is left: its cost, and the position of its part in `second`.
fn cheapest_left(first: &[Way], second: &[Way], followed: &[usize; WIDTH]) -> Option<(u32, usize)> {
    let mut least: Option<(u32, usize)> = None;
    for (other, (way, &followed)) in second.iter().zip(followed).enumerate() {
        let cost = first.get(followed).map(|one| one.cost + way.cost);
        if let Some(cost) = cost.filter(|&cost| least.is_none_or(|(least, _)| cost < least)) {
            least = Some((cost, other));
        }
        if followed == 0 {
            // The next ones cost as much or more, and have not been appended either.
            break;
        }
    }
    least
}

/// The cheapest distinct skeletons so far.
struct Kept {
    /// At most [`WIDTH`], the cheapest first.
    ways: Vec<Way>,
    /// Hash table with open addressing, by hash of a skeleton: its position in `ways` plus 1, or 0 for
    /// a free slot.
    places: [u8; 256],
}

const _: () = assert!(WIDTH <= u8::MAX as usize, "each has a number, and a place stays free");

impl Kept {
    fn new() -> Self {
        Self { ways: Vec::with_capacity(WIDTH), places: [0; 256] }
    }

    /// Drains the ways into the kept ones, in an order that does not depend on how they were found.
    /// None of them is cheaper than those kept.
    fn keep_all(&mut self, ways: &mut Vec<Way>) {
        ways.sort_unstable_by_key(Way::order);
        ways.drain(..).for_each(|way| self.keep(way));
    }

    /// Keeps a way, unless the beam is full or its skeleton is already kept.
    fn keep(&mut self, way: Way) {
        if self.ways.len() == WIDTH {
            return;
        }
        let mut at = way.skeleton.hash();
        while let Some(other) = usize::from(self.places[usize::from(at)]).checked_sub(1) {
            if self.ways[other].skeleton == way.skeleton {
                return;
            }
            at = at.wrapping_add(1);
        }
        self.ways.push(way);
        self.places[usize::from(at)] = self.ways.len() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [`cheapest_of_both`] by its definition, over all concatenations.
    fn all_of_both(first: &[Way], second: &[Way]) -> Vec<Way> {
        let followed = first.iter().flat_map(|one| {
            second.iter().map(|other| Way {
                cost: one.cost + other.cost,
                skeleton: one.skeleton.followed_by(&other.skeleton),
            })
        });
        cheapest(followed.collect())
    }

    #[test]
    fn the_cheapest_are_found_without_looking_at_all() {
        let shown = |ways: &[Way]| -> Vec<_> { ways.iter().map(Way::order).collect() };
        for signs in WAYS.windows(3).step_by(7) {
            let [first, second, third] = signs else { panic!("three of them") };
            let expected = all_of_both(&all_of_both(first, second), third);
            let found = cheapest_of_both(&cheapest_of_both(first, second), third);
            assert_eq!(shown(&found), shown(&expected));
        }
        assert!(cheapest_of_both(&[UNKNOWN], &[]).is_empty());
    }
}
