//! Forms of terms, prepared for comparison with unknown words. They are stored as columns and borrowed
//! from the file.

use rayon::prelude::*;

use super::rows::FormRow;
use crate::text::{Signature, StoredForm, WordForm};

/// The columns as stored.
#[derive(Debug, Default)]
pub(crate) struct FormParts {
    /// One row per form, and a sentinel row.
    pub(crate) rows: Vec<FormRow>,
    pub(crate) letters: Vec<[u32; 2]>,
    pub(crate) reading_ends: Vec<u16>,
    pub(crate) sounds: Vec<u8>,
    pub(crate) signs: Vec<u16>,
}

impl FormParts {
    /// Prepares the forms of all terms with these texts.
    pub(crate) fn of<T: AsRef<str> + Sync>(texts: &[T]) -> Self {
        /// Terms whose forms are prepared in one batch.
        const AT_ONCE: usize = 1 << 16;
        let mut parts = Self::default();
        for texts in texts.chunks(AT_ONCE) {
            let forms = texts.par_iter().map(|text| WordForm::new(text.as_ref()));
            forms.collect::<Vec<_>>().iter().for_each(|form| parts.push(form));
        }
        parts.push_row(0, 0, 0);
        parts
    }

    fn push(&mut self, form: &WordForm<'_>) {
        let stored = StoredForm::of(form);
        self.push_row(stored.letter_set, form.sound_set(), stored.script);
        self.letters.extend_from_slice(stored.letters);
        self.reading_ends.extend_from_slice(stored.reading_ends);
        self.sounds.extend_from_slice(stored.sounds);
        self.signs.extend_from_slice(stored.signs);
    }

    fn push_row(&mut self, letter_set: u32, sound_set: u64, script: u8) {
        self.rows.push(FormRow {
            letters: self.letters.len() as u32,
            readings: self.reading_ends.len() as u32,
            sounds: self.sounds.len() as u32,
            signs: self.signs.len() as u32,
            letter_set,
            sound_set: [sound_set as u32, (sound_set >> 32) as u32],
            script,
            reserved: [0; 3],
        });
    }

    pub(crate) fn view(&self) -> Forms<'_> {
        let Self { rows, letters, reading_ends, sounds, signs } = self;
        Forms { rows, letters, reading_ends, sounds, signs }
    }
}

/// The borrowed columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Forms<'s> {
    pub(crate) rows: &'s [FormRow],
    pub(crate) letters: &'s [[u32; 2]],
    pub(crate) reading_ends: &'s [u16],
    pub(crate) sounds: &'s [u8],
    pub(crate) signs: &'s [u16],
}

impl<'s> Forms<'s> {
    /// Number of forms.
    fn len(self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    /// Returns the form of a term with this text; `None` when there is no such term.
    #[inline]
    pub(crate) fn get(self, word: u32, text: &'s str) -> Option<WordForm<'s>> {
        self.stored(word as usize, text)?.read()
    }

    /// Returns the signature of a term, without reading its form; `None` when there is no such term.
    #[inline]
    pub(crate) fn signature(self, word: u32) -> Option<Signature<'s>> {
        let [row, next] = self.rows.get(word as usize..word as usize + 2)? else { return None };
        let [low, high] = row.sound_set.map(u64::from);
        let length = |from: u32, to: u32| to.wrapping_sub(from) as usize;
        Some(Signature {
            script: row.script,
            lengths: (length(row.letters, next.letters), length(row.sounds, next.sounds)),
            letter_set: row.letter_set,
            sound_set: low | high << 32,
            signs: self.signs.get(row.signs as usize..next.signs as usize)?,
        })
    }

    #[inline]
    fn stored(self, word: usize, text: &'s str) -> Option<StoredForm<'s>> {
        let [row, next] = self.rows.get(word..word + 2)? else { return None };
        Some(StoredForm {
            text,
            script: row.script,
            letter_set: row.letter_set,
            letters: self.letters.get(row.letters as usize..next.letters as usize)?,
            sounds: self.sounds.get(row.sounds as usize..next.sounds as usize)?,
            reading_ends: self.reading_ends.get(row.readings as usize..next.readings as usize)?,
            signs: self.signs.get(row.signs as usize..next.signs as usize)?,
        })
    }

    /// Checks that these columns are the forms of all terms, given by their texts; the error says what
    /// fails.
    pub(crate) fn check(
        self,
        words: usize,
        text: impl Fn(usize) -> &'s str + Sync,
    ) -> Result<(), &'static str> {
        let (Some(first), Some(last)) = (self.rows.first(), self.rows.last()) else {
            return Err("the sentinel is missing");
        };
        if self.len() != words {
            return Err("not one for each word");
        }
        let of = |row: &FormRow| {
            [row.letters, row.readings, row.sounds, row.signs].map(|at| at as usize)
        };
        let Self { letters, reading_ends, sounds, signs, .. } = self;
        let ends = [letters.len(), reading_ends.len(), sounds.len(), signs.len()];
        if of(first) != [0; 4] || of(last) != ends {
            return Err("the forms do not span their letters, readings, sounds and signs");
        }
        let fits = |word: usize| {
            let form = self.stored(word, text(word)).and_then(StoredForm::read_checked);
            form.is_some_and(|form| Some(Signature::of(&form)) == self.signature(word as u32))
        };
        let all = (0..words).into_par_iter().all(fits);
        if all { Ok(()) } else { Err("not the form of its word") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 4] = ["mohammed", "张", "#llc", "محمد"];

    #[test]
    fn forms_are_those_of_their_words() {
        let parts = FormParts::of(&WORDS);
        assert_eq!(parts.view().check(4, |word| WORDS[word]), Ok(()));
        assert!(parts.view().check(3, |word| WORDS[word]).is_err());
        assert!(parts.view().check(4, |word| WORDS[3 - word]).is_err());
        for (word, text) in (0..).zip(WORDS) {
            let (kept, form) = (parts.view().get(word, text).expect("a form"), WordForm::new(text));
            assert_eq!((kept.letters(), kept.sounds()), (form.letters(), form.sounds()));
        }
        assert!(parts.view().get(4, "more").is_none());
    }

    #[test]
    fn an_empty_dictionary_has_none() {
        let parts = FormParts::of::<&str>(&[]);
        assert_eq!(parts.view().check(0, |_| ""), Ok(()));
        assert!(parts.view().get(0, "").is_none());
    }
}
