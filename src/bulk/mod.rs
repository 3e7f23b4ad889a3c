//! The bulk files of a version (docs/api.md, "Bulk files"): which there are, by the build index of
//! each collection, and opening one of them in one of its forms.
//!
//! The indexes are read once, when the version is opened. A version without bulk files is as good
//! as one with them, and a damaged index costs the files of its collection, not the version.
//!
//! | module | what it holds |
//! |---|---|
//! | `index` | reading a build index, and checking what it lists |

mod index;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

pub use self::index::IndexError;
use tamis_engine::model::{BULK_FOLDER, BulkForm, BulkIndex, BulkName, Collection};
use xxhash_rust::xxh3::xxh3_128;

/// The bulk files of a version; none by default.
#[derive(Debug, Clone, Default)]
pub struct BulkFiles {
    /// Those of each collection, in the order of [`Collection::ALL`]; empty for none at all.
    collections: Vec<Option<CollectionFiles>>,
}

/// The bulk files of a collection.
#[derive(Debug, Clone)]
struct CollectionFiles {
    index: BulkIndex,
    /// The index itself the first.
    files: Vec<BulkFile>,
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
    path: PathBuf,
    /// The forms in which it is stored, [`BulkForm::Plain`] among them.
    forms: Vec<BulkForm>,
}

/// A bulk file that is open in one of its forms. It stays readable when its version is removed.
#[derive(Debug)]
pub struct OpenedFile {
    /// The file, at its beginning.
    pub file: File,
    /// Bytes of it in this form.
    pub length: u64,
}

impl BulkFiles {
    /// The files of the version in this folder. What is damaged is left out and logged.
    #[must_use]
    pub fn read(folder: &Path, version: &str) -> Self {
        let of_collection = |collection: &Collection| {
            let folder = folder.join(BULK_FOLDER).join(collection.as_str());
            let read = index::read(&folder, *collection, version);
            read.unwrap_or_else(|error| {
                let index = folder.join(BulkName::Index.as_str());
                tracing::error!(index = %index.display(), %error, "no bulk files of a collection");
                None
            })
        };
        Self { collections: Collection::ALL.iter().map(of_collection).collect() }
    }

    /// The files of a collection, its build index the first; none where there is no sound index.
    #[must_use]
    pub fn of(&self, collection: Collection) -> &[BulkFile] {
        self.collection(collection).map_or(&[], |own| own.files.as_slice())
    }

    /// The build index of a collection; none where there is no sound one.
    #[must_use]
    pub fn index(&self, collection: Collection) -> Option<&BulkIndex> {
        self.collection(collection).map(|own| &own.index)
    }

    fn collection(&self, collection: Collection) -> Option<&CollectionFiles> {
        self.collections.get(collection as usize)?.as_ref()
    }

    #[must_use]
    pub fn find(&self, collection: Collection, name: BulkName) -> Option<&BulkFile> {
        self.of(collection).iter().find(|file| file.name == name)
    }
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
    /// When the file cannot be opened, or has another length than its index says.
    pub fn open(&self, form: BulkForm) -> io::Result<OpenedFile> {
        let file = File::open(form.path_of(&self.path))?;
        let length = file.metadata()?.len();
        if form == BulkForm::Plain && length != self.size {
            let fault = format!("{} has {length} bytes, not {}", self.path.display(), self.size);
            return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
        }
        Ok(OpenedFile { file, length })
    }
}
