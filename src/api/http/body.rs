//! Reading a request body that must be JSON, or JSON or a form, plain or packed.

use std::io::{Cursor, Read};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use mime::Mime;
use tokio::time::{Instant, timeout_at};

use super::coding::Coding;
use super::error::{ApiError, Given};
use super::parameters::is_utf8;
use super::service::ServiceSettings;
use super::shape::NDJSON;

/// When a request must be answered; with it every request comes to its handler.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(pub(crate) Instant);

/// The bytes of a JSON body within the limits of size and time. A missing content type is read as
/// JSON (docs/api.md, "Requests").
///
/// The limit of size is enforced by the router's `DefaultBodyLimit`; the settings give the error its
/// name.
pub(crate) async fn read_json(
    request: Request<Body>,
    settings: &ServiceSettings,
) -> Result<Bytes, ApiError> {
    check_content_type(request.headers())?;
    read_bytes(request, settings).await
}

/// The bytes of a JSON body or of a form, within the same limits.
pub(crate) async fn read_json_or_form(
    request: Request<Body>,
    settings: &ServiceSettings,
) -> Result<JsonOrForm, ApiError> {
    let form = &mime::APPLICATION_WWW_FORM_URLENCODED;
    let is_form = content_type(request.headers())
        .is_some_and(|kind| kind.essence_str() == form.essence_str());
    if !is_form {
        check_content_type(request.headers()).map_err(|error| match error {
            ApiError::NotJson(given) => ApiError::NotJsonOrForm(given),
            other => other,
        })?;
    }
    let bytes = read_bytes(request, settings).await?;
    match is_form {
        true if !is_utf8(&bytes) => Err(ApiError::NotUtf8 { part: "form" }),
        true => Ok(JsonOrForm::Form(bytes)),
        false => Ok(JsonOrForm::Json(bytes)),
    }
}

/// The bytes of a form, within the same limits.
pub(crate) async fn read_form(
    request: Request<Body>,
    settings: &ServiceSettings,
) -> Result<Bytes, ApiError> {
    match read_json_or_form(request, settings).await? {
        JsonOrForm::Form(bytes) => Ok(bytes),
        JsonOrForm::Json(_) => Err(ApiError::NotForm),
    }
}

/// A body by its content type.
pub(crate) enum JsonOrForm {
    /// JSON, also where no content type is given.
    Json(Bytes),
    /// `application/x-www-form-urlencoded`, whose escapes are UTF-8.
    Form(Bytes),
}

async fn read_bytes(request: Request<Body>, settings: &ServiceSettings) -> Result<Bytes, ApiError> {
    let limit = settings.body_bytes_max;
    let coding = Coding::of(request.headers())?;
    if request.body().size_hint().lower() > limit as u64 {
        return Err(ApiError::BodyTooLarge { limit });
    }
    let deadline = request.extensions().get::<Deadline>();
    let deadline = deadline.map_or_else(|| Instant::now() + settings.request_timeout, |own| own.0);
    let read = timeout_at(deadline, Bytes::from_request(request, &())).await;
    let read = read.map_err(|_| ApiError::SlowBody { limit: settings.request_timeout })?;
    let packed = read.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::BodyTooLarge { limit },
        _ => ApiError::BadBody("could not be read to its end".to_owned()),
    })?;
    unpack(packed, coding, limit)
}

/// What comes out of a packed body. No more of it is made than is read.
fn unpack(packed: Bytes, coding: Coding, limit: usize) -> Result<Bytes, ApiError> {
    if coding == Coding::Plain {
        return Ok(packed);
    }
    let mut unpacked = Vec::new();
    let mut reader = coding.unpacked(Cursor::new(packed)).take(limit as u64 + 1);
    reader.read_to_end(&mut unpacked).map_err(|error| {
        ApiError::BadBody(format!("is not what its content encoding says: {error}"))
    })?;
    match unpacked.len() > limit {
        true => Err(ApiError::UnpackedTooLarge { limit }),
        false => Ok(Bytes::from(unpacked)),
    }
}

/// Refuses the body of a stream whose content type is neither one of the names of lines of JSON nor
/// JSON. A missing one is accepted.
pub(crate) fn check_lines_type(headers: &HeaderMap) -> Result<(), ApiError> {
    const NAMES: [&str; 4] =
        [NDJSON, "application/ndjson", "application/jsonl", "application/jsonlines"];
    match content_type(headers) {
        Some(kind) if NAMES.contains(&kind.essence_str()) => Ok(()),
        _ => check_content_type(headers).map_err(|error| match error {
            ApiError::NotJson(given) => ApiError::NotLines(given),
            other => other,
        }),
    }
}

/// `application/json` and every `application/...+json`, with any parameters; UTF-8 is the only
/// encoding that JSON has (RFC 8259), so a charset needs no look. A missing one is accepted.
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

/// The content type; `None` when none is given or what is given is not one.
fn content_type(headers: &HeaderMap) -> Option<Mime> {
    headers.get(header::CONTENT_TYPE)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::check_content_type;

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
