//! Scripts that write a vowel as a sign on its consonant, in Latin letters: what each consonant and
//! sign stands for, and the vowel that is not written.
//!
//! Latin spellings of such names follow usage, not a standard: what is made here is what a name is
//! looked for by, not how it should be written.
//!
//! | module | what it holds |
//! |---|---|
//! | `brahmic` | Devanagari, Bengali and others arranged like it; Sinhala; Khmer |
//! | `burmese` | Burmese, of which every syllable is a word |
//! | `thai` | Thai and Lao |

mod brahmic;
mod burmese;
mod thai;

use std::ops::Range;

use super::alphabet;
use crate::text::token::Span;

/// The words in Latin letters that a run of such letters and signs stands for; a syllable that is not
/// heard is empty. A word that nothing is known of stays as it is.
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
