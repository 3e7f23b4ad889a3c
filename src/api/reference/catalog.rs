//! `GET /api/catalog` (docs/api.md, "Catalog"): every collection with its figures, links and files.

use axum::Extension;
use axum::response::Response;

use crate::api::downloads;
use crate::api::http::base::Base;
use crate::api::http::error::ApiError;
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::{COLLECTION_PAGE, validated_by_content};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use crate::bulk::BulkFile;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{BulkName, Collection, LeftOut, Scope, Timestamp};

pub(super) fn describe(document: &mut Document) {
    document.schema("Catalog", catalog_shape().shape());
    document.schema("CatalogCollection", entry().shape());
    document.operation(
        Operation::get("/api/catalog", "getCatalog", catalog)
            .tag("Lists")
            .summary("The collections and their bulk files")
            .describes("A changed `version` means that the collection was rebuilt.")
            .answers("Every collection.", Shape::component("Catalog"))
            .revalidates(),
    );
}

/// Answers `GET /api/catalog`.
async fn catalog(
    Extension(Taken(loaded)): Extension<Taken>,
    base: Result<Base, ApiError>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let base = &Base::or_none(base);
    let all = Collection::ALL.iter().copied();
    let collections = || all.clone().map(|collection| Entry::new(&loaded, base, collection));
    let snapshot = loaded.snapshot.version();
    let catalog = Catalog { collections: Sequence(collections), snapshot };
    Ok(validated_by_content(&catalog, "no-cache"))
}

answer! {
    struct Catalog<'s, C> as catalog_shape {
        collections: C = Shape::array(Shape::component("CatalogCollection")),
        snapshot: &'s str = rules::snapshot(),
    }
}

answer! {
    /// One collection, in the order of docs/api.md, "Catalog".
    struct Entry<'s> as entry {
        name: &'static str = rules::collection_name(),
        title: &'static str = Shape::string(),
        version: &'s str = rules::version(),
        records: u64 = Shape::count(),
        /// Distinct parties
        entities: u64 = Shape::count(),
        registers: u64 = Shape::count(),
        last_change: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        links: Links = links().shape(),
        files: Vec<File<'s>> = Shape::array(file().shape()),
        left_out: &'s [LeftOut] = downloads::left_out(),
    }
}

answer! {
    /// A bulk file from the build index.
    struct File<'s> as file {
        name: &'static str = Shape::string(),
        url: String = rules::address(),
        /// Size in bytes
        size: u64 = Shape::count(),
        rows: u64 = Shape::count(),
        sha256: &'s str = Shape::pattern("^[0-9a-f]{64}$"),
    }
}

impl<'s> File<'s> {
    /// `None` for the index itself, which is one of the links.
    fn of(base: &str, collection: Collection, file: &'s BulkFile) -> Option<Self> {
        let name = file.name.as_str();
        let url = downloads::url(base, collection, name);
        Some(Self { name, url, size: file.size, rows: file.rows?, sha256: &file.checksum })
    }
}

impl<'s> Entry<'s> {
    fn new(loaded: &'s Loaded, base: &str, collection: Collection) -> Self {
        let files = loaded.bulk.of(collection);
        let figures = loaded.directory().figures(None, Scope::from(collection));
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

answer! {
    /// Addresses under the base address.
    struct Links as links {
        page: String = rules::address(),
        index: String = rules::address(),
        statistics: String = rules::address(),
        r#match: String = rules::address(),
        search: String = rules::address(),
        reconcile: String = rules::address(),
    }
}

impl Links {
    fn of(collection: Collection) -> Self {
        let name = collection.as_str();
        Self {
            page: format!("{COLLECTION_PAGE}?name={name}"),
            index: format!("{}{name}/{}", downloads::PATH, BulkName::Index),
            // Facets count only a part of the records; for all of them there is the overview.
            statistics: match collection {
                Collection::Default => "/api/overview".to_owned(),
                _ => format!("/api/facets?scope={name}"),
            },
            r#match: format!("/api/match/{name}"),
            search: format!("/api/search/{name}"),
            reconcile: format!("/api/reconcile/{name}"),
        }
    }
}
