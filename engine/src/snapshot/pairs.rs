//! Term-pair postings: names by two of their words, both frequent or one an initial.
//!
//! The posting list of one frequent term is long, and nearly all of its names contain no other word of
//! a query. Names with two of the query's words are in the list of the pair.

use bytemuck::{Pod, Zeroable};

use super::entry_facts::EncodedFacts;
use super::entry_words::{EncodedWord, OtherWords};
use super::impact::{ListedName, informative_weight, list_entry};
use super::rows::{NameGroup, RunWord};
use crate::lexicon::rows::WordRow;
use crate::limits::NAME_WORDS_MAX;
use crate::model::{NameOrdinal, WordOrdinal};

/// A term is frequent when at least one record in this many contains it.
const FREQUENT_SHARE: usize = 4_000;
/// The fewest records that make a term frequent, in sets of any size.
const FREQUENT_LEAST: usize = 2;

/// Counts the frequent single words; `single` is given by falling frequency, `records` is the size of
/// the set.
pub(super) fn frequent_words(single: &[WordRow], records: usize) -> u32 {
    let least = (records / FREQUENT_SHARE).max(FREQUENT_LEAST) as u32;
    single.partition_point(|row| row.frequency >= least) as u32
}

/// A posting: a name that contains both terms of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct TermPairEntry {
    pub name: NameOrdinal,
    /// Weight of the name's other informative words. Lists are sorted by it, then by name.
    pub rest: u16,
    /// Encoding of the name's other informative words.
    pub others: OtherWords<4>,
    /// Encoded birth year and country of the record.
    pub facts: EncodedFacts,
}

list_entry!(TermPairEntry, |entry: &TermPairEntry| entry.rest, |entry: &TermPairEntry| entry.name);

/// The second term of a pair, with its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct TermPairRow {
    /// A frequent term, not below the first one, or an initial; as [`EncodedWord`].
    pub partner: u32,
    /// Start of the list; the next row holds the end.
    pub start: u32,
}

/// All term-pair postings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pairs<'s> {
    /// Start in `rows`, by frequent term and [`NameGroup`], and the end of the last.
    pub(super) starts: &'s [u32],
    /// Rows by term, then partner, and a sentinel row.
    pub(super) rows: &'s [TermPairRow],
    pub(super) entries: &'s [TermPairEntry],
}

impl<'s> Pairs<'s> {
    /// Number of frequent terms, which are the first of all.
    #[inline]
    pub(super) fn frequent_words(self) -> usize {
        NameGroup::words_of(self.starts.len().saturating_sub(1))
    }

    /// Returns the rows of a frequent term, and the place of the first.
    #[inline]
    pub(super) fn rows_of(self, word: u32, group: NameGroup) -> (usize, &'s [TermPairRow]) {
        let at = group.list(word) as usize;
        let (start, end) = (self.starts[at] as usize, self.starts[at + 1] as usize);
        (start, &self.rows[start..end])
    }

    /// Returns the names of a group that contain a frequent term and its partner.
    #[inline]
    pub(super) fn of(
        self,
        word: WordOrdinal,
        partner: EncodedWord,
        group: NameGroup,
    ) -> &'s [TermPairEntry] {
        let (first, partner) = match partner {
            EncodedWord(other) if !partner.is_initial() && other < word.0 => (other, word.0),
            EncodedWord(other) => (word.0, other),
        };
        let (start, rows) = self.rows_of(first, group);
        match rows.binary_search_by_key(&partner, |row| row.partner) {
            Ok(at) => {
                let rows = &self.rows[start + at..start + at + 2];
                &self.entries[rows[0].start as usize..rows[1].start as usize]
            }
            Err(_) => &[],
        }
    }
}

/// The words of a name for term-pair postings: the informative ones with their weights, and the
/// low-information ones.
pub(super) struct NameWords {
    words: [EncodedWord; NAME_WORDS_MAX],
    weights: [u16; NAME_WORDS_MAX],
    count: usize,
    low_information: [EncodedWord; NAME_WORDS_MAX],
    flimsy_count: usize,
}

impl NameWords {
    /// Takes the words of a name from its run; `rows` are the dictionary rows.
    pub(super) fn of(run: &[u32], rows: &[WordRow]) -> Self {
        let none = [EncodedWord(0); NAME_WORDS_MAX];
        let weights = [0; NAME_WORDS_MAX];
        let mut of =
            Self { words: none, weights, count: 0, low_information: none, flimsy_count: 0 };
        for word in run.iter().map(|&word| RunWord(word)) {
            let told = EncodedWord::of(word, rows);
            if word.class().is_informative() {
                of.words[of.count] = told;
                of.weights[of.count] = informative_weight(word, rows);
                of.count += 1;
            } else {
                of.low_information[of.flimsy_count] = told;
                of.flimsy_count += 1;
            }
        }
        of
    }

    fn words(&self) -> &[EncodedWord] {
        &self.words[..self.count]
    }

    /// Calls `put` for each term pair in whose list the name belongs.
    pub(super) fn pairs(&self, frequent: u32, mut put: impl FnMut(EncodedWord, EncodedWord)) {
        let (mut words, mut low_information) = (self.words, self.low_information);
        let (words, low_information) =
            (&mut words[..self.count], &mut low_information[..self.flimsy_count]);
        words.sort_unstable();
        low_information.sort_unstable();
        for (at, &word) in words.iter().enumerate() {
            if word.is_initial() || word.0 >= frequent {
                break;
            }
            if at > 0 && words[at - 1] == word {
                continue;
            }
            // A word that occurs more than once has a list with itself.
            let mut last = None;
            for &other in &words[at + 1..] {
                let leads = other.is_initial() || other.0 < frequent;
                if leads && last.replace(other) != Some(other) {
                    put(word, other);
                }
            }
        }
        let initials = words
            .iter()
            .enumerate()
            .filter(|&(at, word)| word.is_initial() && (at == 0 || words[at - 1] != *word));
        for (at, &word) in low_information.iter().enumerate() {
            if word.0 >= frequent {
                break;
            }
            // With an initial only: a pair of low-information words has no list.
            let is_new = at == 0 || low_information[at - 1] != word;
            if is_new && !words.contains(&word) {
                initials.clone().for_each(|(_, &initial)| put(word, initial));
            }
        }
    }

    /// True if the name belongs in the list of a pair.
    pub(super) fn holds(&self, pair: [EncodedWord; 2]) -> bool {
        let count = |told: EncodedWord| self.words().iter().filter(|&&word| word == told).count();
        let [first, second] = pair;
        if first == second {
            return count(first) > 1;
        }
        let is_flimsy =
            || second.is_initial() && self.low_information[..self.flimsy_count].contains(&first);
        count(second) > 0 && (count(first) > 0 || is_flimsy())
    }

    /// Makes the posting of the name in the list of a pair.
    pub(super) fn entry(&self, named: ListedName, pair: [EncodedWord; 2]) -> TermPairEntry {
        let words = self.words().iter().zip(&self.weights);
        let covered = words.filter(|(word, _)| pair.contains(word)).map(|(_, weight)| weight).sum();
        let others = OtherWords::of(self.words(), &pair);
        let ListedName { name, informative, facts } = named;
        TermPairEntry { name, rest: informative.saturating_sub(covered), others, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(words: &[EncodedWord]) -> Vec<(u32, u32)> {
        name_pairs(words, &[])
    }

    fn name_pairs(words: &[EncodedWord], low_information: &[EncodedWord]) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        let none = [EncodedWord(0); NAME_WORDS_MAX];
        let (count, flimsy_count) = (words.len(), low_information.len());
        let mut name =
            NameWords { words: none, weights: [9; _], count, low_information: none, flimsy_count };
        name.words[..count].copy_from_slice(words);
        name.low_information[..flimsy_count].copy_from_slice(low_information);
        name.pairs(100, |a, b| {
            assert!(name.holds([a, b]));
            pairs.push((a.0, b.0));
        });
        pairs
    }

    #[test]
    fn a_name_stands_under_each_two_of_its_frequent_words_and_initials() {
        let j = EncodedWord::initial(b'j');
        assert_eq!(pairs(&[EncodedWord(7), EncodedWord(3)]), [(3, 7)]);
        assert_eq!(
            pairs(&[EncodedWord(7), EncodedWord(300), EncodedWord(3)]),
            [(3, 7)],
            "rare words have their own"
        );
        assert_eq!(pairs(&[j, EncodedWord(3)]), [(3, j.0)]);
        assert_eq!(pairs(&[j, EncodedWord::initial(b'm')]), [], "initials alone lead nowhere");
        assert_eq!(
            pairs(&[EncodedWord(3), EncodedWord(3), EncodedWord(5)]),
            [(3, 3), (3, 5)],
            "it stands twice"
        );
    }

    #[test]
    fn beside_a_word_that_says_nothing_only_initials_lead_to_a_name() {
        let [j, m] = [b'j', b'm'].map(EncodedWord::initial);
        let al = EncodedWord(2);
        assert_eq!(
            name_pairs(&[EncodedWord(7), j, m, j], &[al, EncodedWord(300), al]),
            [(7, j.0), (7, m.0), (2, j.0), (2, m.0),]
        );
        assert_eq!(name_pairs(&[EncodedWord(7)], &[al]), []);
        assert_eq!(name_pairs(&[al, j], &[al]), [(2, j.0)], "it says something once");
    }
}
