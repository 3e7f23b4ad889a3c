//! Finds a register's files.
//!
//! Knows nothing of their content.
//!
//! | module | what it holds |
//! |---|---|
//! | `names` | the names of a register's files |
//! | `folder`, `folder_date` | contents of a folder; the date at the beginning of its name |
//! | `candidate` | a readable list |
//! | `choose` | the choice among the lists |

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
