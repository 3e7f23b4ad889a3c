//! Fixed-width rows of the lexicon: terms, prepared forms, neighbours.

use bytemuck::{Pod, Zeroable};

use crate::model::WordOrdinal;
use crate::text::{Kinds, NameKind, Script, Similarity};

/// Marks "none" in a field of one byte.
pub const NONE_U8: u8 = u8::MAX;

/// Unit of [`WordRow::weight`] of compounds: the weight of six words fits a byte.
pub const SPANNED_UNIT: u32 = 8;

/// A term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct WordRow {
    /// Start in `word-text`; the next row holds the end.
    pub text: u32,
    /// Number of records that contain it.
    pub frequency: u32,
    /// Weight as an ordinary word; see [`crate::text::weight`]. For a compound: the greatest
    /// informative weight that it spans in any name, in units of [`SPANNED_UNIT`], rounded up.
    pub weight: u8,
    /// [`crate::text::WordClass`] bits by [`crate::text::NameKind`]: all its classes in names.
    pub classes: [u8; 2],
    /// [`crate::text::Script`] code.
    pub script: u8,
    /// Number of letters, at most 255.
    pub letters: u8,
    /// First Latin letter, or 0; compared with initials.
    pub initial: u8,
    /// 1 when the word names a place.
    pub place: u8,
    /// Zero.
    pub reserved: u8,
}

impl WordRow {
    /// True if it is of a script without vowels.
    #[inline]
    #[must_use]
    pub fn is_vowelless(&self) -> bool {
        Script::from_code(self.script).is_some_and(Script::is_vowelless)
    }
}

/// The form of a term, prepared for comparison. The next row holds the ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FormRow {
    /// Start in `form-letters`.
    pub letters: u32,
    /// Start in `form-readings`.
    pub readings: u32,
    /// Start in `form-sounds`.
    pub sounds: u32,
    /// Start in `form-signs`.
    pub signs: u32,
    /// One bit per letter, shared by letters whose codes agree in the last five bits.
    pub letter_set: u32,
    /// One bit per sound of any reading, the low half first.
    pub sound_set: [u32; 2],
    /// [`crate::text::Script`] code, also of compounds.
    pub script: u8,
    /// Zero.
    pub reserved: [u8; 3],
}

/// A similar term with the columns that queries read most. A query has hundreds of neighbours, and
/// their rows are far apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Neighbour {
    /// Term ordinal; see [`Self::VOWELLESS`].
    word: u32,
    /// [`Similarity`].
    similarity: u8,
    /// As in [`WordRow`].
    pub weight: u8,
    /// As in [`WordRow`].
    pub classes: [u8; 2],
}

impl Neighbour {
    /// Marks terms of a script without vowels. Ordinals have 24 bits.
    const VOWELLESS: u32 = 1 << 31;
    /// Mark terms that are not similar in names of a kind, by [`NameKind`] code.
    const NOT_IN: [u32; 2] = [1 << 30, 1 << 29];
    /// Marks variants learnt from names on the lists.
    const LEARNT: u32 = 1 << 28;
    const MARKS: u32 = Self::VOWELLESS | Self::NOT_IN[0] | Self::NOT_IN[1] | Self::LEARNT;

    /// Makes the neighbour with this row and similarity, in names of these kinds.
    #[must_use]
    pub fn new(word: WordOrdinal, similarity: Similarity, kinds: Kinds, row: &WordRow) -> Self {
        let mut mark = if row.is_vowelless() { Self::VOWELLESS } else { 0 };
        for kind in NameKind::ALL.into_iter().filter(|kind| !kinds.holds(*kind)) {
            mark |= Self::NOT_IN[kind as usize];
        }
        let WordRow { weight, classes, .. } = *row;
        Self { word: word.0 | mark, similarity: similarity.0, weight, classes }
    }

    /// Marks it as learnt from names on the lists.
    #[must_use]
    pub(crate) fn learnt(self) -> Self {
        Self { word: self.word | Self::LEARNT, ..self }
    }

    /// True if the variant was learnt from names on the lists.
    #[must_use]
    pub fn is_learnt(self) -> bool {
        self.word & Self::LEARNT != 0
    }

    /// Kinds of names in which the terms are similar.
    #[must_use]
    pub fn kinds(self) -> Kinds {
        let holding = NameKind::ALL.into_iter().filter(|kind| self.holds_in(*kind));
        holding.fold(Kinds::NONE, |kinds, kind| kinds.or(Kinds::only(kind)))
    }

    /// Returns the same neighbour with the columns of another row.
    #[must_use]
    pub(crate) fn with_row(self, row: &WordRow) -> Self {
        let beside = Self::new(self.word(), self.similarity(), self.kinds(), row);
        if self.is_learnt() { beside.learnt() } else { beside }
    }

    /// True if the terms are similar in names of this kind.
    #[inline]
    #[must_use]
    pub fn holds_in(self, kind: NameKind) -> bool {
        self.word & Self::NOT_IN[kind as usize] == 0
    }

    #[inline]
    #[must_use]
    pub fn word(self) -> WordOrdinal {
        WordOrdinal(self.word & !Self::MARKS)
    }

    #[inline]
    #[must_use]
    pub fn similarity(self) -> Similarity {
        Similarity(self.similarity)
    }

    /// True if it is of a script without vowels.
    #[inline]
    #[must_use]
    pub fn is_vowelless(self) -> bool {
        self.word & Self::VOWELLESS != 0
    }
}
