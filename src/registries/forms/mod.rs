//! Formats of data files. Each yields the records of a stream one at a time, with the values of the
//! wanted fields, and holds at most one record.
//!
//! | module | what it holds |
//! |---|---|
//! | `delimited`, `json`, `xml` | the formats |
//! | `error` | errors of reading records |

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
/// The stream is damaged or has another format; the records before the damage are counted.
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
