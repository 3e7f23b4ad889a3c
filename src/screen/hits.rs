//! Output for a customer: a row of CSV for each hit, for people, or a JSON line of the stream, for
//! programs.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::sync::Arc;

use super::counts::{Counts, Tally};
use crate::api::http::ignored::Ignored;
use crate::api::matching::answer::query_as_read;
use crate::api::matching::customer::Customer;
use crate::api::matching::stream::answer::{Answer as LineAnswer, push_answer};
use crate::clearances::StandingDecision;
use crate::customers::source::Chunk;
use crate::receipts::{Link, Subject, Verdict};
use tamis_engine::batch::Weighed;
use tamis_engine::csv::{Formulas, Line, Table};
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::CountryCode;

/// Format of the hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputForm {
    /// CSV with a header and a row for each hit; cells that a spreadsheet would run as formulas are
    /// disarmed.
    Csv,
    /// The same rows as a workbook, for Excel; needs a file.
    Xlsx,
    /// JSON, one line for each customer, as answered by `POST /api/match/{collection}/stream`.
    Ndjson,
}

/// The columns of the customer.
const OF_CUSTOMER: [&str; 4] =
    ["customer_id", "customer_name", "customer_birth_dates", "customer_countries"];

/// The columns of earlier decisions, if there are any: what became of the one on this hit, what has changed
/// since, and what a new one would rest on.
const OF_DECISIONS: [&str; 3] = ["earlier_decision", "changed", "basis"];

/// The column of receipts, if there are any: the `query` of the receipt, which is found by it.
const OF_RECEIPTS: [&str; 1] = ["receipt"];

/// Empty columns for the reviewer of the hits.
pub(crate) const OF_REVIEW: [&str; 3] = ["decision", "reviewer", "comment"];

/// A result in the form for tables.
#[derive(Debug, Clone, Default)]
pub struct Hit<'h> {
    /// True if the score reaches the threshold.
    pub is_match: bool,
    /// Score, 0 to 1.
    pub score: f64,
    /// The record's name with the best match to the query; empty if none matches.
    pub matched_name: Cow<'h, str>,
    pub record_id: u64,
    pub record_name: Cow<'h, str>,
    /// Name of the register that lists it.
    pub list: Cow<'h, str>,
    pub list_type: Cow<'h, str>,
    pub programme: Cow<'h, str>,
    /// Birth dates as published, separated by `; `.
    pub birth_dates: String,
    /// Two-letter country codes, separated by `; `.
    pub countries: String,
    /// The other records of the party, such as `17 (EU)`, separated by `; `; empty if results are
    /// records.
    pub other_records: String,
    /// Explanation of the score, in sentences.
    pub reason: String,
    /// The publisher's page about the record; empty if there is none.
    pub link: Cow<'h, str>,
}

/// A cell of a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'c> {
    YesOrNo(bool),
    Score(f64),
    Id(u64),
    Text(&'c str),
}

/// Returns the cell of a hit in a column.
pub type CellOf = for<'c> fn(&'c Hit<'c>) -> Cell<'c>;

impl Hit<'_> {
    /// The columns: name and cell.
    pub const COLUMNS: [(&'static str, CellOf); 13] = [
        ("match", |hit| Cell::YesOrNo(hit.is_match)),
        ("score", |hit| Cell::Score(hit.score)),
        ("matched_name", |hit| Cell::Text(&hit.matched_name)),
        ("record_id", |hit| Cell::Id(hit.record_id)),
        ("record_name", |hit| Cell::Text(&hit.record_name)),
        ("list", |hit| Cell::Text(&hit.list)),
        ("list_type", |hit| Cell::Text(&hit.list_type)),
        ("programme", |hit| Cell::Text(&hit.programme)),
        ("birth_dates", |hit| Cell::Text(&hit.birth_dates)),
        ("countries", |hit| Cell::Text(&hit.countries)),
        ("other_records", |hit| Cell::Text(&hit.other_records)),
        ("reason", |hit| Cell::Text(&hit.reason)),
        ("link", |hit| Cell::Text(&hit.link)),
    ];

    /// The cells of the hit as CSV, without the end of the line.
    pub(super) fn row(&self) -> Vec<u8> {
        let mut row = line_of(|line| {
            Self::COLUMNS.iter().fold(line, |line, (_, cell)| line.cell(cell(self)))
        });
        row.pop();
        row
    }
}

/// The cells of earlier decisions, without the end of the line.
pub(super) fn decision_cells(decision: Option<&StandingDecision>, basis: &str) -> Vec<u8> {
    let [word, changed] = decision.map_or(["", ""], |own| [own.word, &own.changed]);
    let mut cells = line_of(|line| line.cell(word).cell(changed).cell(basis));
    cells.pop();
    cells
}

/// A cell with the other records of a party: their IDs and the short names of their registers.
pub(super) fn other_records<'o>(others: impl Iterator<Item = (u64, &'o str)>) -> String {
    others.map(|(id, list)| format!("{id} ({list})")).collect::<Vec<_>>().join("; ")
}

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::YesOrNo(is_so) => f.write_str(if *is_so { "yes" } else { "no" }),
            Self::Score(score) => score.fmt(f),
            Self::Id(id) => id.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Columns that not every table of hits has.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExtraColumns {
    /// True for the columns of earlier decisions.
    pub(super) decisions: bool,
    /// True for the column of receipts.
    pub(super) receipts: bool,
}

impl ExtraColumns {
    /// The names of all columns of a table with these.
    pub(super) fn columns(self) -> impl Iterator<Item = &'static str> {
        let of_decisions = if self.decisions { &OF_DECISIONS[..] } else { &[] };
        let of_receipts = if self.receipts { &OF_RECEIPTS[..] } else { &[] };
        let further = of_decisions.iter().chain(of_receipts).copied();
        let hit = Hit::COLUMNS.into_iter().map(|(name, _)| name).chain(further);
        OF_CUSTOMER.into_iter().chain(hit).chain(OF_REVIEW)
    }

    /// Writes a row for each hit, or a single row without one.
    fn push_rows(
        self,
        text: &mut Vec<u8>,
        [key, name]: [&str; 2],
        query: &MatchQuery,
        rows: &[Vec<u8>],
        receipt: Option<&str>,
    ) {
        let births: Vec<String> = query.births().map(|date| date.to_string()).collect();
        let countries: Vec<&str> = query.countries.iter().map(CountryCode::as_str).collect();
        let facts = [births.join("; "), countries.join("; ")];
        let mut customer = line_of(|line| {
            facts.iter().fold(line.cell(key).cell(name), |line, fact| line.cell(fact))
        });
        customer.pop();
        let of_decisions = if self.decisions { OF_DECISIONS.len() } else { 0 };
        let none = [vec![b','; Hit::COLUMNS.len() + of_decisions - 1]];
        let rows = if rows.is_empty() { &none } else { rows };
        for row in rows {
            text.extend_from_slice(&customer);
            text.push(b',');
            text.extend_from_slice(row);
            if let Some(cell) = receipt {
                text.push(b',');
                text.extend_from_slice(cell.as_bytes());
            }
            text.extend_from_slice(&[b','; OF_REVIEW.len()]);
            text.push(b'\n');
        }
    }
}

/// The part of an answer shared by equal customers.
pub(super) struct Answer {
    pub(super) body: Body,
    pub(super) tally: Tally,
    /// The answer in canonical form, if there are receipts and the output is another one.
    pub(super) canonical: Option<Vec<u8>>,
    /// Records that would be hits but are cleared.
    pub(super) cleared: u64,
    /// Hits whose clearance does not hold any longer.
    pub(super) back: u64,
}

impl Answer {
    /// The answer in canonical form, if there are receipts.
    pub(super) fn canonical(&self) -> Option<&[u8]> {
        let of_line = match &self.body {
            Body::Rows(_) => None,
            Body::Line(line) => line.canonical(),
        };
        of_line.or(self.canonical.as_deref())
    }

    pub(super) fn is_hit(&self) -> bool {
        self.tally.total() > 0
    }
}

/// The answer to a customer.
pub(super) struct Asked {
    pub(super) answer: Arc<Answer>,
    /// The answer without regard to earlier decisions, if there are any on the customer.
    pub(super) plain: Option<Arc<Answer>>,
}

impl From<Arc<Answer>> for Asked {
    fn from(answer: Arc<Answer>) -> Self {
        Self { answer, plain: None }
    }
}

pub(super) enum Body {
    /// The cells of each hit.
    Rows(Vec<Vec<u8>>),
    Line(LineAnswer),
}

impl Weighed for Answer {
    fn bytes(&self) -> usize {
        let own = match &self.body {
            Body::Rows(rows) => rows.iter().map(|row| row.len() + size_of_val(row)).sum(),
            Body::Line(line) => line.bytes(),
        };
        own + self.canonical.as_ref().map_or(0, Vec::len) + size_of_val(self)
    }
}

/// Output of some rows.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) hits: Vec<u8>,
    pub(super) rejects: Vec<u8>,
    /// The queries of the rows, if there are receipts.
    pub(super) links: Vec<Link>,
    pub(super) counts: Counts,
    /// Index of the file.
    pub(super) file: usize,
    /// Line at which the last row begins.
    pub(super) line: u64,
    /// Approximate number of bytes read from the file.
    pub(super) read: u64,
}

impl Made {
    /// An empty output for these rows.
    pub(super) fn of(chunk: &Chunk) -> Self {
        let line = chunk.rows.last().map_or(0, |(line, _)| *line);
        Self { file: chunk.file, line, read: chunk.read as u64, ..Self::default() }
    }
}

impl Weighed for Made {
    fn bytes(&self) -> usize {
        let links: usize = self.links.iter().map(Link::bytes).sum();
        self.hits.len() + self.rejects.len() + links
    }
}

/// Writes the output for customers.
#[derive(Debug)]
pub(super) struct Writer {
    /// True if customers without a hit are written too.
    pub(super) all: bool,
    /// Notes that apply to every query.
    pub(super) ignored: Ignored,
    /// Columns besides those that every table has; with `receipts` every row has a receipt.
    pub(super) extra: ExtraColumns,
}

impl OutputForm {
    /// True if hits are rows of a table; otherwise customers are lines of JSON.
    pub(crate) fn is_table(self) -> bool {
        self != Self::Ndjson
    }

    /// The text before the first hit of a table with these columns.
    pub(crate) fn head(
        self,
        columns: impl Iterator<Item = &'static str>,
        has_mark: bool,
    ) -> Vec<u8> {
        if !self.is_table() {
            return Vec::new();
        }
        let mut table = Table::new(Formulas::Disarmed);
        table.header(&columns.collect::<Vec<_>>());
        // A byte order mark is for Excel; a workbook needs none.
        let mark = if has_mark && self == Self::Csv { "\u{feff}" } else { "" };
        [mark.as_bytes(), &table.into_text()].concat()
    }
}

impl Writer {
    /// Writes the output of a customer, or the reason why there is no query.
    pub(super) fn push(
        &self,
        made: &mut Made,
        file: &str,
        line: u64,
        customer: Customer,
        ask: impl FnOnce(&str, &MatchQuery) -> Asked,
    ) {
        let Customer { key, id, name, query, notes } = customer;
        let id_of_receipt = || match &id {
            Some(id) => serde_json::from_str(id).unwrap_or_else(|_| id.as_str().into()),
            None => format!("{file}:{line}").into(),
        };
        match query {
            Err(reason) => {
                made.counts.refused += 1;
                if self.extra.receipts {
                    let fault = Subject::Error(reason.to_string());
                    made.links.push(Link::new(id_of_receipt(), fault, b"", Verdict::Error));
                }
                push_reject(&mut made.rejects, file, line, &key, "no", &reason);
            }
            Ok(query) => {
                let Asked { answer, plain } = ask(&key, &query);
                made.counts.screened += 1;
                made.counts.cleared += answer.cleared;
                made.counts.back += answer.back;
                let plain = plain.as_ref().unwrap_or(&answer);
                let link = plain.canonical().map(|canonical| {
                    let verdict = if plain.is_hit() { Verdict::Hit } else { Verdict::Clear };
                    let query = Subject::Query(query_as_read(&query));
                    Link::new(id_of_receipt(), query, canonical, verdict)
                });
                made.counts.with_hits += u64::from(answer.is_hit());
                made.counts.hits.add_all(&answer.tally);
                made.counts.noted += u64::from(!notes.is_empty());
                for note in notes {
                    push_reject(&mut made.rejects, file, line, &key, "yes", &note);
                }
                if answer.is_hit() || self.all {
                    match &answer.body {
                        Body::Rows(rows) => {
                            let receipt = link.as_ref().map(Link::query_sha256);
                            let hits = &mut made.hits;
                            self.extra.push_rows(hits, [&key, &name], &query, rows, receipt);
                        }
                        Body::Line(own) => {
                            push_answer(&mut made.hits, line, id, own, &self.ignored);
                        }
                    }
                }
                made.links.extend(link);
            }
        }
    }
}

/// A line of a table for people.
pub(crate) fn line_of(cells: impl FnOnce(Line<'_>) -> Line<'_>) -> Vec<u8> {
    let mut table = Table::new(Formulas::Disarmed);
    cells(table.line()).end();
    table.into_text()
}

/// The header of the table of rejects.
pub(super) fn rejects_head() -> Vec<u8> {
    let mut table = Table::new(Formulas::Disarmed);
    table.header(&["file", "line", "customer_id", "screened", "reason"]);
    table.into_text()
}

fn push_reject(
    text: &mut Vec<u8>,
    file: &str,
    line: u64,
    key: &str,
    screened: &str,
    reason: impl Display,
) {
    text.extend(line_of(|row| row.cell(file).cell(line).cell(key).cell(screened).cell(reason)));
}
