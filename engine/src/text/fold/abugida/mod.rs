//! Romanisation of scripts that write a vowel as a sign on its consonant (abugidas): the letters of
//! each consonant and sign, and the inherent vowel that is not written.
//!
//! Latin spellings of such names follow usage, not a standard. The result serves as a search key, not
//! as a spelling to show.
//!
//! | module | what it holds |
//! |---|---|
//! | `brahmic` | Devanagari, Bengali and others arranged like it; Sinhala; Khmer |
//! | `burmese` | Burmese, one word a syllable |
//! | `thai` | Thai and Lao |

mod brahmic;
mod burmese;
mod thai;

use std::ops::Range;

use super::alphabet;
use crate::text::token::Span;

/// Romanises a run of such letters and signs, word by word. A silent syllable is an empty word. A word
/// without a known romanisation stays as it is.
pub(super) fn words(run: &[(char, Span)]) -> Vec<(String, Span)> {
    let Some(((first, start), (_, end))) = run.first().zip(run.last()) else { return Vec::new() };
    let letters: Vec<char> = run.iter().map(|(letter, _)| *letter).collect();
    if burmese::is_burmese(*first) {
        let word = |syllable: Range<usize>| {
            let (from, to) = (run[syllable.start].1, run[syllable.end - 1].1);
            (burmese::latin(&letters[syllable.clone()], syllable.start == 0), from.to(to))
        };
        return burmese::syllables(&letters).into_iter().map(word).collect();
    }
    let latin = match *first {
        letter if brahmic::is_brahmic(letter) => brahmic::latin(&letters),
        letter if thai::is_thai(letter) => thai::latin(&letters),
        _ => alphabet::ascii(&letters.iter().collect::<String>()),
    };
    let text = if latin.is_empty() { letters.into_iter().collect() } else { latin };
    vec![(text, start.to(*end))]
}
