//! The queries of a body by their keys: which are answered and which are too many.

use ahash::AHashMap;

use crate::api::http::loose::{Fields, Loose};
use crate::limits;

/// Queries under a key each, in the order of the body; one whose key is repeated stands in the place of
/// the first, with the last value.
pub(crate) struct Named<'f, 'b> {
    /// The first [`limits::QUERIES_PER_REQUEST`].
    pub(crate) asked: Vec<(&'f str, &'f Loose<'b>)>,
    /// The keys of those beyond.
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

    /// The keys beyond that have an entry of their own, which says that they are.
    pub(crate) fn refused(&self) -> impl Iterator<Item = &'f str> {
        self.beyond.iter().copied().take(limits::REFUSED_QUERIES_MAX)
    }
}
