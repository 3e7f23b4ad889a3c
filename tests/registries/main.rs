//! Reference registries: their data files counted in every form, and the answers about them.

mod answers;
mod descriptions;
mod folder;
mod forms;
mod naive;
mod process;
mod rounds;
mod samples;
#[path = "../support/mod.rs"]
mod support;
