#![no_main]
//! The readers of lists, as `read_described` says.

#[allow(dead_code, reason = "shared with tests that use more")]
#[path = "../../snapshot-builder/tests/builder/reading/seeded.rs"]
mod seeded;

libfuzzer_sys::fuzz_target!(|input: &[u8]| seeded::read_described(input));
