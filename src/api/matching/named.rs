//! The queries of a body by their keys: those that are answered and those beyond the limit.

use ahash::AHashMap;

use crate::api::http::loose::{Fields, Loose};
use crate::limits;

/// Queries by key, in the order of the body. A repeated key keeps its first position and its last
/// value.
pub(crate) struct Named<'f, 'b> {
    /// The first [`limits::QUERIES_PER_REQUEST`] queries.
    pub(crate) asked: Vec<(&'f str, &'f Loose<'b>)>,
    /// Keys of the queries beyond the limit.
    pub(crate) beyond: Vec<&'f str>,
}

impl<'f, 'b> Named<'f, 'b> {
    pub(crate) fn of(queries: &'f Fields<'b>) -> Self {
        let mut named = Self { asked: Vec::new(), beyond: Vec::new() };
        let mut places: AHashMap<&str, usize> = AHashMap::new();
        for (key, query) in queries {
            let next = places.len();
            let place = *places.entry(key).or_insert(next);
            match named.asked.get_mut(place) {
                Some(asked) => asked.1 = query,
                None if place < limits::QUERIES_PER_REQUEST => named.asked.push((key, query)),
                None if place == next => named.beyond.push(key),
                None => {}
            }
        }
        named
    }

    /// Keys beyond the limit that get an entry with an error.
    pub(crate) fn refused(&self) -> impl Iterator<Item = &'f str> {
        self.beyond.iter().copied().take(limits::REFUSED_QUERIES_MAX)
    }
}
