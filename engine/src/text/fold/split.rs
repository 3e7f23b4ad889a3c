//! Cuts cleaned text into words and folds each by its script.

use unicode_normalization::char::is_combining_mark;

use super::alphabet::{self, Flavour};
use super::clean::{clean, is_apostrophe};
use super::script::{Script, ascii_digit};
use super::{kana, letters};
use crate::limits::WORD_CHARS_MAX;

/// What stands between a word and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// Nothing: the script changes.
    Nothing,
    /// One full stop and nothing else.
    Dot,
    /// One hyphen and nothing else.
    Hyphen,
    /// Anything else.
    Other,
}

/// A folded word and what follows it.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// The folded word; never empty.
    pub(super) text: String,
    /// What stands between it and the next word.
    pub(super) after: Separator,
    /// Whether it was a single letter of an alphabet ("Щ" is one, though it folds to four).
    pub(super) is_letter: bool,
}

/// The folded words of the parts of a raw text, between which something stands.
pub(super) fn pieces<const PARTS: usize>(raw: [&str; PARTS]) -> [Vec<Piece>; PARTS] {
    let parts = raw.map(clean);
    let flavour = Flavour::of(&parts);
    parts.map(|part| {
        let (run, pieces) = (String::new(), Vec::new());
        let mut splitter = Splitter { flavour, run, script: None, pieces };
        part.chars().for_each(|c| splitter.take(c));
        splitter.end_run();
        splitter.pieces
    })
}

/// Cuts a word to the letters that take part in matching.
pub(super) fn cut(word: &mut String) {
    if word.len() > WORD_CHARS_MAX
        && let Some((end, _)) = word.char_indices().nth(WORD_CHARS_MAX)
    {
        word.truncate(end);
    }
}

struct Splitter {
    flavour: Flavour,
    /// The letters of the word being read, not yet folded.
    run: String,
    script: Option<Script>,
    pieces: Vec<Piece>,
}

impl Splitter {
    fn take(&mut self, c: char) {
        if c.is_ascii_alphanumeric() {
            self.letter(c, Script::of(c));
        } else if is_apostrophe(c) {
            // Dropped inside a word, and of no meaning outside.
        } else if !c.is_ascii() && is_combining_mark(c) {
            if self.script == Some(Script::Kept) {
                self.run.push(c);
            }
        } else if c.is_alphanumeric() {
            let c = ascii_digit(c);
            self.letter(c, Script::of(c));
        } else {
            self.separator(c);
        }
    }

    fn letter(&mut self, c: char, script: Script) {
        if self.script.is_some_and(|current| !current.mixes_with(script)) {
            self.end_run();
        }
        if matches!(script, Script::Han | Script::Hangul) {
            self.end_run();
            self.character(c);
        } else {
            self.script = Some(script);
            self.run.push(c);
        }
    }

    /// A character that is a word by itself. The iteration mark repeats the one before.
    fn character(&mut self, c: char) {
        let text = match (c, self.pieces.last()) {
            ('々', Some(last)) if last.after == Separator::Nothing => last.text.clone(),
            ('々', _) => return,
            _ => letters::han(c).to_string(),
        };
        self.pieces.push(Piece { text, after: Separator::Nothing, is_letter: false });
    }

    fn separator(&mut self, c: char) {
        self.end_run();
        if c == '&' {
            self.pieces.push(Piece {
                text: "and".to_owned(),
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
        let mut text = match script {
            Script::Latin | Script::Greek | Script::Cyrillic | Script::Digit => {
                alphabet::fold(&self.run, self.flavour)
            }
            Script::Arabic => letters::arabic(&self.run),
            Script::Hebrew => letters::hebrew(&self.run),
            Script::Kana => kana::to_latin(&self.run),
            Script::Kept | Script::Han | Script::Hangul => self.run.clone(),
            Script::Other => alphabet::ascii(&self.run),
        };
        cut(&mut text);
        if !text.is_empty() {
            let is_letter = script != Script::Digit
                && self.run.chars().nth(1).is_none()
                && script != Script::Kept;
            self.pieces.push(Piece { text, after: Separator::Nothing, is_letter });
        }
        self.run.clear();
    }
}
