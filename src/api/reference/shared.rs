//! Parts shared by the answers of reference data.

use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::api::http::shape::{CACHED, cached, json_response};
use crate::api::interface::Shape;
use crate::api::interface::answer::answer;
use crate::api::search::shape::{Counted, UNKNOWN_TYPE};
use crate::limits::LIST_LIMIT_MAX;
use tamis_engine::directory::ByType;
use tamis_engine::model::EntityType;

/// An answer that caches may keep for ten minutes (docs/api.md, "Caching").
pub(super) fn shared(body: &impl Serialize) -> Response {
    cached(json_response(StatusCode::OK, body), CACHED)
}

/// An answer that depends only on the snapshot and is revalidated each time.
pub(super) fn asked_again(body: &impl Serialize) -> Response {
    cached(json_response(StatusCode::OK, body), "no-cache")
}

answer! {
    /// A page of a list (docs/api.md, "Registers").
    pub(super) struct Page<R> as page_of(row) {
        total: usize = Shape::count(),
        page: usize = Shape::whole_from(1),
        limit: usize = Shape::integer(1, LIST_LIMIT_MAX as u64),
        results: R = Shape::array(row),
    }
}

answer! {
    /// A list in a single answer (docs/api.md, "Countries", "Licences").
    pub(super) struct All<R> as all_of(row) {
        total: usize = Shape::count(),
        results: R = Shape::array(row),
    }
}

/// Every entity type with its number of records, as an object.
pub(super) struct TypeCounts<'d>(pub(super) &'d ByType);

pub(super) fn type_counts() -> Shape {
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

/// The entity types that occur, with their numbers of records.
pub(super) fn type_shares(counts: &ByType) -> Vec<Counted<&'static str>> {
    let counts = type_names().zip(counts).filter(|(_, count)| **count > 0);
    let mut shares: Vec<_> = counts.map(|(value, &count)| Counted { value, count }).collect();
    shares.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(b.value)));
    shares
}

/// Names in the order of [`ByType`].
pub(super) fn type_names() -> impl Iterator<Item = &'static str> {
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
