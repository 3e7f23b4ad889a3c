//! Errors of a run.

use std::io;

use crate::api::http::error::ApiError;
use tamis_ingest::FileError;

/// Reason why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// A file that cannot be read to its end.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("--earlier compares tables in files: give --output a name that ends in .csv")]
    NotATable,
    /// The output has the name of a spreadsheet that is not written.
    #[error("{output}: hits are written as xlsx, csv or ndjson")]
    SheetOutput { output: String },
    #[error("a workbook is written to a file; name it with --output")]
    WorkbookToStandardOutput,
    #[error("a match has no parameter {name:?}; it has {accepted}")]
    UnknownParameter { name: String, accepted: String },
    /// A parameter outside its rule.
    #[error(transparent)]
    Parameter(#[from] ApiError),
    #[error("{path}: {source}")]
    Write { path: String, source: io::Error },
    #[error(
        "{option} needs the lists in this process: screen against a folder of snapshots, without --server"
    )]
    OfServer { option: &'static str },
    #[error("{path}: the receipts cannot be continued: {reason}; start over with --restart")]
    Receipts { path: String, reason: String },
    #[error("{path}: {source}")]
    Read { path: String, source: io::Error },
    #[error(
        "{output} was started with other files or options: repeat that command to resume it, or start \
         over with --restart"
    )]
    OtherJob { output: String },
    #[error(
        "{output} was started against snapshot {began}, but {current} is current now: start over with \
         --restart, or screen the rest against the current one with --continue"
    )]
    OtherSnapshot { output: String, began: String, current: String },
    #[error("{address}: {reason}")]
    Server { address: String, reason: String },
    #[error(
        "no record can have changed after snapshot {version}, the current one; --since takes the \
         version of an earlier run"
    )]
    NothingSince { version: String },
    #[error("a customer or a message could not be screened because of a bug in this program")]
    Fault,
}
