//! Bulk files over a socket (docs/api.md, "Bulk files"), while snapshots are swapped under them.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::write_snapshot;
use tamis_engine::store::{Manifest, SnapshotStore};

use crate::support::bulk;
use crate::support::process::{Server, read_answer};
use crate::support::worlds::{self, person};

const ADDRESS: &str = "/downloads/collections/default/names.txt";
/// Lines of the downloaded file, 32 bytes each: far more than the buffers between both ends hold.
const LINES: usize = 1 << 20;

/// Publishes a version in which every line of `names.txt` of all records is the version.
fn publish(folder: &Path, built_at: Timestamp) -> String {
    let (store, version) = (SnapshotStore::new(folder), built_at.to_version());
    let staged = store.stage(&version).expect("staged");
    let mut input = worlds::input(vec![person(1, "Ivan Sokolov")]);
    input.built_at = built_at;
    write_snapshot(&staged.snapshot_path(), input, &|_| ()).expect("written");
    bulk::write(staged.folder(), &version, |collection, name| match (collection, name) {
        ("default", "names.txt") => text_of(&version),
        _ => String::new(),
    });
    let builder = "test".to_owned();
    let manifest =
        Manifest { version: version.clone(), builder, files: Vec::new(), inputs: Vec::new() };
    staged.publish(&manifest).expect("published");
    store.make_current(&version).expect("it opens");
    version
}

fn text_of(version: &str) -> String {
    format!("Someone of version {version}\n").repeat(LINES)
}

#[test]
fn a_download_that_began_before_a_swap_ends_with_the_file_it_began_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = publish(folder.path(), worlds::BUILT_AT);
    let server = Server::start(folder.path(), &["--poll-interval", "10ms"]);
    server.until("/readyz", |body| body.contains(&old));
    let mut stream = server.connect();
    write!(stream, "GET {ADDRESS} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        .expect("the server reads");
    let mut begun = [0; 4096];
    stream.read_exact(&mut begun).expect("the head and the first lines");

    let new = publish(folder.path(), Timestamp(worlds::BUILT_AT.0 + 86_400));
    server.until("/readyz", |body| body.contains(&new));
    fs::remove_dir_all(folder.path().join(&old)).expect("it was there");
    let (status, text) = server.get(ADDRESS);
    assert_eq!((status, text == text_of(&new)), (200, true), "the new file at the same address");

    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the rest");
    let whole = [&begun[..], &rest].concat();
    let end = whole.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8_lossy(&whole[..end]).to_lowercase();
    assert!(head.starts_with("http/1.1 200 ok"), "{head}");
    assert!(head.contains(&format!("x-snapshot-version: {old}")), "{head}");
    assert!(whole[end..] == *text_of(&old).as_bytes(), "every byte of the old file");
}

#[test]
fn the_files_are_those_of_the_snapshot_in_service_not_of_the_current_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = publish(folder.path(), worlds::BUILT_AT);
    let server = Server::start(folder.path(), &["--poll-interval", "60m"]);
    server.until("/readyz", |body| body.contains(&old));
    publish(folder.path(), Timestamp(worlds::BUILT_AT.0 + 86_400));
    let mut stream = server.connect();
    let request = format!(
        "GET {ADDRESS} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nRange: bytes=0-32\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("the server reads");
    let (status, text) = read_answer(stream);
    assert_eq!((status, text.as_str()), (206, &text_of(&old)[..33]));
}
