//! Reads the build index of a collection.

use std::fs;
use std::io;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use super::file::{BulkFile, CollectionFiles};
use crate::limits;
use tamis_engine::files::{json_fault, read_short};
use tamis_engine::model::{BulkForm, BulkIndex, BulkName, BulkResource, Collection};

/// Reason why a collection has no bulk files.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("it is damaged: {}", json_fault(.0))]
    Damaged(#[from] serde_json::Error),
    #[error("it is of another version, or of another collection")]
    Misplaced,
}

/// Reads the index of the collection in this folder and lists its files, the index first. `None`
/// without a folder: the version was built without bulk files.
///
/// # Errors
/// [`IndexError`].
pub(super) fn read(
    folder: &Path,
    collection: Collection,
    version: &str,
) -> Result<Option<CollectionFiles>, IndexError> {
    if !folder.exists() {
        return Ok(None);
    }
    let path = folder.join(BulkName::Index.as_str());
    let text = read_short(&path, limits::BULK_INDEX_BYTES_MAX)?;
    let index: BulkIndex = serde_json::from_slice(&text)?;
    if (index.name.as_str(), index.version.as_str()) != (collection.as_str(), version) {
        return Err(IndexError::Misplaced);
    }
    let own = BulkFile {
        name: BulkName::Index,
        size: text.len() as u64,
        rows: None,
        checksum: format!("{:032x}", xxh3_128(&text)),
        forms: forms_of(&path),
        path,
    };
    let listed = index.resources.iter().filter_map(|resource| file_in(folder, resource));
    let files = [own].into_iter().chain(listed).collect();
    Ok(Some(CollectionFiles { index, files }))
}

/// The file, if it is a known one and as long as the index says.
fn file_in(folder: &Path, resource: &BulkResource) -> Option<BulkFile> {
    let BulkResource { name, size, rows, checksum, .. } = resource;
    // An index that lists itself could not hold its own checksum.
    let name = BulkName::from_name(name).filter(|name| *name != BulkName::Index)?;
    let path = folder.join(name.as_str());
    let found = fs::metadata(&path).ok().filter(fs::Metadata::is_file).map(|file| file.len());
    let is_checksum = |text: &str| text.len() == 64 && text.bytes().all(is_lower_hex);
    if found != Some(*size) || !is_checksum(checksum) {
        let file = path.display();
        tracing::error!(%file, size, found, "a bulk file is not as its index says");
        return None;
    }
    let (size, rows, checksum) = (*size, Some(*rows), checksum.clone());
    Some(BulkFile { name, size, rows, checksum, forms: forms_of(&path), path })
}

fn is_lower_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

fn forms_of(path: &Path) -> Vec<BulkForm> {
    BulkForm::ALL.into_iter().filter(|form| form.path_of(path).is_file()).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const VERSION: &str = "20261004080000";

    /// The folder of a collection with this index, and `names.txt` with five bytes.
    fn folder(index: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("index.json"), index).expect("written");
        fs::write(folder.path().join("names.txt"), "A\nB C").expect("written");
        fs::write(folder.path().join("names.txt.gz"), "packed").expect("written");
        folder
    }

    fn index(name: &str, version: &str, resource: &str) -> String {
        format!(
            r#"{{"name":"{name}","title":"T","version":"{version}","more":1,
               "updated_at":"2026-10-04T08:00:00+00:00","last_change":null,"entity_count":2,
               "target_count":1,"resources":[{resource}]}}"#
        )
    }

    fn resource(name: &str, size: u64, checksum: &str) -> String {
        format!(
            r#"{{"name":"{name}","size":{size},"rows":2,"checksum":"{checksum}","path":"x",
               "mime_type":"text/plain"}}"#
        )
    }

    fn names_in(folder: &Path) -> Vec<BulkName> {
        let read = read(folder, Collection::Peps, VERSION).expect("a sound index");
        let files = read.map(|read| read.files).unwrap_or_default();
        files.iter().map(|file| file.name).collect()
    }

    #[test]
    fn listed_files_are_read_with_their_forms() {
        let checksum = "0a".repeat(32);
        let folder = folder(&index("peps", VERSION, &resource("names.txt", 5, &checksum)));
        let read = read(folder.path(), Collection::Peps, VERSION).expect("a sound index");
        let files = read.expect("bulk files").files;
        let [own, names] = files.as_slice() else { panic!("{files:?}") };
        assert_eq!(
            (own.name, own.rows, own.forms()),
            (BulkName::Index, None, &[BulkForm::Plain][..])
        );
        assert_eq!((names.name, names.size, names.rows), (BulkName::Names, 5, Some(2)));
        assert_eq!(
            (names.forms(), &names.checksum),
            (&[BulkForm::Gzip, BulkForm::Plain][..], &checksum)
        );
        assert_eq!(names.open(BulkForm::Gzip).expect("it opens").length, 6);
        fs::write(folder.path().join("names.txt"), "A").expect("written");
        let error = names.open(BulkForm::Plain).expect_err("it was cut").to_string();
        assert!(error.ends_with("names.txt has 1 bytes, not 5"), "{error}");
    }

    #[test]
    fn a_file_that_is_not_as_listed_is_left_out() {
        let checksum = "0a".repeat(32);
        for resource in [
            resource("names.txt", 4, &checksum),
            resource("names.txt", 5, "0A"),
            resource("senzing.json", 5, &checksum),
            resource("other.txt", 5, &checksum),
            resource("index.json", 5, &checksum),
            resource("../names.txt", 5, &checksum),
        ] {
            let folder = folder(&index("peps", VERSION, &resource));
            assert_eq!(names_in(folder.path()), [BulkName::Index], "{resource}");
        }
    }

    #[test]
    fn an_index_that_is_damaged_or_of_something_else_is_an_error() {
        for (text, expected) in [
            (String::new(), "it is damaged"),
            ("{}".to_owned(), "it is damaged: line 1, column 2: not of the expected shape"),
            (index("peps", VERSION, "7"), "it is damaged"),
            (index("crime", VERSION, ""), "it is of another version"),
            (index("peps", "20250101000000", ""), "it is of another version"),
            (
                " ".repeat(limits::BULK_INDEX_BYTES_MAX as usize + 1),
                "it cannot be read: it is longer than 1048576 bytes",
            ),
        ] {
            let folder = folder(&text);
            let error = read(folder.path(), Collection::Peps, VERSION).expect_err(expected);
            assert!(error.to_string().starts_with(expected), "{error}");
        }
        let folder = folder("");
        fs::remove_file(folder.path().join("index.json")).expect("removed");
        assert!(matches!(read(folder.path(), Collection::Peps, VERSION), Err(IndexError::Io(_))));
    }

    #[test]
    fn files_that_are_not_regular_are_left_out() {
        let checksum = "0a".repeat(32);
        let names = resource("names.txt", 0, &checksum);
        let folder = folder(&index("peps", VERSION, &names));
        let (index, names) = (folder.path().join("index.json"), folder.path().join("names.txt"));
        fs::remove_file(&names).expect("it was there");
        make_pipe(&names);
        assert_eq!(names_in(folder.path()), [BulkName::Index]);
        fs::remove_file(&names).expect("it was there");
        fs::write(&names, "").expect("written");
        fs::remove_file(folder.path().join("names.txt.gz")).expect("it was there");
        make_pipe(&folder.path().join("names.txt.gz"));
        let read = || read(folder.path(), Collection::Peps, VERSION);
        let files = read().expect("a sound index").expect("bulk files").files;
        assert_eq!(files[1].forms(), [BulkForm::Plain]);
        // The name becomes a folder.
        fs::remove_file(&names).expect("it was there");
        make_pipe(&names);
        files[1].open(BulkForm::Plain).expect_err("a pipe");

        fs::remove_file(&index).expect("it was there");
        make_pipe(&index);
        assert!(matches!(read(), Err(IndexError::Io(_))));
    }

    fn make_pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().expect("it runs").success());
    }

    #[test]
    fn an_index_of_the_longest_length_is_read_and_no_folder_is_no_files() {
        let mut text = index("peps", VERSION, "");
        text.push_str(&" ".repeat(limits::BULK_INDEX_BYTES_MAX as usize - text.len()));
        let folder = folder(&text);
        assert_eq!(names_in(folder.path()), [BulkName::Index]);
        assert_eq!(names_in(&folder.path().join("none")), []);
    }
}
