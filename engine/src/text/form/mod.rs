//! What a word carries to be compared: its script, its letters and how it sounds.
//!
//! Made once per query word, and of dictionary words when a snapshot is built, which holds them
//! ready to be borrowed; [`mod@super::similarity`] and [`super::keys`] read a form without
//! allocating. Knows nothing of costs.
//!
//! | module | what it holds |
//! |---|---|
//! | `letter`, `sound` | a letter with the cost of mistaking it; the alphabet of sounds |
//! | `latin`, `semitic` | words to their sounds |
//! | `han`, `hangul` | characters and syllables to Latin |
//! | `stored` | a form as it stands in a snapshot |

mod han;
mod hangul;
mod latin;
mod letter;
mod semitic;
mod sound;
mod stored;

use std::borrow::Cow;

pub(crate) use letter::Letter;
pub(crate) use sound::Sound;
pub(crate) use stored::StoredForm;

use super::fold::kana;
use crate::limits::WORD_CHARS_MAX;

/// The script family of a word, which decides how it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Script {
    /// ASCII letters, digits among them allowed; Cyrillic and Greek arrive romanised.
    Latin,
    /// Arabic letters, one canonical form each.
    Arabic,
    /// Hebrew letters without points and final forms.
    Hebrew,
    /// One Chinese character, or a run of them.
    Han,
    /// One Korean syllable, or a run of them.
    Hangul,
    /// Digits alone.
    Number,
    /// A code shared by all spellings of one thing, such as a legal form (`#llc`).
    Code,
    /// Any other script, compared letter by letter.
    Other,
    /// Kana, all of them as katakana.
    Kana,
    /// A query's word that was typed in Cyrillic. Its text is romanised, as that of a record's word is,
    /// which is Latin: no word of a snapshot has this script.
    Cyrillic,
}

impl Script {
    /// All scripts, in the order of their codes.
    pub const ALL: [Self; 10] = [
        Self::Latin,
        Self::Arabic,
        Self::Hebrew,
        Self::Han,
        Self::Hangul,
        Self::Number,
        Self::Code,
        Self::Other,
        Self::Kana,
        Self::Cyrillic,
    ];

    /// The script stored under this code in a snapshot.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Whether a letter of the script is a sound, so that single letters may be mistaken.
    #[must_use]
    pub fn is_alphabetic(self) -> bool {
        matches!(self, Self::Latin | Self::Cyrillic | Self::Arabic | Self::Hebrew | Self::Other)
    }

    /// The script that its letters are of, once they are folded.
    #[must_use]
    pub fn alphabet(self) -> Self {
        if self == Self::Cyrillic { Self::Latin } else { self }
    }

    /// Whether it is written without vowels, so that many words share a spelling.
    #[must_use]
    pub fn is_vowelless(self) -> bool {
        matches!(self, Self::Arabic | Self::Hebrew)
    }

    /// The script of a folded word. In a word of several scripts the first letter beyond ASCII
    /// decides; the text pipeline does not produce such words.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text.starts_with('#') {
            return Self::Code;
        }
        let first_beyond = || text.chars().find(|letter| !letter.is_ascii());
        match if text.is_ascii() { None } else { first_beyond() } {
            None if text.bytes().all(|letter| letter.is_ascii_digit()) => Self::Number,
            None => Self::Latin,
            Some(letter) => match u32::from(letter) {
                0x0590..=0x05FF => Self::Hebrew,
                0x0600..=0x06FF => Self::Arabic,
                0x3005 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF => Self::Han,
                0x2_0000..=0x3_FFFF => Self::Han,
                0xAC00..=0xD7A3 => Self::Hangul,
                0x30A1..=0x30FF => Self::Kana,
                _ => Self::Other,
            },
        }
    }
}

/// Everything that is compared about one word, its own or borrowed from a snapshot.
#[derive(Debug, Clone)]
pub struct WordForm<'w> {
    text: Cow<'w, str>,
    script: Script,
    /// At most [`WORD_CHARS_MAX`].
    letters: Cow<'w, [Letter]>,
    /// One bit a letter, shared by letters whose codes agree in the last five bits.
    letter_set: u32,
    /// All readings, end to end: the usual one, of at most [`WORD_CHARS_MAX`] sounds, then those
    /// that Han and Hangul have beside it, such as "kim" beside "gim". Empty when the word has
    /// none.
    sounds: Cow<'w, [Sound]>,
    /// Where each reading ends in `sounds`.
    reading_ends: Cow<'w, [u16]>,
}

impl WordForm<'_> {
    /// Reads a folded word. Of a word longer than [`WORD_CHARS_MAX`] the beginning is compared.
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
        }
    }

    /// The form of a word that was typed in Cyrillic, if it was; see [`Script::Cyrillic`].
    #[must_use]
    pub fn typed_in_cyrillic(self, is_cyrillic: bool) -> Self {
        let is_cyrillic = is_cyrillic && self.script == Script::Latin;
        Self { script: if is_cyrillic { Script::Cyrillic } else { self.script }, ..self }
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

    /// A letter whose bit is not set does not occur in the word.
    #[inline]
    pub(crate) fn letter_set(&self) -> u32 {
        self.letter_set
    }

    /// One bit a sound of the usual reading.
    #[inline]
    pub(crate) fn sound_set(&self) -> u64 {
        self.sounds().iter().fold(0, |set, sound| set | sound.bit())
    }

    /// The usual reading; empty for scripts that are compared by letters alone.
    #[inline]
    pub(crate) fn sounds(&self) -> &[Sound] {
        &self.sounds[..self.reading_ends.first().map_or(0, |&end| usize::from(end))]
    }

    /// All readings, the usual one first; none for scripts that are compared by letters alone.
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

/// The readings of a word, cut to what is compared; none of them is empty.
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
