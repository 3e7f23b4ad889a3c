#![no_main]
//! Snapshots with right checksums, as `open_patched` says, each within its bound.

#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../../engine/tests/engine/snapshot_file/draft.rs"]
mod draft;
#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../../engine/tests/engine/snapshot_file/patches.rs"]
mod patches;
#[path = "../../engine/tests/engine/snapshot_file/questions.rs"]
mod questions;
#[path = "../../engine/tests/costs/snapshots.rs"]
mod snapshots;
#[path = "../../engine/tests/costs/support/mod.rs"]
mod support;
#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../../engine/tests/engine/snapshot_file/world.rs"]
mod world;

use snapshots::{BOUND, open_patched};

libfuzzer_sys::fuzz_target!(
    // The engine catches what the crate of its dictionaries panics at; the hook of libfuzzer-sys
    // would end the program before that. A panic that nobody catches still does.
    init: std::panic::set_hook(Box::new(|_| ())),
    |input: &[u8]| BOUND.hold(input, open_patched)
);
