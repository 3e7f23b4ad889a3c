//! Which dictionary words are alike to a given word: through the deletion and skeleton indexes
//! when the builder precomputes the neighbours of its words, and when a query has a word that no
//! list has.

use super::forms::Forms;
use super::hash_index::{Entry, HashIndex};
use crate::model::WordOrdinal;
use crate::text::{self, Script, Similarity, SketchFilter, WordForm};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Least similarity at which a joined word counts (docs/design.md, "Close words", JOIN).
pub const JOIN_LEAST: Similarity = Similarity(217);
/// Least similarity at which the records of a close word count towards a word's frequency: spellings
/// that sound alike are one word to whoever weighs it.
pub const POOLED_LEAST: Similarity = Similarity(230);
/// Share of its similarity that a joined word keeps, in hundredths.
const JOIN_KEEPS: u16 = 98;

/// What one word's being written joined costs: `None` when it is not alike enough.
#[must_use]
pub fn joined_similarity(plain: Similarity) -> Option<Similarity> {
    let kept = (u16::from(plain.0) * JOIN_KEEPS + 50) / 100;
    (plain > JOIN_LEAST).then_some(Similarity(kept as u8))
}

/// A word and how alike it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alike {
    pub(super) word: WordOrdinal,
    pub(super) similarity: Similarity,
}

impl Alike {
    /// What words alike to another are sorted by: falling similarity, then ordinal.
    pub(super) fn order(&self) -> (std::cmp::Reverse<Similarity>, WordOrdinal) {
        (std::cmp::Reverse(self.similarity), self.word)
    }
}

/// The spelling indexes with the words behind them.
pub(super) struct Speller<'s, F> {
    pub(super) deletions: HashIndex<'s>,
    pub(super) skeletons: HashIndex<'s>,
    /// Words from this ordinal on are joined ones.
    pub(super) single_words: u32,
    /// Forms of words by ordinal: of all single words, and of the first joined ones.
    pub(super) forms: Forms<'s>,
    /// Folded text of a word.
    pub(super) text: F,
}

impl<'s, F: Fn(u32) -> &'s str> Speller<'s, F> {
    /// All words alike to a word, by falling similarity, then ordinal; the word itself is left
    /// out, joined words with the same text are not.
    pub(super) fn close_words(&self, form: &WordForm) -> Vec<Alike> {
        self.close_words_from(0, form)
    }

    /// Those of [`Speller::close_words`] whose ordinal is at least `first`: whoever compares all
    /// words with each other needs no pair twice, since being alike goes both ways.
    pub(super) fn close_words_from(&self, first: u32, form: &WordForm) -> Vec<Alike> {
        let families: &[Family] = match form.script() {
            Script::Latin => &[Family::Latin, Family::Other, Family::OtherJoined],
            _ => &[Family::Latin, Family::Other, Family::LatinJoined, Family::OtherJoined],
        };
        let mut same_skeleton = self.by_skeleton(form, families);
        same_skeleton.sort_unstable();
        let mut candidates = same_skeleton.clone();
        let mut keys = Vec::new();
        text::deletion_keys(form, &mut keys);
        text::whole_deletion_keys(form, &mut keys);
        candidates.extend(self.by_deletion(&keys));
        candidates.retain(|&word| word >= first);
        sort_distinct(&mut candidates);
        // In a pass of its own: most are told apart by it, and their sketches lie far apart.
        let filter = SketchFilter::new(form);
        candidates.retain(|&word| {
            let floor = if word < self.single_words { Similarity::NONE } else { JOIN_LEAST };
            self.forms.sketch(word).is_none_or(|sketch| filter.may_be_alike(&sketch, floor))
        });
        by_similarity(candidates, |word| {
            let text = (self.text)(word);
            match self.forms.get(word, text) {
                Some(joined) if word >= self.single_words => with_joined(form, &joined),
                Some(other) => {
                    // Whether spellings meet is told much sooner than how alike they are.
                    let by_spelling = same_skeleton.binary_search(&word).is_err();
                    if by_spelling && !text::spellings_meet(form, &other) {
                        return None;
                    }
                    let similarity = text::similarity(form, &other);
                    let alike = similarity != Similarity::NONE && similarity != Similarity::EQUAL;
                    (alike && (by_spelling || text::words_meet(form, &other))).then_some(similarity)
                }
                None if text::may_meet_joined(form, text) => {
                    with_joined(form, &WordForm::new(text))
                }
                None => None,
            }
        })
    }

    /// Single words alike to joined neighbours of a query, the same text included; what being
    /// joined costs is in the similarity.
    pub(super) fn close_to_joined(&self, joined: &WordForm) -> Vec<Alike> {
        let families: &[Family] = match joined.script() {
            Script::Latin => &[Family::Other],
            _ => &[Family::Latin, Family::Other],
        };
        let mut candidates = self.by_skeleton(joined, families);
        let mut keys = Vec::new();
        text::whole_deletion_keys(joined, &mut keys);
        candidates.extend(self.by_deletion(&keys));
        candidates.retain(|&word| word < self.single_words);
        sort_distinct(&mut candidates);
        by_similarity(candidates, |word| {
            with_joined(joined, &self.forms.get(word, (self.text)(word))?)
        })
    }

    /// Words that share a key of their spelling.
    fn by_deletion(&self, keys: &[u32]) -> impl Iterator<Item = u32> {
        keys.iter().flat_map(|&key| {
            let bucket = self.deletions.bucket(key);
            bucket.filter(move |entry| entry.tag == deletion_tag(key)).map(|entry| entry.word)
        })
    }

    /// A word's primary key against all of mine, and all of a word's against my primary one.
    fn by_skeleton(&self, form: &WordForm, families: &[Family]) -> Vec<u32> {
        let mut found = Vec::new();
        let keys = text::skeleton_keys(form);
        let wanted = keys.expanded.iter().map(|&key| (key, true));
        for (key, primary) in wanted.chain(keys.primary.map(|key| (key, false))) {
            for &family in families {
                let (hash, tag) = skeleton_hash(key, primary, family);
                let bucket = self.skeletons.bucket(hash);
                found.extend(bucket.filter(|entry| entry.tag == tag).map(|entry| entry.word));
            }
        }
        found
    }
}

/// Words that stand apart in the skeleton index. Joined Latin words, which are most of all words,
/// meet other Latin words by their spelling, so only other scripts look for them here.
#[derive(Debug, Clone, Copy)]
enum Family {
    Latin,
    Other,
    LatinJoined,
    OtherJoined,
}

impl Family {
    fn of(form: &WordForm, joined: bool) -> Self {
        match (form.script(), joined) {
            (Script::Latin, false) => Self::Latin,
            (Script::Latin, true) => Self::LatinJoined,
            (_, false) => Self::Other,
            (_, true) => Self::OtherJoined,
        }
    }
}

/// How alike a word and joined words are; which of the two is joined does not matter.
fn with_joined(a: &WordForm, b: &WordForm) -> Option<Similarity> {
    let alike = || joined_similarity(text::similarity_above(a, b, JOIN_LEAST));
    // What is sooner told comes first: whether spellings meet, but not whether skeletons do.
    if a.script() == b.script() {
        return if text::joined_meet(a, b) { alike() } else { None };
    }
    alike().filter(|_| text::joined_meet(a, b))
}

fn sort_distinct(candidates: &mut Vec<u32>) {
    candidates.sort_unstable();
    candidates.dedup();
}

/// Distinct candidates that are alike, by falling similarity, then ordinal.
fn by_similarity(
    candidates: Vec<u32>,
    similarity: impl Fn(u32) -> Option<Similarity>,
) -> Vec<Alike> {
    let close = candidates.into_iter().filter_map(|word| {
        let similarity = similarity(word)?;
        Some(Alike { word: WordOrdinal(word), similarity })
    });
    let mut close: Vec<Alike> = close.collect();
    close.sort_unstable_by_key(Alike::order);
    close
}

/// The entries under which a word is found by its spelling.
pub(super) fn deletion_entries(word: u32, form: &WordForm, joined: bool) -> Vec<(u32, Entry)> {
    let mut keys = Vec::new();
    text::whole_deletion_keys(form, &mut keys);
    if !joined {
        text::deletion_keys(form, &mut keys);
    }
    keys.into_iter().map(|key| (key, Entry { word, tag: deletion_tag(key) })).collect()
}

/// The entries under which a word is found by its skeleton: its primary key for those who expand
/// theirs, its other readings for those whose primary key is among them.
pub(super) fn skeleton_entries(word: u32, form: &WordForm, joined: bool) -> Vec<(u32, Entry)> {
    let keys = text::skeleton_keys(form);
    let family = Family::of(form, joined);
    let entry = |key: u64| {
        let (hash, tag) = skeleton_hash(key, Some(key) == keys.primary, family);
        (hash, Entry { word, tag })
    };
    keys.expanded.iter().copied().map(entry).collect()
}

fn deletion_tag(key: u32) -> u8 {
    key as u8
}

/// Where a key stands: a hash for its bucket, and for its tag seven bits more and whether the key
/// is the word's primary one.
fn skeleton_hash(key: u64, primary: bool, family: Family) -> (u32, u8) {
    let hash = xxh3_64_with_seed(&key.to_le_bytes(), family as u64);
    ((hash >> 32) as u32, (hash as u8) << 1 | u8::from(primary))
}
