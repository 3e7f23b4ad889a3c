//! Detects the encoding of a file that does not declare it, such as a table exported years ago.

use std::fmt;
use std::io::BufRead;

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8};

use crate::error::FileError;
use crate::text::TextReader;

/// In a file of another encoding, at most one line in this many is valid UTF-8 by chance.
const BY_CHANCE: u64 = 10;

/// Encoding of a file, and the way to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Characters {
    pub encoding: &'static Encoding,
    /// True if the file is decoded, with U+FFFD for invalid bytes; otherwise all of it is UTF-8 and
    /// read unchanged.
    pub is_decoded: bool,
}

impl Characters {
    /// The rule for a name of an encoding.
    pub const RULE: &str =
        "an encoding that browsers know, such as utf-8, utf-16le, windows-1251 or latin1";

    /// All of the file is UTF-8.
    pub const UTF_8: Self = Self { encoding: UTF_8, is_decoded: false };

    /// Encoding by one of its names (WHATWG Encoding Standard, 4.2), such as `windows-1251` or
    /// `latin1`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
        Some(Self { encoding, is_decoded: true })
    }

    /// True if all of the file is UTF-8, so that nothing is converted.
    #[must_use]
    pub fn are_utf_8(self) -> bool {
        !self.is_decoded
    }
}

/// Name of the encoding in the Encoding Standard, in lower case.
impl fmt::Display for Characters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.encoding.name().to_lowercase())
    }
}

/// Finds a sign between two letters that never occurs inside a word, in a text of a legacy encoding.
/// Its byte is a letter of another encoding, such as that of MS-DOS.
#[must_use]
pub fn foreign_sign(text: &str) -> Option<char> {
    let is_foreign = |sign: char| {
        let is_quote =
            matches!(sign, '‚' | '„' | '“' | '”' | '…' | '†' | '‡' | '‰' | '‹' | '›' | '•' | '¤');
        sign.is_control() || is_quote
    };
    let signs: Vec<char> = text.chars().collect();
    let within = signs
        .windows(3)
        .find(|near| near[0].is_alphabetic() && is_foreign(near[1]) && near[2].is_alphabetic());
    within.map(|near| near[1])
}

/// Evidence about the encoding of a file, collected from its lines.
#[derive(Default)]
pub(crate) struct Survey {
    /// Lines beyond ASCII that are valid UTF-8.
    sound: u64,
    /// Lines that are not valid UTF-8; the number of the first follows.
    broken: u64,
    first_broken: u64,
    /// Detector of the encoding, fed with the invalid lines.
    detector: Option<EncodingDetector>,
}

impl Survey {
    /// Reads a file to its end. The encoding of the text must be unchecked.
    pub(crate) fn of(mut reader: TextReader<'_>) -> Result<Self, FileError> {
        let (mut survey, mut line, mut number) = (Self::default(), Vec::new(), 0);
        // No line is longer than the allowance of a record.
        let allowance = reader.get_ref().allowance();
        loop {
            line.clear();
            allowance.renew();
            let read = reader.read_until(b'\n', &mut line);
            if read.map_err(|error| FileError::from_io(reader.get_ref().file(), error))? == 0 {
                return Ok(survey);
            }
            number += 1;
            if !line.is_ascii() {
                survey.look_at(number, &line);
            }
        }
    }

    fn look_at(&mut self, number: u64, line: &[u8]) {
        if std::str::from_utf8(line).is_ok() {
            self.sound += 1;
            return;
        }
        if self.broken == 0 {
            self.first_broken = number;
        }
        self.broken += 1;
        let detector = self.detector.get_or_insert_with(EncodingDetector::new);
        detector.feed(line, false);
    }

    /// True if the file counts as UTF-8: more of its lines are valid than chance explains.
    pub(crate) fn is_utf8(&self) -> bool {
        self.broken == 0 || self.sound > self.broken / BY_CHANCE
    }

    /// Decides the encoding of the characters.
    ///
    /// # Errors
    /// The file mixes encodings, or its encoding is not certain.
    pub(crate) fn characters(&self, file: &str) -> Result<Characters, FileError> {
        let file = || file.to_owned();
        let Some(detector) = &self.detector else {
            return Ok(Characters::UTF_8);
        };
        if self.is_utf8() {
            if self.sound < self.broken {
                let Self { sound, broken, first_broken: line, .. } = *self;
                return Err(FileError::MixedEncodings { file: file(), sound, broken, line });
            }
            return Ok(Characters { encoding: UTF_8, is_decoded: true });
        }
        match detector.guess_assess(None, false) {
            (encoding, true) => Ok(Characters { encoding, is_decoded: true }),
            (encoding, false) => {
                let likeliest = encoding.name().to_lowercase();
                Err(FileError::UnsureEncoding { file: file(), line: self.first_broken, likeliest })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&[u8]]) -> Result<String, String> {
        let mut survey = Survey::default();
        for (line, number) in lines.iter().zip(1..) {
            survey.look_at(number, line);
        }
        let characters = survey.characters("a.csv");
        characters.map(|told| told.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn few_damaged_lines_leave_a_file_utf_8_and_few_sound_ones_leave_it_another() {
        let (sound, broken) = ("Müller".as_bytes(), &b"M\xfcller, Gru\xdfdorf"[..]);
        let lines = |sounds, brokens| [vec![sound; sounds], vec![broken; brokens]].concat();
        for (sounds, brokens, expected) in
            [(3, 0, "utf-8"), (3, 3, "utf-8"), (0, 3, "windows-1252"), (2, 20, "windows-1252")]
        {
            let told = told(&lines(sounds, brokens));
            assert_eq!(told.as_deref(), Ok(expected), "{sounds} sound, {brokens} broken");
        }
        for brokens in [4, 29] {
            let error = told(&lines(3, brokens)).expect_err("mixed");
            assert!(error.contains("the first of them line 4"), "{error}");
        }
    }

    #[test]
    fn a_sign_of_another_encoding_stands_within_a_word() {
        for (text, expected) in [
            ("J”rg", Some('”')),
            ("Gr\u{81}ner", Some('\u{81}')),
            ("“Jo” Berg", None),
            ("O’Neil", None),
            ("Berg…", None),
        ] {
            assert_eq!(foreign_sign(text), expected, "{text}");
        }
    }

    #[test]
    fn encodings_have_the_names_of_the_standard() {
        for (name, expected) in
            [("latin1", "windows-1252"), ("CP1251", "windows-1251"), ("gbk", "gbk")]
        {
            assert_eq!(
                Characters::named(name).map(|told| told.to_string()).as_deref(),
                Some(expected)
            );
        }
        assert_eq!(Characters::named("klingon"), None);
    }
}
