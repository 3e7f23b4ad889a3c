//! From a query name to the dictionary words it meets and the records that may answer.
//!
//! | module | what it holds |
//! |---|---|
//! | [`filter`] | which records may answer at all |
//! | [`form`] | a query name as words, with every dictionary word they meet |
//! | [`mod@gather`] | the two stages of api.md 4.1: records with every word, then widened |
//! | [`bits`] | a reusable set of records |
//!
//! Knows snapshots; knows nothing of scores.

pub mod bits;
pub mod filter;
pub mod form;
pub mod gather;

pub use bits::RecordSet;
pub use filter::{BoundFilter, Filter};
pub use form::{Hit, QueryForm, QueryWord, Unit, Weighing};
pub use gather::{Gathered, Stage, gather};
