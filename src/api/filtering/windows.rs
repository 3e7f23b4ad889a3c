//! Windows of a text: runs of its words that may be the name of a party.

use std::ops::Range;

use crate::limits::{TEXT_PIECE_BYTES, WINDOW_GENERIC_WORDS_MIN, WINDOW_WORDS};
use tamis_engine::limits::NAME_WORDS_MAX;
use tamis_engine::snapshot::IndexView;
use tamis_engine::text::{NameKind, Word, WordClass, tokenize};

/// A run of words that begins and ends with a word of the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    /// Number of words, at most [`WINDOW_WORDS`].
    pub(super) words: usize,
    /// Place in the text, in bytes.
    pub(super) span: Range<usize>,
}

/// A word of a text.
#[derive(Debug)]
struct TextWord {
    span: Range<usize>,
    /// True if a name may begin with it: the lists have it, and it is informative.
    may_begin: bool,
    /// True if a name may end with it.
    may_end: bool,
    /// True if it is informative and no initial.
    is_full: bool,
    is_distinctive: bool,
}

/// The windows of a text, in the order of their beginnings. Each has a distinctive word, or
/// [`WINDOW_GENERIC_WORDS_MIN`] others: "Bank of Iran" is a name. A word of an address is a window only
/// with others: streets are called like parties.
pub(super) fn windows(index: &IndexView<'_>, text: &str, is_address: bool) -> Vec<Window> {
    let words = words(index, text);
    let least = if is_address && words.len() > 1 { 2 } else { 1 };
    let mut windows = Vec::new();
    for (at, first) in words.iter().enumerate().filter(|(_, word)| word.may_begin) {
        let (mut is_distinctive, mut full) = (false, 0);
        for (further, last) in words[at..].iter().take(WINDOW_WORDS).enumerate() {
            is_distinctive |= last.is_distinctive;
            full += usize::from(last.is_full);
            let span = first.span.start..last.span.end;
            let is_name = is_distinctive || full >= WINDOW_GENERIC_WORDS_MIN;
            if is_name && full >= least && last.may_end && !span.is_empty() {
                windows.push(Window { words: further + 1, span });
            }
        }
    }
    windows
}

/// The words of a text, read as the name of a thing: only there places are known as such.
fn words(index: &IndexView<'_>, text: &str) -> Vec<TextWord> {
    let mut words = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = piece_end(text, start, TEXT_PIECE_BYTES);
        read(index, text, start..end, &mut words);
        start = end;
    }
    words
}

/// Reads the words of a piece. One with more words than a name may have is read in halves.
fn read(index: &IndexView<'_>, text: &str, piece: Range<usize>, words: &mut Vec<TextWord>) {
    let mut read_words = tokenize(&text[piece.clone()], NameKind::Thing).words;
    let middle = piece_end(text, piece.start, piece.len() / 2);
    if read_words.len() >= NAME_WORDS_MAX && middle < piece.end {
        read(index, text, piece.start..middle, words);
        return read(index, text, middle..piece.end, words);
    }
    read_words.sort_by_key(|word| word.span.range());
    words.extend(read_words.iter().map(|word| TextWord::of(index, word, piece.start)));
}

/// End of a piece of at most `most` bytes, and at least one character: behind a blank if there is one.
fn piece_end(text: &str, start: usize, most: usize) -> usize {
    let rest = &text[start..];
    if rest.len() <= most {
        return text.len();
    }
    let within = (0..=most).rfind(|at| rest.is_char_boundary(*at)).unwrap_or_default();
    let blank = rest[..within].char_indices().rfind(|(_, letter)| letter.is_whitespace());
    let end = blank.map_or(within, |(at, letter)| at + letter.len_utf8());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    start + end.max(first)
}

impl TextWord {
    fn of(index: &IndexView<'_>, word: &Word, piece_start: usize) -> Self {
        let (start, end) = word.span.range();
        let is_known =
            || index.find_word(&word.text).or_else(|| index.find_compound(&word.text)).is_some();
        let is_letter = word.text.len() == 1;
        let is_named = matches!(word.class, WordClass::Word | WordClass::Generic);
        let may_begin = is_named && !is_letter && is_known();
        Self {
            span: piece_start + start..piece_start + end,
            may_begin,
            may_end: may_begin || word.class == WordClass::Number,
            is_full: word.class.is_full(),
            is_distinctive: word.is_distinctive(),
        }
    }
}
