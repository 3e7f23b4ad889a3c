//! What `index.json` of a collection says (docs/api.md, "Bulk files"): written by the builder, read and
//! served with addresses by the server.

use serde::{Deserialize, Serialize};

use super::Timestamp;

/// The build index of a collection, as metadata of a follow-the-money dataset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkIndex {
    /// The collection.
    pub name: String,
    /// The same in words.
    pub title: String,
    /// Version of the snapshot.
    pub version: String,
    /// The version with whose entities those of `delta.json` were compared; none for a first build.
    #[serde(default)]
    pub previous_version: Option<String>,
    /// Time of the build.
    pub updated_at: Timestamp,
    /// When a record of the collection was last added, changed or removed.
    pub last_change: Option<Timestamp>,
    /// Lines of `entities.ftm.json`.
    pub entity_count: u64,
    /// Records in the files.
    pub target_count: u64,
    /// The registers whose records are in no file, because they may not be handed on.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// The other files.
    pub resources: Vec<BulkResource>,
}

/// A register whose records are left out of bulk files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its slug.
    pub dataset: String,
    pub name: String,
    /// What its licence lets the service offer.
    pub offer: String,
    /// Its records in the collection.
    pub records: u64,
}

/// A bulk file beside its index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkResource {
    pub name: String,
    /// Its place, seen from the index.
    pub path: String,
    /// Its address. Only the server knows it, so no file on disk has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Content type.
    pub mime_type: String,
    /// Bytes, uncompressed.
    pub size: u64,
    /// Lines that hold something.
    pub rows: u64,
    /// SHA-256 in hexadecimal.
    pub checksum: String,
}

impl BulkIndex {
    /// The file: indented JSON.
    ///
    /// # Panics
    /// Never: there are only texts and numbers.
    #[must_use]
    pub fn to_text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("texts and numbers can be written");
        text.push(b'\n');
        text
    }
}
