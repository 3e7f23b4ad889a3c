//! The use case: what stands in a cell of a table to the records that it may mean, and the facts
//! of a record for further columns (docs/api.md, "Reconciliation", Reconciliation API 0.2).
//!
//! | module | what it holds |
//! |---|---|
//! | `candidates` | a query to its candidates, and whether the first is a certain match |
//! | `suggest` | what someone is typing to records |
//! | [`property`] | the properties that a table can be compared with or extended by |
//!
//! Knows matching and search; knows no HTTP and no JSON.

mod candidates;
pub mod property;
mod suggest;

pub use candidates::{Candidate, ReconcileQuery, candidates, estimated_micros};
pub use suggest::{Suggestions, suggest};
