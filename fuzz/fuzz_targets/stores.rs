#![no_main]
//! Folders of versions, as `open_described` says, each within its bound.

#[path = "../../engine/tests/costs/stores.rs"]
mod stores;
#[path = "../../engine/tests/costs/support/mod.rs"]
mod support;

use stores::{BOUND, open_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, open_described));
