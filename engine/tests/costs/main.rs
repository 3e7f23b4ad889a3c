//! Arbitrary inputs of the engine: none ends in a fault or costs more than its bound, which is in
//! proportion to its bytes. Alone in its program, since what is counted is what all of it allocates.

#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../engine/snapshot_file/draft.rs"]
mod draft;
#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../engine/snapshot_file/patches.rs"]
mod patches;
#[path = "../engine/snapshot_file/questions.rs"]
mod questions;
mod snapshots;
mod stores;
mod support;
#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../engine/snapshot_file/world.rs"]
mod world;
