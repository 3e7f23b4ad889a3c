//! Content of a collection's `index.json` (docs/api.md, "Bulk files"). The builder writes it; the
//! server reads it and serves it with addresses.

use serde::{Deserialize, Serialize};

use super::Timestamp;

/// The build index of a collection, as metadata of a follow-the-money dataset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkIndex {
    /// Name of the collection.
    pub name: String,
    /// Title of the collection.
    pub title: String,
    /// Version of the snapshot.
    pub version: String,
    /// Version that the entities of `delta.json` were compared with; none for a first build.
    #[serde(default)]
    pub previous_version: Option<String>,
    /// Time of the build.
    pub updated_at: Timestamp,
    /// Time at which a record of the collection was last added, changed or removed.
    pub last_change: Option<Timestamp>,
    /// Lines of `entities.ftm.json`.
    pub entity_count: u64,
    /// Records in the files.
    pub target_count: u64,
    /// Registers whose records are in no file, because they may not be redistributed.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// The other files.
    pub resources: Vec<BulkResource>,
}

/// A register whose records are left out of bulk files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Slug of the register.
    pub dataset: String,
    pub name: String,
    /// Permission of its licence.
    pub offer: String,
    /// Number of its records in the collection.
    pub records: u64,
}

/// A bulk file listed in the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkResource {
    pub name: String,
    /// Path relative to the index.
    pub path: String,
    /// Address of the file. Only the server knows it, so no file on disk has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Content type.
    pub mime_type: String,
    /// Size in bytes, uncompressed.
    pub size: u64,
    /// Number of lines that are not empty.
    pub rows: u64,
    /// SHA-256 in hexadecimal.
    pub checksum: String,
}

impl BulkIndex {
    /// Returns the content of the file: indented JSON.
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
