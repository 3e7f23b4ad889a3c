//! The one-way layers inside a crate: a module names only modules above it in the table of its
//! `lib.rs`. Between crates, the compiler ensures the order.

use std::fs;
use std::path::{Path, PathBuf};

use super::{files_below, root};

/// The crates whose `lib.rs` lists its modules in layers.
pub(super) fn sources() -> [PathBuf; 6] {
    ["src", "engine/src", "ingest/src", "payments/src", "remote/src", "snapshot-builder/src"]
        .map(in_root)
}

fn in_root(folder: &str) -> PathBuf {
    root().join(folder)
}

/// Returns the layers in the table of a crate's `lib.rs`, top first.
fn layers(source: &Path) -> Vec<String> {
    layers_of(&fs::read_to_string(source.join("lib.rs")).expect("the code map"))
}

/// Returns the modules that the first cells of a table name, in their order.
fn layers_of(map: &str) -> Vec<String> {
    let cells = map.lines().filter_map(|line| line.strip_prefix("//! | ")?.split(" | ").next());
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(|name| name.trim_start_matches("mod@").to_owned()).collect()
}

/// Returns the modules that belong to the program of a crate and not to its library.
pub(super) fn of_the_program(source: &Path) -> Vec<String> {
    let main = fs::read_to_string(source.join("main.rs")).unwrap_or_default();
    let modules = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    modules.map(str::to_owned).chain(["lib".to_owned(), "main".to_owned()]).collect()
}

/// Returns all Rust files below a folder.
pub(super) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let files = files_below(folder).into_iter();
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// Returns the module path of a file: `snapshot/write/mod.rs` is `[snapshot, write]`.
pub(super) fn module_of(source: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(source).expect("a file of the library").with_extension("");
    let parts = relative.iter().map(|part| part.to_str().expect("UTF-8").to_owned());
    parts.filter(|part| part != "mod").collect()
}

/// Removes the comments of a file, line by line.
pub(super) fn code_of(text: &str) -> String {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

/// Returns the top-level modules that code of a module at this depth names, through `crate::` or
/// through `super::` up to the root, each with its place in the code.
fn named_in(code: &str, depth: usize) -> Vec<(usize, &str)> {
    // A module inside the file (its tests) is one step deeper.
    let to_root = [depth, depth + 1].map(|steps| "super::".repeat(steps));
    let markers = to_root.iter().map(String::as_str).chain(["crate::"]);
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let places = markers.flat_map(|marker| {
        let found = code.match_indices(marker).filter(|(at, _)| !code[..*at].ends_with(joins));
        found.map(|(at, _)| (at, &code[at + marker.len()..])).collect::<Vec<_>>()
    });
    let places = places.filter(|(_, rest)| !rest.starts_with("super::"));
    places
        .flat_map(|(at, rest)| first_names(rest).into_iter().map(move |name| (at, name)))
        .collect()
}

/// Returns the first name of a path, or of each path in braces, which may be nested.
fn first_names(rest: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let first = |path: &str| path.find(|c| !is_name(c)).unwrap_or(path.len());
    let Some(group) = rest.strip_prefix('{') else { return vec![&rest[..first(rest)]] };
    let (mut names, mut depth, mut start) = (Vec::new(), 1, 0);
    for (at, letter) in group.char_indices() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if depth == 0 || depth == 1 && letter == ',' {
            let path = group[start..at].trim();
            names.extend(Some(&path[..first(path)]).filter(|name| !name.is_empty()));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names
}

#[test]
fn names_are_found_in_nested_braces() {
    assert_eq!(first_names("model::Record;"), ["model"]);
    let group = "{model::{Record, Register as R}, text,\n    server}; use crate::api";
    assert_eq!(first_names(group), ["model", "text", "server"]);
}

#[test]
fn the_table_of_the_code_map_names_every_module() {
    for source in sources() {
        let (layers, apart) = (layers(&source), of_the_program(&source));
        for file in rust_files(&source) {
            let module = module_of(&source, &file);
            if apart.contains(&module[0]) {
                continue;
            }
            assert!(layers.contains(&module[0]), "{}: not in the table of lib.rs", file.display());
        }
    }
}

#[test]
fn a_module_names_only_modules_above_it() {
    for source in sources() {
        let layers = layers(&source);
        let place = |name: &str| layers.iter().position(|layer| layer == name);
        let mut upward = Vec::new();
        for file in rust_files(&source) {
            let module = module_of(&source, &file);
            let Some(own) = place(&module[0]) else { continue };
            let code = code_of(&fs::read_to_string(&file).expect("a source file"));
            for (at, named) in named_in(&code, module.len()) {
                if place(named).is_some_and(|place| place > own) {
                    let line = code[..at].matches('\n').count() + 1;
                    upward.push(format!("{}:{line}: {} names {named}", file.display(), module[0]));
                }
            }
        }
        assert!(upward.is_empty(), "upward imports:\n{}", upward.join("\n"));
    }
}

#[test]
fn a_row_may_name_several_modules() {
    let map = "//! | [`mod@plan`] | reads `x` | |\n//! | [`error`], `report` | why | |\n//! | `y`";
    assert_eq!(layers_of(map), ["plan", "error", "report", "y"]);
}

#[test]
fn upward_imports_are_seen_in_every_form() {
    for (text, depth, expected) in [
        ("use crate::api::http::error;", 1, vec!["api"]),
        ("    crate::server::run();", 2, vec!["server"]),
        ("use crate::{api, model::Record};", 1, vec!["api", "model"]),
        ("use crate::{\n    api,\n    model::Record,\n};", 1, vec!["api", "model"]),
        ("use super::api::error;", 1, vec!["api"]),
        ("use super::super::api::error;", 2, vec!["api"]),
        ("mod tests {\n    use super::super::api;\n}", 1, vec!["api"]),
        ("use super::super::api;", 3, vec![]),
        ("use super::rows::NameRow;", 2, vec![]),
        ("// crate::api is not meant", 1, vec![]),
        ("my_crate::api::x()", 1, vec![]),
    ] {
        let code = code_of(text);
        let named: Vec<&str> = named_in(&code, depth).into_iter().map(|(_, name)| name).collect();
        assert_eq!(named, expected, "{text}");
    }
}

/// Returns the modules that the file of a folder declares, without those of tests.
fn declared_in(text: &str) -> Vec<&str> {
    let words = text.lines().filter_map(|line| {
        let (visibility, name) = line.strip_suffix(';')?.split_once("mod ")?;
        let is_declaration = visibility.is_empty() || visibility.starts_with("pub");
        (is_declaration && name != "tests").then_some(name)
    });
    words.collect()
}

/// Number of modules from which a folder needs a map.
const MAPPED_FROM: usize = 4;

#[test]
fn the_map_of_a_folder_names_every_module() {
    let (mut wrong, mut maps) = (Vec::new(), 0);
    for file in sources().iter().flat_map(|source| rust_files(source)) {
        if file.file_name().is_none_or(|name| name != "mod.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let declared = declared_in(&text);
        let Some((_, map)) = text.split_once("//! | module |") else {
            if declared.len() >= MAPPED_FROM {
                wrong.push(format!("{} has no map", file.display()));
            }
            continue;
        };
        maps += 1;
        let rows = map.lines().skip(1).take_while(|line| line.starts_with("//!"));
        let cells: Vec<_> =
            rows.filter_map(|row| row.strip_prefix("//! | ")?.split(" | ").next()).collect();
        let named = |module: &&str| {
            let is_other = |c: char| !c.is_alphanumeric() && c != '_';
            let is_named = |cell: &&str| cell.split(is_other).any(|word| word == *module);
            cells.iter().any(|cell| *cell == "the others" || is_named(cell))
        };
        let missing = declared.iter().filter(|module| !named(module));
        wrong.extend(missing.map(|module| format!("{} does not name {module}", file.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(maps > 40, "only {maps} maps were found");
}

#[test]
fn unsafe_code_is_in_one_file() {
    let folders = sources().into_iter().chain([in_root("benches")]);
    let mut found = Vec::new();
    for file in folders.filter(|folder| folder.exists()).flat_map(|folder| rust_files(&folder)) {
        let code = code_of(&fs::read_to_string(&file).expect("a source file"));
        // A hyphen belongs to a word: `unsafe-inline` is a policy of browsers.
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        if words.any(|word| word == "unsafe" || word == "unsafe_code") {
            found.push(file.strip_prefix(root()).expect("below the root").to_owned());
        }
    }
    assert_eq!(found, [Path::new("engine/src/snapshot/mapped.rs")]);
}
