//! A bulk file, and the files of a collection.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use tamis_engine::files::open_regular;
use tamis_engine::model::{BulkForm, BulkIndex, BulkName};
use xxhash_rust::xxh3::xxh3_128;

/// The bulk files of a collection.
#[derive(Debug, Clone)]
pub(super) struct CollectionFiles {
    pub(super) index: BulkIndex,
    /// The files; the index itself is the first.
    pub(super) files: Vec<BulkFile>,
}

/// A bulk file as its build index lists it, or the build index itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkFile {
    /// Name of the file within its collection.
    pub name: BulkName,
    /// Uncompressed size in bytes.
    pub size: u64,
    /// Non-empty lines; `None` for the build index, which does not list itself.
    pub rows: Option<u64>,
    /// Checksum in hexadecimal: a SHA-256, except for the build index.
    pub checksum: String,
    pub(super) path: PathBuf,
    /// The stored forms, including [`BulkForm::Plain`].
    pub(super) forms: Vec<BulkForm>,
}

/// A bulk file opened in one of its forms. It stays readable after its version is removed.
#[derive(Debug)]
pub struct OpenedFile {
    /// The file, at its beginning.
    pub file: File,
    /// Length in bytes in this form.
    pub length: u64,
}

impl BulkFile {
    /// The entry with the size and the checksum of another text.
    #[must_use]
    pub fn of_text(&self, text: &[u8]) -> Self {
        let checksum = format!("{:032x}", xxh3_128(text));
        Self { size: text.len() as u64, checksum, ..self.clone() }
    }

    /// The stored forms, always including the uncompressed one.
    #[must_use]
    pub fn forms(&self) -> &[BulkForm] {
        &self.forms
    }

    /// Opens the file in one of its forms. Blocks.
    ///
    /// # Errors
    /// The file cannot be opened, is not a regular file, or has another length than in its index.
    pub fn open(&self, form: BulkForm) -> io::Result<OpenedFile> {
        let file = open_regular(&form.path_of(&self.path))?;
        let length = file.metadata()?.len();
        if form == BulkForm::Plain && length != self.size {
            let fault = format!("{} has {length} bytes, not {}", self.path.display(), self.size);
            return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
        }
        Ok(OpenedFile { file, length })
    }
}
