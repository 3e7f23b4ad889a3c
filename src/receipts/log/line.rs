//! Lines of a segment.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::receipts::{PROGRAM, canonical, canonical_constants};
use tamis_engine::model::Timestamp;
use tamis_engine::store::checksum::sha256_of;

/// Format of the lines; readers refuse others.
const FORMAT: u32 = 1;

/// The first line of a segment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    /// The constants of the matcher by name.
    constants: BTreeMap<String, f64>,
    pub(super) format: u32,
    number: u64,
    /// SHA-256 of the last line of the segment before; empty in the first.
    pub(super) previous: String,
    program: String,
    time: String,
}

impl Opening {
    /// The opening of a segment that goes on from a last line, with its end.
    pub(super) fn after(previous: &str) -> Vec<u8> {
        let (constants, time) = (canonical_constants(), Timestamp::now());
        let line = format!(
            r#"{{"constants":{constants},"format":{FORMAT},"number":0,"previous":"{previous}","program":"{PROGRAM}","time":"{time}"}}"#
        );
        ended(line.into_bytes())
    }

    /// True if this program reads the lines after it.
    pub(super) fn is_known(&self) -> bool {
        (self.format, self.number) == (FORMAT, 0)
    }
}

/// Any other line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line<'l> {
    pub(super) number: u64,
    /// SHA-256 of the line before.
    pub(super) previous: String,
    /// Of an entry: receipts, each as in the answer to its caller.
    #[serde(borrow)]
    pub(super) receipts: Option<Vec<&'l RawValue>>,
    /// Of a head: signature of `previous`, as the text of a file of minisign.
    pub(super) signature: Option<String>,
}

/// The end of a segment, to which lines are added.
#[derive(Debug, Clone)]
pub(super) struct End {
    /// Number of the next line.
    pub(super) next: u64,
    /// SHA-256 of the last line.
    pub(super) last: String,
}

impl End {
    /// The end of a segment of one line, with its end.
    pub(super) fn of_opening(opening: &[u8]) -> Self {
        Self { next: 1, last: hash_of(opening) }
    }

    /// Adds an entry with receipts, a JSON array of canonical objects. It is canonical since they are.
    pub(super) fn entry(&mut self, receipts: &str) -> Vec<u8> {
        let Self { next, last } = self;
        let line = format!(r#"{{"number":{next},"previous":"{last}","receipts":{receipts}}}"#);
        self.add(line.into_bytes())
    }

    /// Adds a head with a signature of the last line.
    pub(super) fn head(&mut self, signature: &str) -> Vec<u8> {
        let Self { next, last } = self;
        let signature = canonical(&signature);
        let mut line =
            format!(r#"{{"number":{next},"previous":"{last}","signature":"#).into_bytes();
        line.extend(signature);
        line.push(b'}');
        self.add(line)
    }

    fn add(&mut self, line: Vec<u8>) -> Vec<u8> {
        let line = ended(line);
        *self = Self { next: self.next + 1, last: hash_of(&line) };
        line
    }
}

/// SHA-256 of a line without its end.
fn hash_of(line: &[u8]) -> String {
    sha256_of(line.strip_suffix(b"\n").unwrap_or(line))
}

fn ended(mut line: Vec<u8>) -> Vec<u8> {
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_canonical_and_form_a_chain() {
        let opening = Opening::after("ab");
        let mut end = End::of_opening(&opening);
        let entry = end.entry(r#"[{"a":1},{"b":"ü"}]"#);
        let head = end.head("two\nlines \"quoted\"");
        let mut last = sha256_of(opening.trim_ascii_end());
        for (number, line) in (1..).zip([entry, head]) {
            let text = line.trim_ascii_end();
            let value: serde_json::Value = serde_json::from_slice(text).expect("JSON");
            assert_eq!(canonical(&value), text);
            let read: Line<'_> = serde_json::from_slice(text).expect("a line");
            assert_eq!((read.number, read.previous), (number, last));
            last = sha256_of(text);
        }
        assert_eq!(end.last, last);
        let read: Opening = serde_json::from_slice(&opening).expect("an opening");
        assert!(read.is_known() && read.previous == "ab");
        assert_eq!(canonical(&read), opening.trim_ascii_end());
    }
}
