//! The tables of signs.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::{END, SIGNS_MAX, signs_of};
use crate::text::form::{Letter, Script};
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
    /// One bit a letter; see [`WordForm::letter_set`](crate::text::form::WordForm).
    set: u32,
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
        let set = latin.chars().fold(0, |set, letter| set | Letter::bit_of(letter));
        Some(Self { letters, mask, set, len: latin.len() as u8, cost })
    }

    /// The letters.
    pub(in crate::text) fn text(&self) -> String {
        let bytes = &self.letters.to_le_bytes()[..usize::from(self.len)];
        bytes.iter().map(|&byte| char::from(byte)).collect()
    }

    /// Whether some letters begin with these.
    #[inline]
    fn begins(&self, letters: Letters) -> bool {
        letters & self.mask == self.letters
    }

    /// The place of its first letter in the alphabet.
    fn first(&self) -> usize {
        first_place(self.letters)
    }

    /// Whether all its letters are in a set of letters.
    #[inline]
    fn is_within(&self, letter_set: u32) -> bool {
        self.set & !letter_set == 0
    }

    /// All its letters, as a set.
    pub(in crate::text) fn letter_set(&self) -> u32 {
        self.set
    }
}

/// What a sign may stand for.
#[derive(Debug, Clone, Copy)]
pub(in crate::text) struct Sign<'t> {
    /// The likeliest first.
    pub(in crate::text) spellings: &'t [Spelling],
    /// The same by their first letters, those of a letter the likeliest first.
    by_letter: &'t [Spelling],
    /// By letter: where its own begin among these, and behind them.
    starts: &'t [u8; LETTERS + 1],
    /// What it costs that it is not heard, where it was ever not.
    pub(in crate::text) silent: Option<u16>,
    /// What it costs that it is not heard.
    pub(in crate::text) unheard: u16,
    /// The least that it costs, whatever stands behind it; nothing where no table has it, so that it is
    /// never free of cost.
    pub(in crate::text) at_best: u16,
}

impl<'t> Sign<'t> {
    /// Its spellings with which some letters from a to z begin, at least one.
    #[inline]
    pub(in crate::text) fn begun_by(
        &self,
        letters: Letters,
    ) -> impl Iterator<Item = &'t Spelling> + use<'t> {
        let first = first_place(letters);
        let [start, end] = [self.starts[first], self.starts[first + 1]].map(usize::from);
        self.by_letter[start..end].iter().filter(move |spelling| spelling.begins(letters))
    }

    /// The least that it costs in a word of these letters.
    #[inline]
    pub(in crate::text) fn least_cost(&self, letter_set: u32) -> u32 {
        let read = self.spellings.iter().find(|spelling| spelling.is_within(letter_set));
        read.map_or(self.unheard, |spelling| spelling.cost.min(self.unheard)).into()
    }
}

/// What a sign costs that stands for nothing it is known for.
pub(in crate::text) const SIGN: u16 = 700;
/// What a sign costs at most that may be silent, in a script that writes its vowels: what is hardly ever
/// silent costs as much as what never is, since few names tell how rarely.
const SILENT_MAX: u16 = 400;
/// What a letter costs for which no sign was ever missing. None costs more.
pub(in crate::text) const LETTER: u16 = 600;

/// What Latin letters cost where the other word is of one script.
pub(in crate::text) struct Alphabet {
    /// By letter: that no sign stands for it.
    letters: [u16; LETTERS],
    /// By letter: the sign that stands for it at the least cost; more than any where none does.
    singles: [u16; LETTERS],
    /// By two letters: the same.
    pairs: [[u16; LETTERS]; LETTERS],
    /// By two letters: whether a sign may stand for these and more, a bit each.
    longer_than: [u32; LETTERS],
    /// By more letters: the sign that stands for them at the least cost.
    longer: AHashMap<Letters, u16>,
}

/// From a to z.
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

    /// What it costs that no sign stands for a letter, from a to z.
    #[inline]
    pub(in crate::text) fn letter(&self, letter: u8) -> u32 {
        self.letters[place(letter)].into()
    }

    /// What a letter costs at best, wherever in a word it stands, where it is read alone.
    #[inline]
    pub(in crate::text) fn alone(&self, letter: u8) -> u32 {
        self.singles[place(letter)].min(LETTER).into()
    }

    /// What the first of some letters cost at least if one sign stands for them, by how many they are;
    /// `len` is how many there are, at least one.
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

/// The place of a letter in the alphabet, from 0.
#[inline]
fn place(letter: u8) -> usize {
    usize::from(letter - b'a')
}

/// The same of the first of some letters.
#[inline]
fn first_place(letters: Letters) -> usize {
    place(letters.to_le_bytes()[0])
}

/// What every sign may stand for.
pub(in crate::text) struct SignTable {
    alphabets: [(Script, Alphabet); SCRIPTS.len()],
    numbers: AHashMap<Key, u16>,
    /// By number.
    rows: Vec<Row>,
    spellings: Vec<Spelling>,
    by_letter: Vec<Spelling>,
}

/// A [`Sign`], with its place in [`SignTable::spellings`] and [`SignTable::by_letter`].
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
    /// What Latin letters cost where the other word is of this script, if it has signs.
    #[inline]
    pub(in crate::text) fn alphabet(&self, script: Script) -> Option<&Alphabet> {
        self.alphabets.iter().find(|(of, _)| *of == script).map(|(_, alphabet)| alphabet)
    }

    /// What a sign may stand for; nothing where no table has it.
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
