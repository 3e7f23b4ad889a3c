//! Versions of snapshots, made for these tests.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::write_snapshot;
use tamis_engine::store::checksum::size_and_sha256;
use tamis_engine::store::{FileEntry, Manifest, SnapshotStore};
use tamis_remote::Remote;

use crate::worlds::{BUILT_AT, input, person};

/// A file of more than one part, as bulk files are.
pub(crate) const BULK: &str = "collections/default/entities.ftm.json";
const BULK_BYTES: usize = 9 << 20;
/// The names of the files of a version, in the order of its manifest.
const FILES: [&str; 3] = [BULK, "empty", "snapshot.tamis"];

/// How long a request may take in these tests, in which everything is near.
const TIMEOUT: Duration = Duration::from_millis(400);

/// Numbers that are the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        // Xorshift64.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// The name of the nth version.
pub(crate) fn version(number: i64) -> String {
    Timestamp(BUILT_AT.0 + number).to_version()
}

/// Makes the nth version in a folder of snapshots and makes it current.
pub(crate) fn make(folder: &Path, number: i64) -> String {
    let (store, version) = (SnapshotStore::new(folder), version(number));
    let staged = store.stage(&version).expect("staged");
    let mut world = input(vec![person(number as u64 + 1, &format!("Alexander Number{number}"))]);
    world.built_at = Timestamp(BUILT_AT.0 + number);
    write_snapshot(&staged.snapshot_path(), world, &|_| ()).expect("written");
    let mut numbers = Numbers(number as u64 + 7);
    let bulk: Vec<u8> = (0..BULK_BYTES / 8).flat_map(|_| numbers.next().to_le_bytes()).collect();
    let path = staged.folder().join(BULK);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, bulk).expect("written");
    fs::write(staged.folder().join("empty"), "").expect("written");
    let files = FILES.map(|path| {
        let (size, sha256) = size_and_sha256(&staged.folder().join(path)).expect("readable");
        FileEntry { path: path.to_owned(), size, sha256, list_date: None }
    });
    let (builder, inputs) = ("test".to_owned(), Vec::new());
    let manifest = Manifest { version: version.clone(), builder, files: files.to_vec(), inputs };
    staged.publish(&manifest).expect("published");
    store.make_current(&version).expect("it opens");
    version
}

/// Bytes of all files of a version.
pub(crate) fn bytes_of(folder: &Path, version: &str) -> u64 {
    let manifest = SnapshotStore::new(folder).manifest(version).expect("a manifest");
    manifest.files.iter().map(|file| file.size).sum()
}

/// Holds a version in a folder to what a build made of it, byte by byte.
pub(crate) fn assert_whole(folder: &Path, version: &str) {
    let store = SnapshotStore::new(folder);
    let (snapshot, manifest) = store.open(version).expect("it opens");
    snapshot.verify().expect("it is sound");
    for file in &manifest.files {
        let found = size_and_sha256(&store.folder(version).join(&file.path)).expect("readable");
        assert_eq!(found, (file.size, file.sha256.clone()), "{}", file.path);
    }
}

pub(crate) fn current(folder: &Path) -> Option<String> {
    SnapshotStore::new(folder).current_version().expect("readable")
}

pub(crate) fn remote(address: &str) -> Remote {
    Remote::open(address, TIMEOUT).expect("an address")
}

/// The store that is a folder of this machine.
pub(crate) fn remote_in(folder: &Path) -> Remote {
    remote(&format!("file://{}", folder.display()))
}
