//! Measures the server over HTTP: single queries on one connection, batches of 20 on many, and requests
//! at a fixed rate.
//!
//! Starts the real server on a free port; the load comes from this process, on the same cores.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench http`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use process::Server;
use support::load::{
    BATCH, CONNECTIONS, DURATION, Measured, OPEN_LOAD, closed, open, singles_and_batches,
};

/// Queries of each class, when they are generated.
const EACH: usize = 2000;

fn main() {
    let [singles, batches] = singles_and_batches(EACH);
    let server = Server::ready(&support::snapshots_folder(), &[]);
    let ask = |load: &str, requests: &[Vec<u8>], connections: usize, queries: usize| {
        let measured = closed(server.address, requests, connections);
        measured.print(load, queries);
        measured.rate
    };
    Measured::print_head();
    ask("single, 1 connection", &singles, 1, 1);
    let most = ask("single, 8 connections", &singles, CONNECTIONS, 1);
    ask("batches of 20, 1 connection", &batches, 1, BATCH);
    ask("batches of 20, 8 connections", &batches, CONNECTIONS, BATCH);
    open(server.address, &singles, most * OPEN_LOAD, DURATION)
        .print("single, open, 70 % of the most", 1);
}
