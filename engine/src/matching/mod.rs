//! Matching: a query to the closest records, each with a score and its reasons (docs/api.md, "Match").
//!
//! | module | what it holds |
//! |---|---|
//! | [`query`] | the query and its settings |
//! | [`explain`] | features of a result in words |
//! | [`answer`](mod@answer) | the steps from a query to its answer |
//! | `constants` | the constants that move a score, as shown |
//! | `mistyped` | IMO numbers with a wrong check digit, and those that may be meant |
//!
//! Only composes: [`crate::query`] resolves names, [`crate::candidates`] finds records,
//! [`crate::scoring`] scores them. Knows no HTTP.

pub mod answer;
mod constants;
pub mod explain;
mod mistyped;
pub mod query;

pub(crate) use answer::answer_as;
pub use answer::{MatchAnswer, answer, of_record};
pub use constants::{Constant, constants};
pub use explain::{AlignedPair, Alignment, Explain, Feature, FeatureKind, Hit, How};
pub use mistyped::MistypedImo;
pub use query::{Algorithm, MatchQuery, MatchSettings};

pub use crate::candidates::{BoundFilter, Filter};
pub use crate::query::{QueryName, estimated_micros};
pub use crate::rewrite::Reason;
pub use crate::scoring::party::Grouping;
pub use crate::scoring::penalty::{Penalties, Penalty};
