//! Citations of the documents in `docs/`: each one, in code, tests or documents, names an existing
//! heading. Nothing is cited that readers of the repository cannot open.

use std::path::Path;

use super::ignored::FOLDERS;
use super::references::headings;
use super::{files_below, read, root};

/// Folders of the repository whose files may cite a document, in addition to those of the code.
const CITING: [&str; 4] = [".ci", "deploy", "docs", "snapshots"];
/// Endings of the files that may cite a document.
const ENDINGS: [&str; 9] = ["rs", "md", "toml", "txt", "py", "sh", "json", "yaml", "service"];

/// Finds citations: a document of `docs/`, a comma, and one or several headings in quotation marks with
/// commas between them. A line break with comment marks may replace a blank.
fn citations(text: &str) -> Vec<(String, String)> {
    let joined = text.lines().map(|line| {
        let line = line.trim_start();
        let marks = ["//!", "///", "//", "#"].iter().find_map(|mark| line.strip_prefix(mark));
        marks.unwrap_or(line).trim()
    });
    let joined = joined.collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (at, _) in joined.match_indices("docs/") {
        let Some((document, mut rest)) = joined[at..].split_once(".md, ") else { continue };
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_/".contains(c);
        if !document.chars().all(is_name) {
            continue;
        }
        while let Some((heading, after)) = rest.strip_prefix('"').and_then(|r| r.split_once('"')) {
            found.push((format!("{document}.md"), heading.to_owned()));
            rest = after.strip_prefix(", ").unwrap_or_default();
        }
    }
    found
}

/// Returns every file that may cite, with its text.
fn citing_files() -> Vec<(String, String)> {
    let folders =
        CITING.iter().chain(&FOLDERS).flat_map(|folder| files_below(&root().join(folder)));
    let top =
        ["README.md", "CHANGELOG.md", "SECURITY.md", "Cargo.toml"].map(|name| root().join(name));
    let is_text = |path: &Path| {
        path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
    };
    let files = folders.chain(top).filter(|path| is_text(path));
    files
        .filter_map(|path| {
            let name = path.strip_prefix(root()).expect("below the root").display().to_string();
            std::fs::read_to_string(&path).ok().map(|text| (name, text))
        })
        .collect()
}

#[test]
fn every_citation_leads_to_a_heading() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (file, text) in citing_files() {
        for (document, heading) in citations(&text) {
            count += 1;
            if !headings(&read(&document)).contains(&heading.as_str()) {
                wrong.push(format!("{file}: {document} has no heading {heading:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "only {count} citations were found");
}

#[test]
fn nothing_outside_the_repository_is_cited() {
    // Papers that readers of the code cannot open, by the words that began their citations.
    let outside = ["(api.md", "`api.md", "decisions D", "decision D", "(engine.md", "(matching.md"];
    for (file, text) in citing_files().iter().filter(|(file, _)| !file.ends_with(".md")) {
        for words in outside {
            let is_own = file == "tests/documents/citations.rs";
            assert!(is_own || !text.contains(words), "{file} cites {words:?}");
        }
    }
}

#[test]
fn citations_are_found_across_lines() {
    let text =
        "/// Held (docs/api.md,\n    /// \"Match\n/// queries\").\n// docs/limits.md says.\n";
    let found = |headings: &[&str]| -> Vec<_> {
        headings.iter().map(|one| ("docs/api.md".to_owned(), (*one).to_owned())).collect()
    };
    assert_eq!(citations(text), found(&["Match queries"]));
    let several = "//! (docs/api.md, \"A\",\n//! \"B c\"), \"d\"";
    assert_eq!(citations(several), found(&["A", "B c"]));
    assert_eq!(headings("# A\n```sh\n# no\n```\n## B c\n"), ["A", "B c"]);
}
