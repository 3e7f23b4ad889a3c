//! JSON of the answer to a file (docs/api.md, "Match file").

use serde::Serialize;
use serde_json::{Value, json};

use super::super::answer::echo;
use super::super::customer::{Customer, Unread};
use super::super::stream::answer::Answer;
use super::super::stream::run::Counts;
use crate::api::http::ignored::Ignored;
use crate::api::http::service::Loaded;
use crate::api::http::shape::{rounded, to_json};
use crate::customers::Field;
use crate::customers::columns::Columns;
use crate::customers::sheet::SheetNames;
use crate::customers::source::{Head, Row};

/// Format, encoding and columns of a file, and the snapshot it is screened against: the first line of
/// the answer.
#[derive(Serialize)]
pub(super) struct Reading {
    file: File,
    snapshot: Version,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<String>,
}

#[derive(Serialize)]
struct File {
    form: &'static str,
    encoding: String,
    /// For a spreadsheet only.
    sheet: Option<SheetNames>,
    /// Empty for lines of names or of JSON.
    columns: Vec<Column>,
}

#[derive(Serialize)]
struct Column {
    name: String,
    /// Empty for a column that is not read.
    fields: Vec<String>,
}

#[derive(Serialize)]
struct Version {
    version: String,
    sha256: String,
    built_at: String,
}

impl Reading {
    pub(super) fn of(head: &Head, loaded: &Loaded, ignored: &Ignored) -> Self {
        let file = File {
            form: head.form.name(),
            encoding: head.characters.to_string(),
            sheet: head.sheet.clone(),
            columns: columns(&head.columns),
        };
        let snapshot = Version {
            version: loaded.snapshot.version().to_owned(),
            sha256: loaded.sha256.clone(),
            built_at: loaded.snapshot.built_at().to_string(),
        };
        Self { file, snapshot, ignored: ignored.sentences().map(str::to_owned).collect() }
    }
}

fn columns(columns: &Columns) -> Vec<Column> {
    let each = columns.each();
    let column = each.map(|(name, fields)| Column {
        name: name.to_owned(),
        fields: fields.map(|field: Field| field.to_string()).collect(),
    });
    column.collect()
}

/// The same before screening, with the first rows.
#[derive(Serialize)]
pub(super) struct Preview {
    #[serde(flatten)]
    reading: Reading,
    /// Reason why nothing would be screened.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    rows: Vec<PreviewRow>,
}

impl Preview {
    pub(super) fn new(reading: Reading, error: Option<String>, rows: Vec<PreviewRow>) -> Self {
        Self { reading, error, rows }
    }
}

/// A row and the query it would make.
#[derive(Serialize)]
pub(super) struct PreviewRow {
    line: u64,
    /// Cells in the order of the columns; for other formats the text of the line.
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<String>,
}

impl PreviewRow {
    pub(super) fn of(line: u64, row: &Row, customer: &Customer) -> Self {
        let cells = match row {
            Row::Cells(cells) => cells.clone(),
            Row::Json(text) => vec![String::from_utf8_lossy(text).into_owned()],
            Row::Name(name) => vec![name.clone()],
            Row::LongLine | Row::Refused(_) => Vec::new(),
        };
        let query = customer.query.as_ref();
        Self {
            line,
            cells,
            query: query.ok().map(|query| json!(echo(query))),
            error: query.err().map(Unread::to_string),
            ignored: sentences(customer),
        }
    }
}

/// Totals of a file: the last line of a complete answer.
#[derive(Serialize)]
pub(super) struct Summary {
    summary: Totals,
}

#[derive(Serialize)]
struct Totals {
    screened: u64,
    with_hits: u64,
    refused: u64,
    noted: u64,
}

impl Totals {
    fn of(counts: &Counts) -> Self {
        let Counts { queries: screened, hits: with_hits, refused, noted, .. } = *counts;
        Self { screened, with_hits, refused, noted }
    }
}

impl Summary {
    pub(super) fn of(counts: &Counts) -> Self {
        Self { summary: Totals::of(counts) }
    }
}

/// Totals so far, sent between the lines of rows.
#[derive(Serialize)]
pub(super) struct Progress {
    progress: Far,
}

#[derive(Serialize)]
struct Far {
    #[serde(flatten)]
    totals: Totals,
    /// Share of the file that is done, 0 to 1; `None` if the decompressed length is unknown.
    share: Option<f64>,
}

impl Progress {
    /// Progress within a file of `size` bytes.
    pub(super) fn of(counts: &Counts, size: Option<u64>) -> Self {
        let share = size.map(|size| (counts.read as f64 / size.max(1) as f64).min(1.0));
        Self { progress: Far { totals: Totals::of(counts), share: share.map(rounded) } }
    }
}

fn sentences(customer: &Customer) -> Vec<String> {
    customer.notes.iter().map(Unread::to_string).collect()
}

/// Writes the customer at the start of a line: `"id": …, "line": …, "name": …`.
fn push_customer(text: &mut Vec<u8>, line: u64, customer: &Customer) {
    let id = customer.id.as_deref().unwrap_or("null");
    text.extend_from_slice(format!("{{\"id\":{id},\"line\":{line},\"name\":").as_bytes());
    text.extend_from_slice(&to_json(&customer.name));
    text.push(b',');
}

/// Writes the line of a screened customer.
pub(super) fn push_screened(text: &mut Vec<u8>, line: u64, customer: &Customer, answer: &Answer) {
    push_customer(text, line, customer);
    text.extend_from_slice(answer.fields());
    if !customer.notes.is_empty() {
        text.extend_from_slice(b",\"ignored\":");
        text.extend_from_slice(&to_json(&sentences(customer)));
    }
    text.extend_from_slice(b"}\n");
}

/// Writes the line of a row without a usable query.
pub(super) fn push_refused(text: &mut Vec<u8>, line: u64, customer: &Customer) {
    push_customer(text, line, customer);
    let reason = customer.query.as_ref().err().map(Unread::to_string);
    text.extend_from_slice(b"\"status\":400,\"error\":");
    text.extend_from_slice(&to_json(&reason));
    text.extend_from_slice(b"}\n");
}
