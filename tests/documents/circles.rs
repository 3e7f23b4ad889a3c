//! Dependency cycles between files: files that name each other, directly or through others. None of
//! them can be understood without the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::layers::{code_of, module_of, of_the_program, rust_files, sources};

/// Path of a module, as in its file's path.
type Module = Vec<String>;

#[test]
fn no_two_files_come_to_name_each_other() {
    for source in sources() {
        let found: Vec<String> = circles(&files_of(&source))
            .into_iter()
            .map(|circle| circle.iter().map(shown).collect::<Vec<_>>().join(", "))
            .collect();
        assert!(
            found.is_empty(),
            "circles of files in {}:\n{}",
            source.display(),
            found.join("\n")
        );
    }
}

#[test]
fn circles_are_found_by_every_kind_of_path() {
    let files = |texts: &[(&str, &str)]| -> BTreeMap<Module, String> {
        let module = |name: &str| name.split("::").map(str::to_owned).collect();
        texts.iter().map(|(name, text)| (module(name), (*text).to_owned())).collect()
    };
    for (texts, expected) in [
        (&[("a", "use crate::b::B;"), ("b", "use super::a::A;")][..], 1),
        (&[("a", "use crate::b::B;"), ("b", "fn f() { crate::a::g() }")], 1),
        (
            &[("a", "use crate::{\n    b::{B, C},\n};"), ("b", "use super::a;\nfn f() { a::g() }")],
            1,
        ),
        (&[("a", "pub use self::b::B;"), ("a::b", "use super::super::a::B;")], 0),
        (&[("a", "pub use self::b::B;"), ("a::b", "fn f() {}"), ("c", "use crate::a::B;")], 0),
        (&[("a", "use self::b::B;"), ("a::b", "use super::A;")], 1),
        (&[("a", "use self::b::B;"), ("a::b", "pub(in crate::a) fn f() {}")], 0),
        (
            &[
                ("a", "pub use self::b::B;\nuse crate::c::C;"),
                ("a::b", ""),
                ("c", "use crate::a::B;"),
            ],
            0,
        ),
        (&[("a", "use crate::b::B;"), ("b", "use crate::c::C;"), ("c", "use crate::a::A;")], 1),
        (&[("a", "use crate::b::B;"), ("b", "mod c { use super::super::d; }"), ("d", "")], 0),
    ] {
        assert_eq!(circles(&files(texts)).len(), expected, "{texts:?}");
    }
}

/// Returns the code of each file of a crate's library, without comments and unit tests.
fn files_of(source: &Path) -> BTreeMap<Module, String> {
    let apart = of_the_program(source);
    let files = rust_files(source).into_iter().filter_map(|file| {
        let module = module_of(source, &file);
        let is_test = module.last().is_some_and(|name| name.ends_with("tests"));
        let is_apart = module.first().is_some_and(|name| apart.contains(name));
        let text = fs::read_to_string(&file).expect("a source file");
        let code = text.split("\n#[cfg(test)]\n").next().unwrap_or_default();
        (!is_test && !is_apart).then(|| (module, code_of(code)))
    });
    files.collect()
}

/// An import into a file's scope: a name, a path from the root, and a flag for re-exports.
struct Import {
    name: String,
    path: Module,
    is_handed_on: bool,
}

/// Returns the groups of files that reach each other (strongly connected components), each sorted, in
/// the order of their first files.
fn circles(files: &BTreeMap<Module, String>) -> Vec<Vec<Module>> {
    let imports: BTreeMap<&Module, Vec<Import>> =
        files.iter().map(|(module, code)| (module, imports_of(module, code, files))).collect();
    let named: BTreeMap<&Module, BTreeSet<Module>> = files
        .iter()
        .map(|(module, code)| (module, named_by(module, code, files, &imports)))
        .collect();
    let reached = |from: &Module| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = next.pop() {
            let new = named[&module].iter().filter(|to| reached.insert((*to).clone()));
            next.extend(new.cloned().collect::<Vec<_>>());
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<Module>> =
        files.keys().map(|module| (module, reached(module))).collect();
    let mut circles: Vec<Vec<Module>> = Vec::new();
    for module in files.keys() {
        let is_with = |other: &&Module| {
            *other != module && reached[module].contains(*other) && reached[*other].contains(module)
        };
        let mut circle: Vec<Module> = files.keys().filter(is_with).cloned().collect();
        if !circle.is_empty() && !circles.iter().any(|circle| circle.contains(module)) {
            circle.push(module.clone());
            circle.sort();
            circles.push(circle);
        }
    }
    circles
}

/// Returns the other files that the code of a file names.
fn named_by(
    module: &Module,
    code: &str,
    files: &BTreeMap<Module, String>,
    imports: &BTreeMap<&Module, Vec<Import>>,
) -> BTreeSet<Module> {
    let mut paths: Vec<Module> = Vec::new();
    for import in imports[module].iter().filter(|import| !import.is_handed_on) {
        paths.push(import.path.clone());
    }
    let body = USES.replace_all(code, "");
    // The visibility of an item is not a dependency.
    let body = VISIBLE_IN.replace_all(&body, "pub");
    for found in PATH.captures_iter(&body) {
        let names: Module = found[1].split("::").map(str::to_owned).collect();
        let import = imports[module].iter().find(|import| import.name == names[0]);
        match import {
            Some(import) => paths.push([&import.path[..], &names[1..]].concat()),
            None => paths.extend(from_root(module, &names, files)),
        }
    }
    let homes = paths.into_iter().filter_map(|path| home(&path, files, imports, 0));
    homes.filter(|home| home != module).collect()
}

/// Finds the `use` statements of a file.
static USES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t]*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("a sound pattern")
});

static VISIBLE_IN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"pub\(in [^)]*\)").expect("a sound pattern"));

/// Finds paths of two names or more.
static PATH: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\w:])((?:\w+::)+\w+)").expect("a sound pattern"));

fn imports_of(module: &Module, code: &str, files: &BTreeMap<Module, String>) -> Vec<Import> {
    let mut imports = Vec::new();
    for statement in USES.captures_iter(code) {
        for (names, name) in flat(&statement[2]) {
            let is_handed_on = statement.get(1).is_some();
            let path = from_root(module, &names, files);
            imports.extend(path.map(|path| Import { name, path, is_handed_on }));
        }
    }
    imports
}

/// Returns the paths of a `use` tree, each with the name that it is given.
fn flat(tree: &str) -> Vec<(Module, String)> {
    let tree = tree.trim();
    if let Some((before, group)) = tree.split_once('{') {
        let before: Module = names(before);
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        let branches = branches(group).into_iter().flat_map(flat);
        return branches.map(|(path, name)| ([&before[..], &path].concat(), name)).collect();
    }
    let (path, alias) =
        tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
    let mut path = names(path);
    if path.last().is_some_and(|name| name == "self") && path.len() > 1 {
        path.pop();
    }
    let name = alias.map(|name| name.trim().to_owned()).or_else(|| path.last().cloned());
    name.map(|name| (path, name)).into_iter().collect()
}

fn names(path: &str) -> Module {
    let names = path.split("::").map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// Splits at commas outside of braces.
fn branches(group: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in group.char_indices() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if depth == 0 && letter == ',' {
            parts.push(&group[start..at]);
            start = at + 1;
        }
    }
    parts.push(&group[start..]);
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}

/// Resolves a path written in a module to one from the root of the crate; `None` when it leaves the
/// crate.
fn from_root(
    module: &Module,
    names: &[String],
    files: &BTreeMap<Module, String>,
) -> Option<Module> {
    let up = names.iter().take_while(|name| *name == "super").count();
    match names.first()?.as_str() {
        "crate" => Some(names[1..].to_vec()),
        "self" => Some([&module[..], &names[1..]].concat()),
        "super" => Some([&module[..module.len().checked_sub(up)?], &names[up..]].concat()),
        child => {
            let path = [&module[..], names].concat();
            let is_child = files.contains_key(&[&module[..], &[child.to_owned()]].concat());
            is_child.then_some(path)
        }
    }
}

/// Finds the file that defines the item of a path, through modules that only re-export it.
fn home(
    path: &Module,
    files: &BTreeMap<Module, String>,
    imports: &BTreeMap<&Module, Vec<Import>>,
    depth: usize,
) -> Option<Module> {
    const DEEPEST: usize = 8;
    let len = (0..=path.len()).rev().find(|len| files.contains_key(&path[..*len]))?;
    let module = path[..len].to_vec();
    let handed_on = path.get(len).and_then(|name| {
        imports[&module].iter().find(|import| import.name == *name && import.path != *path)
    });
    match handed_on {
        Some(import) if depth < DEEPEST => {
            let path = [&import.path[..], &path[len + 1..]].concat();
            home(&path, files, imports, depth + 1)
        }
        _ => Some(module),
    }
}

fn shown(module: &Module) -> String {
    module.join("::")
}
