//! `docs/api-coverage.md` lists every sentence of the API description with the tests that hold it. This
//! checks that each of these tests exists, so that a renamed or deleted test cannot leave a sentence
//! without one. It also checks that the sentences are exactly those of the description.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::shared::shared;

/// Beginnings of the reasons why a sentence has no test.
const REASONS: [&str; 2] = ["not tested: ", "not built yet: "];

fn read(path: &str) -> Option<String> {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// Returns the rows of the tables: part, sentence, and tests or reason.
fn rows(text: &str) -> Vec<[&str; 3]> {
    let lines = text.lines().filter(|line| line.starts_with("| "));
    let rows = lines.map(|line| cells(line).unwrap_or_else(|| panic!("no three cells: {line}")));
    rows.filter(|[part, ..]| *part != "part").collect()
}

fn cells(line: &str) -> Option<[&str; 3]> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    inner.split(" | ").collect::<Vec<_>>().try_into().ok()
}

/// The names of the tests of a file: the functions that follow a test attribute.
fn tests_of(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let is_attribute = line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        if !is_attribute {
            continue;
        }
        let function = lines.find_map(|line| line.split_once("fn ")).map(|(_, rest)| rest);
        names.extend(function.and_then(|rest| rest.split('(').next()));
    }
    names
}

/// Returns the sentences of a description with their part; the cells of a table's row are joined by
/// dots.
fn sentences(description: &str) -> Vec<(String, String)> {
    let (mut found, mut part) = (Vec::new(), "0".to_owned());
    let mut lines = description.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            let number = line.trim_start_matches('#').trim_start().split(' ').next();
            let number = number.unwrap_or_default().trim_end_matches('.');
            if number.starts_with(|c: char| c.is_ascii_digit()) {
                part = number.to_owned();
            }
        } else if line.starts_with('|') {
            // The head of a table is the line before the one of dashes.
            let is_head = lines.peek().is_some_and(|next| next.starts_with("|-"));
            if !is_head && !line.starts_with("|-") {
                found.push((part.clone(), row(line)));
            }
        } else {
            let marker = line.split_once(' ').filter(|(first, _)| is_marker(first));
            let text = marker.map_or(line, |(_, text)| text);
            found.extend(divided(text).into_iter().map(|sentence| (part.clone(), sentence)));
        }
    }
    found
}

fn row(line: &str) -> String {
    let cells = line.trim_matches('|').split('|').map(str::trim);
    cells.collect::<Vec<_>>().join(" · ").trim_end_matches([' ', '·']).to_owned()
}

/// True if the word marks an item of a list.
fn is_marker(word: &str) -> bool {
    word == "-" || word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Divides a line after each full stop or semicolon that a new sentence follows.
fn divided(line: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    for word in line.split_whitespace() {
        let begins = word.starts_with(|c: char| c.is_ascii_uppercase() || "`(".contains(c));
        let last = sentences.last_mut().expect("one at least");
        if begins && last.ends_with(['.', ';']) {
            sentences.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

#[test]
fn every_test_that_the_table_names_exists() {
    let table = read("docs/api-coverage.md").expect("the table");
    let (mut sources, mut wrong) = (BTreeMap::new(), Vec::new());
    for [part, sentence, tests] in rows(&table) {
        if REASONS.iter().any(|reason| tests.starts_with(reason)) {
            continue;
        }
        for test in tests.split(", ") {
            let Some((file, name)) = test.split_once("::") else {
                wrong.push(format!("{part} {sentence}: {test:?} is not a test"));
                continue;
            };
            let source = sources.entry(file.to_owned()).or_insert_with(|| read(file));
            match source {
                None => wrong.push(format!("{part} {sentence}: there is no file {file}")),
                Some(source) if !tests_of(source).contains(&name) => {
                    wrong.push(format!("{part} {sentence}: {file} has no test {name}"));
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows without a test:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "needs the API description (TAMIS_SHARED)"]
fn the_table_holds_every_sentence_of_the_description() {
    let description = shared().join("spec/api.md");
    let description = fs::read_to_string(description).expect("the description");
    let table = read("docs/api-coverage.md").expect("the table");
    // The rows of decisions, whose parts begin with a letter, are not from the description.
    let held: Vec<_> = rows(&table)
        .iter()
        .filter(|[part, ..]| part.starts_with(|c: char| c.is_ascii_digit()))
        .map(|[part, text, _]| ((*part).to_owned(), (*text).to_owned()))
        .collect();
    let sentences = sentences(&description);
    let missing: Vec<_> = sentences.iter().filter(|one| !held.contains(one)).collect();
    let further: Vec<_> = held.iter().filter(|one| !sentences.contains(one)).collect();
    assert!(missing.is_empty() && further.is_empty(), "missing {missing:#?}, further {further:#?}");
    assert!(sentences.len() > 250, "only {} sentences", sentences.len());
}

#[test]
fn a_description_is_divided_into_its_sentences() {
    let text = "# T\n\n## 1. One\n1. A first; b. Then `c`. (D)\n- E.\n\n### 1.2 Two\n\n\
                | h | i |\n|---|---|\n| j | k. L | |\n";
    let expected =
        [("1", "A first; b."), ("1", "Then `c`."), ("1", "(D)"), ("1", "E."), ("1.2", "j · k. L")];
    let found = sentences(text);
    let found: Vec<_> = found.iter().map(|(part, text)| (part.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn tests_are_found_by_their_attribute() {
    let source = "#[test]\nfn a() {}\nfn b() {}\n#[tokio::test]\nasync fn c() {}\n\
                  #[test]\n#[should_panic]\nfn d() {}";
    assert_eq!(tests_of(source), ["a", "c", "d"]);
}
