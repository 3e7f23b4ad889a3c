//! Errors of reading the records of a stream.

use tamis_ingest::FileError;

use super::super::tally::TooManyValues;

/// Reason why the records of a stream could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FormError {
    /// The file is damaged, has another format, or lacks a field.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{file}: {reason}")]
    TooMany { file: String, reason: TooManyValues },
}
