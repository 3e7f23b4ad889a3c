//! Batches of queries: parallel work on all cores with results in order, and a cache of answers to
//! repeated queries.
//!
//! | module | what it holds |
//! |---|---|
//! | `in_order` | pieces read, worked and passed on in their order, with bounded memory |
//! | `remembered` | a cache of recent answers |

mod in_order;
mod remembered;

pub use in_order::{Ahead, Fault, in_order};
pub use remembered::{Remembered, Weighed};
