//! `GET /api/export` (api.md 4.18): the active records of one register, written while they are
//! sent.
//!
//! The answer holds the snapshot it began with and one piece of text at a time, so a register of
//! millions needs no more memory than one of ten, and a swap in between changes nothing.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::RawQuery;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::Frame;

use super::entity::record_body;
use super::http::csv::{self, Formulas, Line};
use super::http::error::{ApiError, Given};
use super::http::parameters::Parameters;
use super::http::service::{Loaded, Taken};
use super::http::shape::{attachment, cached};
use crate::limits;
use tamis_engine::json::Joined;
use tamis_engine::model::{Offer, RecordOrdinal, RegisterIndex};
use tamis_engine::snapshot::RecordView;

/// The columns of the CSV form: the fields of a record (api.md 2.5) under their names, without
/// what follows from the others (`merged_entity_url`). `alt_names` and `program` are joined by
/// `; ` as in JSON; a field that is null there is empty here.
const COLUMNS: [&str; 17] = [
    "id",
    "register",
    "name",
    "alt_names",
    "program",
    "list_type",
    "entity_type",
    "dob",
    "dob_precision",
    "nationality",
    "imo",
    "entity_id",
    "source_ref",
    "source_url",
    "first_seen",
    "loaded_at",
    "topics",
];

/// Answers `GET /api/export`.
pub(super) async fn export(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let source = parameters.one("source")?.ok_or(ApiError::Missing {
        parameter: "source",
        rule: "the name of a register exactly as /api/sources has it",
    })?;
    let format = Format::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;

    let place = loaded.register_named(source)?;
    let register = &loaded.snapshot.registers()[place.index()];
    if register.offer != Offer::Download {
        let (register, offer) = (Given::new(source), register.offer.as_str());
        return Err(ApiError::NotForDownload { register, offer });
    }
    let version = loaded.snapshot.version();
    let file_name = format!("{}-{version}.{}", register.slug, format.extension());
    let body = Records::new(loaded, place, format);
    let mut response = Response::new(Body::new(body));
    let content_type = HeaderValue::from_static(format.content_type());
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    Ok(cached(attachment(response, &file_name), "no-cache"))
}

/// The form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Csv(Formulas),
    JsonLines,
}

impl Format {
    /// Reads `format` and `safe`, which only CSV takes notice of.
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let formulas = match parameters.flag("safe")? {
            Some(true) => Formulas::Disarmed,
            _ => Formulas::Kept,
        };
        let from_name = |name: &str| match name {
            "csv" => Some(Self::Csv(formulas)),
            "jsonl" => Some(Self::JsonLines),
            _ => None,
        };
        let format = parameters.choice("format", from_name, &["csv", "jsonl"])?;
        Ok(format.unwrap_or(Self::Csv(formulas)))
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Csv(_) => csv::CONTENT_TYPE,
            Self::JsonLines => "application/x-ndjson",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Csv(_) => "csv",
            Self::JsonLines => "jsonl",
        }
    }

    fn write_record(self, out: &mut Vec<u8>, record: RecordView<'_>) {
        match self {
            Self::Csv(formulas) => write_line(Line::new(out, formulas), record),
            Self::JsonLines => {
                serde_json::to_writer(&mut *out, &record_body(record))
                    .expect("our shapes have string keys and no failing parts");
                out.push(b'\n');
            }
        }
    }
}

/// The cells of [`COLUMNS`].
fn write_line(line: Line<'_>, record: RecordView<'_>) {
    let birth_date = record.birth_dates().next();
    line.cell(record.id().0)
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
        .cell(record.topic().as_str())
        .end();
}

/// The body: the records of a register, piece by piece.
struct Records {
    loaded: Arc<Loaded>,
    register: RegisterIndex,
    format: Format,
    /// Records written.
    written: usize,
    began: bool,
    /// Whether the last piece was followed by a pause.
    paused: bool,
}

impl Records {
    fn new(loaded: Arc<Loaded>, register: RegisterIndex, format: Format) -> Self {
        Self { loaded, register, format, written: 0, began: false, paused: true }
    }

    /// The next piece; `None` after the last.
    fn piece(&mut self) -> Option<Vec<u8>> {
        let ordinals = &self.loaded.directory.of_register(self.register)[self.written..];
        let mut out = Vec::new();
        if !self.began && matches!(self.format, Format::Csv(_)) {
            csv::header(&mut out, &COLUMNS);
        }
        self.began = true;
        for ordinal in ordinals {
            if out.len() >= limits::EXPORT_PIECE_BYTES {
                break;
            }
            let record = self.loaded.snapshot.record(RecordOrdinal(*ordinal));
            self.format.write_record(&mut out, record);
            self.written += 1;
        }
        (!out.is_empty()).then_some(out)
    }
}

impl HttpBody for Records {
    type Data = Bytes;
    type Error = Infallible;

    /// A piece, then a pause: a fast reader of a large register must not keep others from the
    /// thread.
    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !self.paused {
            self.paused = true;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.paused = false;
        Poll::Ready(self.piece().map(|piece| Ok(Frame::data(Bytes::from(piece)))))
    }
}
