//! Candidates: which records may answer a query, and the traversal that finds the top k of them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`filter`] | the filters of a request, resolved against a snapshot |
//! | [`set`] | a reusable set of ordinals |
//! | [`generate`] | candidate generation: a conjunctive stage (every word), then a disjunctive one (any word) |
//! | [`traversal`] | posting lists in impact order, pruned by upper bounds |
//! | `best` | the top k through both stages |
//!
//! Knows snapshots, resolved queries and scores; does not know what an answer looks like.

mod best;
pub mod filter;
pub mod generate;
pub mod set;
pub mod traversal;

pub use best::Best;
pub use filter::{BoundFilter, Filter};
pub use generate::{CandidateGenerator, Generated, Stage};
pub use set::OrdinalSet;
pub use traversal::{Scratch, Traversal};
