//! How alike two words are.
//!
//! The best of what applies to the scripts of the two: a weighted edit distance within one
//! alphabet, an alignment of sounds between Latin spellings, of consonants between Arabic or
//! Hebrew and Latin, of readings between Han or Hangul and Latin. Each has a budget by length.
//! Beyond it the similarity is 0 at once, so short words must match almost exactly. Nothing here
//! allocates.
//!
//! | module | what it holds |
//! |---|---|
//! | `edit` | spellings within one alphabet |
//! | `sound` | Latin spellings by their sounds |
//! | `semitic` | Arabic or Hebrew against Latin |
//! | `east_asian` | Han or Hangul against Latin |
//! | `transliteration` | words of other scripts against Latin, by what their signs may stand for |
//! | `align`, `costs` | the cheapest alignment of two sequences; what one sound costs in place of another |
//! | `sketch` | which words cannot be alike, told without an alignment |

mod align;
mod costs;
mod east_asian;
mod edit;
mod semitic;
mod sketch;
mod sound;
mod transliteration;

pub use sketch::{Sketch, SketchFilter};

use super::form::{Script, WordForm};

/// How alike two words are, in fixed point: 255 is 1.0, 0 is not alike. Values between 1 and
/// [`Similarity::LEAST`] do not occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Similarity(pub u8);

impl Similarity {
    /// Not alike.
    pub const NONE: Self = Self(0);
    /// The least there is above [`Self::NONE`]: .60.
    pub const LEAST: Self = Self(153);
    /// The least between two words of one script, unless not alike: .80. What would be less
    /// alike is rarely the same name, and is two thirds of all that a word would meet.
    pub const LEAST_OF_ONE_SCRIPT: Self = Self(204);
    /// The same text. Nothing else is equal.
    pub const EQUAL: Self = Self(255);

    /// This similarity of two words of one script, unless it is below the least of such.
    fn or_none(self) -> Self {
        if self < Self::LEAST_OF_ONE_SCRIPT { Self::NONE } else { self }
    }

    /// Words about as alike share a step: names are looked for step by step.
    #[inline]
    #[must_use]
    pub fn step(self) -> u8 {
        self.0 / 4
    }

    /// From 0.0 to 1.0.
    #[must_use]
    pub fn value(self) -> f32 {
        f32::from(self.0) / 255.0
    }

    /// The nearest value to `units` / 10,000 that is below equality, and none below the least.
    fn from_units(units: u32) -> Self {
        let rounded = (units * 255 + 5_000) / 10_000;
        let value = u8::try_from(rounded).unwrap_or(u8::MAX).min(Self::EQUAL.0 - 1);
        if value < Self::LEAST.0 { Self::NONE } else { Self(value) }
    }

    /// `full` at cost 0, falling by `slope` times the cost of one letter (100) a letter; all in
    /// 1/100.
    fn falling(full: u32, slope: u32, cost: u32, letters: usize) -> Self {
        let loss = slope * cost / u32::try_from(letters.max(1)).unwrap_or(u32::MAX);
        Self::from_units((full * 100).saturating_sub(loss))
    }

    /// A cost a letter at which what falls so is not above this similarity any more.
    fn budget(self, full: u32, slope: u32) -> u32 {
        let least = u32::from(self.0) * 100 / 255;
        full.saturating_sub(least) * 100 / slope
    }
}

/// How alike two words are. Symmetric; [`Similarity::EQUAL`] exactly for the same text.
#[must_use]
pub fn similarity(a: &WordForm, b: &WordForm) -> Similarity {
    similarity_above(a, b, Similarity::NONE)
}

/// [`similarity`] of words that are more alike than `floor`; of others something at or below it.
/// The higher the floor, the sooner most pairs are given up.
#[must_use]
pub fn similarity_above(a: &WordForm, b: &WordForm, floor: Similarity) -> Similarity {
    use Script::{Arabic, Cyrillic, Han, Hangul, Hebrew, Kana, Latin, Other};
    if a.text() == b.text() {
        return Similarity::EQUAL;
    }
    let within = || floor.max(Similarity(Similarity::LEAST_OF_ONE_SCRIPT.0 - 1));
    match (a.script(), b.script()) {
        (Latin, Latin) => latin_similarity(a, b, within()),
        (Cyrillic, Latin) => {
            let as_latin = latin_similarity(a, b, within());
            as_latin.max(transliteration::similarity(a, b, floor))
        }
        (Latin, Cyrillic) => similarity_above(b, a, floor),
        (Arabic, Arabic) | (Hebrew, Hebrew) | (Other, Other) => {
            edit::similarity(a, b, within()).or_none()
        }
        (Arabic | Hebrew, Latin) => semitic::similarity(a.sounds(), b.sounds(), floor)
            .max(transliteration::similarity(a, b, floor)),
        (Han | Hangul | Kana, Latin) => {
            east_asian::similarity(a, b.sounds()).max(transliteration::similarity(a, b, floor))
        }
        (Latin, Arabic | Hebrew | Han | Hangul | Kana) => similarity_above(b, a, floor),
        (Kana, Kana) => edit::similarity(a, b, within()).or_none(),
        _ => Similarity::NONE,
    }
}

/// Two words of Latin letters.
fn latin_similarity(a: &WordForm, b: &WordForm, floor: Similarity) -> Similarity {
    let by_sound = sound::similarity(a.sounds(), b.sounds(), floor);
    by_sound.max(edit::similarity(a, b, by_sound.max(floor))).or_none()
}

/// What makes two words alike that are not the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Their letters.
    Spelling,
    /// How they sound.
    Sound,
    /// How they sound, one of them being written in another script.
    Script,
}

/// The measure by which two words are as alike as [`similarity`] says; `None` where they are the same
/// or not alike. For explanations: slower than the similarity.
#[must_use]
pub(crate) fn measure(a: &WordForm, b: &WordForm) -> Option<Measure> {
    let alike = similarity(a, b);
    if alike == Similarity::NONE || alike == Similarity::EQUAL {
        return None;
    }
    if a.script() != b.script() {
        return Some(Measure::Script);
    }
    let by_spelling = edit::similarity(a, b, Similarity::NONE) == alike;
    Some(if by_spelling { Measure::Spelling } else { Measure::Sound })
}

#[cfg(test)]
mod tests;
