//! Answers shared by operations: the errors, all in the shape of docs/api.md, "Errors", and the headers
//! of successful answers.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use axum::http::StatusCode;

use crate::api::http::error::{ApiError, Given};
use crate::api::interface::json::Object;
use crate::api::interface::{Shape, rules};
use crate::limits;
use tamis_engine::model::{BulkName, Offer, Topic};

/// Every shared error: its status, its name under `components/responses`, and its meaning.
const ERRORS: &[(StatusCode, &str, &str)] = &[
    (
        StatusCode::BAD_REQUEST,
        "BadRequest",
        "A parameter or the body is outside its rule. `parameter` names it, `accepted` lists the \
         accepted values where they can be listed.",
    ),
    (StatusCode::FORBIDDEN, "Forbidden", "The register is not cleared for download."),
    (
        StatusCode::NOT_FOUND,
        "NotFound",
        "Nothing has this name or ID. For a collection, `collections` lists those that exist.",
    ),
    (
        StatusCode::METHOD_NOT_ALLOWED,
        "MethodNotAllowed",
        "The path does not take this method; the header `Allow` lists those it takes.",
    ),
    (
        StatusCode::NOT_ACCEPTABLE,
        "NotAcceptable",
        "The header `Accept-Encoding` accepts none of the available encodings.",
    ),
    (
        StatusCode::REQUEST_TIMEOUT,
        "SlowBody",
        "The body did not come to its end within the time of a request, by default 10 s.",
    ),
    (
        StatusCode::PRECONDITION_FAILED,
        "Changed",
        "The file is not the one any more that `If-Match` or `If-Unmodified-Since` names.",
    ),
    (
        StatusCode::PAYLOAD_TOO_LARGE,
        "BodyTooLarge",
        "The body is over the limit, by default 1 MiB.",
    ),
    (StatusCode::URI_TOO_LONG, "AddressTooLong", "Path and query together are over 8 KiB."),
    (
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "UnsupportedMediaType",
        "The operation does not read this content type. A missing one is read as JSON.",
    ),
    (
        StatusCode::RANGE_NOT_SATISFIABLE,
        "BeyondFile",
        "The range begins after the end of the file; the header `Content-Range` tells its length.",
    ),
    (
        StatusCode::UNAUTHORIZED,
        "NoKey",
        "The operator gives out keys, and the request bears none that is in force.",
    ),
    (
        StatusCode::TOO_MANY_REQUESTS,
        "TooManyRequests",
        "The limit for one client address is reached. It is off unless the operator set one.",
    ),
    (
        StatusCode::SERVICE_UNAVAILABLE,
        "Unavailable",
        "No snapshot is loaded yet, or the server sheds load: try again after `Retry-After`.",
    ),
];

/// The statuses that any operation below this path may answer. Probes are exempt from the rate limit.
/// Neither they nor the descriptions of the service need a snapshot.
pub(crate) fn everywhere(path: &str) -> &'static [u16] {
    match path {
        "/livez" => &[405, 406, 414],
        "/metrics" => &[401, 405, 406, 414],
        "/readyz" => &[405, 406, 414, 503],
        "/openapi.json" => &[405, 406, 414, 429],
        _ => &[401, 405, 406, 414, 429, 503],
    }
}

/// Name of the shared error of a status.
pub(crate) fn of_status(status: StatusCode) -> Option<&'static str> {
    ERRORS.iter().find(|(own, ..)| *own == status).map(|(_, name, _)| *name)
}

/// `components/responses`.
pub(crate) fn components() -> Object {
    let mut responses = Object::new();
    for (status, name, says) in ERRORS {
        responses.set(name, error(*status, says));
    }
    let moved = Object::new()
        .with("description", "The record or merged entity is part of another merged entity now.")
        .with(
            "headers",
            headers(
                &[("Location", "Address of that merged entity.", Shape::string()), etag()],
                true,
            ),
        )
        .with("content", json(Shape::component("Moved")));
    let unchanged = Object::new()
        .with("description", "The caller has this answer already; there is no body.")
        .with("headers", headers(&[etag()], true));
    let nothing = Object::new()
        .with("description", "No snapshot is served, or the server sheds load.")
        .with("headers", headers(&[retry_after()], true))
        .with(
            "content",
            json(Shape::any_of(vec![Shape::component("NoSnapshot"), Shape::component("Error")])),
        );
    let range = ("Content-Range", "Which bytes these are, and of how many.", Shape::string());
    let part = Object::new()
        .with("description", "The part of the file that `Range` names.")
        .with("headers", headers(&[range, etag()], true))
        .with("content", parts());
    let responses = responses.with("NothingServed", nothing).with("Part", part);
    responses.with("Moved", moved).with("NotModified", unchanged)
}

/// A range of a bulk file as text, under each content type of these files; the index is always sent
/// whole. Text types come first, because generated clients decode the answer as the first type.
fn parts() -> Object {
    let text = || Object::new().with("schema", Shape::string());
    let files = BulkName::ALL.iter().filter(|name| **name != BulkName::Index);
    let types = files.map(|name| name.mime_type());
    let types: BTreeSet<Reverse<&str>> = types.map(Reverse).collect();
    types.into_iter().fold(Object::new(), |parts, Reverse(name)| parts.with(name, text()))
}

fn error(status: StatusCode, says: &str) -> Object {
    let error = Object::new().with("description", says);
    let allow = ("Allow", "The methods that the path takes.", Shape::string());
    let length = ("Content-Range", "`bytes */` and the length of the file.", Shape::string());
    let error = match status {
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            error.with("headers", headers(&[retry_after()], true))
        }
        StatusCode::METHOD_NOT_ALLOWED => error.with("headers", headers(&[allow], true)),
        StatusCode::RANGE_NOT_SATISFIABLE => error.with("headers", headers(&[length], true)),
        _ => error,
    };
    let mut content = json(Shape::component("Error"));
    content.object_at("application/json").set("example", example(status));
    error.with("content", content)
}

/// An example of an error with this status.
fn example(status: StatusCode) -> serde_json::Value {
    let error = match status {
        StatusCode::BAD_REQUEST => ApiError::NotAccepted {
            parameter: "topics",
            given: Given::new("crime"),
            accepted: Topic::NAMES,
        },
        StatusCode::FORBIDDEN => {
            let offer = Offer::None.as_str();
            ApiError::NotForDownload { register: Given::new(rules::EXAMPLE_REGISTER), offer }
        }
        StatusCode::NOT_FOUND => ApiError::UnknownCollection(Given::new("ofac")),
        StatusCode::METHOD_NOT_ALLOWED => {
            ApiError::MethodNotAllowed { given: Given::new("PUT"), takes: "GET, HEAD" }
        }
        StatusCode::NOT_ACCEPTABLE => ApiError::NoEncoding,
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::BodyTooLarge { limit: limits::BODY_BYTES_DEFAULT }
        }
        StatusCode::PRECONDITION_FAILED => ApiError::ChangedFile,
        StatusCode::RANGE_NOT_SATISFIABLE => ApiError::BeyondFile { length: 1_048_576 },
        StatusCode::URI_TOO_LONG => ApiError::AddressTooLong,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::NotJson(Given::new("text/plain")),
        StatusCode::TOO_MANY_REQUESTS => ApiError::TooManyRequests { seconds: 1 },
        _ => ApiError::NoSnapshot,
    };
    serde_json::json!(error)
}

/// `components/schemas/Error` and `Moved` (docs/api.md, "Errors").
pub(crate) fn shapes() -> Vec<(&'static str, Shape)> {
    let error = Shape::object(vec![
        ("status", Shape::integer(400, 599).says("The HTTP status")),
        ("error", Shape::string().says("One sentence; it names the parameter and the value")),
    ])
    .and_perhaps(vec![
        ("parameter", Shape::string().says("The parameter, property or field at fault")),
        ("accepted", rules::texts().says("The accepted values")),
        ("collections", Shape::array(rules::collection_name())),
        ("line", Shape::whole_from(1).says("Line of a fault in a payment message")),
        ("column", Shape::whole_from(1).says("Column of the fault, in characters")),
        ("path", Shape::string().says("Path of the innermost open element; may be empty")),
        ("retry_after", Shape::count().says("Seconds after which to try again")),
    ])
    .says("Every error of every endpoint has this shape.");
    let moved = Shape::object(vec![
        ("status", Shape::exactly(308u64)),
        ("location", Shape::string().with("format", "uri-reference")),
    ]);
    vec![("Error", error), ("Moved", moved)]
}

/// Headers of every successful answer of /api (docs/api.md, "Caching").
pub(crate) fn good_headers() -> Object {
    let version = (
        "X-Snapshot-Version",
        "Version of the snapshot that answered.",
        Shape::pattern("^[0-9]{14}$"),
    );
    let cache = ("Cache-Control", "Whether and how long the answer may be kept.", Shape::string());
    let ignored = (
        "X-Ignored",
        "Parameters of the address that were not read, in sentences.",
        Shape::string(),
    );
    headers(&[etag(), cache, version, ignored], false)
}

fn etag() -> (&'static str, &'static str, Shape) {
    (
        "ETag",
        "Validator: the snapshot's version, the server's, and the day in UTC.",
        Shape::string(),
    )
}

fn retry_after() -> (&'static str, &'static str, Shape) {
    ("Retry-After", "Seconds after which to try again.", Shape::count())
}

fn headers(headers: &[(&str, &str, Shape)], required: bool) -> Object {
    let mut object = Object::new();
    for (name, says, rule) in headers {
        let header = Object::new().with("description", *says).with("schema", rule.clone());
        let header = if required { header.with("required", true) } else { header };
        object.set(name, header);
    }
    object
}

fn json(rule: Shape) -> Object {
    Object::new().with("application/json", Object::new().with("schema", rule))
}
