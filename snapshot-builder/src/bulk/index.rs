//! `index.json`: what a collection's folder holds, as metadata of a follow-the-money dataset.

use serde::Serialize;
use tamis_engine::directory::Directory;
use tamis_engine::json::Shown;
use tamis_engine::model::{Collection, Scope, Timestamp};
use tamis_engine::snapshot::Snapshot;

use super::file::Written;
use super::format::Format;

/// The whole file.
#[derive(Serialize)]
pub(super) struct Index<'a> {
    name: &'static str,
    title: &'static str,
    version: &'a str,
    /// The version with whose entities those of `delta.json` were compared.
    previous_version: Option<&'a str>,
    updated_at: Shown<Timestamp>,
    last_change: Option<Shown<Timestamp>>,
    entity_count: u64,
    target_count: u64,
    resources: Vec<Resource<'a>>,
}

#[derive(Serialize)]
struct Resource<'a> {
    name: &'static str,
    path: &'static str,
    url: String,
    mime_type: &'static str,
    size: u64,
    rows: u64,
    /// SHA-256 in hexadecimal.
    checksum: &'a str,
}

impl<'a> Index<'a> {
    /// The index of a collection with these files, each with its format.
    pub(super) fn new(
        snapshot: &'a Snapshot,
        collection: Collection,
        previous_version: Option<&'a str>,
        files: &'a [(Format, Written)],
        public_url: &str,
    ) -> Self {
        let rows_of = |format| {
            let file = files.iter().find(|(other, _)| *other == format);
            file.map_or(0, |(_, written)| written.rows)
        };
        let scope = Scope::from_name(collection.as_str()).expect("every collection is a scope");
        let figures = Directory::new(snapshot).figures(None, scope);
        Self {
            name: collection.as_str(),
            title: collection.title(),
            version: snapshot.version(),
            previous_version,
            updated_at: Shown(snapshot.built_at()),
            last_change: figures.last_change.map(Shown),
            entity_count: rows_of(Format::EntitiesFtm),
            target_count: rows_of(Format::TargetsNested),
            resources: files
                .iter()
                .map(|(format, file)| Resource::new(collection, *format, file, public_url))
                .collect(),
        }
    }

    /// As text.
    pub(super) fn to_text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("string keys and no failing parts");
        text.push(b'\n');
        text
    }
}

impl<'a> Resource<'a> {
    fn new(
        collection: Collection,
        format: Format,
        Written { rows, forms: [plain, ..] }: &'a Written,
        public_url: &str,
    ) -> Self {
        let (name, collection) = (format.as_str(), collection.as_str());
        Self {
            name,
            path: name,
            url: format!("{public_url}/downloads/collections/{collection}/{name}"),
            mime_type: format.mime_type(),
            size: plain.size,
            rows: *rows,
            checksum: &plain.sha256,
        }
    }
}
