//! The words of the code: names of items and beginnings of comments keep to docs/glossary.md.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use regex::Regex;

use super::layers::{rust_files, sources};
use super::{read, root};

/// Beginnings that ask instead of saying what the item is.
const QUESTIONS: [&str; 5] = ["What", "Whether", "Where", "Which", "How"];

/// Words that have a term in the glossary, and that term.
const REPLACED: [(&str, &str); 20] = [
    ("flimsy", "low-information"),
    ("leftover", "unmatched"),
    ("leftovers", "unmatched"),
    ("mended", "rewrite"),
    ("walked", "traversal"),
    ("widened", "disjunctive"),
    ("gathering", "candidate generation"),
    ("sketch", "signature"),
    ("speller", "fuzzy expansion"),
    ("goal", "threshold"),
    ("lowering", "penalty"),
    ("weighing", "weight"),
    ("brought", "upper bound"),
    ("told", "identified, encoded, or what is meant"),
    ("telling", "distinctive"),
    ("brief", "short form"),
    ("sure", "confident"),
    ("met", "matched"),
    ("meets", "match"),
    ("gathers", "candidate generation"),
];

static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?-u)\b(?:fn|struct|enum|mod|const|static|trait|type)\s+([A-Za-z_]\w*)")
        .expect("valid")
});
static PART: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u)[A-Z]+(?:[^a-zA-Z]|$)|[A-Z]?[a-z]+|[A-Z]+").expect("valid"));

/// The product's code by file, without unit tests.
fn product() -> BTreeMap<String, String> {
    let files = sources().into_iter().flat_map(|source| rust_files(&source));
    let files = files.filter(|path| !path.to_string_lossy().ends_with("tests.rs"));
    files
        .map(|path| {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
            (path.strip_prefix(root()).expect("below").display().to_string(), code)
        })
        .collect()
}

/// Doc comments that begin with a question, each with its line.
fn questions(code: &str) -> Vec<String> {
    let marks =
        |line: &str| ["/// ", "//! "].iter().any(|mark| line.trim_start().starts_with(mark));
    let mut before = "";
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let is_first = marks(line) && !before.trim_start().starts_with("//");
        let text = line.trim_start().get(4..).unwrap_or_default();
        let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if is_first && QUESTIONS.contains(&word) {
            found.push(format!("{}: {}", number + 1, line.trim()));
        }
        before = line;
    }
    found
}

/// Names of items that hold a replaced word, each with the term.
fn replaced(code: &str) -> Vec<String> {
    let code: String = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .fold(String::new(), |code, line| code + line + "\n");
    let names = ITEM.captures_iter(&code).map(|found| found[1].to_owned()).collect::<Vec<_>>();
    let term = |name: &str| {
        let parts = PART.find_iter(name).map(|part| part.as_str().to_lowercase());
        parts.flat_map(|part| REPLACED.iter().find(|(word, _)| *word == part)).next()
    };
    names.iter().filter_map(|name| term(name).map(|(_, term)| format!("{name}: {term}"))).collect()
}

#[test]
fn no_doc_comment_begins_with_a_question() {
    let found: Vec<String> = product()
        .iter()
        .flat_map(|(file, code)| questions(code).into_iter().map(move |at| format!("{file}:{at}")))
        .collect();
    assert!(found.is_empty(), "say what the item is:\n{}", found.join("\n"));
}

#[test]
fn names_of_items_use_the_terms_of_the_glossary() {
    let found: Vec<String> = product()
        .iter()
        .flat_map(|(file, code)| replaced(code).into_iter().map(move |at| format!("{file}: {at}")))
        .collect();
    assert!(found.is_empty(), "docs/glossary.md has a term:\n{}", found.join("\n"));
}

#[test]
fn questions_and_replaced_words_are_found() {
    let code = "//! What a file holds.\n\n/// Whether it is so.\nfn is_sure() {}\n\
                /// True if it is so.\n/// What follows is a second line.\nstruct WordBrought;\n\
                // told\nfn unmet() {}\nconst GOAL: u8 = 1;\n";
    assert_eq!(questions(code), ["1: //! What a file holds.", "3: /// Whether it is so."]);
    assert_eq!(
        replaced(code),
        ["is_sure: confident", "WordBrought: upper bound", "GOAL: threshold"]
    );
}

#[test]
fn the_glossary_names_files_that_there_are() {
    let glossary = read("docs/glossary.md");
    let rows = glossary.lines().filter(|line| line.starts_with("| ") && line.contains("| `"));
    let mut count = 0;
    for row in rows {
        let file = row.rsplit('`').nth(1).expect("a file in the last cell");
        assert!(root().join(file).exists(), "{row}");
        count += 1;
    }
    assert!(count > 30, "{count}");
}
