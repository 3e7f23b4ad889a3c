//! Where a register's files lie, and the checked stream in which they are read.
//!
//! Knows nothing of what is in the files.

mod candidate;
mod choose;
mod folder;
mod folder_date;
mod names;
mod open;

pub use choose::{Choice, all_choices, choice_of_file, choose};
pub use folder_date::FolderDate;
pub use names::FileNames;
pub use open::{Allowance, CheckedText, ControlCharacters, Encoding, SourceFile, SourceReader};
