//! Lines in a chain: each holds the hash of the one before.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::canonical::canonical;
use super::digest::Salt;
use super::receipt::{AskedQuery, Basis, Line, Opening, Receipt, Subject, Verdict};
use tamis_engine::json::Shown;
use tamis_engine::model::Timestamp;
use tamis_engine::store::checksum::sha256_of;

/// Bytes of the hashes and of a usual query, for the estimate of a link.
const LINK_BYTES: usize = 500;

/// The last whole line of a file, without its end; empty if it has none.
pub(crate) fn last_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut last, mut line) = (Vec::new(), Vec::new());
    while file.read_until(b'\n', &mut line)? > 0 {
        if line.pop_if(|end| *end == b'\n').is_some() {
            std::mem::swap(&mut last, &mut line);
        }
        line.clear();
    }
    Ok(last)
}

/// The end of a chain, to which receipts are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chain {
    /// Number of the next line.
    next: u64,
    /// SHA-256 of the last line.
    last: String,
}

/// A query and its outcome before they are a line of the chain.
#[derive(Debug)]
pub(crate) struct Link {
    asked: AskedQuery,
    query_sha256: String,
    answer_sha256: String,
    verdict: Verdict,
    time: Timestamp,
}

impl Link {
    /// The link of a query that was answered now. `answer` is in canonical form; that to a query with a
    /// fault is empty.
    pub(crate) fn new(id: Value, subject: Subject, answer: &[u8], verdict: Verdict) -> Self {
        let asked = AskedQuery { number: 0, salt: Salt::new(), id, subject };
        let (query_sha256, answer_sha256) = (asked.sha256(), asked.salt.sha256(answer));
        Self { asked, query_sha256, answer_sha256, verdict, time: Timestamp::now() }
    }

    /// Salted SHA-256 of the query, which tells its receipt from all others.
    pub(crate) fn query_sha256(&self) -> &str {
        &self.query_sha256
    }

    /// Bytes that it holds, about.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + LINK_BYTES + self.asked.subject.message_length()
    }
}

/// Reason why a line does not continue a chain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ChainFault {
    #[error("it is no opening of receipts that this program reads")]
    NoOpening,
    #[error("it is no receipt: {0}")]
    NoReceipt(String),
    #[error("it was changed: it is not in canonical form")]
    NotCanonical,
    #[error("the line before it was changed, left out or moved: it has another hash")]
    OtherPrevious,
    #[error("its number is {found}, not {expected}: lines were left out or moved")]
    OtherNumber { found: u64, expected: u64 },
}

impl Chain {
    /// A new chain and its first line, without the end of the line.
    pub(crate) fn open() -> (Self, &'static str) {
        let (line, sha256) = Opening::line();
        (Self { next: 1, last: sha256.to_owned() }, line)
    }

    /// A chain whose opening is missing.
    pub(crate) fn unopened() -> Self {
        Self { next: 1, last: String::new() }
    }

    /// SHA-256 of the last line, in hexadecimal.
    pub(crate) fn last(&self) -> &str {
        &self.last
    }

    /// The chain after a last line, which was written by [`Self::open`] or [`Self::add`].
    ///
    /// # Errors
    /// It is no such line.
    pub(crate) fn after(line: &[u8]) -> Result<Self, ChainFault> {
        #[derive(Deserialize)]
        struct Numbered {
            number: u64,
        }
        let read = serde_json::from_slice(line);
        let Numbered { number } = read.map_err(|error| ChainFault::NoReceipt(error.to_string()))?;
        Ok(Self { next: number + 1, last: sha256_of(line) })
    }

    /// Adds queries: writes their receipts to one text, and the queries with their salts to another.
    pub(crate) fn add(
        &mut self,
        links: Vec<Link>,
        basis: &Basis,
        receipts: &mut Vec<u8>,
        queries: &mut Vec<u8>,
    ) {
        for Link { asked, query_sha256, answer_sha256, verdict, time } in links {
            let (number, start) = (self.next, receipts.len());
            let line = Line {
                answer: &answer_sha256,
                number,
                previous: &self.last,
                query: &query_sha256,
                time: Shown(time),
                verdict,
                ..Line::of(basis)
            };
            serde_json::to_writer(&mut *receipts, &line).expect("a vector takes what is written");
            *self = Self { next: number + 1, last: sha256_of(&receipts[start..]) };
            receipts.push(b'\n');
            queries.extend(canonical(&AskedQuery { number, ..asked }));
            queries.push(b'\n');
        }
    }

    /// Begins to read a chain with its first line.
    pub(crate) fn read_opening(line: &[u8]) -> Result<(Self, Opening), ChainFault> {
        let read = serde_json::from_slice::<Opening>(line).ok();
        let opening = read.filter(Opening::is_known).ok_or(ChainFault::NoOpening)?;
        if canonical(&opening) != line {
            return Err(ChainFault::NotCanonical);
        }
        Ok((Self { next: 1, last: sha256_of(line) }, opening))
    }

    /// Reads the next line. Its receipt is returned with the faults of the chain before it; reading goes
    /// on after them.
    pub(crate) fn read(&mut self, line: &[u8]) -> (Option<Receipt>, Option<ChainFault>) {
        let (next, last) = (self.next, std::mem::replace(&mut self.last, sha256_of(line)));
        self.next += 1;
        let receipt: Receipt = match serde_json::from_slice(line) {
            Ok(receipt) => receipt,
            Err(error) => return (None, Some(ChainFault::NoReceipt(error.to_string()))),
        };
        self.next = receipt.number.saturating_add(1);
        let fault = if canonical(&receipt) != line {
            Some(ChainFault::NotCanonical)
        } else if receipt.number != next {
            Some(ChainFault::OtherNumber { found: receipt.number, expected: next })
        } else if receipt.previous != last {
            Some(ChainFault::OtherPrevious)
        } else {
            None
        };
        (Some(receipt), fault)
    }
}
