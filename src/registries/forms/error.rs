//! Why the records of a stream could not be read.

use tamis_ingest::FileError;

use super::super::tally::TooManyValues;

/// Why the records of a stream could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FormError {
    /// The file is damaged, not of its form, or has no such field.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{file}: {reason}")]
    TooMany { file: String, reason: TooManyValues },
}
