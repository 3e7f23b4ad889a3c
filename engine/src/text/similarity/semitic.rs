//! Similarity of Arabic or Hebrew to Latin: consonants align, short vowels are not written.

use super::Similarity;
use super::align::{EditCosts, cheapest};
use super::costs::{at_start, latin_drop, least_over, semitic_replace, sum_over};
use crate::text::form::Sound;

/// Allowed cost per sound of the shorter word, in 1/100 of a letter.
const BUDGET: u32 = 30;
/// Cost of a last y that Latin does not write. An adjective ("al-Masri") is another name than its noun
/// ("Masr"); [`LAST_I`] is the cost of a last i that the other script does not write.
const LAST_YEH: u32 = 60;
const LAST_I: u32 = 40;
/// Cost of a first vowel without a letter. A word that begins with a vowel has a letter for it,
/// whichever vowel it is.
const FIRST_VOWEL: u32 = 50;
/// Cost of a last y in place of an a: "Mustafa" ends in a letter that folds to y.
const LAST_YEH_AS_A: u32 = 5;
/// Cost of the last h of a feminine word, which is a vowel in Latin. Where Latin has no vowel, it is
/// another word ([`LAST_H_UNHEARD`]).
const LAST_H: u32 = 5;
const LAST_H_UNHEARD: u32 = 40;
/// Cost of a first h, which is heard: "Ehsan" is not "Hossein".
const FIRST_H: u32 = 60;
/// Cost of a first alef, which is heard too. Before two consonants it only makes them easier to say:
/// "Brahim", "Stefan" ([`CLUSTER_ALEF`]).
const FIRST_ALEF: u32 = 100;
const CLUSTER_ALEF: u32 = 50;
/// Cost of an i behind a vowel without a letter, as in "Hossein".
const GLIDE: u32 = 15;
/// Cost of a silent last waw, as in "Amr".
const LAST_WAW: u32 = 25;
/// Cost of a dropped long vowel, which is always heard; [`LETTER`] is that of a consonant.
const LONG_VOWEL: u32 = 40;
const LETTER: u32 = 100;
/// Cost of the second of two equal letters, which a Latin reading has once.
const DOUBLED: u32 = 5;

/// Similarity at cost 0, in 1/100; [`SLOPE`] is its fall, in 1/1,000.
const FULL: u32 = 97;
const SLOPE: u32 = 1_400;

/// Returns the similarity of an Arabic or Hebrew word to a Latin reading, if it exceeds `floor`.
pub(super) fn similarity(semitic: &[Sound], latin: &[Sound], floor: Similarity) -> Similarity {
    let shorter = semitic.len().min(latin.len());
    if shorter == 0 {
        return Similarity::NONE;
    }
    let budget = budget(shorter, floor);
    match cheapest(&Letters { semitic, latin }, budget) {
        Some(cost) => Similarity::falling(FULL, SLOPE, cost, shorter),
        None => Similarity::NONE,
    }
}

/// Returns the greatest cost of words whose similarity exceeds `floor`, by the sounds of the shorter
/// one.
#[inline]
fn budget(shorter: usize, floor: Similarity) -> u32 {
    floor.budget(FULL, SLOPE).min(BUDGET) * shorter as u32
}

/// Lower bounds of the cost of Arabic or Hebrew words against one Latin word, by their sets of letters.
#[derive(Debug)]
pub(super) struct LetterFilter {
    /// Least costs of each sound of the Latin word.
    sounds: Vec<LeastCost>,
    /// By letter: its least cost in the other word.
    letters: [u32; Sound::COUNT],
}

#[derive(Debug)]
struct LeastCost {
    /// Cost without a counterpart.
    dropped: u32,
    /// By letter: cost with this counterpart.
    replaced: [u32; Sound::COUNT],
}

impl LetterFilter {
    /// Makes the filter for comparisons with this Latin reading.
    pub(super) fn new(latin: &[Sound]) -> Self {
        let letters = Letters { semitic: &[], latin };
        let sounds = (0..latin.len()).map(|at| LeastCost {
            dropped: letters.drop_right(at),
            replaced: by_letter(|letter| letters.least_replace(letter, at)),
        });
        let sounds: Vec<LeastCost> = sounds.collect();
        let letters = by_letter(|letter| {
            let replaced = sounds.iter().map(|sound| sound.replaced[letter as usize]);
            least_drop(letter).min(replaced.min().unwrap_or(u32::MAX))
        });
        Self { sounds, letters }
    }

    /// False only for words with `count` letters from the set `letters` whose similarity cannot exceed
    /// `floor`.
    #[inline]
    pub(super) fn may_be_alike(&self, letters: u64, count: usize, floor: Similarity) -> bool {
        let budget = budget(count.min(self.sounds.len()), floor);
        let of_sound = |sound: &LeastCost| least_over(letters, &sound.replaced).min(sound.dropped);
        let theirs = || sum_over(letters, &self.letters);
        self.sounds.iter().map(of_sound).sum::<u32>() <= budget && theirs() <= budget
    }
}

fn by_letter(cost: impl Fn(Sound) -> u32) -> [u32; Sound::COUNT] {
    let mut costs = [0; Sound::COUNT];
    Sound::all().for_each(|letter| costs[letter as usize] = cost(letter));
    costs
}

/// Returns the least cost of a letter without a counterpart, at any position of a word.
fn least_drop(letter: Sound) -> u32 {
    match letter {
        Sound::Ayn | Sound::Alef => 0,
        Sound::H => LAST_H,
        Sound::Waw => LAST_WAW,
        Sound::Yeh => LONG_VOWEL,
        _ => LETTER,
    }
}

/// Edit costs of a semitic word, the left one, and a Latin word.
struct Letters<'a> {
    semitic: &'a [Sound],
    latin: &'a [Sound],
}

impl EditCosts for Letters<'_> {
    #[inline]
    fn lengths(&self) -> (usize, usize) {
        (self.semitic.len(), self.latin.len())
    }

    #[inline]
    fn replace(&self, left: usize, right: usize) -> u32 {
        let last_left = left + 1 == self.semitic.len();
        let last_right = right > 0 && right + 1 == self.latin.len();
        match (self.semitic[left], self.latin[right]) {
            (Sound::Alef | Sound::Ayn, Sound::I | Sound::Y) if last_right => LAST_I,
            (Sound::Yeh, Sound::A) if last_left => LAST_YEH_AS_A,
            (Sound::Alef, latin) if latin.is_vowel() && self.is_any_vowel(left) => 0,
            (letter, latin) => at_start(semitic_replace(letter, latin), left == 0 || right == 0),
        }
    }

    /// Returns the cost of a letter without a sound. Long vowels are always heard, so Latin has some
    /// letter for them: "Hasan" is not "Husayn".
    #[inline]
    fn drop_left(&self, left: usize) -> u32 {
        let is_first = left == 0;
        let is_last = !is_first && left + 1 == self.semitic.len();
        match self.semitic[left] {
            letter if !is_first && self.semitic[left - 1] == letter => DOUBLED,
            Sound::Ayn => 0,
            Sound::Alef if is_first && self.carries_vowel() => 0,
            Sound::Yeh if is_last => LAST_YEH,
            Sound::Waw if is_last => LAST_WAW,
            Sound::H if is_last && self.latin.last().is_some_and(|last| last.is_vowel()) => LAST_H,
            Sound::H if is_last => LAST_H_UNHEARD,
            Sound::H if is_first => FIRST_H,
            Sound::Alef if is_first && self.begins_with_cluster() => CLUSTER_ALEF,
            Sound::Alef if is_first => FIRST_ALEF,
            Sound::Alef => 30,
            Sound::Yeh | Sound::Waw => LONG_VOWEL,
            Sound::H => 25,
            _ => at_start(LETTER, is_first),
        }
    }

    #[inline]
    fn drop_right(&self, right: usize) -> u32 {
        let is_last = right > 0 && right + 1 == self.latin.len();
        match self.latin[right] {
            Sound::I | Sound::Y if is_last => LAST_I,
            Sound::I | Sound::Y if right > 0 && self.latin[right - 1].is_vowel() => GLIDE,
            Sound::H if right == 0 => FIRST_H,
            sound if right == 0 && sound.is_vowel() => FIRST_VOWEL,
            sound => at_start(latin_drop(sound), right == 0),
        }
    }
}

impl Letters<'_> {
    /// True if an alef may be read as any vowel: at the beginning, and in an article within a compound,
    /// as in "Abdullah". Elsewhere it is a long a.
    fn is_any_vowel(&self, alef: usize) -> bool {
        alef == 0 || self.semitic.get(alef + 1) == Some(&Sound::L)
    }

    /// Returns a lower bound of the cost of a letter in place of a sound, at any position of its word.
    fn least_replace(&self, letter: Sound, right: usize) -> u32 {
        let is_last = right > 0 && right + 1 == self.latin.len();
        match (letter, self.latin[right]) {
            (Sound::Alef | Sound::Ayn, Sound::I | Sound::Y) if is_last => 0,
            (Sound::Yeh, Sound::A) => 0,
            (Sound::Alef, latin) if latin.is_vowel() => 0,
            (letter, latin) => at_start(semitic_replace(letter, latin), right == 0),
        }
    }

    /// True if the Latin word begins with two consonants.
    fn begins_with_cluster(&self) -> bool {
        matches!(self.latin, [first, second, ..] if !first.is_vowel() && !second.is_vowel())
    }

    /// True if the first letter only carries the long vowel after it: "Iran", "Oleg".
    fn carries_vowel(&self) -> bool {
        matches!(self.semitic.get(1), Some(Sound::Yeh | Sound::Waw))
    }
}
