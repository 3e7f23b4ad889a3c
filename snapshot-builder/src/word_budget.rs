//! Limits the comparisons between the words of a source. A list of words that are all spelt alike would
//! delay the build of every other list.
//!
//! Each source is checked alone, since none may fail because of another one's content. Together, n
//! sources with words alike to each other may take up to n² times the comparisons of one.

use tamis_engine::model::Record;
use tamis_engine::snapshot::WordComparisons;

use crate::error::LoadError;
use crate::limits::{WORD_COMPARISONS_EACH_MAX, WORD_COMPARISONS_FREE};

/// Checks the words of all registers in a source together.
///
/// # Errors
/// [`LoadError::WordsTooAlike`] if their comparisons exceed the limits.
pub(crate) fn check_words(lists: &[&[Record]]) -> Result<(), LoadError> {
    check(WordComparisons::of(lists))
}

fn check(of: WordComparisons) -> Result<(), LoadError> {
    let limit = WORD_COMPARISONS_FREE.max(of.words.saturating_mul(WORD_COMPARISONS_EACH_MAX));
    let WordComparisons { words, candidates } = of;
    match candidates > limit {
        true => Err(LoadError::WordsTooAlike { words, candidates, limit }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of `count` words that share all spelling keys, and the number of their comparisons.
    fn alike(count: u32) -> (Vec<Record>, u64) {
        let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
        let name = |at: u32| [at / 676, at / 26, at].map(letter).iter().collect::<String>();
        let record = |at| Record { name: format!("bodegas{}", name(at)), ..Record::default() };
        let records: Vec<Record> = (0..count).map(record).collect();
        let comparisons = WordComparisons::of(&[&records]).candidates;
        (records, comparisons)
    }

    #[test]
    fn a_list_of_words_alike_fails_beyond_the_limit() {
        let ((few, of_few), (many, of_many)) = (alike(3_000), alike(5_000));
        assert!(of_few <= WORD_COMPARISONS_FREE, "{of_few}");
        check_words(&[&few]).expect("within the limit");
        assert!(of_many > WORD_COMPARISONS_FREE, "{of_many}");
        let error = check_words(&[&many]).expect_err("beyond it").to_string();
        let expected = format!(
            "the 5000 words of the names are too alike: to find those that are spellings of each \
             other takes {of_many} comparisons, more than {WORD_COMPARISONS_FREE}"
        );
        assert_eq!(error, expected);
        let (one, other) = many.split_at(2_500);
        check_words(&[one]).expect("a half is within the limit");
        check_words(&[one, other]).expect_err("the registers of a source count together");
    }

    #[test]
    fn comparisons_are_free_at_first_and_then_grow_with_the_words() {
        let is_allowed = |words, candidates| check(WordComparisons { words, candidates }).is_ok();
        assert!(is_allowed(1, WORD_COMPARISONS_FREE));
        assert!(!is_allowed(1, WORD_COMPARISONS_FREE + 1));
        let words = WORD_COMPARISONS_FREE;
        assert!(is_allowed(words, words * WORD_COMPARISONS_EACH_MAX));
        assert!(!is_allowed(words, words * WORD_COMPARISONS_EACH_MAX + 1));
        assert!(is_allowed(0, 0));
    }
}
