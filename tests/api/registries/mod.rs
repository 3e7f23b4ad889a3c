//! Reference registries: counts of data files of every form, and the answers about them.

mod answers;
mod descriptions;
mod forms;
mod naive;
mod rounds;
mod samples;
