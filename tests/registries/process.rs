//! The server as a process, which counts beside its requests.

use std::path::Path;
use std::process::Command;

use tamis::snapshot::{Manifest, SnapshotStore, write_snapshot};

use crate::answers::client;
use crate::folder::Registries;
use crate::support::process::Server;
use crate::support::worlds::{self, person};

/// Publishes a snapshot of one record.
fn publish(folder: &Path) {
    let (store, version) = (SnapshotStore::new(folder), worlds::BUILT_AT.to_version());
    let staged = store.stage(&version).expect("staged");
    let input = worlds::input(vec![person(1, "Ivan Sokolov")]);
    write_snapshot(&staged.snapshot_path(), input, &|_| ()).expect("written");
    let builder = "test".to_owned();
    let manifest =
        Manifest { version: version.clone(), builder, files: Vec::new(), inputs: Vec::new() };
    staged.publish(&manifest).expect("published");
    store.make_current(&version).expect("it opens");
}

#[test]
fn the_server_counts_in_the_background() {
    let (_, registries) = client();
    let snapshots = tempfile::tempdir().expect("a folder");
    publish(snapshots.path());
    let folder = registries.path().to_str().expect("UTF-8");
    let server = Server::start(snapshots.path(), &["--registries", folder]);
    server.until("/api/registries", |body| body.contains(r#""counts_exact":true"#));
    let (_, body) = server.get("/api/registries/countries?kind=person");
    assert!(body.contains(r#""code":"CH","name":"Switzerland","records":2"#), "{body}");
    server.signal("TERM");
    assert!(server.wait().success());
}

#[test]
fn a_wrong_description_keeps_the_server_from_starting() {
    let registries = Registries::new(&[("bad.toml", b"name = 1")]);
    let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(["serve", "--listen", "127.0.0.1:0", "--registries"])
        .arg(registries.path())
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!output.status.success());
    assert!(text.contains("tamis: registries: bad.toml: line 1:"), "{text}");
}
