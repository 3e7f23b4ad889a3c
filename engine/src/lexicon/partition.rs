//! Partition index: names within a few edits of a string, by parts that stay equal.
//!
//! A name of `n` letters is cut into one part more than the edits that so many letters allow. A string
//! within that many edits of it holds at least one of its parts unchanged, near the same place
//! (Pass-Join: Li, Deng, Wang and Feng, VLDB 2011). One letter stands between two parts, so that a swap
//! of neighbours changes one part only.
//!
//! An entry carries a signature of its name's letters, which rules most names out before they are read.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

use super::buckets::{BucketParts, Buckets};
use crate::model::NameOrdinal;
use crate::text::whole_name::{CompactName, EDITS_MAX, LETTERS_MIN, edits_allowed};
use crate::text::{Name, NameKind};

/// Entries of a bucket, on average: they are told apart by their signatures.
const ENTRIES_PER_BUCKET: usize = 4;

/// A name under one of its parts: the ordinal in the high bits, the [`LetterSignature`] below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub struct PartEntry(u64);

impl PartEntry {
    /// Number of names that entries can address.
    pub(crate) const NAMES_MAX: u64 = 1 << (u64::BITS - LetterSignature::BITS);

    pub(crate) fn new(name: NameOrdinal, signature: LetterSignature) -> Self {
        Self(u64::from(name.0) << LetterSignature::BITS | signature.0)
    }

    #[inline]
    #[must_use]
    pub fn name(self) -> NameOrdinal {
        NameOrdinal((self.0 >> LetterSignature::BITS) as u32)
    }

    #[inline]
    pub(crate) fn signature(self) -> LetterSignature {
        LetterSignature(self.0 & ((1 << LetterSignature::BITS) - 1))
    }
}

/// Letters of a string: a bit for each letter that occurs, and one for each common letter that occurs
/// twice. An edit changes at most two bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LetterSignature(u64);

impl LetterSignature {
    const BITS: u32 = 36;
    /// Letters with a bit for their second occurrence.
    const TWICE: [char; 10] = ['a', 'e', 'i', 'n', 'o', 'r', 's', 'l', 't', 'm'];

    #[must_use]
    pub fn of(letters: &[char]) -> Self {
        let (mut once, mut twice) = (0u64, 0u64);
        for &letter in letters {
            let bit = 1 << ((u32::from(letter) + 26 - u32::from('a') % 26) % 26);
            twice |= once & bit;
            once |= bit;
        }
        let places = Self::TWICE.iter().zip(26..);
        let common = places.map(|(letter, at)| (twice >> (*letter as u32 - 'a' as u32) & 1) << at);
        Self(once | common.fold(0, |bits, bit| bits | bit))
    }

    /// True if strings with these signatures may be within so many edits.
    #[inline]
    #[must_use]
    pub fn may_be_within(self, other: Self, edits: usize) -> bool {
        (self.0 ^ other.0).count_ones() as usize <= 2 * edits
    }
}

/// Places of the parts of a name with this many letters.
fn parts(letters: usize) -> impl Iterator<Item = Range<usize>> {
    let edits = edits_allowed(letters);
    // Letters in parts; one between each two.
    let (count, inside) = (edits + 1, letters - edits);
    (0..count).map(move |at| at * inside / count + at..(at + 1) * inside / count + at)
}

/// Hash of a part: by the kind and the length of its name, its number and its letters.
fn hash(kind: NameKind, name_letters: usize, number: usize, part: &[char]) -> u32 {
    /// Odd, with bits spread evenly: 2^64 divided by the golden ratio.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let place = name_letters * (EDITS_MAX + 1) + number;
    let seed = (2 * place + kind as usize + 1) as u64;
    let mixed = part.iter().fold(seed.wrapping_mul(SPREAD), |hash, letter| {
        (hash.rotate_left(5) ^ u64::from(u32::from(*letter))).wrapping_mul(SPREAD)
    });
    (mixed >> 32) as u32
}

/// The parts of a name: what the index holds of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameParts {
    hashes: Vec<u32>,
    signature: LetterSignature,
    /// True if the string is the texts of the tokens.
    pub(crate) is_as_folded: bool,
}

impl NameParts {
    /// Cuts a name; `None` for names that are not compared as one string.
    pub(crate) fn of(raw: &str, name: &Name, kind: NameKind) -> Option<Self> {
        let string = CompactName::new(raw, name)?;
        let folded = name.words.iter().map(|word| (word.text.as_str(), word.class));
        let is_as_folded = CompactName::of_folded(folded).is_some_and(|folded| folded == string);
        Some(Self { is_as_folded, ..Self::of_letters(kind, string.letters()) })
    }

    fn of_letters(kind: NameKind, letters: &[char]) -> Self {
        let length = letters.len();
        let parts = parts(length).enumerate();
        let hashes =
            parts.map(|(number, part)| hash(kind, length, number, &letters[part])).collect();
        Self { hashes, signature: LetterSignature::of(letters), is_as_folded: false }
    }

    /// The entries of the name, each with its hash.
    pub(crate) fn entries(&self, name: NameOrdinal) -> impl Iterator<Item = (u32, PartEntry)> {
        let entry = PartEntry::new(name, self.signature);
        self.hashes.iter().map(move |hash| (*hash, entry))
    }
}

/// Calls `look_up` with each hash under which a name within so many edits of these letters may be.
///
/// Of the parts of a name, the first `edits` + 1 suffice, since one of them is untouched. Let it be the
/// one with as many edits before it as parts; there is one. So its place is shifted by no more than its
/// number, and what follows it by no more than the edits that remain.
fn look_ups(kind: NameKind, letters: &[char], edits: usize, mut look_up: impl FnMut(u32)) {
    let length = letters.len() as isize;
    let shortest = letters.len().saturating_sub(edits).max(LETTERS_MIN);
    for name in shortest..=letters.len() + edits {
        let allowed = edits.min(edits_allowed(name)) as isize;
        let longer = length - name as isize;
        for (number, part) in parts(name).take(allowed as usize + 1).enumerate() {
            let (at, behind) = (number as isize, allowed - number as isize);
            for shift in (-at).max(longer - behind)..=at.min(longer + behind) {
                let same = part
                    .start
                    .checked_add_signed(shift)
                    .and_then(|start| letters.get(start..start + part.len()));
                if let Some(same) = same {
                    look_up(hash(kind, name, number, same));
                }
            }
        }
    }
}

/// The buckets of the index as stored.
pub(crate) type PartitionParts = BucketParts<PartEntry>;

impl PartitionParts {
    /// Sorts hashed entries into buckets.
    pub(crate) fn of(hashed: Vec<(u32, PartEntry)>) -> Self {
        let buckets = (hashed.len() / ENTRIES_PER_BUCKET).max(1);
        Self::build(hashed, buckets)
    }
}

/// A borrowed index.
#[derive(Debug, Clone, Copy)]
pub struct PartitionIndex<'s>(pub(crate) Buckets<'s, PartEntry>);

impl PartitionIndex<'_> {
    /// Adds names of a kind to `found` that may be within so many edits, at most those that the letters
    /// allow. All that are so are among them.
    pub fn names_within(
        self,
        kind: NameKind,
        letters: &[char],
        edits: usize,
        found: &mut Vec<NameOrdinal>,
    ) {
        let signature = LetterSignature::of(letters);
        look_ups(kind, letters, edits, |hash| {
            let near = |entry: &&PartEntry| signature.may_be_within(entry.signature(), edits);
            found.extend(self.0.bucket(hash).iter().filter(near).map(|entry| entry.name()));
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::WHOLE_NAME_LETTERS_MAX;

    #[test]
    fn parts_do_not_touch() {
        for letters in LETTERS_MIN..=WHOLE_NAME_LETTERS_MAX {
            let parts: Vec<_> = parts(letters).collect();
            assert_eq!(parts.len(), edits_allowed(letters) + 1);
            assert!(parts.windows(2).all(|pair| pair[0].end + 1 == pair[1].start), "{letters}");
            assert!(parts[0].start == 0 && parts[parts.len() - 1].end == letters, "{letters}");
            let lengths = parts.iter().map(Range::len);
            assert!(lengths.clone().max().expect("a part") - lengths.min().expect("a part") <= 1);
        }
    }

    #[test]
    fn an_entry_keeps_name_and_signature() {
        let signature = LetterSignature::of(&['a', 'z', 'a', 'm', 'm']);
        let name = NameOrdinal(PartEntry::NAMES_MAX as u32 - 1);
        let entry = PartEntry::new(name, signature);
        assert_eq!((entry.name(), entry.signature()), (name, signature));
        assert_eq!(signature.0.count_ones(), 5, "a, m and z, and two of them twice");
    }

    /// An edit of a string, by kind, place and letter.
    fn edit(letters: &mut Vec<char>, (kind, place, letter): (u8, usize, char)) {
        let at = place % letters.len();
        match kind {
            0 => letters.insert(place % (letters.len() + 1), letter),
            1 => drop(letters.remove(at)),
            2 => letters[at] = letter,
            _ if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ => {}
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn every_name_within_the_edits_is_found(
            name in prop::collection::vec(prop::sample::select(vec!['a', 'b', 'c', 'ك']), 9..30),
            edits in prop::collection::vec((0..4u8, 0..64usize, prop::sample::select(vec!['a', 'b', 'x'])), 1..=3),
        ) {
            let mut asked = name.clone();
            edits.iter().for_each(|one| edit(&mut asked, *one));
            if edits.len() > edits_allowed(name.len().min(asked.len())) {
                return Ok(());
            }
            let entries = NameParts::of_letters(NameKind::Thing, &name).entries(NameOrdinal(7)).collect();
            let parts = PartitionParts::of(entries);
            let mut found = Vec::new();
            PartitionIndex(parts.view()).names_within(NameKind::Thing, &asked, edits_allowed(asked.len()), &mut found);
            prop_assert!(found.contains(&NameOrdinal(7)), "{name:?} {asked:?}");
        }
    }
}
