//! The builder: from the files of a list to records and a report, from folders of lists to
//! snapshots, and the real lists and invented ones, also as the engine answers from them.

mod changes;
mod cli;
mod reading;
mod real;
mod sampled;
#[path = "../support/mod.rs"]
mod support;
mod words_too_alike;
