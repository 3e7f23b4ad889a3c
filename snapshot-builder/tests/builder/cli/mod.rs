//! The command line, run as a user runs it.

mod archiving;
mod building;
mod bulk;
mod checking;
mod diffing;
mod evaluating;
mod fetching;
mod keeping;
mod killing;
mod learning_signs;
mod ledger;
mod linking;
mod looking;
mod manual;
mod pinning;
mod refreshing;
mod reindexing;
mod server;
mod signing;
pub(crate) mod support;
mod usage;
mod versions;
