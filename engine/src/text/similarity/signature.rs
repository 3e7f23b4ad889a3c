//! Signatures: the sets of letters and sounds of a token, which rule out pairs before an alignment.
//!
//! Most tokens that share a blocking key are not alike. A letter that the other token lacks costs at
//! least its cheapest replacement, and so does a sound. If the sum of these costs exceeds the budget,
//! the tokens need not be aligned. Tokens of other scripts are compared with a Latin one in the same
//! way, by the romanisations of their signs.

use super::Similarity;
use super::costs::{least_drop, sound_replace, sum_over};
use super::semitic::LetterFilter;
use super::transliteration::{LatinFilter, SignFilter};
use super::{east_asian, edit, sound, vowelless};
use crate::text::form::{Letter, Script, Sound, WordForm};

/// Signature of a token: its letters, sounds and signs as sets and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature<'s> {
    /// [`Script`] code.
    pub script: u8,
    /// Number of letters, and number of sounds of all readings.
    pub lengths: (usize, usize),
    /// One bit per letter; see [`WordForm`].
    pub letter_set: u32,
    /// One bit per sound of any reading.
    pub sound_set: u64,
    /// Numbers of the signs.
    pub signs: &'s [u16],
}

/// Filter of signatures against one token; made once per token.
#[derive(Debug)]
pub struct SignatureFilter {
    signature: Signature<'static>,
    /// By bit of a letter set: least cost of the letter when this token lacks it.
    letter_costs: [u32; 32],
    /// By bit of a sound set: least cost of the sound when this token lacks it.
    sound_costs: [u32; 64],
    /// Letters of this token; `own_sounds` are its sounds.
    own_letters: Vec<Own>,
    own_sounds: Vec<Own>,
    /// By count: least cost of this many sounds of the token without a counterpart.
    drops: Vec<u32>,
    other_scripts: Option<OtherScripts>,
}

/// Filter for tokens of other scripts.
#[derive(Debug)]
enum OtherScripts {
    OfLatin(Box<OfLatin>),
    OfSyllables(Box<OfSyllables>),
}

/// Filter of a Latin token. Building it takes the time of some hundred alignments.
#[derive(Debug)]
struct OfLatin {
    signs: SignFilter,
    letters: LetterFilter,
    /// For each sound of the token, the set of sounds that a reading may have in its place.
    read: Vec<u64>,
}

impl OfLatin {
    fn new(latin: &WordForm) -> Option<Self> {
        let read = latin.sounds().iter().map(|sound| east_asian::counterparts(*sound)).collect();
        let (signs, letters) = (SignFilter::new(latin)?, LetterFilter::new(latin.sounds()));
        Some(Self { signs, letters, read })
    }

    #[inline]
    fn may_be_alike(&self, other: &Signature<'_>, floor: Similarity) -> bool {
        let Some(script) = Script::from_code(other.script) else { return true };
        let (sounds, count) = (other.sound_set, other.lengths.1);
        let by_sound = match script {
            Script::Han | Script::Hangul | Script::Kana => {
                self.read.iter().all(|read| read & sounds != 0)
            }
            Script::Arabic | Script::Hebrew => self.letters.may_be_alike(sounds, count, floor),
            _ => true,
        };
        by_sound || self.signs.may_be_alike(other.signs, script, floor)
    }
}

/// Filter of a token of Han, Hangul or kana, for Latin tokens.
#[derive(Debug)]
struct OfSyllables {
    signs: LatinFilter,
    /// Set of sounds of Latin tokens that a reading may have.
    read: u64,
}

impl OfSyllables {
    fn new(word: &WordForm) -> Option<Self> {
        let is_read = |latin: &Sound| word.sound_set() & east_asian::counterparts(*latin) != 0;
        let read = Sound::all().filter(is_read).fold(0, |set, sound| set | sound.bit());
        Some(Self { signs: LatinFilter::new(word)?, read })
    }

    #[inline]
    fn may_be_alike(&self, latin: &Signature<'_>, floor: Similarity) -> bool {
        let by_sound = latin.sound_set & !self.read == 0;
        by_sound || self.signs.may_be_alike(latin.letter_set, latin.lengths.0, floor)
    }
}

/// A letter or a sound of the token, with its least cost when the other token lacks it.
#[derive(Debug)]
struct Own {
    /// The letter or sound, as a set.
    own: u64,
    /// Set of near letters or sounds, whose replacement costs at least [`Own::replaced`].
    near: u64,
    /// Least cost if the other token has a near one.
    replaced: u32,
    /// Least cost if it has none.
    far: u32,
}

impl Own {
    #[inline]
    fn least_cost(&self, set: u64) -> u32 {
        match (self.own & set, self.near & set) {
            (0, 0) => self.far,
            (0, _) => self.replaced,
            _ => 0,
        }
    }
}

/// Cost of a replacement below which sounds are near.
const NEAR: u32 = 35;

impl<'s> Signature<'s> {
    /// Returns the signature of a token.
    #[must_use]
    pub fn of(form: &'s WordForm) -> Self {
        Self {
            script: form.script() as u8,
            lengths: (form.letters().len(), form.readings().map(<[_]>::len).sum()),
            letter_set: form.letter_set(),
            sound_set: form.sound_set(),
            signs: form.signs(),
        }
    }
}

impl SignatureFilter {
    /// Makes the filter for comparisons with this token.
    #[must_use]
    pub fn new(form: &WordForm) -> Self {
        let signature = Signature { signs: &[], ..Signature::of(form) };
        let mut sound_costs = [0; 64];
        for other in Sound::all().filter(|other| signature.sound_set & other.bit() == 0) {
            let replaced = form.sounds().iter().map(|&own| sound_replace(own, other));
            let least = replaced.min().unwrap_or(u32::MAX).min(least_drop(other));
            sound_costs[other as usize] = least;
        }
        let mut letter_costs = [0; 32];
        for other in Letter::latin().filter(|other| signature.letter_set & other.bit() == 0) {
            // Several characters share a bit: the cheapest of them counts.
            let cost = &mut letter_costs[other.bit().trailing_zeros() as usize];
            let least = edit::least_cost(other, form.letters());
            *cost = if *cost == 0 { least } else { least.min(*cost) };
        }
        Self {
            signature,
            letter_costs,
            sound_costs,
            own_letters: own_letters(form),
            own_sounds: own_sounds(signature.sound_set),
            drops: drops(form.sounds()),
            other_scripts: None,
        }
    }

    /// Extends the filter to tokens of other scripts, if this one is of Latin letters, Han, Hangul or
    /// kana.
    #[must_use]
    pub fn of_all_scripts(self, form: &WordForm) -> Self {
        let other_scripts = match form.script() {
            Script::Latin => OfLatin::new(form).map(Box::new).map(OtherScripts::OfLatin),
            Script::Han | Script::Hangul | Script::Kana => {
                OfSyllables::new(form).map(Box::new).map(OtherScripts::OfSyllables)
            }
            _ => None,
        };
        Self { other_scripts, ..self }
    }

    /// Returns the filter of signs, if this token is of Latin letters.
    #[must_use]
    pub fn signs(&self) -> Option<&SignFilter> {
        match &self.other_scripts {
            Some(OtherScripts::OfLatin(own)) => Some(&own.signs),
            _ => None,
        }
    }

    /// False only for tokens whose [`super::similarity`] is [`Similarity::NONE`] or at most `floor`.
    #[must_use]
    #[inline]
    pub fn may_be_alike(&self, other: &Signature<'_>, floor: Similarity) -> bool {
        let latin = Script::Latin as u8;
        match &self.other_scripts {
            Some(OtherScripts::OfLatin(own)) if other.script != latin => {
                return own.may_be_alike(other, floor);
            }
            Some(OtherScripts::OfSyllables(own)) if other.script == latin => {
                return own.may_be_alike(other, floor);
            }
            _ if other.script != latin || self.signature.script != latin => return true,
            _ => {}
        }
        let floor = floor.max(Similarity(Similarity::LEAST_OF_ONE_SCRIPT.0 - 1));
        let (own, theirs) = (self.signature.lengths, other.lengths);
        if vowelless::may_be_alike((self.signature.letter_set, own.0), (other.letter_set, theirs.0))
        {
            return true;
        }
        let by_sound = sound::budget(own.1, theirs.1, floor);
        if by_sound.is_some_and(|budget| self.sounds_cost(other) <= budget) {
            return true;
        }
        let by_edit = edit::budget_of(own.0, theirs.0, floor);
        by_edit.is_some_and(|budget| self.letters_cost(other.letter_set) <= budget)
    }

    /// Returns a lower bound of the cost of an alignment of the sounds.
    #[inline]
    fn sounds_cost(&self, other: &Signature<'_>) -> u32 {
        let set = other.sound_set;
        let own = self.own_sounds.iter().map(|own| own.least_cost(set)).sum::<u32>();
        let theirs = sum_over(set & !self.signature.sound_set, &self.sound_costs);
        let (ours, more) = (self.signature.lengths.1, other.lengths.1);
        let dropped = match ours.checked_sub(more) {
            Some(dropped) => self.drops[dropped],
            None => (more - ours) as u32 * least_drop_of(set),
        };
        own.max(theirs).max(dropped)
    }

    /// Returns a lower bound of the cost of an alignment of the letters.
    #[inline]
    fn letters_cost(&self, letter_set: u32) -> u32 {
        let set = u64::from(letter_set);
        let own = self.own_letters.iter().map(|own| own.least_cost(set)).sum::<u32>();
        own.max(sum_over(set & !u64::from(self.signature.letter_set), &self.letter_costs))
    }
}

fn own_letters(form: &WordForm) -> Vec<Own> {
    let bits = |letters: &mut dyn Iterator<Item = Letter>| {
        letters.fold(0, |set, letter| set | u64::from(letter.bit()))
    };
    let mut known = 0;
    let mut own = Vec::with_capacity(form.letters().len());
    for &letter in form.letters() {
        if known & letter.bit() == 0 {
            known |= letter.bit();
            own.push(Own {
                own: letter.bit().into(),
                near: bits(&mut Letter::latin().filter(|other| letter.is_alike(*other))),
                replaced: edit::edits::ALIKE,
                far: edit::least_cost(letter, &[]),
            });
        }
    }
    own
}

fn own_sounds(set: u64) -> Vec<Own> {
    let own = Sound::all().filter(|own| set & own.bit() != 0).map(|own| {
        let near = Sound::all().filter(|&other| other != own && sound_replace(own, other) < NEAR);
        let far = least_drop(own).min(NEAR);
        Own {
            own: own.bit(),
            near: near.clone().fold(0, |set, other| set | other.bit()),
            replaced: near.map(|other| sound_replace(own, other)).min().unwrap_or(0).min(far),
            far,
        }
    });
    own.collect()
}

fn drops(sounds: &[Sound]) -> Vec<u32> {
    let mut costs: Vec<u32> = sounds.iter().map(|&sound| least_drop(sound)).collect();
    costs.sort_unstable();
    let mut sum = 0;
    let sums = costs.iter().map(|cost| {
        sum += cost;
        sum
    });
    std::iter::once(0).chain(sums).collect()
}

/// Returns the least cost of any sound of a set without a counterpart.
#[inline]
fn least_drop_of(set: u64) -> u32 {
    const CHEAPEST_FIRST: [Sound; 8] =
        [Sound::Y, Sound::H, Sound::A, Sound::E, Sound::I, Sound::O, Sound::U, Sound::W];
    let cheapest = CHEAPEST_FIRST.iter().find(|sound| set & sound.bit() != 0);
    least_drop(cheapest.copied().unwrap_or(Sound::K))
}
