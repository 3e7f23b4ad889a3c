#![no_main]
//! Ledgers, as `open_described` says, each within its bound.

#[path = "../../snapshot-builder/tests/costs/ledgers.rs"]
mod ledgers;
#[path = "../../snapshot-builder/tests/costs/support/mod.rs"]
mod support;

use ledgers::{BOUND, open_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, open_described));
