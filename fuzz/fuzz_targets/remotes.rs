#![no_main]
//! Contents of stores, as `pull_described` says, each within its bound.

#[path = "../../remote/tests/costs/remotes.rs"]
mod remotes;
#[path = "../../remote/tests/costs/support/mod.rs"]
mod support;

use remotes::{BOUND, pull_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, pull_described));
