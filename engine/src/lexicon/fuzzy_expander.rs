//! Fuzzy expansion: finds the terms similar to a word through the deletion and skeleton indexes. Used
//! by the builder for the neighbours of each term, and by queries for words that no list has.

use std::sync::LazyLock;

use rayon::prelude::*;

use super::hash_index::{Entry, HashIndex};
use super::rows::{Neighbour, WordRow};
use super::stored_forms::Forms;
use crate::model::WordOrdinal;
use crate::text::{
    self, Kinds, Script, SignFilter, SignatureFilter, Similarity, SkeletonKeys, Variant, WordForm,
};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Least similarity at which a compound counts (docs/design.md, "Fuzzy expansion").
const COMPOUND_SIMILARITY_MIN: Similarity = Similarity(217);

/// The least similarity of compounds of syllables. They are mostly one word, split because the script
/// does not mark where words end.
const COMPOUND_SIMILARITY_MIN_SYLLABIC: Similarity = Similarity(207);

/// The least similarity of compounds in a script without vowels, where many words are alike by chance.
const COMPOUND_SIMILARITY_MIN_VOWELLESS: Similarity = Similarity(235);

fn compound_similarity_min(compound: Script) -> Similarity {
    if compound.is_syllabic() {
        COMPOUND_SIMILARITY_MIN_SYLLABIC
    } else if compound.is_vowelless() {
        COMPOUND_SIMILARITY_MIN_VOWELLESS
    } else {
        COMPOUND_SIMILARITY_MIN
    }
}

/// Least similarity of two established words. Names that are well known by their own spelling, such as
/// Mary and Mark, are no misspellings of each other.
pub const ESTABLISHED_LEAST: Similarity = POOLED_LEAST;

/// Least number of records that makes a word established in small lists.
const ESTABLISHED: u32 = 5;

/// Number of records with a word from which it counts as established, in a set of this size. In larger
/// sets the same slip is made more often.
#[must_use]
pub fn established_from(records: usize) -> u32 {
    ESTABLISHED + (records / 50_000) as u32
}

/// Similarity of a truncated word and a word that begins with it.
pub const CUT: Similarity = Similarity(217);
/// Similarity of a word and neighbouring words whose compound is equal to it.
pub const SAME_COMPOUND: Similarity = kept_in_compound(Similarity::EQUAL);
/// Least similarity at which the records of a neighbour count towards a word's frequency: for weights,
/// spellings that sound alike are one word.
pub const POOLED_LEAST: Similarity = Similarity(230);
/// Share of its similarity that a compound keeps, in hundredths.
const COMPOUND_KEEPS: u16 = 98;

/// Reduces the similarity of a word and a compound, in the script of the compound; `None` when it is
/// too low.
#[must_use]
pub fn compound_similarity(plain: Similarity, compound: Script) -> Option<Similarity> {
    (plain > compound_similarity_min(compound)).then_some(kept_in_compound(plain))
}

const fn kept_in_compound(plain: Similarity) -> Similarity {
    Similarity(((plain.0 as u16 * COMPOUND_KEEPS + 50) / 100) as u8)
}

/// Number of comparisons that take half a millisecond, too few to be worth sharing between threads.
const COMPARED_AT_ONCE: usize = 1024;

/// A term with its similarity to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alike {
    pub(crate) word: WordOrdinal,
    pub(crate) similarity: Similarity,
    /// Kinds of names in which the terms are similar. A term with different similarities by kind has
    /// two entries.
    pub(crate) kinds: Kinds,
    /// True if the variant was learnt from names on the lists.
    pub(crate) is_learnt: bool,
}

impl Alike {
    /// Makes a variant learnt from names on the lists.
    pub(crate) fn learnt(word: WordOrdinal, kinds: Kinds) -> Self {
        Self { word, similarity: text::VARIANT, kinds, is_learnt: true }
    }

    /// Converts to the stored form, with the row of the term.
    pub(crate) fn with_row(&self, row: &WordRow) -> Neighbour {
        let neighbour = Neighbour::new(self.word, self.similarity, self.kinds, row);
        if self.is_learnt { neighbour.learnt() } else { neighbour }
    }

    /// Sort key of neighbours: falling similarity, then ordinal.
    pub(crate) fn order(&self) -> (std::cmp::Reverse<Similarity>, WordOrdinal) {
        (std::cmp::Reverse(self.similarity), self.word)
    }

    /// True if the frequencies of the two terms are pooled for weights, as they sound alike.
    pub(crate) fn is_pooled(&self) -> bool {
        self.similarity >= POOLED_LEAST
    }
}

/// The spelling indexes, with the terms in them.
pub(crate) struct FuzzyExpander<'s, F, W> {
    pub(crate) deletions: HashIndex<'s>,
    pub(crate) skeletons: HashIndex<'s>,
    /// Ordinal from which terms are compounds.
    pub(crate) single_words: u32,
    /// Ordinal below which words are established ([`established_from`]).
    pub(crate) established: u32,
    /// Forms of terms by ordinal.
    pub(crate) forms: Forms<'s>,
    /// Returns the folded text of a term.
    pub(crate) text: F,
    /// Finds the single word and the compound with the text of a variant.
    pub(crate) find: W,
}

impl<'s, F: Fn(u32) -> &'s str + Sync, W: Fn(&str) -> [Option<WordOrdinal>; 2] + Sync>
    FuzzyExpander<'s, F, W>
{
    /// Returns all terms similar to a word, by falling similarity, then ordinal. The word itself is
    /// left out; compounds with the same text are not.
    pub(crate) fn neighbours_of(&self, form: &WordForm) -> Vec<Alike> {
        self.neighbours_from(0, form, false)
    }

    /// Returns the terms similar to a word of the dictionary that have greater ordinals. Similarity is
    /// symmetric, so comparing all words needs each pair once.
    pub(crate) fn neighbours_after(&self, word: u32, form: &WordForm) -> Vec<Alike> {
        self.neighbours_from(word + 1, form, word < self.established)
    }

    fn neighbours_from(&self, first: u32, form: &WordForm, established: bool) -> Vec<Alike> {
        let skeletons = text::skeleton_keys(form);
        let mut same_skeleton = self.by_skeleton(&skeletons, Family::comparable_with(form));
        same_skeleton.retain(|&word| word >= first);
        sort_distinct(&mut same_skeleton);
        let mut candidates = same_skeleton.clone();
        let keys = spelling_keys(form);
        candidates.extend(self.by_deletion(&keys).filter(|&word| word >= first));
        sort_distinct(&mut candidates);
        let mut filter = SignatureFilter::new(form);
        // Building it for a Latin word takes the time of some hundred comparisons.
        if candidates.len() > COMPARED_AT_ONCE || form.script() != Script::Latin {
            filter = filter.of_all_scripts(form);
        }
        let may_be_alike = |word: u32| {
            self.forms.signature(word).is_some_and(|signature| {
                let floor = match Script::from_code(signature.script) {
                    Some(script) if word >= self.single_words => compound_similarity_min(script),
                    _ => Similarity::NONE,
                };
                filter.may_be_alike(&signature, floor)
            })
        };
        let close = alike(&candidates, may_be_alike, |word| {
            let text = (self.text)(word);
            let other = self.forms.get(word, text)?;
            if word >= self.single_words {
                let meet = || text::compound_matches_word(&skeletons, form, &other);
                return with_compounds(form, &other, filter.signs(), meet);
            }
            // The check for a shared spelling key is much faster than the similarity.
            let by_spelling = same_skeleton.binary_search(&word).is_err();
            if by_spelling && !text::are_within_edit_limit(form, &other) {
                return None;
            }
            let floor = Similarity::NONE;
            let similarity = text::similarity_above(form, &other, floor, filter.signs());
            if similarity == Similarity::NONE || similarity == Similarity::EQUAL {
                return None;
            }
            let are_known = || {
                established && self.is_established_in_script(form, word, &other)
                    || text::are_different_names(form.text(), text)
            };
            let differ = similarity < ESTABLISHED_LEAST && are_known();
            let meet = || by_spelling || text::may_compare_by(&skeletons, form, &other);
            (!differ && meet()).then_some(similarity)
        });
        let variants = self.variants(form.text(), established);
        in_order(close, variants.filter(|variant| variant.word.0 >= first))
    }

    /// Returns the terms that are listed variants of a text; `established` is true when it is an
    /// established word.
    fn variants(&self, text: &str, established: bool) -> impl Iterator<Item = Alike> {
        text::variants_of(text).flat_map(
            move |Variant { text, kinds, similarity, of_rare_words }| {
                let words = (self.find)(&text).into_iter().flatten();
                let known = self.established;
                let alike = move |word| Alike { word, similarity, kinds, is_learnt: false };
                let is_rare = move |word: &WordOrdinal| !established && word.0 >= known;
                words.filter(move |word| !of_rare_words || is_rare(word)).map(alike)
            },
        )
    }

    /// Returns the single words similar to a compound of a query, the same text included. The
    /// similarity is reduced for the compound.
    pub(crate) fn neighbours_of_compound(&self, compound: &WordForm) -> Vec<Alike> {
        let skeletons = text::skeleton_keys(compound);
        let mut candidates = match compound.script() {
            Script::Latin => self.by_primary_skeleton(&skeletons),
            _ => self.by_skeleton(&skeletons, &[Family::Latin, Family::Other]),
        };
        let mut keys = Vec::new();
        text::whole_deletion_keys(compound, &mut keys);
        candidates.extend(self.by_deletion(&keys));
        candidates.retain(|&word| word < self.single_words);
        sort_distinct(&mut candidates);
        // Rarely needed.
        let itself = LazyLock::new(|| {
            let [itself, _] = (self.find)(compound.text());
            itself.filter(|word| word.0 < self.established)
        });
        // For an alphabet it would rule nothing out.
        let is_filtered = !candidates.is_empty() && !compound.script().is_alphabetic();
        let filter = is_filtered.then(|| SignatureFilter::new(compound).of_all_scripts(compound));
        let floor = compound_similarity_min(compound.script());
        let may_be_alike = |word| match &filter {
            Some(filter) => {
                self.forms.signature(word).is_some_and(|of| filter.may_be_alike(&of, floor))
            }
            None => true,
        };
        let close = alike(&candidates, may_be_alike, |word| {
            let form = self.forms.get(word, (self.text)(word))?;
            let meet = || text::compounds_match_by(&skeletons, &form, compound);
            let similarity = with_compounds(&form, compound, None, meet)?;
            let are_known = itself.is_some_and(|itself| itself.0 != word)
                && self.is_established_in_script(compound, word, &form);
            (similarity >= ESTABLISHED_LEAST || !are_known).then_some(similarity)
        });
        let is_single = |of: &Alike| of.word.0 < self.single_words;
        in_order(close, self.variants(compound.text(), false).filter(is_single))
    }

    /// True if a term is established and of the same script as an established word: then they are two
    /// different names.
    fn is_established_in_script(&self, known: &WordForm, word: u32, form: &WordForm) -> bool {
        word < self.established && form.script() == known.script()
    }

    /// Returns the terms that share a deletion key.
    fn by_deletion(&self, keys: &[u32]) -> impl Iterator<Item = u32> {
        keys.iter().flat_map(|&key| {
            let bucket = self.deletions.bucket(key);
            bucket.filter(move |entry| entry.tag == deletion_tag(key)).map(|entry| entry.word)
        })
    }

    /// Returns the terms whose primary skeleton is among these, or that have the primary one among
    /// theirs.
    fn by_skeleton(&self, keys: &SkeletonKeys, families: &[Family]) -> Vec<u32> {
        self.under(skeleton_places(keys, families)).collect()
    }

    /// Returns the terms of other scripts whose primary key is among those of a Latin compound.
    fn by_primary_skeleton(&self, compound: &SkeletonKeys) -> Vec<u32> {
        let keys = compound.expanded.iter();
        self.under(keys.map(|&key| skeleton_hash(key, true, Family::Other))).collect()
    }

    /// Returns the terms at these places of the skeleton index.
    fn under(&self, places: impl Iterator<Item = (u32, u8)>) -> impl Iterator<Item = u32> {
        places.flat_map(|(hash, tag)| {
            let bucket = self.skeletons.bucket(hash);
            bucket.filter(move |entry| entry.tag == tag).map(|entry| entry.word)
        })
    }

    /// Estimates the number of terms that [`Self::neighbours_of`] compares: those with the same
    /// skeletons, nearly all when they are many.
    pub(crate) fn compared(&self, form: &WordForm) -> usize {
        let keys = text::skeleton_keys(form);
        self.under(skeleton_places(&keys, Family::comparable_with(form))).count()
    }
}

/// Hashes under which [`FuzzyExpander::neighbours_of`] looks up a word in either index.
pub(crate) struct PlacesLookedUp {
    pub(crate) deletions: Vec<u32>,
    pub(crate) skeletons: Vec<u32>,
}

/// Returns the hashes of a word.
pub(crate) fn places_looked_up(form: &WordForm) -> PlacesLookedUp {
    let keys = text::skeleton_keys(form);
    let skeletons =
        skeleton_places(&keys, Family::comparable_with(form)).map(|(hash, _)| hash).collect();
    PlacesLookedUp { deletions: spelling_keys(form), skeletons }
}

/// Returns the deletion keys of a word, for single words and compounds.
fn spelling_keys(form: &WordForm) -> Vec<u32> {
    let mut keys = Vec::new();
    text::deletion_keys(form, &mut keys);
    text::whole_deletion_keys(form, &mut keys);
    keys
}

/// Returns the places of these skeletons in the skeleton index.
fn skeleton_places<'k>(
    keys: &'k SkeletonKeys,
    families: &'k [Family],
) -> impl Iterator<Item = (u32, u8)> + 'k {
    let wanted = keys.expanded.iter().map(|&key| (key, true));
    let wanted = wanted.chain(keys.primary.map(|key| (key, false)));
    wanted.flat_map(move |(key, primary)| {
        // All keys of Latin compounds against the primary one of another ([`text::compounds_match`]).
        let is_primary = keys.primary == Some(key);
        let families = families.iter().filter(move |own| is_primary || !own.is_latin_compound());
        families.map(move |&family| skeleton_hash(key, primary, family))
    })
}

/// Separate parts of the skeleton index. Latin compounds, the majority of all terms, match other Latin
/// words by spelling, so only other scripts look for them here.
#[derive(Debug, Clone, Copy)]
enum Family {
    Latin,
    Other,
    LatinCompound,
    OtherCompound,
}

impl Family {
    /// Returns the families in which a word looks up its skeletons.
    fn comparable_with(form: &WordForm) -> &'static [Self] {
        match form.script() {
            Script::Latin | Script::Cyrillic => &[Self::Latin, Self::Other, Self::OtherCompound],
            _ => &[Self::Latin, Self::Other, Self::LatinCompound, Self::OtherCompound],
        }
    }

    fn is_latin_compound(self) -> bool {
        matches!(self, Self::LatinCompound)
    }

    fn of(form: &WordForm, compound: bool) -> Self {
        match (form.script(), compound) {
            (Script::Latin, false) => Self::Latin,
            (Script::Latin, true) => Self::LatinCompound,
            (_, false) => Self::Other,
            (_, true) => Self::OtherCompound,
        }
    }
}

/// Returns the similarity of a word and compounds, if they match.
fn with_compounds(
    word: &WordForm,
    compound: &WordForm,
    signs: Option<&SignFilter>,
    meet: impl Fn() -> bool,
) -> Option<Similarity> {
    let script = compound.script();
    let plain = || text::similarity_above(word, compound, compound_similarity_min(script), signs);
    let alike = || compound_similarity(plain(), script);
    // The faster check comes first: that of spellings before the similarity, that of skeletons after
    // it.
    if word.script().alphabet() == compound.script().alphabet() {
        return if meet() { alike() } else { None };
    }
    let alike = if text::may_compare_across_scripts(word, compound) { alike() } else { None };
    alike.filter(|_| meet())
}

fn sort_distinct(candidates: &mut Vec<u32>) {
    // The candidates are a few concatenated sorted lists, which a stable sort merges.
    candidates.sort();
    candidates.dedup();
}

/// Compares distinct candidates and returns those that are similar.
fn alike(
    candidates: &[u32],
    may_be: impl Fn(u32) -> bool + Sync,
    similarity: impl Fn(u32) -> Option<Similarity> + Sync,
) -> Vec<Alike> {
    let compare = |candidates: &[u32]| -> Vec<Alike> {
        // In a pass of its own: it rules out most candidates, and its data are far apart in memory.
        let compared: Vec<u32> = candidates.iter().copied().filter(|&word| may_be(word)).collect();
        let close = compared.into_iter().filter_map(|word| {
            let similarity = similarity(word)?;
            Some(Alike { word: WordOrdinal(word), similarity, kinds: Kinds::ALL, is_learnt: false })
        });
        close.collect()
    };
    match candidates.len() {
        ..=COMPARED_AT_ONCE => compare(candidates),
        _ => candidates.par_chunks(COMPARED_AT_ONCE).flat_map_iter(compare).collect(),
    }
}

/// Merges similar terms and variants, by falling similarity, then ordinal. A term that is both counts
/// in each kind of names with its higher similarity.
pub(crate) fn in_order(mut close: Vec<Alike>, variants: impl Iterator<Item = Alike>) -> Vec<Alike> {
    for variant in variants {
        let mut kinds = variant.kinds;
        for known in close.iter_mut().filter(|known| known.word == variant.word) {
            if known.similarity == variant.similarity {
                known.kinds = known.kinds.or(kinds);
                kinds = Kinds::NONE;
            } else if known.similarity > variant.similarity {
                kinds = kinds.without(known.kinds);
            } else {
                known.kinds = known.kinds.without(kinds);
            }
        }
        if !kinds.is_none() {
            close.push(Alike { kinds, ..variant });
        }
    }
    close.retain(|known| !known.kinds.is_none());
    close.sort_unstable_by_key(Alike::order);
    close
}

/// Returns the entries of a term in the deletion index.
pub(crate) fn deletion_entries(word: u32, form: &WordForm, compound: bool) -> Vec<(u32, Entry)> {
    let mut keys = Vec::new();
    text::whole_deletion_keys(form, &mut keys);
    if !compound {
        text::deletion_keys(form, &mut keys);
    }
    keys.into_iter().map(|key| (key, Entry { word, tag: deletion_tag(key) })).collect()
}

/// Returns the entries of a term in the skeleton index. Its primary key is looked up with all keys of
/// the other word, its other keys with the other's primary key.
pub(crate) fn skeleton_entries(word: u32, form: &WordForm, compound: bool) -> Vec<(u32, Entry)> {
    let keys = text::skeleton_keys(form);
    let family = Family::of(form, compound);
    let entry = |key: u64| {
        let (hash, tag) = skeleton_hash(key, Some(key) == keys.primary, family);
        (hash, Entry { word, tag })
    };
    keys.expanded.iter().copied().map(entry).collect()
}

fn deletion_tag(key: u32) -> u8 {
    key as u8
}

/// Hashes a key: a bucket hash, and a tag of seven further bits and a bit that marks the term's primary
/// key.
fn skeleton_hash(key: u64, primary: bool, family: Family) -> (u32, u8) {
    let hash = xxh3_64_with_seed(&key.to_le_bytes(), family as u64);
    ((hash >> 32) as u32, (hash as u8) << 1 | u8::from(primary))
}
