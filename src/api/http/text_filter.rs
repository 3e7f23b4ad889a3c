//! The text filter of lists (`q`, docs/api.md, "Registers", "Programmes", "Reference registries").
//! Every word must occur, in any case, in one of the searched texts.

use super::declared::Rule;
use super::error::ApiError;
use super::parameters::check_length;
use crate::api::interface::{Shape, rules};
use tamis_engine::model::CountryCode;

/// The words of a filter, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TextFilter {
    words: Vec<String>,
}

impl TextFilter {
    /// Splits a text at blanks; an empty one matches everything.
    fn new(text: &str) -> Self {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        words.sort_unstable();
        words.dedup();
        Self { words }
    }

    /// True if `occurs` holds for every word.
    pub(crate) fn passes(&self, occurs: impl Fn(&str) -> bool) -> bool {
        self.words.iter().all(|word| occurs(word))
    }

    /// True if every word occurs in one of these texts or equals the country's code as a whole.
    pub(crate) fn finds(&self, texts: &[&str], country: Option<CountryCode>) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let texts: Vec<_> = texts.iter().map(|text| text.to_lowercase()).collect();
        let is_code = |word: &str| country.is_some_and(|c| c.as_str().eq_ignore_ascii_case(word));
        self.passes(|word| is_code(word) || texts.iter().any(|text| text.contains(word)))
    }

    /// The words, in lower case.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }
}

/// Rule of `q`: words that must all occur.
pub(crate) struct Words;

impl Rule for Words {
    type Value = TextFilter;

    fn read(&self, parameter: &'static str, text: &str) -> Result<TextFilter, ApiError> {
        check_length(parameter, text).map(|()| TextFilter::new(text))
    }

    fn schema(&self) -> Shape {
        rules::short_text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    #[test]
    fn a_text_has_at_most_512_characters() {
        let read = |chars: usize| Words.read("q", &"x".repeat(chars));
        assert!(read(limits::NAME_CHARS_MAX).is_ok());
        let error = read(limits::NAME_CHARS_MAX + 1).expect_err("too long");
        assert_eq!(error.parameter(), Some("q"));
        assert!(error.to_string().contains(&limits::NAME_CHARS_MAX.to_string()), "{error}");
    }

    #[test]
    fn every_word_must_occur_somewhere() {
        let finds = |text: &str| {
            TextFilter::new(text).finds(&["US OFAC SDN", "Sanction"], CountryCode::parse("TR"))
        };
        for (text, expected) in [
            ("", true),
            (" ", true),
            ("OFAC", true),
            ("Sanction  sd", true),
            ("ofac pep", false),
            ("tr ofac", true),
            ("t", true),
            ("r", false),
        ] {
            assert_eq!(finds(text), expected, "{text:?}");
        }
    }
}
