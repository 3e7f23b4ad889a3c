#![no_main]
//! Decisions of reviewers, as `read_decisions` says, each within its bound.

#[path = "../../snapshot-builder/tests/costs/links.rs"]
mod links;
#[path = "../../snapshot-builder/tests/costs/support/mod.rs"]
mod support;

use links::{BOUND, read_decisions};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, read_decisions));
