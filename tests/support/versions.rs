//! A folder of several versions, and ways to break them.

use std::fs;
use std::path::Path;

use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::write_snapshot;
use tamis_engine::store::checksum::size_and_sha256;
use tamis_engine::store::{FileEntry, Manifest, SnapshotStore};
use tempfile::TempDir;

use super::process::Server;
use super::worlds::{self, person};

/// Three versions, a day apart, the last of them current.
pub struct Versions {
    pub folder: TempDir,
    pub names: [String; 3],
}

impl Versions {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SnapshotStore::new(folder.path());
        let names = [0, 1, 2].map(|day| {
            let mut input = worlds::input(vec![person(1, "Ivan Sokolov")]);
            input.built_at = Timestamp(worlds::BUILT_AT.0 + day * 86_400);
            let version = input.built_at.to_version();
            let staged = store.stage(&version).expect("staged");
            write_snapshot(&staged.snapshot_path(), input, &|_| ()).expect("written");
            let read = size_and_sha256(&staged.snapshot_path());
            let (size, sha256) = read.expect("readable");
            let path = "snapshot.tamis".to_owned();
            let files = vec![FileEntry { path, size, sha256, list_date: None }];
            let (builder, inputs) = ("test".to_owned(), Vec::new());
            let manifest = Manifest { version: version.clone(), builder, files, inputs };
            staged.publish(&manifest).expect("published");
            store.make_current(&version).expect("it opens");
            version
        });
        Self { folder, names }
    }

    pub fn snapshot(&self, at: usize) -> std::path::PathBuf {
        SnapshotStore::new(self.folder.path()).snapshot_path(&self.names[at])
    }

    pub fn name_current(&self, text: &str) {
        // By rename, as the builder does.
        replace(&self.folder.path().join("CURRENT"), text.as_bytes());
    }

    pub fn start(&self) -> Server {
        Server::start(self.folder.path(), &["--poll-interval", "10ms"])
    }
}

/// Replaces a file, which may be mapped, by another one.
pub fn replace(path: &Path, bytes: &[u8]) {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes).expect("written");
    fs::rename(&beside, path).expect("renamed");
}

/// Inverts a bit in the middle of a file.
pub fn damage(path: &Path) {
    let mut bytes = fs::read(path).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    replace(path, &bytes);
}

pub fn truncate(path: &Path) {
    let bytes = fs::read(path).expect("a file");
    replace(path, &bytes[..bytes.len() / 2]);
}

/// Writes an index of a format that no current server reads.
pub fn of_another_format(path: &Path) {
    let mut bytes = fs::read(path).expect("a file");
    bytes[8] ^= 0x40;
    replace(path, &bytes);
}
