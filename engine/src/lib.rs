//! The engine of Tamis: names of persons, companies, vessels and aircraft against the records of
//! official lists. Knows no HTTP and no publisher's format.
//!
//! The builder writes a snapshot through it, the server answers from one through it. Each module
//! names only modules above it in this table; the `tests/documents/layers.rs` of the workspace fails
//! on an upward import.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of matching, search and look-up as a named constant | anything else |
//! | [`files`] | regular files opened without waiting, and read within a limit | what is in them |
//! | [`model`] | plain data: ids, records, registers, collections, partial dates, countries, IMO numbers | text, files |
//! | [`text`] | a raw name to normalised, classified words; how alike two words are | records, files |
//! | [`snapshot`] | the file: format, writer, mapped view, verification, the current version | queries |
//! | [`directory`] | records by register, country, programme, age and words; totals | queries |
//! | [`query`] | a query name read once: words, the dictionary words they meet, weights | scores |
//! | [`scoring`] | name alignment, features, bounds, the best k | how candidates were found |
//! | [`candidates`] | which records may answer; the walk over lists to the best of them | answers |
//! | [`matching`] | the use case: a match query to its ranked, explained answer | HTTP |
//! | [`batch`] | many queries: worked on all cores, answered in order, equal ones once | where they come from |
//! | [`json`] | values that write themselves as JSON without a copy | what is shown |
//! | [`csv`] | tables as CSV | what is shown |
//! | [`lookup`] | the use case: a record or a merged entity by its id | HTTP |
//! | [`search`] | the use case: records by words and filters, unscored; facets | HTTP |
//! | [`reconcile`] | the use case: spreadsheet cells to records, for reconciliation clients | HTTP |
//! | [`ftm`] | a record or a merged entity in the follow-the-money format | HTTP |
//!
//! Invariants that hold everywhere:
//!
//! - Whoever asks hands in the snapshot; nothing here can ask for "the current one".
//! - The answer of a match is what scoring every candidate would give, ties broken the same way.
//! - All unsafe code is in `snapshot/mapped.rs`.

pub mod batch;
pub mod candidates;
pub mod csv;
pub mod directory;
pub mod files;
pub mod ftm;
pub mod json;
pub mod limits;
pub mod lookup;
pub mod matching;
pub mod model;
pub mod query;
pub mod reconcile;
pub mod scoring;
pub mod search;
pub mod snapshot;
pub mod text;
