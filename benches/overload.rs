//! Measures the answers of a server under ten times the load that it can answer.
//!
//! Saturation is a closed loop on as many connections. Then requests come at ten times that rate, some
//! of which are shed, and at last one connection sends requests alone again. Starts the real server on
//! a free port and the first core. The load comes from this process, on the second core: on the same
//! core, the server would wait for the load.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench overload`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use process::Server;
use rustix::thread::{CpuSet, sched_setaffinity};
use support::load::{BATCH, Measured, closed, overload, singles_and_batches};

/// Queries of each class, when they are generated.
const EACH: usize = 2000;
/// Connections of the closed loop, all of which are answered.
const SATURATING: usize = 64;
/// Connections of the overload, all of one client.
const CONNECTIONS: [usize; 2] = [96, 256];
/// Rate of the overload, as a multiple of the saturation rate.
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

/// Pins this thread, and all that it starts from now on, to one core.
fn stay_on(core: usize) {
    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(None, &cores).expect("a machine of two cores");
}
