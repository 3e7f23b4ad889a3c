//! The server as a process: its options, signals, connections and swaps, tested over sockets.

mod access;
mod canary;
mod clearing;
mod configuration;
mod connections;
mod downloads;
mod falling_back;
mod faults;
mod filtering;
mod http_2;
mod manual;
mod payment_clients;
mod rate_limit;
mod real_questions;
mod receipt_log;
mod registries;
mod replaying;
mod rescreening;
mod restoring;
mod screening;
mod screening_by_server;
mod server_lifecycle;
mod signatures;
#[cfg(feature = "object-store")]
mod source;
mod spreadsheets;
#[path = "../support/mod.rs"]
mod support;
mod swap_under_load;
