//! The bulk files of a collection (docs/api.md, "Bulk files"), which the builder writes and the server
//! serves.

use std::path::{Path, PathBuf};

use super::named_enum;
use crate::files::with_ending;

/// Folder of bulk files within that of a version, with a subfolder for each collection.
pub const BULK_FOLDER: &str = "collections";

named_enum!(
    /// A bulk file of a collection.
    BulkName {
        /// Build index: figures, and the other files with their checksums.
        Index = "index.json",
        /// A row for each record, flat.
        TargetsSimple = "targets.simple.csv",
        /// A line for each record with its listings nested.
        TargetsNested = "targets.nested.json",
        /// A line for each follow-the-money entity.
        EntitiesFtm = "entities.ftm.json",
        /// A line for each record, for entity resolution by Senzing.
        Senzing = "senzing.json",
        /// A row for each value of a property.
        Statements = "statements.csv",
        /// Every distinct name and alias, one a line.
        Names = "names.txt",
        /// A line for each record that was added, changed or removed by the build.
        Delta = "delta.json",
    }
);

impl BulkName {
    /// Returns its content type. Files of JSON lines have that of exports.
    #[must_use]
    pub fn mime_type(self) -> &'static str {
        match self {
            Self::Index => "application/json",
            Self::TargetsSimple | Self::Statements => "text/csv",
            Self::Names => "text/plain",
            Self::TargetsNested | Self::EntitiesFtm | Self::Senzing | Self::Delta => {
                "application/x-ndjson"
            }
        }
    }
}

/// A stored form of a bulk file: plain, or compressed in advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkForm {
    /// Zstandard, usually the smallest.
    Zstd,
    /// gzip, which every client can read.
    Gzip,
    /// Uncompressed.
    Plain,
}

impl BulkForm {
    /// Every form, usually the smallest first.
    pub const ALL: [Self; 3] = [Self::Zstd, Self::Gzip, Self::Plain];

    /// Returns the suffix of the names of files in this form.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
            Self::Plain => "",
        }
    }

    /// Returns the path of a file in this form, next to the uncompressed one.
    #[must_use]
    pub fn path_of(self, plain: &Path) -> PathBuf {
        with_ending(plain, self.suffix())
    }
}
