//! The bulk files of a version (docs/api.md, "Bulk files"): listed by the build index of each
//! collection, and opened in one of their forms.
//!
//! The indexes are read once, when the version is opened. Bulk files are optional. A damaged index
//! removes the files of its collection, not the version.
//!
//! | module | what it holds |
//! |---|---|
//! | `file` | a bulk file, opened in one of its forms |
//! | `index` | reading a build index, and checking its entries |

mod file;
mod index;

use std::path::Path;

use self::file::CollectionFiles;
pub use self::file::{BulkFile, OpenedFile};
pub use self::index::IndexError;
use tamis_engine::model::{BULK_FOLDER, BulkIndex, BulkName, Collection};

/// The bulk files of a version; none by default.
#[derive(Debug, Clone, Default)]
pub struct BulkFiles {
    /// The files of each collection, in the order of [`Collection::ALL`]; empty if there are none at
    /// all.
    collections: Vec<Option<CollectionFiles>>,
}

impl BulkFiles {
    /// Reads the files of the version in this folder. Damaged collections are left out and logged.
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

    /// The files of a collection, its build index first; empty without a valid index.
    #[must_use]
    pub fn of(&self, collection: Collection) -> &[BulkFile] {
        self.collection(collection).map_or(&[], |own| own.files.as_slice())
    }

    /// The build index of a collection; `None` without a valid one.
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
