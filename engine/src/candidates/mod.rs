//! From the words that a query meets to the best records: which may answer, and the walk over the
//! lists that finds the best of them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`filter`] | which records may answer at all |
//! | [`mod@gather`] | the two stages of docs/api.md, "Candidates": records with every word, then with any |
//! | [`walk`] | the walk over lists, given the bounds of scoring |
//! | `best` | the best of the candidates, through both stages |
//! | [`set`] | a reusable set of records or names |
//!
//! Knows snapshots, queries as they were read, and how a name is scored; does not know how an
//! answer looks.

mod best;
pub mod filter;
pub mod gather;
pub mod set;
pub mod walk;

pub use best::Best;
pub use filter::{BoundFilter, Filter};
pub use gather::{Gathered, Gathering, Stage};
pub use set::OrdinalSet;
pub use walk::{Scratch, Walk};
