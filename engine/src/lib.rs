//! The engine of Tamis: matches names of persons, companies, vessels and aircraft against the records
//! of official lists. Knows no HTTP and no publisher's format.
//!
//! The builder writes a snapshot through it, the server answers from one through it. Each module
//! names only modules above it in this table; `tests/documents/layers.rs` of the workspace fails on
//! an upward import. The terms are those of docs/glossary.md.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of matching, search and look-up as a named constant | anything else |
//! | [`files`] | regular files, opened without waiting and read within a limit | their contents |
//! | [`model`] | plain data: ids, records, registers, collections, partial dates, countries, IMO numbers | text, files |
//! | [`text`] | a raw name to normalised, classified tokens; similarity of two tokens | records, files |
//! | [`lexicon`] | terms, prepared for comparison; fuzzy expansion of a token | records, files |
//! | [`snapshot`] | the index file: format, writer, mapped view, verification | queries, folders |
//! | [`store`] | versions in a folder, the current one, the lock | contents of a snapshot |
//! | [`directory`] | records by register, country, programme, age and words; totals | queries |
//! | [`rewrite`] | further readings of a query text: aliases, free text, segmentation, ... | scores |
//! | [`query`] | a query name, resolved once: tokens, matched terms, weights | scores |
//! | [`scoring`] | name alignment, features, penalties, the top k | candidates |
//! | [`pruning`] | upper bounds of scores, for names that are not aligned yet | candidates |
//! | [`candidates`] | candidate generation; the traversal of posting lists to the top k | answers |
//! | [`matching`] | use case: a match query to its ranked, explained answer | HTTP |
//! | [`batch`] | many queries: matched on all cores, answered in order, equal ones once | their source |
//! | [`json`] | values that write themselves as JSON without a copy | their meaning |
//! | [`csv`] | tables as CSV | their meaning |
//! | [`lookup`] | use case: a record or a merged entity by its id | HTTP |
//! | [`search`] | use case: records by words and filters, unscored; facets | HTTP |
//! | [`reconcile`] | use case: spreadsheet cells to records, for reconciliation clients | HTTP |
//! | [`ftm`] | a record or a merged entity in the follow-the-money format | HTTP |
//!
//! Invariants that hold everywhere:
//!
//! - The caller passes the snapshot; nothing here can ask for the current one.
//! - The answer of a match is what scoring every candidate would give, with ties broken the same way.
//! - All unsafe code is in `snapshot/mapped.rs`.

pub mod batch;
pub mod candidates;
pub mod csv;
pub mod directory;
pub mod files;
pub mod ftm;
pub mod json;
pub mod lexicon;
pub mod limits;
pub mod lookup;
pub mod matching;
pub mod model;
pub mod pruning;
pub mod query;
pub mod reconcile;
pub mod rewrite;
pub mod scoring;
pub mod search;
pub mod snapshot;
pub mod store;
pub mod text;
