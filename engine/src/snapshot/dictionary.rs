//! The two FST dictionaries: words to ordinals, whole names to places.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::{IntoStreamer, Map, Streamer};

/// Stands before joined words in the word dictionary, so that "abdul rahman" written as one and
/// a single word "abdulrahman" are two entries.
pub const JOIN_MARK: char = '\u{1}';

/// A borrowed FST. The bytes were checked when the snapshot was opened.
#[derive(Clone)]
pub(super) struct Dictionary<'s> {
    map: Option<Map<&'s [u8]>>,
}

impl<'s> Dictionary<'s> {
    /// A dictionary over checked bytes; damaged bytes give one that finds nothing.
    pub(super) fn new(bytes: &'s [u8]) -> Self {
        Self { map: Map::new(bytes).ok() }
    }

    /// Checks structure and that `fits` accepts every key with its value, in order of the keys;
    /// returns the number of keys, of which there may be `keys_max`.
    pub(super) fn check(
        bytes: &'s [u8],
        keys_max: u64,
        fits: impl FnMut(&[u8], u64) -> bool,
    ) -> Result<usize, String> {
        // The walk trusts the bytes of an FST, and its own checksum does not stop a forger: on
        // bytes that no builder writes it may panic. Nothing outlives the closure.
        let walk = AssertUnwindSafe(|| Self::walk(bytes, keys_max, fits));
        catch_unwind(walk).unwrap_or_else(|_| Err("a node points outside the section".to_owned()))
    }

    fn walk(
        bytes: &'s [u8],
        keys_max: u64,
        mut fits: impl FnMut(&[u8], u64) -> bool,
    ) -> Result<usize, String> {
        let map = Map::new(bytes).map_err(|error| error.to_string())?;
        map.as_fst().verify().map_err(|error| error.to_string())?;
        let mut stream = map.stream();
        let mut keys = 0;
        while let Some((key, value)) = stream.next() {
            keys += 1;
            if keys as u64 > keys_max || !fits(key, value) {
                return Err(format!("key {keys} ({} bytes) leads to {value}", key.len()));
            }
        }
        if keys == map.len() { Ok(keys) } else { Err("the number of keys differs".to_owned()) }
    }

    pub(super) fn get(&self, key: &str) -> Option<u64> {
        self.map.as_ref()?.get(key)
    }

    /// Whether some key begins with this.
    pub(super) fn has_beginning(&self, prefix: &[u8]) -> bool {
        let stream = self.map.as_ref().map(|map| map.range().ge(prefix).into_stream());
        stream.is_some_and(|mut keys| keys.next().is_some_and(|(key, _)| key.starts_with(prefix)))
    }

    /// The value of the first key that is not below `bound`.
    pub(super) fn first_from(&self, bound: &[u8]) -> Option<u64> {
        let mut stream = self.map.as_ref()?.range().ge(bound).into_stream();
        stream.next().map(|(_, value)| value)
    }
}

/// The least byte string above every string that starts with `prefix`; `None` when there is none.
pub(super) fn end_of_prefix(prefix: &str) -> Option<Vec<u8>> {
    let mut end = prefix.as_bytes().to_vec();
    // UTF-8 never holds the byte 0xff, so the last byte can always be raised.
    let last = end.last_mut()?;
    *last += 1;
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_end_before_the_next_word() {
        let map = Map::from_iter([("ana", 0), ("anan", 1), ("anb", 2), ("b", 3)]).expect("sorted");
        let dictionary = Dictionary::new(map.as_fst().as_bytes());
        assert_eq!(dictionary.first_from(b"ana"), Some(0));
        let end = end_of_prefix("ana").expect("not empty");
        assert_eq!(dictionary.first_from(&end), Some(2));
        assert_eq!(dictionary.first_from(b"c"), None);
        assert_eq!(dictionary.get("anan"), Some(1));
        assert!(dictionary.has_beginning(b"an") && dictionary.has_beginning(b"anb"));
        assert!(!dictionary.has_beginning(b"am") && !dictionary.has_beginning(b"bo"));
    }

    #[test]
    fn a_key_that_does_not_fit_is_found() {
        let map = Map::from_iter([("a", 0), ("b", 5)]).expect("sorted");
        let bytes = map.as_fst().as_bytes();
        assert_eq!(Dictionary::check(bytes, 2, |_, value| value < 6), Ok(2));
        assert!(Dictionary::check(bytes, 2, |_, value| value < 5).is_err());
        assert!(Dictionary::check(bytes, 1, |_, _| true).is_err(), "more keys than there may be");
        assert!(Dictionary::check(b"no dictionary", 2, |_, _| true).is_err());
    }
}
