//! Questions of a screening officer to the real server over the real lists.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::process::{Server, read_answer};
use crate::support::real;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn listed_parties_are_found_as_customers_spell_them() {
    let served = served();
    let person = |name: &str| json!({"schema": "Person", "properties": {"name": [name]}});
    let questions = [
        ("by its primary name", person("PUTIN, Vladimir Vladimirovich"), "35096"),
        ("by an alias", person("Muammar Gaddafi"), "12606"),
        (
            "by a weak alias and the year of birth",
            json!({"schema": "Person", "properties": {"name": ["Guacamayo"], "birthDate": ["1969"]}}),
            "16459",
        ),
        ("in Cyrillic", person("Владимир Путин"), "35096"),
        ("in Arabic", person("أيمن الظواهري"), "QDi.006"),
        ("misspelt", person("Ayman al Zawahri"), "QDi.006"),
        ("words joined", person("KimJong Un"), "20157"),
        (
            "by IMO number",
            json!({"schema": "Vessel", "properties": {"imo": ["IMO 9187629"]}}),
            "15036",
        ),
        (
            "a company without its form",
            json!({"schema": "Company", "name": "Rosneft Trading"}),
            "18299",
        ),
    ];
    for (how, question, reference) in questions {
        let first = &ask(&served.server, &question)[0];
        let found = (&first["source_ref"], &first["match"]);
        assert_eq!(found, (&json!(reference), &json!(true)), "{how}: {question} gave {first}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn other_people_are_no_match() {
    let served = served();
    for question in [
        json!({"schema": "Person", "name": "Maria Garcia Lopez"}),
        json!({"schema": "Person", "name": "Connor Kyle White"}),
        // A weak alias of one word that many people have.
        json!({"schema": "Person", "name": "Guacamayo"}),
        // The name of a listed man, born in another year.
        json!({"schema": "Person", "properties": {"name": ["Viktor Bout"], "dob": ["1990"]}}),
    ] {
        let results = ask(&served.server, &question);
        let matches = results.iter().filter(|result| result["match"] == json!(true)).count();
        assert_eq!(matches, 0, "{question} gave {results:?}");
    }
}

/// A server of the real lists, and their folder.
struct Served {
    server: Server,
    _snapshots: TempDir,
}

/// Returns the server that concurrent tests share; it ends with the last of them.
fn served() -> Arc<Served> {
    static SERVED: Mutex<Weak<Served>> = Mutex::new(Weak::new());
    // A failed test that held the lock left nothing inconsistent.
    let mut shared = SERVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(served) = shared.upgrade() {
        return served;
    }
    let snapshots = tempfile::tempdir().expect("a folder");
    real::publish(&real::SLUGS, snapshots.path());
    let server = Server::ready(snapshots.path(), &[]);
    let served = Arc::new(Served { server, _snapshots: snapshots });
    *shared = Arc::downgrade(&served);
    served
}

/// Returns the results of one flat query, best first.
fn ask(server: &Server, question: &Value) -> Vec<Value> {
    let body = question.to_string();
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/match/sanctions HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("the server reads");
    let (status, answer) = read_answer(stream);
    assert_eq!(status, 200, "{question} gave {answer}");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    answer["responses"]["q1"]["results"].as_array().expect("results").clone()
}
