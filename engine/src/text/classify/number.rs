//! Numbers in names of things: number words, Roman numerals and ordinals become plain digits, so that
//! II matches 2 and differs from III.

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;
use crate::text::token::Token;

static NUMBER_WORDS: LazyLock<AHashMap<&'static str, u32>> = LazyLock::new(|| {
    tables::words(include_str!("../tables/number_words.txt"))
        .filter_map(|pair| pair.split_once('='))
        .filter_map(|(word, value)| Some((word, value.parse().ok()?)))
        .collect()
});

/// Fewest letters of a word in which a digit is read as a letter.
pub(in crate::text) const LETTERS_AROUND_DIGIT_MIN: usize = 3;

/// Turns every number after the first word into digits; digits lose leading zeros everywhere.
pub(in crate::text) fn unify(words: &mut Vec<Token>) {
    unite_tens_and_units(words);
    let last = words.len().saturating_sub(1);
    for (at, word) in words.iter_mut().map(|word| &mut word.text).enumerate() {
        if let Some(digits) = digits_of(word) {
            *word = digits;
        } else if at > 0 {
            if let Some(value) = NUMBER_WORDS.get(word.as_str()) {
                *word = value.to_string();
            } else if let Some(value) = roman_value(word).filter(|_| word.len() > 1 || at == last) {
                *word = value.to_string();
            }
        }
    }
}

/// Joins tens and units after the first word into one number: "forty-four".
fn unite_tens_and_units(words: &mut Vec<Token>) {
    let value = |word: &Token| NUMBER_WORDS.get(word.text.as_str()).copied();
    for at in (2..words.len()).rev() {
        let tens = value(&words[at - 1]).filter(|tens| *tens >= 20);
        let unit = value(&words[at]).filter(|unit| *unit <= 9);
        if let Some((tens, unit)) = tens.zip(unit) {
            let unit_span = words.remove(at).span;
            let word = &mut words[at - 1];
            *word = Token { text: (tens + unit).to_string(), span: word.span.to(unit_span) };
        }
    }
}

/// Replaces digits that were typed or scanned for letters inside a word: "Ig0r" and "Sech1n" are not
/// numbers.
pub(in crate::text) fn replace_by_letters(words: &mut [Token]) {
    for word in words.iter_mut().map(|word| &mut word.text) {
        let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
        if letters >= LETTERS_AROUND_DIGIT_MIN && letters < word.len() && word.is_ascii() {
            *word = word.replace('0', "o").replace('1', "i");
        }
    }
}

/// Strips leading zeros from the numbers in the name of a person, where ordinals are suffixes.
pub(in crate::text) fn strip_zeros(words: &mut [Token]) {
    let texts = words.iter_mut().map(|word| &mut word.text);
    for word in texts.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
        if let Some(digits) = digits_of(word) {
            *word = digits;
        }
    }
}

/// Returns the digits of a number or an ordinal without leading zeros: "007" is 7, "3rd" is 3.
fn digits_of(word: &str) -> Option<String> {
    let end = word.bytes().take_while(u8::is_ascii_digit).count();
    if end == 0 || !matches!(&word[end..], "" | "st" | "nd" | "rd" | "th") {
        return None;
    }
    let digits = word[..end].trim_start_matches('0');
    Some(if digits.is_empty() { "0".to_owned() } else { digits.to_owned() })
}

/// The value of a Roman numeral from 1 to 39 in its usual spelling. Larger ones are words more
/// often than numbers ("mix", "dcl").
fn roman_value(word: &str) -> Option<u32> {
    const UNITS: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let units = word.trim_start_matches('x');
    let tens = word.len() - units.len();
    // The x of "ix" belongs to the units, and is not at the start.
    let unit = UNITS.iter().position(|numeral| *numeral == units)?;
    let value = u32::try_from(tens * 10 + unit).ok()?;
    (value > 0 && tens <= 3).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token::{sentence, tests::tokens};

    #[test]
    fn numbers_of_things() {
        let table = [
            ("ocean one", "ocean 1"),
            ("brigade forty four", "brigade 44"),
            ("brigade forty", "brigade 40"),
            ("first bank", "first bank"),
            ("al qaida ii", "al qaida 2"),
            ("fund xiv", "fund 14"),
            ("neptune v", "neptune 5"),
            ("v ships", "v ships"),
            ("hotel i moscow", "hotel i moscow"),
            ("3rd brigade", "3 brigade"),
            ("ship 007", "ship 7"),
            ("ship 000", "ship 0"),
            ("3d print", "3d print"),
            ("fund xxxx", "fund xxxx"),
            ("fund iiii", "fund iiii"),
        ];
        for (words, expected) in table {
            let mut words = tokens(words);
            unify(&mut words);
            assert_eq!(sentence(&words), expected);
        }
    }
}
