//! Log lines on the standard error stream, as text or JSON.
//!
//! A searched name is never logged. Request lines name the route, not the address. A panic is reported
//! by its location, because its message may quote a name.
//!
//! | module | what it holds |
//! |---|---|
//! | `request` | the line of a request |
//! | `settings` | settings of the log |
//! | `writer` | the thread that writes lines |

mod request;
mod settings;
mod writer;

use std::io;
use std::sync::Arc;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

pub use self::request::{RequestLine, RequestLog};
pub use self::settings::{LogFormat, read_filter};
use self::writer::LogEnd;

/// Logging of this process, active until dropped.
#[derive(Debug)]
pub struct Log {
    /// Log of requests; `None` if the filter excludes them.
    pub requests: Option<RequestLog>,
    _end: LogEnd,
}

/// Starts logging for this process.
///
/// # Errors
/// The system cannot start a thread.
pub fn start(format: LogFormat, filter: Targets) -> io::Result<Log> {
    let (lines, end) = writer::start(io::stderr())?;
    let layer = tracing_subscriber::fmt::layer().with_writer(Arc::clone(&lines));
    let layer = match format {
        LogFormat::Text => layer.with_ansi(false).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    let are_read = filter.would_enable(request::TARGET, &request::LEVEL);
    // Attached to the registry rather than the layer, so that a callsite is checked once and not at
    // every event.
    tracing_subscriber::registry().with(layer).with(filter).init();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a fault of the server was caught");
    }));
    Ok(Log { requests: are_read.then_some(RequestLog { lines, format }), _end: end })
}
