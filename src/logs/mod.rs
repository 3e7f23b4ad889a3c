//! Log lines on the standard error stream, as text or JSON.
//!
//! A searched name never reaches one: request lines name the route, not the address, and a
//! panic is told by its place, because its message may quote what was being worked on.
//!
//! | module | what it holds |
//! |---|---|
//! | `request` | the line of a request |
//! | `settings` | what an operator chooses |
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

/// Logging of this process, until it is dropped.
#[derive(Debug)]
pub struct Log {
    /// Where requests leave their lines; `None` where the filter leaves these out.
    pub requests: Option<RequestLog>,
    _end: LogEnd,
}

/// Starts logging for this process.
///
/// # Errors
/// The system gives no thread.
pub fn start(format: LogFormat, filter: Targets) -> io::Result<Log> {
    let (lines, end) = writer::start(io::stderr())?;
    let layer = tracing_subscriber::fmt::layer().with_writer(Arc::clone(&lines));
    let layer = match format {
        LogFormat::Text => layer.with_ansi(false).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    let are_read = filter.would_enable(request::TARGET, &request::LEVEL);
    // A filter of all layers, not of the one: what it lets pass is then asked once a place, not once an event.
    tracing_subscriber::registry().with(layer).with(filter).init();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a fault of the server was caught");
    }));
    Ok(Log { requests: are_read.then_some(RequestLog { lines, format }), _end: end })
}
