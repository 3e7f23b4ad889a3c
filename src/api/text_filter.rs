//! The text filter of lists (`q`, api.md 4.13, 4.15 and 4.20): every word of it must occur, in any case,
//! in one of the texts that it looks into.

use crate::model::CountryCode;

/// The words of a filter, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TextFilter {
    words: Vec<String>,
}

impl TextFilter {
    /// Divides the text at its blanks; without one everything passes.
    pub(super) fn new(text: Option<&str>) -> Self {
        let words = text.unwrap_or_default().split_whitespace().map(str::to_lowercase);
        Self { words: words.collect() }
    }

    /// Whether `occurs` holds for every word.
    pub(super) fn passes(&self, occurs: impl Fn(&str) -> bool) -> bool {
        self.words.iter().all(|word| occurs(word))
    }

    /// Whether every word occurs in one of these texts or is this country's code, which counts
    /// only whole.
    pub(super) fn finds(&self, texts: &[&str], country: Option<CountryCode>) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let texts: Vec<_> = texts.iter().map(|text| text.to_lowercase()).collect();
        let is_code = |word: &str| country.is_some_and(|c| c.as_str().eq_ignore_ascii_case(word));
        self.passes(|word| is_code(word) || texts.iter().any(|text| text.contains(word)))
    }

    /// The words, in lower case.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_occur_somewhere() {
        let finds = |text: Option<&str>| {
            TextFilter::new(text).finds(&["US OFAC SDN", "Sanction"], CountryCode::parse("TR"))
        };
        for (text, expected) in [
            (None, true),
            (Some(" "), true),
            (Some("OFAC"), true),
            (Some("Sanction  sd"), true),
            (Some("ofac pep"), false),
            (Some("tr ofac"), true),
            (Some("t"), true),
            (Some("r"), false),
        ] {
            assert_eq!(finds(text), expected, "{text:?}");
        }
    }
}
