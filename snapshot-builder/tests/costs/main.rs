//! Arbitrary inputs of the builder: none ends in a fault or costs more than its bound, which is in
//! proportion to its bytes. Alone in its program, since what is counted is what all of it allocates.

mod descriptions;
mod ledgers;
mod links;
mod lists;
#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../builder/reading/seeded.rs"]
mod seeded;
mod support;
