//! The script family of a token.

/// Script family of a token, which decides how it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Script {
    /// ASCII letters, with or without digits. Folding romanises Cyrillic and Greek.
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
    /// A code that all spellings of one thing share, such as a legal form (`#llc`).
    Code,
    /// Any other script, compared letter by letter.
    Other,
    /// Kana, converted to katakana.
    Kana,
    /// A query token that was typed in Cyrillic. Its text is romanised. Record tokens typed in Cyrillic
    /// are Latin, so no term of a snapshot has this script.
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

    /// Returns the script of a code stored in a snapshot.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// True if a letter of the script is a sound, so that single letters may be mistaken.
    #[must_use]
    pub fn is_alphabetic(self) -> bool {
        matches!(self, Self::Latin | Self::Cyrillic | Self::Arabic | Self::Hebrew | Self::Other)
    }

    /// True if folding splits its text into single characters or syllables, because their signs do not
    /// show where a word ends.
    #[must_use]
    pub fn is_syllabic(self) -> bool {
        matches!(self, Self::Han | Self::Hangul)
    }

    /// Returns the script of its letters after folding.
    #[must_use]
    pub fn alphabet(self) -> Self {
        if self == Self::Cyrillic { Self::Latin } else { self }
    }

    /// True if it is written without vowels, so that many words share a spelling.
    #[must_use]
    pub fn is_vowelless(self) -> bool {
        matches!(self, Self::Arabic | Self::Hebrew)
    }

    /// Returns the script of a folded token. In a token of several scripts the first letter beyond
    /// ASCII decides; the text pipeline does not produce such tokens.
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
