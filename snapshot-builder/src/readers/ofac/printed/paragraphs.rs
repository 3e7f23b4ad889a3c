//! Paragraphs of a text file with their broken lines joined.

use crate::sources::SourceFile;
use tamis_ingest::limits::RECORD_BYTES_MAX;
use tamis_ingest::lines::{Line, Lines};
use tamis_ingest::{FileError, decoded};

/// Paragraphs of a text file, separated by empty lines.
pub(super) struct Paragraphs {
    lines: Lines<'static>,
}

impl Paragraphs {
    pub(super) fn open(file: &SourceFile) -> Result<Self, FileError> {
        Ok(Self { lines: Lines::open(file)? })
    }

    /// The next paragraph in one line, with the number of its first line.
    pub(super) fn next(&mut self) -> Result<Option<(u64, String)>, FileError> {
        let mut text = String::new();
        let mut first = 0;
        while let Some((number, line)) = self.lines.next_line()? {
            let line = match line {
                Line::Text(bytes) => String::from_utf8_lossy(bytes),
                Line::TooLong => return Err(self.too_large(number)),
            };
            let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{1a}');
            match (line.is_empty(), text.is_empty()) {
                (true, true) => continue,
                (true, false) => break,
                (false, true) => first = number,
                (false, false) => {}
            }
            append(&mut text, line);
            if text.len() as u64 > RECORD_BYTES_MAX {
                return Err(self.too_large(number));
            }
        }
        let text = decoded(&text).into_owned();
        Ok(Some((first, text)).filter(|(_, text)| !text.is_empty()))
    }

    fn too_large(&self, line: u64) -> FileError {
        let file = self.lines.file().to_owned();
        FileError::RecordTooLarge { file, line, limit: RECORD_BYTES_MAX }
    }
}

/// Appends a line. Lines are broken at blanks and after hyphens; no hyphens are inserted.
fn append(text: &mut String, line: &str) {
    let is_within_word = text.ends_with('-') && !text.ends_with(" -");
    if !text.is_empty() && !is_within_word {
        text.push(' ');
    }
    text.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_lines_are_joined() {
        for (lines, expected) in [
            (["AL-", "SALAM, Ana"], "AL-SALAM, Ana"),
            (["Information -", "Subject to"], "Information - Subject to"),
            (["No. 12,", "Lima"], "No. 12, Lima"),
        ] {
            let mut text = String::new();
            lines.iter().for_each(|line| append(&mut text, line));
            assert_eq!(text, expected);
        }
    }
}
