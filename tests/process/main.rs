//! The server as a process: its options, signals, connections and swaps, asked over sockets.

mod canary;
mod connections;
mod downloads;
mod falling_back;
mod manual;
mod rate_limit;
mod real_questions;
mod registries;
mod rescreening;
mod screening;
mod screening_by_server;
mod server_lifecycle;
#[path = "../support/mod.rs"]
mod support;
mod swap_under_load;
