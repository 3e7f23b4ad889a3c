//! `GET /api/catalog` (docs/api.md, "Catalog"): every collection with its figures, links and files.

use axum::Extension;
use axum::response::Response;
use serde::Serialize;

use crate::api::downloads;
use crate::api::http::base::Base;
use crate::api::http::error::ApiError;
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::validated_by_content;
use crate::bulk::BulkFile;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{BulkName, Collection, LeftOut, Scope, Timestamp};

/// Answers `GET /api/catalog`.
pub(in crate::api) async fn catalog(
    Extension(Taken(loaded)): Extension<Taken>,
    base: Result<Base, ApiError>,
) -> Result<Response, ApiError> {
    #[derive(Serialize)]
    struct Catalog<'s, C> {
        collections: C,
        /// Version of the snapshot that the answer was made from.
        snapshot: &'s str,
    }
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let base = &Base::or_none(base);
    let all = Collection::ALL.iter().copied();
    let collections = || all.clone().map(|collection| Entry::new(&loaded, base, collection));
    let snapshot = loaded.snapshot.version();
    let catalog = Catalog { collections: Sequence(collections), snapshot };
    Ok(validated_by_content(&catalog, "no-cache"))
}

/// One collection, in the order of docs/api.md, "Catalog".
#[derive(Serialize)]
struct Entry<'s> {
    name: &'static str,
    title: &'static str,
    version: &'s str,
    records: u64,
    entities: u64,
    registers: u64,
    last_change: Option<Shown<Timestamp>>,
    links: Links,
    files: Vec<File<'s>>,
    /// Registers whose records are in no file.
    left_out: &'s [LeftOut],
}

/// A bulk file, as its build index lists it.
#[derive(Serialize)]
struct File<'s> {
    name: &'static str,
    url: String,
    size: u64,
    rows: u64,
    sha256: &'s str,
}

impl<'s> File<'s> {
    /// `None` for the index itself, which stands among the links.
    fn of(base: &str, collection: Collection, file: &'s BulkFile) -> Option<Self> {
        let name = file.name.as_str();
        let url = downloads::url(base, collection, name);
        Some(Self { name, url, size: file.size, rows: file.rows?, sha256: &file.checksum })
    }
}

impl<'s> Entry<'s> {
    fn new(loaded: &'s Loaded, base: &str, collection: Collection) -> Self {
        let files = loaded.bulk.of(collection);
        let figures = loaded.directory().figures(None, scope_of(collection));
        Self {
            name: collection.as_str(),
            title: collection.title(),
            version: loaded.snapshot.version(),
            records: figures.records,
            entities: figures.entities,
            registers: figures.registers,
            last_change: figures.last_change.map(Shown),
            links: Links::of(collection),
            files: files.iter().filter_map(|file| File::of(base, collection, file)).collect(),
            left_out: loaded.bulk.index(collection).map_or(&[], |index| &index.left_out),
        }
    }
}

fn scope_of(collection: Collection) -> Scope {
    match collection {
        Collection::Default => Scope::Default,
        Collection::Sanctions => Scope::Sanctions,
        Collection::Peps => Scope::Peps,
        Collection::Crime => Scope::Crime,
        Collection::Maritime => Scope::Maritime,
    }
}

/// Addresses below the base address.
#[derive(Serialize)]
struct Links {
    page: String,
    index: String,
    statistics: String,
    #[serde(rename = "match")]
    matching: String,
    search: String,
    reconcile: String,
}

impl Links {
    fn of(collection: Collection) -> Self {
        let name = collection.as_str();
        Self {
            page: format!("/estate/collection.html?name={name}"),
            index: format!("{}{name}/{}", downloads::PATH, BulkName::Index),
            // Facets are counted of a part; the counts of all records are the overview.
            statistics: match collection {
                Collection::Default => "/api/overview".to_owned(),
                _ => format!("/api/facets?scope={name}"),
            },
            matching: format!("/api/match/{name}"),
            search: format!("/api/search/{name}"),
            reconcile: format!("/api/reconcile/{name}"),
        }
    }
}
