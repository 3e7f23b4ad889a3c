//! Where a register's files lie, and the checked stream in which they are read.
//!
//! Knows nothing of what is in the files.

mod choose;
mod folder_date;
mod open;

pub use choose::{Choice, FileNames, choose};
pub use folder_date::FolderDate;
pub use open::{Allowance, CheckedText, ControlCharacters, Encoding, SourceFile, SourceReader};
