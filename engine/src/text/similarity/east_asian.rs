//! Similarity of Han or Hangul to Latin, by readings.

use std::sync::LazyLock;

use super::Similarity;
use super::costs::sound_replace;
use crate::text::form::{Sound, WordForm};

/// Greatest total cost of replaced sounds. Syllables are short and many sound nearly alike, so nearly
/// everything must agree, and no sound may be left without a counterpart.
const BUDGET: u32 = 5;

/// Pairs of sounds that the romanisations in use (pinyin and Wade-Giles, revised and McCune-Reischauer)
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

/// Returns the similarity of a token of characters or syllables to a Latin reading, by its best
/// reading.
pub(super) fn similarity(word: &WordForm, latin: &[Sound]) -> Similarity {
    let costs = word.readings().filter_map(|reading| cost(reading, latin));
    costs.min().map_or(Similarity::NONE, |cost| Similarity::falling(97, 1_000, cost, 1))
}

/// Returns the set of sounds that a reading may have in place of this one of a Latin token, one bit
/// each.
pub(super) fn counterparts(latin: Sound) -> u64 {
    COUNTERPARTS[latin as usize]
}

/// Counterparts by code of a Latin sound.
static COUNTERPARTS: LazyLock<[u64; Sound::COUNT]> = LazyLock::new(|| {
    let mut counterparts = [0; Sound::COUNT];
    for latin in Sound::all() {
        let within = Sound::all().filter(|own| replace(*own, latin) <= BUDGET);
        counterparts[latin as usize] = within.fold(0, |set, own| set | own.bit());
    }
    counterparts
});

/// Returns the cost of one sound in place of the other.
fn replace(a: Sound, b: Sound) -> u32 {
    let is_same = SAME.contains(&(a, b)) || SAME.contains(&(b, a));
    if is_same { 0 } else { sound_replace(a, b) }
}

fn cost(reading: &[Sound], latin: &[Sound]) -> Option<u32> {
    if reading.len() != latin.len() {
        return None;
    }
    let mut cost = 0;
    for (a, b) in reading.iter().zip(latin) {
        cost += replace(*a, *b);
        if cost > BUDGET {
            return None;
        }
    }
    Some(cost)
}
