//! A query name, resolved once: its tokens, the dictionary terms that match them, and their weights.
//!
//! | module | what it holds |
//! |---|---|
//! | [`name`] | a query name, read before any snapshot is known |
//! | `expansion` | fuzzy expansion: the terms similar to a token |
//! | [`word_sets`] | sets of tokens by class |
//! | [`resolved`] | the tokens read as the name of one kind of party, with every matching term |
//! | [`written`] | the words as written, with the records that hold them |
//! | [`whole_names`] | names that are nearly the query as one string |
//! | [`resolve`] | a query name rewritten and resolved against a snapshot |
//! | [`cost`] | estimated cost of a query |
//!
//! Strings are folded and compared here, once a query; everything behind works on term ordinals.
//! Knows snapshots; knows nothing of candidates or scores.

pub mod cost;
mod expansion;
pub mod name;
pub mod resolve;
pub mod resolved;
pub mod whole_names;
pub mod word_sets;
pub mod written;

pub use cost::estimated_micros;
pub use name::{QueryName, SingleName};
pub use resolve::{ResolvedName, resolve_names, rewrite_names};
pub use resolved::{PairWeight, QuerySpan, QueryWord, ResolvedQuery, WordHit};
pub use whole_names::WholeMatch;
pub use word_sets::WordSets;
pub use written::{WrittenList, WrittenTokens};
