//! Query names, as typed.

use std::fmt;

use crate::limits::REWRITES_MAX;
use crate::model::PartialDate;
use crate::rewrite::{self, Reason, Rewrite};
use crate::text::{self, Name, NameKind, Ranks, Readings, Word, within_letters};

/// A query name, folded and tokenised once. It depends on no snapshot, so any number of snapshots may
/// answer it. The layer that validates a request makes it.
#[derive(Clone, PartialEq, Eq)]
pub struct QueryName {
    /// The text as typed, if only its beginning is read.
    uncut: Option<String>,
    whole: SingleName,
    rewrites: Vec<SingleName>,
    /// Birth dates in the text.
    birth_dates: Vec<PartialDate>,
}

/// A text read as one name.
#[derive(Clone, PartialEq, Eq)]
pub struct SingleName {
    /// The text within [`NAME_LETTERS_MAX`](crate::limits::NAME_LETTERS_MAX): as typed, or rewritten.
    pub text: String,
    pub readings: Readings,
    /// True if the text is a run-together form of terms. Its words then match only equal compounds of a
    /// record, since the segmentation is a reading of its own.
    pub is_run_together: bool,
    /// The ranks named with it, if it is a single word behind a rank or a role.
    pub ranks: Option<Ranks>,
    /// The reason of the rewrite; `None` for the text as typed.
    pub reason: Option<Reason>,
}

impl SingleName {
    /// Reads a text, for one kind of party alone if it is given.
    fn read(text: impl Into<String>, kind: Option<NameKind>) -> Self {
        let text = text.into();
        let mut readings = Readings::of(&text);
        for other in
            NameKind::ALL.into_iter().filter(|other| kind.is_some_and(|kind| kind != *other))
        {
            readings.names[other as usize] = Name::default();
        }
        Self { text, readings, is_run_together: false, ranks: None, reason: None }
    }

    /// True if this word of it was typed in Cyrillic.
    pub(super) fn is_cyrillic(&self, word: &Word) -> bool {
        text::is_cyrillic(word.span.of(&self.text))
    }
}

impl QueryName {
    /// Reads a name. It is cut to its limit first, since the cost of everything else grows with its
    /// letters.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let mut text = text.into();
        let within = within_letters(&text).len();
        let uncut = (within < text.len()).then(|| text.clone());
        text.truncate(within);
        let (rewrites, birth_dates) = rewrite::of_text(&text);
        let whole = SingleName::read(text, None);
        let mut name = Self { uncut, whole, rewrites: Vec::new(), birth_dates };
        rewrites.into_iter().for_each(|rewrite| name.add(rewrite));
        name
    }

    /// The name as typed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.uncut.as_ref().unwrap_or(&self.whole.text)
    }

    /// Adds the rewrites of each of [`Self::names`], within [`REWRITES_MAX`].
    pub(super) fn add_rewrites(&mut self, rewrites: Vec<Vec<Rewrite>>) {
        let names = std::iter::once(&mut self.whole).chain(&mut self.rewrites);
        for (name, rewrites) in names.zip(&rewrites) {
            name.is_run_together |=
                rewrites.iter().any(|rewrite| rewrite.reason == Reason::Segmentation);
        }
        rewrites.into_iter().flatten().for_each(|rewrite| self.add(rewrite));
    }

    /// Adds a rewrite if its text is new and there is room.
    fn add(&mut self, Rewrite { text, kind, ranks, reason }: Rewrite) {
        let is_new = self.names().all(|name| name.text != text);
        if is_new && self.rewrites.len() < REWRITES_MAX {
            let read = SingleName::read(text, kind);
            // "Apple (Inc)": what is beside the name is no name.
            if read.readings.names[NameKind::Thing as usize].is_legal_forms() {
                return;
            }
            self.rewrites.push(SingleName { ranks, reason: Some(reason), ..read });
        }
    }

    /// Birth dates in the text.
    #[must_use]
    pub fn birth_dates(&self) -> &[PartialDate] {
        &self.birth_dates
    }

    /// All readings: the text as a whole, then its rewrites ("X a.k.a. Y" as two names; "X, born 1968"
    /// without the date), at most [`REWRITES_MAX`]. They are alternatives, like several names of a
    /// query.
    pub fn names(&self) -> impl Iterator<Item = &SingleName> {
        std::iter::once(&self.whole).chain(&self.rewrites)
    }

    /// True if it holds a letter or digit. A name without one matches nothing.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        !self.whole.readings.normalised.is_empty()
    }

    /// True if a part of the name, or of one of its words, may be beyond the limits of matching.
    #[must_use]
    pub fn may_be_cut(&self) -> bool {
        self.uncut.is_some() || self.whole.readings.may_be_cut()
    }
}

impl<T: Into<String>> From<T> for QueryName {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

impl PartialEq<&str> for QueryName {
    fn eq(&self, text: &&str) -> bool {
        self.text() == *text
    }
}

/// Shows the text alone: the rest follows from it.
impl fmt::Debug for SingleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl fmt::Debug for QueryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::QueryName;
    use crate::limits::{
        NAME_CHARS_MAX, NAME_LETTERS_MAX, NAME_WORDS_MAX, REWRITES_MAX, WORD_CHARS_MAX,
    };
    use crate::text::within_letters;

    #[test]
    fn a_name_without_a_letter_or_digit_cannot_be_read() {
        for (text, readable) in [("?????", false), ("", false), ("  Ann ", true), ("№7", true)] {
            assert_eq!(QueryName::new(text).is_readable(), readable, "{text}");
        }
    }

    #[test]
    fn a_name_may_be_cut_beyond_the_words_and_the_letters_that_are_compared() {
        let words = |count: usize| QueryName::new("ab ".repeat(count));
        assert!(!words(NAME_WORDS_MAX).may_be_cut());
        assert!(words(NAME_WORDS_MAX + 1).may_be_cut());
        let letters = |count: usize| QueryName::new(format!("ann {}", "b".repeat(count)));
        assert!(!letters(WORD_CHARS_MAX - 1).may_be_cut());
        assert!(letters(WORD_CHARS_MAX + 1).may_be_cut());
    }

    #[test]
    fn every_reading_of_a_name_is_within_the_letters_of_one() {
        let ligature = "\u{fdfa}";
        for text in [
            ligature.repeat(NAME_CHARS_MAX),
            format!("{ligature} ").repeat(NAME_CHARS_MAX / 2),
            format!("{ligature}{ligature}; ").repeat(NAME_CHARS_MAX / 4),
            format!("{}, {ligature}", ligature.repeat(NAME_CHARS_MAX - 3)),
            "&#xFDFA;".repeat(NAME_CHARS_MAX / 8),
        ] {
            let query = QueryName::new(text.as_str());
            assert_eq!(query.text(), text, "it is shown as it was typed");
            assert!(query.may_be_cut() && query.is_readable());
            assert!(query.names().count() <= 1 + REWRITES_MAX);
            for name in query.names() {
                assert_eq!(within_letters(&name.text), name.text);
                assert!(name.readings.normalised.chars().count() <= NAME_LETTERS_MAX);
            }
        }
    }

    #[test]
    fn a_name_is_whole_up_to_the_letters_of_one() {
        let text =
            |letters: usize| format!("{}{}", "\u{fdfa}".repeat(20), "a".repeat(letters - 360));
        let [whole, cut] = [0, 1].map(|more| QueryName::new(text(NAME_LETTERS_MAX + more)));
        assert_eq!(whole.names().next().map(|name| name.text.len()), Some(60 + 664));
        assert_eq!(cut.names().next().map(|name| name.text.len()), Some(60 + 664));
        assert_eq!((whole.text().len(), cut.text().len()), (60 + 664, 60 + 665));
    }
}
