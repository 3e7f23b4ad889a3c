//! The two FST dictionaries: terms to ordinals, whole names to places.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::{IntoStreamer, Map, Streamer};
use rayon::prelude::*;

/// Precedes compounds in the term dictionary, so that the compound of "abdul rahman" and a single word
/// "abdulrahman" are two entries.
pub const COMPOUND_MARK: char = '\u{1}';

/// A borrowed FST. Opening a snapshot checks only its checksum, so callers must check the values that
/// it returns.
#[derive(Clone)]
pub(crate) struct Dictionary<'s> {
    map: Option<Map<&'s [u8]>>,
}

/// Summary of a traversal of all keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Visited {
    /// Number of keys.
    pub(crate) keys: u64,
    /// Values of the first and the last key if all values ascend; `None` if they do not, or without
    /// keys.
    rising: Option<(u64, u64)>,
}

impl Visited {
    const NOTHING: Self = Self { keys: 0, rising: None };

    /// True if the values ascend from 0, or there are none.
    pub(crate) fn rises_from_0(self) -> bool {
        self.keys == 0 || self.rising.is_some_and(|(first, _)| first == 0)
    }

    /// Appends the summary of the keys that follow.
    fn and(self, next: Self) -> Self {
        let rising = match (self.rising, next.rising) {
            (_, rising) if self.keys == 0 => rising,
            (rising, _) if next.keys == 0 => rising,
            (Some((first, last)), Some((then, end))) if last < then => Some((first, end)),
            _ => None,
        };
        Self { keys: self.keys + next.keys, rising }
    }
}

impl<'s> Dictionary<'s> {
    /// Returns a dictionary over these bytes; with damaged bytes it is empty.
    pub(crate) fn new(bytes: &'s [u8]) -> Self {
        Self { map: careful(|| Map::new(bytes).ok()) }
    }

    /// Checks the structure, and that `fits` accepts every key with its value. There may be at most
    /// `keys_max` keys.
    pub(crate) fn check(
        bytes: &'s [u8],
        keys_max: u64,
        fits: impl Fn(&[u8], u64) -> bool + Sync,
    ) -> Result<Visited, String> {
        let visit = || Some(Self::visit_all(bytes, keys_max, &fits));
        careful(visit).unwrap_or_else(|| Err("a node points outside the section".to_owned()))
    }

    /// Traverses the key ranges between all pairs of leading bytes in parallel.
    fn visit_all(
        bytes: &'s [u8],
        keys_max: u64,
        fits: &(impl Fn(&[u8], u64) -> bool + Sync),
    ) -> Result<Visited, String> {
        let map = Map::new(bytes).map_err(|error| error.to_string())?;
        map.as_fst().verify().map_err(|error| error.to_string())?;
        let ranges = (0..=u16::MAX).into_par_iter().map(|beginning| {
            let mut range = map.range();
            if beginning > 0 {
                range = range.ge(beginning.to_be_bytes());
            }
            if let Some(next) = beginning.checked_add(1) {
                range = range.lt(next.to_be_bytes());
            }
            Self::visit(range.into_stream(), keys_max, fits)
        });
        let and = |visited: Visited, next: Visited| {
            let both = visited.and(next);
            if both.keys > keys_max { Err("too many keys".to_owned()) } else { Ok(both) }
        };
        let visited = ranges.try_reduce(|| Visited::NOTHING, and)?;
        let complete = visited.keys == map.len() as u64;
        complete.then_some(visited).ok_or_else(|| "the number of keys differs".to_owned())
    }

    fn visit(
        mut stream: fst::map::Stream<'_>,
        keys_max: u64,
        fits: &impl Fn(&[u8], u64) -> bool,
    ) -> Result<Visited, String> {
        let mut visited = Visited::NOTHING;
        while let Some((key, value)) = stream.next() {
            let one = Visited { keys: 1, rising: Some((value, value)) };
            visited = visited.and(one);
            if visited.keys > keys_max || !fits(key, value) {
                return Err(format!("a key of {} bytes leads to {value}", key.len()));
            }
        }
        Ok(visited)
    }

    pub(crate) fn get(&self, key: &str) -> Option<u64> {
        careful(|| self.map.as_ref()?.get(key))
    }

    /// Returns the value of the first key that begins with `prefix`.
    pub(crate) fn first_with_beginning(&self, prefix: &[u8]) -> Option<u64> {
        careful(|| {
            let mut keys = self.map.as_ref()?.range().ge(prefix).into_stream();
            keys.next().filter(|(key, _)| key.starts_with(prefix)).map(|(_, value)| value)
        })
    }

    /// Returns the values of all keys that begin with `prefix`, in the order of the keys.
    pub(crate) fn with_beginning(&self, prefix: &[u8]) -> Vec<u64> {
        self.read_beginning(prefix, usize::MAX, |_, value| Some(value))
    }

    /// Returns the first keys that begin with `prefix`, at most `most`.
    pub(crate) fn keys_with_beginning(&self, prefix: &[u8], most: usize) -> Vec<String> {
        self.read_beginning(prefix, most, |key, _| Some(std::str::from_utf8(key).ok()?.to_owned()))
    }

    /// Reads the first entries that begin with `prefix`, at most `most`; none if one cannot be read.
    fn read_beginning<T>(
        &self,
        prefix: &[u8],
        most: usize,
        read: impl Fn(&[u8], u64) -> Option<T>,
    ) -> Vec<T> {
        let found = careful(|| {
            let mut keys = self.map.as_ref()?.range().ge(prefix).into_stream();
            let mut found = Vec::new();
            while found.len() < most
                && let Some((key, value)) = keys.next().filter(|(key, _)| key.starts_with(prefix))
            {
                found.push(read(key, value)?);
            }
            Some(found)
        });
        found.unwrap_or_default()
    }

    /// Returns the value of the first key that is not below `bound`.
    pub(crate) fn first_from(&self, bound: &[u8]) -> Option<u64> {
        careful(|| {
            let mut stream = self.map.as_ref()?.range().ge(bound).into_stream();
            stream.next().map(|(_, value)| value)
        })
    }
}

/// Looks something up in an FST and returns `None` if that panics. The FST crate trusts its bytes, and
/// a forger can supply a matching checksum. Nodes only point to earlier nodes, so every look-up ends.
fn careful<T>(look: impl FnOnce() -> Option<T>) -> Option<T> {
    // No state outlives the closure that a panic could leave inconsistent.
    catch_unwind(AssertUnwindSafe(look)).unwrap_or(None)
}

/// Returns the least byte string above every string that starts with `prefix`; `None` when there is
/// none.
pub(crate) fn end_of_prefix(prefix: &str) -> Option<Vec<u8>> {
    let mut end = prefix.as_bytes().to_vec();
    // UTF-8 never contains the byte 0xff, so the last byte can always be raised.
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
        for (prefix, first) in [("an", Some(0)), ("anb", Some(2)), ("am", None), ("bo", None)] {
            assert_eq!(dictionary.first_with_beginning(prefix.as_bytes()), first, "{prefix}");
        }
    }

    #[test]
    fn a_key_that_does_not_fit_is_found() {
        let map = Map::from_iter([("a", 0), ("b", 5)]).expect("sorted");
        let bytes = map.as_fst().as_bytes();
        let visited = Dictionary::check(bytes, 2, |_, value| value < 6);
        assert_eq!(visited, Ok(Visited { keys: 2, rising: Some((0, 5)) }));
        assert!(Dictionary::check(bytes, 2, |_, value| value < 5).is_err());
        assert!(Dictionary::check(bytes, 1, |_, _| true).is_err(), "more keys than there may be");
        assert!(Dictionary::check(b"no dictionary", 2, |_, _| true).is_err());
    }

    #[test]
    fn values_rise_over_all_keys() {
        let keys = ["", "a", "a\u{0}", "ab", "abc", "b", "ä", "中"];
        for (values, rise) in [
            ([0, 1, 2, 3, 4, 5, 6, 7], true),
            ([0, 2, 4, 6, 8, 10, 12, 14], true),
            ([1, 2, 3, 4, 5, 6, 7, 8], false),
            ([0, 1, 2, 3, 3, 5, 6, 7], false),
            ([0, 1, 2, 3, 4, 9, 6, 7], false),
        ] {
            let map = Map::from_iter(keys.into_iter().zip(values)).expect("sorted");
            let visited = Dictionary::check(map.as_fst().as_bytes(), 8, |_, _| true);
            let told = visited.map(|visited| (visited.keys, visited.rises_from_0()));
            assert_eq!(told, Ok((8, rise)), "{values:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_dictionary_lead_nowhere() {
        let map = Map::from_iter([("ana", 7), ("anan", 8), ("b", 9)]).expect("sorted");
        let sound = map.as_fst().as_bytes();
        for at in 0..sound.len() {
            let mut bytes = sound.to_vec();
            bytes[at] ^= 0xff;
            let dictionary = Dictionary::new(&bytes);
            let _ = (dictionary.get("anan"), dictionary.first_with_beginning(b"an"));
            let _ = dictionary.first_from(b"anb");
        }
    }
}
