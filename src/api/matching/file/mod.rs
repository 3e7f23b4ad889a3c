//! `POST /api/match/{collection}/file` (docs/api.md, "Match file"): a file of customers in, an answer a line
//! out. The file is read as `tamis screen` reads it, by the same code.
//!
//! ```text
//! body ─► memory ─► rows (a thread) ─► chunks on the pool ─► text (a thread) ─► answer
//! ```
//!
//! The file is in memory as a whole: a spreadsheet has its table of contents at its end, the encoding of a table
//! shows in all of its lines, and browsers read no answer before they have sent everything. Nothing is stored.
//!
//! | module | what it holds |
//! |---|---|
//! | `asked` | the parameters of the request |
//! | `answer` | the answers to rows |
//! | `shape` | the JSON of the answer |
//! | `described` | the operation in the interface document |

mod answer;
mod asked;
mod described;
mod shape;

use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{mpsc, oneshot};

use self::answer::Answers;
use self::asked::Asked;
pub(super) use self::described::describe;
use self::shape::{Preview, Progress, Reading, Summary, line};
use super::settings::Settings;
use super::stream::body::{Pumped, pumped};
use super::stream::reason;
use super::stream::run::{Counts, answer_all};
use crate::api::http::coding::Coding;
use crate::api::http::error::ApiError;
use crate::api::http::filters::PathCollection;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::http::shape::{NDJSON, cached, json_response};
use crate::api::http::streams::StreamPlace;
use crate::customers::source::{Chunk, Nameless, Row, Source};
use crate::limits;
use tamis_engine::model::{Collection, Day};

/// Answers a file of customers. What is wrong with the request, or with the file as a whole, is said with a
/// status of its own; what is wrong further down in the file ends the answer.
pub(super) async fn match_file(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    PathCollection(collection): PathCollection,
    RawQuery(parameters): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
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
    let (opened, whether_opened) = oneshot::channel();
    let (sender, receiver) = mpsc::channel(limits::STREAM_PIECES_AHEAD);
    let job = Job { service, loaded, collection, settings, asked, today, _place: place };
    // Ends by itself; nobody waits for it.
    drop(tokio::task::spawn_blocking(move || job.run(body, coding, opened, &sender)));
    if let Some(preview) = whether_opened.await.map_err(|_| ApiError::Internal)?? {
        return Ok(cached(json_response(StatusCode::OK, &preview), "no-store"));
    }
    let pieces = stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|piece| (Ok::<_, std::convert::Infallible>(piece), receiver))
    });
    // Compression asks once more after the end.
    let mut response = Response::new(Body::from_stream(pieces.fuse()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    Ok(cached(response, "no-store"))
}

/// A file that is screened.
struct Job {
    service: Arc<Service>,
    loaded: Arc<Loaded>,
    collection: Collection,
    settings: Settings,
    asked: Asked,
    today: Day,
    _place: StreamPlace,
}

impl Job {
    /// Reads the file, says whether it can be screened, and screens it unless only a preview is asked for.
    /// Blocks.
    fn run(
        self,
        body: Pumped,
        coding: Coding,
        opened: oneshot::Sender<Result<Option<Preview>, ApiError>>,
        sender: &mpsc::Sender<Bytes>,
    ) {
        let Self { service, loaded, collection, settings, asked, today, .. } = self;
        let source = received(body, coding).and_then(|bytes| {
            let source = Source::received(bytes, asked.told());
            source.map_err(|fault| ApiError::BadFile(fault.to_string()))
        });
        let mut source = match source {
            Ok(source) => source,
            // Whoever asked may have gone.
            Err(fault) => return drop(opened.send(Err(fault))),
        };
        let counts = service.metrics.queries.clone();
        let answers = Answers::new(
            &loaded.snapshot,
            collection,
            settings,
            &asked,
            source.head.columns.clone(),
            today,
            counts,
        );
        let reading = Reading::of(&source.head, &loaded, answers.ignored());
        let size = source.size;
        if asked.preview {
            let (fault, rows) = match source.head.nameless.take() {
                Some(Nameless { reason, below }) => (Some(reason), Ok(below)),
                None => (None, first_rows(&mut source)),
            };
            let rows = rows.map(|rows| answers.preview(&rows));
            let preview = rows.map(|rows| Some(Preview::new(reading, fault, rows)));
            return drop(opened.send(preview));
        }
        if opened.send(Ok(None)).is_err() {
            return;
        }
        let mut fault = None;
        let next = || {
            source.next_chunk().unwrap_or_else(|error| {
                fault = Some(ApiError::BadFile(error.to_string()));
                None
            })
        };
        let said = |line: Vec<u8>| sender.blocking_send(line.into()).is_ok();
        if !said(line(&reading)) {
            return;
        }
        let mut told = Instant::now();
        let progress = |counts: &Counts| {
            let is_due = told.elapsed() >= limits::FILE_PROGRESS_INTERVAL;
            is_due.then(|| {
                told = Instant::now();
                line(&Progress::of(counts, size))
            })
        };
        let answer = |chunk: Chunk| answers.to(&chunk);
        let counts = answer_all(&service, next, answer, progress, sender);
        // Without the last line it shows that not all came.
        let _ = match (counts, fault) {
            (None, _) => false,
            (_, Some(fault)) => said(line(&fault)),
            (Some(counts), None) => said(line(&Summary::of(&counts))),
        };
    }
}

/// All bytes of a file.
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

/// The first rows of a file.
fn first_rows(source: &mut Source) -> Result<Vec<(u64, Row)>, ApiError> {
    let chunk = source.next_chunk().map_err(|fault| ApiError::BadFile(fault.to_string()))?;
    Ok(chunk.unwrap_or_default().rows)
}
