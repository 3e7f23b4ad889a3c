//! Contents of a folder that may be read.

use std::collections::{BTreeMap, btree_map};
use std::fs;
use std::path::{Path, PathBuf};

use super::names::{FETCH_FILE, FETCHED_AT_FILE, matches_any, plain_name};
use super::{FileNames, FolderDate, SourceFile};
use crate::error::LoadError;

/// A folder and the names of its files.
pub(super) struct Folder {
    path: PathBuf,
    /// Name relative to the folder of sources.
    pub(super) shown: String,
    /// Its date; `None` for the register's own folder.
    pub(super) date: Option<FolderDate>,
    files: Vec<String>,
}

/// Files of a folder that match some patterns.
#[derive(Default)]
pub(super) struct Found {
    /// Each file once, in the order of the names.
    pub(super) files: Vec<SourceFile>,
    /// Warnings about files that exist both plain and compressed.
    pub(super) doubled: Vec<String>,
}

impl Folder {
    pub(super) fn read(
        path: &Path,
        shown: &str,
        date: Option<FolderDate>,
    ) -> Result<Self, LoadError> {
        let files = names_in(path, shown, Path::is_file)?;
        Ok(Self { path: path.to_owned(), shown: shown.to_owned(), date, files })
    }

    /// The last part of its name.
    pub(super) fn name(&self) -> &str {
        self.shown.rsplit('/').next().unwrap_or_default()
    }

    /// Files that match one of the patterns, each once. A file that exists both plain and compressed is
    /// read plain, with a warning.
    pub(super) fn find(&self, patterns: &[String]) -> Found {
        let mut by_name: BTreeMap<&str, &String> = BTreeMap::new();
        let mut doubled = Vec::new();
        for file in self.files.iter().filter(|file| matches_any(patterns, file)) {
            // Names are sorted, so the plain one comes before its compressed copies.
            match by_name.entry(plain_name(file)) {
                btree_map::Entry::Vacant(free) => {
                    free.insert(file);
                }
                btree_map::Entry::Occupied(first) => {
                    let (shown, first) = (&self.shown, first.get());
                    doubled.push(format!("{shown} holds {first} and {file}; {first} was read"));
                }
            }
        }
        let source = |file: &String| SourceFile {
            path: self.path.join(file),
            name: format!("{}/{file}", self.shown),
        };
        Found { files: by_name.into_values().map(source).collect(), doubled }
    }

    pub(super) fn others(&self, forms: &[&FileNames]) -> Vec<&str> {
        let is_named = |file: &str| {
            forms.iter().any(|form| {
                form.is_main(file) || form.companions().any(|(_, names)| matches_any(names, file))
            })
        };
        let files = self.files.iter().map(String::as_str);
        let is_own = |file: &str| [FETCHED_AT_FILE, FETCH_FILE].contains(&file);
        files.filter(|file| !is_named(file) && !is_own(file)).collect()
    }
}

/// Names of the wanted entries of a folder, sorted.
pub(super) fn names_in(
    path: &Path,
    shown: &str,
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<String>, LoadError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| LoadError::io(shown, error))? {
        let entry = entry.map_err(|error| LoadError::io(shown, error))?;
        if is_wanted(&entry.path()) {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}
