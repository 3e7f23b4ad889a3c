//! The sections that matching reads, as one bundle of borrowed slices.

use std::sync::Arc;

use super::details::Meta;
use super::entry_words::EncodedWord;
use super::format::Section;
use super::fuzzy_postings::{FuzzyEntry, FuzzyPostings, FuzzyStep};
use super::impact::Impact;
use super::pairs::{Pairs, TermPairEntry};
use super::rows::{ImoRow, NameGroup, NameRow, Posting, RecordRow, record_flags};
use super::runs::{CompoundRun, Run};
use super::sections::Parts;
use crate::lexicon::buckets::Buckets;
use crate::lexicon::dictionary::{COMPOUND_MARK, Dictionary, end_of_prefix};
use crate::lexicon::expansion_cache::{AskedAs, SpellingCache};
use crate::lexicon::fuzzy_expander::{Alike, FuzzyExpander, established_from};
use crate::lexicon::hash_index::HashIndex;
use crate::lexicon::partition::PartitionIndex;
use crate::lexicon::rows::{Neighbour, WordRow};
use crate::lexicon::stored_forms::Forms;
use crate::lexicon::text_index::TextIndex;
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, TypeSet, WordOrdinal};
use crate::text::{NameKind, WordForm};

/// Borrowed slices over the mapped file; made once per query, nothing is copied.
#[derive(Clone)]
pub struct IndexView<'s> {
    /// Records by ordinal, with a sentinel row.
    pub records: &'s [RecordRow],
    /// Birth dates; see [`RecordRow::births`].
    pub births: &'s [u32],
    /// Countries; see [`RecordRow::countries`].
    pub countries: &'s [u16],
    /// Names by ordinal, with a sentinel row.
    pub names: &'s [NameRow],
    /// Terms by ordinal, with a sentinel row.
    pub words: &'s [WordRow],
    single_words: u32,
    established: u32,
    types: [u8; 2],
    forms: Forms<'s>,
    runs: &'s [u32],
    word_text: &'s [u8],
    names_by_text: &'s [NameOrdinal],
    imo_index: &'s [ImoRow],
    neighbour_offsets: &'s [u32],
    neighbours: &'s [Neighbour],
    posting_offsets: &'s [u64],
    postings: &'s [Posting],
    impact_offsets: &'s [u64],
    impacts: &'s [Impact],
    pairs: Pairs<'s>,
    fuzzy_postings: FuzzyPostings<'s>,
    word_fst: Dictionary<'s>,
    words_by_text: TextIndex<'s>,
    name_fst: Dictionary<'s>,
    deletions: HashIndex<'s>,
    skeletons: HashIndex<'s>,
    name_parts: PartitionIndex<'s>,
    spelling_cache: &'s SpellingCache,
}

impl<'s> IndexView<'s> {
    /// Borrows the sections; `established` is the result of [`Self::count_established`] for the same
    /// file.
    pub(super) fn new(
        parts: &Parts<'s>,
        meta: &Meta,
        established: u32,
        spelling_cache: &'s SpellingCache,
    ) -> Self {
        use Section as S;
        let hash_index =
            |starts, words| HashIndex(Buckets::new(parts.slice(starts), parts.slice(words)));
        Self {
            records: parts.slice(S::Records),
            births: parts.slice(S::Births),
            countries: parts.slice(S::Countries),
            names: parts.slice(S::Names),
            words: parts.slice(S::Words),
            single_words: meta.single_words,
            established,
            types: meta.types,
            forms: parts.forms(),
            runs: parts.slice(S::NameRuns),
            word_text: parts.bytes(S::WordText),
            names_by_text: parts.slice(S::NamesByText),
            imo_index: parts.slice(S::ImoIndex),
            neighbour_offsets: parts.slice(S::NeighbourOffsets),
            neighbours: parts.slice(S::Neighbours),
            posting_offsets: parts.slice(S::PostingOffsets),
            postings: parts.slice(S::Postings),
            impact_offsets: parts.slice(S::ImpactOffsets),
            impacts: parts.slice(S::Impacts),
            pairs: parts.pairs(),
            fuzzy_postings: parts.fuzzy_postings(),
            word_fst: Dictionary::new(parts.bytes(S::WordFst)),
            words_by_text: TextIndex(Buckets::new(
                parts.slice(S::WordBuckets),
                parts.slice(S::WordsByText),
            )),
            name_fst: Dictionary::new(parts.bytes(S::NameFst)),
            deletions: hash_index(S::DeletionBuckets, S::DeletionWords),
            skeletons: hash_index(S::SkeletonBuckets, S::SkeletonWords),
            name_parts: PartitionIndex(Buckets::new(
                parts.slice(S::NamePartBuckets),
                parts.slice(S::NameParts),
            )),
            spelling_cache,
        }
    }

    /// Active records.
    #[must_use]
    pub fn record_count(&self) -> usize {
        self.records.len() - 1
    }

    /// Number of terms: single words and compounds.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.words.len() - 1
    }

    /// Number of terms that are single words.
    #[must_use]
    pub fn single_word_count(&self) -> usize {
        self.single_words as usize
    }

    /// Entity types of the records whose names are of a kind.
    #[must_use]
    pub fn types_of(&self, kind: NameKind) -> TypeSet {
        TypeSet(self.types[kind as usize])
    }

    #[must_use]
    pub fn name_count(&self) -> usize {
        self.names.len() - 1
    }

    /// True if the term is a compound: neighbouring words of a name written as one.
    #[must_use]
    #[inline]
    pub fn is_compound(&self, word: WordOrdinal) -> bool {
        word.0 >= self.single_words
    }

    /// Returns the single word with this folded text.
    #[must_use]
    pub fn find_word(&self, text: &str) -> Option<WordOrdinal> {
        let mut words = self.words_by_text.candidates(text).iter().map(|&word| WordOrdinal(word));
        words.find(|word| self.word_bytes(*word) == text.as_bytes())
    }

    /// Returns the single words that begin with a folded text, in the order of their texts.
    pub fn words_starting_with(&self, text: &str) -> impl Iterator<Item = WordOrdinal> + use<'s> {
        let single = u64::from(self.single_words);
        let words = self.word_fst.with_beginning(text.as_bytes()).into_iter();
        words.filter(move |word| *word < single).map(|word| WordOrdinal(word as u32))
    }

    /// Returns the compound with this folded text.
    #[must_use]
    pub fn find_compound(&self, text: &str) -> Option<WordOrdinal> {
        let key = [COMPOUND_MARK.encode_utf8(&mut [0; 4]), text].concat();
        let known = |&word: &u64| word < self.word_count() as u64;
        self.word_fst.get(&key).filter(known).map(|word| WordOrdinal(word as u32))
    }

    /// Folded text of a term.
    #[must_use]
    #[inline]
    pub fn word_text(&self, word: WordOrdinal) -> &'s str {
        std::str::from_utf8(self.word_bytes(word)).unwrap_or_default()
    }

    #[inline]
    fn word_bytes(&self, word: WordOrdinal) -> &'s [u8] {
        let range = self.words[word.index()].text..self.words[word.index() + 1].text;
        &self.word_text[range.start as usize..range.end as usize]
    }

    /// Neighbours of a single word, single words and compounds, by falling similarity; without the word
    /// itself.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, word: WordOrdinal) -> &'s [Neighbour] {
        let ends = &self.neighbour_offsets[word.index()..word.index() + 2];
        &self.neighbours[ends[0] as usize..ends[1] as usize]
    }

    /// Posting list of a term by record, ascending.
    #[must_use]
    #[inline]
    pub fn postings(&self, word: WordOrdinal) -> &'s [Posting] {
        let ends = &self.posting_offsets[word.index()..word.index() + 2];
        &self.postings[ends[0] as usize..ends[1] as usize]
    }

    /// Impact-ordered posting list of a term: names of one group that contain it.
    #[must_use]
    #[inline]
    pub fn impacts(&self, word: WordOrdinal, group: NameGroup) -> &'s [Impact] {
        let at = group.list(word.0) as usize;
        let ends = &self.impact_offsets[at..at + 2];
        &self.impacts[ends[0] as usize..ends[1] as usize]
    }

    /// Returns the part of a posting list in which the term is informative, or the low-information
    /// part.
    #[must_use]
    #[inline]
    pub fn impacts_where(&self, word: WordOrdinal, group: NameGroup, says: bool) -> &'s [Impact] {
        let list = self.impacts(word, group);
        // In nearly all lists the term is always informative.
        let all_say = list.first().is_none_or(Impact::says);
        let from = if all_say { 0 } else { list.partition_point(|entry| !entry.says()) };
        let (low_information, informative) = list.split_at(from);
        if says { informative } else { low_information }
    }

    /// True if a term is so frequent that it has term-pair postings.
    #[inline]
    #[must_use]
    pub fn is_frequent(&self, word: WordOrdinal) -> bool {
        word.index() < self.pairs.frequent_words()
    }

    /// Term-pair postings of one group: names with a frequent word and an initial, or with two frequent
    /// words that are both informative. Impact-ordered.
    #[must_use]
    pub fn pairs(
        &self,
        word: WordOrdinal,
        partner: EncodedWord,
        group: NameGroup,
    ) -> &'s [TermPairEntry] {
        self.pairs.of(word, partner, group)
    }

    /// Fuzzy postings of one group: names with an informative rare neighbour of a frequent single word.
    /// Both or neither are of a script without vowels. The most similar words come first, in steps.
    pub fn fuzzy_postings(
        &self,
        word: WordOrdinal,
        group: NameGroup,
    ) -> impl Iterator<Item = (FuzzyStep, &'s [FuzzyEntry])> {
        self.fuzzy_postings.of(word, group)
    }

    /// Returns the words of a name, and its compounds with their spans.
    #[must_use]
    #[inline]
    pub fn run(&self, name: NameOrdinal) -> (Run<'s>, CompoundRun<'s>) {
        let row = &self.names[name.index()];
        let end = self.names[name.index() + 1].run as usize;
        let (words, compound) = self.runs[row.run as usize..end].split_at(usize::from(row.words));
        (Run { words }, CompoundRun { pairs: compound })
    }

    /// Names of a record, the primary name first.
    pub fn names_of(
        &self,
        record: RecordOrdinal,
    ) -> impl ExactSizeIterator<Item = NameOrdinal> + use<> {
        let names = self.records[record.index()].names..self.records[record.index() + 1].names;
        names.map(NameOrdinal)
    }

    #[inline]
    #[must_use]
    pub fn record_of(&self, name: NameOrdinal) -> RecordOrdinal {
        RecordOrdinal(self.names[name.index()].record)
    }

    /// The kind of party that a name is read as.
    #[inline]
    #[must_use]
    pub fn kind_of(&self, name: NameOrdinal) -> NameKind {
        NameKind::ALL[usize::from(self.records[self.record_of(name).index()].kind)]
    }

    /// Birth dates of a record, as codes; see [`RecordRow::births`].
    #[must_use]
    pub fn births_of(&self, record: RecordOrdinal) -> &'s [u32] {
        let rows = &self.records[record.index()..record.index() + 2];
        &self.births[rows[0].births as usize..rows[1].births as usize]
    }

    /// True if the countries of a record are those of its addresses; see
    /// [`record_flags::BY_ADDRESSES`].
    #[inline]
    #[must_use]
    pub fn is_by_addresses(&self, record: RecordOrdinal) -> bool {
        self.records[record.index()].flags & record_flags::BY_ADDRESSES != 0
    }

    /// Countries of a record, as codes.
    #[must_use]
    pub fn countries_of(&self, record: RecordOrdinal) -> &'s [u16] {
        let rows = &self.records[record.index()..record.index() + 2];
        &self.countries[rows[0].countries as usize..rows[1].countries as usize]
    }

    /// Returns the records with an IMO number, ascending.
    pub fn with_imo(&self, imo: ImoNumber) -> impl Iterator<Item = RecordOrdinal> + 's {
        let start = self.imo_index.partition_point(|row| row.imo < imo.to_code());
        let rows = self.imo_index[start..].iter().take_while(move |row| row.imo == imo.to_code());
        rows.map(|row| RecordOrdinal(row.record))
    }

    /// Returns the names whose normalised text starts with `prefix`, in order of the text.
    #[must_use]
    pub fn names_starting_with(&self, prefix: &str) -> &'s [NameOrdinal] {
        // Most texts are no prefix of a name, which one look-up finds out.
        let first = self.name_fst.first_with_beginning(prefix.as_bytes());
        first.zip(end_of_prefix(prefix)).map_or(&[], |(first, end)| self.names_until(first, &end))
    }

    /// Returns the first distinct texts of names, normalised, that start with `prefix`, at most `most`.
    #[must_use]
    pub fn texts_starting_with(&self, prefix: &str, most: usize) -> Vec<String> {
        self.name_fst.keys_with_beginning(prefix.as_bytes(), most)
    }

    /// Returns the names whose normalised text is exactly `text`.
    #[must_use]
    pub fn names_equal_to(&self, text: &str) -> &'s [NameOrdinal] {
        let first = self.name_fst.get(text);
        first.map_or(&[], |first| self.names_until(first, &[text.as_bytes(), &[0]].concat()))
    }

    /// The names by text from the first of some text to the last of one below `end`.
    fn names_until(&self, first: u64, end: &[u8]) -> &'s [NameOrdinal] {
        let behind = self.name_fst.first_from(end).unwrap_or(self.names_by_text.len() as u64);
        self.names_by_text.get(first as usize..behind as usize).unwrap_or_default()
    }

    /// Names by parts of their letters.
    #[must_use]
    pub fn name_parts(&self) -> PartitionIndex<'s> {
        self.name_parts
    }

    /// Expands a word that is not in the dictionary: its neighbours, single words and compounds, by
    /// falling similarity. `is_cyrillic` is true if it was typed in that script.
    #[must_use]
    pub fn neighbours_of(&self, word: &str, is_cyrillic: bool) -> Arc<[Neighbour]> {
        let form = || WordForm::new(word).typed_in_cyrillic(is_cyrillic);
        let find = || self.with_rows(&self.fuzzy_expander().neighbours_of(&form()));
        self.spelling_cache.get_or_find(word, AskedAs::word(is_cyrillic), find)
    }

    /// Returns the result of [`Self::neighbours_of`] if it is remembered.
    #[must_use]
    pub fn remembered(&self, word: &str, is_cyrillic: bool) -> Option<Arc<[Neighbour]>> {
        self.spelling_cache.get(word, AskedAs::word(is_cyrillic))
    }

    /// Estimates the number of terms compared with a word that the dictionary lacks, before the result
    /// is remembered. `is_cyrillic` is true if it was typed in that script.
    #[must_use]
    pub fn compared(&self, word: &str, is_cyrillic: bool) -> u64 {
        self.fuzzy_expander().compared(&WordForm::new(word).typed_in_cyrillic(is_cyrillic)) as u64
    }

    /// Single words similar to neighbours of a query written as one, by falling similarity.
    #[must_use]
    pub fn neighbours_of_compound(&self, compound: &WordForm<'_>) -> Vec<Neighbour> {
        self.with_rows(&self.fuzzy_expander().neighbours_of_compound(compound))
    }

    /// Remembered form of [`Self::neighbours_of_compound`] for characters, which take the longest and
    /// recur. Other neighbours hardly ever recur.
    #[must_use]
    pub fn neighbours_of_characters(&self, compound: &str) -> Arc<[Neighbour]> {
        let find = || self.neighbours_of_compound(&WordForm::new(compound));
        self.spelling_cache.get_or_find(compound, AskedAs::Joined, find)
    }

    fn with_rows(&self, alike: &[Alike]) -> Vec<Neighbour> {
        let with_row = |of: &Alike| of.with_row(&self.words[of.word.index()]);
        alike.iter().map(with_row).collect()
    }

    /// Counts the established terms: well known by their own spelling. They come first, since terms are
    /// ordered by falling frequency.
    pub(super) fn count_established(parts: &Parts<'_>, meta: &Meta) -> u32 {
        let records: &[RecordRow] = parts.slice(Section::Records);
        let words: &[WordRow] = parts.slice(Section::Words);
        let least = established_from(records.len() - 1);
        let singles = &words[..meta.single_words as usize];
        singles.partition_point(|word| word.frequency >= least) as u32
    }

    fn fuzzy_expander(
        &self,
    ) -> FuzzyExpander<'s, impl Fn(u32) -> &'s str, impl Fn(&str) -> [Option<WordOrdinal>; 2]> {
        FuzzyExpander {
            deletions: self.deletions,
            skeletons: self.skeletons,
            single_words: self.single_words,
            established: self.established,
            forms: self.forms,
            text: |word| self.word_text(WordOrdinal(word)),
            find: |text: &str| [self.find_word(text), self.find_compound(text)],
        }
    }
}
