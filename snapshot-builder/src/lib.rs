//! The offline builder: makes a snapshot from official lists. The terms are those of docs/glossary.md.
//!
//! ```text
//! folder of sources ─► plan ─► load (sources ─► readers) ─► attempts ─► history ─► ledger ─► index ─► bulk
//!                                                 previous ledger ─┘  links ─┘        └─► publish ─► snapshots/<version>/
//! ```
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of reading lists and building as a named constant | anything else |
//! | [`error`], [`report`], [`progress`] | failures of a load or a command, reports of loads, progress | formats |
//! | [`unfinished`] | unpublished work of a build, for the thread that interrupts it | anything else |
//! | [`countries`] | names of countries to codes | files |
//! | [`sources`] | choice of a register's folder; the checked, unpacked stream of a file | contents of files |
//! | [`readers`] | one folder per publisher: bytes to records | folders, descriptions |
//! | [`registers`] | descriptions of registers, shipped and the user's own | records |
//! | [`sample`] | synthetic registers of any size | readers |
//! | `word_budget` | limit on the comparisons between the words of a source | sources |
//! | [`load`] | a description to records and a report | snapshots |
//! | [`mod@plan`] | choice of the registers that a build loads | their content |
//! | [`ledger`] | the durable file of all records: lines to blocks and back, and to an index | lists |
//! | [`links`] | records of one party to merged entities with stable UUIDs | lists |
//! | [`history`] | loaded records and the previous ledger to the next one | sources |
//! | [`mod@attempts`] | loads of files to the registers that they hold | snapshots |
//! | [`bulk`] | the downloadable files of every collection | lists |
//! | [`signing`] | keys that sign versions | lists |
//! | [`publish`] | the folder of snapshots: lock, write, checksums, current version | lists |
//! | [`receipts`] | the versions that receipts name | versions |
//! | [`mod@fetch`] | the use case: downloads lists from their publishers into the folder of sources | snapshots |
//! | [`mod@check`] | the use case: reads one file and reports about it | snapshots |
//! | [`page`] | the use case: a page about all known registers | snapshots |
//! | [`mod@build`] | the use case: sources to a published version | the command line |
//! | [`archive`] | the use case: versions that receipts name, retained and restored | the command line |
//! | [`mod@refresh`] | the use case: fetch, then build | the command line |
//! | [`signs`] | the use case: learns a grapheme-to-letters table from words in two scripts | lists |
//! | [`mod@evaluate`] | the use case: measures matching on labelled names | the command line |
//! | [`mod@diff`] | the use case: differences between two ledgers | sources |
//!
//! A module names only modules above it in this table; the `tests/documents/layers.rs` of the
//! workspace fails on an upward import. The command line is `main.rs` and `cli/`, one file per
//! subcommand. Code that only one subcommand uses on existing versions (`prune`, `reindex`,
//! `rollback`, `verify`) is in the file of that subcommand.
//!
//! A bad row is rejected, counted and listed; a damaged file fails its own register only.

pub mod archive;
pub mod attempts;
pub mod build;
pub mod bulk;
pub mod check;
pub mod countries;
pub mod diff;
pub mod error;
pub mod evaluate;
pub mod fetch;
pub mod history;
pub mod ledger;
pub mod limits;
pub mod links;
pub mod load;
pub mod page;
pub mod plan;
pub mod progress;
pub mod publish;
pub mod readers;
pub mod receipts;
pub mod refresh;
pub mod registers;
pub mod report;
pub mod sample;
pub mod signing;
pub mod signs;
pub mod sources;
pub mod unfinished;
mod word_budget;

pub use build::{BuildOptions, build};
pub use check::{CheckOptions, check};
pub use diff::diff;
pub use error::{LoadError, Refused};
pub use load::{LoadOptions, Loaded, load_register};
pub use plan::{Plan, plan};
pub use progress::Progress;
pub use registers::{Description, DescriptionError, Descriptions};
pub use report::{BuildReport, Changes, RegisterReport, Reject, render_summary};
