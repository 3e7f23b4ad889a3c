#![no_main]
//! Descriptions of registers, as `read_described` says, each within its bound.

#[path = "../../snapshot-builder/tests/costs/descriptions.rs"]
mod descriptions;
#[path = "../../snapshot-builder/tests/costs/support/mod.rs"]
mod support;

use descriptions::{BOUND, read_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, read_described));
