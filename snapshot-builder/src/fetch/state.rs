//! State of a fetch, stored next to the fetched files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tamis_engine::model::Timestamp;

use crate::sources::{FETCH_FILE, FETCHED_AT_FILE};

/// The files of a folder, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct FetchState(pub(super) BTreeMap<String, FetchedFile>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FetchedFile {
    /// Requested address.
    pub(super) url: String,
    /// Time of the download.
    pub(super) fetched_at: String,
    /// Size in bytes.
    pub(super) size: u64,
    /// SHA-256 in hexadecimal.
    pub(super) sha256: String,
    /// ETag that the server sent with the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) etag: Option<String>,
    /// Last-Modified that the server sent with the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) last_modified: Option<String>,
}

impl FetchState {
    /// State stored in a folder. Empty if it is missing or unreadable, so that everything is fetched
    /// anew.
    pub(super) fn of_folder(folder: &Path) -> Self {
        let text = fs::read(folder.join(FETCH_FILE)).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        write_durably(&folder.join(FETCH_FILE), &text)
    }
}

/// Records the fetch time of the list in a folder.
pub(super) fn write_fetched_at(folder: &Path, time: Timestamp) -> io::Result<()> {
    let (path, temporary) =
        (folder.join(FETCHED_AT_FILE), folder.join(format!(".{FETCHED_AT_FILE}.tmp")));
    write_durably(&temporary, format!("{time}\n").as_bytes())?;
    fs::rename(temporary, path)?;
    File::open(folder)?.sync_all()
}

fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
