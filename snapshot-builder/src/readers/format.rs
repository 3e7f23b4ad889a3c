//! Source formats, and the input of their readers.

use std::collections::BTreeMap;
use std::fmt;

use super::collector::Collector;
use super::own::ColumnMap;
use crate::error::LoadError;
use crate::sources::SourceFile;

/// Reads all records of the files into the collector.
pub type ReadFn = fn(&Input<'_>, &mut Collector<'_>) -> Result<(), LoadError>;

/// Input of a reader.
pub struct Input<'a> {
    /// Main file or files; at least one.
    pub main: &'a [SourceFile],
    /// Companion files by role.
    pub companions: &'a BTreeMap<String, Vec<SourceFile>>,
    /// The `[csv]` and `[columns]` tables of the description.
    pub columns: &'a ColumnMap,
    /// Address of one entry, with the placeholder `{ref}` for its reference.
    pub record_url: Option<&'a str>,
}

impl Input<'_> {
    /// Files of a role; empty if there are none.
    pub(super) fn companions(&self, role: &str) -> &[SourceFile] {
        self.companions.get(role).map_or(&[], Vec::as_slice)
    }

    /// Address of the publisher's page about an entry.
    pub(super) fn url_of(&self, reference: &str) -> Option<String> {
        self.record_url.map(|template| template.replace("{ref}", reference))
    }
}

/// A source format.
pub struct Format {
    /// Name in descriptions.
    pub name: &'static str,
    /// Name for people, as the API shows it.
    pub label: &'static str,
    /// Name of the main file, unless the description gives one.
    pub default_main: Option<&'static str>,
    /// Roles that companions may have.
    pub roles: &'static [&'static str],
    /// True if a `[columns]` table is required; otherwise it is an error.
    pub takes_columns: bool,
    pub read: ReadFn,
}

impl Format {
    /// A format without companions, whose main file is named by the description.
    pub(super) const fn new(name: &'static str, label: &'static str, read: ReadFn) -> Self {
        Self { name, label, default_main: None, roles: &[], takes_columns: false, read }
    }

    /// Adds a default name of the main file.
    pub(super) const fn with_main(self, name: &'static str) -> Self {
        Self { default_main: Some(name), ..self }
    }

    /// Adds roles of companions.
    pub(super) const fn with_roles(self, roles: &'static [&'static str]) -> Self {
        Self { roles, ..self }
    }

    /// Requires a table of columns.
    pub(super) const fn with_columns(self) -> Self {
        Self { takes_columns: true, ..self }
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
