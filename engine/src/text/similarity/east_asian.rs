//! Han or Hangul against Latin, by their readings.

use std::sync::LazyLock;

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
    costs.min().map_or(Similarity::NONE, |cost| Similarity::falling(97, 1_000, cost, 1))
}

/// The sounds of which a reading must have one where a Latin word has this one, a bit each.
pub(super) fn counterparts(latin: Sound) -> u64 {
    COUNTERPARTS[latin as usize]
}

/// By code of a Latin sound.
static COUNTERPARTS: LazyLock<[u64; Sound::COUNT]> = LazyLock::new(|| {
    let mut counterparts = [0; Sound::COUNT];
    for latin in Sound::all() {
        let within = Sound::all().filter(|own| replace(*own, latin) <= BUDGET);
        counterparts[latin as usize] = within.fold(0, |set, own| set | own.bit());
    }
    counterparts
});

/// What it costs that one sound stands for the other.
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
