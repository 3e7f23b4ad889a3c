//! Reads a request body that must be JSON, or JSON or a form, compressed or not.
//!
//! A body of 153 bytes may decompress to 1 MiB, and parsing that into queries takes up to 0.1 s. Such a
//! body would block a thread that answers other requests. So bodies longer than
//! [`limits::READ_IN_PLACE_BYTES`] are decompressed and read on the batch pool, under the same
//! admission control as queries. Shorter ones are read on the request's own thread: a hand-off would
//! take about as long.

use std::io::{Cursor, Read};
use std::mem;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use mime::Mime;
use tokio::time::{Instant, timeout_at};

use super::coding::{Coding, Unpacked};
use super::error::{ApiError, Given};
use super::held::{self, Held};
use super::parameters::{Parameters, is_utf8};
use super::service::{Service, ServiceSettings};
use super::shape::{BYTES, NDJSON};
use super::work::Work;
use crate::limits;

/// Time by which a request must be answered. Every request has one as an extension.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(pub(crate) Instant);

/// Reads the bytes of a JSON body within the limits of size and time. A missing content type is read
/// as JSON (docs/api.md, "Requests").
///
pub(crate) async fn read_json<T: Send + 'static>(
    request: Request<Body>,
    service: &Service,
    read: impl FnOnce(&[u8]) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    check_content_type(request.headers())?;
    received(request, &service.settings).await?.read(&service.work, read).await
}

/// Reads the bytes of an XML body of at most `limit` bytes. A missing content type is accepted, as are
/// plain text and untyped bytes.
pub(crate) async fn read_xml<T: Send + 'static>(
    request: Request<Body>,
    service: &Service,
    limit: usize,
    read: impl FnOnce(&[u8]) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    check_xml_type(request.headers())?;
    received_within(request, &service.settings, limit).await?.read(&service.work, read).await
}

/// Reads a JSON body or a form, within the same limits.
pub(crate) async fn read_json_or_form<T: Send + 'static>(
    request: Request<Body>,
    service: &Service,
    read: impl FnOnce(JsonOrForm<'_>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let form = &mime::APPLICATION_WWW_FORM_URLENCODED;
    let is_form = content_type(request.headers())
        .is_some_and(|kind| kind.essence_str() == form.essence_str());
    if !is_form {
        check_content_type(request.headers()).map_err(|error| match error {
            ApiError::NotJson(given) => ApiError::NotJsonOrForm(given),
            other => other,
        })?;
    }
    let read = move |bytes: &[u8]| match is_form {
        true if !is_utf8(bytes) => Err(ApiError::NotUtf8 { part: "form" }),
        true => read(JsonOrForm::Form(Parameters::of_form(bytes))),
        false => read(JsonOrForm::Json(bytes)),
    };
    received(request, &service.settings).await?.read(&service.work, read).await
}

/// Reads the fields of a form, within the same limits.
pub(crate) async fn read_form(
    request: Request<Body>,
    service: &Service,
) -> Result<Parameters, ApiError> {
    read_form_with(request, service, Ok).await
}

/// Reads the fields of a form, and what is in them.
pub(crate) async fn read_form_with<T: Send + 'static>(
    request: Request<Body>,
    service: &Service,
    read: impl FnOnce(Parameters) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let read = |body: JsonOrForm<'_>| match body {
        JsonOrForm::Form(fields) => read(fields),
        JsonOrForm::Json(_) => Err(ApiError::NotForm),
    };
    read_json_or_form(request, service, read).await
}

/// A body, distinguished by its content type.
pub(crate) enum JsonOrForm<'b> {
    /// JSON, also if no content type is given.
    Json(&'b [u8]),
    /// `application/x-www-form-urlencoded` with UTF-8 escapes.
    Form(Parameters),
}

/// A completely received body; a short one is already decompressed.
struct Received {
    /// The first bytes; all bytes if there is no rest.
    bytes: Bytes,
    rest: Option<Unpacked>,
    /// Maximum number of decompressed bytes.
    limit: usize,
    /// Accounts for the received bytes while they are in memory.
    held: Option<Held>,
}

/// Receives a body from its connection.
async fn received(
    request: Request<Body>,
    settings: &ServiceSettings,
) -> Result<Received, ApiError> {
    received_within(request, settings, settings.body_bytes_max).await
}

/// Receives a body of at most `limit` bytes from its connection.
async fn received_within(
    request: Request<Body>,
    settings: &ServiceSettings,
    limit: usize,
) -> Result<Received, ApiError> {
    let coding = Coding::of(request.headers())?;
    if request.body().size_hint().lower() > limit as u64 {
        return Err(ApiError::BodyTooLarge { limit });
    }
    let deadline = request.extensions().get::<Deadline>();
    let deadline = deadline.map_or_else(|| Instant::now() + settings.request_timeout, |own| own.0);
    let mut held = held::hold(0);
    let read = collected(request.into_body(), limit, |bytes| {
        if let Some(held) = &mut held {
            held.grow(bytes);
        }
    });
    let read = timeout_at(deadline, read).await;
    let packed = read.map_err(|_| ApiError::SlowBody { limit: settings.request_timeout })??;
    Received::new(packed, coding, limit, held)
}

/// Receives all bytes of a body; `came` is called with each piece.
async fn collected(
    body: Body,
    limit: usize,
    mut came: impl FnMut(usize),
) -> Result<Bytes, ApiError> {
    let mut pieces = body.into_data_stream();
    let mut first = Bytes::new();
    let mut bytes = Vec::new();
    while let Some(piece) = pieces.next().await {
        let piece =
            piece.map_err(|_| ApiError::BadBody("could not be read to its end".to_owned()))?;
        if first.len() + bytes.len() + piece.len() > limit {
            return Err(ApiError::BodyTooLarge { limit });
        }
        came(piece.len());
        match first.is_empty() && bytes.is_empty() {
            true => first = piece,
            false => {
                bytes.extend_from_slice(&mem::take(&mut first));
                bytes.extend_from_slice(&piece);
            }
        }
    }
    Ok(if bytes.is_empty() { first } else { bytes.into() })
}

impl Received {
    fn new(
        packed: Bytes,
        coding: Coding,
        limit: usize,
        held: Option<Held>,
    ) -> Result<Self, ApiError> {
        if coding == Coding::Plain {
            return Ok(Self { bytes: packed, rest: None, limit, held });
        }
        let is_long = packed.len() > limits::READ_IN_PLACE_BYTES;
        let mut rest = coding.unpacked(Cursor::new(packed));
        if is_long {
            return Ok(Self { bytes: Bytes::new(), rest: Some(rest), limit, held });
        }
        // The decompressed size is known only once the body is decompressed.
        let most = limits::READ_IN_PLACE_BYTES.min(limit);
        let bytes = unpack(&mut rest, Vec::new(), most + 1)?;
        let is_whole = bytes.len() <= most;
        Ok(Self { bytes: bytes.into(), rest: (!is_whole).then_some(rest), limit, held })
    }

    /// Reads the body on this thread, or on the pool if it is long.
    async fn read<T: Send + 'static>(
        self,
        work: &Work,
        read: impl FnOnce(&[u8]) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        if self.rest.is_none() && self.bytes.len() <= limits::READ_IN_PLACE_BYTES {
            return read(&self.bytes);
        }
        work.run_reading(move || {
            let mut received = self;
            let _held = received.held.take();
            read(&received.unpacked()?)
        })
        .await?
    }

    /// Returns all decompressed bytes. Decompression stops beyond the limit.
    fn unpacked(self) -> Result<Bytes, ApiError> {
        let Self { bytes, rest, limit, .. } = self;
        let Some(mut rest) = rest else { return Ok(bytes) };
        let bytes = unpack(&mut rest, bytes.into(), limit + 1)?;
        match bytes.len() > limit {
            true => Err(ApiError::UnpackedTooLarge { limit }),
            false => Ok(bytes.into()),
        }
    }
}

/// Appends the output of a compressed body, up to `most` bytes in all.
fn unpack(packed: &mut Unpacked, mut bytes: Vec<u8>, most: usize) -> Result<Vec<u8>, ApiError> {
    let more = most.saturating_sub(bytes.len()) as u64;
    packed.take(more).read_to_end(&mut bytes).map_err(|error| {
        ApiError::BadBody(format!("is not what its content encoding says: {error}"))
    })?;
    Ok(bytes)
}

/// Content type of an answer in lines of JSON: [`NDJSON`], or [`BYTES`] if the request uses that type.
/// Some clients know no other type for bodies that are not JSON. A body without a type is accepted.
///
/// # Errors
/// [`ApiError::NotLines`] for another content type.
pub(crate) fn lines_type(headers: &HeaderMap) -> Result<&'static str, ApiError> {
    const NAMES: [&str; 4] =
        [NDJSON, "application/ndjson", "application/jsonl", "application/jsonlines"];
    match content_type(headers) {
        Some(kind) if NAMES.contains(&kind.essence_str()) => Ok(NDJSON),
        Some(kind) if kind.essence_str() == BYTES => Ok(BYTES),
        _ => check_content_type(headers).map(|()| NDJSON).map_err(|error| match error {
            ApiError::NotJson(given) => ApiError::NotLines(given),
            other => other,
        }),
    }
}

/// Accepts `application/json` and every `application/...+json`, with any parameters. A charset is not
/// checked, as UTF-8 is the only encoding of JSON (RFC 8259). A missing type is accepted.
fn check_content_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let given = headers.get(header::CONTENT_TYPE).filter(|value| !value.is_empty());
    let Some(given) = given else { return Ok(()) };
    let is_json = |kind: &Mime| {
        kind.type_() == mime::APPLICATION
            && (kind.subtype() == mime::JSON || kind.suffix() == Some(mime::JSON))
    };
    match content_type(headers) {
        Some(kind) if is_json(&kind) => Ok(()),
        Some(kind) => Err(ApiError::NotJson(Given::new(kind.essence_str()))),
        None => Err(ApiError::NotJson(Given::new(&String::from_utf8_lossy(given.as_bytes())))),
    }
}

/// Accepts XML of every name (RFC 7303), plain text and untyped bytes, with any parameters: a message says
/// its encoding itself. A missing type is accepted.
fn check_xml_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let is_xml = |kind: &Mime| match (kind.type_(), kind.subtype()) {
        (mime::APPLICATION, mime::XML | mime::OCTET_STREAM) => true,
        (mime::TEXT, mime::XML | mime::PLAIN) => true,
        (mime::APPLICATION, _) => kind.suffix() == Some(mime::XML),
        _ => false,
    };
    let given = headers.get(header::CONTENT_TYPE).filter(|value| !value.is_empty());
    let Some(given) = given else { return Ok(()) };
    match content_type(headers) {
        Some(kind) if is_xml(&kind) => Ok(()),
        Some(kind) => Err(ApiError::NotXml(Given::new(kind.essence_str()))),
        None => Err(ApiError::NotXml(Given::new(&String::from_utf8_lossy(given.as_bytes())))),
    }
}

/// The content type; `None` if it is missing or invalid.
fn content_type(headers: &HeaderMap) -> Option<Mime> {
    headers.get(header::CONTENT_TYPE)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use axum::http::HeaderValue;

    use super::*;
    use crate::api::http::metrics::ShedCounts;

    fn packed(bytes: &[u8], coding: Coding) -> Bytes {
        match coding {
            Coding::Plain => Bytes::copy_from_slice(bytes),
            Coding::Zstd => zstd::encode_all(bytes, 3).expect("packed").into(),
            Coding::Gzip => {
                let mut packer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
                packer.write_all(bytes).expect("packed");
                packer.finish().expect("packed").into()
            }
        }
    }

    #[tokio::test]
    async fn a_body_is_read_on_the_pool_from_its_unpacked_length_on() {
        const MOST: usize = limits::READ_IN_PLACE_BYTES;
        let work = Work::new(1, limits::QUEUE_DELAY_DEFAULT, ShedCounts::default());
        let work = work.expect("threads");
        for coding in [Coding::Plain, Coding::Gzip, Coding::Zstd] {
            for (length, limit, expected) in [
                (0, MOST, Ok(false)),
                (MOST, MOST, Ok(false)),
                (MOST + 1, MOST + 1, Ok(true)),
                (1 << 20, 1 << 20, Ok(true)),
                (1 << 20, (1 << 20) - 1, Err(413)),
                (9, 8, Err(413)),
            ] {
                if coding == Coding::Plain && expected.is_err() {
                    continue;
                }
                let whole: Vec<u8> = (0..length).map(|at| at as u8).collect();
                let (body, own) = (packed(&whole, coding), whole.clone());
                let read = move |bytes: &[u8]| {
                    assert!(bytes == own, "{coding:?}: the bytes are others");
                    let name = std::thread::current().name().map(str::to_owned);
                    Ok(name.is_some_and(|name| name.starts_with("batch-")))
                };
                let received = Received::new(body, coding, limit, None).expect("unpacked");
                let ran = received.read(&work, read).await;
                let ran = ran.map_err(|error| error.status().as_u16());
                assert_eq!(ran, expected, "{coding:?} {length} {limit}");
            }
        }
    }

    #[test]
    fn a_long_packed_body_is_not_even_begun_where_it_stands() {
        let mut state = 1_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let bytes: Vec<u8> = (0..2 * limits::READ_IN_PLACE_BYTES).map(|_| noise()).collect();
        let body = packed(&bytes, Coding::Gzip);
        assert!(body.len() > limits::READ_IN_PLACE_BYTES, "{}", body.len());
        let received =
            Received::new(body, Coding::Gzip, 1 << 20, None).expect("nothing is unpacked");
        assert!(received.bytes.is_empty() && received.rest.is_some());
        assert_eq!(received.unpacked().expect("unpacked"), bytes);
    }

    #[test]
    fn json_of_every_spelling_is_accepted_and_nothing_else() {
        for (content_type, accepted) in [
            (None, true),
            (Some(""), true),
            (Some("application/json"), true),
            (Some("Application/JSON; charset=utf-8"), true),
            (Some("application/ld+json"), true),
            (Some("text/json"), false),
            (Some("text/plain"), false),
            (Some("application/x-www-form-urlencoded"), false),
            (Some("application/jsonp"), false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(text) = content_type {
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(text));
            }
            assert_eq!(check_content_type(&headers).is_ok(), accepted, "{content_type:?}");
        }
    }
}
