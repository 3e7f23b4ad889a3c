//! The command line, run as a user runs it.

mod building;
mod looking;
mod support;
mod usage;
