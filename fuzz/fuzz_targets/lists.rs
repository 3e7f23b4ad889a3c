#![no_main]
//! Files of lists, as `read_described` says, each within its bound.

#[path = "../../snapshot-builder/tests/costs/lists.rs"]
mod lists;
#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../../snapshot-builder/tests/builder/reading/seeded.rs"]
mod seeded;
#[path = "../../snapshot-builder/tests/costs/support/mod.rs"]
mod support;

use lists::{BOUND, read_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, read_described));
