//! `GET /downloads/collections/{collection}/{file}` (docs/api.md, "Bulk files"): the bulk files of the
//! snapshot in service, streamed from disk.
//!
//! An answer holds its open file and one piece of it, so a file of gigabytes needs no more memory than
//! one of ten bytes. Neither a swap nor the removal of its version ends a download.
//!
//! | module | what it holds |
//! |---|---|
//! | `conditions` | preconditions and ranges of a request |
//! | `encoding` | negotiation of the form |
//! | `described` | the operation in the OpenAPI document |

mod conditions;
mod described;
mod encoding;

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;

use self::conditions::{Asked, Validators, asked};
pub(super) use self::described::{describe, left_out};
use super::http::base::Base;
use super::http::error::{ApiError, Given};
use super::http::guard::{SNAPSHOT_VERSION, not_modified};
use super::http::service::{Loaded, Taken};
use crate::bulk::{BulkFile, OpenedFile};
use crate::limits;
use tamis_engine::model::{BulkForm, BulkIndex, BulkName, Collection};

/// Path of the bulk files.
pub(super) const PATH: &str = "/downloads/collections/";

/// The address of a file under the address of the service.
pub(super) fn url(base: &str, collection: Collection, name: &str) -> String {
    format!("{base}{PATH}{collection}/{name}")
}

/// The files change at the same address with every build: caches may keep them, but must revalidate.
const KEPT: HeaderValue = HeaderValue::from_static("no-cache");

/// Answers `GET` and `HEAD /downloads/collections/{collection}/{file}`.
pub(super) async fn file(
    Extension(Taken(loaded)): Extension<Taken>,
    path: Result<Path<(String, String)>, PathRejection>,
    method: Method,
    base: Result<Base, ApiError>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    // A name that is not UTF-8 cannot be repeated in the error.
    let Path((collection, name)) = path.unwrap_or_else(|_| Path(("?".into(), "?".into())));
    let unknown = || ApiError::UnknownCollection(Given::new(&collection));
    let collection = Collection::from_name(&collection).ok_or_else(unknown)?;
    let unknown = || ApiError::UnknownFile(Given::new(&name));
    let name = BulkName::from_name(&name).ok_or_else(unknown)?;
    let file =
        loaded.bulk.find(collection, name).ok_or(ApiError::NoBulkFile { collection, name })?;
    if let (BulkName::Index, Some(index)) = (name, loaded.bulk.index(collection)) {
        let text = with_addresses(index, &Base::or_none(base), collection).to_text();
        return index_answer(&method, headers, &loaded, &file.of_text(&text), text);
    }
    let form = form_of(&headers, file).ok_or(ApiError::NoEncoding)?;
    let opened = opened(&loaded, collection, file, form).await?;
    answer(&method, &headers, Head::of(&loaded, file, form, opened.length), opened.file)
}

/// The index with the addresses of its files, which depend on the request.
fn with_addresses(index: &BulkIndex, base: &str, collection: Collection) -> BulkIndex {
    let mut index = index.clone();
    for resource in &mut index.resources {
        resource.url = Some(url(base, collection, &resource.name));
    }
    index
}

/// Answers with the build index. It is short, and ranges of JSON are useless, so it is sent whole and
/// uncompressed.
fn index_answer(
    method: &Method,
    mut headers: HeaderMap,
    loaded: &Loaded,
    file: &BulkFile,
    text: Vec<u8>,
) -> Result<Response, ApiError> {
    headers.remove(header::RANGE);
    let form = encoding::chosen(&headers, &[BulkForm::Plain]).ok_or(ApiError::NoEncoding)?;
    let head = Head::of(loaded, file, form, file.size);
    match asked(method, &headers, &head.validators, file.size) {
        Asked::Nothing => {
            Ok(not_modified(&head.response(StatusCode::OK, Body::empty(), file.size)))
        }
        Asked::Other => Err(ApiError::ChangedFile),
        Asked::Whole | Asked::Part { .. } | Asked::Beyond => {
            let body = if *method == Method::HEAD { Body::empty() } else { Body::from(text) };
            Ok(head.response(StatusCode::OK, body, file.size))
        }
    }
}

/// The form to send. A range applies to the uncompressed file, unless `If-Range` names the answer that
/// it belongs to. Parts of a compressed file cannot be decompressed on their own, which many clients
/// try.
fn form_of(headers: &HeaderMap, file: &BulkFile) -> Option<BulkForm> {
    let is_part = headers.contains_key(header::RANGE) && !headers.contains_key(header::IF_RANGE);
    let plain = is_part.then(|| encoding::chosen(headers, &[BulkForm::Plain])).flatten();
    plain.or_else(|| encoding::chosen(headers, file.forms()))
}

/// Media type of a file, as listed in docs/api.md, "Bulk files".
fn content_type(name: BulkName) -> String {
    let mime_type = name.mime_type();
    let charset = if mime_type.starts_with("text/") { "; charset=utf-8" } else { "" };
    format!("{mime_type}{charset}")
}

/// Opens a file on a thread for blocking work.
async fn opened(
    loaded: &Arc<Loaded>,
    collection: Collection,
    file: &BulkFile,
    form: BulkForm,
) -> Result<OpenedFile, ApiError> {
    let (name, file) = (file.name, file.clone());
    let opened = tokio::task::spawn_blocking(move || file.open(form)).await;
    opened.map_err(|_| ApiError::Internal)?.map_err(|error| {
        let version = loaded.snapshot.version();
        tracing::error!(version, %collection, %name, %error, "a bulk file cannot be opened");
        match error.kind() {
            io::ErrorKind::NotFound => ApiError::RemovedBulkFile { name },
            _ if is_shortage(&error) => ApiError::Overloaded,
            _ => ApiError::Internal,
        }
    })
}

/// True if the system has run out of file descriptors, which is temporary.
fn is_shortage(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let errno = Errno::from_io_error(error);
    errno.is_some_and(|errno| matches!(errno, Errno::MFILE | Errno::NFILE))
}

/// Headers of every successful answer for one form of a file.
struct Head {
    validators: Validators,
    length: u64,
    headers: HeaderMap,
}

impl Head {
    fn of(loaded: &Loaded, file: &BulkFile, form: BulkForm, length: u64) -> Self {
        let validators = Validators::new(file, form, length, loaded.loaded_at);
        let mut headers = HeaderMap::new();
        if let Ok(content_type) = HeaderValue::try_from(content_type(file.name)) {
            headers.insert(header::CONTENT_TYPE, content_type);
        }
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        headers.insert(header::CACHE_CONTROL, KEPT);
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(SNAPSHOT_VERSION, loaded.version_header());
        headers.insert(header::ETAG, validators.tag.clone());
        headers.insert(header::LAST_MODIFIED, validators.modified.clone());
        if let Some(coding) = encoding::name(form) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        Self { validators, length, headers }
    }

    fn response(self, status: StatusCode, body: Body, length: u64) -> Response {
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = self.headers;
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        response
    }
}

fn answer(
    method: &Method,
    headers: &HeaderMap,
    mut head: Head,
    file: File,
) -> Result<Response, ApiError> {
    let length = head.length;
    match asked(method, headers, &head.validators, length) {
        Asked::Nothing => Ok(not_modified(&head.response(StatusCode::OK, Body::empty(), length))),
        Asked::Other => Err(ApiError::ChangedFile),
        Asked::Beyond => Err(ApiError::BeyondFile { length }),
        Asked::Whole => {
            let body = body(file, 0, length, method)?;
            Ok(head.response(StatusCode::OK, body, length))
        }
        Asked::Part { first, last } => {
            let part = last - first + 1;
            let body = body(file, first, part, method)?;
            let range = HeaderValue::try_from(format!("bytes {first}-{last}/{length}"));
            head.headers.insert(header::CONTENT_RANGE, range.map_err(|_| ApiError::Internal)?);
            Ok(head.response(StatusCode::PARTIAL_CONTENT, body, part))
        }
    }
}

/// A part of a file, read while it is sent; empty for a HEAD.
fn body(mut file: File, first: u64, length: u64, method: &Method) -> Result<Body, ApiError> {
    if *method == Method::HEAD {
        return Ok(Body::empty());
    }
    // Seeking only sets the offset and does not block.
    file.seek(SeekFrom::Start(first)).map_err(|_| ApiError::Internal)?;
    let mut file = tokio::fs::File::from_std(file);
    file.set_max_buf_size(limits::DOWNLOAD_PIECE_BYTES);
    let pieces = ReaderStream::with_capacity(file.take(length), limits::DOWNLOAD_PIECE_BYTES);
    Ok(Body::from_stream(pieces))
}
