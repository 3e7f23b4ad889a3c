//! Questions that a screening officer asks, put to the real server over the real lists.

mod support;

use serde_json::{Value, json};
use support::process::{Server, read_answer};
use support::real::real_lists;

use std::io::Write;

#[test]
fn listed_parties_are_found_as_customers_spell_them() {
    let Some(lists) = real_lists("real questions") else { return };
    let server = Server::start(lists.folder.path(), &[]);
    server.until("/readyz", |body| body.contains("\"ready\""));
    let person = |name: &str| json!({"schema": "Person", "properties": {"name": [name]}});
    let questions = [
        ("by its primary name", person("PUTIN, Vladimir Vladimirovich"), "35096"),
        ("by an alias", person("Muammar Gaddafi"), "12606"),
        ("by a weak alias", person("Guacamayo"), "16459"),
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
        let first = &ask(&server, &question)[0];
        let found = (&first["source_ref"], &first["match"]);
        assert_eq!(found, (&json!(reference), &json!(true)), "{how}: {question} gave {first}");
    }
}

#[test]
fn other_people_are_no_match() {
    let Some(lists) = real_lists("real questions") else { return };
    let server = Server::start(lists.folder.path(), &[]);
    server.until("/readyz", |body| body.contains("\"ready\""));
    for question in [
        json!({"schema": "Person", "name": "Maria Garcia Lopez"}),
        json!({"schema": "Person", "name": "Connor Kyle White"}),
        // The name of a listed man, born in another year.
        json!({"schema": "Person", "properties": {"name": ["Viktor Bout"], "dob": ["1990"]}}),
    ] {
        let results = ask(&server, &question);
        let matches = results.iter().filter(|result| result["match"] == json!(true)).count();
        assert_eq!(matches, 0, "{question} gave {results:?}");
    }
}

/// The results of one flat query, best first.
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
