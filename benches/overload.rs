//! What do clients get of a server that is asked ten times what it can answer?
//!
//! Saturation is a closed loop on as many connections; then requests come at ten times that rate, of
//! which some are turned away, and then one connection asks alone again. Starts the real server on a
//! free port and the first core; the load comes from this process, on the second one: on the same, it
//! would be the load that the server waits for.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench overload`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use process::Server;
use rustix::thread::{CpuSet, sched_setaffinity};
use support::load::{BATCH, Measured, closed, overload, singles_and_batches};

/// Queries of each class, where they are our own.
const EACH: usize = 2000;
/// Connections that ask all the time and are all answered.
const SATURATING: usize = 64;
/// Connections, all of one client.
const CONNECTIONS: [usize; 2] = [96, 256];
/// How many times what the server can answer.
const OVERLOAD: f64 = 10.0;

fn main() {
    let [singles, batches] = singles_and_batches(EACH);
    stay_on(0);
    let server = Server::ready(&support::snapshots_folder(), &[]);
    stay_on(1);
    Measured::print_head();
    for connections in CONNECTIONS {
        for (what, requests, queries) in [("single", &singles, 1), ("of 20", &batches, BATCH)] {
            let most = closed(server.address, &singles, SATURATING);
            most.print(&format!("single, saturated, {SATURATING} connections"), 1);
            let rate = OVERLOAD * most.rate / queries as f64;
            let found = overload(server.address, requests, rate, connections);
            found.answered.print(&format!("{what}, {connections}, answered"), queries);
            found.shed.print(&format!("{what}, {connections}, turned away"), queries);
            closed(server.address, &singles, 1).print("single, 1 connection, after it", 1);
        }
    }
}

/// Keeps this thread, and what it starts from now on, on one core.
fn stay_on(core: usize) {
    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(None, &cores).expect("a machine of two cores");
}
