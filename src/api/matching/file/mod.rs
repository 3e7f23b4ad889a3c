//! `POST /api/match/{collection}/file` (docs/api.md, "Match file"): takes a customer file and answers one
//! line per row. `/preview` below it answers how the file would be read. `tamis screen` reads files with
//! the same code.
//!
//! ```text
//! body ─► memory ─► rows (a thread) ─► chunks on the pool ─► text (a thread) ─► answer
//! ```
//!
//! The whole file is held in memory. A spreadsheet has its table of contents at its end, and the encoding of a
//! table depends on all of its lines. Browsers read no answer before they have sent everything. Nothing is
//! stored.
//!
//! | module | what it holds |
//! |---|---|
//! | `asked` | the parameters of the request |
//! | `answer` | the answers to rows |
//! | `shape` | the JSON of the answer |
//! | `described` | the operation in the OpenAPI document |

mod answer;
mod asked;
mod described;
mod shape;

use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::{Bytes, HttpBody};
use axum::extract::{RawQuery, Request, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use tokio::sync::{mpsc, oneshot};

use self::answer::Answers;
use self::asked::Asked;
pub(super) use self::described::describe;
use self::shape::{Preview, Progress, Reading, Summary};
use super::settings::Settings;
use super::stream::body::{Pumped, pumped};
use super::stream::reason;
use super::stream::run::{Counts, answer_all, answer_of, line};
use crate::api::http::coding::Coding;
use crate::api::http::error::ApiError;
use crate::api::http::filters::PathCollection;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::http::shape::{BYTES, NDJSON, cached, json_response};
use crate::api::http::streams::StreamPlace;
use crate::customers::source::{Chunk, Head, Nameless, Purpose, Source};
use crate::limits;
use tamis_engine::model::{Collection, Day};

/// All parts of a request except its body.
type Parts = (State<Arc<Service>>, Extension<Taken>, Extension<Today>, PathCollection, RawQuery);

/// Answers a customer file. Faults of the request, or of the file as a whole, have a status of their
/// own. A fault further down in the file ends the answer.
pub(super) async fn match_file(parts: Parts, request: Request) -> Result<Response, ApiError> {
    let answered_as = match request.headers().get(header::CONTENT_TYPE) {
        Some(kind) if kind == BYTES => BYTES,
        _ => NDJSON,
    };
    let (sender, receiver) = mpsc::channel(limits::STREAM_PIECES_AHEAD);
    open(parts, request, Purpose::Screening, move |opened, is_open| {
        // The caller may have disconnected.
        if is_open.send(Ok(())).is_ok() {
            opened.screen(&sender);
        }
    })
    .await?;
    Ok(answer_of(receiver, answered_as))
}

/// Answers how a file would be read.
pub(super) async fn preview_file(parts: Parts, request: Request) -> Result<Response, ApiError> {
    let preview = open(parts, request, Purpose::Preview, |opened, seen| {
        // The caller may have disconnected.
        drop(seen.send(opened.preview()));
    });
    Ok(cached(json_response(StatusCode::OK, &preview.await?), "no-store"))
}

/// Receives a file and opens it on a thread. The thread continues with the file after it has returned
/// the value that the caller waits for.
async fn open<T: Send + 'static>(
    (
        State(service),
        Extension(Taken(loaded)),
        Extension(Today(today)),
        PathCollection(collection),
        RawQuery(parameters),
    ): Parts,
    request: Request,
    purpose: Purpose,
    go_on: impl FnOnce(Opened, oneshot::Sender<Result<T, ApiError>>) + Send + 'static,
) -> Result<T, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let settings = Settings::read(&parameters)?;
    let asked = Asked::read(&parameters)?;
    let coding = Coding::of(request.headers())?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let limit = limits::FILE_BYTES_MAX;
    if request.body().size_hint().lower() > limit as u64 {
        return Err(ApiError::BodyTooLarge { limit });
    }
    let place = service.work.admit_file()?;
    let body = pumped(request.into_body()).await;
    let (said, answer) = oneshot::channel();
    // Detached: the task ends on its own.
    drop(tokio::task::spawn_blocking(move || {
        let source = received(body, coding).and_then(|bytes| {
            let source = Source::received(bytes, asked.options(purpose));
            source.map_err(|fault| ApiError::BadFile(fault.to_string()))
        });
        match source {
            Err(fault) => drop(said.send(Err(fault))),
            Ok(source) => {
                let about = (collection, settings, today);
                let job = Job { service, loaded, about, asked };
                go_on(Opened { job, source, _place: place }, said);
            }
        }
    }));
    answer.await.map_err(|_| ApiError::Internal)?
}

/// A file whose header was read.
struct Opened {
    job: Job,
    source: Source,
    _place: StreamPlace,
}

/// The parameters of a file request, and the snapshot it asks.
struct Job {
    service: Arc<Service>,
    loaded: Arc<Loaded>,
    about: (Collection, Settings, Day),
    asked: Asked,
}

impl Job {
    /// The answers to the rows of a file, and the first line of the answer.
    fn answers(&self, head: &Head) -> (Answers<'_>, Reading) {
        let Self { service, loaded, about, asked } = self;
        let counts = service.metrics.queries.clone();
        let answers =
            Answers::new(&loaded.snapshot, about.clone(), asked, head.columns.clone(), counts);
        let reading = Reading::of(head, loaded, answers.ignored());
        (answers, reading)
    }
}

impl Opened {
    fn preview(mut self) -> Result<Preview, ApiError> {
        let (fault, rows) = match self.source.head.nameless.take() {
            Some(Nameless { reason, below }) => (Some(reason), below),
            None => {
                let chunk = self.source.next_chunk();
                let chunk = chunk.map_err(|fault| ApiError::BadFile(fault.to_string()))?;
                (None, chunk.unwrap_or_default().rows)
            }
        };
        let (answers, reading) = self.job.answers(&self.source.head);
        Ok(Preview::new(reading, fault, answers.preview(&rows)))
    }

    /// Answers all rows. Blocks.
    fn screen(self, sender: &mpsc::Sender<Bytes>) {
        let Self { job, mut source, _place } = self;
        let said = |line: Vec<u8>| sender.blocking_send(line.into()).is_ok();
        let size = source.size;
        let mut fault = None;
        let (answers, reading) = job.answers(&source.head);
        if !said(line(&reading)) {
            return;
        }
        let next = || {
            source.next_chunk().unwrap_or_else(|error| {
                fault = Some(ApiError::BadFile(error.to_string()));
                None
            })
        };
        let mut options = Instant::now();
        let progress = |counts: &Counts, _| {
            let is_due = options.elapsed() >= limits::FILE_PROGRESS_INTERVAL;
            if !is_due {
                return Ok(Vec::new());
            }
            options = Instant::now();
            Ok(line(&Progress::of(counts, size)))
        };
        let answer = |chunk: Chunk| answers.to(&chunk);
        let counts = answer_all(&job.service, next, answer, progress, sender);
        // A missing last line shows that the answer is incomplete.
        let _ = match (counts, fault) {
            (None, _) => false,
            (_, Some(fault)) => said(line(&fault)),
            (Some(counts), None) => said(line(&Summary::of(&counts))),
        };
    }
}

/// Receives all bytes of a file.
fn received(body: Pumped, coding: Coding) -> Result<Bytes, ApiError> {
    let limit = limits::FILE_BYTES_MAX;
    let mut bytes = Vec::new();
    let read = coding.unpacked(body).take(limit as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| ApiError::BadFile(reason(&error)))?;
    match bytes.len() > limit {
        true if coding == Coding::Plain => Err(ApiError::BodyTooLarge { limit }),
        true => Err(ApiError::UnpackedTooLarge { limit }),
        false => Ok(bytes.into()),
    }
}
