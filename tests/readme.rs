//! What the README promises: its table of limits is that of the code, and its commands exist.

use std::fs;
use std::path::Path;

/// Name and value, as written, of every constant in a file of limits.
fn limits(path: &str) -> Vec<(String, String)> {
    let text = read(path);
    let constants = text.lines().filter_map(|line| line.strip_prefix("pub const "));
    constants
        .map(|constant| {
            let (name, rest) = constant.split_once(':').expect("a type");
            let (_, value) = rest.split_once('=').expect("a value");
            (name.to_owned(), value.trim().trim_end_matches(';').replace('_', ""))
        })
        .collect()
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_limit_stands_in_the_table_with_its_value() {
    let readme = read("README.md");
    let limits = [limits("src/limits.rs"), limits("snapshot-builder/src/limits.rs")].concat();
    assert!(limits.len() > 30, "{limits:?}");
    for (name, value) in &limits {
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("no row for {name}"));
        let shown = row.split('|').nth(2).expect("a cell").trim();
        if value.parse::<f64>().is_ok() {
            assert_eq!(shown, value, "{name}");
        }
        assert!(shown.starts_with(|c: char| c.is_ascii_digit()), "{name} has a value: {shown}");
    }
    let rows = readme.lines().filter(|line| line.starts_with("| `") && line.contains("_"));
    let known =
        |row: &str| limits.iter().any(|(name, _)| row.starts_with(&format!("| `{name}` |")));
    for row in rows.filter(|row| row[3..].starts_with(|c: char| c.is_ascii_uppercase())) {
        assert!(known(row), "the code has no such limit: {row}");
    }
}

#[test]
fn the_test_command_is_the_one_that_is_checked() {
    let command = "cargo test --workspace --locked";
    assert!(read("README.md").contains(command) && read(".ci/run").contains(command));
    assert!(read("README.md").contains("./quickstart.sh"));
}
