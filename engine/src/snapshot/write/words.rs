//! Ordinals, neighbours and weights of terms.

use ahash::AHashMap;
use rayon::prelude::*;

use super::file::SnapshotFile;
use super::grouped::Lists;
use super::learnt::Learnt;
use super::vocabulary::{SingleWord, Vocabulary};
use crate::lexicon::dictionary::COMPOUND_MARK;
use crate::lexicon::fuzzy_expander::{
    Alike, FuzzyExpander, deletion_entries, established_from, in_order, skeleton_entries,
};
use crate::lexicon::hash_index::{Entry, HashIndexParts};
use crate::lexicon::rows::{Neighbour, WordRow};
use crate::lexicon::stored_forms::{FormParts, Forms};
use crate::lexicon::text_index::ordinals_by_text;
use crate::model::WordOrdinal;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::rows::Posting;
use crate::text::{self, Script, WordForm, weight};

/// All terms in the order of their ordinals.
pub(super) struct Words {
    /// Number of single words.
    pub(super) single: u32,
    /// Ordinals of single words by provisional number.
    pub(super) of_single: Vec<u32>,
    pub(super) of_compound: Vec<u32>,
    pub(super) rows: Vec<WordRow>,
    texts: Vec<Box<str>>,
    neighbours: Vec<Vec<Alike>>,
    postings: Lists<Posting>,
    deletions: HashIndexParts,
    skeletons: HashIndexParts,
    forms: FormParts,
}

/// Numbers single words by falling frequency and compounds by text behind them, compares them with each
/// other and weighs them.
pub(super) fn arrange(
    vocabulary: Vocabulary,
    postings: Lists<Posting>,
    learnt: &[Learnt],
    records: usize,
) -> Words {
    let (singles, compound) = vocabulary.into_words();
    let mut single_order: Vec<u32> = (0..singles.len() as u32).collect();
    single_order.par_sort_unstable_by_key(|&at| {
        (std::cmp::Reverse(postings.list_len(at as usize)), &singles[at as usize].text)
    });
    let mut compound_order: Vec<u32> = (0..compound.len() as u32).collect();
    compound_order.par_sort_unstable_by_key(|&at| &compound[at as usize]);

    let base = singles.len() as u32;
    let order: Vec<usize> = single_order
        .iter()
        .map(|&at| at as usize)
        .chain(compound_order.iter().map(|&at| (base + at) as usize))
        .collect();
    let postings = postings.reordered(&order);
    let mut texts: Vec<Box<str>> =
        single_order.iter().map(|&at| singles[at as usize].text.clone()).collect();
    texts.extend(compound_order.iter().map(|&at| compound[at as usize].clone()));
    drop(compound);

    // Words are compared with all others, so their forms are prepared once.
    let forms = FormParts::of(&texts);
    let (deletions, skeletons) = spelling_indexes(&texts, forms.view(), base);
    let least = established_from(records) as usize;
    let established =
        (0..base).take_while(|&word| postings.list_len(word as usize) >= least).count();
    let mut neighbours =
        neighbours(&texts, forms.view(), [base, established as u32], &deletions, &skeletons);
    let of_single = inverse(&single_order, 0);
    add_learnt(&mut neighbours, learnt, &of_single);
    let ordered: Vec<&SingleWord> = single_order.iter().map(|&at| &singles[at as usize]).collect();
    let rows = rows(&texts, &ordered, &neighbours, &postings, records);
    Words {
        single: base,
        of_single,
        of_compound: inverse(&compound_order, base),
        rows,
        texts,
        neighbours,
        postings,
        deletions,
        skeletons,
        forms,
    }
}

fn inverse(order: &[u32], base: u32) -> Vec<u32> {
    let mut inverse = vec![0; order.len()];
    for (ordinal, &number) in order.iter().enumerate() {
        inverse[number as usize] = base + ordinal as u32;
    }
    inverse
}

/// Builds the deletion index and the skeleton index of these terms; from `single_words` on they are
/// compounds.
pub(super) fn spelling_indexes(
    texts: &[Box<str>],
    forms: Forms<'_>,
    single_words: u32,
) -> (HashIndexParts, HashIndexParts) {
    let entries = |of: fn(u32, &WordForm<'_>, bool) -> Vec<(u32, Entry)>| {
        (0..texts.len() as u32).into_par_iter().flat_map_iter(move |word| {
            let form = forms.get(word, &texts[word as usize]);
            form.map_or_else(Vec::new, |form| of(word, &form, word >= single_words))
        })
    };
    let [deletions, skeletons] = [deletion_entries, skeleton_entries].map(entries);
    (HashIndexParts::of(deletions.collect()), HashIndexParts::of(skeletons.collect()))
}

fn neighbours(
    texts: &[Box<str>],
    forms: Forms<'_>,
    [single_words, established]: [u32; 2],
    deletions: &HashIndexParts,
    skeletons: &HashIndexParts,
) -> Vec<Vec<Alike>> {
    let with_variants = with_variants(texts, single_words);
    let fuzzy_expander = FuzzyExpander {
        deletions: deletions.index(),
        skeletons: skeletons.index(),
        single_words,
        established,
        forms,
        text: |word: u32| &*texts[word as usize],
        find: |text: &str| with_variants.get(text).copied().unwrap_or_default(),
    };
    let later = |word: u32| {
        let form = forms.get(word, &texts[word as usize]);
        form.map_or_else(Vec::new, |form| fuzzy_expander.neighbours_after(word, &form))
    };
    let later: Vec<Vec<Alike>> = (0..single_words).into_par_iter().map(later).collect();
    mirrored(later)
}

/// Returns the single word and the compound of each text that has variants.
fn with_variants(
    texts: &[Box<str>],
    single_words: u32,
) -> AHashMap<&str, [Option<WordOrdinal>; 2]> {
    let mut found: AHashMap<&str, [Option<WordOrdinal>; 2]> = AHashMap::new();
    for (at, text) in (0..).zip(texts).filter(|(_, text)| text::has_variants(text)) {
        let compound = usize::from(at >= single_words);
        found.entry(text).or_default()[compound] = Some(WordOrdinal(at));
    }
    found
}

/// Adds learnt variants to the neighbours of words; `of_single` are ordinals by provisional number.
fn add_learnt(neighbours: &mut [Vec<Alike>], learnt: &[Learnt], of_single: &[u32]) {
    for &Learnt { words, kinds } in learnt {
        let [a, b] = words.map(|number| of_single[number as usize]);
        for (of, word) in [(a, b), (b, a)] {
            let known = std::mem::take(&mut neighbours[of as usize]);
            let variant = Alike::learnt(WordOrdinal(word), kinds);
            neighbours[of as usize] = in_order(known, std::iter::once(variant));
        }
    }
}

/// Completes the neighbours of each word from pairs that only the word with the lesser ordinal knows.
/// Compounds have no list of their own and appear only in others' lists.
fn mirrored(later: Vec<Vec<Alike>>) -> Vec<Vec<Alike>> {
    let mut earlier = vec![0u32; later.len()];
    for neighbour in later.iter().flatten() {
        if let Some(count) = earlier.get_mut(neighbour.word.index()) {
            *count += 1;
        }
    }
    let room =
        |(later, earlier): (&Vec<_>, &u32)| Vec::with_capacity(later.len() + *earlier as usize);
    let mut all: Vec<Vec<Alike>> = later.iter().zip(&earlier).map(room).collect();
    for (word, later) in (0..).zip(later) {
        for neighbour in &later {
            if let Some(other) = all.get_mut(neighbour.word.index()) {
                other.push(Alike { word: WordOrdinal(word), ..*neighbour });
            }
        }
        all[word as usize].extend(later);
    }
    all.par_iter_mut().for_each(|list| list.sort_unstable_by_key(Alike::order));
    all
}

fn rows(
    texts: &[Box<str>],
    singles: &[&SingleWord],
    neighbours: &[Vec<Alike>],
    postings: &Lists<Posting>,
    records: usize,
) -> Vec<WordRow> {
    let mut text = 0;
    let mut rows: Vec<WordRow> = Vec::with_capacity(texts.len() + 1);
    for (at, word_text) in texts.iter().enumerate() {
        let single = singles.get(at);
        // The script of compounds is never read.
        let script = single.map_or(Script::Other, |_| Script::of(word_text));
        // The weight of a compound is known once all names are weighed.
        let weight = single.map_or(0, |_| {
            let frequency = pooled_frequency(at, &neighbours[at], singles.len(), postings);
            weight::ordinary(weight::rarity_of(word_text, frequency, records as u64))
        });
        rows.push(WordRow {
            text,
            frequency: postings.list_len(at) as u32,
            weight,
            classes: single.map_or([0; 2], |word| word.classes),
            script: script as u8,
            letters: text::letters_of(word_text),
            initial: text::initial_of(word_text),
            place: u8::from(single.is_some_and(|word| word.place)),
            reserved: 0,
        });
        text += word_text.len() as u32;
    }
    rows.push(WordRow { text, ..bytemuck::Zeroable::zeroed() });
    rows
}

/// Number of records that contain the word or a single word that sounds the same.
fn pooled_frequency(
    word: usize,
    neighbours: &[Alike],
    singles: usize,
    postings: &Lists<Posting>,
) -> u64 {
    let alike = neighbours
        .iter()
        .filter(|n| n.is_pooled() && n.word.index() < singles)
        .map(|n| postings.list_len(n.word.index()) as u64);
    postings.list_len(word) as u64 + alike.sum::<u64>()
}

impl Words {
    pub(super) fn row(&self, word: u32) -> &WordRow {
        &self.rows[word as usize]
    }

    /// Returns the neighbours of a single word, by falling similarity. The words must be weighed.
    pub(super) fn close_to(&self, word: WordOrdinal) -> impl Iterator<Item = Neighbour> + '_ {
        let with_row = |of: &Alike| of.with_row(self.row(of.word.0));
        self.neighbours[word.index()].iter().map(with_row)
    }

    pub(super) fn write_dictionary(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        let single = self.single as usize;
        let mut keys: Vec<(String, u64)> = self
            .texts
            .par_iter()
            .enumerate()
            .map(|(at, text)| {
                let mark = if at < single { String::new() } else { COMPOUND_MARK.to_string() };
                (mark + text, at as u64)
            })
            .collect();
        keys.par_sort_unstable();
        let fst = fst::Map::from_iter(keys).expect("keys are sorted and distinct");
        file.section(Section::WordFst, |sink| sink.put(fst.as_fst().as_bytes()))?;
        file.rows(Section::Words, &self.rows)?;
        file.section(Section::WordText, |sink| {
            self.texts.iter().try_for_each(|text| sink.put(text.as_bytes()))
        })?;
        let by_text = ordinals_by_text(self.texts[..single].par_iter().zip(0..self.single));
        file.rows(Section::WordBuckets, &by_text.starts)?;
        file.rows(Section::WordsByText, &by_text.entries)
    }

    pub(super) fn write_neighbours(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        let mut offsets = vec![0u32];
        let mut end = 0;
        offsets.extend(self.neighbours.iter().map(|list| {
            end += list.len() as u32;
            end
        }));
        file.rows(Section::NeighbourOffsets, &offsets)?;
        file.section(Section::Neighbours, |sink| {
            (0..self.single).try_for_each(|word| {
                let list: Vec<Neighbour> = self.close_to(WordOrdinal(word)).collect();
                sink.put(bytemuck::cast_slice(&list))
            })
        })
    }

    pub(super) fn write_postings(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::PostingOffsets, &self.postings.offsets)?;
        file.rows(Section::Postings, &self.postings.items)
    }

    pub(super) fn write_spelling(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::DeletionBuckets, &self.deletions.starts)?;
        file.rows(Section::DeletionWords, &self.deletions.entries)?;
        file.rows(Section::SkeletonBuckets, &self.skeletons.starts)?;
        file.rows(Section::SkeletonWords, &self.skeletons.entries)
    }

    pub(super) fn write_forms(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::Forms, &self.forms.rows)?;
        file.rows(Section::FormLetters, &self.forms.letters)?;
        file.rows(Section::FormReadings, &self.forms.reading_ends)?;
        file.rows(Section::FormSounds, &self.forms.sounds)?;
        file.rows(Section::FormSigns, &self.forms.signs)
    }
}
