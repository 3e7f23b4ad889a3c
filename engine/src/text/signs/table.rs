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
    /// In hundredths of a natural logarithm: the less likely, the more.
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
    /// What it costs that it is not heard, where it may be.
    pub(in crate::text) silent: Option<u16>,
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
    1 << (letter - b'a')
}

/// What every sign may stand for.
pub(in crate::text) struct SignTable {
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
    first_letters: u32,
}

/// A sign as a number: its bytes, the first one lowest.
type Key = u64;

fn key(sign: &str) -> Option<Key> {
    let mut bytes = [0; size_of::<Key>()];
    bytes.get_mut(..sign.len())?.copy_from_slice(sign.as_bytes());
    Some(Key::from_le_bytes(bytes))
}

pub(in crate::text) static TABLE: LazyLock<SignTable> = LazyLock::new(|| {
    let mut table = SignTable { numbers: AHashMap::new(), rows: Vec::new(), spellings: Vec::new() };
    for text in [
        include_str!("../tables/signs_han.txt"),
        include_str!("../tables/signs_hangul.txt"),
        include_str!("../tables/signs_kana.txt"),
        include_str!("../tables/signs_arabic.txt"),
        include_str!("../tables/signs_hebrew.txt"),
        include_str!("../tables/signs_cyrillic.txt"),
    ] {
        tables::rows(text).for_each(|row| table.push(row));
    }
    table
});

impl SignTable {
    /// Adds a row of a table: a sign, and what it may stand for with what that costs.
    fn push(&mut self, row: &str) {
        let mut fields = row.split_whitespace();
        let Some(sign) = fields.next().and_then(key) else { return };
        let start = self.spellings.len();
        let (mut silent, mut first_letters) = (None, 0);
        for (latin, cost) in fields.filter_map(|field| field.split_once(':')) {
            match (latin, cost.parse().ok()) {
                ("-", cost) => silent = cost,
                (_, cost) => {
                    self.spellings.extend(cost.and_then(|cost| Spelling::of(latin, cost)));
                    first_letters |= first_letter(latin.as_bytes()[0]);
                }
            }
        }
        let len = (self.spellings.len() - start) as u16;
        self.numbers.insert(sign, self.rows.len() as u16);
        self.rows.push(Row { start: start as u16, len, silent, first_letters });
    }

    /// What a sign may stand for; nothing where no table has it.
    #[inline]
    pub(in crate::text) fn sign(&self, number: u16) -> Sign<'_> {
        match self.rows.get(usize::from(number)) {
            Some(&Row { start, len, silent, first_letters }) => {
                let spellings = &self.spellings[usize::from(start)..][..usize::from(len)];
                Sign { spellings, silent, first_letters }
            }
            None => Sign { spellings: &[], silent: None, first_letters: 0 },
        }
    }

    /// What every sign may stand for, by number.
    pub(in crate::text) fn all(&self) -> impl Iterator<Item = Sign<'_>> {
        (0..self.rows.len() as u16).map(|number| self.sign(number))
    }
}

/// The signs of a word by their numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signs {
    numbers: [u16; SIGNS_MAX],
    len: u8,
}

impl Signs {
    /// A sign that no table has.
    const UNKNOWN: u16 = u16::MAX;

    /// The signs of a word; none of a script that has none, and none of a single character: it is
    /// a family name or a part of a name that is no foreign one, and is read.
    pub(crate) fn of(text: &str, script: Script) -> Self {
        let mut signs = Self { numbers: [0; SIGNS_MAX], len: 0 };
        if text.chars().nth(1).is_none() {
            return signs;
        }
        signs_of(text, script, |sign| {
            if let Some(slot) = signs.numbers.get_mut(usize::from(signs.len)) {
                let known = |sign: &str| TABLE.numbers.get(&key(sign)?).copied();
                let elsewhere = || known(sign.trim_matches(END));
                *slot = known(sign).or_else(elsewhere).unwrap_or(Self::UNKNOWN);
                signs.len += 1;
            }
        });
        signs
    }

    pub(in crate::text) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn numbers(&self) -> &[u16] {
        &self.numbers[..usize::from(self.len)]
    }
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
