//! Description of a registry and of the format of its data files (docs/api.md, "Reference registries").

use super::{Clearance, RegistryKind};
use tamis_engine::model::CountryCode;

/// One registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Full name, as used in requests.
    pub name: String,
    /// Lower-case letters, digits and underscores; the key of a registry.
    pub slug: String,
    pub publisher: String,
    /// Jurisdiction of the records, unless a column gives it; `None` for an international registry.
    pub jurisdiction: Option<CountryCode>,
    /// Official address of the data.
    pub source_url: String,
    /// Address of the licence text.
    pub licence_url: Option<String>,
    /// Clearance under the licence.
    pub clearance: Clearance,
    /// Its data files.
    pub data: Vec<Data>,
}

/// Data files with the same format, read once for all kinds of records in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// Names relative to the folder of the description. The last component may hold one `*`, which
    /// matches any characters.
    pub files: Vec<String>,
    /// Name of the members to read in zip archives, with at most one `*`. `None` if an archive holds a
    /// single file.
    pub member: Option<String>,
    /// Format of the files.
    pub form: Form,
    /// Names of the columns, keys or elements to read; [`KindRule`] refers to them by index.
    pub fields: Vec<String>,
    /// The kinds counted in the files; at least one.
    pub kinds: Vec<KindRule>,
}

/// Format of data files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// Delimited rows.
    Delimited(Delimited),
    /// One JSON object per line.
    JsonLines,
    /// One JSON text that holds an array of records, or an object whose values are the records.
    Json {
        /// Path of keys to the records; empty if they are the whole text.
        records: Vec<String>,
    },
    Xml {
        /// Local name of the record's element.
        record: String,
    },
}

/// Format of delimited rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimited {
    /// Delimiter of cells.
    pub delimiter: u8,
    /// Line of the column names, from 1; 0 if there is none.
    pub header_row: u32,
    /// True if cells may be quoted.
    pub quotes: bool,
    /// Prefixes of rows that are not records, compared with the first cell.
    pub skip: Vec<String>,
}

/// Rule for counting one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindRule {
    pub kind: RegistryKind,
    /// Field with the jurisdiction of a record; `None` if all have the registry's.
    pub jurisdiction: Option<usize>,
    /// Field whose distinct values are counted; records without a value do not count.
    pub distinct: Option<usize>,
    /// A field and its accepted values; other records do not count. `None` if every record counts.
    pub only: Option<(usize, Vec<String>)>,
}

impl Description {
    /// The distinct kinds of its records, in the order of the API description.
    pub fn kinds(&self) -> impl Iterator<Item = RegistryKind> {
        RegistryKind::ALL
            .iter()
            .copied()
            .filter(|kind| self.data.iter().any(|data| data.has(*kind)))
    }
}

impl Data {
    /// True if records of this kind are counted in these files.
    #[must_use]
    pub fn has(&self, kind: RegistryKind) -> bool {
        self.kinds.iter().any(|rule| rule.kind == kind)
    }
}
