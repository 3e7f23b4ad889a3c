//! The facts of a registry and how its data files are read (docs/api.md, "Reference registries").

use super::{Clearance, RegistryKind};
use tamis_engine::model::CountryCode;

/// One registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Full name, by which requests ask for it.
    pub name: String,
    /// Lower-case letters, digits and underscores; the key of a registry.
    pub slug: String,
    /// Who publishes it.
    pub publisher: String,
    /// Where its records are registered, unless a column says so; `None` where it is
    /// international.
    pub jurisdiction: Option<CountryCode>,
    /// Official address of the data.
    pub source_url: String,
    /// Address of the licence text.
    pub licence_url: Option<String>,
    /// What the licence allows.
    pub clearance: Clearance,
    /// Its data files.
    pub data: Vec<Data>,
}

/// Data files that are read in the same way, once for all kinds of records in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// Names relative to the folder of the description; in the last part one `*` stands for any
    /// run of characters.
    pub files: Vec<String>,
    /// Which members of zip archives are read, with one `*` at most; `None` where an archive
    /// holds a single file.
    pub member: Option<String>,
    /// How the files are written.
    pub form: Form,
    /// Columns, keys or elements of which the values matter; [`KindRule`] names them by place.
    pub fields: Vec<String>,
    /// What is counted in them; at least one.
    pub kinds: Vec<KindRule>,
}

/// How data files are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// Rows of cells.
    Delimited(Delimited),
    /// One JSON object per line.
    JsonLines,
    /// One JSON text that holds an array of records, or an object whose values are the records.
    Json {
        /// Keys that lead to them; none where they are the whole text.
        records: Vec<String>,
    },
    Xml {
        /// Local name of the element that is a record.
        record: String,
    },
}

/// How rows of cells are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimited {
    /// What stands between two cells.
    pub delimiter: u8,
    /// The line with the names of the columns, from 1; 0 where there is none.
    pub header_row: u32,
    /// Whether cells may stand in quotation marks.
    pub quotes: bool,
    /// Rows whose first cell begins with one of these are not records.
    pub skip: Vec<String>,
}

/// What is counted under one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindRule {
    pub kind: RegistryKind,
    /// The field that holds the jurisdiction of a record; `None` where all have the registry's.
    pub jurisdiction: Option<usize>,
    /// The field of which each value counts once; records without a value do not count.
    pub distinct: Option<usize>,
    /// A field, and the values with which a record counts; `None` where every record does.
    pub only: Option<(usize, Vec<String>)>,
}

impl Description {
    /// The kinds of its records, each once, in the order of the API description.
    pub fn kinds(&self) -> impl Iterator<Item = RegistryKind> {
        RegistryKind::ALL
            .iter()
            .copied()
            .filter(|kind| self.data.iter().any(|data| data.has(*kind)))
    }
}

impl Data {
    /// Whether records of this kind are counted in these files.
    #[must_use]
    pub fn has(&self, kind: RegistryKind) -> bool {
        self.kinds.iter().any(|rule| rule.kind == kind)
    }
}
