//! References between the documents in `docs/`: every link has an existing file and heading, and the
//! API reference names every request with its parameters.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::{files_below, read, root};

/// Returns the headings of a document, outside its examples.
pub(super) fn headings(text: &str) -> Vec<&str> {
    let mut in_example = false;
    let lines = text.lines().filter(|line| {
        in_example ^= line.starts_with("```");
        !in_example && line.starts_with('#')
    });
    lines.map(|line| line.trim_start_matches('#').trim()).collect()
}

/// Returns the documents of the repository, with their texts.
fn documents() -> Vec<(String, String)> {
    let top = ["README.md", "CHANGELOG.md", "SECURITY.md"].map(|name| root().join(name));
    let files = files_below(&root().join("docs")).into_iter().chain(top);
    let documents = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let named = documents.map(|path| {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        let text = read(&name);
        (name, text)
    });
    named.collect()
}

/// Returns the anchor of a heading: lower case, hyphens for blanks, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let mut wrong = Vec::new();
    for (file, text) in documents() {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (target, _) in targets.filter(|(target, _)| !target.contains("://")) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(&file).parent().expect("a folder");
            let path = if path.is_empty() { Path::new(&file).into() } else { folder.join(path) };
            // An image has no text.
            let Ok(linked) = std::fs::read(root().join(&path)) else {
                wrong.push(format!("{file}: there is no {}", path.display()));
                continue;
            };
            let linked = String::from_utf8_lossy(&linked);
            let leads = || headings(&linked).into_iter().any(|known| anchor(known) == heading);
            if !heading.is_empty() && !leads() {
                wrong.push(format!("{file}: {} has no heading #{heading}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the sections of a document by heading, each with its subsections.
fn sections(text: &str) -> BTreeMap<&str, String> {
    let mut sections: BTreeMap<&str, String> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            current = Some(heading);
        }
        if let Some(heading) = current {
            let section = sections.entry(heading).or_default();
            section.push_str(line);
            section.push('\n');
        }
    }
    sections
}

#[test]
fn the_reference_names_every_request_with_its_parameters() {
    let reference = read("docs/api.md");
    let sections = sections(&reference);
    let document: Value = serde_json::from_str(&read("docs/openapi.json")).expect("JSON");
    let mut wrong = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        // Below the reconciliation endpoint, sections name paths without methods.
        let is_named = |section: &&String| section.contains(path.as_str());
        let named: Vec<_> = sections.values().filter(is_named).collect();
        if named.is_empty() {
            wrong.push(format!("{path} is not named"));
            continue;
        }
        for operation in methods.as_object().expect("methods").values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().expect("a name");
                let shown = format!("`{name}`");
                // Path parameters are part of the path.
                let is_in_query = parameter["in"] == "query";
                if is_in_query && !named.iter().any(|section| section.contains(&shown)) {
                    wrong.push(format!("{path}: {shown} is not named"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
