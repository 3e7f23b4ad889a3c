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
            (name.to_owned(), value.trim().trim_end_matches(';').to_owned())
        })
        .collect()
}

/// A value of the code as the table shows it: numbers as they are, sizes and times with their unit.
fn in_words(value: &str) -> String {
    let argument = |start: &str| value.strip_prefix(start)?.strip_suffix(')');
    if let Some(seconds) = argument("Duration::from_secs(") {
        let hours = seconds.strip_suffix(" * 60 * 60").map(|hours| format!("{hours} h"));
        return hours.unwrap_or_else(|| format!("{seconds} s"));
    }
    if let Some(milliseconds) = argument("Duration::from_millis(") {
        return format!("{milliseconds} ms");
    }
    match value.split_once(" << ") {
        Some((number, "10")) => format!("{number} KiB"),
        Some((number, "20")) => format!("{number} MiB"),
        Some((number, "30")) => format!("{number} GiB"),
        Some((number, bits)) => {
            let [number, bits] = [number, bits].map(|text| text.parse::<u32>().expect("a number"));
            (number << bits).to_string()
        }
        None => value.replace('_', ""),
    }
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_limit_stands_in_the_table_with_its_value() {
    let readme = read("README.md");
    let files = ["src/limits.rs", "engine/src/limits.rs", "snapshot-builder/src/limits.rs"];
    let limits = files.map(limits).concat();
    assert!(limits.len() > 30, "{limits:?}");
    for (name, value) in &limits {
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("no row for {name}"));
        let shown = row.split('|').nth(2).expect("a cell").trim();
        let expected = in_words(value);
        let says_more = shown.strip_prefix(&expected).is_some_and(|more| more.starts_with(' '));
        assert!(shown == expected || says_more, "{name} is {expected}, not {shown}");
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
