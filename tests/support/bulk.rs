//! Bulk files next to a snapshot, as a build writes them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tamis_engine::model::Collection;
use tamis_engine::store::checksum::size_and_sha256;

/// Every file except the index.
pub const FILES: [&str; 7] = [
    "targets.simple.csv",
    "targets.nested.json",
    "entities.ftm.json",
    "senzing.json",
    "statements.csv",
    "names.txt",
    "delta.json",
];

/// Returns the folder of a collection within that of a version.
pub fn folder_of(version_folder: &Path, collection: &str) -> PathBuf {
    version_folder.join("collections").join(collection)
}

/// Writes the files of every collection into the folder of a version, each in all forms; the text
/// of a file is `text(collection, file)`.
pub fn write(version_folder: &Path, version: &str, text: impl Fn(&str, &str) -> String) {
    for collection in Collection::ALL {
        let folder = folder_of(version_folder, collection.as_str());
        fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &&str| {
            let text = text(collection.as_str(), name);
            write_forms(&folder.join(name), text.as_bytes());
            resource(&folder, name, text.lines().count())
        };
        let resources: Vec<Value> = FILES.iter().map(file).collect();
        let index = json!({
            "name": collection.as_str(),
            "title": collection.title(),
            "version": version,
            "updated_at": "2026-10-04T08:00:00+00:00",
            "last_change": "2026-10-04T08:00:00+00:00",
            "entity_count": 8,
            "target_count": 8,
            "resources": resources,
        });
        write_forms(&folder.join("index.json"), format!("{index:#}\n").as_bytes());
    }
}

fn resource(folder: &Path, name: &str, rows: usize) -> Value {
    let (size, checksum) = size_and_sha256(&folder.join(name)).expect("it is there");
    json!({
        "name": name,
        "path": name,
        "mime_type": "text/plain",
        "size": size,
        "rows": rows,
        "checksum": checksum,
    })
}

fn write_forms(path: &Path, bytes: &[u8]) {
    let beside = |ending: &str| format!("{}{ending}", path.display());
    fs::write(path, bytes).expect("written");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).expect("memory takes it");
    fs::write(beside(".gz"), gzip.finish().expect("memory takes it")).expect("written");
    let zstd = zstd::encode_all(bytes, 1).expect("memory takes it");
    fs::write(beside(".zst"), zstd).expect("written");
}
