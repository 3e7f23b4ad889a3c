#![no_main]
//! Requests, as `answer_described` says, each within its bound.

#[path = "../../tests/costs/requests.rs"]
mod requests;
#[path = "../../tests/costs/support/mod.rs"]
mod support;

use requests::{BOUND, answer_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, answer_described));
