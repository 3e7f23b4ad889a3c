//! Every ignored test states what it needs.

use super::{files_below, root};

/// Folders of the workspace that hold Rust.
pub(super) const FOLDERS: [&str; 10] = [
    "benches",
    "engine",
    "ingest",
    "manual",
    "payments",
    "python",
    "remote",
    "snapshot-builder",
    "src",
    "tests",
];

/// Returns the lines of a source with the attribute: number from 1, and true if it has a reason.
fn ignored(source: &str) -> Vec<(usize, bool)> {
    let lines = source.lines().map(str::trim).enumerate();
    let attributes = lines.filter_map(|(at, line)| Some((at + 1, line.strip_prefix("#[ignore")?)));
    let reason = |rest: &str| -> Option<bool> {
        let reason = rest.strip_prefix(" = \"")?.split_once('"')?.0;
        Some(!reason.trim().is_empty())
    };
    attributes.map(|(line, rest)| (line, reason(rest) == Some(true))).collect()
}

#[test]
fn every_ignored_test_has_a_reason() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in FOLDERS.iter().flat_map(|folder| files_below(&root().join(folder))) {
        if file.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        for (line, has_reason) in ignored(&std::fs::read_to_string(&file).expect("a source file")) {
            count += 1;
            if !has_reason {
                wrong.push(format!("{}:{line}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "ignored without a reason:\n{}", wrong.join("\n"));
    assert!(count > 50, "only {count} ignored tests were found");
}

#[test]
fn an_attribute_is_judged_by_its_reason() {
    let source =
        "\n    #[ignore]\n#[ignore = \"\"]\n#[ignore = \"needs lists\"]\nignored(); // #[ignore]\n";
    assert_eq!(ignored(source), [(2, false), (3, false), (4, true)]);
}
