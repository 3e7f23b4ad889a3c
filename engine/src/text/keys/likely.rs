//! The consonant skeletons that the signs of a word most likely stand for.

use std::sync::LazyLock;

use super::classes::Skeleton;
use crate::text::form::latin_sounds;
use crate::text::signs::{Signs, TABLE};

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
pub(super) fn likely_skeletons(signs: &Signs, most: usize) -> Vec<Skeleton> {
    let mut followed = vec![Way { cost: 0, skeleton: Skeleton::EMPTY }];
    for &sign in signs.numbers() {
        let ways = WAYS.get(usize::from(sign)).map_or(&[UNKNOWN] as &[_], Vec::as_slice);
        let mut next = Vec::with_capacity(followed.len() * ways.len());
        for Way { cost, skeleton } in followed {
            next.extend(ways.iter().map(|way| Way {
                cost: cost + way.cost,
                skeleton: skeleton.followed_by(&way.skeleton),
            }));
        }
        followed = cheapest(next);
    }
    followed.iter().take(most).map(|way| way.skeleton).collect()
}

/// The cheapest skeletons, each by its cheapest way, the cheapest first; at most [`WIDTH`].
fn cheapest(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_unstable_by_key(|way| (way.cost, way.skeleton.order()));
    let mut kept: Vec<Way> = Vec::with_capacity(WIDTH);
    for way in ways {
        if kept.len() < WIDTH && kept.iter().all(|kept| kept.skeleton != way.skeleton) {
            kept.push(way);
        }
    }
    kept
}
