//! Distance of a string from many others, guards aside: optimal string alignment (Levenshtein with swaps
//! of neighbours), a column of the table in one word of bits (Hyyrö: A bit-vector algorithm for computing
//! Levenshtein and Damerau edit distances, 2003).

use super::edits_allowed;
use crate::limits::WHOLE_NAME_LETTERS_MAX;

/// A bit for each letter of a string.
type Bits = u128;

const _: () = assert!(WHOLE_NAME_LETTERS_MAX <= Bits::BITS as usize);

/// A string of 1 to [`WHOLE_NAME_LETTERS_MAX`] letters, prepared for comparing.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Places of each letter, from a to z.
    latin: [Bits; 26],
    /// Places of each other letter.
    others: Vec<(char, Bits)>,
    length: usize,
}

impl Pattern {
    #[must_use]
    pub fn new(letters: &[char]) -> Self {
        let mut pattern = Self { latin: [0; 26], others: Vec::new(), length: letters.len() };
        for (at, &letter) in letters.iter().enumerate() {
            let place = 1 << at;
            if let Some(known) = latin_number(letter) {
                pattern.latin[known] |= place;
            } else if let Some((_, places)) =
                pattern.others.iter_mut().find(|(other, _)| *other == letter)
            {
                *places |= place;
            } else {
                pattern.others.push((letter, place));
            }
        }
        pattern
    }

    /// The distance of these letters, if it is within the edits that both strings allow. Mostly it is
    /// not, and this finds it out at a small part of the cost of comparing names.
    #[must_use]
    pub fn allowed_distance(&self, letters: &[char]) -> Option<usize> {
        self.distance_within(letters, edits_allowed(self.length.min(letters.len())))
    }

    fn places(&self, letter: char) -> Bits {
        match latin_number(letter) {
            Some(known) => self.latin[known],
            None => {
                self.others.iter().find(|(other, _)| *other == letter).map_or(0, |known| known.1)
            }
        }
    }

    fn distance_within(&self, letters: &[char], most: usize) -> Option<usize> {
        if self.length.abs_diff(letters.len()) > most {
            return None;
        }
        let last: Bits = 1 << (self.length - 1);
        // Differences between neighbouring cells of a column: one more, one less.
        let (mut more, mut less): (Bits, Bits) = (Bits::MAX, 0);
        // Cells equal to their neighbour on the diagonal, and places of the letter, of the column before.
        let (mut diagonal, mut places_before): (Bits, Bits) = (0, 0);
        let mut distance = self.length;
        for (at, &letter) in letters.iter().enumerate() {
            let places = self.places(letter);
            let swapped = ((!diagonal & places) << 1) & places_before;
            let carried = (places & more).wrapping_add(more);
            diagonal = (carried ^ more) | places | less | swapped;
            let (higher, lower) = (less | !(diagonal | more), diagonal & more);
            distance += usize::from(higher & last != 0);
            distance -= usize::from(lower & last != 0);
            // Each letter that is left lowers it by one at most.
            if distance > most + letters.len() - 1 - at {
                return None;
            }
            let (higher, lower) = ((higher << 1) | 1, lower << 1);
            (more, less) = (lower | !(diagonal | higher), higher & diagonal);
            places_before = places;
        }
        (distance <= most).then_some(distance)
    }
}

/// Number of a letter from a to z.
#[inline]
fn latin_number(letter: char) -> Option<usize> {
    letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::EDITS_MAX;
    use super::super::differences::tests::distance;
    use super::*;

    #[test]
    fn the_longest_strings_are_compared() {
        let mut letters: Vec<char> = ('a'..='z').cycle().take(WHOLE_NAME_LETTERS_MAX).collect();
        let pattern = Pattern::new(&letters);
        assert_eq!(pattern.distance_within(&letters, 0), Some(0));
        letters[WHOLE_NAME_LETTERS_MAX - 1] = 'ك';
        letters.swap(70, 71);
        assert_eq!(pattern.distance_within(&letters, 1), None);
        assert_eq!(pattern.distance_within(&letters, 2), Some(2));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn strings_are_within_their_distance(
            a in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'ك', 'и']), 1..20),
            b in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'ك', 'и']), 0..20),
        ) {
            let expected = distance(&a, &b);
            for most in 0..=EDITS_MAX {
                let found = Pattern::new(&a).distance_within(&b, most);
                prop_assert_eq!(found, (expected <= most).then_some(expected));
            }
        }
    }
}
