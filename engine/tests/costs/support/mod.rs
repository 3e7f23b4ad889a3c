//! What the tests share, as far as costs need it.
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

#[path = "../../support/costs.rs"]
pub mod costs;
#[path = "../../support/described_files.rs"]
pub mod described_files;
#[path = "../../support/mutated.rs"]
pub mod mutated;
#[path = "../../support/worlds.rs"]
pub mod worlds;
