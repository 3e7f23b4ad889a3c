//! Why a register could not be loaded at all. A single bad row is a
//! [`Reject`](crate::report::Reject) instead.

use std::io;
use std::path::PathBuf;

use tamis_ingest::FileError;

/// A register that fails as a whole; the records of its last successful load stay (docs/design.md,
/// "Refresh").
///
/// `file` is the name relative to the folder of sources; `line` counts from 1, `byte` from 0, both
/// in the decompressed file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be opened or read to its end.
    #[error(transparent)]
    File(#[from] FileError),
    /// The register has no folder.
    #[error("{}: no such folder", path.display())]
    NoFolder {
        /// The folder that was looked for.
        path: PathBuf,
    },
    /// No folder holds the main file.
    #[error("{}: no folder dated on or before the requested date holds {main}; {seen}", path.display())]
    NoMainFile {
        /// Folder of the register.
        path: PathBuf,
        /// Main file by the description.
        main: String,
        /// What was there instead, in words.
        seen: String,
    },
    /// YAML that does not parse, or another document than expected.
    #[error("{file}: line {line}: {reason}")]
    BadYaml {
        /// Which file.
        file: String,
        /// Line of the fault.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// A list of more registers than [`crate::limits::FTM_DATASETS_MAX`].
    #[error("{file}: line {line}: more than {limit} data sets; the next is {dataset:?}")]
    TooManyDatasets {
        /// Which file.
        file: String,
        /// Line of a party of the data set that is one too many.
        line: u64,
        /// That data set, as slug.
        dataset: String,
        /// The limit.
        limit: usize,
    },
    /// More belongs to one entity than [`crate::limits::FTM_BUCKET_BYTES_MAX`].
    #[error("the data of entity {id:?} takes more than {limit} bytes")]
    EntityTooLarge {
        /// Its id.
        id: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// A join needs more room on disk than [`crate::limits::FTM_TEMPORARY_BYTES_MAX`].
    #[error("joining the entities of the list needs more than {limit} bytes of temporary files")]
    TemporaryTooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// A header without a column that the description maps.
    #[error("{file}: no column {column:?} for field `{field}`; the header has {header}")]
    MissingColumn {
        /// Which file.
        file: String,
        /// Header name in the description.
        column: String,
        /// Field it is mapped to.
        field: &'static str,
        /// Columns that are there.
        header: String,
    },
    /// A register that comes with the files of another one, which could not be read.
    #[error("{register}: {reason}")]
    Container {
        /// Slug of the other register.
        register: String,
        /// Why it could not be read.
        reason: String,
    },
    /// A register of which the files that should hold it have no record.
    #[error("no record of this register in the files of {register}")]
    NotInFiles {
        /// Slug of the register whose files they are.
        register: String,
    },
    /// A header with two columns of the name that the description maps.
    #[error(
        "{file}: two columns {column:?} for field `{field}`; name one by its number, #{first} or #{second}"
    )]
    TwoColumns {
        /// Which file.
        file: String,
        /// Header name in the description.
        column: String,
        /// Field it is mapped to.
        field: &'static str,
        /// Number of the first such column, from 1.
        first: usize,
        /// Number of the second.
        second: usize,
    },
    /// Not one usable record.
    #[error("{file}: no usable record ({rejected} rejected{first_reject})")]
    NoRecords {
        /// Main file.
        file: String,
        /// Rows or elements that were rejected.
        rejected: u64,
        /// The first of them, in words; empty when there is none.
        first_reject: String,
    },
}

impl LoadError {
    /// Wraps an error of the operating system with the file or folder it happened on.
    #[must_use]
    pub(crate) fn io(file: impl Into<String>, source: io::Error) -> Self {
        Self::File(FileError::io(file, source))
    }
}
