//! The lexicon: the terms of all names, and fuzzy expansion over them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rows`] | fixed-width rows of terms, prepared forms and neighbours |
//! | [`dictionary`] | FST from a text to its ordinal |
//! | `buckets` | entries in buckets by a hash |
//! | `text_index` | ordinals by a hash of their text |
//! | [`hash_index`] | blocking keys to terms |
//! | [`stored_forms`] | terms prepared for comparison, as stored |
//! | [`fuzzy_expander`] | the terms similar to a token, through the blocking keys |
//! | [`partition`] | names by parts of their letters, for names as one string |
//! | [`expansion_cache`] | expansions of unknown tokens, remembered across queries |
//!
//! Knows the text layer; knows neither records nor files. The builder expands each term, a query
//! each unknown token, by the same code.

pub(crate) mod buckets;
pub mod dictionary;
pub mod expansion_cache;
pub mod fuzzy_expander;
pub mod hash_index;
pub mod partition;
pub mod rows;
pub mod stored_forms;
pub(crate) mod text_index;

pub use fuzzy_expander::{
    CUT, ESTABLISHED_LEAST, POOLED_LEAST, SAME_COMPOUND, compound_similarity, established_from,
};
