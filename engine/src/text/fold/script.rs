//! The script of a character, as far as folding treats scripts differently.

/// Scripts that are folded in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    /// ASCII digits. Digits of other scripts are converted before.
    Digit,
    Arabic,
    Hebrew,
    Kana,
    /// Han, one word per character.
    Han,
    /// Hangul, one word per syllable.
    Hangul,
    /// Scripts whose vowel signs are part of the letters (Indic, Thai, Burmese, Ethiopic, ...).
    Abugida,
    /// Any other script, folded by a general table of transliterations.
    Other,
}

impl Script {
    /// Returns the script of a letter or digit, and `Other` for anything else.
    pub(super) fn of(c: char) -> Self {
        match c {
            '0'..='9' => Self::Digit,
            'A'..='Z' | 'a'..='z' => Self::Latin,
            '\u{AA}'..='\u{2FF}' | '\u{1D00}'..='\u{1DBF}' | '\u{1E00}'..='\u{1EFF}' => Self::Latin,
            '\u{2C60}'..='\u{2C7F}' | '\u{A720}'..='\u{A7FF}' | '\u{AB30}'..='\u{AB6F}' => {
                Self::Latin
            }
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Self::Greek,
            '\u{400}'..='\u{52F}' | '\u{1C80}'..='\u{1C8F}' | '\u{A640}'..='\u{A69F}' => {
                Self::Cyrillic
            }
            '\u{590}'..='\u{5FF}' => Self::Hebrew,
            '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{870}'..='\u{8FF}' => Self::Arabic,
            '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' => Self::Arabic,
            '\u{900}'..='\u{109F}' | '\u{1200}'..='\u{139F}' | '\u{1700}'..='\u{18AF}' => {
                Self::Abugida
            }
            '\u{1900}'..='\u{1C7F}' | '\u{2D80}'..='\u{2DDF}' | '\u{A800}'..='\u{A8FF}' => {
                Self::Abugida
            }
            '\u{A900}'..='\u{A95F}' | '\u{A980}'..='\u{AB2F}' | '\u{ABC0}'..='\u{ABFF}' => {
                Self::Abugida
            }
            '\u{11000}'..='\u{11FFF}' => Self::Abugida,
            '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' => {
                Self::Hangul
            }
            '\u{AC00}'..='\u{D7FF}' => Self::Hangul,
            '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' => Self::Kana,
            '\u{2E80}'..='\u{2FDF}' | '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4DBF}' => {
                Self::Han
            }
            '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => {
                Self::Han
            }
            _ => Self::Other,
        }
    }

    /// True if letters of both scripts may occur in one word. Latin, Greek and Cyrillic letters look
    /// alike and are mixed to deceive, and "3M" is one word.
    pub(super) fn mixes_with(self, other: Self) -> bool {
        self == other || (self.is_alphabetic() && other.is_alphabetic())
    }

    fn is_alphabetic(self) -> bool {
        matches!(self, Self::Latin | Self::Greek | Self::Cyrillic | Self::Digit)
    }
}

/// True if a folded word consists of Han characters or Hangul syllables. Each of them is a word of its
/// own.
pub(crate) fn is_of_characters(word: &str) -> bool {
    first_script(word).is_some_and(|script| matches!(script, Script::Han | Script::Hangul))
}

/// True if two folded words are written in the same script.
pub(in crate::text) fn are_of_one_script(a: &str, b: &str) -> bool {
    match (first_script(a), first_script(b)) {
        (Some(a), Some(b)) => a.mixes_with(b),
        _ => false,
    }
}

/// Returns the script of a letter as written.
pub(in crate::text) fn script_of(letter: char) -> impl Copy + PartialEq {
    Script::of(letter)
}

/// True for a Cyrillic letter.
pub(in crate::text) fn is_cyrillic(letter: char) -> bool {
    Script::of(letter) == Script::Cyrillic
}

fn first_script(word: &str) -> Option<Script> {
    word.chars().next().map(Script::of)
}

/// Code points of the digit zero in scripts that have their own decimal digits. The other nine follow
/// each. NFKC has already removed full-width and mathematical digits. Source: Unicode, category Nd.
const ZEROS: [u32; 37] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0x104A0,
    0x11066,
];

/// Converts a decimal digit of any script to ASCII. Any other character stays as it is.
pub(super) fn ascii_digit(c: char) -> char {
    if (c as u32) < ZEROS[0] || !c.is_numeric() {
        return c;
    }
    let code = c as u32;
    let zero = ZEROS.iter().rev().find(|zero| **zero <= code);
    zero.and_then(|zero| char::from_digit(code - zero, 10)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_become_ascii() {
        for (digits, expected) in [("٧٨", "78"), ("۱۲", "12"), ("१२", "12"), ("๓", "3"), ("7", "7")]
        {
            assert_eq!(digits.chars().map(ascii_digit).collect::<String>(), expected);
        }
        assert_eq!(ascii_digit('十'), '十', "Han numerals are words");
    }

    #[test]
    fn scripts_of_letters() {
        let table = [
            ('ł', Script::Latin),
            ('ế', Script::Latin),
            ('Ω', Script::Greek),
            ('Ж', Script::Cyrillic),
            ('ש', Script::Hebrew),
            ('گ', Script::Arabic),
            ('ツ', Script::Kana),
            ('王', Script::Han),
            ('김', Script::Hangul),
            ('ส', Script::Abugida),
            ('ა', Script::Other),
        ];
        for (c, expected) in table {
            assert_eq!(Script::of(c), expected, "{c}");
        }
    }
}
