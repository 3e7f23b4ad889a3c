//! The command line, run as a user runs it.

mod building;
mod checking;
mod looking;
mod support;
mod usage;
