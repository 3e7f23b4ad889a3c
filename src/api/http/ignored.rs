//! Ignored parts of a request (docs/api.md, "What was ignored"): sentences about keys, parameters,
//! properties, registers and values without effect. They never hold a searched name.

use serde::ser::{Serialize, SerializeSeq, Serializer};

use super::error::Given;
use crate::api::interface::answer::Absent;
use crate::limits::{IGNORED_HEADER_BYTES_MAX, IGNORED_SENTENCES_MAX};
use tamis_engine::model::{Register, registers_named};

/// The sentences of one answer. An empty list, the usual case, allocates nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ignored {
    sentences: Vec<String>,
    /// Number of sentences beyond [`IGNORED_SENTENCES_MAX`].
    further: usize,
}

impl Ignored {
    /// Adds a sentence, which is only made if there is room for it.
    pub(crate) fn note(&mut self, sentence: impl FnOnce() -> String) {
        if self.sentences.len() < IGNORED_SENTENCES_MAX {
            self.sentences.push(sentence());
        } else {
            self.further += 1;
        }
    }

    /// Appends the sentences of another list.
    pub(crate) fn add(&mut self, other: Self) {
        other.sentences.into_iter().for_each(|sentence| self.note(|| sentence));
        self.further += other.further;
    }

    /// The sentences as a header value of at most [`IGNORED_HEADER_BYTES_MAX`].
    pub(crate) fn in_a_header(&self) -> String {
        let printable = |letter: char| matches!(letter, ' '..='~');
        let (mut text, mut further) = (String::new(), self.further);
        for sentence in self.sentences() {
            if further == self.further && text.len() + sentence.len() < IGNORED_HEADER_BYTES_MAX {
                text.extend(sentence.chars().map(|c| if printable(c) { c } else { '?' }));
                text.push(' ');
            } else {
                further += 1;
            }
        }
        if further > 0 {
            text += &format!("And {further} more.");
        }
        text.trim_end().to_owned()
    }

    /// Notes the names that no register has.
    pub(crate) fn note_unknown<'n>(
        &mut self,
        parameter: &str,
        names: impl IntoIterator<Item = &'n String>,
        registers: &[Register],
    ) {
        for name in names {
            if registers_named(registers, name).next().is_none() {
                let name = Given::new(name);
                self.note(|| format!("{parameter}: no register is named {name}."));
            }
        }
    }

    pub(crate) fn sentences(&self) -> impl Iterator<Item = &str> {
        self.sentences.iter().map(String::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }
}

impl Absent for &Ignored {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Serialize for Ignored {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.sentences.iter().try_for_each(|sentence| list.serialize_element(sentence))?;
        if self.further > 0 {
            list.serialize_element(&format_args!("And {} more.", self.further))?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_sentences_and_a_last_one_counts_the_rest() {
        let mut ignored = Ignored::default();
        assert!(ignored.is_empty());
        (0..IGNORED_SENTENCES_MAX + 7).for_each(|at| ignored.note(|| format!("{at}.")));
        let shown = serde_json::to_value(&ignored).expect("plain JSON");
        let shown = shown.as_array().expect("an array");
        assert_eq!(shown.len(), IGNORED_SENTENCES_MAX + 1);
        assert_eq!(
            (&shown[1], &shown[IGNORED_SENTENCES_MAX]),
            (&"1.".into(), &"And 7 more.".into())
        );
    }

    #[test]
    fn a_header_holds_whole_sentences_of_plain_letters_and_counts_the_rest() {
        let mut ignored = Ignored::default();
        ignored.note(|| "\u{e9}t\u{e9}\n is no parameter.".to_owned());
        assert_eq!(ignored.in_a_header(), "?t?? is no parameter.");
        (1..=70).for_each(|at| ignored.note(|| format!("{at:0>99}.")));
        let text = ignored.in_a_header();
        assert!(text.len() < IGNORED_HEADER_BYTES_MAX + 20, "{text}");
        let shown = text.matches('.').count() - 1;
        assert!(text.ends_with(&format!("0{}. And {} more.", shown - 1, 71 - shown)), "{text}");
    }
}
