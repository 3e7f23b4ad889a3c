//! The README's commands exist, and it stays short.

use super::read;

/// A user reads the README in the first ten minutes; everything else has a document of its own.
const LINES_MAX: usize = 200;

#[test]
fn the_test_command_is_the_one_that_is_checked() {
    let command = "cargo test --locked";
    assert!(read("README.md").contains(command) && read(".ci/run").contains(command));
    assert!(read("README.md").contains("./quickstart.sh"));
}

#[test]
fn the_readme_is_short_and_names_every_document() {
    let readme = read("README.md");
    assert!(readme.lines().count() < LINES_MAX, "{} lines", readme.lines().count());
    for document in ["api", "design", "formats", "limits", "registers"] {
        assert!(readme.contains(&format!("](docs/{document}.md)")), "{document}.md is not named");
    }
}
