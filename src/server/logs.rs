//! Log lines on the standard error stream, as text or JSON.
//!
//! A searched name never reaches one: request lines name the route, not the address, and a
//! panic is told by its place, because its message may quote what was being worked on.

use std::io;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// One line of text.
    Text,
    /// One JSON object per line.
    Json,
}

/// Starts logging for this process. `level` is a level (`info`) or a list of targets with levels
/// (`info,tamis::request=off` for no line a request).
///
/// # Errors
/// When `level` cannot be read.
pub fn start(format: LogFormat, level: &str) -> Result<(), ParseError> {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(level)?)
        .with_writer(io::stderr);
    match format {
        LogFormat::Text => lines.with_ansi(false).init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a fault of the server was caught");
    }));
    Ok(())
}
