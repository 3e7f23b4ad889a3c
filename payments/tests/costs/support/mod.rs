//! The support of other tests that measurements of costs need.
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

#[path = "../../../../engine/tests/support/costs.rs"]
pub mod costs;
#[path = "../../../../engine/tests/support/mutated.rs"]
pub mod mutated;
