//! The parts of the shared test support that costs need.
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

#[path = "../../support/bulk.rs"]
pub mod bulk;
#[path = "../../support/client.rs"]
pub mod client;
#[path = "../../../engine/tests/support/costs.rs"]
pub mod costs;
#[path = "../../../engine/tests/support/described_files.rs"]
pub mod described_files;
#[path = "../../support/documented.rs"]
pub mod documented;
#[path = "../../../engine/tests/support/mutated.rs"]
pub mod mutated;
#[path = "../../support/packed.rs"]
pub mod packed;
#[path = "../../support/registries.rs"]
pub mod registries;
#[path = "../../../engine/tests/support/worlds.rs"]
pub mod worlds;
