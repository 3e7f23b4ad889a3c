//! Measures the effect of a swap of snapshots on the slowest answers.
//!
//! Sends requests at 70 % of the greatest rate, alternately without a swap and while the server changes
//! from one version to another and back. Compares the medians over all turns, since single turns differ
//! by more than the effect of a swap. Needs two versions in the folder. The server gets a folder of
//! links to them, so `CURRENT` of the real one is unchanged.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench swap`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use process::Server;
use support::load::{CONNECTIONS, Measured, OPEN_LOAD, closed, mixed, open, request};
use tempfile::TempDir;

/// Queries of each class, when they are generated.
const EACH: usize = 2000;
/// Turns of each of the two loads, with their duration.
const TURNS: usize = 5;
const DURATION: Duration = Duration::from_secs(8);
/// Time between two swaps; a swap of millions of records takes most of a second.
const PAUSE: Duration = Duration::from_secs(2);

fn main() {
    let snapshot = support::snapshot();
    let queries = mixed(support::queries(&snapshot, EACH));
    drop(snapshot);
    let requests: Vec<Vec<u8>> = queries.chunks(1).map(request).collect();
    let versions = versions(&support::snapshots_folder());
    let [.., older, newer] = versions.as_slice() else {
        println!("there is nothing to swap: the folder has fewer than two versions");
        return;
    };
    let folder = folder_of_links(&versions);
    let make_current = |version: &Path| {
        let name = version.file_name().expect("a folder").to_string_lossy().into_owned();
        let next = folder.path().join("next");
        std::fs::write(&next, name + "\n").expect("a file");
        std::fs::rename(next, folder.path().join("CURRENT")).expect("a file");
    };
    make_current(newer);
    let server = Server::ready(folder.path(), &[]);

    Measured::print_head();
    let most = closed(server.address, &requests, CONNECTIONS);
    most.print("8 connections, as fast as can be", 1);
    let load = || open(server.address, &requests, most.rate * OPEN_LOAD, DURATION);
    let with_swaps = || {
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for version in [older, newer].into_iter().cycle() {
                    if ended.load(Ordering::Relaxed) {
                        return;
                    }
                    make_current(version);
                    server.signal("HUP");
                    std::thread::sleep(PAUSE);
                }
            });
            let with = load();
            ended.store(true, Ordering::Relaxed);
            with
        })
    };
    let mut slowest: [Vec<Duration>; 2] = Default::default();
    for _ in 0..TURNS {
        let turns = [("70 %, no swap", load()), ("70 %, swaps", with_swaps())];
        for ((name, measured), slowest) in turns.iter().zip(&mut slowest) {
            measured.print(name, 1);
            slowest.push(measured.at(0.999));
        }
    }
    let [without, with] = slowest.map(|mut times| {
        times.sort_unstable();
        times[TURNS / 2].as_micros()
    });
    println!("median of p99.9: {without} µs without swaps, {with} µs with; no request failed");
}

/// Returns the versions of a folder, oldest first.
fn versions(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of versions");
    let mut versions: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("snapshot.tamis").exists())
        .collect();
    versions.sort();
    versions
}

fn folder_of_links(versions: &[PathBuf]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for version in versions {
        let version = version.canonicalize().expect("a folder");
        let link = folder.path().join(version.file_name().expect("a name"));
        std::os::unix::fs::symlink(&version, link).expect("a link");
    }
    folder
}
