//! `docs/limits.md` is generated from the constants in the `limits.rs` of each crate, and kept current.
//!
//! The comment of a constant has three parts: its meaning, the effect of exceeding it, and the option
//! of `tamis serve` that changes it. The second is a paragraph that begins with "Beyond it:", the third
//! one that begins with "Option:".

use std::fmt::Write;
use std::fs;

use super::layers::sources;
use super::{files_below, read, root};

/// The files of limits, each with its heading in the document.
const FILES: [(&str, &str); 6] = [
    ("Matching, search and look-up", "engine/src/limits.rs"),
    ("The server", "src/limits.rs"),
    ("Opening files", "ingest/src/limits.rs"),
    ("Reading lists and building", "snapshot-builder/src/limits.rs"),
    ("Reading payment messages", "payments/src/limits.rs"),
    ("Object stores", "remote/src/limits.rs"),
];

const HEAD: &str = "# Limits

Every limit of Tamis: a named constant in the `limits.rs` of its crate. This page is made of the
constants and their comments by `TAMIS_WRITE_DOCS=1 cargo test --test documents`. A limit with an
option is a default, which `tamis serve` changes.
";

/// A constant with the parts of its comment.
#[derive(Debug, Default, PartialEq)]
struct Limit {
    name: String,
    value: String,
    meaning: String,
    beyond: String,
    option: String,
}

/// Returns the files of limits that exist.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter().filter(|(_, file)| root().join(file).exists())
}

/// Returns the constants of a file, in its order.
fn limits(source: &str) -> Vec<Limit> {
    let (mut limits, mut comment) = (Vec::new(), String::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("///") {
            let _ = writeln!(comment, "{}", text.trim());
        } else if let Some(constant) = line.strip_prefix("pub const ") {
            let mut constant = constant.to_owned();
            while !constant.ends_with(';') {
                constant += lines.next().expect("the end of the constant").trim_start();
            }
            let (name, rest) = constant.split_once(':').expect("a type");
            let (_, value) = rest.split_once(" = ").expect("a value");
            let value = in_words(value.trim_end_matches(';'));
            limits.push(Limit { name: name.to_owned(), value, ..described(&comment) });
            comment.clear();
        } else {
            comment.clear();
        }
    }
    limits
}

/// Splits a comment into its parts, without link brackets.
fn described(comment: &str) -> Limit {
    let mut limit = Limit::default();
    for paragraph in comment.split("\n\n") {
        let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.replace("[`", "`").replace("`]", "`");
        if let Some(beyond) = text.strip_prefix("Beyond it: ") {
            limit.beyond = beyond.trim_end_matches('.').to_owned();
        } else if let Some(option) = text.strip_prefix("Option: ") {
            limit.option = option.trim_end_matches('.').to_owned();
        } else {
            limit.meaning.push_str(if limit.meaning.is_empty() { "" } else { " " });
            limit.meaning.push_str(&text);
        }
    }
    limit
}

/// Formats a value of the code for people: sizes and times with their unit, thousands separated.
fn in_words(value: &str) -> String {
    let argument = |start: &str| value.strip_prefix(start)?.strip_suffix(')');
    if let Some(items) = value.strip_prefix('[') {
        let items = items.trim_end_matches(']').replace('_', "");
        let items = items.split(',').map(str::trim).filter(|item| !item.is_empty());
        return items.collect::<Vec<_>>().join(", ");
    }
    if let Some(seconds) = argument("Duration::from_secs(") {
        let hours = seconds.strip_suffix(" * 60 * 60").map(|hours| format!("{hours} h"));
        return hours.unwrap_or_else(|| format!("{seconds} s"));
    }
    if let Some(microseconds) = argument("Duration::from_micros(") {
        return format!("{microseconds} µs");
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
        None => value.replace('_', ","),
    }
}

/// Generates the document from the constants.
fn document() -> String {
    let mut text = HEAD.to_owned();
    for (heading, file) in files() {
        let limits = limits(&read(file));
        assert!(!limits.is_empty(), "{file}: no constant");
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n## {heading}\n\n| limit | value | meaning | beyond it | option |\n|---|---|---|---|---|\n"
        );
        for Limit { name, value, meaning, beyond, option } in limits {
            let _ = writeln!(text, "| `{name}` | {value} | {meaning} | {beyond} | {option} |");
        }
    }
    text
}

#[test]
fn the_document_is_what_the_constants_say() {
    let expected = document();
    if std::env::var_os("TAMIS_WRITE_DOCS").is_some() {
        fs::write(root().join("docs/limits.md"), &expected).expect("the file is written");
    }
    let is_current = read("docs/limits.md") == expected;
    assert!(is_current, "docs/limits.md is not current: TAMIS_WRITE_DOCS=1 rewrites it");
}

#[test]
fn every_limit_says_what_it_is_and_every_maximum_what_happens_beyond_it() {
    let command_line = read("src/cli/serve.rs");
    for (_, file) in files() {
        for Limit { name, meaning, beyond, option, .. } in limits(&read(file)) {
            assert!(!meaning.is_empty(), "{file}: {name} has no comment");
            let says_enough = !name.ends_with("_MAX") || !beyond.is_empty();
            assert!(says_enough, "{file}: {name} does not say what happens beyond it");
            if let Some(flag) = option.strip_prefix("`--").and_then(|o| o.strip_suffix('`')) {
                let field = format!("    {}: ", flag.replace('-', "_"));
                assert!(command_line.contains(&field), "{file}: {name}: no option {option}");
            }
        }
    }
}

#[test]
fn the_limits_of_every_crate_are_read() {
    for folder in sources() {
        for file in files_below(&folder) {
            let name = file.strip_prefix(root()).expect("below the root").display().to_string();
            let is_read = FILES.iter().any(|(_, known)| *known == name);
            assert!(!name.ends_with("/limits.rs") || is_read, "{name} is not read");
        }
    }
}

#[test]
fn constants_are_read_with_their_comments() {
    let source = "/// Bytes of a body (see [`X`]).\n/// Enough.\n///\n/// Beyond it: 413.\n///\n\
                  /// Option: `--body-limit`.\npub const BODY: usize = 1 << 20;\n\n\
                  /// Pause.\npub const PAUSE: Duration = Duration::from_secs(6 * 60 * 60);\n";
    let [body, pause] = &limits(source)[..] else { panic!("two constants") };
    assert_eq!((body.name.as_str(), body.value.as_str()), ("BODY", "1 MiB"));
    assert_eq!(body.meaning, "Bytes of a body (see `X`). Enough.");
    assert_eq!((body.beyond.as_str(), body.option.as_str()), ("413", "`--body-limit`"));
    assert_eq!((pause.value.as_str(), pause.beyond.as_str()), ("6 h", ""));
    for (value, expected) in [
        ("1 << 12", "4096"),
        ("20_000_000", "20,000,000"),
        ("0.05", "0.05"),
        ("Duration::from_millis(50)", "50 ms"),
        ("Duration::from_micros(50)", "50 µs"),
    ] {
        assert_eq!(in_words(value), expected);
    }
}
