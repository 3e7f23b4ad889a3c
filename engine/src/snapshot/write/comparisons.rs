//! The number of comparisons between the words of a list, counted before they are made.

use ahash::AHashSet;
use rayon::prelude::*;

use super::records::kind_of;
use super::words::spelling_indexes;
use crate::lexicon::fuzzy_expander::places_looked_up;
use crate::lexicon::stored_forms::FormParts;
use crate::model::Record;
use crate::text;

/// Records whose names are tokenised in one batch.
const BATCH: usize = 16_384;

/// Work of comparing the distinct words of some records with each other in [`super::write_snapshot`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordComparisons {
    /// Distinct words, each of which is compared with others.
    pub words: u64,
    /// Entries of the spelling indexes that all of them read: the sum of the sizes of their buckets. An
    /// upper bound of the compared pairs; for words with similar spellings it grows with their square.
    pub candidates: u64,
}

impl WordComparisons {
    /// Counts the comparisons for the words of these lists together, as if a snapshot had no others.
    /// The time is proportional to the names, not to the comparisons.
    #[must_use]
    pub fn of(lists: &[&[Record]]) -> Self {
        let (singles, compound) = distinct_words(lists);
        let words = singles.len();
        let texts: Vec<Box<str>> = singles.into_iter().chain(compound).collect();
        let parts = FormParts::of(&texts);
        let forms = parts.view();
        let (deletions, skeletons) = spelling_indexes(&texts, forms, words as u32);
        let [deletions, skeletons] = [deletions.index(), skeletons.index()];
        let looked_through = |word: usize| -> u64 {
            let Some(form) = forms.get(word as u32, &texts[word]) else { return 0 };
            let places = places_looked_up(&form);
            let by_spelling = places.deletions.iter().map(|&hash| deletions.bucket_len(hash));
            let by_skeleton = places.skeletons.iter().map(|&hash| skeletons.bucket_len(hash));
            by_spelling.chain(by_skeleton).map(|len| len as u64).sum()
        };
        let candidates = (0..words).into_par_iter().map(looked_through).sum();
        Self { words: words as u64, candidates }
    }
}

type Texts = AHashSet<Box<str>>;

/// Returns the distinct words of all names: single words and compounds.
fn distinct_words(lists: &[&[Record]]) -> (Texts, Texts) {
    let (mut singles, mut compound) = (Texts::new(), Texts::new());
    for records in lists.iter().flat_map(|records| records.chunks(BATCH)) {
        let names: Vec<text::Name> = records.par_iter().flat_map_iter(names_of).collect();
        for name in &names {
            name.words.iter().for_each(|word| add(&word.text, &mut singles));
            name.compounds.iter().for_each(|join| add(&join.text, &mut compound));
        }
    }
    (singles, compound)
}

fn names_of(record: &Record) -> impl Iterator<Item = text::Name> + '_ {
    let kind = kind_of(record);
    let aliases = record.aliases.iter().map(|alias| &alias.name);
    std::iter::once(&record.name).chain(aliases).map(move |name| text::tokenize(name, kind))
}

fn add(text: &str, texts: &mut Texts) {
    if !texts.contains(text) {
        texts.insert(text.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes `count` records, each with a word of six letters out of `letters`.
    fn records(count: usize, letters: &[u8]) -> Vec<Record> {
        // Digits of ascending numbers, mixed by a factor coprime with the base.
        let word = |number: usize| -> String {
            let mut rest = number * 7_919 % letters.len().pow(6);
            let mut next = || {
                let letter = letters[rest % letters.len()];
                rest /= letters.len();
                char::from(letter)
            };
            (0..6).map(|_| next()).collect()
        };
        let record = |number| Record { name: word(number), ..Record::default() };
        (0..count).map(record).collect()
    }

    #[test]
    fn words_of_few_letters_take_the_square_of_their_number() {
        let of = |count, letters: &[u8]| WordComparisons::of(&[&records(count, letters)]);
        let [few, more] = [1_000, 4_000].map(|count| of(count, b"abcd"));
        assert_eq!((few.words, more.words), (1_000, 4_000));
        assert!(more.candidates > 10 * few.candidates, "{few:?} {more:?}");
        let alphabet = b"abcdefghijklmnopqrstuvwxyz";
        let [few, more] = [1_000, 4_000].map(|count| of(count, alphabet));
        assert!(more.candidates < 6 * few.candidates, "{few:?} {more:?}");
        assert!(more.candidates < 200 * more.words, "{more:?}");
    }

    #[test]
    fn lists_count_together_and_the_same_words_once() {
        let all = records(2_000, b"abcd");
        let together = WordComparisons::of(&[&all]);
        let (one, other) = all.split_at(700);
        assert_eq!(WordComparisons::of(&[one, other]), together);
        assert_eq!(WordComparisons::of(&[&all, &all]), together);
        assert_eq!(WordComparisons::of(&[]), WordComparisons::default());
    }
}
