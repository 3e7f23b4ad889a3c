//! All faults of requests, their status codes and their JSON (docs/api.md, "Errors"). No other module
//! knows status codes.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::shape::json_response;
use crate::limits;
use tamis_engine::json::Shown;
use tamis_engine::model::{BulkName, Collection, Timestamp};
use tamis_payments::ReadError;

/// Reason for not answering a request, or one query of it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ApiError {
    #[error("{parameter} is {given}; it must be {rule}")]
    BadValue {
        /// Name of the parameter, property or body field.
        parameter: &'static str,
        given: Given,
        /// The rule, as the end of "it must be ...".
        rule: Cow<'static, str>,
    },
    #[error("{parameter} must be {rule}, not {found}")]
    WrongType {
        /// Name of the parameter, property or body field.
        parameter: &'static str,
        /// The rule, as the end of "it must be ...".
        rule: &'static str,
        /// Type of the value that was sent, with its article.
        found: &'static str,
    },
    #[error("{parameter} is {given}; it must be one of {}", .accepted.join(", "))]
    NotAccepted { parameter: &'static str, given: Given, accepted: &'static [&'static str] },
    #[error("{parameter} is given more than once; it takes one value")]
    Repeated { parameter: &'static str },
    /// A required parameter is not given (docs/api.md, "Errors").
    #[error("{parameter} is missing; it must be {rule}")]
    Missing {
        parameter: &'static str,
        /// The rule, as the end of "it must be ...".
        rule: &'static str,
    },
    #[error("give either {one} or {other}")]
    EitherOr { one: &'static str, other: &'static str },
    #[error("give exactly one of {}", .parameters.join(", "))]
    ExactlyOne { parameters: &'static [&'static str] },
    /// A match query with nothing to compare (docs/api.md, "Match queries").
    #[error("the query has neither a name nor an IMO number; give one of them")]
    EmptyQuery,
    /// A match query that gives only parts of a name (docs/api.md, "Match queries").
    #[error("the query has {part} and no name; send the full name as name")]
    NameParts { part: Given },
    /// A query beyond the maximum number of queries per request (docs/api.md, "Match").
    #[error("only the first {most} queries of a request are answered; send this one in another", most = limits::QUERIES_PER_REQUEST)]
    BeyondQueries,
    /// A search without a text or filter (docs/api.md, "Search", "Facets").
    #[error("there is nothing to search by; give q or a filter: {}", .filters.join(", "))]
    EmptySearch { filters: &'static [&'static str] },
    #[error("the body {0}")]
    BadBody(String),
    /// A payment message that cannot be read (docs/api.md, "Filter").
    #[error("the message cannot be read: {0}")]
    BadMessage(ReadError),
    /// The same in a stream, whose lines are counted by `line` (docs/api.md, "Filter stream").
    #[error("the message cannot be read: {0}")]
    BadMessageOfLine(ReadError),
    #[error("the line {0}")]
    BadLine(String),
    #[error("the line is longer than {limit} bytes")]
    LongLine { limit: usize },
    #[error("the stream ended after line {behind}: {reason}")]
    BadStream { behind: u64, reason: String },
    /// An unreadable customer file (docs/api.md, "Match file").
    #[error("{0}")]
    BadFile(String),
    #[error("{field} {fault}")]
    BadField {
        field: &'static str,
        /// The fault, as the end of a sentence that begins with the field.
        fault: String,
    },
    #[error("the content type is {0}; it must be application/json")]
    NotJson(Given),
    #[error(
        "the content type is {0}; it must be application/json or application/x-www-form-urlencoded"
    )]
    NotJsonOrForm(Given),
    #[error("the body is not a form; its content type must be application/x-www-form-urlencoded")]
    NotForm,
    #[error("the content type is {0}; it must be application/x-ndjson")]
    NotLines(Given),
    #[error(
        "the content type is {0}; it must be application/xml, text/xml, text/plain or application/octet-stream"
    )]
    NotXml(Given),
    #[error("the content encoding is {0}; it must be gzip, zstd or identity")]
    UnknownCoding(Given),
    #[error("the body is larger than {limit} bytes")]
    BodyTooLarge { limit: usize },
    #[error("the body, unpacked, is larger than {limit} bytes")]
    UnpackedTooLarge { limit: usize },
    #[error("the address is longer than {} bytes", limits::ADDRESS_BYTES_MAX)]
    AddressTooLong,
    /// Percent escapes of an address or a form that are not UTF-8. Decoding them would lose letters of
    /// another encoding.
    #[error("the {part} is not UTF-8: ü is %C3%BC, not %FC")]
    NotUtf8 {
        /// `address` or `form`.
        part: &'static str,
    },
    #[error("there is no path {0}")]
    UnknownPath(Given),
    /// A path of the API with a trailing slash.
    #[error("there is no path {given}; leave out the slash at its end: {meant}")]
    SlashBehindPath { given: Given, meant: Given },
    /// A path that must be followed by the name of a collection (docs/api.md, "Errors").
    #[error("there is no path {0}; name a collection behind it: {names}", names = Collection::NAMES.join(", "))]
    NoCollection(Given),
    #[error("this path does not take method {given}; it takes {takes}")]
    MethodNotAllowed { given: Given, takes: &'static str },
    /// A collection that does not exist (docs/api.md, "Match queries").
    #[error("there is no collection {0}")]
    UnknownCollection(Given),
    /// No register has this name (docs/api.md, "Errors").
    #[error("there is no register {0}; /api/sources lists them")]
    UnknownRegister(Given),
    #[error("several registers are named {given}; name one of them by its slug: {slugs}")]
    SharedRegister { given: Given, slugs: String },
    /// The licence of the register does not permit offering it for download (docs/api.md, "Export").
    #[error(
        "the register {register} is not cleared for download; its licence offer is \"{offer}\""
    )]
    NotForDownload { register: Given, offer: &'static str },
    #[error("there is no record {0}")]
    UnknownRecord(u64),
    /// A record that left its list and whose party no live merged entity holds (docs/api.md, "Active
    /// and retired records").
    #[error("record {id} has not been active since {delisted_at}")]
    RetiredRecord { id: u64, delisted_at: Timestamp },
    #[error("there is no merged entity {0}")]
    UnknownEntity(uuid::Uuid),
    /// A request without a valid key, on a server that requires keys.
    #[error("a key is needed that is in force: Authorization: Bearer KEY")]
    NoKey,
    /// More requests from one client than the rate limit allows (docs/api.md, "Rate limit").
    #[error("too many requests from your address; try again in {seconds} s")]
    TooManyRequests {
        /// Whole seconds until the next request is allowed; at least one.
        seconds: u64,
    },
    /// A collection has no file of this name (docs/api.md, "Bulk files").
    #[error("there is no bulk file {0}; a collection has {files}", files = BulkName::NAMES.join(", "))]
    UnknownFile(Given),
    #[error("the snapshot in service has no {name} of the collection {collection}")]
    NoBulkFile { collection: Collection, name: BulkName },
    #[error("{name} of the snapshot in service was removed from the server's disk")]
    RemovedBulkFile { name: BulkName },
    #[error(
        "the file has changed: the condition in If-Match or If-Unmodified-Since no longer holds"
    )]
    ChangedFile,
    #[error("the range begins after the end of the file, which has {length} bytes")]
    BeyondFile {
        /// Length of the file in bytes, in the coding that would be sent.
        length: u64,
    },
    #[error("the Accept-Encoding header accepts none of the available encodings")]
    NoEncoding,
    /// No reference registry has this name (docs/api.md, "Reference registries").
    #[error("there is no registry {0}")]
    UnknownRegistry(Given),
    #[error("no snapshot is loaded yet; try again later")]
    NoSnapshot,
    #[error("the server is stopping; ask again, another one may answer")]
    Stopping,
    #[error("the receipts cannot be kept: the log of receipts cannot be written; try again later")]
    NotLogged,
    #[error("the server is busy; try again later")]
    Overloaded,
    /// All connections of the server, or all allowed to this client address, are busy.
    #[error("too many connections are in work; try again later")]
    NoPlace,
    #[error("the body did not come to its end within {limit:?}")]
    SlowBody { limit: Duration },
    #[error("the request took longer than {limit:?} and was cancelled")]
    TimedOut { limit: Duration },
    #[error("the server failed to answer; the fault is in the server, not in the request")]
    Internal,
}

/// A caller's value as repeated in an error message: quoted, control characters escaped, shortened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given(String);

impl Given {
    /// Keeps the first [`limits::ERROR_VALUE_CHARS_MAX`] characters.
    #[must_use]
    pub fn new(value: &str) -> Self {
        let mut kept: String = value.chars().take(limits::ERROR_VALUE_CHARS_MAX).collect();
        if kept.len() < value.len() {
            kept.push('…');
        }
        Self(kept)
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl ApiError {
    /// Error for a value outside its rule; the rule is given as the end of "it must be ...".
    #[must_use]
    pub fn bad_value(
        parameter: &'static str,
        given: &str,
        rule: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::BadValue { parameter, given: Given::new(given), rule: rule.into() }
    }

    /// Error for a value that is not one of the accepted ones.
    #[must_use]
    pub fn not_accepted(
        parameter: &'static str,
        given: &str,
        accepted: &'static [&'static str],
    ) -> Self {
        Self::NotAccepted { parameter, given: Given::new(given), accepted }
    }

    /// Status of an answer that consists of this error (docs/api.md, "Errors").
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::BadValue { .. }
            | Self::WrongType { .. }
            | Self::NotAccepted { .. }
            | Self::Repeated { .. }
            | Self::Missing { .. }
            | Self::EitherOr { .. }
            | Self::ExactlyOne { .. }
            | Self::EmptyQuery
            | Self::NameParts { .. }
            | Self::BeyondQueries
            | Self::EmptySearch { .. }
            | Self::SharedRegister { .. }
            | Self::NotUtf8 { .. }
            | Self::BadBody(_)
            | Self::BadMessage(_)
            | Self::BadMessageOfLine(_)
            | Self::BadLine(_)
            | Self::LongLine { .. }
            | Self::BadStream { .. }
            | Self::BadFile(_)
            | Self::BadField { .. } => StatusCode::BAD_REQUEST,
            Self::UnknownPath(_)
            | Self::SlashBehindPath { .. }
            | Self::NoCollection(_)
            | Self::UnknownCollection(_)
            | Self::UnknownRegister(_)
            | Self::UnknownRecord(_)
            | Self::RetiredRecord { .. }
            | Self::UnknownEntity(_)
            | Self::UnknownFile(_)
            | Self::NoBulkFile { .. }
            | Self::RemovedBulkFile { .. }
            | Self::UnknownRegistry(_) => StatusCode::NOT_FOUND,
            Self::ChangedFile => StatusCode::PRECONDITION_FAILED,
            Self::BeyondFile { .. } => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::NotForDownload { .. } => StatusCode::FORBIDDEN,
            Self::NoKey => StatusCode::UNAUTHORIZED,
            Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::NoEncoding => StatusCode::NOT_ACCEPTABLE,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::BodyTooLarge { .. } | Self::UnpackedTooLarge { .. } => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            Self::AddressTooLong => StatusCode::URI_TOO_LONG,
            Self::NotJson(_)
            | Self::NotJsonOrForm(_)
            | Self::NotForm
            | Self::NotLines(_)
            | Self::NotXml(_)
            | Self::UnknownCoding(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::SlowBody { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::NoSnapshot
            | Self::Stopping
            | Self::NotLogged
            | Self::Overloaded
            | Self::NoPlace
            | Self::TimedOut { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Seconds after which a retry makes sense, for answers with status 429 and 503.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyRequests { seconds } => Some(*seconds),
            Self::NoSnapshot => Some(limits::RETRY_AFTER_NO_SNAPSHOT_SECONDS),
            Self::Stopping
            | Self::NotLogged
            | Self::Overloaded
            | Self::NoPlace
            | Self::TimedOut { .. } => Some(limits::RETRY_AFTER_OVERLOADED_SECONDS),
            _ => None,
        }
    }

    /// The parameter or property at fault.
    #[must_use]
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::BadValue { parameter, .. }
            | Self::WrongType { parameter, .. }
            | Self::NotAccepted { parameter, .. }
            | Self::Repeated { parameter }
            | Self::Missing { parameter, .. } => Some(parameter),
            Self::EmptySearch { .. } => Some("q"),
            Self::BadField { field, .. } => Some(field),
            _ => None,
        }
    }

    /// The accepted values, if there is a fixed list of them.
    #[must_use]
    pub fn accepted(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::NotAccepted { accepted, .. } => Some(accepted),
            Self::UnknownFile(_) => Some(BulkName::NAMES),
            _ => None,
        }
    }
}

impl Serialize for ApiError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("status", &self.status().as_u16())?;
        map.serialize_entry("error", &Shown(self))?;
        if let Some(parameter) = self.parameter() {
            map.serialize_entry("parameter", parameter)?;
        }
        if let Some(accepted) = self.accepted() {
            map.serialize_entry("accepted", accepted)?;
        }
        if matches!(self, Self::UnknownCollection(_) | Self::NoCollection(_)) {
            map.serialize_entry("collections", Collection::NAMES)?;
        }
        if let Self::BadMessage(ReadError { line, column, path, .. }) = self {
            map.serialize_entry("line", line)?;
            map.serialize_entry("column", column)?;
            map.serialize_entry("path", path)?;
        }
        if let Some(seconds) = self.retry_after() {
            map.serialize_entry("retry_after", &seconds)?;
        }
        map.end()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status(), &self);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self == Self::NoKey {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Self::BeyondFile { length } = self
            && let Ok(range) = HeaderValue::try_from(format!("bytes */{length}"))
        {
            headers.insert(header::CONTENT_RANGE, range);
        }
        // Read by the middleware that renders errors as pages.
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::{ApiError, Given};
    use tamis_engine::model::Topic;

    #[test]
    fn an_error_names_parameter_value_and_accepted_values() {
        let error = ApiError::NotAccepted {
            parameter: "topics",
            given: Given::new("crime"),
            accepted: Topic::NAMES,
        };
        let expected = json!({
            "status": 400,
            "error": "topics is \"crime\"; it must be one of sanction, role.pep, debarment, reg.action",
            "parameter": "topics",
            "accepted": ["sanction", "role.pep", "debarment", "reg.action"],
        });
        assert_eq!(serde_json::to_value(&error).expect("plain JSON"), expected);
    }

    #[test]
    fn an_unknown_collection_lists_the_collections() {
        let body = serde_json::to_value(ApiError::UnknownCollection(Given::new("ofac")));
        let expected = json!({
            "status": 404,
            "error": "there is no collection \"ofac\"",
            "collections": ["default", "sanctions", "peps", "crime", "maritime"],
        });
        assert_eq!(body.expect("plain JSON"), expected);
    }

    #[test]
    fn answers_to_try_again_say_when() {
        for error in [
            ApiError::NoSnapshot,
            ApiError::Stopping,
            ApiError::Overloaded,
            ApiError::TimedOut { limit: Duration::from_secs(1) },
        ] {
            let body = serde_json::to_value(&error).expect("plain JSON");
            assert_eq!(body["status"], 503);
            assert_eq!(body["retry_after"].as_u64(), error.retry_after());
            assert!(error.retry_after().is_some());
        }
    }

    #[test]
    fn a_long_value_is_cut_and_control_characters_are_escaped() {
        let shown = Given::new(&"x".repeat(5000)).to_string();
        assert_eq!(shown.chars().count(), 103, "quotes, 100 characters and the mark of the cut");
        assert_eq!(Given::new("a\nb\"").to_string(), r#""a\nb\"""#);
        assert_eq!(Given::new("O'Brien").to_string(), "\"O'Brien\"");
    }
}
