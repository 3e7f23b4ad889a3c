//! Query names, as typed.

use std::fmt;

use crate::limits::REWRITES_MAX;
use crate::model::PartialDate;
use crate::text::{
    self, FreeText, Name, NameKind, NamesWithoutRoles, Ranks, Readings, Word, before_cut,
    free_text, respaced, split_aliases, split_thing_aliases, within_letters,
    without_hangul_article,
};

/// A query name, folded and tokenised once. It depends on no snapshot, so any number of snapshots may
/// answer it. The layer that validates a request makes it.
#[derive(Clone, PartialEq, Eq)]
pub struct QueryName {
    /// The text as typed, if only its beginning is read.
    uncut: Option<String>,
    whole: SingleName,
    /// Rewrites: single names of a text that holds several, or a name without the text around it.
    rewrites: Vec<SingleName>,
    /// Birth dates in the text.
    birth_dates: Vec<PartialDate>,
}

/// A text read as one name.
#[derive(Clone, PartialEq, Eq)]
pub struct SingleName {
    /// The text as typed, within [`NAME_LETTERS_MAX`](crate::limits::NAME_LETTERS_MAX).
    pub text: String,
    pub readings: Readings,
    /// True if the text is a run-together form of terms. Its words then match only equal compounds of a
    /// record, since the segmentation is a reading of its own.
    pub is_run_together: bool,
    /// The ranks named with it, if it is a single word behind a rank or a role.
    pub ranks: Option<Ranks>,
}

/// Rewrites of a name by the terms of a snapshot.
pub(super) struct Rewrites {
    /// Further readings.
    pub(super) readings: Vec<String>,
    /// True if they are segmentations.
    pub(super) is_run_together: bool,
}

impl SingleName {
    /// Reads a text, for one kind of party alone if `only` is given.
    fn read(text: impl Into<String>, only: Option<NameKind>) -> Self {
        let text = text.into();
        let mut readings = Readings::of(&text);
        for kind in NameKind::ALL.into_iter().filter(|kind| only.is_some_and(|only| only != *kind))
        {
            readings.names[kind as usize] = Name::default();
        }
        Self { text, readings, is_run_together: false, ranks: None }
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
        let FreeText { names, birth_dates } = free_text(&text);
        let whole = SingleName::read(text.clone(), None);
        let mut query = Self { uncut, whole, rewrites: Vec::new(), birth_dates };
        let parts = if names.is_empty() { vec![(text, None)] } else { names };
        for (name, only) in parts {
            let names: Vec<String> = split_aliases(&name).into_iter().map(String::from).collect();
            let things: Vec<String> =
                split_thing_aliases(&name).into_iter().map(String::from).collect();
            let names = if names.is_empty() { vec![name] } else { names };
            let each_as = |read: fn(&str) -> Option<String>| -> Vec<String> {
                names.iter().filter_map(|name| read(name)).collect()
            };
            let before_cut = each_as(|name| before_cut(name).map(String::from));
            let [with_blanks, without_article] = [respaced, without_hangul_article].map(each_as);
            let (persons, things_without_roles): (Vec<_>, Vec<_>) = names
                .iter()
                .map(|name| NamesWithoutRoles::of(name))
                .map(|NamesWithoutRoles { person, thing }| {
                    let person = person.map(|named| (String::from(named.name), named.ranks));
                    (person, thing.map(String::from))
                })
                .unzip();
            query.add_all(names, only);
            query.add_all(before_cut, only);
            query.add_all(with_blanks, only);
            if only != Some(NameKind::Thing) {
                for (name, ranks) in persons.into_iter().flatten() {
                    query.add(name, Some(NameKind::Person), ranks);
                }
                query.add_all(without_article, Some(NameKind::Person));
            }
            if only != Some(NameKind::Person) {
                query.add_all(things, Some(NameKind::Thing));
                query.add_all(things_without_roles.into_iter().flatten(), Some(NameKind::Thing));
            }
        }
        query
    }

    /// The name as typed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.uncut.as_ref().unwrap_or(&self.whole.text)
    }

    /// Adds the rewrites of each of [`Self::names`], within [`REWRITES_MAX`].
    pub(super) fn add_rewrites(&mut self, rewrites: Vec<Option<Rewrites>>) {
        let names = std::iter::once(&mut self.whole).chain(&mut self.rewrites);
        let mut readings = Vec::new();
        for (name, rewrites) in names.zip(rewrites) {
            let Some(rewrites) = rewrites else { continue };
            name.is_run_together = rewrites.is_run_together;
            readings.extend(rewrites.readings);
        }
        self.add_all(readings, None);
    }

    /// Adds readings that are new, within [`REWRITES_MAX`].
    fn add_all(&mut self, texts: impl IntoIterator<Item = String>, only: Option<NameKind>) {
        texts.into_iter().for_each(|text| self.add(text, only, None));
    }

    /// Adds a reading if it is new and there is room.
    fn add(&mut self, text: String, only: Option<NameKind>, ranks: Option<Ranks>) {
        let is_new = self.names().all(|name| name.text != text);
        if is_new && self.rewrites.len() < REWRITES_MAX {
            self.rewrites.push(SingleName { ranks, ..SingleName::read(text, only) });
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
