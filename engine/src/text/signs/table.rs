//! The tables of signs.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::{END, SIGNS_MAX, signs_of};
use crate::text::form::{Script, Sound, latin_sounds};
use crate::text::tables;

/// Latin letters that a sign may stand for.
pub(in crate::text) const LETTERS_MAX: usize = 4;

/// As many letters as a sign may stand for, a byte each, the first one lowest; 0 where there is none.
pub(in crate::text) type Letters = u32;

/// One thing that a sign may stand for.
#[derive(Debug, Clone)]
pub(in crate::text) struct Option {
    letters: Letters,
    /// All bits of the bytes that are letters.
    mask: Letters,
    /// How many letters.
    pub(in crate::text) len: u8,
    /// In hundredths of a natural logarithm: the less likely, the more.
    pub(in crate::text) cost: u16,
    /// The sounds of the letters.
    pub(in crate::text) sounds: Vec<Sound>,
}

impl Option {
    fn parse(text: &str) -> std::option::Option<Self> {
        let (latin, cost) = text.split_once(':')?;
        let latin = if latin == "-" { "" } else { latin };
        let packed = |byte: fn(u8) -> u8| {
            let mut bytes = [0; LETTERS_MAX];
            let filled = bytes.get_mut(..latin.len())?.iter_mut();
            filled.zip(latin.bytes()).for_each(|(slot, letter)| *slot = byte(letter));
            Some(Letters::from_le_bytes(bytes))
        };
        Some(Self {
            letters: packed(|letter| letter)?,
            mask: packed(|_| u8::MAX)?,
            len: latin.len() as u8,
            cost: cost.parse().ok()?,
            sounds: latin_sounds(latin),
        })
    }

    /// Whether some letters begin with what the sign stands for here.
    #[inline]
    pub(in crate::text) fn begins(&self, letters: Letters) -> bool {
        letters & self.mask == self.letters
    }
}

/// What every sign may stand for.
pub(in crate::text) struct SignTable {
    numbers: AHashMap<&'static str, u16>,
    /// By number; the likeliest first.
    options: Vec<Vec<Option>>,
}

pub(in crate::text) static TABLE: LazyLock<SignTable> = LazyLock::new(|| {
    let mut table = SignTable { numbers: AHashMap::new(), options: Vec::new() };
    for text in [
        include_str!("../tables/signs_han.txt"),
        include_str!("../tables/signs_hangul.txt"),
        include_str!("../tables/signs_kana.txt"),
        include_str!("../tables/signs_arabic.txt"),
        include_str!("../tables/signs_hebrew.txt"),
        include_str!("../tables/signs_cyrillic.txt"),
    ] {
        for row in tables::rows(text) {
            let mut fields = row.split_whitespace();
            let Some(sign) = fields.next() else { continue };
            table.numbers.insert(sign, table.options.len() as u16);
            table.options.push(fields.filter_map(Option::parse).collect());
        }
    }
    table
});

impl SignTable {
    /// What a sign may stand for.
    #[inline]
    pub(in crate::text) fn options(&self, sign: u16) -> &[Option] {
        self.options.get(usize::from(sign)).map_or(&[], Vec::as_slice)
    }

    /// What every sign may stand for, by number.
    pub(in crate::text) fn all_options(&self) -> impl Iterator<Item = &[Option]> {
        self.options.iter().map(Vec::as_slice)
    }
}

/// The signs of a word by their numbers.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Signs {
    numbers: [u16; SIGNS_MAX],
    len: u8,
}

impl Signs {
    /// A sign that no table has.
    const UNKNOWN: u16 = u16::MAX;

    /// The signs of a word; none of a script that has none, and none of a single character: it is
    /// a family name or a part of a name that is no foreign one, and is read.
    pub(in crate::text) fn of(text: &str, script: Script) -> Self {
        let mut signs = Self { numbers: [0; SIGNS_MAX], len: 0 };
        if text.chars().nth(1).is_none() {
            return signs;
        }
        signs_of(text, script, |sign| {
            if let Some(slot) = signs.numbers.get_mut(usize::from(signs.len)) {
                let known = |sign: &str| TABLE.numbers.get(sign).copied();
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

    pub(in crate::text) fn numbers(&self) -> &[u16] {
        &self.numbers[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_parses_and_every_sign_may_stand_for_something() {
        assert!(TABLE.options.len() > 500, "{}", TABLE.options.len());
        for (sign, number) in &TABLE.numbers {
            let options = TABLE.options(*number);
            assert!(!options.is_empty(), "{sign}");
            assert!(options.is_sorted_by_key(|option| option.cost), "{sign}");
            for option in options {
                let letters = &option.letters.to_le_bytes()[..usize::from(option.len)];
                assert!(letters.iter().all(u8::is_ascii_lowercase), "{sign}");
            }
        }
    }
}
