//! Fixed-width rows of the lexicon: terms, prepared forms, neighbours.

use bytemuck::{Pod, Zeroable};

use crate::model::WordOrdinal;
use crate::text::{Kinds, NameKind, Script, Similarity};

/// Marks "none" in a field of one byte.
pub const NONE_U8: u8 = u8::MAX;

/// Unit of [`WordRow::weight`] of joined words: what six words can weigh fits a byte.
pub const SPANNED_UNIT: u32 = 8;

/// A dictionary word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct WordRow {
    /// Start in `word-text`; the next row holds the end.
    pub text: u32,
    /// Records that hold it.
    pub frequency: u32,
    /// Weight as an ordinary word; see [`crate::text::weight`]. Of a joined word: the greatest
    /// informative weight that it spans in any name, in units of [`SPANNED_UNIT`], rounded up.
    pub weight: u8,
    /// [`crate::text::WordClass`] bits by [`crate::text::NameKind`]: what it is in some name.
    pub classes: [u8; 2],
    /// [`crate::text::Script`] code.
    pub script: u8,
    /// Letters, at most 255.
    pub letters: u8,
    /// First Latin letter, or 0: what an initial is compared with.
    pub initial: u8,
    /// 1 when the word names a place.
    pub place: u8,
    /// Of a joined word that joins the same two words wherever it stands: bytes of the first, 1 to
    /// 254. [`NONE_U8`] of all others.
    pub apart: u8,
}

impl WordRow {
    /// Whether it joins the same two words wherever it stands, and the first is of so many bytes.
    #[inline]
    #[must_use]
    pub fn is_always_apart_at(&self, bytes: usize) -> bool {
        self.apart != NONE_U8 && usize::from(self.apart) == bytes
    }

    /// Whether it is of a script without vowels.
    #[inline]
    #[must_use]
    pub fn is_vowelless(&self) -> bool {
        Script::from_code(self.script).is_some_and(Script::is_vowelless)
    }
}

/// The form of a word: what another word is compared with. The next row holds the ends.
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
    /// One bit a letter, shared by letters whose codes agree in the last five bits.
    pub letter_set: u32,
    /// One bit a sound of any reading, the low half first.
    pub sound_set: [u32; 2],
    /// [`crate::text::Script`] code, of joined words as well.
    pub script: u8,
    /// Zero.
    pub reserved: [u8; 3],
}

/// A word and how alike it is, with what is asked of it most: a query meets hundreds of words, and
/// their rows lie far apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Neighbour {
    /// Word ordinal; see [`Self::VOWELLESS`].
    word: u32,
    /// [`Similarity`].
    similarity: u8,
    /// As in [`WordRow`].
    pub weight: u8,
    /// As in [`WordRow`].
    pub classes: [u8; 2],
}

impl Neighbour {
    /// Marks words of a script without vowels. Ordinals have 24 bits.
    const VOWELLESS: u32 = 1 << 31;
    /// Mark words that are alike only in names of some kinds, by [`NameKind`] code those in which
    /// they are not.
    const NOT_IN: [u32; 2] = [1 << 30, 1 << 29];
    /// Marks variants that names on the lists teach.
    const LEARNT: u32 = 1 << 28;
    const MARKS: u32 = Self::VOWELLESS | Self::NOT_IN[0] | Self::NOT_IN[1] | Self::LEARNT;

    /// The word with this row, which is so much alike in names of these kinds.
    #[must_use]
    pub fn new(word: WordOrdinal, similarity: Similarity, kinds: Kinds, row: &WordRow) -> Self {
        let mut mark = if row.is_vowelless() { Self::VOWELLESS } else { 0 };
        for kind in NameKind::ALL.into_iter().filter(|kind| !kinds.holds(*kind)) {
            mark |= Self::NOT_IN[kind as usize];
        }
        let WordRow { weight, classes, .. } = *row;
        Self { word: word.0 | mark, similarity: similarity.0, weight, classes }
    }

    /// The same, taught by names on the lists.
    #[must_use]
    pub(crate) fn learnt(self) -> Self {
        Self { word: self.word | Self::LEARNT, ..self }
    }

    /// Whether names on the lists teach that the words stand for each other.
    #[must_use]
    pub fn is_learnt(self) -> bool {
        self.word & Self::LEARNT != 0
    }

    /// The kinds of names in which the words are alike.
    #[must_use]
    pub fn kinds(self) -> Kinds {
        let holding = NameKind::ALL.into_iter().filter(|kind| self.holds_in(*kind));
        holding.fold(Kinds::NONE, |kinds, kind| kinds.or(Kinds::only(kind)))
    }

    /// The same beside another row.
    #[must_use]
    pub(crate) fn with_row(self, row: &WordRow) -> Self {
        let beside = Self::new(self.word(), self.similarity(), self.kinds(), row);
        if self.is_learnt() { beside.learnt() } else { beside }
    }

    /// Whether the words are alike in names of this kind.
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

    /// How alike it is.
    #[inline]
    #[must_use]
    pub fn similarity(self) -> Similarity {
        Similarity(self.similarity)
    }

    /// Whether it is of a script without vowels.
    #[inline]
    #[must_use]
    pub fn is_vowelless(self) -> bool {
        self.word & Self::VOWELLESS != 0
    }
}
