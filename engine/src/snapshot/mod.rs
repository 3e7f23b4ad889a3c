//! The snapshot: one immutable file that holds everything the server answers from.
//!
//! | module | what it holds |
//! |---|---|
//! | `error` | what is wrong with a file: [`SnapshotError`] |
//! | [`format`](mod@format) | header, section table, the list of sections |
//! | [`rows`] | fixed-width rows of the hot sections |
//! | `runs` | the words of a name |
//! | [`impact`] | entries of impact lists |
//! | [`entry_words`], [`entry_facts`] | what entries tell of a name's other words, and of its record |
//! | [`pairs`] | lists of names by two of their words |
//! | [`close_lists`] | lists of names by rare words close to a frequent one |
//! | `record_detail` | what is only shown of a record |
//! | [`details`] | archived types of the set as a whole |
//! | [`totals`] | totals that answers show, archived |
//! | `lists` | lists of ordinals by a key |
//! | [`dictionary`], `hash_index`, `forms`, `spelling`, `spelling_cache` | look-ups: words, names, close spellings |
//! | `write` | records to a file |
//! | `mapped`, `sections`, `verify`, `file` | a file to a checked [`Snapshot`] |
//! | [`index`], [`browse`], `record`, [`values`] | borrowed views: what matching and browsing read, what a record shows |
//! | [`checksum`] | SHA-256 of files |
//! | `store`, `last_refresh` | versions in a folder, which one is current, and what the last refresh came to |
//! | `lock`, `held` | one program at a time makes and removes versions |
//! | `pin` | which version stays current while new ones are made |
//!
//! Knows the text layer (the builder and a query must agree on words) and nothing of queries.
//! Opening reads the whole file once to check its bounds, and holds nothing in proportion to its
//! records.

pub mod browse;
pub mod checksum;
pub mod close_lists;
pub mod details;
pub mod dictionary;
pub mod entry_facts;
pub mod entry_words;
pub mod format;
pub mod impact;
pub mod index;
pub mod pairs;
pub mod rows;
pub mod totals;
pub mod values;

mod error;
mod file;
mod forms;
mod hash_index;
mod held;
mod last_refresh;
mod lists;
mod lock;
mod mapped;
mod pin;
mod record;
mod record_detail;
mod runs;
mod sections;
mod spelling;
mod spelling_cache;
mod store;
mod verify;
mod write;

pub use crate::model::is_version;
pub use browse::BrowseView;
pub use error::SnapshotError;
pub use file::{Retired, Snapshot};
pub use held::{HeldStore, bytes_below};
pub use index::IndexView;
pub use last_refresh::{LastRefresh, RefreshOutcome};
pub use lists::{Lists, gallop};
pub use lock::Lock;
pub use mapped::Loading;
pub use pin::{PINNED, Pin};
pub use record::RecordView;
pub use runs::{JoinedWord, Run};
pub use spelling::{
    BOTH_JOINED, CUT, ESTABLISHED_LEAST, POOLED_LEAST, SAME_JOINED, established_from,
    joined_similarity,
};
pub use store::{
    Absence, CURRENT, FileEntry, MANIFEST, Manifest, SnapshotStore, StagedVersion, old_versions,
    read_current,
};
pub use write::{ActiveRecord, SnapshotInput, WordComparisons, write_snapshot};

/// What finds a record again from build to build: XXH3 of its register's slug and its reference.
#[must_use]
pub fn record_key(slug: &str, reference: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&[slug.as_bytes(), &[0], reference.as_bytes()].concat())
}
