//! A name as it is asked for.

use std::fmt;

use crate::text::Readings;

/// A name that is asked for, folded and split once, whatever snapshot and however many of them
/// answer. Whoever checks a request makes it; everything behind takes it as it is.
#[derive(Clone, PartialEq, Eq)]
pub struct AskedName {
    text: String,
    readings: Readings,
}

impl AskedName {
    /// Reads a name.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { readings: Readings::of(&text), text }
    }

    /// The name as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it was read as.
    #[must_use]
    pub fn readings(&self) -> &Readings {
        &self.readings
    }

    /// Whether it holds a letter or digit. One that holds none finds nothing.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        !self.readings.normalised.is_empty()
    }
}

impl<T: Into<String>> From<T> for AskedName {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

impl PartialEq<&str> for AskedName {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

/// The text alone: the rest follows from it.
impl fmt::Debug for AskedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::AskedName;

    #[test]
    fn a_name_without_a_letter_or_digit_cannot_be_read() {
        for (text, readable) in [("?????", false), ("", false), ("  Ann ", true), ("№7", true)] {
            assert_eq!(AskedName::new(text).is_readable(), readable, "{text}");
        }
    }
}
