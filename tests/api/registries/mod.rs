//! Reference registries: their data files counted in every form, and the answers about them.

mod answers;
mod descriptions;
mod forms;
mod naive;
mod rounds;
mod samples;
