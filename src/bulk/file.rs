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
    /// The index itself the first.
    pub(super) files: Vec<BulkFile>,
}

/// A bulk file as its build index lists it, or the build index itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkFile {
    /// Which of the files of a collection.
    pub name: BulkName,
    /// Bytes, uncompressed.
    pub size: u64,
    /// Lines that hold something; `None` for the build index, which does not list itself.
    pub rows: Option<u64>,
    /// A checksum in hexadecimal: SHA-256, for the build index another one.
    pub checksum: String,
    pub(super) path: PathBuf,
    /// The forms in which it is stored, [`BulkForm::Plain`] among them.
    pub(super) forms: Vec<BulkForm>,
}

/// A bulk file that is open in one of its forms. It stays readable when its version is removed.
#[derive(Debug)]
pub struct OpenedFile {
    /// The file, at its beginning.
    pub file: File,
    /// Bytes of it in this form.
    pub length: u64,
}

impl BulkFile {
    /// The file as if this were its text.
    #[must_use]
    pub fn of_text(&self, text: &[u8]) -> Self {
        let checksum = format!("{:032x}", xxh3_128(text));
        Self { size: text.len() as u64, checksum, ..self.clone() }
    }

    /// The forms in which it is stored, the uncompressed one always among them.
    #[must_use]
    pub fn forms(&self) -> &[BulkForm] {
        &self.forms
    }

    /// Opens it in one of its forms. Blocks.
    ///
    /// # Errors
    /// When the file cannot be opened, is no regular file, or has another length than its index says.
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
