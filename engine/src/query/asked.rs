//! A name as it is asked for.

use std::fmt;

use crate::limits::NAMES_APART_MAX;
use crate::model::PartialDate;
use crate::text::{FreeText, Name, NameKind, Readings, free_text, names_apart, respaced};

/// A name that is asked for, folded and split once, whatever snapshot and however many of them
/// answer. Whoever checks a request makes it; everything behind takes it as it is.
#[derive(Clone, PartialEq, Eq)]
pub struct AskedName {
    whole: SingleName,
    /// The single names, where the text tells several, or one with something beside it.
    apart: Vec<SingleName>,
    /// The birth dates that the text tells.
    birth_dates: Vec<PartialDate>,
}

/// A text that is read as one name.
#[derive(Clone, PartialEq, Eq)]
pub struct SingleName {
    /// As it was typed.
    pub text: String,
    pub readings: Readings,
}

impl SingleName {
    /// Reads a text, as the name of one kind of party alone where it says so.
    fn read(text: impl Into<String>, only: Option<NameKind>) -> Self {
        let text = text.into();
        let mut readings = Readings::of(&text);
        for kind in NameKind::ALL.into_iter().filter(|kind| only.is_some_and(|only| only != *kind))
        {
            readings.names[kind as usize] = Name::default();
        }
        Self { text, readings }
    }
}

impl AskedName {
    /// Reads a name.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let FreeText { names, birth_dates } = free_text(&text);
        let mut apart = Vec::new();
        let mut add_each_of = |name: &str, only: Option<NameKind>| {
            let each = names_apart(name);
            apart.extend(each.iter().map(|name| SingleName::read(name.as_ref(), only)));
            !each.is_empty()
        };
        if names.is_empty() {
            add_each_of(&text, None);
        }
        let alone: Vec<_> =
            names.into_iter().filter(|(name, only)| !add_each_of(name, *only)).collect();
        apart.extend(alone.into_iter().map(|(name, only)| SingleName::read(name, only)));
        apart.extend(respaced(&text).map(|name| SingleName::read(name, None)));
        apart.truncate(NAMES_APART_MAX);
        Self { whole: SingleName::read(text, None), apart, birth_dates }
    }

    /// The name as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.whole.text
    }

    /// The name as a whole, as [`crate::text::normalize`] gives it.
    pub(super) fn normalised(&self) -> &str {
        &self.whole.readings.normalised
    }

    /// Adds readings, within [`NAMES_APART_MAX`].
    pub(super) fn add_apart(&mut self, names: Vec<String>) {
        self.apart.extend(names.into_iter().map(|name| SingleName::read(name, None)));
        self.apart.truncate(NAMES_APART_MAX);
    }

    /// The birth dates that stand beside the name.
    #[must_use]
    pub fn birth_dates(&self) -> &[PartialDate] {
        &self.birth_dates
    }

    /// What it was read as: the text as a whole, then each of the names in it where there are
    /// several ("X a.k.a. Y"), or something beside one ("X, born 1968"), at most [`NAMES_APART_MAX`].
    /// They are alternatives, as several names of a query are.
    pub fn names(&self) -> impl Iterator<Item = &SingleName> {
        std::iter::once(&self.whole).chain(&self.apart)
    }

    /// Whether it holds a letter or digit. One that holds none finds nothing.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        !self.whole.readings.normalised.is_empty()
    }

    /// Whether only the beginning of the name, or of a word of it, may take part in matching.
    #[must_use]
    pub fn may_be_cut(&self) -> bool {
        self.whole.readings.may_be_cut()
    }
}

impl<T: Into<String>> From<T> for AskedName {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

impl PartialEq<&str> for AskedName {
    fn eq(&self, text: &&str) -> bool {
        self.text() == *text
    }
}

/// The text alone: the rest follows from it.
impl fmt::Debug for SingleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl fmt::Debug for AskedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::AskedName;
    use crate::limits::{NAME_WORDS_MAX, WORD_CHARS_MAX};

    #[test]
    fn a_name_without_a_letter_or_digit_cannot_be_read() {
        for (text, readable) in [("?????", false), ("", false), ("  Ann ", true), ("№7", true)] {
            assert_eq!(AskedName::new(text).is_readable(), readable, "{text}");
        }
    }

    #[test]
    fn a_name_may_be_cut_beyond_the_words_and_the_letters_that_are_compared() {
        let words = |count: usize| AskedName::new("ab ".repeat(count));
        assert!(!words(NAME_WORDS_MAX).may_be_cut());
        assert!(words(NAME_WORDS_MAX + 1).may_be_cut());
        let letters = |count: usize| AskedName::new(format!("ann {}", "b".repeat(count)));
        assert!(!letters(WORD_CHARS_MAX - 1).may_be_cut());
        assert!(letters(WORD_CHARS_MAX + 1).may_be_cut());
    }
}
