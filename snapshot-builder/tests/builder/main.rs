//! The builder: from the files of a list to records and a report, from folders of lists to
//! snapshots, and the real lists, also as the engine answers from them.

mod cli;
mod reading;
mod real;
#[path = "../support/mod.rs"]
mod support;
