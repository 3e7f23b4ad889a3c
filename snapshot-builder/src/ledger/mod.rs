//! The ledger: what must never be lost.
//!
//! Every version has two files that hold its records. The **ledger** (`ledger.tamis`) holds what no
//! source file gives back: every record as last loaded, active or retired, with its id, its dates
//! and its merged entity, and the runs and daily changes of every register. The **index**
//! (`snapshot.tamis`) is what the server maps. It is made from the ledger alone ([`write_index`]), by
//! a build and by `snapshot-builder reindex` alike, and can be thrown away: its format may change
//! with every release. A build continues the ledger of the current version and never opens an index.
//!
//! | module | what it holds |
//! |---|---|
//! | [`error`] | why a ledger cannot be read or written |
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
//! - Lines are JSON with the keys of [`tamis_engine::model::Record`] and of [`entry`], so that every
//!   later version can read them, and a person too: header and table stand in frames that `zstd`
//!   skips, and `zstd -dc ledger.tamis` gives all lines.
//! - No byte is outside a checksum. All are verified when a ledger is opened and again when a block
//!   is read; an error names file, block and register.
//! - Entries are sorted by register and reference. A refresh is one merge of them with the loaded
//!   records (see [`crate::history`]): beside the loaded records it holds sixteen blocks in memory,
//!   and eight bytes per entry for the ids that are taken.
//! - [`LEDGER_VERSION`] is the ledger's own. A fact that is added to records does not raise it: old
//!   lines do not have it, and a program that does not know it refuses the line by name. It is
//!   raised when bytes or lines change in another way, and every version ever released stays readable:
//!   the tests keep a file of each.
//! - An entry says in which of the last builds which of its facts differed.
//! - A retired record that comes back keeps id and first_seen. Retired entries stay for ever.

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

/// The version of ledgers that this program writes; it reads all from 1 to this one.
pub const LEDGER_VERSION: u32 = 1;
/// Name of the ledger in a version's folder.
pub const LEDGER_FILE: &str = "ledger.tamis";
