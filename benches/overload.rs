//! What do clients get of a server that is asked ten times what it can answer?
//!
//! Saturation is a closed loop on as many connections; then requests come at ten times that rate, of
//! which some are turned away, and then one connection asks alone again. Starts the real server on a
//! free port; the load comes from this process, on the same cores.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench overload`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use process::Server;
use support::load::{self, BATCH, Measured, closed, overload, singles_and_batches};

/// Queries of each class, where they are our own.
const EACH: usize = 2000;
/// Connections, all of one client.
const CONNECTIONS: [usize; 2] = [64, 256];
/// How many times what the server can answer.
const OVERLOAD: f64 = 10.0;

fn main() {
    let [singles, batches] = singles_and_batches(EACH);
    let server = Server::ready(&support::snapshots_folder(), &[]);
    Measured::print_head();
    for connections in CONNECTIONS {
        for (what, requests, queries) in [("single", &singles, 1), ("of 20", &batches, BATCH)] {
            let most = closed(server.address, &singles, load::CONNECTIONS);
            most.print("single, saturated, 8 connections", 1);
            let rate = OVERLOAD * most.rate / queries as f64;
            let found = overload(server.address, requests, rate, connections);
            found.answered.print(&format!("{what}, {connections}, answered"), queries);
            found.shed.print(&format!("{what}, {connections}, turned away"), queries);
            closed(server.address, &singles, 1).print("single, 1 connection, after it", 1);
        }
    }
}
