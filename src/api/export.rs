//! `GET /api/export` (docs/api.md, "Export"): the active records of one register, written while they
//! are sent.
//!
//! The answer holds its snapshot and one piece of text at a time. So a register of millions needs no
//! more memory than one of ten, and a swap does not affect it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::RawQuery;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::stream::{self, Stream, StreamExt};

use super::entity::further::{self, Cell, FIELDS};
use super::entity::record_body;
use super::http::declared::{Choice, Defaulted, FILLED, Form, Parameter, Switch};
use super::http::error::{ApiError, Given};
use super::http::listing::Today;
use super::http::parameters::{Parameters, REGISTER_RULE};
use super::http::service::{Loaded, Taken};
use super::http::shape::{CSV, NDJSON, attachment, cached};
use super::interface::{Shape, rules};
use super::operation::{Document, Operation};
use crate::limits;
use tamis_engine::csv::{Formulas, Line, Table};
use tamis_engine::json::Joined;
use tamis_engine::model::{Day, Offer, RecordOrdinal, RegisterIndex};
use tamis_engine::snapshot::RecordView;

/// The columns of the CSV form: the fields of a record (docs/api.md, "Record fields") under their
/// names, and its further facts. Facts with several values, such as `alt_names` and `program`, are
/// joined by `; ` as in JSON. Null fields are empty.
fn columns() -> Vec<&'static str> {
    FIELDS.into_iter().chain(further::columns().map(|field| field.name)).collect()
}

const SOURCE: Parameter<Form<String>> =
    Parameter::new("source", "A register, by its name, slug or short name.", FILLED);

const FORMAT: Defaulted<Choice<Kind>> = Parameter::new(
    "format",
    "Form of the file.",
    Choice {
        from_name: |name| match name {
            "csv" => Some(Kind::Csv),
            "jsonl" => Some(Kind::JsonLines),
            _ => None,
        },
        accepted: &["csv", "jsonl"],
    },
)
.or(Kind::Csv);

const SAFE: Parameter<Switch> = Parameter::new(
    "safe",
    "With `1`, a cell that a spreadsheet would run as a formula is prefixed with `'`.",
    Switch,
);

pub(super) fn describe(document: &mut Document) {
    document.operation(
        Operation::get("/api/export", "exportRegister", export)
            .tag("Data")
            .summary("All active records of one register")
            .describes(
                "Streamed. A register whose licence does not allow downloads is answered 403.",
            )
            .parameters([SOURCE.shown_needed(), FORMAT.shown(), SAFE.shown()])
            .answers_as("The records.", "text/csv", Shape::string())
            .answers_as("The records.", NDJSON, Shape::string())
            .revalidates()
            .refuses(&[400, 403, 404])
            .example("for_a_spreadsheet", &[("source", rules::EXAMPLE_REGISTER), ("safe", "true")])
            .example("json_lines", &[("source", rules::EXAMPLE_REGISTER), ("format", "jsonl")]),
    );
}

/// Values of `format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Csv,
    JsonLines,
}

/// Answers `GET /api/export`.
async fn export(
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let source = SOURCE.needed(&parameters, REGISTER_RULE)?;
    let format = Format::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;

    let place = loaded.register_named(&source)?;
    let register = &loaded.snapshot.registers()[place.index()];
    if register.offer != Offer::Download {
        let (register, offer) = (Given::new(&source), register.offer.as_str());
        return Err(ApiError::NotForDownload { register, offer });
    }
    let version = loaded.snapshot.version();
    let file_name = format!("{}-{version}.{}", register.slug, format.extension());
    let records = Records { loaded, register: place, format, today, written: 0, began: false };
    let mut response = Response::new(Body::from_stream(records.pieces()));
    let content_type = HeaderValue::from_static(format.content_type());
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    Ok(cached(attachment(response, &file_name), "no-cache"))
}

/// Format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Csv(Formulas),
    JsonLines,
}

impl Format {
    /// Reads `format` and `safe`; only CSV uses the latter.
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let formulas = match SAFE.given(parameters)? {
            Some(true) => Formulas::Disarmed,
            _ => Formulas::Kept,
        };
        Ok(match FORMAT.read(parameters)? {
            Kind::Csv => Self::Csv(formulas),
            Kind::JsonLines => Self::JsonLines,
        })
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Csv(_) => CSV,
            Self::JsonLines => NDJSON,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Csv(_) => "csv",
            Self::JsonLines => "jsonl",
        }
    }
}

/// Writes the cells of [`columns`].
fn write_line(line: Line<'_>, record: RecordView<'_>, today: Day) {
    let birth_date = record.birth_date();
    let line = line
        .cell(record.id().0)
        .cell(&record.register().name)
        .cell(record.name())
        .cell(Joined(|| record.aliases()))
        .cell(Joined(|| record.programmes()))
        .cell(record.list_type().as_str())
        .optional(record.entity_type().map(|entity_type| entity_type.as_str()))
        .optional(birth_date)
        .optional(birth_date.map(|date| date.precision().as_str()))
        .optional(record.countries().next())
        .optional(record.imo())
        .optional(record.merged_entity())
        .optional(record.source_ref())
        .optional(record.source_url())
        .cell(record.first_seen())
        .cell(record.last_seen())
        .cell(record.topic().as_str());
    further::columns().fold(line, |line, field| line.cell(Cell { record, field, today })).end();
}

/// A piece of the text.
enum Piece {
    Csv(Box<Table>),
    JsonLines(Vec<u8>),
}

impl Piece {
    fn new(format: Format) -> Self {
        match format {
            Format::Csv(formulas) => Self::Csv(Box::new(Table::new(formulas))),
            Format::JsonLines => Self::JsonLines(Vec::new()),
        }
    }

    fn head(&mut self) {
        if let Self::Csv(table) = self {
            table.header(&columns());
        }
    }

    fn push(&mut self, record: RecordView<'_>, today: Day) {
        match self {
            Self::Csv(table) => write_line(table.line(), record, today),
            Self::JsonLines(text) => {
                serde_json::to_writer(&mut *text, &record_body(record, today))
                    .expect("our shapes have string keys and no failing parts");
                text.push(b'\n');
            }
        }
    }

    fn is_full(&mut self) -> bool {
        let bytes = match self {
            Self::Csv(table) => table.bytes(),
            Self::JsonLines(text) => text.len(),
        };
        bytes >= limits::EXPORT_PIECE_BYTES
    }

    fn into_text(self) -> Vec<u8> {
        match self {
            Self::Csv(table) => table.into_text(),
            Self::JsonLines(text) => text,
        }
    }
}

/// Writer of a register's records, piece by piece.
struct Records {
    loaded: Arc<Loaded>,
    register: RegisterIndex,
    format: Format,
    today: Day,
    /// Number of records written.
    written: usize,
    began: bool,
}

impl Records {
    /// The pieces, with a pause between two: a fast reader of a large register must not block the
    /// thread for others.
    fn pieces(self) -> impl Stream<Item = Result<Bytes, Infallible>> {
        stream::unfold(self, |mut records| async {
            if records.began {
                tokio::task::yield_now().await;
            }
            let text = records.piece();
            (!text.is_empty()).then(|| (Ok(Bytes::from(text)), records))
        })
        // The compression layer polls once more after the end.
        .fuse()
    }

    /// Writes the next piece; empty after the last.
    fn piece(&mut self) -> Vec<u8> {
        let mut piece = Piece::new(self.format);
        if !self.began {
            piece.head();
        }
        self.began = true;
        for ordinal in &self.loaded.directory().of_register(self.register)[self.written..] {
            if piece.is_full() {
                break;
            }
            piece.push(self.loaded.snapshot.record(RecordOrdinal(*ordinal)), self.today);
            self.written += 1;
        }
        piece.into_text()
    }
}
