//! A server that pulls its snapshots from an object store, simulated by a folder.

use std::fs;
use std::process::Command;

use crate::support::process::Server;
use crate::support::versions::{Versions, damage, replace};

/// A store of three versions, of which the first one is current.
fn store() -> Versions {
    let versions = Versions::new();
    versions.name_current(&versions.names[0]);
    versions
}

#[test]
fn a_server_follows_a_store_and_keeps_what_it_has_while_that_is_unsound() {
    let (store, place) = (store(), tempfile::tempdir().expect("a folder"));
    let snapshots = place.path().join("snapshots");
    let [first, second, third] = &store.names;
    let url = format!("file://{}", store.folder.path().display());
    let options = ["--source", &url, "--source-poll", "20ms", "--source-keep", "1"];
    let server = Server::start(&snapshots, &[&options[..], &["--poll-interval", "10ms"]].concat());
    server.until("/readyz", |body| body.contains(first));
    server.until("/api/status", |body| {
        body.contains(r#""source":{"reached_at":"2"#) && body.contains(r#""failed_at":null"#)
    });

    store.name_current(third);
    server.until("/readyz", |body| body.contains(third));
    // The old version is removed only when the new one is in service.
    server.until("/livez", |_| !snapshots.join(first).exists());
    assert!(snapshots.join(third).exists());

    let sound = fs::read(store.snapshot(1)).expect("readable");
    damage(&store.snapshot(1));
    store.name_current(second);
    server.until("/api/status", |body| body.contains(r#""failed_at":"2"#) && body.contains(third));
    let (_, metrics) = server.get("/metrics");
    assert!(metrics.contains("\ntamis_source_failed 1\n"), "{metrics}");
    assert!(metrics.contains("\ntamis_source_age_seconds "), "{metrics}");
    assert!(!snapshots.join(second).exists());

    // It is not fetched at every poll, but on request.
    replace(&store.snapshot(1), &sound);
    server.signal("HUP");
    server.until("/readyz", |body| body.contains(second));
    server.until("/api/status", |body| body.contains(r#""failed_at":null"#));
}

#[test]
fn an_address_that_is_none_is_found_before_anything_is_served() {
    for (checks, options) in [(true, &["--check-config"][..]), (false, &[])] {
        let ran = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(["serve", "--listen", "127.0.0.1:0", "--source", "lists"])
            .args(options)
            .output()
            .expect("the program starts");
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{checks}: {told}");
        assert!(told.contains("lists: relative URL without a base; an address is s3://"), "{told}");
    }
}
