//! Settings of the log.

use clap::ValueEnum;
use tracing_subscriber::filter::Targets;

use tamis_ingest::nearest::nearest;

/// Format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One line of text.
    Text,
    /// One JSON object per line.
    Json,
}

/// The levels, from silent to most verbose.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
/// Similarity from which a word counts as a misspelt level.
const LIKE: f64 = 0.7;

/// Reads a log filter: a level (`info`), or a list with levels of targets (`info,tamis::request=off`
/// for no request lines).
///
/// # Errors
/// The unreadable part, with a suggestion. A misspelt level would otherwise count as a target:
/// everything of that target would be logged, and nothing of the server.
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
