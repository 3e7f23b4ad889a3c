//! Decisions on hits: taken from a reviewed table, heeded by the next screening until something changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Deref;

use serde_json::{Value, json};

use crate::support::connection::Connection;
use crate::support::lists::Lists;
use crate::support::process::Server;

/// Lists, and files of customers, hits and decisions beside them.
struct Desk(Lists);

impl Deref for Desk {
    type Target = Lists;

    fn deref(&self) -> &Lists {
        &self.0
    }
}

/// A row of a table by the names of its columns.
type Row = BTreeMap<String, String>;

impl Desk {
    fn new(records: &[String]) -> Self {
        Self(Lists::new(records))
    }

    /// Screens the customers with the decisions, by record or by party; returns the hits and what is said.
    fn screen(&self, options: &[&str]) -> (Vec<Row>, String) {
        let fixed = ["screen", "customers.csv", "-o", "hits.csv", "--limit", "50"];
        let (code, _, said) = self.tamis(&[&fixed, options].concat());
        assert_eq!(code, 0, "{said}");
        (self.table("hits.csv"), said)
    }

    fn table(&self, name: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_path(self.path(name)).expect("a table");
        reader.deserialize().map(|row| row.expect("a row")).collect()
    }

    /// Writes a reviewed table: the hits, each with what a reviewer filled in.
    fn review(&self, hits: &[Row], fill: impl Fn(usize, &mut Row)) {
        let mut writer = csv::Writer::from_path(self.path("reviewed.csv")).expect("a table");
        writer.write_record(hits[0].keys()).expect("written");
        for (at, hit) in hits.iter().enumerate() {
            let mut hit = hit.clone();
            fill(at, &mut hit);
            writer.write_record(hit.values()).expect("written");
        }
        writer.flush().expect("written");
    }

    fn clear(&self, options: &[&str]) -> (i32, String, String) {
        self.clear_by("reviewed.csv", options)
    }

    fn clear_by(&self, reviewed: &str, options: &[&str]) -> (i32, String, String) {
        let fixed = ["clear", reviewed, "--clearances", "clearances.csv"];
        self.tamis(&[&fixed, options].concat())
    }
}

fn decide(row: &mut Row, decision: &str) {
    for (column, value) in
        [("decision", decision), ("reviewer", "A. Reviewer"), ("comment", "other person")]
    {
        row.insert(column.to_owned(), value.to_owned());
    }
}

fn record(number: usize, change: &str) -> String {
    let name = format!("{} {}", FAMILY[number % FAMILY.len()], GIVEN[number / FAMILY.len()]);
    format!(
        r#"{{"ref": "R{number}", "name": "{name}", "type": "INDIVIDUAL", "birth_dates": ["19{:02}"]{change}}}"#,
        number % 90 + 10
    ) + "\n"
}

const FAMILY: [&str; 10] = [
    "Sokolov",
    "Haddad",
    "Moreau",
    "Okafor",
    "Lindqvist",
    "Tanaka",
    "Varga",
    "Castillo",
    "Brankovic",
    "Yilmaz",
];
const GIVEN: [&str; 10] = [
    "Ivan", "Karim", "Pierre", "Chidi", "Anders", "Hiroshi", "Zoltan", "Ernesto", "Milan", "Cemal",
];

/// The customers: the names of the records in turn, without a birth date, so that the record alone matches.
fn customers(count: usize) -> String {
    let rows = (0..count).map(|number| {
        let given = GIVEN[number / FAMILY.len() % GIVEN.len()];
        format!("K-{number},{given} {}\n", FAMILY[number % FAMILY.len()])
    });
    "id,name\n".to_owned() + &rows.collect::<String>()
}

fn pairs(hits: &[Row]) -> BTreeSet<(String, String)> {
    hits.iter().map(|hit| (hit["customer_id"].clone(), hit["record_id"].clone())).collect()
}

const WITH: [&str; 4] = ["--group", "record", "--clearances", "clearances.csv"];

#[test]
fn decisions_filled_into_a_workbook_are_those_filled_into_a_table() {
    let desk = Desk::new(&[record(0, ""), record(1, "")]);
    fs::write(desk.path("customers.csv"), "id,name\n007,Ivan Sokolov\nK-1,Ivan Haddad\n")
        .expect("written");
    let (hits, _) = desk.screen(&WITH);
    desk.review(&hits, |at, row| decide(row, if at == 0 { "cleared" } else { "perhaps" }));
    // The same table as a spreadsheet program saves it, with an empty row below the header.
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    let reviewed =
        csv::ReaderBuilder::new().has_headers(false).from_path(desk.path("reviewed.csv"));
    for (at, row) in reviewed.expect("a table").records().enumerate() {
        let row = row.expect("a row");
        sheet.write_row(if at == 0 { 0 } else { at as u32 + 1 }, 0, row.iter()).expect("written");
    }
    book.save(desk.path("reviewed.xlsx")).expect("a workbook");

    let (code, refused, said) = desk.clear_by("reviewed.xlsx", &[]);
    assert_eq!(code, 3, "{said}");
    assert!(
        refused.contains("line 4:") && refused.contains("perhaps"),
        "the row of the sheet: {refused}"
    );
    let cleared = desk.table("clearances.csv");
    assert_eq!((cleared.len(), cleared[0]["customer_id"].as_str()), (1, "007"));
}

/// Over a chain of refreshes, exactly those pairs come back whose record has changed.
#[test]
fn a_cleared_pair_comes_back_when_its_basis_changes_and_not_before() {
    const RECORDS: usize = 100;
    const CUSTOMERS: usize = 3000;
    let plain: Vec<String> = (0..RECORDS).map(|number| record(number, "")).collect();
    let desk = Desk::new(&plain);
    fs::write(desk.path("customers.csv"), customers(CUSTOMERS)).expect("written");
    let (hits, said) = desk.screen(&WITH);
    assert!(hits.len() >= CUSTOMERS, "{}", hits.len());
    assert!(
        said.contains("left out as cleared: 0, reopened or expired: 0 (clearances: none yet)"),
        "{said}"
    );
    desk.review(&hits, |at, row| {
        if at % 3 != 0 {
            decide(row, "cleared");
        }
    });
    let (code, refused, said) = desk.clear(&[]);
    assert_eq!((code, refused.as_str()), (0, ""), "{said}");
    let cleared: BTreeSet<_> = pairs(&desk.table("clearances.csv"));
    assert_eq!(cleared.len(), hits.len() - hits.len().div_ceil(3));
    assert!(cleared.len() >= 2000, "{}", cleared.len());
    let left: BTreeSet<_> = pairs(&hits).difference(&cleared).cloned().collect();

    // The record of each hit, to say which ones are expected to be back.
    let named: BTreeMap<String, String> =
        hits.iter().map(|hit| (hit["record_id"].clone(), hit["record_name"].clone())).collect();
    let of_record = |number: usize| {
        format!("{} {}", FAMILY[number % FAMILY.len()], GIVEN[number / FAMILY.len()])
    };
    let backs = |numbers: &[usize]| -> BTreeSet<(String, String)> {
        let names: BTreeSet<String> = numbers.iter().map(|number| of_record(*number)).collect();
        cleared.iter().filter(|(_, record)| names.contains(&named[record])).cloned().collect()
    };
    let with = |number: usize, change: &str| {
        let mut records = plain.clone();
        records[number] = record(number, change);
        records
    };
    let mut retired = plain.clone();
    retired.remove(7);
    let mut born = plain.clone();
    born[5] = born[5].replace("\"1915\"", "\"1916\"");
    assert_ne!(born[5], plain[5]);
    let decided = "left_register,left_reference,right_register,right_reference,decision,reviewer,date\n\
                   test_list,R0,test_list,R11,same,Ann,2026-11-01\n";
    let note = r#", "notes": ["a note, which decides nothing"]"#;
    let refreshes: [(Vec<String>, &[usize], &str); 9] = [
        (plain.clone(), &[], ""),
        (with(3, r#", "aliases": ["Shadow"]"#), &[3], "the record's names (\"Shadow\" added)"),
        (with(44, note), &[], ""),
        (with(44, r#", "countries": ["RU"]"#), &[44], "the record's countries (\"RU\" added)"),
        (with(12, r#", "programmes": ["P1"]"#), &[12], "the record's listing (\"P1\" added)"),
        (born, &[5], "the record's birth dates (\"1916\", was \"1915\")"),
        (retired, &[], ""),
        (plain.clone(), &[], ""),
        // Two records that are merged keep their IDs, and the decisions on them.
        (plain.clone(), &[], ""),
    ];
    let last = refreshes.len() - 1;
    for (step, (records, changed, why)) in refreshes.into_iter().enumerate() {
        if step == last {
            fs::write(desk.path("lists/links.csv"), decided).expect("written");
        }
        desk.build(&records);
        let (hits, said) = desk.screen(&WITH);
        let (plain_hits, _) = desk.screen(&["--group", "record"]);
        let back = backs(changed);
        let is_back = |hit: &&Row| hit["earlier_decision"] == "reopened";
        assert_eq!(
            pairs(&hits.iter().filter(is_back).cloned().collect::<Vec<_>>()),
            back,
            "{step}"
        );
        assert!(hits.iter().filter(is_back).all(|hit| hit["changed"] == why), "{step}: {why}");
        let listed =
            |pair: &&(String, String)| plain_hits.iter().any(|hit| hit["record_id"] == pair.1);
        let expected: BTreeSet<_> = left.union(&back).filter(listed).cloned().collect();
        assert_eq!(pairs(&hits), expected, "{step}");
        // Nothing is lost, and nothing hides another hit.
        let left_out = plain_hits.len() - hits.len();
        let told = format!("left out as cleared: {left_out}, reopened or expired: {} ", back.len());
        assert!(said.contains(&told), "{step}: {said}");
    }
    let (parties, _) = desk.screen(&["--group", "entity"]);
    assert!(parties.iter().any(|hit| !hit["other_records"].is_empty()), "two records are a party");
}

/// A cleared record takes no place among the results.
#[test]
fn a_cleared_record_hides_no_other_hit() {
    let records: Vec<String> = (0..8)
        .map(|number| format!("{{\"ref\": \"R{number}\", \"name\": \"Ivan Sokolov\", \"type\": \"INDIVIDUAL\", \"birth_dates\": [\"19{:02}\"]}}\n", 10 + number))
        .collect();
    let desk = Desk::new(&records);
    fs::write(desk.path("customers.csv"), "id,name\nK-1,Ivan Sokolov\n=2,Ivan Sokolov\n")
        .expect("written");
    let options = ["--group", "record", "--clearances", "clearances.csv", "--limit", "3"];
    let (code, _, said) =
        desk.tamis(&[&["screen", "customers.csv", "-o", "hits.csv"], &options[..]].concat());
    assert_eq!(code, 0, "{said}");
    let hits = desk.table("hits.csv");
    assert_eq!(hits.len(), 6);
    desk.review(&hits, |_, row| {
        decide(row, "Cleared");
        row.insert("comment".to_owned(), "'=other person".to_owned());
    });
    assert_eq!(desk.clear(&[]).0, 0);
    // What a table for people disarms is as it was.
    let decided = desk.table("clearances.csv");
    assert!(decided.iter().all(|row| row["reason"] == "=other person"), "{decided:?}");
    assert!(decided.iter().any(|row| row["customer_id"] == "=2"), "{decided:?}");
    let (code, _, said) =
        desk.tamis(&[&["screen", "customers.csv", "-o", "hits.csv"], &options[..]].concat());
    assert_eq!(code, 0, "{said}");
    let next = desk.table("hits.csv");
    assert_eq!(next.len(), 6, "others take the places");
    assert!(pairs(&next).is_disjoint(&pairs(&hits)), "{next:?}");
    assert!(said.contains("left out as cleared: 6, "), "{said}");
}

#[test]
fn other_decisions_stay_among_the_hits_and_are_named() {
    let records: Vec<String> = (0..6).map(|number| record(number, "")).collect();
    let desk = Desk::new(&records);
    fs::write(desk.path("customers.csv"), customers(6)).expect("written");
    let (hits, _) = desk.screen(&WITH);
    desk.review(&hits, |at, row| match at {
        0 => decide(row, "confirmed"),
        1 => decide(row, "open"),
        2 => decide(row, "cleared"),
        _ => {}
    });
    let (code, _, said) = desk.clear(&["--until", "2020-05"]);
    assert!(code == 0 && said.starts_with("3 rows with a decision, 0 refused, "), "{said}");
    let (now, said) = desk.screen(&WITH);
    assert_eq!(now.len(), hits.len());
    let words: Vec<_> = now
        .iter()
        .take(3)
        .map(|hit| (hit["earlier_decision"].as_str(), hit["changed"].as_str()))
        .collect();
    assert_eq!(
        words,
        [("confirmed", ""), ("open", ""), ("expired", "it was cleared until 2020-05")]
    );
    assert!(said.contains("left out as cleared: 0, reopened or expired: 1 "), "{said}");

    // A customer of another birth date is not the one that was cleared.
    desk.review(&hits, |at, row| {
        if at == 2 {
            decide(row, "cleared");
        }
    });
    let (_, _, said) = desk.clear(&[]);
    assert!(
        said.ends_with(
            "1 decisions on records taken into clearances.csv, 1 of them replace earlier ones\n"
        ),
        "{said}"
    );
    assert_eq!(desk.screen(&WITH).0.len(), hits.len() - 1);
    let customer = hits[2]["customer_id"].clone();
    let text = fs::read_to_string(desk.path("customers.csv")).expect("readable");
    let with_dates = text.lines().map(|line| match line.split(',').next() {
        Some("id") => format!("{line},dob\n"),
        Some(key) if key == customer => format!("{line},1912\n"),
        _ => format!("{line},\n"),
    });
    fs::write(desk.path("customers.csv"), with_dates.collect::<String>()).expect("written");
    let (now, _) = desk.screen(&WITH);
    let back: Vec<_> = now.iter().filter(|hit| hit["earlier_decision"] == "reopened").collect();
    assert_eq!(back.len(), 1);
    assert_eq!(back[0]["changed"], "the customer's birth dates");
}

/// A party of several records is cleared as it was seen: another record of it is a new hit.
#[test]
fn a_party_is_cleared_record_by_record() {
    let ship = [
        "{\"ref\": \"V1\", \"name\": \"OCEAN STAR\", \"type\": \"VESSEL\", \"imo\": \"9074729\"}\n"
            .to_owned(),
    ];
    let desk = Desk::new(&ship);
    desk.build_lists(&[("test_list", &ship), ("second_list", &ship)]);
    fs::write(desk.path("customers.csv"), "id,name\nK-1,Ocean Star\n").expect("written");
    let options = ["--schema", "Vessel", "--clearances", "clearances.csv"];
    let (hits, _) = desk.screen(&options);
    assert_eq!(hits.len(), 1, "one party: {hits:?}");
    assert_eq!(hits[0]["basis"].split("; ").count(), 2, "{hits:?}");
    desk.review(&hits, |_, row| decide(row, "cleared"));
    assert_eq!(desk.clear(&[]).0, 0);
    assert_eq!(desk.table("clearances.csv").len(), 2);
    assert_eq!(desk.screen(&options).0, []);
    desk.build_lists(&[("third_list", &ship)]);
    let (hits, _) = desk.screen(&options);
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert_eq!(hits[0]["basis"].split("; ").count(), 1, "the new record alone: {hits:?}");
}

#[test]
fn rows_that_decide_nothing_or_too_much_are_refused() {
    let records: Vec<String> = (0..5).map(|number| record(number, "")).collect();
    let desk = Desk::new(&records);
    fs::write(desk.path("customers.csv"), customers(5)).expect("written");
    let (hits, _) = desk.screen(&WITH);
    let twice = [&hits[..5], &hits[..1]].concat();
    desk.review(&twice, |at, row| {
        decide(row, if at == 1 { "perhaps" } else { "cleared" });
        match at {
            2 => row.insert("comment".to_owned(), String::new()),
            3 => row.insert("reviewer".to_owned(), " ".to_owned()),
            4 => row.insert("basis".to_owned(), "abc".to_owned()),
            _ => None,
        };
    });
    let (code, refused, said) = desk.clear(&[]);
    assert_eq!(code, 3, "{said}");
    let expected = [
        "line 3: the decision is \"perhaps\"; it must be cleared, confirmed or open",
        "line 4: comment is empty: a decision needs a customer, a reviewer and a reason",
        "line 5: reviewer is empty: a decision needs a customer, a reviewer and a reason",
        "line 6: \"abc\" is no basis: it has 11 hashes",
        &format!(
            "line 7: there is a decision on this customer and record {} already",
            hits[0]["record_id"]
        ),
    ];
    assert_eq!(
        refused.lines().collect::<Vec<_>>(),
        expected.map(|text| format!("reviewed.csv: {text}"))
    );
    assert_eq!(desk.table("clearances.csv").len(), 1);

    // What the reviewer saw is no longer so.
    let mut changed = records;
    changed[0] = record(0, r#", "aliases": ["Shadow"]"#);
    desk.build(&changed);
    desk.review(&hits[..1], |_, row| decide(row, "cleared"));
    let (code, refused, _) = desk.clear(&[]);
    assert!(code == 3 && refused.contains("(the record's names); screen again"), "{refused}");

    // Neither tables of other programs nor damaged files are taken for decisions.
    fs::write(desk.path("reviewed.csv"), "customer_id,decision\nK-1,cleared\n").expect("written");
    let (code, _, said) = desk.clear(&[]);
    assert!(code == 1 && said.contains("no column \"record_id\""), "{said}");
    let sound = fs::read_to_string(desk.path("clearances.csv")).expect("readable");
    fs::write(desk.path("clearances.csv"), sound.replace("cleared", "cleaned")).expect("written");
    let (code, _, said) = desk.tamis(&[
        "screen",
        "customers.csv",
        "-o",
        "hits.csv",
        "--clearances",
        "clearances.csv",
    ]);
    assert!(
        code == 1 && said.contains("clearances.csv: line 2: decision must be cleared"),
        "{said}"
    );
}

/// NDJSON says of each hit and customer what a table says in its columns.
#[test]
fn lines_of_json_heed_decisions_as_well() {
    let records: Vec<String> = (0..3).map(|number| record(number, "")).collect();
    let desk = Desk::new(&records);
    fs::write(desk.path("customers.csv"), customers(3)).expect("written");
    let (hits, _) = desk.screen(&WITH);
    desk.review(&hits, |at, row| {
        if at < 2 {
            decide(row, ["cleared", "confirmed"][at]);
        }
    });
    assert_eq!(desk.clear(&[]).0, 0);
    let screen = ["screen", "customers.csv", "-o", "hits.ndjson", "--clearances", "clearances.csv"];
    let (code, _, said) = desk.tamis(&[&screen[..], &["--all"]].concat());
    assert!(code == 0 && said.contains("left out as cleared: 1, "), "{said}");
    let lines = fs::read_to_string(desk.path("hits.ndjson")).expect("readable");
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of_each = lines.iter().map(|line| {
        let hit = &line["results"][0];
        (line["cleared"].clone(), hit["earlier_decision"].clone(), hit["basis"][0].clone())
    });
    let of_each: Vec<_> = of_each.collect();
    assert_eq!(of_each[0].0, 1, "{of_each:?}");
    let words = [json!("confirmed"), Value::Null].into_iter().zip(&hits[1..]);
    let expected = words.map(|(word, hit)| (json!(0), word, json!(hit["basis"])));
    assert_eq!(of_each[1..], expected.collect::<Vec<_>>());

    // The decisions may be lines of JSON as well, and say the same.
    let of_lines = ["clear", "reviewed.csv", "--clearances", "clearances.ndjson"];
    assert_eq!(desk.tamis(&of_lines).0, 0);
    assert_eq!(desk.tamis(&of_lines).0, 0, "they are read again and replaced");
    let decisions = fs::read_to_string(desk.path("clearances.ndjson")).expect("readable");
    let first: Value =
        serde_json::from_str(decisions.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["decision"], &first["reason"]), (&json!("cleared"), &json!("other person")));
    assert_eq!(decisions.lines().count(), 2);
    let (hits, said) = desk.screen(&["--group", "record", "--clearances", "clearances.ndjson"]);
    assert!(hits.len() == 2 && said.contains("left out as cleared: 1, "), "{said}");
    let text = decisions.replace("\"cleared\"", "\"cleaned\"");
    fs::write(desk.path("clearances.ndjson"), format!("\n{text}")).expect("written");
    let (code, _, said) = desk.tamis(&of_lines);
    assert!(
        code == 1 && said.contains("clearances.ndjson: line 2: decision must be cleared"),
        "{said}"
    );
}

/// A receipt is of the answer without decisions, which can be replayed, and names the file of decisions.
#[test]
fn receipts_name_the_clearances_and_are_replayed() {
    let records: Vec<String> = (0..5).map(|number| record(number, "")).collect();
    let desk = Desk::new(&records);
    fs::write(desk.path("customers.csv"), customers(5)).expect("written");
    let (hits, _) = desk.screen(&WITH);
    desk.review(&hits, |_, row| decide(row, "cleared"));
    assert_eq!(desk.clear(&[]).0, 0);
    let (now, said) = desk.screen(&[&WITH[..], &["--receipts", "receipts.ndjson"]].concat());
    assert_eq!(now, [], "{said}");
    let receipts = fs::read_to_string(desk.path("receipts.ndjson")).expect("readable");
    let decisions = fs::read(desk.path("clearances.csv")).expect("readable");
    let sha256 = tamis_engine::store::checksum::sha256_of(&decisions);
    assert_eq!(receipts.matches(&format!("\"clearances\":\"{sha256}\"")).count(), 5);
    assert_eq!(receipts.matches("\"verdict\":\"hit\"").count(), 5);
    let (code, found, said) = desk.tamis(&["replay", "receipts.ndjson"]);
    assert_eq!((code, found.as_str()), (0, ""), "{said}");
}

/// A server leaves out what its file has cleared, for the queries that name the customer.
#[test]
fn a_server_heeds_its_file_of_decisions() {
    let record = |at: usize, change: &str| {
        format!(
            "{{\"ref\": \"R{at}\", \"name\": \"Ivan Sokolov\", \"type\": \"INDIVIDUAL\", \"birth_dates\": [\"19{:02}\"]{change}}}\n",
            10 + at
        )
    };
    let records: Vec<String> = (0..3).map(|at| record(at, "")).collect();
    let desk = Desk::new(&records);
    let clearances = desk.path("clearances.csv");
    let file = clearances.display().to_string();
    let options = ["--clearances", &file, "--poll-interval", "50ms"];
    let server = Server::ready(&desk.path("snapshots"), &options);
    let ask = |path: &str, query: &Value| {
        let body = query.to_string();
        let answer = Connection::new(server.connect()).post_json(path, &body);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    };
    let query = json!({"customer": " K-1", "schema": "Person", "name": "Ivan Sokolov"});
    let one = |path: &str, query: &Value| ask(path, query)["responses"]["q1"].clone();
    let ids = |entry: &Value| -> Vec<u64> {
        let results = entry["results"].as_array().expect("results").iter();
        results.map(|own| own["id"].as_u64().expect("an id")).collect()
    };
    let path = "/api/match/default?limit=2";

    // Nothing is decided yet: the answer says what a decision would rest on.
    let before = one(path, &query);
    assert_eq!((&before["cleared"], &before["clearances"]), (&json!(0), &json!("")), "{before}");
    let basis = before["results"][0]["basis"][0].as_str().expect("a basis").to_owned();
    let first = ids(&before)[0];
    let unnamed = json!({"schema": "Person", "name": "Ivan Sokolov"});
    let plain = one(path, &unnamed);
    assert_eq!((&plain["cleared"], &plain["results"][0]["basis"]), (&Value::Null, &Value::Null));

    // A decision counts once the file holds it, and hides no other hit.
    let row = |basis: &str| {
        format!("K-1,{first},cleared,other person,A. Reviewer,2026-11-30T10:00:00+00:00,,{basis}\n")
    };
    let head = "customer_id,record_id,decision,reason,reviewer,decided_at,until,basis\n";
    let write = |text: &str| {
        fs::write(desk.path("clearances.new"), text).expect("written");
        fs::rename(desk.path("clearances.new"), &clearances).expect("renamed");
    };
    write(&(head.to_owned() + &row(&basis)));
    server.until("/api/status", |body| body.contains("\"clearances\":{\"decisions\":1,"));
    let now = one(path, &query);
    assert_eq!(now["cleared"], 1, "{now}");
    let (shown, all) = (ids(&now), ids(&one("/api/match/default", &unnamed)));
    assert_eq!(shown.len(), 2, "another record takes the place: {now}");
    assert!(all.len() == 3 && !shown.contains(&first), "{now}");
    assert_eq!(ids(&one(path, &unnamed)), ids(&before), "without a customer nothing is left out");
    let sha256 = now["clearances"].as_str().expect("a hash").to_owned();
    assert_eq!(sha256.len(), 64);

    // The same in a stream; its receipts are those of the answers without decisions.
    let lines = [&query, &unnamed, &json!({"customer": 7, "name": "Ivan Sokolov"})];
    let lines: String = lines.map(|line| format!("{line}\n")).concat();
    let (code, answer) = server.post_lines("/api/match/default/stream?receipt=true", &lines);
    assert_eq!(code, 200, "{answer}");
    let answer: Vec<Value> =
        answer.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let found: Vec<_> =
        answer[..3].iter().map(|line| (&line["cleared"], ids(line).len())).collect();
    assert_eq!(found, [(&json!(1), 2), (&Value::Null, 3), (&json!(0), 3)], "{answer:?}");
    let whole = one("/api/match/default?receipt=true", &query);
    assert_eq!(whole["cleared"], 1, "{whole}");
    for (name, key) in [("receipts.ndjson", "lines"), ("receipts.ndjson.queries.ndjson", "queries")]
    {
        let own = answer.iter().filter_map(|line| line["receipts"][key].as_array()).flatten();
        let own = own.map(|line| line.as_str().expect("a line").to_owned() + "\n");
        fs::write(desk.path(name), own.collect::<String>()).expect("written");
    }
    let receipts = fs::read_to_string(desk.path("receipts.ndjson")).expect("readable");
    assert_eq!(receipts.matches(&format!("\"clearances\":\"{sha256}\"")).count(), 3, "{receipts}");
    let queries =
        fs::read_to_string(desk.path("receipts.ndjson.queries.ndjson")).expect("readable");
    assert!(queries.contains("\"id\":\"K-1\"") && queries.contains("\"id\":\"7\""), "{queries}");
    let (code, _, said) = desk.tamis(&["replay", "receipts.ndjson", "--snapshots", "snapshots"]);
    assert!(code == 0 && said.starts_with("3 receipts: 3 equal"), "{said}");

    // A changed record is back, and says what has changed.
    let changed: Vec<String> = (0..3).map(|at| record(at, r#", "countries": ["RU"]"#)).collect();
    desk.build(&changed);
    server.until("/api/status", |body| body.contains("20261004080001"));
    let back = one("/api/match/default", &query);
    let back = back["results"].as_array().expect("results").iter();
    let back = back.clone().find(|own| own["id"] == first).expect("the record is back");
    assert_eq!(
        (&back["earlier_decision"], &back["changed"]),
        (&json!("reopened"), &json!("the record's countries")),
        "{back}"
    );

    // A file that is none is refused, and says why; the decisions of before stay.
    write(&(head.to_owned() + &row("abc")));
    server.until("/api/status", |body| {
        body.contains("line 2: basis must be that of a table of hits")
    });
    assert_eq!(one(path, &query)["clearances"], sha256);
    server.until("/metrics", |body| body.contains("tamis_clearances_refused 1"));
    let (code, _, said) = desk.tamis(&[
        "serve",
        "--check-config",
        "--snapshots",
        "snapshots",
        "--clearances",
        "clearances.csv",
    ]);
    assert!(code != 0 && said.contains("clearances: clearances.csv: line 2: "), "{said}");
    write(head);
    server.until("/api/status", |body| body.contains("\"clearances\":{\"decisions\":0,"));
    server.until("/metrics", |body| body.contains("tamis_clearances_refused 0"));
}

/// Decisions count only as the holder of the key wrote them, if a signature is required.
#[test]
fn a_file_of_decisions_is_signed_where_it_must_be() {
    let records: Vec<String> = (0..3).map(|number| record(number, "")).collect();
    let desk = Desk::new(&records);
    fs::write(desk.path("customers.csv"), customers(3)).expect("written");
    for name in ["desk.key", "other.key"] {
        tamis_signing::generate(&desk.path(name), None).expect("a key");
    }
    let (hits, _) = desk.screen(&WITH);
    desk.review(&hits, |_, row| decide(row, "cleared"));
    let needed = ["--clearances-key", "desk.key.pub"];
    let screen = || {
        let screen = ["screen", "customers.csv", "-o", "hits.csv"];
        let (code, _, said) = desk.tamis(&[&screen, &WITH[..], &needed].concat());
        (code, said)
    };
    assert_eq!(desk.clear(&[]).0, 0);
    let refused = |why: &str| {
        let (code, said) = screen();
        assert!(code == 1 && said.contains(&format!("clearances.csv.minisig: {why}")), "{said}");
    };
    refused("the clearances are not signed, and a signature is required");
    // Neither are they taken up, so nobody signs what others wrote.
    let (code, _, said) = desk.clear(&[&needed[..], &["--sign", "desk.key"]].concat());
    assert!(code == 1 && said.contains("are not signed"), "{said}");
    assert_eq!(desk.clear(&["--sign", "other.key"]).0, 0);
    refused("it is by a key that is not trusted");
    assert_eq!(desk.clear(&["--sign", "desk.key"]).0, 0);
    let (code, said) = screen();
    assert!(code == 0 && said.contains("left out as cleared: 3, "), "{said}");
    let sound = fs::read_to_string(desk.path("clearances.csv")).expect("readable");
    fs::write(desk.path("clearances.csv"), sound.replacen("other person", "another person", 1))
        .expect("written");
    refused("it is not that of these clearances: one of the two was changed");
    fs::write(desk.path("clearances.csv"), &sound).expect("written");
    assert_eq!(screen().0, 0);
}
