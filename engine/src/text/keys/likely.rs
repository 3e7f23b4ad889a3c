//! The consonant skeletons that the signs of a word most likely stand for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

use super::classes::Skeleton;
use crate::text::form::latin_sounds;
use crate::text::signs::TABLE;

/// Skeletons that are followed from sign to sign.
const WIDTH: usize = 64;
/// What a sign that no table has costs, as if it were not heard.
const UNKNOWN: Way = Way { cost: 300, skeleton: Skeleton::EMPTY };

/// A skeleton, and the least that it costs to come to it.
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

/// What every sign may stand for, by its number: most of it leaves the same skeleton.
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

/// The likeliest skeletons of a word, the likeliest first, at most `most`.
pub(super) fn likely_skeletons(signs: &[u16], most: usize) -> Vec<Skeleton> {
    let mut followed = vec![Way { cost: 0, skeleton: Skeleton::EMPTY }];
    for &sign in signs {
        let ways = WAYS.get(usize::from(sign)).map_or(&[UNKNOWN] as &[_], Vec::as_slice);
        followed = cheapest_of_both(&followed, ways);
    }
    followed.iter().take(most).map(|way| way.skeleton).collect()
}

/// The cheapest skeletons, each by its cheapest way, the cheapest first; at most [`WIDTH`].
fn cheapest(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_unstable_by_key(Way::order);
    let mut kept = Vec::with_capacity(WIDTH);
    ways.into_iter().for_each(|way| keep(&mut kept, way));
    kept
}

/// [`cheapest`] of all ways of the first followed by all of the second, both the cheapest first: some
/// hundred of some thousand are looked at.
fn cheapest_of_both(first: &[Way], second: &[Way]) -> Vec<Way> {
    // Cost and places as one number: the heap compares it in one step.
    let pair = |one: usize, other: usize| {
        let cost = first.get(one)?.cost + second.get(other)?.cost;
        Some(Reverse(u64::from(cost) << 32 | (one as u64) << 16 | other as u64))
    };
    let mut kept = Vec::with_capacity(WIDTH);
    let mut next: BinaryHeap<_> = pair(0, 0).into_iter().collect();
    let mut same_cost = Vec::new();
    while let Some(Reverse(cheapest)) = next.pop() {
        let cost = (cheapest >> 32) as u32;
        let [one, other] = [16, 0].map(|shift| usize::from((cheapest >> shift) as u16));
        let skeleton = first[one].skeleton.followed_by(&second[other].skeleton);
        same_cost.push(Way { cost, skeleton });
        next.extend(pair(one, other + 1));
        next.extend(if other == 0 { pair(one + 1, 0) } else { None });
        if next.peek().is_none_or(|Reverse(next)| next >> 32 > u64::from(cost)) {
            same_cost.sort_unstable_by_key(Way::order);
            same_cost.drain(..).for_each(|way| keep(&mut kept, way));
            if kept.len() == WIDTH {
                break;
            }
        }
    }
    kept
}

fn keep(kept: &mut Vec<Way>, way: Way) {
    if kept.len() < WIDTH && kept.iter().all(|kept| kept.skeleton != way.skeleton) {
        kept.push(way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As it is said, by looking at all of them.
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
