//! Pruning: upper bounds of scores, for names that are not aligned yet.
//!
//! | module | what it holds |
//! |---|---|
//! | [`feature_bounds`] | upper bound of what birth date, country and type add |
//! | [`upper_bound`] | upper bound of a name's score, by the query words that it may match |
//! | [`threshold_cache`] | the same bound, remembered for the entries of a posting list |
//! | [`entry_table`] | the query words that the other words of a posting may match |
//!
//! Invariant: no bound is below the score of any name that it covers, so pruning loses nothing. Knows
//! resolved queries and the score; does not know which lists are traversed.

pub mod entry_table;
pub mod feature_bounds;
pub mod threshold_cache;
pub mod upper_bound;
