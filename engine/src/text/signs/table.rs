//! The tables of signs.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::{END, SIGNS_MAX, signs_of};
use crate::text::form::Script;
use crate::text::tables;

/// Latin letters that a sign may stand for.
pub(in crate::text) const LETTERS_MAX: usize = 4;

/// As many letters as a sign may stand for, a byte each, the first one lowest; 0 where there is none.
pub(in crate::text) type Letters = u32;

/// Letters that a sign may stand for.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Spelling {
    letters: Letters,
    /// All bits of the bytes that are letters.
    mask: Letters,
    /// How many letters: at least one.
    pub(in crate::text) len: u8,
    /// In hundredths of a natural logarithm: the less each is the counterpart of the other, the more.
    pub(in crate::text) cost: u16,
}

impl Spelling {
    fn of(latin: &str, cost: u16) -> Option<Self> {
        let packed = |byte: fn(u8) -> u8| {
            let mut bytes = [0; LETTERS_MAX];
            let filled = bytes.get_mut(..latin.len())?.iter_mut();
            filled.zip(latin.bytes()).for_each(|(slot, letter)| *slot = byte(letter));
            Some(Letters::from_le_bytes(bytes))
        };
        let (letters, mask) = (packed(|letter| letter)?, packed(|_| u8::MAX)?);
        Some(Self { letters, mask, len: latin.len() as u8, cost })
    }

    /// The letters.
    pub(in crate::text) fn text(&self) -> String {
        let bytes = &self.letters.to_le_bytes()[..usize::from(self.len)];
        bytes.iter().map(|&byte| char::from(byte)).collect()
    }

    /// Whether some letters begin with these.
    #[inline]
    pub(in crate::text) fn begins(&self, letters: Letters) -> bool {
        letters & self.mask == self.letters
    }
}

/// What a sign may stand for.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Sign<'t> {
    /// The likeliest first.
    pub(in crate::text) spellings: &'t [Spelling],
    /// What it costs that it is not heard, where it was ever not.
    pub(in crate::text) silent: Option<u16>,
    /// What it costs that it is not heard.
    pub(in crate::text) unheard: u16,
    /// The least that it costs, whatever stands behind it.
    pub(in crate::text) at_best: u16,
    /// One bit a letter of the alphabet: those with which a spelling begins.
    first_letters: u32,
}

impl Sign<'_> {
    /// Whether some spelling begins with this letter, from a to z.
    #[inline]
    pub(in crate::text) fn may_begin(&self, letter: u8) -> bool {
        self.first_letters & first_letter(letter) != 0
    }
}

fn first_letter(letter: u8) -> u32 {
    1 << place(letter)
}

/// What a sign costs that stands for nothing it is known for.
pub(in crate::text) const SIGN: u16 = 700;
/// What a sign costs at most that may be silent, in a script that writes its vowels: what is hardly ever
/// silent costs as much as what never is, since few names tell how rarely.
const SILENT_MAX: u16 = 400;
/// What a letter costs for which no sign was ever missing.
const LETTER: u16 = 600;

/// What Latin letters cost where the other word is of one script.
pub(in crate::text) struct Alphabet {
    /// By letter: that no sign stands for it.
    letters: [u16; 26],
    /// By letters: the sign that stands for them at the least cost.
    runs: AHashMap<Letters, u16>,
}

impl Alphabet {
    /// What it costs that no sign stands for a letter, from a to z.
    #[inline]
    pub(in crate::text) fn letter(&self, letter: u8) -> u32 {
        self.letters[place(letter)].into()
    }

    /// What the first letters of some cost at least, so many of them, if a sign may stand for them.
    #[inline]
    pub(in crate::text) fn run(&self, letters: Letters, len: usize) -> Option<u32> {
        let mask = Letters::MAX >> (Letters::BITS - 8 * len as u32);
        self.runs.get(&(letters & mask)).map(|cost| u32::from(*cost))
    }
}

/// The place of a letter in the alphabet, from 0.
#[inline]
fn place(letter: u8) -> usize {
    usize::from(letter - b'a')
}

/// What every sign may stand for.
pub(in crate::text) struct SignTable {
    alphabets: [(Script, Alphabet); SCRIPTS.len()],
    numbers: AHashMap<Key, u16>,
    /// By number.
    rows: Vec<Row>,
    spellings: Vec<Spelling>,
}

/// A [`Sign`], with its place in [`SignTable::spellings`].
struct Row {
    start: u16,
    len: u16,
    silent: Option<u16>,
    unheard: u16,
    at_best: u16,
    first_letters: u32,
}

/// A sign as a number: its bytes, the first one lowest.
type Key = u64;

fn key(sign: &str) -> Option<Key> {
    let mut bytes = [0; size_of::<Key>()];
    bytes.get_mut(..sign.len())?.copy_from_slice(sign.as_bytes());
    Some(Key::from_le_bytes(bytes))
}

/// In a table: no letters, or no sign.
const NONE: &str = "-";

/// The scripts that have signs, and their tables.
const SCRIPTS: [(Script, &str); 6] = [
    (Script::Han, include_str!("../tables/signs_han.txt")),
    (Script::Hangul, include_str!("../tables/signs_hangul.txt")),
    (Script::Kana, include_str!("../tables/signs_kana.txt")),
    (Script::Arabic, include_str!("../tables/signs_arabic.txt")),
    (Script::Hebrew, include_str!("../tables/signs_hebrew.txt")),
    (Script::Cyrillic, include_str!("../tables/signs_cyrillic.txt")),
];

pub(in crate::text) static TABLE: LazyLock<SignTable> = LazyLock::new(|| {
    let mut numbers = AHashMap::new();
    let (mut rows, mut spellings) = (Vec::new(), Vec::new());
    let alphabets = SCRIPTS.map(|(script, text)| {
        let mut alphabet = Alphabet { letters: [LETTER; 26], runs: AHashMap::new() };
        for row in tables::rows(text) {
            let mut fields = row.split_whitespace();
            let Some(sign) = fields.next() else { continue };
            let costs = fields.filter_map(|field| {
                let (latin, cost) = field.split_once(':')?;
                Some((latin, cost.parse::<u16>().ok()?))
            });
            if sign == NONE {
                costs.for_each(|(latin, cost)| {
                    alphabet.letters[place(latin.as_bytes()[0])] = cost;
                });
                continue;
            }
            let start = spellings.len();
            let (mut silent, mut at_best, mut first_letters) = (None, SIGN, 0);
            for (latin, cost) in costs {
                at_best = at_best.min(cost);
                if latin == NONE {
                    silent = Some(cost);
                } else if let Some(spelling) = Spelling::of(latin, cost) {
                    let least = alphabet.runs.entry(spelling.letters).or_insert(cost);
                    *least = cost.min(*least);
                    first_letters |= first_letter(latin.as_bytes()[0]);
                    spellings.push(spelling);
                }
            }
            if let Some(sign) = key(sign) {
                numbers.insert(sign, rows.len() as u16);
            }
            let len = (spellings.len() - start) as u16;
            let may_be_silent = |cost: &u16| script.is_vowelless() || *cost <= SILENT_MAX;
            let unheard = silent.filter(may_be_silent).map_or(SIGN, |cost| cost.min(SIGN));
            rows.push(Row { start: start as u16, len, silent, unheard, at_best, first_letters });
        }
        (script, alphabet)
    });
    SignTable { alphabets, numbers, rows, spellings }
});

impl SignTable {
    /// What Latin letters cost where the other word is of this script, if it has signs.
    #[inline]
    pub(in crate::text) fn alphabet(&self, script: Script) -> Option<&Alphabet> {
        self.alphabets.iter().find(|(of, _)| *of == script).map(|(_, alphabet)| alphabet)
    }

    /// What a sign may stand for; nothing where no table has it.
    #[inline]
    pub(in crate::text) fn sign(&self, number: u16) -> Sign<'_> {
        match self.rows.get(usize::from(number)) {
            Some(&Row { start, len, silent, unheard, at_best, first_letters }) => {
                let spellings = &self.spellings[usize::from(start)..][..usize::from(len)];
                Sign { spellings, silent, unheard, at_best, first_letters }
            }
            None => Sign {
                spellings: &[],
                silent: None,
                unheard: SIGN,
                at_best: SIGN,
                first_letters: 0,
            },
        }
    }

    /// What every sign may stand for, by number.
    pub(in crate::text) fn all(&self) -> impl Iterator<Item = Sign<'_>> {
        (0..self.rows.len() as u16).map(|number| self.sign(number))
    }
}

/// A sign that no table has.
const UNKNOWN: u16 = u16::MAX;

/// The signs of a word by their numbers, at most [`SIGNS_MAX`]; none of a script that has none, and
/// none of a single letter.
pub(in crate::text) fn numbers_of(text: &str, script: Script) -> Vec<u16> {
    let mut numbers = Vec::new();
    if text.chars().nth(1).is_some() || matches!(script, Script::Han | Script::Hangul) {
        signs_of(text, script, |sign| {
            if numbers.len() < SIGNS_MAX {
                let known = |sign: &str| TABLE.numbers.get(&key(sign)?).copied();
                let elsewhere = || known(sign.trim_matches(END));
                numbers.push(known(sign).or_else(elsewhere).unwrap_or(UNKNOWN));
            }
        });
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_parses_and_every_sign_may_stand_for_something() {
        assert!(TABLE.rows.len() > 500, "{}", TABLE.rows.len());
        for (key, number) in &TABLE.numbers {
            let sign = TABLE.sign(*number);
            let name = String::from_utf8_lossy(&key.to_le_bytes()).into_owned();
            assert!(!sign.spellings.is_empty() || sign.silent.is_some(), "{name}");
            assert!(sign.spellings.is_sorted_by_key(|spelling| spelling.cost), "{name}");
            for text in sign.spellings.iter().map(Spelling::text) {
                assert!(!text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase()), "{name}");
                assert!(sign.may_begin(text.as_bytes()[0]), "{name} {text}");
            }
        }
    }
}
