//! Real layouts of messages, with invented parties.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tamis_payments::iso20022::read;
use tamis_payments::{Kind, MessageFile, Role, fin};

use crate::first;
use crate::scan::{leaves, without_positions};

/// Folder of real messages, from `TAMIS_SHARED` or beside the checkout. Tests that ask for it are
/// ignored unless they are asked for, so that it is absent here is a failure.
fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("TAMIS_SHARED").map_or_else(beside, PathBuf::from);
    let folder = shared.join("data/payments");
    assert!(folder.is_dir(), "the real messages are not at {} (TAMIS_SHARED)", folder.display());
    folder
}

/// Messages of these folders with their names.
fn files(folders: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in folders.iter().map(|name| folder().join(name)) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.display().to_string();
            files.push((name, fs::read_to_string(path).expect("a text")));
        }
    }
    files.sort();
    files
}

fn read_file(name: &str, text: &str) -> MessageFile {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
#[ignore = "needs the real messages (TAMIS_SHARED)"]
fn every_text_of_a_real_message_is_one_element() {
    let files = files(&["cbpr_2025", "cbpr_2026", "envelopes"]);
    assert!(files.len() >= 47, "{}", files.len());
    for (name, text) in files {
        let file = read_file(&name, &text);
        assert_eq!(file.messages().len(), 1, "{name}");
        let message = first(&file);
        let read: Vec<_> = message
            .elements()
            .iter()
            .map(|e| (without_positions(&message.path(e)), message.text(e).replace('\r', "")))
            .collect();
        assert_eq!(read, leaves(&text.replace('\r', "")), "{name}");
    }
}

#[test]
#[ignore = "needs the real messages (TAMIS_SHARED)"]
fn every_line_of_a_real_fin_message_is_in_elements_that_are_known() {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let mut messages = 0;
    for entry in fs::read_dir(folder().join("mt")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        let file = fin::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        messages += file.messages().len();
        let mut texts = String::new();
        for message in file.messages() {
            assert!(message.message_type().is_known, "{}", path.display());
            for element in message.elements() {
                assert!(element.is_known, "{} {}", path.display(), message.path(element));
                texts += &letters(message.text(element));
            }
        }
        let mut rest = &*texts;
        // Lines within text blocks; those of headers and ends have braces.
        let text = String::from_utf8(bytes).expect("UTF-8");
        for line in text.lines().filter(|line| !line.starts_with(['{', '-', '$', '\u{1}'])) {
            let content = line.strip_prefix(':').and_then(|line| line.split_once(':'));
            let content = letters(content.map_or(line, |(_, content)| content));
            let at = rest.find(&content).unwrap_or_else(|| panic!("{}: {line}", path.display()));
            rest = &rest[at + content.len()..];
        }
    }
    assert!(messages >= 12, "{messages}");
}

#[test]
#[ignore = "needs the real messages (TAMIS_SHARED)"]
fn the_profile_has_every_element_of_the_fullest_messages() {
    let mut unknown = Vec::new();
    for (name, text) in files(&["cbpr_2025", "cbpr_2026"]) {
        let file = read_file(&name, &text);
        let message = first(&file);
        assert!(message.message_type().is_known, "{name}");
        let elements = message.elements().iter();
        unknown.extend(elements.filter(|e| !e.is_known).map(|e| message.path(e)));
        let misshapen = message.elements().iter().filter(|e| {
            let text = message.text(e);
            e.kind == Kind::FreeText && text.chars().all(|c| c.is_ascii_digit() || c == '.')
        });
        unknown.extend(misshapen.map(|e| message.path(e)));
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
#[ignore = "needs the real messages (TAMIS_SHARED)"]
fn the_fullest_messages_have_elements_in_every_role_of_a_transfer() {
    // Roles of statements and investigations, and of remittances that are structured.
    let elsewhere = [
        Role::AccountOwner,
        Role::AccountServicer,
        Role::CaseParty,
        Role::Garnishment,
        Role::Invoicee,
        Role::Invoicer,
    ];
    let mut found = BTreeSet::new();
    for (name, text) in files(&["cbpr_2025", "cbpr_2026"]) {
        let file = read_file(&name, &text);
        let message = first(&file);
        assert_eq!(message.transactions(), 1, "{name}");
        found.extend(message.elements().iter().map(|element| element.role));
        let mut names = message.elements().iter().filter(|element| element.kind == Kind::Name);
        assert!(names.all(|element| element.party.is_some()), "{name}");
    }
    let missing: Vec<_> = Role::ALL.iter().filter(|role| !found.contains(role)).collect();
    assert!(missing.iter().all(|role| elsewhere.contains(role)), "{missing:?}");
}
