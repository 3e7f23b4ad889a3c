//! The ledger: the durable store of all records.
//!
//! Every version has two files that hold its records. The **ledger** (`ledger.tamis`) holds facts that
//! no source file can restore. These are all records as last loaded, active or retired, with id, dates
//! and merged entity, and the runs and daily changes of every register. The **index**
//! (`snapshot.tamis`) is the file that the server maps. A build and `snapshot-builder reindex` make it
//! from the ledger alone ([`write_index`]). It can be thrown away: its format may change with every
//! release. A build continues the ledger of the current version and never opens an index.
//!
//! | module | what it holds |
//! |---|---|
//! | [`error`] | errors of reading and writing ledgers |
//! | [`format`](mod@format) | the bytes around the blocks |
//! | [`entry`] | the lines |
//! | [`write`] | lines to a file |
//! | [`read`] | a file to lines, verified, a few blocks at a time |
//! | [`survey`] | one pass over all entries: order, hashes, ids, counts |
//! | [`index`] | a ledger to the index |
//!
//! ```text
//! header          frame, magic, ledger version, JSON (version, build time, builder, slugs), XXH3
//! blocks          JSON lines, about 256 KiB of one register, packed with zstd
//! table of blocks frame; for each block its place, length, number of lines, register, XXH3;
//!                 then the place of the table, the number of blocks, XXH3 of the table, end mark
//! ```
//!
//! - Lines are JSON with the keys of [`tamis_engine::model::Record`] and of [`entry`], readable by every
//!   later version and by people. Header and table are in frames that `zstd` skips, so that
//!   `zstd -dc ledger.tamis` gives all lines.
//! - Checksums cover every byte. All are verified when a ledger is opened, and again when a block is
//!   read; an error names file, block and register.
//! - Entries are sorted by register and reference. A refresh is one merge of them with the loaded
//!   records (see [`crate::history`]). In addition to these, it holds sixteen blocks in memory, and
//!   eight bytes per entry for the ids in use.
//! - [`LEDGER_VERSION`] is the ledger's own. A new fact of records does not raise it: old lines do not
//!   have it, and a program that does not know it refuses the line by name. Any other change of bytes
//!   or lines raises it. Every released version stays readable: the tests keep a file of each.
//! - An entry records the last builds that changed facts, and which facts they changed.
//! - A returning record keeps its id and first_seen. Retired entries stay for ever.

pub mod entry;
pub mod error;
pub mod format;
pub mod index;
pub mod read;
pub mod survey;
pub mod write;

pub use error::LedgerError;
pub use format::{Head, Holds};
pub use index::{IndexError, write_index};
pub use read::Ledger;
pub use survey::{Counts, Survey};
pub use write::LedgerWriter;

/// Version of ledgers that this program writes; it reads all versions from 1 to this one.
pub const LEDGER_VERSION: u32 = 1;
/// Name of the ledger in a version's folder.
pub const LEDGER_FILE: &str = "ledger.tamis";
