//! Reference data: what the service holds, by collection, register, programme, country and licence
//! (docs/api.md, "Catalog", "Overview", "Collection figures", "Registers", "Programmes",
//! "Countries", "Licences"; shapes of docs/api.md, "Registers").
//!
//! Everything counted comes from [`tamis_engine::directory`]; here it is filtered, paged and written.
//! `total` of a list is the number of its entries before paging. Counts are sorted by falling
//! count, then by value.
//!
//! | module | what it answers or holds |
//! |---|---|
//! | `catalog` | `GET /api/catalog` |
//! | `overview` | `GET /api/overview` |
//! | `collection` | `GET /api/collection` |
//! | `sources`, `source` | `GET /api/sources`, `GET /api/source` |
//! | `register_row` | a register as lists of registers show it |
//! | `programmes` | `GET /api/programs` |
//! | `countries` | `GET /api/countries` |
//! | `licences` | `GET /api/licences` |

mod catalog;
mod collection;
mod countries;
mod licences;
mod overview;
mod programmes;
mod register_row;
mod source;
mod sources;

use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::http::shape::{CACHED, cached, json_response};
use super::interface::Shape;
use super::operation::Document;
use tamis_engine::directory::ByType;
use tamis_engine::model::EntityType;

/// How records of unknown type are named in breakdowns, which would not add up without them. It
/// is not an entity type: records of unknown type are found by no `type` filter (docs/api.md,
/// "Entity types and schemas").
pub(super) const UNKNOWN_TYPE: &str = "UNKNOWN";

pub(super) fn describe(document: &mut Document) {
    sources::describe(document);
    source::describe(document);
    programmes::describe(document);
    countries::describe(document);
    licences::describe(document);
    catalog::describe(document);
    overview::describe(document);
    collection::describe(document);
}

/// An answer that caches may keep for ten minutes (docs/api.md, "Caching").
fn shared(body: &impl Serialize) -> Response {
    cached(json_response(StatusCode::OK, body), CACHED)
}

/// An answer that depends on the snapshot only and is asked for again each time.
fn asked_again(body: &impl Serialize) -> Response {
    cached(json_response(StatusCode::OK, body), "no-cache")
}

/// A page of a list (docs/api.md, "Registers").
#[derive(Serialize)]
struct Page<R> {
    total: usize,
    page: usize,
    limit: usize,
    results: R,
}

/// A list that is answered whole (docs/api.md, "Countries", "Licences").
#[derive(Serialize)]
struct All<R> {
    total: usize,
    results: R,
}

/// One entry of a breakdown (docs/api.md, "Registers").
#[derive(Serialize)]
struct Share<V> {
    value: V,
    count: u64,
}

/// Every entity type with its number of records, as an object.
struct TypeCounts<'d>(&'d ByType);

fn type_counts() -> Shape {
    let known = EntityType::NAMES.iter().map(|name| (*name, Shape::count())).collect();
    let says = "Where the list does not say what the party is";
    Shape::object(known).and(vec![(UNKNOWN_TYPE, Shape::count().says(says))])
}

impl Serialize for TypeCounts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (value, count) in type_names().zip(self.0) {
            map.serialize_entry(value, count)?;
        }
        map.end()
    }
}

/// The entity types that occur with their number of records.
fn type_shares(counts: &ByType) -> Vec<Share<&'static str>> {
    let counts = type_names().zip(counts).filter(|(_, count)| **count > 0);
    let mut shares: Vec<_> = counts.map(|(value, &count)| Share { value, count }).collect();
    shares.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(b.value)));
    shares
}

/// Names in the order of [`ByType`].
fn type_names() -> impl Iterator<Item = &'static str> {
    EntityType::NAMES.iter().copied().chain([UNKNOWN_TYPE])
}

#[cfg(test)]
mod tests {
    use super::{TypeCounts, type_shares};

    #[test]
    fn types_are_counted_as_an_object_and_as_a_list() {
        let counts = [2, 0, 3, 2, 0, 1];
        let object = serde_json::to_string(&TypeCounts(&counts)).expect("plain JSON");
        let expected = concat!(
            r#"{"INDIVIDUAL":2,"COMPANY":0,"ORGANIZATION":3,"VESSEL":2,"AIRCRAFT":0,"#,
            r#""UNKNOWN":1}"#
        );
        assert_eq!(object, expected);
        let list: Vec<(&str, u64)> =
            type_shares(&counts).into_iter().map(|share| (share.value, share.count)).collect();
        assert_eq!(list, [("ORGANIZATION", 3), ("INDIVIDUAL", 2), ("VESSEL", 2), ("UNKNOWN", 1)]);
    }
}
