//! Documentation, compared with the project: the interface document, the documents in `docs/`, their
//! citations and examples, and the README. Also the table of the tests that hold the API description, the
//! layers in the code maps, the reasons of ignored tests, and the files for packages.

mod api_coverage;
mod circles;
mod citations;
mod deploy;
mod examples;
mod ignored;
mod interface_document;
mod layers;
mod limits;
mod readme;
mod references;
#[path = "../support/mod.rs"]
mod support;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// Root folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file of the repository.
fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns all files below a folder, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}
