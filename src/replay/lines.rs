//! The files of a replay, read side by side.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use tamis_engine::store::checksum::sha256_of;

use super::error::ReplayError;
use super::finding::{Difference, Finding};
use crate::limits::{REPLAY_BLOCK, REPLAY_BLOCK_BYTES};
use crate::receipts::{AskedQuery, Chain, Opening, Receipt, canonical};

/// A receipt with its query and its stored answer, before it is replayed.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) finding: Finding,
    pub(super) receipt: Option<Receipt>,
    pub(super) query: Option<AskedQuery>,
    /// The fields of the stored answer but for `id` and `ignored`.
    pub(super) answer: Option<Value>,
}

/// A line after its replay.
#[derive(Debug)]
pub(super) struct Replayed {
    pub(super) finding: Finding,
    pub(super) is_receipt: bool,
    /// True if the query was asked again.
    pub(super) is_asked: bool,
    /// True if a stored answer was compared.
    pub(super) has_answer: bool,
}

/// The lines of a file with their numbers, from 1.
type Numbered = Peekable<Box<dyn Iterator<Item = Result<(u64, Vec<u8>), ReplayError>>>>;

/// The files.
pub(super) struct Lines {
    chain: Chain,
    receipts: Numbered,
    queries: (PathBuf, Numbered),
    answers: Option<(PathBuf, Numbered)>,
    last: String,
}

impl Lines {
    pub(super) fn open(
        receipts: &Path,
        queries: &Path,
        answers: Option<&Path>,
    ) -> Result<Self, ReplayError> {
        let answers = answers.map(|path| Ok((path.to_owned(), lines_of(path)?))).transpose()?;
        let queries = (queries.to_owned(), lines_of(queries)?);
        let receipts = lines_of(receipts)?;
        Ok(Self { chain: Chain::unopened(), receipts, queries, answers, last: String::new() })
    }

    /// Reads the opening; `None` if the first line is none, which is then read as a receipt.
    pub(super) fn opening(&mut self) -> Result<Option<Opening>, ReplayError> {
        let Some(Ok((_, line))) = self.receipts.peek() else { return Ok(None) };
        let Ok((chain, opening)) = Chain::read_opening(line) else { return Ok(None) };
        self.last = sha256_of(line);
        self.chain = chain;
        self.receipts.next();
        Ok(Some(opening))
    }

    /// SHA-256 of the last line that was read.
    pub(super) fn last(&self) -> String {
        self.last.clone()
    }

    /// The next receipts, within [`REPLAY_BLOCK`] and [`REPLAY_BLOCK_BYTES`]; none at the end.
    pub(super) fn next_block(&mut self) -> Result<Vec<Line>, ReplayError> {
        let mut block = Vec::new();
        let mut bytes = 0;
        while block.len() < REPLAY_BLOCK && bytes < REPLAY_BLOCK_BYTES {
            let Some(read) = self.receipts.next() else {
                self.push_unreceipted(&mut block, u64::MAX, REPLAY_BLOCK)?;
                break;
            };
            let (line, text) = read?;
            self.last = sha256_of(&text);
            let (receipt, fault) = self.chain.read(&text);
            let mut finding = Finding { line, id: None, differences: Vec::new() };
            finding.differences.extend(fault.map(Difference::from));
            let mut query = None;
            if let Some(receipt) = &receipt {
                self.push_unreceipted(&mut block, receipt.number, usize::MAX)?;
                query = self.next_query(|query| query.number == receipt.number)?;
                if query.is_none() {
                    finding.differences.push(Difference::QueryMissing);
                }
            }
            bytes += query.as_ref().map_or(0, |query| query.subject.message_length());
            finding.id = query.as_ref().map(|query| query.id.clone());
            let answer = finding.id.as_ref().map(|id| self.next_answer(id)).transpose()?.flatten();
            block.push(Line { finding, receipt, query, answer });
        }
        Ok(block)
    }

    /// Adds a finding for each query before a number, which has no receipt.
    fn push_unreceipted(
        &mut self,
        block: &mut Vec<Line>,
        before: u64,
        most: usize,
    ) -> Result<(), ReplayError> {
        while block.len() < most {
            let Some(query) = self.next_query(|query| query.number < before)? else { break };
            // Its stored answer has none either.
            self.next_answer(&query.id)?;
            let differences = vec![Difference::ReceiptMissing { number: query.number }];
            let line = query.number + 1;
            let finding = Finding { line, id: Some(query.id), differences };
            block.push(Line { finding, receipt: None, query: None, answer: None });
        }
        Ok(())
    }

    /// The next query, if it is wanted.
    fn next_query(
        &mut self,
        wanted: impl Fn(&AskedQuery) -> bool,
    ) -> Result<Option<AskedQuery>, ReplayError> {
        let (path, lines) = &mut self.queries;
        let Some(read) = lines.peek() else { return Ok(None) };
        let Ok((line, text)) = read else { return lines.next().transpose().map(|_| None) };
        let query = serde_json::from_slice::<AskedQuery>(text).map_err(|error| {
            let reason = format!("it is no query of a receipt: {error}");
            ReplayError::Line { path: path.clone(), line: *line, reason }
        })?;
        if canonical(&query) != *text {
            let reason = "it was changed: it is not in canonical form".to_owned();
            return Err(ReplayError::Line { path: path.clone(), line: *line, reason });
        }
        Ok(wanted(&query).then(|| {
            lines.next();
            query
        }))
    }

    /// The next stored answer without `id` and `ignored`, if it is that to this customer.
    fn next_answer(&mut self, id: &Value) -> Result<Option<Value>, ReplayError> {
        let Some((path, lines)) = &mut self.answers else { return Ok(None) };
        let Some(read) = lines.peek() else { return Ok(None) };
        let Ok((line, text)) = read else { return lines.next().transpose().map(|_| None) };
        let mut fields = serde_json::from_slice::<Map<String, Value>>(text).map_err(|error| {
            ReplayError::Line { path: path.clone(), line: *line, reason: error.to_string() }
        })?;
        // An answer to a customer without a key has the line instead.
        let own = fields.remove("id").or_else(|| fields.remove("file"));
        fields.remove("checked_at");
        let is_its = match (own, fields.remove("line")) {
            (None | Some(Value::Null), Some(line)) => {
                id.as_str().is_some_and(|id| id.ends_with(&format!(":{line}")))
            }
            (own, _) => own.as_ref() == Some(id),
        };
        if !is_its {
            return Ok(None);
        }
        fields.remove("ignored");
        lines.next();
        Ok(Some(Value::Object(fields)))
    }

    /// The first stored answer that is left, which has no receipt.
    pub(super) fn unreceipted_answer(&mut self) -> Result<Option<Finding>, ReplayError> {
        let Some((_, lines)) = &mut self.answers else { return Ok(None) };
        let left = lines.next().transpose()?;
        Ok(left.map(|(line, _)| Finding {
            line,
            id: None,
            differences: vec![Difference::AnswerUnreceipted],
        }))
    }
}

fn lines_of(path: &Path) -> Result<Numbered, ReplayError> {
    let failed = ReplayError::read(path);
    let file = BufReader::new(File::open(path).map_err(&failed)?);
    let lines = file.split(b'\n').zip(1_u64..);
    let lines = lines.map(move |(line, number)| Ok((number, line.map_err(&failed)?)));
    Ok((Box::new(lines) as Box<dyn Iterator<Item = _>>).peekable())
}
