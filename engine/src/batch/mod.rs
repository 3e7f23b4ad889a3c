//! Many queries at once: pieces of work on all cores, what comes of them in order, and the answers to
//! queries that come again.
//!
//! | module | what it holds |
//! |---|---|
//! | `in_order` | pieces read, worked and handed on in their order, with bounded memory |
//! | `remembered` | answers that were given lately |

mod in_order;
mod remembered;

pub use in_order::{Ahead, Fault, in_order};
pub use remembered::{Remembered, Weighed};
