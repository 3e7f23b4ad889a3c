//! The versions of the lists that receipts name (docs/evidence.md, "Receipts").

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;
use tamis_engine::model::is_version;

use crate::error::{Refused, at};

/// Ending of the names of files of receipts in a folder, and of their queries, which name no version.
const RECEIPTS: &str = ".ndjson";
const QUERIES: &str = ".queries.ndjson";

/// A version that receipts name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct NamedVersion {
    /// Fourteen digits.
    pub version: String,
    /// SHA-256 of its `manifest.json` in hexadecimal.
    pub manifest: String,
}

/// Returns the versions that receipts name. A path is a file of receipts, or a folder of which every
/// `*.ndjson` is read except `*.queries.ndjson`. The segments of the log of a server are such files.
///
/// # Errors
/// A file cannot be read; [`Refused::Option`] if a line is no receipt, or a folder has no receipts.
pub fn named_versions(paths: &[PathBuf]) -> anyhow::Result<BTreeSet<NamedVersion>> {
    let mut versions = BTreeSet::new();
    for path in paths {
        match path.is_dir() {
            true => files_in(path)?.iter().try_for_each(|file| read(file, &mut versions))?,
            false => read(path, &mut versions)?,
        }
    }
    Ok(versions)
}

/// The files of receipts directly in a folder, by name.
fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let name = path.to_string_lossy();
        if name.ends_with(RECEIPTS) && !name.ends_with(QUERIES) {
            files.push(path);
        }
    }
    files.sort_unstable();
    // A mistyped folder must not look like one whose receipts name nothing.
    if files.is_empty() {
        let folder = folder.display();
        return Err(Refused::Option(format!("{folder}: no file of receipts (*{RECEIPTS})")).into());
    }
    Ok(files)
}

/// The fields of a line that are read here.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Receipt(NamedVersion),
    /// An entry of the log of a server.
    Entry {
        receipts: Vec<NamedVersion>,
    },
    /// The signature of a log so far.
    Head {
        #[serde(rename = "signature")]
        _signature: IgnoredAny,
    },
    /// The opening of a file.
    Opening {
        #[serde(rename = "format")]
        _format: IgnoredAny,
    },
}

impl Line {
    /// The versions that a line names; `None` if it is no line of receipts.
    fn versions(line: &[u8]) -> Option<Vec<NamedVersion>> {
        let versions = match serde_json::from_slice(line).ok()? {
            Self::Receipt(version) => vec![version],
            Self::Entry { receipts } => receipts,
            Self::Head { .. } | Self::Opening { .. } => Vec::new(),
        };
        versions.iter().all(|named| is_version(&named.version)).then_some(versions)
    }
}

fn read(path: &Path, versions: &mut BTreeSet<NamedVersion>) -> anyhow::Result<()> {
    let file = BufReader::new(File::open(path).map_err(at(path))?);
    for (number, line) in (1..).zip(file.split(b'\n')) {
        let Some(named) = Line::versions(&line.map_err(at(path))?) else {
            let path = path.display();
            return Err(Refused::Option(format!("{path}: line {number} is no receipt")).into());
        };
        versions.extend(named);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_receipts_and_of_the_log_of_a_server_name_versions() {
        let receipt = r#"{"manifest":"ab","number":1,"version":"20261004080000"}"#;
        let named =
            NamedVersion { version: "20261004080000".to_owned(), manifest: "ab".to_owned() };
        for (line, expected) in [
            (receipt.to_owned(), Some(1)),
            (format!(r#"{{"number":1,"receipts":[{receipt},{receipt}]}}"#), Some(2)),
            (r#"{"number":2,"previous":"cd","signature":"ef"}"#.to_owned(), Some(0)),
            (r#"{"constants":{},"format":1,"number":0}"#.to_owned(), Some(0)),
            (receipt.replace("2026", "../2"), None),
            (r#"{"number":2}"#.to_owned(), None),
        ] {
            let expected = expected.map(|times| vec![named.clone(); times]);
            assert_eq!(Line::versions(line.as_bytes()), expected, "{line}");
        }
    }
}
