//! Tests of the engine from outside: its answers, compared with oracles that examine every record, and
//! the snapshot file. No list is read here; the builder's tests use the same oracles over real lists.

mod engine_equals_oracle;
mod explaining;
mod search_equals_oracle;
mod snapshot_file;
#[path = "../support/mod.rs"]
mod support;
