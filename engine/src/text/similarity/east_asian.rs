//! Han or Hangul against Latin, by their readings.

use super::Similarity;
use super::costs::sound_replace;
use crate::text::form::{Sound, WordForm};

/// Syllables are short and many sound nearly alike, so nearly everything must agree: no sound
/// may be left over, and the costs of all replacements stay within this.
const BUDGET: u32 = 5;

/// Sounds that the romanisations in use (pinyin and Wade-Giles, revised and McCune-Reischauer)
/// write with either letter.
const SAME: [(Sound, Sound); 8] = [
    (Sound::G, Sound::K),
    (Sound::B, Sound::P),
    (Sound::D, Sound::T),
    (Sound::J, Sound::Ch),
    (Sound::Zh, Sound::Ch),
    (Sound::Zh, Sound::J),
    (Sound::Z, Sound::Ts),
    (Sound::C, Sound::Ts),
];

/// How alike a word of characters or syllables is to a Latin reading, by its best reading.
pub(super) fn similarity(word: &WordForm, latin: &[Sound]) -> Similarity {
    let costs = word.readings().filter_map(|reading| cost(reading, latin));
    costs.min().map_or(Similarity::NONE, |cost| Similarity::falling(97, 100, cost, 1))
}

fn cost(reading: &[Sound], latin: &[Sound]) -> Option<u32> {
    if reading.len() != latin.len() {
        return None;
    }
    let mut cost = 0;
    for (a, b) in reading.iter().zip(latin) {
        if !SAME.contains(&(*a, *b)) && !SAME.contains(&(*b, *a)) {
            cost += sound_replace(*a, *b);
        }
        if cost > BUDGET {
            return None;
        }
    }
    Some(cost)
}
