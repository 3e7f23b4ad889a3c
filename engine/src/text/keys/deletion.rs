//! Blocking keys of close spellings: hashes of a token and of its letter deletions, for a
//! symmetric-delete index (as in SymSpell).

use crate::limits::WORD_CHARS_MAX;
use crate::text::form::{Letter, WordForm};

/// Length of the prefix in which letters are deleted. Longer prefixes mean fewer chance collisions and
/// more keys: 7 letters give at most 29 keys per token, 8 give 37.
const PREFIX_LETTERS: usize = 7;

/// Returns the most edits (insertion, deletion, substitution, swap of neighbours) by which two tokens
/// of these lengths may differ and still meet. The shorter one decides.
#[must_use]
pub fn spelling_limit(letters_a: usize, letters_b: usize) -> usize {
    match letters_a.min(letters_b) {
        0..3 => 0,
        3..8 => 1,
        _ => 2,
    }
}

/// Most edits between a token and a compound.
pub(super) const COMPOUND_LIMIT: usize = 1;

/// Appends the spelling keys of a token of an alphabetic script, at most 29. Other tokens have none and
/// are found by their exact text or their skeleton.
///
/// Complete: two tokens of one script whose optimal-string-alignment distance d is at most
/// [`spelling_limit`] share at least one key, although letters are deleted in the prefix only. The
/// alignment pairs all but at most d letters of either token, in order; a swap leaves one of each
/// unpaired. Consider the pairs with both letters inside the prefixes. If there are pairs with only one
/// letter inside, they are all on one side, say in a's prefix, and b's prefix has full length. Prefix
/// letters of b without a partner inside are then unpaired altogether, hence at most d; and as a's
/// prefix is no longer, it has no more of them. So at most d deletions leave the same letters of both
/// prefixes, and either token has a key for that.
pub fn deletion_keys(form: &WordForm, keys: &mut Vec<u32>) {
    if !form.script().is_alphabetic() {
        return;
    }
    let letters = form.letters();
    let prefix = &letters[..letters.len().min(PREFIX_LETTERS)];
    let limit = spelling_limit(letters.len(), letters.len());
    let nothing = prefix.len();
    let seed = seed_of(form, 0);
    let without = |first: usize, second: usize| {
        let kept = prefix.iter().enumerate().filter(|(at, _)| *at != first && *at != second);
        key_of(kept.fold(seed, |hash, (_, letter)| with(hash, *letter)))
    };
    let own = keys.len();
    keys.push(without(nothing, nothing));
    if limit >= 1 {
        keys.extend((0..nothing).map(|at| without(at, nothing)));
    }
    if limit >= 2 {
        for first in 0..nothing {
            keys.extend((first + 1..nothing).map(|second| without(first, second)));
        }
    }
    sort_from(own, keys);
}

/// Appends the keys by which compounds and tokens at a distance of 1 find each other: all letters, and
/// all but each of them. Many compounds begin alike, so a prefix would not do.
pub fn whole_deletion_keys(form: &WordForm, keys: &mut Vec<u32>) {
    let letters = form.letters();
    if !form.script().is_alphabetic() {
        return;
    }
    let (seed, own) = (seed_of(form, WHOLE_SEED), keys.len());
    let whole = letters.iter().fold(seed, |hash, letter| with(hash, *letter));
    keys.push(key_of(whole));
    if spelling_limit(letters.len(), letters.len()).min(COMPOUND_LIMIT) >= 1 {
        // The hash of two parts is that of the first, times the base to the length of the second,
        // plus that of the second. So one pass computes it for each deleted letter.
        let (mut behind, mut raise) = (0_u64, 1_u64);
        let mut before = [0; WORD_CHARS_MAX];
        letters.iter().zip(&mut before).fold(seed, |hash, (letter, before)| {
            *before = hash;
            with(hash, *letter)
        });
        for (letter, before) in letters.iter().zip(before).rev() {
            keys.push(key_of(before.wrapping_mul(raise).wrapping_add(behind)));
            behind = behind.wrapping_add(value_of(*letter).wrapping_mul(raise));
            raise = raise.wrapping_mul(BASE);
        }
    }
    sort_from(own, keys);
}

/// Sorts the keys from position `first` on and removes repeats, which doubled letters cause.
fn sort_from(first: usize, keys: &mut Vec<u32>) {
    keys[first..].sort_unstable();
    keys.dedup();
}

/// Separates keys of whole tokens from those of prefixes.
const WHOLE_SEED: u64 = 1 << 32;

/// Base of the polynomial hash of letters: 2^64 divided by the golden ratio.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the hash of no letters, which includes the script.
fn seed_of(form: &WordForm, seed: u64) -> u64 {
    (seed | form.script().alphabet() as u64).wrapping_mul(BASE)
}

#[inline]
fn value_of(letter: Letter) -> u64 {
    u64::from(u32::from(letter.character())) + 1
}

/// Returns the hash of some letters followed by one more.
#[inline]
fn with(hash: u64, letter: Letter) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(value_of(letter))
}

/// Returns the key of a hash. All bits of the hash count.
#[inline]
fn key_of(hash: u64) -> u32 {
    ((hash ^ hash >> 32).wrapping_mul(BASE) >> 32) as u32
}

/// Returns the optimal-string-alignment distance: insertions, deletions, substitutions and swaps of
/// neighbours that are not edited again. It computes one column of the usual table at a time, one bit
/// per letter of `a` (Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit
/// distances").
pub(super) fn spelling_distance(a: &[Letter], b: impl Iterator<Item = char>) -> usize {
    const { assert!(WORD_CHARS_MAX <= u64::BITS as usize, "every letter has a bit") };
    let Some(end) = a.len().checked_sub(1) else { return b.count() };
    let last = 1 << end;
    let mut distance = a.len();
    // Bits of the rows where the column rises or falls, where a cell equals its neighbour above to
    // the left, and whose letters equal the letter before.
    let (mut rises, mut falls, mut diagonal, mut equal_before) = (u64::MAX, 0, 0_u64, 0);
    for letter in b {
        let equal =
            a.iter().rev().fold(0, |bits, own| bits << 1 | u64::from(own.character() == letter));
        let swapped = (!diagonal & equal) << 1 & equal_before;
        diagonal = ((equal & rises).wrapping_add(rises) ^ rises) | equal | falls | swapped;
        let (right_rises, right_falls) = (falls | !(diagonal | rises), diagonal & rises);
        distance += usize::from(right_rises & last != 0);
        distance -= usize::from(right_falls & last != 0);
        let right_rises = right_rises << 1 | 1;
        rises = right_falls << 1 | !(diagonal | right_rises);
        falls = right_rises & diagonal;
        equal_before = equal;
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::keys::{are_within_edit_limit, compounds_match};
    use proptest::prelude::*;

    /// Computes the distance by its definition.
    fn distance_by_table(a: &[Letter], b: &[Letter]) -> usize {
        type Row = [usize; WORD_CHARS_MAX + 1];
        let mut rows: [Row; 3] = [[0; WORD_CHARS_MAX + 1]; 3];
        for (column, distance) in rows[0].iter_mut().enumerate() {
            *distance = column;
        }
        for i in 1..=a.len() {
            rows.rotate_right(1);
            let [row, previous, before] = &mut rows;
            row[0] = i;
            for j in 1..=b.len() {
                let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = replaced.min(previous[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(before[j - 2] + 1);
                }
                row[j] = least;
            }
        }
        rows[0][b.len()]
    }

    fn characters(form: &WordForm<'_>) -> impl Iterator<Item = char> {
        form.letters().iter().map(|letter| letter.character())
    }

    fn keys(text: &str) -> Vec<u32> {
        let mut keys = Vec::new();
        deletion_keys(&WordForm::new(text), &mut keys);
        keys
    }

    fn share_a_key(a: &str, b: &str) -> bool {
        let b = keys(b);
        keys(a).iter().any(|key| b.contains(key))
    }

    /// True if two tokens share a key, each of its kind.
    fn share(a: (KeysOf, &str), b: (KeysOf, &str)) -> bool {
        let [a, b] = [a, b].map(|(keys_of, text)| {
            let mut keys = Vec::new();
            keys_of(&WordForm::new(text), &mut keys);
            keys
        });
        a.iter().any(|key| b.contains(key))
    }

    type KeysOf = fn(&WordForm, &mut Vec<u32>);

    fn whole(text: &str) -> (KeysOf, &str) {
        (whole_deletion_keys, text)
    }

    #[test]
    fn words_that_begin_alike_share_no_key_of_whole_words() {
        assert!(share(whole("binladin"), whole("binladen")));
        assert!(share(whole("binladin"), whole("binaldin")), "two letters swapped");
        assert!(!share(whole("aleksandrov"), whole("aleksandrovich")));
        assert!(!share(whole("ab"), whole("ac")), "short words are right or wrong");
    }

    #[test]
    fn number_of_keys_by_length() {
        let table =
            [("ab", 1), ("abc", 4), ("abcdefg", 8), ("abcdefgh", 29), ("aabcdefghijkl", 23)];
        for (text, expected) in table {
            assert_eq!(keys(text).len(), expected, "{text}");
        }
        for text in ["737", "#llc", "张", "김정은"] {
            assert!(keys(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn keys_are_appended() {
        let mut appended = keys("abc");
        deletion_keys(&WordForm::new("abc"), &mut appended);
        assert_eq!(appended, [keys("abc"), keys("abc")].concat());
    }

    #[test]
    fn close_spellings_share_a_key() {
        let table = [
            ("abcdefgh", "abcdefhg"),       // a swap beyond the prefix
            ("abcdefghi", "abcdefhgi"),     // a swap across its border
            ("abcdefghij", "xyabcdefghij"), // two letters push two out of the prefix
            ("abcdefg", "abcdefgh"),        // one word has the limit 1, the other 2
            ("nguyen", "ngyuen"),
        ];
        for (a, b) in table {
            assert!(share_a_key(a, b), "{a} {b}");
        }
        assert!(!share_a_key("abc", "xyz"));
    }

    #[test]
    fn distances() {
        let table =
            [("", "abc", 3), ("ca", "abc", 3), ("nguyen", "ngyuen", 1), ("abcd", "badc", 2)];
        for (a, b, expected) in table {
            let (a, b) = (WordForm::new(a), WordForm::new(b));
            assert_eq!(spelling_distance(a.letters(), characters(&b)), expected);
        }
    }

    /// A token and the result of at most three random edits. Few letters make edits interfere with each
    /// other.
    fn word_and_edited() -> impl Strategy<Value = (String, String)> {
        let edits = prop::collection::vec(
            (0..4_u8, any::<prop::sample::Index>(), prop::char::range('a', 'd')),
            0..4,
        );
        ("[a-d]{1,14}", edits).prop_map(|(word, edits)| {
            let mut letters: Vec<char> = word.chars().collect();
            for (kind, at, letter) in edits {
                let at = at.index(letters.len() + 1);
                match kind {
                    0 => letters.insert(at, letter),
                    1 if at < letters.len() => drop(letters.remove(at)),
                    2 if at < letters.len() => letters[at] = letter,
                    3 if at + 1 < letters.len() => letters.swap(at, at + 1),
                    _ => {}
                }
            }
            (word, letters.into_iter().collect())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn words_within_the_limit_share_a_key((a, b) in word_and_edited()) {
            let (form_a, form_b) = (WordForm::new(&a), WordForm::new(&b));
            let distance = spelling_distance(form_a.letters(), characters(&form_b));
            prop_assert_eq!(distance, distance_by_table(form_a.letters(), form_b.letters()));
            let limit = spelling_limit(form_a.letters().len(), form_b.letters().len());
            prop_assert_eq!(are_within_edit_limit(&form_a, &form_b), distance <= limit);
            if distance <= limit {
                prop_assert!(share_a_key(&a, &b));
            }
            prop_assert!(keys(&a).len() <= 29);
            if compounds_match(&form_a, &form_b) {
                prop_assert!(share(whole(&a), whole(&b)));
            }
        }
    }
}
