//! The text filter of lists (`q`, api.md 4.13 and 4.15): every word of it must occur, in any case,
//! in one of the texts that it looks into.

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

    /// The words, in lower case.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::TextFilter;

    #[test]
    fn every_word_must_occur_somewhere() {
        let texts = ["us ofac sdn", "sanction"];
        let passes = |text: Option<&str>| {
            let occurs = |word: &str| texts.iter().any(|text| text.contains(word));
            TextFilter::new(text).passes(occurs)
        };
        for (text, expected) in [
            (None, true),
            (Some(" "), true),
            (Some("OFAC"), true),
            (Some("Sanction  sd"), true),
            (Some("ofac pep"), false),
        ] {
            assert_eq!(passes(text), expected, "{text:?}");
        }
    }
}
