//! Cache of fuzzy expansions: of query words that no list has, and of neighbouring Han or Hangul
//! characters as one word. Comparing such a word with its candidates is most of the cost of reading a
//! query. Customers share names, so most unknown words recur.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use ahash::RandomState;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

use super::rows::Neighbour;
use crate::limits::WORDS_REMEMBERED_BYTES;

/// Expansions of query words, the most recent and frequent ones. Belongs to one snapshot, since
/// neighbours are ordinals. A cached word may be a whole name, so its contents are never shown.
pub(crate) struct SpellingCache(Cache<Box<str>, Arc<[Neighbour]>, Bytes, RandomState>);

/// Kind of look-up of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskedAs {
    Word,
    /// A word that was typed in Cyrillic.
    TypedInCyrillic,
    /// Neighbouring characters written as one word.
    Joined,
}

impl AskedAs {
    pub(crate) fn word(is_cyrillic: bool) -> Self {
        if is_cyrillic { Self::TypedInCyrillic } else { Self::Word }
    }

    /// Prefix of the text in a key; no folded word contains it.
    fn mark(self) -> &'static str {
        match self {
            Self::Word => "",
            Self::TypedInCyrillic => "я",
            Self::Joined => "ю",
        }
    }

    fn key(self, word: &str) -> Cow<'_, str> {
        match self.mark() {
            "" => Cow::Borrowed(word),
            mark => Cow::Owned(format!("{mark}{word}")),
        }
    }
}

/// Expected bytes of an entry; the cache sizes its shards by it.
const COMMON: u64 = 256;

impl SpellingCache {
    /// Returns an empty cache; its memory grows as it fills.
    pub(crate) fn new() -> Self {
        let words = (WORDS_REMEMBERED_BYTES / COMMON) as usize;
        let (keys, lifecycle) = (RandomState::new(), DefaultLifecycle::default());
        Self(Cache::with(words, WORDS_REMEMBERED_BYTES, Bytes, keys, lifecycle))
    }

    /// Iterates over the cached words in no order, each with its kind of look-up.
    pub(crate) fn words(&self) -> impl Iterator<Item = (Box<str>, AskedAs)> {
        self.0.iter().map(|(key, _)| {
            let is_marked = |asked_as: &AskedAs| key.starts_with(asked_as.mark());
            let marked = [AskedAs::TypedInCyrillic, AskedAs::Joined].into_iter().find(is_marked);
            let asked_as = marked.unwrap_or(AskedAs::Word);
            (key[asked_as.mark().len()..].into(), asked_as)
        })
    }

    /// Returns the cached expansion of a word.
    pub(crate) fn get(&self, word: &str, asked_as: AskedAs) -> Option<Arc<[Neighbour]>> {
        self.0.get(&*asked_as.key(word))
    }

    /// Returns the expansion of a word, from the cache or computed now.
    pub(crate) fn get_or_find(
        &self,
        word: &str,
        asked_as: AskedAs,
        find: impl FnOnce() -> Vec<Neighbour>,
    ) -> Arc<[Neighbour]> {
        let key = asked_as.key(word);
        self.0.get(&*key).unwrap_or_else(|| {
            let found: Arc<[Neighbour]> = find().into();
            self.0.insert((&*key).into(), Arc::clone(&found));
            found
        })
    }
}

/// Shows the fill level and none of the words.
impl fmt::Debug for SpellingCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SpellingCache({} words)", self.0.len())
    }
}

/// Weighs an entry by its memory.
#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Box<str>, Arc<[Neighbour]>> for Bytes {
    fn weight(&self, word: &Box<str>, found: &Arc<[Neighbour]>) -> u64 {
        /// Overhead of the cache and of an allocation, in bytes per entry.
        const BESIDE: usize = 96;
        (word.len() + size_of_val::<[Neighbour]>(found) + BESIDE) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::WordOrdinal;
    use crate::text::{Kinds, Similarity};

    fn found(similarity: u8, count: u32) -> Vec<Neighbour> {
        let (row, similarity) = (bytemuck::Zeroable::zeroed(), Similarity(similarity));
        (0..count)
            .map(|word| Neighbour::new(WordOrdinal(word), similarity, Kinds::ALL, &row))
            .collect()
    }

    #[test]
    fn a_word_is_found_once_and_told_as_it_was_found() {
        let cache = SpellingCache::new();
        let first = cache.get_or_find("ivanoff", AskedAs::Word, || found(250, 3));
        let again =
            cache.get_or_find("ivanoff", AskedAs::Word, || unreachable!("it is remembered"));
        assert_eq!((&first[..], &again[..]), (&found(250, 3)[..], &found(250, 3)[..]));
        assert_eq!(
            cache.get_or_find("ivanov", AskedAs::Word, Vec::new).len(),
            0,
            "nothing found is an answer"
        );
        assert_eq!(format!("{cache:?}"), "SpellingCache(2 words)", "no word of a query");
    }

    #[test]
    fn a_text_is_told_apart_by_how_it_was_looked_for() {
        let cache = SpellingCache::new();
        let ways = [AskedAs::Word, AskedAs::TypedInCyrillic, AskedAs::Joined];
        for (count, asked_as) in (1..).zip(ways) {
            cache.get_or_find("金正", asked_as, || found(210, count));
        }
        for (count, asked_as) in (1..).zip(ways) {
            let again = cache.get_or_find("金正", asked_as, || unreachable!("it is remembered"));
            assert_eq!(again.len(), count, "{asked_as:?}");
            assert!(cache.words().any(|(word, as_it)| (&*word, as_it) == ("金正", asked_as)));
        }
    }

    #[test]
    fn it_never_holds_more_than_its_limit() {
        let cache = SpellingCache::new();
        for word in 0..40_000 {
            cache.get_or_find(&format!("word{word}"), AskedAs::Word, || found(210, 200));
        }
        let (held, words) = (cache.0.weight(), cache.0.len());
        assert!(held <= WORDS_REMEMBERED_BYTES, "{held} bytes");
        assert!(words > 5_000, "{words} words");
    }
}
