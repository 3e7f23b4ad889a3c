//! The log line of a request, in the format of the other lines. It bypasses the dispatch of tracing
//! events, since request lines outnumber all others.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use tracing::Level;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

use super::settings::LogFormat;
use super::writer::LogLines;

/// Target of these lines in filters.
pub(super) const TARGET: &str = "tamis::request";
pub(super) const LEVEL: Level = Level::INFO;
const MESSAGE: &str = "request";
/// Capacity that is enough for most lines.
const LINE_BYTES: usize = 256;

/// Receives the lines of requests.
#[derive(Debug, Clone)]
pub struct RequestLog {
    pub(super) lines: Arc<LogLines>,
    pub(super) format: LogFormat,
}

/// Data of a request. The only text of the caller is the id, whose characters are restricted.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct RequestLine<'r> {
    pub method: &'static str,
    /// The router's pattern, without values.
    pub route: &'r str,
    pub status: u16,
    /// Time from the head of the request to the head of the answer.
    #[serde(rename = "duration_us", serialize_with = "as_micros")]
    pub took: Duration,
    pub id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<IpAddr>,
    /// Holder of the key of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'r str>,
    /// Trace id of its `traceparent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<&'r str>,
}

/// A line with the common fields of all lines.
#[derive(Serialize)]
struct Json<'r> {
    timestamp: &'r str,
    level: &'static str,
    message: &'static str,
    #[serde(flatten)]
    line: RequestLine<'r>,
    target: &'static str,
}

impl RequestLog {
    /// Logs a request that ends now.
    pub fn write(&self, line: RequestLine<'_>) {
        let mut text = String::with_capacity(LINE_BYTES);
        // Writing to a text never fails.
        let _ = SystemTime.format_time(&mut Writer::new(&mut text));
        match self.format {
            LogFormat::Text => line.append_to(&mut text),
            LogFormat::Json => text = line.json(&text),
        }
        text.push('\n');
        let _ = (&*self.lines).write_all(text.as_bytes());
    }
}

impl RequestLine<'_> {
    /// Appends the line after its timestamp.
    fn append_to(&self, text: &mut String) {
        let Self { method, route, status, id, .. } = self;
        let micros = self.took.as_micros();
        let _ = write!(
            text,
            "  {LEVEL} {TARGET}: {MESSAGE} method=\"{method}\" route=\"{route}\" status={status} \
             duration_us={micros} id=\"{id}\""
        );
        if let Some(client) = self.client {
            let _ = write!(text, " client={client}");
        }
        if let Some(key) = self.key {
            let _ = write!(text, " key={key:?}");
        }
        if let Some(trace) = self.trace {
            let _ = write!(text, " trace=\"{trace}\"");
        }
    }

    fn json(self, timestamp: &str) -> String {
        let (level, message) = (LEVEL.as_str(), MESSAGE);
        let line = Json { timestamp, level, message, line: self, target: TARGET };
        serde_json::to_string(&line).unwrap_or_default()
    }
}

fn as_micros<S: Serializer>(took: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(took.as_micros() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: RequestLine<'_> = RequestLine {
        method: "POST",
        route: "/api/match/{collection}",
        status: 200,
        took: Duration::from_micros(141),
        id: "pay/17",
        client: None,
        key: None,
        trace: None,
    };

    #[test]
    fn a_line_looks_like_other_lines() {
        let known = RequestLine {
            client: Some(IpAddr::from([192, 0, 2, 7])),
            key: Some("a \"payment\" filter"),
            trace: Some("0af7651916cd43dd8448eb211c80319c"),
            ..LINE
        };
        let mut text = String::from("2026-11-25T10:33:18.833764Z");
        known.append_to(&mut text);
        assert_eq!(
            text,
            "2026-11-25T10:33:18.833764Z  INFO tamis::request: request method=\"POST\" \
             route=\"/api/match/{collection}\" status=200 duration_us=141 id=\"pay/17\" \
             client=192.0.2.7 key=\"a \\\"payment\\\" filter\" \
             trace=\"0af7651916cd43dd8448eb211c80319c\""
        );
        assert_eq!(
            LINE.json("2026-11-25T10:33:18.833764Z"),
            r#"{"timestamp":"2026-11-25T10:33:18.833764Z","level":"INFO","message":"request","method":"POST","route":"/api/match/{collection}","status":200,"duration_us":141,"id":"pay/17","target":"tamis::request"}"#
        );
    }
}
