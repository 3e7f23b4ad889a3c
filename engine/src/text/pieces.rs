//! A raw text as runs of letters and digits, and phrases of them.

use std::ops::Range;
use std::sync::LazyLock;

use ahash::AHashMap;

use super::tables;

/// A run of letters and digits.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// In lower case.
    pub(crate) text: String,
}

impl Piece {
    /// Returns the number of its ASCII digits.
    pub(crate) fn figures(&self) -> usize {
        self.text.bytes().filter(u8::is_ascii_digit).count()
    }

    /// Returns its value, if it consists of digits and has at most `figures` of them.
    pub(crate) fn number(&self, figures: usize) -> Option<u16> {
        let is_number = self.figures() == self.text.len() && self.text.len() <= figures;
        is_number.then(|| self.text.parse().ok())?
    }
}

/// A text and its pieces.
pub(crate) struct Pieces<'t> {
    pub(crate) raw: &'t str,
    pub(crate) list: Vec<Piece>,
}

/// Signs behind the digits of a date in Chinese, Japanese and Korean.
const DATE_SIGNS: [char; 6] = ['年', '月', '日', '년', '월', '일'];

impl<'t> Pieces<'t> {
    pub(crate) fn of(raw: &'t str) -> Self {
        let mut list: Vec<Piece> = Vec::new();
        let mut before = ' ';
        for (at, c) in raw.char_indices() {
            let is_sign = before.is_ascii_digit() && DATE_SIGNS.contains(&c);
            if c.is_alphanumeric() && !is_sign {
                let end = at + c.len_utf8();
                match list.last_mut().filter(|last| last.end == at) {
                    Some(last) => last.end = end,
                    None => list.push(Piece { start: at, end, text: String::new() }),
                }
            }
            before = c;
        }
        for piece in &mut list {
            piece.text = raw[piece.start..piece.end].to_lowercase();
        }
        Self { raw, list }
    }

    /// Returns the text from the first piece of a range to the last; `None` for an empty range.
    pub(crate) fn text(&self, of: Range<usize>) -> Option<&'t str> {
        let of = self.list.get(of)?;
        self.raw.get(of.first()?.start..of.last()?.end)
    }

    /// Returns the text between a piece and the one before it, or before the first piece.
    pub(crate) fn gap_before(&self, at: usize) -> &'t str {
        let start = if at == 0 { 0 } else { self.list[at - 1].end };
        let end = self.list.get(at).map_or(self.raw.len(), |piece| piece.start);
        &self.raw[start..end]
    }

    /// True if a new part of the text begins at this piece: behind a comma, or in brackets at the end
    /// of the text.
    pub(crate) fn begins_part(&self, at: usize) -> bool {
        let gap = self.gap_before(at);
        let is_closed = || self.gap_before(self.list.len()).contains([')', ']', '）']);
        gap.contains([',', ';', '\n', '，', '、']) || gap.contains(['(', '[', '（']) && is_closed()
    }
}

/// A table of phrases, one or several per row, separated by commas.
pub(crate) struct Phrases(AHashMap<&'static str, Vec<Phrase>>);

/// Words of a phrase, and the number of its row.
type Phrase = (Vec<&'static str>, usize);

impl Phrases {
    pub(crate) fn of(table: &'static str) -> Self {
        Self::of_rows(tables::rows(table))
    }

    /// Reads rows of phrases.
    pub(crate) fn of_rows(rows: impl Iterator<Item = &'static str>) -> Self {
        let mut phrases: AHashMap<_, Vec<Phrase>> = AHashMap::new();
        for (row, spellings) in rows.enumerate() {
            for phrase in spellings.split(',') {
                let words: Vec<&str> = phrase.split_whitespace().collect();
                phrases.entry(words[0]).or_default().push((words, row));
            }
        }
        phrases
            .values_mut()
            .for_each(|of_first| of_first.sort_by_key(|(words, _)| -(words.len() as i32)));
        Self(phrases)
    }

    /// Returns the words with which phrases begin.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    /// Returns the number of pieces of the longest phrase that begins here.
    pub(crate) fn at(&self, pieces: &[Piece]) -> Option<usize> {
        self.with_row(pieces).map(|(count, _)| count)
    }

    /// Returns the number of pieces of the longest phrase that begins here, and the number of its row.
    pub(crate) fn with_row(&self, pieces: &[Piece]) -> Option<(usize, usize)> {
        let of_first = self.0.get(pieces.first()?.text.as_str())?;
        let stands = |(words, _): &&Phrase| {
            pieces.len() >= words.len()
                && words.iter().zip(pieces).all(|(word, piece)| piece.text == *word)
        };
        of_first.iter().find(stands).map(|(words, row)| (words.len(), *row))
    }
}

/// A table of phrases that is parsed once.
pub(crate) type Table = LazyLock<Phrases>;
