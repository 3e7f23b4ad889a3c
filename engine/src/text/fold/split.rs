//! Splits cleaned text into words and folds each by its script.

use unicode_normalization::char::is_combining_mark;

use super::abugida;
use super::alphabet::{self, Flavour};
use super::clean::{Cleaned, is_apostrophe};
use super::script::{Script, ascii_digit};
use super::{kana, letters};
use crate::limits::WORD_CHARS_MAX;
use crate::text::token::Span;

/// Separator between a word and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// No separator: the script changes.
    Nothing,
    /// One full stop and nothing else.
    Dot,
    /// One hyphen and nothing else.
    Hyphen,
    /// Any other separator.
    Other,
}

/// A folded word and what follows it.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// The folded word, uncut; never empty.
    pub(super) text: String,
    /// Place in the raw text that it was read from.
    pub(super) span: Span,
    /// Separator before the next word.
    pub(super) after: Separator,
    /// True if it was a single letter of an alphabet ("Щ" is one, though it folds to four).
    pub(super) is_letter: bool,
}

/// Part of a raw text, with the number of bytes before it.
pub(super) type Part<'r> = (usize, &'r str);

/// Returns the folded words of the parts of a raw text.
pub(super) fn pieces<const PARTS: usize>(parts: [Part<'_>; PARTS]) -> [Vec<Piece>; PARTS] {
    let parts = parts.map(|(start, raw)| (start, Cleaned::of(raw)));
    let flavour = Flavour::of(parts.iter().map(|(_, cleaned)| cleaned.text()));
    parts.map(|(start, cleaned)| {
        let mut splitter = Splitter {
            flavour,
            run: String::new(),
            span: Span::default(),
            signs: Vec::new(),
            script: None,
            pieces: Vec::new(),
        };
        cleaned.chars().for_each(|(c, span)| splitter.take(c, span.behind(start)));
        splitter.end_run();
        splitter.pieces
    })
}

/// Splits the place of a word in two, so that the second part folds to `rest`. Where no split does,
/// both are the whole place.
pub(in crate::text) fn parted(raw: &str, word: Span, rest: &str) -> (Span, Span) {
    let text = word.of(raw);
    let places = || text.char_indices().rev().map(|(at, _)| at).filter(|at| *at > 0);
    let folds_to_rest = |at: &usize| {
        let [pieces] = pieces([(0, &text[*at..])]);
        matches!(pieces.as_slice(), [piece] if piece.text == rest)
    };
    // Most letters fold to one letter.
    let usual = places().nth(rest.chars().count().saturating_sub(1));
    // No part of a truncated word folds to the rest, and each attempt costs a folding.
    let is_whole = text.chars().nth(WORD_CHARS_MAX).is_none();
    let others = places().filter(|_| is_whole);
    match usual.into_iter().chain(others).find(folds_to_rest) {
        Some(at) => word.split_at(at),
        None => (word, word),
    }
}

/// Follows a Hebrew letter and makes it a letter of a foreign name: g to j, z to zh, ts to ch.
const GERESH: char = '׳';

/// Truncates a word to the letters that take part in matching.
pub(super) fn cut(word: &mut String) {
    if word.len() > WORD_CHARS_MAX
        && let Some((end, _)) = word.char_indices().nth(WORD_CHARS_MAX)
    {
        word.truncate(end);
    }
}

struct Splitter {
    flavour: Flavour,
    /// Letters of the current word, not yet folded.
    run: String,
    /// Place that they were read from.
    span: Span,
    /// Letters and signs of an abugida, each with its place.
    signs: Vec<(char, Span)>,
    script: Option<Script>,
    pieces: Vec<Piece>,
}

impl Splitter {
    fn take(&mut self, c: char, span: Span) {
        if c.is_ascii_alphanumeric() {
            self.letter(c, Script::of(c), span);
        } else if is_apostrophe(c) {
            // Dropped inside a word and meaningless outside; but in Hebrew it changes a letter.
            if self.script == Some(Script::Hebrew) {
                self.span = self.span.to(span);
                self.run.push(GERESH);
            }
        } else if !c.is_ascii() && is_combining_mark(c) {
            if self.script.is_some() {
                self.span = self.span.to(span);
            }
            if self.script == Some(Script::Abugida) {
                self.signs.push((c, span));
            }
        } else if c.is_alphanumeric() {
            let c = ascii_digit(c);
            self.letter(c, Script::of(c), span);
        } else {
            self.separator(c, span);
        }
    }

    fn letter(&mut self, c: char, script: Script, span: Span) {
        if self.script.is_some_and(|current| !current.mixes_with(script)) {
            self.end_run();
        }
        if matches!(script, Script::Han | Script::Hangul) {
            self.end_run();
            self.character(c, span);
        } else {
            self.span = if self.script.is_some() { self.span.to(span) } else { span };
            self.script = Some(script);
            match script {
                Script::Abugida => self.signs.push((c, span)),
                _ => self.run.push(c),
            }
        }
    }

    /// Adds a character that is a word of its own. The iteration mark repeats the one before.
    fn character(&mut self, c: char, span: Span) {
        let text = match (c, self.pieces.last()) {
            ('々', Some(last)) if last.after == Separator::Nothing => last.text.clone(),
            ('々', _) => return,
            _ => letters::han(c).to_string(),
        };
        self.push(text, span, false);
    }

    /// Adds a folded word, if it is not empty.
    fn push(&mut self, text: String, span: Span, is_letter: bool) {
        if !text.is_empty() {
            self.pieces.push(Piece { text, span, after: Separator::Nothing, is_letter });
        }
    }

    fn separator(&mut self, c: char, span: Span) {
        self.end_run();
        if c == '&' {
            self.pieces.push(Piece {
                text: "and".to_owned(),
                span,
                after: Separator::Other,
                is_letter: false,
            });
        } else if let Some(last) = self.pieces.last_mut() {
            last.after = match (last.after, c) {
                (Separator::Nothing, '.') => Separator::Dot,
                (Separator::Nothing, '-' | '\u{2010}'..='\u{2015}') => Separator::Hyphen,
                _ => Separator::Other,
            };
        }
    }

    fn end_run(&mut self) {
        let Some(script) = self.script.take() else { return };
        let text = match script {
            Script::Latin | Script::Greek | Script::Cyrillic | Script::Digit => {
                alphabet::fold(&self.run, self.flavour)
            }
            Script::Arabic => letters::arabic(&self.run),
            Script::Hebrew => letters::hebrew(&self.run),
            Script::Kana => kana::katakana(&self.run),
            Script::Han | Script::Hangul => self.run.clone(),
            Script::Abugida => return self.end_abugida(),
            Script::Other => alphabet::ascii(&self.run),
        };
        let is_letter = script != Script::Digit && self.run.chars().nth(1).is_none();
        self.push(text, self.span, is_letter);
        self.run.clear();
    }

    fn end_abugida(&mut self) {
        for (text, span) in abugida::words(&self.signs) {
            self.push(text, span, false);
        }
        self.signs.clear();
    }
}
