//! The forms of data files: each gives the records of a stream one by one, with the values of the
//! fields that matter, and holds no more than one record.

mod delimited;
mod json;
mod xml;

use std::io::{self, BufRead};

use super::description::Form;
use super::tally::{Sink, TooManyValues};

/// Why the records of a stream could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FormError {
    /// The stream ended in an error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not of its form, or has no such field.
    #[error("{0}")]
    Damaged(String),
    /// More is to be remembered than may be.
    #[error(transparent)]
    TooManyValues(#[from] TooManyValues),
}

impl FormError {
    fn damaged(reason: impl Into<String>) -> Self {
        Self::Damaged(reason.into())
    }
}

/// Reads all records of a stream.
///
/// # Errors
/// The stream is damaged or not of this form; the records before the damage are counted.
pub(super) fn read(
    form: &Form,
    input: &mut dyn BufRead,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    match form {
        Form::Delimited(rules) => delimited::read(rules, input, sink),
        Form::JsonLines => json::read_lines(input, sink),
        Form::Json { records } => json::read_text(records, input, sink),
        Form::Xml { record } => xml::read(record, input, sink),
    }
}
