//! The terms of all names, numbered in the order of their first occurrence.

use std::path::Path;

use ahash::{AHashMap, RandomState};

use crate::lexicon::hash_index::WORDS_MAX;
use crate::snapshot::error::SnapshotError;
use crate::text::{NameKind, Word};

/// A single word at its first occurrence. Ordinals are given once all words are known.
#[derive(Debug, Clone)]
pub(super) struct SingleWord {
    pub(super) text: Box<str>,
    /// Bits of its classes, by kind of name.
    pub(super) classes: [u8; 2],
    /// True if some name uses it as a place.
    pub(super) place: bool,
}

/// Single words and compounds, each with a provisional number.
pub(super) struct Vocabulary {
    pub(super) singles: Vec<SingleWord>,
    pub(super) compound: Vec<Box<str>>,
    single_numbers: AHashMap<Box<str>, u32>,
    compound_numbers: AHashMap<Box<str>, u32>,
}

impl Vocabulary {
    pub(super) fn new() -> Self {
        // Numbers come from the order of names, never from the order of the map: the hasher
        // needs no fixed seed for the file to be reproducible.
        let map = || AHashMap::with_hasher(RandomState::new());
        Self {
            singles: Vec::new(),
            compound: Vec::new(),
            single_numbers: map(),
            compound_numbers: map(),
        }
    }

    pub(super) fn single(&mut self, word: &Word, kind: NameKind) -> u32 {
        let number = match self.single_numbers.get(word.text.as_str()) {
            Some(&number) => number,
            None => {
                let number = self.singles.len() as u32;
                let text: Box<str> = word.text.as_str().into();
                self.single_numbers.insert(text.clone(), number);
                self.singles.push(SingleWord { text, classes: [0; 2], place: word.is_place });
                number
            }
        };
        let single = &mut self.singles[number as usize];
        single.classes[kind as usize] |= word.class.bit();
        single.place |= word.is_place;
        number
    }

    pub(super) fn compound(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.compound_numbers.get(text) {
            return number;
        }
        let number = self.compound.len() as u32;
        let text: Box<str> = text.into();
        self.compound_numbers.insert(text.clone(), number);
        self.compound.push(text);
        number
    }

    /// Fails when there are more terms than the format can number.
    pub(super) fn check_size(&self, path: &Path) -> Result<(), SnapshotError> {
        let count = (self.singles.len() + self.compound.len()) as u64;
        if count <= WORDS_MAX {
            return Ok(());
        }
        let (path, what) = (path.to_owned(), "words and joined words");
        Err(SnapshotError::TooLarge { path, what, count, most: WORDS_MAX })
    }

    /// Returns all terms and drops the maps that numbered them.
    pub(super) fn into_words(self) -> (Vec<SingleWord>, Vec<Box<str>>) {
        (self.singles, self.compound)
    }
}
