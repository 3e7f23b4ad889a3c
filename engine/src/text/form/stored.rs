//! A form as stored in a snapshot: plain numbers that are borrowed, not copied.

use std::borrow::Cow;

use bytemuck::checked;

use super::{Letter, Script, Sound, WordForm, letter_set};
use crate::limits::WORD_CHARS_MAX;
use crate::text::signs;

/// The parts of a form as plain numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredForm<'s> {
    pub(crate) text: &'s str,
    /// [`Script`] code.
    pub(crate) script: u8,
    pub(crate) letter_set: u32,
    /// Characters and their groups; see [`Letter`].
    pub(crate) letters: &'s [[u32; 2]],
    /// Codes of all readings, end to end.
    pub(crate) sounds: &'s [u8],
    /// End of each reading in `sounds`.
    pub(crate) reading_ends: &'s [u16],
    /// Numbers of its signs.
    pub(crate) signs: &'s [u16],
}

impl<'s> StoredForm<'s> {
    /// Returns the parts of a form.
    pub(crate) fn of(form: &'s WordForm<'_>) -> Self {
        Self {
            text: form.text(),
            script: form.script as u8,
            letter_set: form.letter_set,
            letters: bytemuck::cast_slice(&form.letters),
            sounds: bytemuck::cast_slice(&form.sounds),
            reading_ends: &form.reading_ends,
            signs: &form.signs,
        }
    }

    /// Returns the form of these parts; `None` when a letter, a sound or the script is invalid.
    #[inline]
    pub(crate) fn read(self) -> Option<WordForm<'s>> {
        Some(WordForm {
            text: Cow::Borrowed(self.text),
            script: Script::from_code(self.script)?,
            letters: Cow::Borrowed(checked::try_cast_slice::<_, Letter>(self.letters).ok()?),
            letter_set: self.letter_set,
            sounds: Cow::Borrowed(checked::try_cast_slice::<_, Sound>(self.sounds).ok()?),
            reading_ends: Cow::Borrowed(self.reading_ends),
            signs: Cow::Borrowed(self.signs),
        })
    }

    /// Returns the form of these parts after checking them. Its letters and signs must be those of the
    /// text, its sounds within bounds, and its readings must tile the sounds.
    pub(crate) fn read_checked(self) -> Option<WordForm<'s>> {
        let form = self.read()?;
        let letters = self.text.chars().take(WORD_CHARS_MAX);
        let sound = letters.eq(form.letters.iter().map(|letter| letter.character()))
            && form.letter_set == letter_set(&form.letters)
            && *form.signs == *signs::numbers_of(self.text, form.script)
            && self.readings_tile();
        sound.then_some(form)
    }

    fn readings_tile(self) -> bool {
        let mut start = 0;
        let fit = self.reading_ends.iter().all(|&end| {
            let reading = usize::from(end).checked_sub(start);
            start = usize::from(end);
            reading.is_some_and(|len| (1..=WORD_CHARS_MAX).contains(&len))
        });
        fit && start == self.sounds.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 9] = ["mohammed", "m7", "محمد", "כהנ", "张", "김", "737", "#llc", "สมชาย"];

    #[test]
    fn a_stored_form_reads_back() {
        for word in WORDS {
            let form = WordForm::new(word);
            let stored = StoredForm::of(&form);
            assert!(stored.read_checked().is_some(), "{word}");
            let read = stored.read().expect("a form");
            assert_eq!((read.text(), read.script()), (word, form.script()));
            assert_eq!((read.letters(), read.letter_set()), (form.letters(), form.letter_set()));
            assert!(read.readings().eq(form.readings()), "{word}");
            assert_eq!(read.signs(), form.signs(), "{word}");
        }
    }

    #[test]
    fn parts_that_make_no_form_are_told() {
        let form = WordForm::new("张");
        let sound = StoredForm::of(&form);
        let ends = sound.reading_ends;
        assert!(ends.len() > 1, "several readings");
        for (part, stored) in [
            ("text", StoredForm { text: "李", ..sound }),
            ("signs", StoredForm { signs: &[1], ..sound }),
            ("more text", StoredForm { text: "张张", ..sound }),
            ("script", StoredForm { script: 200, ..sound }),
            ("letter set", StoredForm { letter_set: !sound.letter_set, ..sound }),
            ("no character", StoredForm { letters: &[[0xd800, 0]], ..sound }),
            ("no letter", StoredForm { letters: &[], ..sound }),
            ("no sound", StoredForm { sounds: &[255; 20], ..sound }),
            ("fewer sounds", StoredForm { sounds: &sound.sounds[1..], ..sound }),
            ("fewer readings", StoredForm { reading_ends: &ends[1..ends.len() - 1], ..sound }),
            ("an empty reading", StoredForm { reading_ends: &[0], sounds: &[], ..sound }),
            ("a reading that falls", StoredForm { reading_ends: &[3, 2], ..sound }),
        ] {
            assert!(stored.read_checked().is_none(), "{part}");
        }
    }
}
