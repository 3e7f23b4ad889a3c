//! The grapheme-to-letters tables.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::{END, SIGNS_MAX, signs_of};
use crate::text::form::{Letter, Script};
use crate::text::tables;

/// Most Latin letters of one romanisation of a sign.
pub(in crate::text) const LETTERS_MAX: usize = 4;

/// Up to [`LETTERS_MAX`] Latin letters, one byte each, the first one lowest; 0 for no letter.
pub(in crate::text) type Letters = u32;

/// A romanisation of a sign.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Spelling {
    letters: Letters,
    /// All bits of the bytes in use.
    mask: Letters,
    /// One bit per letter; see [`WordForm::letter_set`](crate::text::form::WordForm).
    set: u32,
    /// Number of letters; at least one.
    pub(in crate::text) len: u8,
    /// Cost in hundredths of a natural logarithm. The rarer the sign and the letters correspond, the
    /// higher.
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
        let set = latin.chars().fold(0, |set, letter| set | Letter::bit_of(letter));
        Some(Self { letters, mask, set, len: latin.len() as u8, cost })
    }

    /// Returns the letters as text.
    pub(in crate::text) fn text(&self) -> String {
        let bytes = &self.letters.to_le_bytes()[..usize::from(self.len)];
        bytes.iter().map(|&byte| char::from(byte)).collect()
    }

    /// True if `letters` begin with this romanisation.
    #[inline]
    fn begins(&self, letters: Letters) -> bool {
        letters & self.mask == self.letters
    }

    /// Returns the position of its first letter in the alphabet.
    fn first(&self) -> usize {
        first_place(self.letters)
    }

    /// True if all its letters are in the set.
    #[inline]
    fn is_within(&self, letter_set: u32) -> bool {
        self.set & !letter_set == 0
    }

    /// Returns the set of its letters.
    pub(in crate::text) fn letter_set(&self) -> u32 {
        self.set
    }
}

/// A sign with its romanisations.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Sign<'t> {
    /// Romanisations, the likeliest first.
    pub(in crate::text) spellings: &'t [Spelling],
    /// Romanisations by their first letters; those of one letter by likelihood.
    by_letter: &'t [Spelling],
    /// By letter: start of its romanisations in `by_letter`. The last entry is the end of all.
    starts: &'t [u8; LETTERS + 1],
    /// Learnt cost of a silent sign; `None` if it was never silent.
    pub(in crate::text) silent: Option<u16>,
    /// Cost of a silent sign.
    pub(in crate::text) unheard: u16,
    /// Least cost in any word. It is 0 for a sign that no table has, so that such a sign always costs
    /// something beyond it.
    pub(in crate::text) at_best: u16,
}

impl<'t> Sign<'t> {
    /// Returns its romanisations that `letters` begin with. These are from a to z, at least one.
    #[inline]
    pub(in crate::text) fn begun_by(
        &self,
        letters: Letters,
    ) -> impl Iterator<Item = &'t Spelling> + use<'t> {
        let first = first_place(letters);
        let [start, end] = [self.starts[first], self.starts[first + 1]].map(usize::from);
        self.by_letter[start..end].iter().filter(move |spelling| spelling.begins(letters))
    }

    /// Returns its least cost in a token of these letters.
    #[inline]
    pub(in crate::text) fn least_cost(&self, letter_set: u32) -> u32 {
        let read = self.spellings.iter().find(|spelling| spelling.is_within(letter_set));
        read.map_or(self.unheard, |spelling| spelling.cost.min(self.unheard)).into()
    }
}

/// Cost of a sign that matches none of its romanisations.
pub(in crate::text) const SIGN: u16 = 700;
/// Greatest learnt cost at which a sign may be silent, in a script that writes its vowels. A sign that
/// is hardly ever silent costs as much as one that never is, because too few names show how rarely.
const SILENT_MAX: u16 = 400;
/// Cost of a letter that was never without a sign. No letter costs more.
pub(in crate::text) const LETTER: u16 = 600;

/// Costs of Latin letters against tokens of one script.
pub(in crate::text) struct Alphabet {
    /// By letter: cost without a sign.
    letters: [u16; LETTERS],
    /// By letter: least cost of a sign for it alone; `u16::MAX` where no sign is romanised so.
    singles: [u16; LETTERS],
    /// By two letters: least cost of a sign for both; `u16::MAX` where no sign is romanised so.
    pairs: [[u16; LETTERS]; LETTERS],
    /// By first letter: a bit for each second letter with which a longer romanisation begins.
    longer_than: [u32; LETTERS],
    /// By three letters or more: least cost of a sign for them.
    longer: AHashMap<Letters, u16>,
}

/// Letters from a to z.
const LETTERS: usize = 26;

impl Alphabet {
    fn new() -> Self {
        Self {
            letters: [LETTER; LETTERS],
            singles: [u16::MAX; LETTERS],
            pairs: [[u16::MAX; LETTERS]; LETTERS],
            longer_than: [0; LETTERS],
            longer: AHashMap::new(),
        }
    }

    fn add(&mut self, spelling: &Spelling) {
        let letters = spelling.letters.to_le_bytes();
        let least = match spelling.len {
            1 => &mut self.singles[place(letters[0])],
            2 => &mut self.pairs[place(letters[0])][place(letters[1])],
            _ => {
                self.longer_than[place(letters[0])] |= 1 << place(letters[1]);
                self.longer.entry(spelling.letters).or_insert(u16::MAX)
            }
        };
        *least = spelling.cost.min(*least);
    }

    /// Returns the cost of a letter, from a to z, without a sign.
    #[inline]
    pub(in crate::text) fn letter(&self, letter: u8) -> u32 {
        self.letters[place(letter)].into()
    }

    /// Returns the least cost of a letter on its own, anywhere in a token.
    #[inline]
    pub(in crate::text) fn alone(&self, letter: u8) -> u32 {
        self.singles[place(letter)].min(LETTER).into()
    }

    /// Calls `run` with a length and a least cost, for each prefix of `letters` that one sign may stand
    /// for. `len` is the number of letters, at least one.
    #[inline]
    pub(in crate::text) fn runs(
        &self,
        letters: Letters,
        len: usize,
        mut run: impl FnMut(usize, u32),
    ) {
        let [first, second, ..] = letters.to_le_bytes();
        let first = place(first);
        run(1, self.singles[first].into());
        if len == 1 {
            return;
        }
        let second = place(second);
        run(2, self.pairs[first][second].into());
        if self.longer_than[first] & 1 << second != 0 {
            for len in 3..=len.min(LETTERS_MAX) {
                let mask = Letters::MAX >> (Letters::BITS - 8 * len as u32);
                if let Some(&cost) = self.longer.get(&(letters & mask)) {
                    run(len, cost.into());
                }
            }
        }
    }
}

/// Returns the position of a letter in the alphabet, from 0.
#[inline]
fn place(letter: u8) -> usize {
    usize::from(letter - b'a')
}

/// Returns the position of the first of some letters in the alphabet.
#[inline]
fn first_place(letters: Letters) -> usize {
    place(letters.to_le_bytes()[0])
}

/// All signs with their romanisations.
pub(in crate::text) struct SignTable {
    alphabets: [(Script, Alphabet); SCRIPTS.len()],
    numbers: AHashMap<Key, u16>,
    /// Rows by number of their sign.
    rows: Vec<Row>,
    spellings: Vec<Spelling>,
    by_letter: Vec<Spelling>,
}

/// A [`Sign`], as ranges of [`SignTable::spellings`] and [`SignTable::by_letter`].
struct Row {
    start: u16,
    len: u16,
    starts: [u8; LETTERS + 1],
    silent: Option<u16>,
    unheard: u16,
    at_best: u16,
}

/// A sign as a number: its bytes, the first one lowest.
type Key = u64;

fn key(sign: &str) -> Option<Key> {
    let mut bytes = [0; size_of::<Key>()];
    bytes.get_mut(..sign.len())?.copy_from_slice(sign.as_bytes());
    Some(Key::from_le_bytes(bytes))
}

/// Mark in a table for no letters, or for no sign.
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
    let (mut rows, mut spellings, mut by_letter) = (Vec::new(), Vec::new(), Vec::new());
    let alphabets = SCRIPTS.map(|(script, text)| {
        let mut alphabet = Alphabet::new();
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
            let (mut silent, mut at_best) = (None, SIGN);
            for (latin, cost) in costs {
                at_best = at_best.min(cost);
                if latin == NONE {
                    silent = Some(cost);
                } else if let Some(spelling) = Spelling::of(latin, cost) {
                    alphabet.add(&spelling);
                    spellings.push(spelling);
                }
            }
            if let Some(sign) = key(sign) {
                numbers.insert(sign, rows.len() as u16);
            }
            let own = &spellings[start..];
            let starts = std::array::from_fn(|letter| {
                own.iter().filter(|spelling| spelling.first() < letter).count() as u8
            });
            let mut sorted = own.to_vec();
            sorted.sort_by_key(Spelling::first);
            by_letter.extend(sorted);
            let (start, len) = (start as u16, own.len() as u16);
            let may_be_silent = |cost: &u16| script.is_vowelless() || *cost <= SILENT_MAX;
            let unheard = silent.filter(may_be_silent).map_or(SIGN, |cost| cost.min(SIGN));
            rows.push(Row { start, len, starts, silent, unheard, at_best });
        }
        (script, alphabet)
    });
    SignTable { alphabets, numbers, rows, spellings, by_letter }
});

impl SignTable {
    /// Returns the costs of Latin letters against tokens of this script, if it has signs.
    #[inline]
    pub(in crate::text) fn alphabet(&self, script: Script) -> Option<&Alphabet> {
        self.alphabets.iter().find(|(of, _)| *of == script).map(|(_, alphabet)| alphabet)
    }

    /// Returns a sign by its number; a sign that no table has is without romanisations.
    #[inline]
    pub(in crate::text) fn sign(&self, number: u16) -> Sign<'_> {
        match self.rows.get(usize::from(number)) {
            Some(&Row { start, len, ref starts, silent, unheard, at_best }) => {
                let own = usize::from(start)..usize::from(start) + usize::from(len);
                let (spellings, by_letter) = (&self.spellings[own.clone()], &self.by_letter[own]);
                Sign { spellings, by_letter, starts, silent, unheard, at_best }
            }
            None => Sign {
                spellings: &[],
                by_letter: &[],
                starts: &[0; LETTERS + 1],
                silent: None,
                unheard: SIGN,
                at_best: 0,
            },
        }
    }

    /// Returns all signs by number.
    pub(in crate::text) fn all(&self) -> impl Iterator<Item = Sign<'_>> {
        (0..self.rows.len() as u16).map(|number| self.sign(number))
    }
}

/// Number of a sign that no table has.
const UNKNOWN: u16 = u16::MAX;

/// Returns the numbers of a token's signs, at most [`SIGNS_MAX`]. Scripts without signs have none, nor
/// has a single letter.
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
        let letters = TABLE.alphabets.iter().flat_map(|(_, alphabet)| alphabet.letters);
        assert!(letters.max().is_some_and(|cost| cost <= LETTER));
        for (key, number) in &TABLE.numbers {
            let sign = TABLE.sign(*number);
            let name = String::from_utf8_lossy(&key.to_le_bytes()).into_owned();
            assert!(!sign.spellings.is_empty() || sign.silent.is_some(), "{name}");
            assert!(sign.spellings.is_sorted_by_key(|spelling| spelling.cost), "{name}");
            for text in sign.spellings.iter().map(Spelling::text) {
                assert!(!text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase()), "{name}");
                let letters =
                    text.bytes().rev().fold(0, |all, byte| all << 8 | Letters::from(byte));
                let own = sign.begun_by(letters).filter(|spelling| spelling.text() == text);
                assert_eq!(own.count(), 1, "{name} {text}");
            }
        }
    }
}
