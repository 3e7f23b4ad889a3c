//! The server as a process that counts registries while it answers.

use std::collections::BTreeSet;
use std::process::Command;

use crate::support::process::Server;
use crate::support::registries::{Registries, world_and_house};
use crate::support::worlds::{person, publish};

#[test]
fn the_server_counts_in_the_background() {
    let registries = world_and_house();
    let snapshots = tempfile::tempdir().expect("a folder");
    publish(snapshots.path(), vec![person(1, "Ivan Sokolov")]);
    let files = || {
        let entries = std::fs::read_dir(registries.path()).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name()).collect::<BTreeSet<_>>()
    };
    let before = files();
    let folder = registries.path().to_str().expect("UTF-8");
    let server = Server::start(snapshots.path(), &["--registries", folder]);
    server.until("/api/registries", |body| body.contains(r#""counts_exact":true"#));
    let (_, body) = server.get("/api/registries/countries?kind=person");
    assert!(body.contains(r#""code":"CH","name":"Switzerland","records":2"#), "{body}");
    server.signal("TERM");
    assert!(server.wait().success());
    assert_eq!(files(), before, "nothing is written into the folder of descriptions");
    let kept = snapshots.path().join("counts");
    let options = ["--registries", folder, "--registry-counts", kept.to_str().expect("UTF-8")];
    let server = Server::start(snapshots.path(), &options);
    server.until("/livez", |_| kept.exists());
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
