//! The forms of data files: each gives the records of a stream one by one, with the values of the
//! fields that matter, and holds no more than one record.
//!
//! | module | what it holds |
//! |---|---|
//! | `delimited`, `json`, `xml` | the forms |
//! | `error` | why records could not be read |

mod delimited;
mod error;
mod json;
mod xml;

use tamis_ingest::text::TextReader;

use super::description::Form;
use super::tally::Sink;
pub(super) use error::FormError;

/// Reads all records of a stream.
///
/// # Errors
/// The stream is damaged or not of this form; the records before the damage are counted.
pub(super) fn read(
    form: &Form,
    text: TextReader<'_>,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    match form {
        Form::Delimited(rules) => delimited::read(rules, text, sink),
        Form::JsonLines => json::read_lines(text, sink),
        Form::Json { records } => json::read_text(records, text, sink),
        Form::Xml { record } => xml::read(record, text, sink),
    }
}
