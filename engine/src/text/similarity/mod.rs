//! Similarity of two tokens.
//!
//! It is the best of the measures that apply to the scripts of the two:
//!
//! - a weighted edit distance within one alphabet,
//! - an alignment of sounds between Latin spellings,
//! - an alignment of consonants between Arabic or Hebrew and Latin,
//! - an alignment of readings between Han or Hangul and Latin,
//! - learnt romanisations of signs between other scripts and Latin.
//!
//! Each has a budget by length. Beyond it the similarity is 0 at once, so short tokens must match
//! almost exactly. Nothing here allocates.
//!
//! | module | what it holds |
//! |---|---|
//! | `degree` | [`Similarity`], a number |
//! | `edit` | spellings within one alphabet |
//! | `sound` | Latin spellings by their sounds |
//! | `vowelless` | Latin words that are written without their vowels |
//! | `semitic` | Arabic or Hebrew against Latin |
//! | `east_asian` | Han or Hangul against Latin |
//! | `transliteration` | tokens of other scripts against Latin, by learnt romanisations of their signs |
//! | `align`, `costs` | the cheapest alignment of two sequences; the cost of one sound in place of another |
//! | `signature` | signatures: they rule pairs out without an alignment |

mod align;
mod costs;
mod degree;
mod east_asian;
mod edit;
pub(crate) use edit::edits;
mod semitic;
mod signature;
mod sound;
mod transliteration;
mod vowelless;

pub use degree::Similarity;
pub use signature::{Signature, SignatureFilter};
pub use transliteration::SignFilter;

use super::form::{Script, WordForm};

/// Returns the similarity of two tokens. Symmetric; [`Similarity::EQUAL`] exactly for the same text.
#[must_use]
pub fn similarity(a: &WordForm, b: &WordForm) -> Similarity {
    similarity_above(a, b, Similarity::NONE, None)
}

/// Returns [`similarity`] where it exceeds `floor`, and else some value at or below the floor. The
/// higher the floor, the sooner most pairs are abandoned. A caller that compares one Latin token with
/// many passes its [`SignFilter`].
#[must_use]
pub fn similarity_above(
    a: &WordForm,
    b: &WordForm,
    floor: Similarity,
    signs: Option<&SignFilter>,
) -> Similarity {
    use Script::{Arabic, Cyrillic, Han, Hangul, Hebrew, Kana, Latin, Other};
    if a.text() == b.text() {
        return Similarity::EQUAL;
    }
    let within = || floor.max(Similarity(Similarity::LEAST_OF_ONE_SCRIPT.0 - 1));
    match (a.script(), b.script()) {
        (Latin, Latin) => latin_similarity(a, b, within()),
        (Cyrillic, Latin) => {
            let as_latin = latin_similarity(a, b, within());
            as_latin.max(transliteration::similarity(a, b, as_latin.max(floor), signs))
        }
        (Latin, Cyrillic) => similarity_above(b, a, floor, signs),
        (Arabic, Arabic) | (Hebrew, Hebrew) | (Other, Other) => {
            edit::similarity(a, b, within()).or_none()
        }
        (Arabic | Hebrew, Latin) => {
            let by_sound = semitic::similarity(a.sounds(), b.sounds(), floor);
            by_sound.max(transliteration::similarity(a, b, by_sound.max(floor), signs))
        }
        (Han | Hangul | Kana, Latin) => {
            let by_sound = east_asian::similarity(a, b.sounds());
            by_sound.max(transliteration::similarity(a, b, by_sound.max(floor), signs))
        }
        (Latin, Arabic | Hebrew | Han | Hangul | Kana) => similarity_above(b, a, floor, signs),
        (Kana, Kana) => edit::similarity(a, b, within()).or_none(),
        _ => Similarity::NONE,
    }
}

/// Returns the similarity of two tokens of Latin letters.
fn latin_similarity(a: &WordForm, b: &WordForm, floor: Similarity) -> Similarity {
    let by_sound = sound::similarity(a.sounds(), b.sounds(), floor);
    let by_letters = edit::similarity(a, b, by_sound.max(floor));
    by_sound.max(by_letters).max(vowelless::similarity(a, b)).or_none()
}

/// Measure by which two different tokens are similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// By letters.
    Spelling,
    /// By sound.
    Sound,
    /// By sound, where one of them is written in another script.
    Script,
}

/// Returns the measure that [`similarity`] of two tokens results from; `None` where they are the same
/// or not alike. It serves explanations and is slower than the similarity.
#[must_use]
pub(crate) fn measure(a: &WordForm, b: &WordForm) -> Option<Measure> {
    let alike = similarity(a, b);
    if alike == Similarity::NONE || alike == Similarity::EQUAL {
        return None;
    }
    if a.script() != b.script() {
        return Some(Measure::Script);
    }
    let less = Similarity(alike.0 - 1);
    let by_spelling = edit::similarity(a, b, less) > less;
    Some(if by_spelling { Measure::Spelling } else { Measure::Sound })
}

#[cfg(test)]
mod tests;
