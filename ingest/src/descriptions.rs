//! TOML descriptions of registers and registries, read strictly. An unknown key or an invalid value is
//! an error that names file, line, field and the accepted values.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
pub use toml::Spanned;

/// A description that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    #[error("{file}: {source}")]
    Unreadable { file: String, source: io::Error },
    #[error("{file}: line {line}: {message}")]
    Malformed {
        file: String,
        /// Line, counted from 1.
        line: usize,
        message: String,
    },
    #[error("{file}: line {line}: {field} is {}; accepted: {accepted}", shown(value))]
    BadValue {
        file: String,
        /// Line, counted from 1.
        line: usize,
        field: String,
        value: String,
        accepted: String,
    },
    #[error("{file}: {fault}")]
    Misplaced { file: String, fault: String },
}

/// A value as shown in messages: quoted, unless the text describes a missing value.
fn shown(value: &str) -> String {
    let is_value = !["missing", "a table"].contains(&value) && !value.starts_with("a value of ");
    if is_value { format!("{value:?}") } else { value.to_owned() }
}

/// All `*.toml` files of a folder, sorted.
///
/// # Errors
/// [`DescriptionError::Unreadable`] if the folder cannot be read.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>, DescriptionError> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()
    });
    let mut paths = entries.map_err(|source| unreadable(folder, source))?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    Ok(paths)
}

/// Reads the text of a description.
///
/// # Errors
/// [`DescriptionError::Unreadable`].
pub fn text_of(path: &Path) -> Result<String, DescriptionError> {
    fs::read_to_string(path).map_err(|source| unreadable(path, source))
}

fn unreadable(path: &Path, source: io::Error) -> DescriptionError {
    DescriptionError::Unreadable { file: path.display().to_string(), source }
}

/// A description being read, with everything that error messages need.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    file: &'s str,
    text: &'s str,
}

impl<'s> Source<'s> {
    /// A text with the name of its file in error messages.
    #[must_use]
    pub fn new(file: &'s str, text: &'s str) -> Self {
        Self { file, text }
    }

    /// Reads the TOML.
    ///
    /// # Errors
    /// [`DescriptionError::Malformed`].
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, DescriptionError> {
        toml::from_str(self.text).map_err(|error| {
            let message = error.message().trim().replace('\n', " ");
            self.malformed(&error.span().unwrap_or_default(), message)
        })
    }

    /// Error about the text at this place.
    #[must_use]
    pub fn malformed(&self, span: &Range<usize>, message: impl Into<String>) -> DescriptionError {
        let (file, line) = (self.file.to_owned(), self.line(span));
        DescriptionError::Malformed { file, line, message: message.into() }
    }

    /// Error about a value that its field does not accept.
    #[must_use]
    pub fn refuse(
        &self,
        field: impl Into<String>,
        span: &Range<usize>,
        value: impl Into<String>,
        accepted: impl Into<String>,
    ) -> DescriptionError {
        DescriptionError::BadValue {
            file: self.file.to_owned(),
            line: self.line(span),
            field: field.into(),
            value: value.into(),
            accepted: accepted.into(),
        }
    }

    /// Reads a value with `read`.
    ///
    /// # Errors
    /// [`DescriptionError::BadValue`], naming the `accepted` values, if `read` fails.
    pub fn checked<T>(
        &self,
        field: &str,
        value: &Spanned<String>,
        read: impl Fn(&str) -> Option<T>,
        accepted: impl Fn() -> String,
    ) -> Result<T, DescriptionError> {
        let text = value.get_ref();
        read(text).ok_or_else(|| self.refuse(field, &value.span(), text, accepted()))
    }

    /// Checks that a number is accepted.
    ///
    /// # Errors
    /// [`DescriptionError::BadValue`] for any other number.
    pub fn number<N: Copy + ToString>(
        &self,
        field: &str,
        value: &Spanned<N>,
        is_accepted: impl Fn(N) -> bool,
        accepted: &str,
    ) -> Result<N, DescriptionError> {
        let number = *value.get_ref();
        if is_accepted(number) {
            return Ok(number);
        }
        Err(self.refuse(field, &value.span(), number.to_string(), accepted))
    }

    /// Checks a slug: lower-case letters, digits and underscores (docs/api.md, "Words").
    ///
    /// # Errors
    /// [`DescriptionError::BadValue`] for any other text.
    pub fn slug(&self, field: &str, value: &Spanned<String>) -> Result<String, DescriptionError> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_slug = |text: &str| !text.is_empty() && text.chars().all(allowed);
        let accepted = || "lower-case letters, digits and underscores".to_owned();
        self.checked(field, value, |text| is_slug(text).then(|| text.to_owned()), accepted)
    }

    /// Trims a text.
    ///
    /// # Errors
    /// [`DescriptionError::BadValue`] for a blank text.
    pub fn text(&self, field: &str, value: &Spanned<String>) -> Result<String, DescriptionError> {
        let read = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        self.checked(field, value, read, || "a text that is not empty".to_owned())
    }

    /// Checks a web address.
    ///
    /// # Errors
    /// [`DescriptionError::BadValue`] for any other text.
    pub fn url(&self, field: &str, value: &Spanned<String>) -> Result<String, DescriptionError> {
        let read = |text: &str| {
            let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
            (!host.is_empty() && !text.contains(char::is_whitespace)).then(|| text.to_owned())
        };
        self.checked(field, value, read, || "an address with http:// or https://".to_owned())
    }

    fn line(&self, span: &Range<usize>) -> usize {
        let before = self.text.get(..span.start).unwrap_or_default();
        1 + before.matches('\n').count()
    }
}
