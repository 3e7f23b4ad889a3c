#![no_main]
//! Files of customers, as `screen_described` says, each within its bound.

#[path = "../../tests/costs/customers.rs"]
mod customers;
#[path = "../../tests/costs/support/mod.rs"]
mod support;

use customers::{BOUND, screen_described};

libfuzzer_sys::fuzz_target!(|input: &[u8]| BOUND.hold(input, screen_described));
