//! Examples of the README and docs/api.md, over the sample of `quickstart.sh`. Each `curl` command above
//! an answer is sent to the routes, and `tamis screen` of the README is run. The answer must be the one
//! shown.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::Request;
use regex::Regex;
use serde_json::{Value, json};
use snapshot_builder::sample::{SampleOptions, generate};
use snapshot_builder::{BuildOptions, build};
use tamis::api::http::service::Loaded;
use tamis::bulk::BulkFiles;
use tamis_engine::store::SnapshotStore;
use tempfile::TempDir;

use super::read;
use crate::support::client::Client;

/// Omission in an example: further fields, elements, cells or lines.
const OMITTED: &str = "...";
/// Base address of the examples.
const ADDRESS: &str = "http://127.0.0.1:8080";

/// The sample, built with its bulk files.
struct Sample {
    folder: TempDir,
}

impl Sample {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let sources = folder.path().join("sample");
        let options = SampleOptions { records: 5000, seed: 1, out: sources.clone() };
        generate(&options, &mut |_| ()).expect("a sample is written");
        let options = BuildOptions::new(sources, folder.path().join("snapshots"));
        build(&BuildOptions { bulk: true, ..options }).expect("the sample builds");
        Self { folder }
    }

    fn client(&self) -> Client {
        let store = SnapshotStore::new(self.folder.path().join("snapshots"));
        let version = store.current_version().expect("CURRENT reads").expect("it is there");
        let (snapshot, _) = store.open(&version).expect("it opens");
        let folder = store.root().join(&version);
        let loaded = Loaded::new(Arc::new(snapshot), "0".repeat(64));
        let client = Client::empty();
        let loaded = loaded.with_bulk(BulkFiles::read(&folder, &version));
        client.service.current.publish(Arc::new(loaded));
        client
    }
}

/// A fenced block: its language and its text.
type Block<'a> = (&'a str, &'a str);

/// Fenced blocks of a document; those that no other text separates are in one run.
fn runs(text: &str) -> Vec<Vec<Block<'_>>> {
    let mut runs: Vec<Vec<Block<'_>>> = vec![Vec::new()];
    for (number, part) in text.split("```").enumerate() {
        let run = runs.last_mut().expect("never empty");
        match part.split_once('\n') {
            Some(block) if number % 2 == 1 => run.push(block),
            _ if part.trim().is_empty() => (),
            _ => runs.push(Vec::new()),
        }
    }
    runs
}

/// Words of a command as a shell splits it.
fn words(command: &str) -> Vec<String> {
    static WORD: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"'([^']*)'|([^ \n'\\]+)").expect("valid"));
    let words = WORD.captures_iter(command);
    words.map(|word| word.get(1).or(word.get(2)).expect("a word").as_str().to_owned()).collect()
}

/// Request of a `curl` command.
fn request(command: &str) -> Request<Body> {
    let mut words = words(command).into_iter();
    assert_eq!(words.next().as_deref(), Some("curl"));
    let (mut address, mut body, mut form) =
        (String::new(), None, "application/x-www-form-urlencoded");
    while let Some(word) = words.next() {
        match word.as_str() {
            "-s" => (),
            "-H" => {
                form = match words.next().as_deref() {
                    Some("Content-Type: application/json") => "application/json",
                    Some("Content-Type: application/xml") => "application/xml",
                    other => panic!("{other:?}"),
                };
            }
            "-d" => body = words.next(),
            "--data-urlencode" => {
                let value = words.next().expect("a value");
                let (key, value) = value.split_once('=').expect("a key");
                body = Some(format!("{key}={}", escaped(value)));
            }
            _ => address = word,
        }
    }
    let path = address.strip_prefix(ADDRESS).unwrap_or_else(|| panic!("{command}"));
    let request = Request::builder().uri(path).header("host", "127.0.0.1:8080");
    match body {
        Some(body) => request.method("POST").header("content-type", form).body(body.into()),
        None => request.body(Body::empty()),
    }
    .expect("a request")
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// An example as JSON: an omission is an element, a value or a key named [`OMITTED`].
fn parsed(example: &str) -> Value {
    static PIECE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#""(?:[^"\\]|\\.)*"|\.\.\.|[^ \n"]"#).expect("valid"));
    let (mut json, mut before, mut open) = (String::new(), "", Vec::new());
    for piece in PIECE.find_iter(example).map(|piece| piece.as_str()) {
        match piece {
            "{" | "[" => open.push(piece),
            "}" | "]" => drop(open.pop()),
            _ => (),
        }
        let is_key = before != ":" && open.last() == Some(&"{");
        match piece {
            OMITTED if is_key => json.push_str(&format!("\"{OMITTED}\":null")),
            OMITTED => json.push_str(&format!("\"{OMITTED}\"")),
            _ => json.push_str(piece),
        }
        before = piece;
    }
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {example}"))
}

/// A text without times and versions, which differ from build to build.
fn timeless(text: &str) -> String {
    static TIME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?-u)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00|\b20\d{12}\b").expect("valid")
    });
    TIME.replace_all(text, "TIME").into_owned()
}

/// Differences of an answer from its example, each with its place.
fn differences(example: &Value, answer: &Value, place: &str) -> Vec<String> {
    let differs = || vec![format!("{place}: {example} is shown, {answer} is answered")];
    match (example, answer) {
        (Value::String(text), _) if text == OMITTED => Vec::new(),
        (Value::String(text), Value::String(other)) if timeless(text) == timeless(other) => {
            Vec::new()
        }
        (Value::Object(shown), Value::Object(all)) => {
            let is_whole = !shown.contains_key(OMITTED);
            let further = all.keys().filter(|key| is_whole && !shown.contains_key(*key));
            let further = further.map(|key| format!("{place}.{key} is not shown"));
            let shown = shown.iter().filter(|(key, _)| *key != OMITTED);
            let shown = shown.flat_map(|(key, value)| {
                differences(value, &all[key.as_str()], &format!("{place}.{key}"))
            });
            further.chain(shown).collect()
        }
        (Value::Array(shown), Value::Array(all)) => {
            let is_cut = shown.last().is_some_and(|last| last == OMITTED);
            let shown = &shown[..shown.len() - usize::from(is_cut)];
            if shown.len() > all.len() || !is_cut && shown.len() < all.len() {
                return differs();
            }
            let pairs = shown.iter().zip(all).enumerate();
            pairs.flat_map(|(at, (a, b))| differences(a, b, &format!("{place}[{at}]"))).collect()
        }
        _ if example == answer => Vec::new(),
        _ => differs(),
    }
}

/// Lines of an example that the text does not have. [`OMITTED`] matches anything.
fn missing_lines(example: &str, text: &str) -> Vec<String> {
    let text = timeless(text);
    let is_there = |line: &&str| {
        let parts = timeless(line).split(OMITTED).map(regex::escape).collect::<Vec<_>>();
        let line = Regex::new(&format!("(?m)^{}$", parts.join(".*"))).expect("escaped");
        !line.is_match(&text)
    };
    example.lines().filter(is_there).map(|line| format!("{line:?} is not answered")).collect()
}

/// Runs `tamis screen` in this folder and returns its messages.
fn screened(sample: &Path, command: &str) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_tamis"));
    run.args(&words(command)[1..]).env_clear().current_dir(sample);
    String::from_utf8(run.output().expect("it runs").stderr).expect("UTF-8")
}

#[tokio::test]
async fn every_example_of_a_request_is_what_the_program_answers() {
    let sample = Sample::new();
    let client = sample.client();
    let (mut wrong, mut count) = (Vec::new(), [0, 0]);
    for document in ["README.md", "docs/api.md"] {
        let text = read(document);
        for run in runs(&text) {
            for pair in run.windows(2) {
                let [(_, command), (language, example)] = [pair[0], pair[1]];
                if !command.starts_with("curl -s") {
                    continue;
                }
                let answer = client.send(request(command)).await;
                let differences = match language {
                    "json" => differences(&parsed(example), &answer.json(), ""),
                    _ => missing_lines(example, &answer.text),
                };
                wrong.extend(differences.iter().map(|one| format!("{document}: {command}  {one}")));
                count[usize::from(document != "README.md")] += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count[0] >= 1 && count[1] >= 16, "only {count:?} examples were found");
}

#[test]
fn the_readme_shows_what_screening_a_file_says() {
    let sample = Sample::new();
    let readme = read("README.md");
    let runs = runs(&readme);
    let is_screening =
        |run: &&Vec<Block<'_>>| run.iter().any(|(_, text)| text.starts_with("tamis screen"));
    let run = runs.iter().find(is_screening).expect("an example");
    let [("csv", customers), ("sh", command), ("text", example)] = run[..] else {
        panic!("{run:?}")
    };
    fs::write(sample.folder.path().join("customers.csv"), customers).expect("written");
    let said = screened(sample.folder.path(), command);
    let missing = missing_lines(example, &said);
    assert!(missing.is_empty(), "{}\n{said}", missing.join("\n"));
    assert!(sample.folder.path().join("hits.csv").exists());
}

#[test]
fn a_changed_figure_is_a_difference() {
    let shown = parsed(
        r#"{"total": 4, ..., "at": "2026-11-22T04:18:30+00:00",
            "rows": [{"a": 0.5}, ...], "more": ..., "none": [...]}"#,
    );
    let answer = |total: u32, a: f64| {
        json!({"total": total, "x": 1, "at": "2026-11-29T19:26:11+00:00",
            "rows": [{"a": a}, {"a": 2}], "more": {}, "none": []})
    };
    assert!(differences(&shown, &answer(4, 0.5), "").is_empty());
    assert_eq!(differences(&shown, &answer(5, 0.5), ""), [".total: 4 is shown, 5 is answered"]);
    assert_eq!(
        differences(&shown, &answer(4, 0.6), ""),
        [".rows[0].a: 0.5 is shown, 0.6 is answered"]
    );
    let whole = parsed(r#"{"total": 4, "rows": [1]}"#);
    let answer = json!({"total": 4, "rows": [1, 2], "x": 1});
    assert_eq!(
        differences(&whole, &answer, ""),
        [".x is not shown", ".rows: [1] is shown, [1,2] is answered"]
    );
    assert_eq!(missing_lines("a,1,...\nb,2", "a,1,x\nb,3\n"), ["\"b,2\" is not answered"]);
}
