//! Log lines on the standard error stream, as text or JSON.
//!
//! A searched name never reaches one: request lines name the route, not the address, and a
//! panic is told by its place, because its message may quote what was being worked on.

use std::io;

use clap::ValueEnum;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use super::log_writer::{self, LogEnd};
use tamis_ingest::nearest::nearest;

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One line of text.
    Text,
    /// One JSON object per line.
    Json,
}

/// The levels, from the one that says nothing to the one that says all.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
/// From here on a word is taken for a level written wrong.
const LIKE: f64 = 0.7;

/// Reads what to log: a level (`info`), or a list with levels of targets (`info,tamis::request=off`
/// for no line a request).
///
/// # Errors
/// What cannot be read of it, and what was probably meant. A word that is no level would else be
/// taken for a target, of which all is logged, and nothing of the server.
pub fn read_filter(text: &str) -> Result<Targets, String> {
    for directive in text.split(',') {
        let level = directive.rsplit_once('=').map_or(directive, |(_, level)| level).trim();
        if !LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level)) {
            let meant = nearest(&level.to_lowercase(), LEVELS, LIKE)
                .map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
            let levels = LEVELS.join(", ");
            return Err(format!("{level:?} is no level; levels are {levels}{meant}"));
        }
    }
    text.parse().map_err(|error| format!("{error}"))
}

/// Starts logging for this process, until what is returned is dropped.
///
/// # Errors
/// The system gives no thread.
pub fn start(format: LogFormat, filter: Targets) -> io::Result<LogEnd> {
    let (writer, end) = log_writer::start(io::stderr())?;
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    // A filter of all layers, not of the one: what it lets pass is then asked once a place, not once an event.
    tracing_subscriber::registry().with(lines).with(filter).init();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a fault of the server was caught");
    }));
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_levels_are_taken_for_levels() {
        for text in ["info", "WARN", "off", "info,tamis::request=off", "warn, tamis=debug"] {
            assert!(read_filter(text).is_ok(), "{text}");
        }
        for (text, said) in [
            ("verbose", "\"verbose\" is no level"),
            ("wran", "did you mean warn?"),
            ("info,tamis=dbug", "did you mean debug?"),
            ("tamis", "\"tamis\" is no level"),
            ("", "\"\" is no level"),
        ] {
            let error = read_filter(text).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
