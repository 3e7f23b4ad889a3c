//! The use case: records for the cell of a table, and the facts of a record for further columns
//! (docs/api.md, "Reconciliation", Reconciliation API 0.2).
//!
//! | module | what it holds |
//! |---|---|
//! | `candidates` | the candidates of a query, and whether the first is a certain match |
//! | `suggest` | records for a text that is being typed |
//! | [`property`] | the properties that a table can be compared with or extended by |
//!
//! Knows matching and search; knows no HTTP and no JSON.

mod candidates;
pub mod property;
mod suggest;

pub use candidates::{Candidate, ReconcileQuery, candidates, estimated_micros};
pub use suggest::{Suggestions, suggest};
