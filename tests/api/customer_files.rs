//! Typical files of customers (`tests/customers`), each with five listed persons, screened by the
//! command and by `POST /api/match/{collection}/file`. All five are found, or a message says why not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use axum::http::Request;
use rayon::ThreadPoolBuilder;
use serde_json::Value;
use tamis::customers::Field;
use tamis::screen::{Against, Begun, Job};
use tamis_engine::model::DateOrder;

use crate::support::client::{Client, with_body};
use crate::support::screening::{Unfollowed, job};
use crate::support::worlds::{With, World, person};

/// Name and birth date of the listed persons.
static LISTED: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let lines = fs::read_to_string(folder().join("listed.jsonl")).expect("the listed persons");
    let person = |line| -> Value { serde_json::from_str(line).expect("JSON") };
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let listed = lines.lines().map(person);
    listed.map(|person| (text(&person["name"]), text(&person["birth_dates"][0]))).collect()
});

/// A file with the expected outcome.
struct Case {
    name: String,
    /// Parameters of the request; the options of the command have the same names.
    parameters: Vec<(String, String)>,
    outcome: Outcome,
    /// Part of the expected message.
    says: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// All five were found, and everything was read.
    Found,
    /// All five were found, and unread values are reported.
    FoundWithNotes,
    /// All five were found, and refused rows are reported.
    FoundWithRefusals,
    /// Fewer than five were found, and the rows of the others are reported.
    RowsRefused,
    /// The file has no customers.
    Nobody,
    /// Nothing was screened.
    Refused,
}

/// Outcome of a file, in numbers and words.
#[derive(Debug, Default)]
struct Came {
    found: BTreeSet<u64>,
    refused: u64,
    noted: u64,
    /// Reason for which the whole file was refused.
    fault: Option<String>,
    /// All messages about the file.
    told: String,
}

impl Came {
    fn outcome(&self) -> Outcome {
        let is_all = self.found.len() == LISTED.len();
        match (&self.fault, is_all, self.refused, self.noted) {
            (Some(_), ..) => Outcome::Refused,
            (None, true, 0, 0) => Outcome::Found,
            (None, true, 0, _) => Outcome::FoundWithNotes,
            (None, true, ..) => Outcome::FoundWithRefusals,
            (None, false, 0, _) if self.found.is_empty() => Outcome::Nobody,
            (None, false, 0, _) => panic!("listed persons are lost in silence: {self:?}"),
            (None, false, ..) => Outcome::RowsRefused,
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/customers")
}

fn cases() -> Vec<Case> {
    let mut table =
        csv::Reader::from_path(folder().join("corpus.csv")).expect("the table of files");
    let cases = table.records().map(|row| {
        let row = row.expect("a row");
        let parameters = form_urlencoded::parse(row[1].as_bytes()).into_owned().collect();
        let outcome = match &row[2] {
            "found" => Outcome::Found,
            "found, values not read" => Outcome::FoundWithNotes,
            "found, rows refused" => Outcome::FoundWithRefusals,
            "rows refused" => Outcome::RowsRefused,
            "nobody" => Outcome::Nobody,
            "refused" => Outcome::Refused,
            other => panic!("{other}"),
        };
        Case { name: row[0].to_owned(), parameters, outcome, says: row[3].to_owned() }
    });
    cases.collect()
}

fn world() -> World {
    let listed = LISTED.iter().zip(1..).map(|((name, born), id)| person(id, name).born(born));
    World::new(listed.collect())
}

/// Screens a file by the command.
fn by_the_command(world: &World, case: &Case, work: &Path) -> Came {
    let file = folder().join("files").join(&case.name);
    let mut job = Job { begun: Begun::Anew, ..job(vec![file], work.join("hits.csv")) };
    for (name, value) in &case.parameters {
        match name.as_str() {
            "column" => job.columns.push(Field::with_column(value).expect("a column")),
            "header_row" => job.header_row = Some(value.parse().expect("a line")),
            "dates" => job.dates = DateOrder::MonthDayYear,
            "sheet" => job.sheet = Some(value.clone()),
            other => panic!("{other}"),
        }
    }
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let against =
        Against::Snapshot { snapshot: &world.snapshot, sha256: "", manifest: "", pool: &pool };
    let summary = match job.run(against, &Unfollowed) {
        Ok(summary) => summary,
        Err(fault) => {
            let fault = fault.to_string();
            return Came { told: fault.clone(), fault: Some(fault), ..Came::default() };
        }
    };
    let mut hits = csv::Reader::from_path(work.join("hits.csv")).expect("hits");
    let names = hits.headers().expect("a header").clone();
    let record = names.iter().position(|name| name == "record_id").expect("a column");
    let found = hits.records().map(|hit| hit.expect("a hit")[record].parse().expect("an id"));
    let found = found.collect();
    let rejects = summary.rejects.map(|path| fs::read_to_string(path).expect("rejects"));
    // Quotation marks in a cell are doubled.
    let told = rejects.unwrap_or_default().replace("\"\"", "\"");
    Came { found, refused: summary.refused, noted: summary.noted, fault: None, told }
}

/// Screens a file by a request.
async fn by_a_request(client: &Client, case: &Case) -> Came {
    let bytes = fs::read(folder().join("files").join(&case.name)).expect("a file");
    let parameters: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("file", &case.name)
        .append_pair("hits_only", "true")
        .extend_pairs(&case.parameters)
        .finish();
    let request = Request::post(format!("/api/match/default/file?{parameters}"));
    let answer = client.send(with_body(request, bytes)).await;
    let told = answer.text.clone();
    if answer.status != 200 {
        assert_eq!(answer.status, 400, "{}: {told}", case.name);
        let fault = answer.json()["error"].as_str().expect("a sentence").to_owned();
        return Came { told: fault.clone(), fault: Some(fault), ..Came::default() };
    }
    let lines: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = lines.last().expect("a last line");
    let results = lines.iter().filter_map(|line| line["results"].as_array()).flatten();
    let found = results.map(|result| result["id"].as_u64().expect("an id")).collect();
    let number = |name: &str| last["summary"][name].as_u64().unwrap_or_default();
    let fault = last["error"].as_str().map(str::to_owned);
    let told = told.replace("\\\"", "\"");
    Came { found, refused: number("refused"), noted: number("noted"), fault, told }
}

#[tokio::test]
async fn listed_persons_are_found_in_every_file_or_it_is_said_why_not() {
    let world = world();
    let client = Client::serving(world.snapshot.clone());
    let work = tempfile::tempdir().expect("a folder");
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let on_disk = fs::read_dir(folder().join("files")).expect("files").count();
    assert_eq!(on_disk, cases.len(), "each file stands in the table");
    let mut faults = Vec::new();
    for case in &cases {
        let mut compare = |way: &str, came: Came| {
            if came.outcome() != case.outcome || !came.told.contains(&case.says) {
                faults.push(format!("{} {way}: {:?}, {came:?}", case.name, came.outcome()));
            }
        };
        compare("by the command", by_the_command(&world, case, work.path()));
        let came = by_a_request(&client, case).await;
        // Formats of spreadsheets that are not read from a request are refused, with a message.
        if !came.told.contains("save it as xlsx or CSV") {
            compare("by a request", came);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
