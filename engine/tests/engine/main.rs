//! The engine from outside: what it answers, held to oracles that look at everything, and the
//! snapshot file that it answers from. No list is read here; the builder's tests hold it to the
//! same oracles over real ones.

mod engine_equals_oracle;
mod explaining;
mod search_equals_oracle;
mod snapshot_file;
#[path = "../support/mod.rs"]
mod support;
