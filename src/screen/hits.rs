//! What is written of a customer: a row of CSV for each hit, for people, or the line of JSON that a
//! stream answers, for programs.

use std::fmt::Display;

use super::counts::{Counts, Tally};
use super::customer::Customer;
use crate::api::matching::asking::Asking;
use crate::api::matching::stream::answer::{Answer as LineAnswer, line_answer, push_answer};
use tamis_engine::batch::Weighed;
use tamis_engine::csv::{Formulas, Line, Table};
use tamis_engine::json::Joined;
use tamis_engine::matching::{Hit, MatchAnswer, MatchQuery};
use tamis_engine::snapshot::Snapshot;

/// How hits are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputForm {
    /// A row for each hit, below the names of columns; cells that a spreadsheet would run are disarmed.
    Csv,
    /// A line for each customer, as `POST /api/match/{collection}/stream` answers it.
    Ndjson,
}

/// The columns of the customer, and those of a hit.
const OF_CUSTOMER: [&str; 2] = ["customer_id", "customer_name"];
const OF_HIT: [&str; 12] = [
    "match",
    "score",
    "matched_name",
    "record_id",
    "record_name",
    "list",
    "list_type",
    "programme",
    "birth_dates",
    "countries",
    "reason",
    "link",
];

/// What equal customers have in common.
pub(super) struct Answer {
    body: Body,
    tally: Tally,
}

impl Answer {
    fn is_hit(&self) -> bool {
        self.tally.total() > 0
    }
}

enum Body {
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
        own + size_of_val(self)
    }
}

/// What was made of some rows.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) hits: Vec<u8>,
    pub(super) rejects: Vec<u8>,
    pub(super) counts: Counts,
    /// The line at which the last row begins.
    pub(super) line: u64,
    /// About how many bytes of the file were read for them.
    pub(super) read: u64,
}

impl Weighed for Made {
    fn bytes(&self) -> usize {
        self.hits.len() + self.rejects.len()
    }
}

/// Writes customers.
pub(super) struct Writer<'s> {
    pub(super) asking: Asking<'s, Answer>,
    pub(super) form: OutputForm,
    /// Whether customers without a hit are written too.
    pub(super) all: bool,
}

impl OutputForm {
    /// What stands before everything else.
    pub(super) fn head(self) -> Vec<u8> {
        match self {
            Self::Csv => {
                let columns: Vec<&str> = OF_CUSTOMER.into_iter().chain(OF_HIT).collect();
                let mut table = Table::new(Formulas::Disarmed);
                table.header(&columns);
                table.into_text()
            }
            Self::Ndjson => Vec::new(),
        }
    }
}

impl Writer<'_> {
    /// Screens a customer, and writes what there is to be.
    pub(super) fn push(&self, made: &mut Made, file: &str, line: u64, customer: Customer) {
        let Customer { key, id, name, query, notes } = customer;
        match query {
            Err(reason) => {
                made.counts.refused += 1;
                push_reject(&mut made.rejects, file, line, &key, "no", &reason);
            }
            Ok(query) => {
                let answer = self.asking.answer(&query, |answer| self.answer(&query, answer));
                made.counts.screened += 1;
                made.counts.with_hits += u64::from(answer.is_hit());
                made.counts.hits.add_all(&answer.tally);
                made.counts.noted += u64::from(!notes.is_empty());
                for note in notes {
                    push_reject(&mut made.rejects, file, line, &key, "yes", &note);
                }
                if answer.is_hit() || self.all {
                    match &answer.body {
                        Body::Rows(rows) => push_rows(&mut made.hits, &key, &name, rows),
                        Body::Line(own) => {
                            push_answer(&mut made.hits, line, id, own, &self.asking.ignored);
                        }
                    }
                }
            }
        }
    }

    fn answer(&self, query: &MatchQuery, answer: MatchAnswer) -> Answer {
        let (snapshot, threshold) = (self.asking.snapshot, self.asking.showing.threshold);
        let mut tally = Tally::default();
        for hit in answer.hits.iter().filter(|hit| hit.score >= threshold) {
            tally.add(&snapshot.record(hit.record).register().name, hit.score);
        }
        let body = match self.form {
            OutputForm::Csv => {
                Body::Rows(answer.hits.iter().map(|hit| row(snapshot, hit, threshold)).collect())
            }
            OutputForm::Ndjson => Body::Line(line_answer(&self.asking, query, answer)),
        };
        Answer { body, tally }
    }
}

/// The cells of a hit, with the line's end.
fn row(snapshot: &Snapshot, hit: &Hit, threshold: f64) -> Vec<u8> {
    let record = snapshot.record(hit.record);
    let matched = hit.features.iter().find_map(|feature| feature.matched_name.as_deref());
    let reasons: Vec<&str> =
        hit.features.iter().map(|feature| feature.explanation.as_str()).collect();
    let joined = |values: Vec<String>| values.join("; ");
    line_of(|line| {
        line.cell(if hit.score >= threshold { "yes" } else { "no" })
            .cell(hit.score)
            .optional(matched)
            .cell(record.id().0)
            .cell(record.name())
            .cell(&record.register().name)
            .cell(record.list_type().as_str())
            .cell(Joined(|| record.programmes()))
            .cell(joined(record.birth_dates().map(|date| date.to_string()).collect()))
            .cell(joined(record.countries().map(|country| country.to_string()).collect()))
            .cell(reasons.join(" "))
            .optional(record.source_url())
    })
}

/// A line of a table that people open.
pub(super) fn line_of(cells: impl FnOnce(Line<'_>) -> Line<'_>) -> Vec<u8> {
    let mut table = Table::new(Formulas::Disarmed);
    cells(table.line()).end();
    table.into_text()
}

/// A row for each hit; one without any, where there is none.
fn push_rows(text: &mut Vec<u8>, key: &str, name: &str, rows: &[Vec<u8>]) {
    let mut customer = line_of(|line| line.cell(key).cell(name));
    customer.pop();
    let none = || {
        let mut none = vec![b','; OF_HIT.len() - 1];
        none.push(b'\n');
        none
    };
    let none = if rows.is_empty() { vec![none()] } else { Vec::new() };
    for row in rows.iter().chain(&none) {
        text.extend_from_slice(&customer);
        text.push(b',');
        text.extend_from_slice(row);
    }
}

/// The names of the columns of rejects.
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
