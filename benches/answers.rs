//! Measures the time of an answer of search, facets and reference data, from the address to the last
//! byte of JSON, without a socket.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench answers`

#[path = "../tests/support/client.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod client;
mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use client::Client;
use tamis_engine::directory::Directory;
use tamis_engine::model::RegisterIndex;
use tamis_engine::snapshot::Snapshot;

const EACH: usize = 500;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let snapshot = Arc::new(support::snapshot());
    let addresses = addresses(&snapshot);
    let client = Client::serving(snapshot);
    println!("{:<60} {:>9} {:>9} {:>9}", "address", "p50 µs", "p99 µs", "bytes");
    for address in addresses {
        let mut times: Vec<Duration> = Vec::with_capacity(EACH);
        let mut bytes = 0;
        for _ in 0..EACH {
            let start = Instant::now();
            let answer = client.get(&address).await;
            times.push(start.elapsed());
            assert_eq!(answer.status, 200, "{address}: {}", answer.text);
            bytes = answer.text.len();
        }
        let (p50, p99, _) = support::percentiles(&mut times);
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        println!("{address:<60} {:>9.1} {:>9.1} {bytes:>9}", us(p50), us(p99));
    }
}

/// Addresses of every kind of answer; those about a register take the one with the most records.
fn addresses(snapshot: &Snapshot) -> Vec<String> {
    let directory = Directory::new(snapshot);
    let registers = snapshot.registers();
    let records = |at: &usize| directory.of_register(RegisterIndex(*at as u16)).len();
    let largest = (0..registers.len()).max_by_key(records).expect("a register");
    let name: String =
        form_urlencoded::byte_serialize(registers[largest].name.as_bytes()).collect();
    [
        "/api/search?q=company",
        "/api/search?q=company&limit=50&sort=first_seen",
        "/api/search?scope=sanctions&nationality=RU&limit=50",
        "/api/facets?q=company",
        "/api/facets?scope=sanctions&nationality=RU",
        "/api/catalog",
        "/api/overview",
        "/api/status",
        "/api/collection?type=SANCTION",
        "/api/sources?limit=100",
        "/api/sources?q=us+sanction&latest=true",
        "/api/programs?list_type=ALL&limit=100",
        "/api/programs?q=iran",
        "/api/countries",
        "/api/licences",
        "/api/algorithms",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain([format!("/api/source?name={name}")])
    .collect()
}
