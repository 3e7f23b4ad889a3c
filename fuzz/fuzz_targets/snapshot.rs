#![no_main]
//! Snapshots with right checksums, as `open_patched` says.

#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../../engine/tests/engine/snapshot_file/draft.rs"]
mod draft;
#[path = "../../engine/tests/engine/snapshot_file/patches.rs"]
mod patches;
#[path = "../../engine/tests/engine/snapshot_file/questions.rs"]
mod questions;
mod support;
#[path = "../../engine/tests/engine/snapshot_file/world.rs"]
mod world;

libfuzzer_sys::fuzz_target!(|input: &[u8]| patches::open_patched(input));
