//! Where a register's files lie.
//!
//! Knows nothing of what is in the files.

mod candidate;
mod choose;
mod folder;
mod folder_date;
mod names;

pub use choose::{Choice, all_choices, choice_of_file, choose};
pub use folder_date::FolderDate;
pub use names::FileNames;
pub use tamis_ingest::SourceFile;
pub use tamis_ingest::text::Encoding;
