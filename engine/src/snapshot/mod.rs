//! The snapshot: one immutable file that holds everything the server answers from.
//!
//! | module | what it holds |
//! |---|---|
//! | `error` | faults of a file: [`SnapshotError`] |
//! | [`format`](mod@format) | header, section table, the list of sections |
//! | [`rows`] | fixed-width rows of the hot sections |
//! | `runs` | the terms of a name, in order |
//! | [`impact`] | postings of impact-ordered lists |
//! | [`entry_words`], [`entry_facts`] | a posting's encoding of its name's other words, and of its record's facts |
//! | [`pairs`] | term-pair postings: names by two frequent terms |
//! | [`fuzzy_postings`] | names by the rare neighbours of a frequent term |
//! | `record_detail` | facts of a record that are shown and never matched |
//! | [`details`] | archived facts of the whole set |
//! | [`totals`] | archived totals, as answers show them |
//! | `lists` | lists of ordinals by a key |
//! | [`intersection`] | what posting lists have in common |
//! | `write` | records to a file |
//! | `mapped`, `sections`, `verify`, `file` | a file to a checked [`Snapshot`] |
//! | [`index`], [`browse`], `record`, [`values`] | borrowed views, for matching, for browsing, and of one record |
//! | `identifiers` | records by identifier |
//!
//! Knows text and lexicon, which builder and queries share; knows nothing of queries.
//! Opening reads the whole file once to check its bounds, and keeps nothing in proportion to its
//! records.

pub mod browse;
pub mod details;
pub mod entry_facts;
pub mod entry_words;
pub mod format;
pub mod fuzzy_postings;
pub mod impact;
pub mod index;
pub mod intersection;
pub mod pairs;
pub mod rows;
pub mod totals;
pub mod values;

mod error;
mod file;
mod identifiers;
mod lists;
mod mapped;
mod record;
mod record_detail;
mod runs;
mod sections;
mod verify;
mod write;

pub use browse::BrowseView;
pub use error::SnapshotError;
pub use file::{Retired, Snapshot};
pub use identifiers::IdentifierMatch;
pub use index::IndexView;
pub use lists::{Lists, gallop};
pub use mapped::Loading;
pub use record::RecordView;
pub use runs::{CompoundWord, Run};
pub use write::{ActiveRecord, SnapshotInput, WordComparisons, write_snapshot};

/// Identifies a record across builds: XXH3 of its register's slug and its reference.
#[must_use]
pub fn record_key(slug: &str, reference: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&[slug.as_bytes(), &[0], reference.as_bytes()].concat())
}
