//! Checks that a downloaded file can be the requested list: error pages and logins also come with
//! status 200.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes at the start of a file that are examined.
const START_BYTES: u64 = 1_024;

/// Reason for which a file cannot have the content that its name implies; `None` if none is found.
pub(super) fn wrong_content(path: &Path, name: &str) -> io::Result<Option<String>> {
    let mut start = Vec::new();
    File::open(path)?.take(START_BYTES).read_to_end(&mut start)?;
    Ok(wrong_start(&start, name))
}

fn wrong_start(start: &[u8], name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let lower = text.to_ascii_lowercase();
    if text.is_empty() {
        return Some("the file is empty".to_owned());
    }
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Some(
            "a page in HTML came in place of the list: an error page or a login".to_owned(),
        );
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let (is_so, what) = match extension.as_deref() {
        Some("xml") => (text.starts_with('<'), "XML"),
        Some("json" | "jsonl") => (text.starts_with(['{', '[']), "JSON"),
        Some("csv" | "txt") => (!text.starts_with(['<', '{']), "a table"),
        _ => (true, ""),
    };
    (!is_so).then(|| {
        let shown: String = text.chars().take(40).collect();
        format!("the file should be {what}, and begins with {shown:?}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_other_formats_are_told_from_lists() {
        for (name, start, is_wrong) in [
            ("a.xml", "<?xml version=\"1.0\"?><list/>", false),
            ("a.xml", "\u{feff}<WHOLE>", false),
            ("a.xml", "<!DOCTYPE html><html>", true),
            ("a.xml", "  <HTML lang=en>", true),
            ("a.xml", "id,name", true),
            ("a.csv", "id,name\n", false),
            ("a.csv", "<html><head>", true),
            ("a.csv", "<?xml version=\"1.0\"?><error/>", true),
            ("a.json", "[{\"a\": 1}]", false),
            ("a.json", "error", true),
            ("a.txt", "\"Name\"\t\"City\"", false),
            ("a.csv", "", true),
            ("a.bin", "anything", false),
        ] {
            assert_eq!(wrong_start(start.as_bytes(), name).is_some(), is_wrong, "{name}: {start}");
        }
    }
}
