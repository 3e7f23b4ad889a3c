//! The names of a register's files.

use std::collections::BTreeMap;

/// Name of the file with the fetch time of the files next to it: one time in ISO 8601 (docs/formats.md,
/// "Folders").
pub const FETCHED_AT_FILE: &str = "fetched_at";

/// Name of the file in which `fetch` stores its state: addresses, checksums, validators.
pub const FETCH_FILE: &str = "fetch.json";

/// Names of a register's files in one form, without `.gz` or `.zst`; one `*` stands for any run of
/// characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileNames {
    /// The files with the whole list.
    pub main: Vec<String>,
    /// Files that add to the whole list of the same or an older folder; usually none.
    pub increments: Vec<String>,
    /// Companions, by role, that a complete folder must have.
    pub required: BTreeMap<String, Vec<String>>,
    /// Companions, by role, that are read if they exist.
    pub optional: BTreeMap<String, Vec<String>>,
}

impl FileNames {
    /// A single main file.
    #[must_use]
    pub fn of(main: &str) -> Self {
        Self { main: vec![main.to_owned()], ..Self::default() }
    }

    /// Companions by role, required and optional.
    pub(super) fn companions(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.required.iter().chain(&self.optional)
    }

    /// True if the file can begin the list: it is a main file or an increment.
    #[must_use]
    pub fn is_main(&self, file: &str) -> bool {
        matches_any(&self.main, file) || matches_any(&self.increments, file)
    }

    /// Names of the required files, for messages: main files, or the increments.
    #[must_use]
    pub fn shown(&self) -> String {
        let main = self.main.iter().chain(&self.increments);
        main.map(String::as_str).collect::<Vec<_>>().join(" or ")
    }
}

/// True if one of the patterns matches the file, compressed or not.
pub(super) fn matches_any(patterns: &[String], file: &str) -> bool {
    patterns.iter().any(|pattern| matches_pattern(pattern, plain_name(file)))
}

/// Name of a file without the suffix of its compression.
pub(super) fn plain_name(file: &str) -> &str {
    file.strip_suffix(".gz").or_else(|| file.strip_suffix(".zst")).unwrap_or(file)
}

fn matches_pattern(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}
