//! A token prepared for comparison: its script, letters, signs and sounds.
//!
//! A form is made once per query token. Forms of dictionary terms are made when a snapshot is built,
//! and are borrowed from it. [`mod@super::similarity`] and [`super::keys`] read a form without
//! allocating. This module knows nothing of costs.
//!
//! | module | what it holds |
//! |---|---|
//! | `script` | the script family of a token |
//! | `letter`, `sound` | a letter with the cost of mistaking it; the alphabet of sounds |
//! | `latin`, `semitic` | tokens to their sounds |
//! | `han`, `hangul` | characters and syllables to Latin |
//! | `stored` | the form as stored in a snapshot |

mod han;
mod hangul;
mod latin;
mod letter;
mod script;
mod semitic;
mod sound;
mod stored;

use std::borrow::Cow;

pub(crate) use letter::Letter;
pub use script::Script;
pub(crate) use sound::Sound;
pub(crate) use stored::StoredForm;

use super::fold::kana;
use super::signs;
use crate::limits::WORD_CHARS_MAX;

/// Data of one token that comparison reads, owned or borrowed from a snapshot.
#[derive(Debug, Clone)]
pub struct WordForm<'w> {
    text: Cow<'w, str>,
    script: Script,
    /// At most [`WORD_CHARS_MAX`].
    letters: Cow<'w, [Letter]>,
    /// One bit per letter. Letters whose codes agree in the last five bits share a bit.
    letter_set: u32,
    /// All readings, end to end. The usual one comes first, with at most [`WORD_CHARS_MAX`] sounds. Han
    /// and Hangul have further ones, such as "kim" in addition to "gim". Empty when the token has no
    /// reading.
    sounds: Cow<'w, [Sound]>,
    /// End of each reading in `sounds`.
    reading_ends: Cow<'w, [u16]>,
    /// Numbers of its signs; see [`mod@signs`].
    signs: Cow<'w, [u16]>,
}

impl WordForm<'_> {
    /// Reads a folded token. Only the first [`WORD_CHARS_MAX`] letters of a longer one are compared.
    #[must_use]
    pub fn new(text: &str) -> WordForm<'static> {
        let script = Script::of(text);
        let letters: Vec<Letter> =
            text.chars().take(WORD_CHARS_MAX).map(|letter| Letter::new(letter, script)).collect();
        let (mut sounds, mut reading_ends) = (Vec::new(), Vec::new());
        for reading in readings(text, script) {
            sounds.extend_from_slice(&reading);
            reading_ends.push(sounds.len() as u16);
        }
        WordForm {
            text: Cow::Owned(text.to_owned()),
            script,
            letter_set: letter_set(&letters),
            letters: Cow::Owned(letters),
            sounds: Cow::Owned(sounds),
            reading_ends: Cow::Owned(reading_ends),
            signs: Cow::Owned(signs::numbers_of(text, script)),
        }
    }

    /// Returns the form of a token typed in Cyrillic, if `is_cyrillic`; see [`Script::Cyrillic`].
    #[must_use]
    pub fn typed_in_cyrillic(self, is_cyrillic: bool) -> Self {
        if !is_cyrillic || self.script != Script::Latin {
            return self;
        }
        let script = Script::Cyrillic;
        let signs = Cow::Owned(signs::numbers_of(&self.text, script));
        Self { script, signs, ..self }
    }

    /// The folded text.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The script family.
    #[must_use]
    #[inline]
    pub fn script(&self) -> Script {
        self.script
    }

    #[inline]
    pub(crate) fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Returns the set of letters. A letter whose bit is not set does not occur in the token.
    #[inline]
    pub(crate) fn letter_set(&self) -> u32 {
        self.letter_set
    }

    /// Returns the set of sounds of all readings, one bit per sound.
    #[inline]
    pub(crate) fn sound_set(&self) -> u64 {
        self.sounds.iter().fold(0, |set, sound| set | sound.bit())
    }

    /// Returns the numbers of its signs; empty for scripts without signs.
    #[inline]
    pub(crate) fn signs(&self) -> &[u16] {
        &self.signs
    }

    /// Returns the usual reading; empty for scripts that are compared by letters alone.
    #[inline]
    pub(crate) fn sounds(&self) -> &[Sound] {
        &self.sounds[..self.reading_ends.first().map_or(0, |&end| usize::from(end))]
    }

    /// Returns all readings, the usual one first; none for scripts that are compared by letters alone.
    pub(crate) fn readings(&self) -> impl Iterator<Item = &[Sound]> {
        let mut start = 0;
        self.reading_ends.iter().map(move |&end| {
            let reading = &self.sounds[start..usize::from(end)];
            start = usize::from(end);
            reading
        })
    }
}

#[inline]
fn letter_set(letters: &[Letter]) -> u32 {
    letters.iter().fold(0, |set, letter| set | letter.bit())
}

pub(in crate::text) fn latin_sounds(letters: &str) -> Vec<Sound> {
    latin::sounds(letters)
}

/// Returns the readings of a token, truncated to the sounds that are compared. None of them is empty.
fn readings(text: &str, script: Script) -> Vec<Vec<Sound>> {
    let mut readings = match script {
        Script::Latin | Script::Cyrillic => vec![latin::sounds(text)],
        Script::Arabic | Script::Hebrew => vec![semitic::sounds(text)],
        Script::Han => han::romanised(text).iter().map(|reading| latin::sounds(reading)).collect(),
        Script::Hangul => {
            hangul::romanised(text).iter().map(|reading| latin::sounds(reading)).collect()
        }
        Script::Kana => vec![latin::sounds(&kana::to_latin(text))],
        Script::Number | Script::Code | Script::Other => Vec::new(),
    };
    for reading in &mut readings {
        reading.truncate(WORD_CHARS_MAX);
    }
    readings.retain(|reading| !reading.is_empty());
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_read_off_the_letters() {
        let table = [
            ("mohammed", Script::Latin),
            ("m7", Script::Latin),
            ("محمد", Script::Arabic),
            ("כהנ", Script::Hebrew),
            ("张", Script::Han),
            ("김정은", Script::Hangul),
            ("737", Script::Number),
            ("#llc", Script::Code),
            ("สมชาย", Script::Other),
        ];
        for (text, script) in table {
            let form = WordForm::new(text);
            assert_eq!(form.script(), script, "{text}");
            assert_eq!(Script::from_code(script as u8), Some(script));
            assert_eq!(form.text(), text);
        }
        assert_eq!(Script::from_code(10), None);
    }

    #[test]
    fn long_words_are_cut_in_comparison_but_keep_their_text() {
        let text = "x".repeat(3) + &"ab".repeat(30);
        let form = WordForm::new(&text);
        assert_eq!(form.text(), text);
        assert_eq!(form.letters().len(), WORD_CHARS_MAX);
        assert!(form.sounds().len() <= WORD_CHARS_MAX);
    }
}
