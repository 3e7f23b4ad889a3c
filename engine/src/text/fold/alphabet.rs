//! Words of alphabets to ASCII letters and digits: Latin with marks, Cyrillic, Greek, and every
//! script without a table of its own.

use std::sync::LazyLock;

use ahash::AHashMap;
use any_ascii::any_ascii_char;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::script::Script;
use super::{greek, lookalike};
use crate::text::tables;

/// Language group of a Cyrillic text, for letters that languages read differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    /// Russian, and every text without a letter specific to the other groups.
    Russian,
    /// Ukrainian and Belarusian: г is h, и is y.
    Ukrainian,
    /// Serbian and Macedonian, whose Latin spelling is official: х is h, ц is c.
    Serbian,
}

impl Flavour {
    /// Detects the group by letters that only one of them has. Kazakh shares і with Ukrainian.
    pub(super) fn of<'t>(parts: impl Iterator<Item = &'t str> + Clone) -> Self {
        if parts.clone().all(str::is_ascii) {
            return Self::Russian;
        }
        let has = |wanted: &str| parts.clone().any(|part| part.contains(|c| wanted.contains(c)));
        if has("ђјљњћџѓќѕЂЈЉЊЋЏЃЌЅ") {
            Self::Serbian
        } else if has("іїєґўІЇЄҐЎ") && !has("әғқңөұүһӘҒҚҢӨҰҮҺ") {
            Self::Ukrainian
        } else {
            Self::Russian
        }
    }
}

static LATIN: LazyLock<AHashMap<char, &'static str>> =
    LazyLock::new(|| tables::letter_pairs(include_str!("../tables/letters_latin.txt")));

/// Readings of a Cyrillic letter in the order of [`Flavour`].
static CYRILLIC: LazyLock<AHashMap<char, [&'static str; 3]>> = LazyLock::new(|| {
    let mut letters = AHashMap::new();
    for row in tables::rows(include_str!("../tables/letters_cyrillic.txt")) {
        let mut fields = row.split_whitespace();
        let (Some(letter), Some(latin)) = (fields.next(), fields.next()) else { continue };
        let reading = |field: &'static str| if field == "-" { "" } else { field };
        let mut readings = [reading(latin); 3];
        for field in fields {
            match field.split_once(':') {
                Some(("uk", latin)) => readings[Flavour::Ukrainian as usize] = reading(latin),
                Some(("sr", latin)) => readings[Flavour::Serbian as usize] = reading(latin),
                _ => {}
            }
        }
        letters.extend(letter.chars().map(|c| (c, readings)));
    }
    letters
});

/// Folds a word of Latin, Greek and Cyrillic letters and digits to ASCII.
pub(super) fn fold(word: &str, flavour: Flavour) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let word = lookalike::unify(word);
    let mut folded = String::with_capacity(word.len());
    let lower = word.chars().flat_map(char::to_lowercase);
    if word.chars().any(|c| Script::of(c) == Script::Greek) {
        let letters: Vec<char> = lower.nfd().filter(|c| !is_combining_mark(*c)).collect();
        for part in greek::parts(&letters) {
            match part {
                greek::Part::Latin(latin) => folded.push_str(latin),
                greek::Part::Foreign(c) => push_letter(&mut folded, c, flavour),
            }
        }
    } else {
        lower.for_each(|c| push_letter(&mut folded, c, flavour));
    }
    folded
}

/// Romanises a word by the general table of transliterations.
pub(super) fn ascii(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    word.chars().for_each(|c| push_ascii(&mut folded, c));
    folded
}

fn push_letter(folded: &mut String, c: char, flavour: Flavour) {
    if c.is_ascii() {
        folded.push(c);
    } else if !push_known(folded, c, flavour) {
        for part in std::iter::once(c).nfd().filter(|part| !is_combining_mark(*part)) {
            if !push_known(folded, part, flavour) {
                push_ascii(folded, part);
            }
        }
    }
}

fn push_known(folded: &mut String, c: char, flavour: Flavour) -> bool {
    let latin = CYRILLIC
        .get(&c)
        .map(|readings| readings[flavour as usize])
        .or_else(|| LATIN.get(&c).copied());
    if let Some(latin) = latin {
        folded.push_str(latin);
    }
    latin.is_some()
}

fn push_ascii(folded: &mut String, c: char) {
    let letters = any_ascii_char(c).bytes().filter(u8::is_ascii_alphanumeric);
    folded.extend(letters.map(|byte| char::from(byte.to_ascii_lowercase())));
}

/// Returns the plain spelling of a Latin letter that is not a base letter with marks, such as `ß` and
/// `ø`.
pub(super) fn plain_latin(letter: char) -> Option<&'static str> {
    LATIN.get(&letter).copied().filter(|_| !letter.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_entry_is_one_letter_to_ascii() {
        let cyrillic = CYRILLIC.iter().flat_map(|(c, all)| all.iter().map(move |latin| (c, latin)));
        for (letter, latin) in cyrillic.chain(LATIN.iter()) {
            assert!(!letter.is_ascii(), "{letter}");
            assert!(latin.bytes().all(|b| b.is_ascii_lowercase()), "{letter} {latin}");
        }
        assert!(CYRILLIC.len() >= 60, "{}", CYRILLIC.len());
    }

    #[test]
    fn the_flavour_is_told_by_its_own_letters() {
        let table = [
            ("Гриценко", Flavour::Russian),
            ("Григорій", Flavour::Ukrainian),
            ("Ђорђе", Flavour::Serbian),
            ("Әлихан Бөкейхан і", Flavour::Russian),
        ];
        for (text, expected) in table {
            assert_eq!(Flavour::of([text].into_iter()), expected, "{text}");
        }
    }
}
