#![no_main]
//! Files of payment messages, as `read_any` says, each within its bound.

#[path = "../../payments/tests/costs/messages.rs"]
mod messages;
#[path = "../../payments/tests/costs/support/mod.rs"]
mod support;

use messages::{BOUND, read_any};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, read_any));
