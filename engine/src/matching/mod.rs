//! Matching: a query to the closest records, each with a score and its reasons (api.md 4.1).
//!
//! | module | what it holds |
//! |---|---|
//! | [`query`] | what is asked |
//! | [`engine`] | the walk over impact lists that finds the best records exactly |
//! | [`explain`] | features of a result in words |
//!
//! Knows snapshots, candidates and scoring; knows no HTTP.

pub mod engine;
pub mod explain;
pub mod query;

pub use engine::{MatchAnswer, answer};
pub use explain::{Feature, FeatureKind, Hit};
pub use query::{Algorithm, MatchQuery, MatchSettings};

pub use crate::candidates::{BoundFilter, Filter};
pub use crate::scoring::constants::{Constant, constants};
