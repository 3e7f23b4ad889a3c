//! The service manifest, which clients read first (0.2, "Service Manifest").

use serde::Serialize;

use super::answer::{TypeShape, types};
use crate::api::http::shape::RECORD_PAGE;
use crate::limits;
use tamis_engine::model::{Collection, Schema};

/// Documentation of the data model whose schemas are the types (docs/api.md, "Reconciliation").
const SCHEMA_SPACE: &str = "https://followthemoney.tech/explorer/schemata/";

/// Size in pixels of the frame in which clients show a preview.
const PREVIEW_SIZE: (u32, u32) = (430, 320);

/// The manifest of a collection, for callers that reach the service at `base`.
pub(super) fn manifest(base: &str, collection: Collection) -> impl Serialize {
    let endpoint = format!("{base}/api/reconcile/{}", collection.as_str());
    let part = |path, flyout| Part {
        service_url: endpoint.clone(),
        service_path: path,
        flyout_service_path: flyout,
    };
    Manifest {
        versions: ["0.2"],
        name: format!("Tamis: {}", title(collection)),
        identifier_space: format!("{base}/api/entity/"),
        schema_space: SCHEMA_SPACE,
        default_types: types(Schema::ALL),
        view: View { url: format!("{base}{RECORD_PAGE}?id={{{{id}}}}") },
        batch_size: limits::QUERIES_PER_REQUEST,
        suggest: Suggest {
            entity: part("/suggest/entity", Some("/flyout/entity?id=${id}")),
            property: part("/suggest/property", Some("/flyout/property?id=${id}")),
            schema: part("/suggest/type", Some("/flyout/type?id=${id}")),
        },
        preview: Preview {
            url: format!("{endpoint}/preview?id={{{{id}}}}"),
            width: PREVIEW_SIZE.0,
            height: PREVIEW_SIZE.1,
        },
        extend: Extend {
            propose_properties: part("/extend/properties", None),
            property_settings: [Setting {
                name: "limit",
                label: "Limit",
                kind: "number",
                default: 0,
                help_text: "Maximum number of values per record; 0 for all",
            }],
        },
    }
}

/// Title of the collection (docs/api.md, "Collections", 3).
fn title(collection: Collection) -> &'static str {
    match collection {
        Collection::Default => "all lists",
        Collection::Sanctions => "sanctions",
        Collection::Peps => "politically exposed persons",
        Collection::Crime => "debarments, tax warrants and insolvencies",
        Collection::Maritime => "vessels and IMO numbers",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    versions: [&'static str; 1],
    name: String,
    identifier_space: String,
    schema_space: &'static str,
    default_types: Vec<TypeShape>,
    view: View,
    batch_size: usize,
    suggest: Suggest,
    preview: Preview,
    extend: Extend,
}

#[derive(Serialize)]
struct View {
    url: String,
}

#[derive(Serialize)]
struct Suggest {
    entity: Part,
    property: Part,
    #[serde(rename = "type")]
    schema: Part,
}

/// A service below the endpoint; its address is the concatenation of both fields.
#[derive(Serialize)]
struct Part {
    service_url: String,
    service_path: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    flyout_service_path: Option<&'static str>,
}

#[derive(Serialize)]
struct Preview {
    url: String,
    width: u32,
    height: u32,
}

#[derive(Serialize)]
struct Extend {
    propose_properties: Part,
    property_settings: [Setting; 1],
}

#[derive(Serialize)]
struct Setting {
    name: &'static str,
    label: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    default: u32,
    help_text: &'static str,
}
