//! Errors that fail a whole register or end a command. A single bad row is a
//! [`Reject`](crate::report::Reject) instead.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tamis_ingest::FileError;

/// Reasons to end early that callers distinguish; any other error is only shown.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// An option or its value is wrong.
    #[error("{0}")]
    Option(String),
    /// Another builder is at work in the folder.
    #[error("{0}")]
    Locked(String),
    /// No register could be loaded: each attempted register with the reason.
    #[error("no register could be loaded, so there is nothing to publish")]
    NothingLoaded(Vec<String>),
}

/// Adds the path of the affected file or folder to an error of the operating system.
pub fn at(path: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |source| FileError::io(path.display().to_string(), source).into()
}

/// Creates a folder given by an option if it does not exist.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    // For a file, the operating system would only say that it exists.
    if path.is_file() {
        let path = path.display();
        return Err(
            Refused::Option(format!("{path}: a folder is needed here, this is a file")).into()
        );
    }
    fs::create_dir_all(path).map_err(at(path))
}

/// Reasons for which a register fails as a whole; the records of its last successful load stay
/// (docs/design.md, "Refresh").
///
/// `file` is the name relative to the folder of sources; `line` counts from 1, `byte` from 0, both in
/// the decompressed file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be opened or read to its end.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: no such folder", path.display())]
    NoFolder { path: PathBuf },
    #[error("{}: no folder dated on or before the requested date holds {main}; {seen}", path.display())]
    NoMainFile { path: PathBuf, main: String, seen: String },
    #[error("{file}: line {line}: {reason}")]
    BadYaml { file: String, line: u64, reason: String },
    /// The list holds more registers than [`crate::limits::FTM_DATASETS_MAX`].
    #[error("{file}: line {line}: more than {limit} data sets; the next is {dataset:?}")]
    TooManyDatasets {
        file: String,
        /// Line of a party of the first data set beyond the limit.
        line: u64,
        dataset: String,
        limit: usize,
    },
    /// The data of one entity exceeds [`crate::limits::FTM_BUCKET_BYTES_MAX`].
    #[error("the data of entity {id:?} takes more than {limit} bytes")]
    EntityTooLarge { id: String, limit: u64 },
    /// The joined parties of a list take more bytes than [`crate::limits::FTM_GROWTH_MAX`] allows.
    #[error("the entities of the list take more than {limit} bytes when they are joined")]
    JoinsTooLarge { limit: u64 },
    /// A join needs more disk space than [`crate::limits::FTM_TEMPORARY_BYTES_MAX`].
    #[error("joining the entities of the list needs more than {limit} bytes of temporary files")]
    TemporaryTooLarge { limit: u64 },
    /// Comparisons exceed [`crate::limits::WORD_COMPARISONS_EACH_MAX`].
    #[error(
        "the {words} words of the names are too alike: to find those that are spellings of each \
         other takes {candidates} comparisons, more than {limit}"
    )]
    WordsTooAlike { words: u64, candidates: u64, limit: u64 },
    #[error("{file}: no column {column:?} for field `{field}`; the header has {header}")]
    MissingColumn { file: String, column: String, field: &'static str, header: String },
    #[error("{register}: {reason}")]
    Container { register: String, reason: String },
    #[error("no record of this register in the files of {register}")]
    NotInFiles {
        /// Slug of the register to which the files belong.
        register: String,
    },
    #[error(
        "{file}: two columns {column:?} for field `{field}`; name one by its number, #{first} or #{second}"
    )]
    TwoColumns {
        file: String,
        column: String,
        field: &'static str,
        /// Number of the first such column, from 1.
        first: usize,
        second: usize,
    },
    #[error("{file}: no usable record ({rejected} rejected{first_reject})")]
    NoRecords {
        file: String,
        rejected: u64,
        /// Reason of the first reject; empty if there is none.
        first_reject: String,
    },
}

impl LoadError {
    /// Wraps an error of the operating system with the affected file or folder.
    #[must_use]
    pub(crate) fn io(file: impl Into<String>, source: io::Error) -> Self {
        Self::File(FileError::io(file, source))
    }
}
