//! The consonant skeletons that the signs of a word most likely stand for.

use super::skeleton::Skeleton;
use crate::text::signs::{Signs, TABLE};

/// Skeletons that are followed from sign to sign.
const WIDTH: usize = 64;
/// What a sign that no table has costs, as if it were not heard.
const UNKNOWN: u32 = 300;

/// The likeliest skeletons of a word, the likeliest first, at most `most`.
pub(super) fn likely_skeletons(signs: &Signs, most: usize) -> Vec<Skeleton> {
    let mut followed = vec![(0, Skeleton::default())];
    for &sign in signs.numbers() {
        let options = TABLE.options(sign);
        let mut next = Vec::with_capacity(followed.len() * options.len().max(1));
        for (cost, skeleton) in &followed {
            if options.is_empty() {
                next.push((cost + UNKNOWN, *skeleton));
            }
            next.extend(options.iter().map(|option| {
                let mut longer = *skeleton;
                option.sounds.iter().for_each(|&sound| longer.push_sound(sound));
                (cost + u32::from(option.cost), longer)
            }));
        }
        // The cheapest way to each skeleton, then the cheapest skeletons.
        next.sort_unstable_by_key(|(cost, skeleton)| (skeleton.order(), *cost));
        next.dedup_by_key(|(_, skeleton)| skeleton.order());
        next.sort_unstable_by_key(|(cost, skeleton)| (*cost, skeleton.order()));
        next.truncate(WIDTH);
        followed = next;
    }
    followed.truncate(most);
    followed.into_iter().map(|(_, skeleton)| skeleton).collect()
}
