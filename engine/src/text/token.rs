//! Tokens in the pipeline, each with its place in the raw text.

/// Place in a raw text, in bytes; it begins and ends at character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    /// Makes the place from byte `start` to before byte `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// Returns its first byte, and the byte after its last.
    #[must_use]
    pub fn range(self) -> (usize, usize) {
        (self.start as usize, self.end as usize)
    }

    /// Returns the same place in a text with `bytes` more bytes at the front.
    pub(super) fn behind(self, bytes: usize) -> Self {
        let bytes = bytes as u32;
        Self { start: self.start + bytes, end: self.end + bytes }
    }

    /// Splits the place in two at `bytes` from its beginning.
    pub(super) fn split_at(self, bytes: usize) -> (Self, Self) {
        let at = self.start + bytes as u32;
        (Self { end: at, ..self }, Self { start: at, ..self })
    }

    /// Returns the place from the beginning of the first one to the end of the last.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// True if the places share a byte.
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// True if this place lies in the other.
    pub(super) fn is_within(self, other: Self) -> bool {
        other.start <= self.start && self.end <= other.end
    }

    /// True if this place ends at or before the beginning of the other.
    #[must_use]
    pub fn is_before(self, other: Self) -> bool {
        self.end <= other.start
    }

    /// True if the place ends right before this byte.
    pub(crate) fn ends_at(self, byte: usize) -> bool {
        self.end as usize == byte
    }

    /// Returns the text at this place; empty if the text has no such place.
    #[must_use]
    pub fn of(self, raw: &str) -> &str {
        raw.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// A folded word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// Never empty.
    pub(super) text: String,
    /// Place that it was read from: a word, a part of one, or several words that became one token.
    pub(super) span: Span,
}

/// Returns the texts of the tokens joined by one blank.
pub(super) fn sentence(words: &[Token]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Splits a text that is folded already.
    pub(in crate::text) fn tokens(text: &str) -> Vec<Token> {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let span = |word: &str| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            Span::new(start, start + word.len())
        };
        words.map(|word| Token { text: word.to_owned(), span: span(word) }).collect()
    }

    #[test]
    fn places_join_and_meet() {
        let text = "bin Laden";
        let [bin, laden] = [Span::new(0, 3), Span::new(4, 9)];
        assert_eq!((bin.to(laden).of(text), laden.to(bin).of(text)), (text, text));
        assert!(!bin.intersects(laden) && bin.is_before(laden) && !laden.is_before(bin));
        assert!(bin.to(laden).intersects(laden));
        assert_eq!(laden.behind(2).of("x bin Laden"), "Laden");
        assert_eq!((laden.of("bin"), Span::new(1, 2).of("é")), ("", ""));
    }
}
