#![no_main]
//! Requests, as `answer_described` says.

mod support;

libfuzzer_sys::fuzz_target!(|input: &[u8]| support::described_request::answer_described(input));
