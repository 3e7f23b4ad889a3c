//! Where a register's files lie.
//!
//! Knows nothing of what is in the files.
//!
//! | module | what it holds |
//! |---|---|
//! | `names` | the names of a register's files |
//! | `folder`, `folder_date` | what lies in a folder; the date with which its name begins |
//! | `candidate` | a list that could be read |
//! | `choose` | which one is read |

mod candidate;
mod choose;
mod folder;
mod folder_date;
mod names;

pub use choose::{Choice, all_choices, choice_of_file, choose};
pub use folder_date::FolderDate;
pub use names::{FETCH_FILE, FETCHED_AT_FILE, FileNames};
pub use tamis_ingest::SourceFile;
pub use tamis_ingest::text::Encoding;
