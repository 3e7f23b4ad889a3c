//! A raw text folded once, from which the words of every reading are made. A reading is in the written
//! order or leads with the words behind the first comma. It has dotted letters joined or separate.

use std::cell::OnceCell;

use super::abd;
use super::script::are_of_one_script;
use super::split::{self, Piece, Separator, cut, pieces};
use crate::text::token::{Span, Token, sentence};

/// Commas between a family name and the given names behind it.
const COMMAS: [char; 3] = [',', '،', '，'];

/// Treatment of letters with dots between them: "A.B.C.".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) enum DottedLetters {
    /// Joined to one word: an acronym.
    Joined,
    /// One word per letter: the initials of a person.
    Apart,
}

/// The folded words of a text, in order, each of at most `WORD_CHARS_MAX` characters.
pub(in crate::text) fn words(raw: &str, dotted: DottedLetters) -> Vec<Token> {
    Folded::new(raw).words(dotted)
}

/// Normalises a name of any kind: its folded words joined by one blank. It serves the order of records
/// and search by prefix. Normalising the result again changes nothing.
#[must_use]
pub fn normalize(raw: &str) -> String {
    sentence(&words(raw, DottedLetters::Joined))
}

/// The folded pieces of a raw text.
#[derive(Debug, Clone)]
pub(in crate::text) struct Folded<'r> {
    raw: &'r str,
    before_comma: Option<BeforeComma<'r>>,
    /// All pieces, or those behind the first comma.
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone)]
struct BeforeComma<'r> {
    raw: &'r str,
    pieces: Vec<Piece>,
}

impl<'r> Folded<'r> {
    pub(in crate::text) fn new(raw: &'r str) -> Self {
        let Some((before, behind)) = raw.split_once(COMMAS) else {
            let [pieces] = pieces([(0, raw)]);
            return Self { raw, before_comma: None, pieces };
        };
        // No letter or mark combines across a comma, so each side folds on its own. Only the
        // language of the letters is detected from both.
        let [family, pieces] = pieces([(0, before), (raw.len() - behind.len(), behind)]);
        Self { raw, before_comma: Some(BeforeComma { raw: before, pieces: family }), pieces }
    }

    /// The raw text.
    pub(in crate::text) fn raw(&self) -> &'r str {
        self.raw
    }

    /// Returns the raw text before the first comma.
    pub(in crate::text) fn before_comma(&self) -> Option<&'r str> {
        self.before_comma.as_ref().map(|before| before.raw)
    }

    /// Returns the folded words in the written order.
    pub(in crate::text) fn words(&self, dotted: DottedLetters) -> Vec<Token> {
        let before = self.before_comma.as_ref().map(|before| before.pieces.as_slice());
        united(self.raw, before.unwrap_or_default(), &self.pieces, dotted)
    }

    /// Returns the folded words, those behind the first comma first.
    pub(in crate::text) fn words_turned(&self, dotted: DottedLetters) -> Vec<Token> {
        let before = self.before_comma.as_ref().map(|before| before.pieces.as_slice());
        united(self.raw, &self.pieces, before.unwrap_or_default(), dotted)
    }
}

/// The folded letters of a raw text by their place, before any word gets another spelling: "Abd al" keeps
/// its letters. Most words need no folding, so the text is folded when the first one does.
pub(in crate::text) struct FoldedLetters<'r> {
    raw: &'r str,
    folded: OnceCell<Folded<'r>>,
}

impl<'r> FoldedLetters<'r> {
    pub(in crate::text) fn new(raw: &'r str) -> Self {
        Self { raw, folded: OnceCell::new() }
    }

    /// Adds the letters at a place that was read as `text`.
    pub(in crate::text) fn push(&self, text: &str, place: Span, letters: &mut Vec<char>) {
        let written = place.of(self.raw);
        if written.eq_ignore_ascii_case(text) {
            return letters.extend(text.chars());
        }
        let Folded { before_comma, pieces, .. } = self.folded.get_or_init(|| Folded::new(self.raw));
        let before = before_comma.iter().flat_map(|before| &before.pieces);
        let pieces = before.chain(pieces).filter(|piece| piece.span.intersects(place));
        // The place may begin or end inside a word, such as a legal form that is written together with it.
        if pieces.clone().all(|piece| piece.span.is_within(place)) {
            return letters.extend(pieces.flat_map(|piece| piece.text.chars()));
        }
        let [pieces] = split::pieces([(0, written)]);
        letters.extend(pieces.iter().flat_map(|piece| piece.text.chars()));
    }
}

/// Returns the words of two runs of pieces with a blank or comma between them.
fn united(raw: &str, first: &[Piece], second: &[Piece], dotted: DottedLetters) -> Vec<Token> {
    let mut pieces = Vec::with_capacity(first.len() + second.len());
    pieces.extend_from_slice(first);
    if let (Some(last), false) = (pieces.last_mut(), second.is_empty()) {
        last.after = Separator::Other;
    }
    pieces.extend_from_slice(second);
    if dotted == DottedLetters::Joined {
        pieces = join_dotted_letters(pieces);
    }
    pieces.iter_mut().for_each(|piece| cut(&mut piece.text));
    abd::unite(raw, pieces)
}

fn join_dotted_letters(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match joined.last_mut() {
            Some(last)
                if last.is_letter
                    && last.after == Separator::Dot
                    && piece.is_letter
                    && are_of_one_script(&last.text, &piece.text) =>
            {
                last.text.push_str(&piece.text);
                last.span = last.span.to(piece.span);
                last.after = piece.after;
            }
            _ => joined.push(piece),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn apart(raw: &str) -> String {
        sentence(&Folded::new(raw).words(DottedLetters::Apart))
    }

    #[test]
    fn a_turned_name_is_folded_as_if_it_were_written_so() {
        for (raw, turned) in [
            ("PUTIN, Vladimir V.", "Vladimir V. PUTIN"),
            ("A.B., C.D.", "C.D. A.B."),
            ("LADIN-, al-", "al- LADIN-"),
            ("Ніколаев，Андрій", "Андрій Ніколаев"),
            ("王, 々木", "々木 王"),
            ("Ladin,", "Ladin"),
            (", Usama", "Usama"),
            ("One, Two, Three", "Two, Three One"),
        ] {
            for dotted in [DottedLetters::Apart, DottedLetters::Joined] {
                let folded = Folded::new(raw).words_turned(dotted);
                let expected = Folded::new(turned).words(dotted);
                assert_eq!(sentence(&folded), sentence(&expected), "{raw}");
            }
        }
    }

    #[test]
    fn a_text_without_a_comma_has_nothing_to_turn() {
        let folded = Folded::new("Usama bin Ladin");
        assert_eq!(folded.before_comma(), None);
        let turned = folded.words_turned(DottedLetters::Apart);
        assert_eq!(sentence(&turned), apart("Usama bin Ladin"));
    }

    proptest! {
        /// A comma that does not part a name is punctuation like any other.
        #[test]
        fn in_the_written_order_a_comma_is_punctuation(
            before in "[a-zA-ZÀ-ÿа-яїґђ々一-亿ء-ي.& '\u{301}-]{0,8}",
            behind in "[a-zA-ZÀ-ÿа-яїґђ々一-亿ء-ي., '\u{301}-]{0,8}",
        ) {
            prop_assert_eq!(apart(&format!("{before},{behind}")), apart(&format!("{before};{behind}")));
        }
    }
}
