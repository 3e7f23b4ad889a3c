//! The forms in which a bulk file is stored.

use std::path::{Path, PathBuf};

/// A form of a file: as it is, or compressed beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Zstandard, mostly the smallest.
    Zstd,
    /// gzip, which every client can read.
    Gzip,
    /// Uncompressed.
    Plain,
}

impl Form {
    /// Every form, the smallest first.
    pub const ALL: [Self; 3] = [Self::Zstd, Self::Gzip, Self::Plain];

    /// Where a file is in this form: beside the uncompressed one.
    #[must_use]
    pub fn path_of(self, plain: &Path) -> PathBuf {
        let mut path = plain.as_os_str().to_owned();
        path.push(match self {
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
            Self::Plain => "",
        });
        path.into()
    }
}
