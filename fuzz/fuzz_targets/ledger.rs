#![no_main]
//! Ledgers, as `open_described` says.

#[path = "../../snapshot-builder/tests/builder/described_ledger.rs"]
mod described_ledger;

libfuzzer_sys::fuzz_target!(|input: &[u8]| described_ledger::open_described(input));
