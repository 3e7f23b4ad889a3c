//! A log read again: its chain, its signatures, and the receipts that it holds.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::line::{Line, Opening};
use super::segment::segments;
use crate::receipts::canonical;
use tamis_engine::store::checksum::sha256_of;
use tamis_engine::store::{SignatureFault, TrustedKeys};

/// A fault of a log: its file, its line, and the reason in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogFault {
    pub file: PathBuf,
    /// From 1; 0 for the whole file.
    pub line: u64,
    pub reason: String,
}

impl fmt::Display for LogFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, reason } = self;
        match line {
            0 => write!(f, "{}: {reason}", file.display()),
            _ => write!(f, "{}: line {line}: {reason}", file.display()),
        }
    }
}

/// Numbers of a verified log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    pub segments: u64,
    pub receipts: u64,
    pub heads: u64,
    /// Entries after the last head.
    pub unsigned: u64,
    /// SHA-256 of the last line.
    pub last: String,
}

/// Verifies the log of a folder; `fault` receives each fault. Heads must be signed by one of the keys, and
/// cover all segments but the end of the last. `wanted` are the SHA-256 of receipts to find; those that are
/// found are removed.
///
/// # Errors
/// A file cannot be read.
pub fn verify(
    folder: &Path,
    keys: &TrustedKeys,
    wanted: &mut HashSet<String>,
    mut fault: impl FnMut(LogFault),
) -> Result<Verified, (PathBuf, io::Error)> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| (path, error)
    };
    let mut verified = Verified::default();
    for path in segments(folder).map_err(failed(folder))? {
        let file = File::open(&path).map_err(failed(&path))?;
        let mut reader = Reader { keys, wanted, verified: &mut verified, next: 0 };
        let mut said = |line, reason| fault(LogFault { file: path.clone(), line, reason });
        let mut text = Vec::new();
        let (mut file, mut number) = (BufReader::new(file), 0);
        while file.read_until(b'\n', &mut text).map_err(failed(&path))? > 0 {
            number += 1;
            match text.pop_if(|end| *end == b'\n') {
                Some(_) => {
                    for reason in reader.read(&text) {
                        said(number, reason);
                    }
                }
                None => {
                    said(
                        number,
                        "it was not written to its end, and never acknowledged".to_owned(),
                    );
                }
            }
            text.clear();
        }
        if number == 0 {
            said(0, "the segment has no opening".to_owned());
        }
        verified.segments += 1;
    }
    Ok(verified)
}

/// SHA-256 of the receipts in the text of a file of receipts, without its opening.
pub fn receipt_hashes(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().skip(1).map(|line| sha256_of(line.as_bytes()))
}

/// A segment during reading.
struct Reader<'r> {
    keys: &'r TrustedKeys,
    wanted: &'r mut HashSet<String>,
    verified: &'r mut Verified,
    /// Number of the next line; 0 before the opening.
    next: u64,
}

impl Reader<'_> {
    /// Reads a line, and returns its faults.
    fn read(&mut self, text: &[u8]) -> Vec<String> {
        let previous = std::mem::replace(&mut self.verified.last, sha256_of(text));
        match self.next {
            0 => self.opening(text, &previous),
            expected => self.line(text, expected, &previous),
        }
    }

    fn opening(&mut self, text: &[u8], previous: &str) -> Vec<String> {
        self.next = 1;
        let mut faults = Vec::new();
        if self.verified.unsigned > 0 && self.keys.are_required() {
            faults.push(format!(
                "no head signs the last {} entries of the segment before",
                self.verified.unsigned
            ));
            self.verified.unsigned = 0;
        }
        match serde_json::from_slice::<Opening>(text) {
            Ok(opening) if !opening.is_known() || canonical(&opening) != text => {
                faults.push("it is no opening that this program reads".to_owned());
            }
            // The first segment may go on from one that was archived elsewhere.
            Ok(opening) if self.verified.segments > 0 && opening.previous != previous => {
                faults.push("the segment before was changed, or one was left out".to_owned());
            }
            Ok(_) => {}
            Err(error) => faults.push(format!("it is no opening: {error}")),
        }
        faults
    }

    fn line(&mut self, text: &[u8], expected: u64, previous: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let line = match serde_json::from_slice::<Line<'_>>(text) {
            Ok(line) => line,
            Err(error) => {
                self.next = expected + 1;
                return vec![format!("it is no line of a log: {error}")];
            }
        };
        let found = line.number;
        self.next = found.saturating_add(1);
        if found != expected {
            faults.push(format!(
                "its number is {found}, not {expected}: lines were left out or moved"
            ));
        } else if line.previous != previous {
            faults.push("the line before it was changed, left out or moved".to_owned());
        }
        match (line.receipts, line.signature) {
            (Some(receipts), None) => {
                for receipt in &receipts {
                    self.wanted.remove(&sha256_of(receipt.get().as_bytes()));
                }
                self.verified.receipts += receipts.len() as u64;
                self.verified.unsigned += 1;
            }
            (None, Some(signature)) => {
                self.verified.heads += 1;
                match self.keys.verify(line.previous.as_bytes(), &signature) {
                    Ok(()) => self.verified.unsigned = 0,
                    Err(SignatureFault::OtherKey) => {
                        faults.push("the head is by a key that is not trusted".to_owned());
                    }
                    Err(SignatureFault::NoSignature | SignatureFault::OtherBytes) => {
                        faults.push("the head does not sign the lines before it".to_owned());
                    }
                }
            }
            _ => faults.push("it is neither an entry nor a head".to_owned()),
        }
        faults
    }
}
