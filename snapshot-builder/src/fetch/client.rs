//! One request over HTTP. Redirects are followed under our own rules, and errors are classified as
//! temporary or lasting.

use std::io::{self, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::DateTime;
use rustls::crypto::ring;
use ureq::config::Config;
use ureq::http::{HeaderMap, StatusCode, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector, DefaultConnector};
use ureq::{Agent, Body};

use super::excess::Excess;
use super::patience::Deadline;
use crate::limits::{
    FETCH_CONNECT_TIME_MAX, FETCH_HEADER_BYTES_MAX, FETCH_READ_TIME_MAX, FETCH_REDIRECTS_MAX,
    FETCH_TIME_MAX,
};

/// Default User-Agent of every request.
pub const USER_AGENT: &str = concat!("tamis-snapshot-builder/", env!("CARGO_PKG_VERSION"));

/// Bytes of a response that are buffered at a time. A response whose headers exceed the buffer is
/// refused by [`FETCH_HEADER_BYTES_MAX`].
const FETCH_INPUT_BUFFER_BYTES: usize = 2 * FETCH_HEADER_BYTES_MAX;

/// Sends requests. Proxies are taken from the environment (`HTTPS_PROXY`, `NO_PROXY`).
#[derive(Debug)]
pub(super) struct Client {
    config: Config,
}

/// A successful response.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    headers: HeaderMap,
    body: Body,
    excess: Excess,
}

/// Reason for a missing response.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub(super) struct FetchError {
    pub(super) reason: String,
    /// True if another attempt may succeed.
    pub(super) may_pass: bool,
    /// Delay requested by the server before that.
    pub(super) wait: Option<Duration>,
}

impl FetchError {
    pub(super) fn lasting(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), may_pass: false, wait: None }
    }

    pub(super) fn passing(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), may_pass: true, wait: None }
    }
}

impl Client {
    pub(super) fn new(user_agent: &str, read_time_max: Option<Duration>) -> Self {
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()));
        let config = Agent::config_builder()
            .tls_config(tls.build())
            .http_status_as_error(false)
            .max_redirects(0)
            .user_agent(user_agent)
            // Ranges of compressed bodies are useless, and lists are fetched only once a day.
            .accept_encoding("identity")
            .max_response_header_size(FETCH_HEADER_BYTES_MAX)
            .input_buffer_size(FETCH_INPUT_BUFFER_BYTES)
            .timeout_connect(Some(FETCH_CONNECT_TIME_MAX))
            .timeout_recv_response(Some(FETCH_READ_TIME_MAX))
            .timeout_per_read(Some(read_time_max.unwrap_or(FETCH_READ_TIME_MAX)))
            .build();
        Self { config }
    }

    /// Requests an address with these headers. The response and its body arrive before the deadline, or
    /// end with an error.
    pub(super) fn get(
        &self,
        url: &str,
        headers: &[(&str, String)],
        deadline: &Deadline,
    ) -> Result<Reply, FetchError> {
        let mut address: Uri =
            url.parse().map_err(|_| FetchError::lasting(format!("{url:?} is not an address")))?;
        for _ in 0..=FETCH_REDIRECTS_MAX {
            // An agent for each request: its connection ends with the response, so that bytes after
            // the response are noticed.
            let excess = Excess::default();
            let connector = DefaultConnector::new().chain(excess.clone());
            let config = self.config.clone();
            let agent = Agent::with_parts(config, connector, DefaultResolver::default());
            let left = deadline.left(Instant::now());
            let left = left.ok_or_else(|| FetchError::lasting(deadline.reason()))?;
            let request = agent.get(&address).config();
            let request = request.timeout_global(Some(left.min(FETCH_TIME_MAX))).build();
            let mut request = request.header("connection", "close");
            for (name, value) in headers {
                request = request.header(*name, value);
            }
            let response = request.call().map_err(|error| of_transport(&error))?;
            let (parts, body) = response.into_parts();
            if !parts.status.is_redirection() || parts.status == StatusCode::NOT_MODIFIED {
                let (status, headers) = (parts.status, parts.headers);
                return checked(Reply { status, headers, body, excess });
            }
            let to = parts.headers.get("location").and_then(|to| to.to_str().ok());
            address = redirected(&address, to)?;
        }
        Err(FetchError::lasting(format!("more than {FETCH_REDIRECTS_MAX} redirects")))
    }
}

impl Reply {
    /// A header as text.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Length of the body, if it is sent unencoded.
    pub(super) fn length(&self) -> Option<u64> {
        let is_plain = self.header("content-encoding").is_none_or(|how| how == "identity");
        self.header("content-length").filter(|_| is_plain)?.parse().ok()
    }

    /// The body, as a reader that fails if the body is truncated. The second value tells, once it is
    /// read, if more bytes came than announced.
    pub(super) fn into_reader(self) -> (impl Read, Excess) {
        (self.body.into_with_config().limit(u64::MAX).reader(), self.excess)
    }
}

/// Next address of a redirect. A list requested over TLS is never fetched without it.
fn redirected(from: &Uri, to: Option<&str>) -> Result<Uri, FetchError> {
    let to = to.ok_or_else(|| FetchError::lasting("a redirect without an address"))?;
    let refused = || FetchError::lasting(format!("a redirect to {to:?}, which is not an address"));
    let scheme = from.scheme_str().unwrap_or("https");
    let authority = from.authority().map_or("", |authority| authority.as_str());
    let absolute = match to {
        to if has_scheme(to) => to.to_owned(),
        to if to.starts_with("//") => format!("{scheme}:{to}"),
        to if to.starts_with('/') => format!("{scheme}://{authority}{to}"),
        to if to.starts_with('?') => format!("{scheme}://{authority}{}{to}", from.path()),
        to => {
            let folder = from.path().rsplit_once('/').map_or("", |(folder, _)| folder);
            format!("{scheme}://{authority}{folder}/{to}")
        }
    };
    let next: Uri = absolute.parse().map_err(|_| refused())?;
    match (scheme, next.scheme_str()) {
        ("https", Some("https")) | ("http", Some("http" | "https")) => Ok(next),
        ("https", Some("http")) => {
            Err(FetchError::lasting(format!("a redirect from https to {absolute}")))
        }
        _ => Err(refused()),
    }
}

/// True if an address begins with a scheme (RFC 3986, 3.1); its query may hold another address.
fn has_scheme(address: &str) -> bool {
    let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_part)
}

/// Returns a successful response, or the error that its status means.
fn checked(reply: Reply) -> Result<Reply, FetchError> {
    let status = reply.status;
    if matches!(status.as_u16(), 200 | 206 | 304 | 416) {
        return Ok(reply);
    }
    let reason = format!("the server answers {status}");
    let may_pass = status.is_server_error()
        || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT);
    let wait = reply.header("retry-after").and_then(|text| wait_of(text, chrono::Utc::now()));
    Err(FetchError { reason, may_pass, wait })
}

/// Reads `Retry-After`: seconds, or a date (RFC 9110, 10.2.3).
fn wait_of(text: &str, now: DateTime<chrono::Utc>) -> Option<Duration> {
    let text = text.trim();
    let date = || {
        let until = DateTime::parse_from_rfc2822(text).ok()?;
        Some((until.to_utc() - now).to_std().unwrap_or_default())
    };
    text.parse().ok().map(Duration::from_secs).or_else(date)
}

/// Classifies the error of a request without a response. Unresolved names and refused or broken
/// connections may be temporary; bad certificates and addresses are lasting.
fn of_transport(error: &ureq::Error) -> FetchError {
    use ureq::Error::{ConnectionFailed, HostNotFound, Io, LargeResponseHeader, Protocol, Timeout};
    match error {
        Io(io) => match untrusted(io) {
            Some(why) => FetchError::lasting(format!("its certificate is not trusted: {why}")),
            None => FetchError::passing(error.to_string()),
        },
        LargeResponseHeader(_, most) => {
            FetchError::lasting(format!("the headers of its answer are larger than {most} bytes"))
        }
        Protocol(protocol) if is_too_many_headers(protocol) => {
            FetchError::lasting("its answer has too many headers")
        }
        ConnectionFailed | HostNotFound | Protocol(_) | Timeout(_) => {
            FetchError::passing(error.to_string())
        }
        _ => FetchError::lasting(error.to_string()),
    }
}

/// Reason for refusing the certificate of a server, if that ended the connection.
fn untrusted(error: &io::Error) -> Option<&rustls::CertificateError> {
    match error.get_ref()?.downcast_ref()? {
        rustls::Error::InvalidCertificate(why) => Some(why),
        _ => None,
    }
}

/// True if a response has more headers than the limit, however short. The type of the error is not
/// accessible here, only its text.
fn is_too_many_headers(error: &impl std::fmt::Display) -> bool {
    error.to_string().contains("too many headers")
}

/// Classifies an error that occurred while a body was read.
pub(super) fn of_body(error: &io::Error) -> FetchError {
    FetchError::passing(format!("the connection broke: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_with_tls_and_may_be_relative() {
        for (from, to, expected) in [
            ("https://a.example/x/list.xml", "https://b.example/y", Ok("https://b.example/y")),
            ("https://a.example/x/list.xml", "/y", Ok("https://a.example/y")),
            ("https://a.example/x/list.xml", "new.xml", Ok("https://a.example/x/new.xml")),
            ("https://a.example/x", "//b.example/y", Ok("https://b.example/y")),
            (
                "https://a.example/x",
                "/login?next=https://x.example/y",
                Ok("https://a.example/login?next=https://x.example/y"),
            ),
            (
                "https://a.example/x/list.xml",
                "login?next=http://x.example/y",
                Ok("https://a.example/x/login?next=http://x.example/y"),
            ),
            (
                "https://a.example/x",
                "//b.example/y?next=http://x.example/",
                Ok("https://b.example/y?next=http://x.example/"),
            ),
            ("https://a.example/x/list.xml", "?page=2", Ok("https://a.example/x/list.xml?page=2")),
            (
                "https://a.example/x",
                "HTTPS://b.example/y?next=http://x.example/",
                Ok("https://b.example/y?next=http://x.example/"),
            ),
            ("http://a.example/x", "https://b.example/y", Ok("https://b.example/y")),
            (
                "https://a.example/x",
                "http://a.example/x",
                Err("a redirect from https to http://a.example/x"),
            ),
            (
                "https://a.example/x",
                "ftp://a.example/x",
                Err("a redirect to \"ftp://a.example/x\", which is not an address"),
            ),
        ] {
            let from: Uri = from.parse().expect("an address");
            let next = redirected(&from, Some(to)).map(|uri| uri.to_string());
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(next.map_err(|error| error.reason), expected);
        }
        let from: Uri = "https://a.example/".parse().expect("an address");
        assert!(redirected(&from, None).is_err());
    }

    #[test]
    fn a_certificate_that_is_not_trusted_is_not_asked_for_again() {
        use rustls::{CertificateError, Error};
        // The form in which rustls reports errors of a handshake.
        let of_tls = |error| {
            of_transport(&ureq::Error::Io(io::Error::new(io::ErrorKind::InvalidData, error)))
        };
        for why in [CertificateError::Expired, CertificateError::UnknownIssuer] {
            let error = of_tls(Error::InvalidCertificate(why.clone()));
            assert_eq!(error.reason, format!("its certificate is not trusted: {why}"));
            assert!(!error.may_pass);
        }
        assert!(of_tls(Error::HandshakeNotComplete).may_pass);
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert!(of_transport(&ureq::Error::Io(refused)).may_pass);
    }

    #[test]
    fn a_server_may_ask_for_seconds_or_until_a_date() {
        let now = DateTime::parse_from_rfc3339("2026-10-04T08:00:00Z").expect("a time").to_utc();
        for (text, seconds) in [
            ("120", Some(120)),
            ("Sun, 04 Oct 2026 08:01:00 GMT", Some(60)),
            ("Sun, 04 Oct 2026 07:00:00 GMT", Some(0)),
            ("soon", None),
        ] {
            assert_eq!(wait_of(text, now), seconds.map(Duration::from_secs), "{text}");
        }
    }
}
