//! Words of one side of an alignment, as written.

use std::borrow::Cow;
use std::ops::Range;

use crate::model::{NameOrdinal, WordMask, WordOrdinal};
use crate::query::SingleName;
use crate::rewrite::Reason;
use crate::snapshot::IndexView;
use crate::text::{self, NameKind, Span, Word, WordClass};

/// A name of a query or of a record with its words.
pub(super) struct Side<'n> {
    raw: &'n str,
    words: Cow<'n, [Word]>,
    rewrite: Option<Reason>,
}

impl<'n> Side<'n> {
    /// A query name, read as a name of this kind.
    pub(super) fn of_query(asked: &'n SingleName, kind: NameKind) -> Self {
        let words = &asked.readings.names[kind as usize].words;
        Self { raw: &asked.text, words: Cow::Borrowed(words), rewrite: asked.reason }
    }

    /// A record's name, published as `raw`. If the snapshot's builder tokenised it differently, its
    /// words are those of the snapshot, as folded.
    pub(super) fn of_record(
        index: &IndexView<'_>,
        name: NameOrdinal,
        raw: &'n str,
        kind: NameKind,
    ) -> Self {
        let (run, _) = index.run(name);
        let stored = || run.iter().map(|word| (word, index.word_text(WordOrdinal(word.word()))));
        if let Some(words) = as_written(raw, stored().map(|(word, text)| (text, word.class()))) {
            return Self { raw, words: Cow::Owned(words), rewrite: None };
        }
        let words = text::tokenize(raw, kind).words;
        if words.iter().map(|word| word.text.as_str()).eq(stored().map(|(_, text)| text)) {
            return Self { raw, words: Cow::Owned(words), rewrite: None };
        }
        let folded = stored().map(|(word, text)| {
            let (text, class) = (text.to_owned(), word.class());
            Word { text, class, is_place: false, span: Span::default() }
        });
        Self { raw: "", words: folded.collect(), rewrite: None }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The text of the name.
    pub(super) fn text(&self) -> &'n str {
        self.raw
    }

    /// The reason of the rewrite, if the name is one.
    pub(super) fn rewrite(&self) -> Option<Reason> {
        self.rewrite
    }

    /// The word at a position.
    pub(super) fn word(&self, at: usize) -> &Word {
        &self.words[at]
    }

    /// Source text of the word at a position; it may hold more than the word.
    pub(super) fn source(&self, at: usize) -> &str {
        self.words[at].span.of(self.raw)
    }

    /// Neighbouring words as written, or as folded if other words share their source text.
    pub(super) fn written(&self, words: WordMask) -> String {
        let mut spans: Vec<Span> = Vec::with_capacity(1);
        for span in words.iter().map(|at| self.words[at].span) {
            match spans.last_mut() {
                Some(last) if last.is_before(span) || last.intersects(span) => {
                    *last = last.to(span);
                }
                _ => spans.push(span),
            }
        }
        let mut others = (0..self.len()).filter(|at| !words.intersects(WordMask::word(*at)));
        let is_shared =
            others.any(|at| spans.iter().any(|span| span.intersects(self.words[at].span)));
        let written = match is_shared {
            true => String::new(),
            false => joined(spans.iter().map(|span| span.of(self.raw))),
        };
        match written.is_empty() {
            true => joined(words.iter().map(|at| self.words[at].text.as_str())),
            false => written,
        }
    }
}

/// The words of a text in plain letters, in order or with the part after a comma first, as most names
/// are. Saves tokenising the name again.
fn as_written<'t>(
    raw: &str,
    stored: impl Iterator<Item = (&'t str, WordClass)>,
) -> Option<Vec<Word>> {
    let comma = raw.find(',').unwrap_or(0);
    let mut places = places(raw, comma..raw.len()).chain(places(raw, 0..comma));
    let mut words = Vec::new();
    for (text, class) in stored {
        let span = places.next()?;
        if !text.eq_ignore_ascii_case(span.of(raw)) {
            return None;
        }
        words.push(Word { text: text.to_owned(), class, is_place: false, span });
    }
    places.next().is_none().then_some(words)
}

/// Spans in a range of a text between blanks and points.
fn places(raw: &str, within: Range<usize>) -> impl Iterator<Item = Span> {
    let is_between = |c: char| matches!(c, ' ' | ',' | '-' | '.' | '(' | ')' | '"');
    let (mut rest, end) = (within.start, within.end);
    std::iter::from_fn(move || {
        let start = rest + raw[rest..end].find(|c| !is_between(c))?;
        rest = raw[start..end].find(is_between).map_or(end, |len| start + len);
        Some(Span::new(start, rest))
    })
}

fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut joined = String::new();
    for text in texts {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(text);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_they_are_written() {
        let table = [
            ("BIN LADEN, Osama", vec![(1, "BIN"), (2, "LADEN")], "BIN LADEN"),
            ("LADEN, Osama bin", vec![(1, "bin"), (2, "LADEN")], "bin LADEN"),
            ("Nur al-Din", vec![(0, "Nur"), (1, "al"), (2, "Din")], "Nur al-Din"),
            ("Abdulaziz", vec![(0, "Abdul"), (1, "aziz")], "Abdulaziz"),
            // No place between these letters parts the word as its folded text is parted.
            ("Абдулгафур Ґ", vec![(0, "abdul"), (1, "hafur")], "Абдулгафур"),
        ];
        for (raw, words, together) in table {
            let words_of_raw = text::tokenize(raw, NameKind::Person).words;
            let side = Side { raw, words: Cow::Owned(words_of_raw), rewrite: None };
            let all = words.iter().map(|(at, _)| WordMask::word(*at));
            let all = all.fold(WordMask::NONE, |all, word| all | word);
            for (at, written) in words {
                assert_eq!(side.written(WordMask::word(at)), written, "{raw}");
            }
            assert_eq!(side.written(all), together);
        }
    }

    #[test]
    fn words_of_unknown_places_are_quoted_as_they_are_folded() {
        let mut words = text::tokenize("Usama BIN Ladin", NameKind::Person).words;
        words.iter_mut().for_each(|word| word.span = Span::default());
        let side = Side { raw: "", words: Cow::Owned(words), rewrite: None };
        assert_eq!(side.written(WordMask::word(1)), "bin");
        assert_eq!(side.written(WordMask::span(1, 2)), "bin ladin");
    }
}
