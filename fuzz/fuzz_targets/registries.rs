#![no_main]
//! Folders of registries, as `count_described` says, each within its bound.

#[path = "../../tests/costs/registries.rs"]
mod registries;
#[path = "../../tests/costs/support/mod.rs"]
mod support;

use registries::{BOUND, count_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, count_described));
