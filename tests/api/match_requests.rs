//! `POST /api/match/{collection}` over the small world of `support::world` (docs/api.md, "Match
//! answers", "Match").

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tamis::api::http::service::ServiceSettings;
use tamis::limits::MATCH_IN_PLACE_MICROS;
use tamis_engine::matching::{QueryName, estimated_micros};
use tamis_engine::model::EntityType;

use crate::support::client::Client;
use crate::support::tiny_snapshot;
use crate::support::worlds::{World, person, record};

/// Sends one flat query and returns the whole answer.
async fn ask(address: &str, query: Value) -> Value {
    let client = Client::serving(tiny_snapshot());
    let answer = client.post_json(&format!("/api/match/{address}"), query.to_string()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// Returns the publisher's references of the results, best first.
async fn found(address: &str, query: Value) -> Vec<String> {
    let answer = ask(address, query).await;
    let results = answer["responses"]["q1"]["results"].as_array().expect("results").clone();
    results.iter().map(|result| result["source_ref"].as_str().expect("text").to_owned()).collect()
}

fn sokolov() -> Value {
    json!({"schema": "Person", "name": "Ivan Petrovich Sokolov", "dob": "1962-05-17"})
}

#[tokio::test]
async fn the_answer_has_every_field_of_the_description() {
    let answer = ask("sanctions?threshold=0.8&topics=sanction", sokolov()).await;
    for (field, expected) in [
        ("collection", json!("sanctions")),
        ("algorithm", json!("standard")),
        ("threshold", json!(0.8)),
        ("limit", json!(5)),
        ("filters", json!({"topics": ["sanction"]})),
    ] {
        assert_eq!(answer[field], expected, "{field}");
    }
    assert!(answer["checked_at"].as_str().is_some_and(|text| text.ends_with("+00:00")));
    let entry = &answer["responses"]["q1"];
    assert_eq!((&entry["status"], &entry["total"]), (&json!(200), &json!(1)));
    let read = json!({"schema": "Person", "name": ["Ivan Petrovich Sokolov"], "birthDate": ["1962-05-17"], "nationality": [], "imo": []});
    assert_eq!(entry["query"], read);
    assert!(entry.get("error").is_none() && entry.get("total_estimated").is_none());
}

/// A server without a file of decisions reads the key of a customer, and says that it has no effect.
#[tokio::test]
async fn a_customer_whose_decisions_nobody_has_is_said() {
    for customer in [json!("K-1"), json!(17)] {
        let answer = ask("sanctions", json!({"name": "Sokolov", "customer": customer})).await;
        let said = json!([r#"Query "q1": "customer" has no effect; no decisions are heeded."#]);
        assert_eq!(answer["ignored"], said);
        assert_eq!(answer["responses"]["q1"].get("cleared"), None, "{answer}");
    }
    for nobody in [json!(null), json!(" ")] {
        let answer = ask("sanctions", json!({"name": "Sokolov", "customer": nobody})).await;
        assert_eq!(answer.get("ignored"), None, "{answer}");
    }
    let answer = ask("sanctions", json!({"name": "Sokolov", "customer": ["K-1"]})).await;
    let expected = json!("customer must be a string or a whole number, not an array");
    assert_eq!(answer["responses"]["q1"]["error"], expected);
}

#[tokio::test]
async fn a_result_shows_the_record_and_explains_its_score() {
    let answer = ask("sanctions", sokolov()).await;
    let result = &answer["responses"]["q1"]["results"][0];
    let id = result["id"].as_u64().expect("a number");
    for (field, expected) in [
        ("caption", json!("Ivan Petrovich Sokolov")),
        ("schema", json!("Person")),
        ("score", json!(1.0)),
        ("match", json!(true)),
        ("url", json!(format!("/estate/record.html?id={id}"))),
        ("datasets", json!(["Test Sanctions List"])),
        ("topics", json!(["sanction"])),
        ("source", json!("TEST_SANCTIONS")),
        ("source_ref", json!("s-1")),
        ("list_type", json!("SANCTION")),
        ("programme", json!("P-ONE; P-TWO")),
        ("birth_date", json!("1962-05-17")),
        ("nationality", json!("RU")),
        ("imo", Value::Null),
        ("aliases", json!(["Иван Соколов", "Vanya the Falcon"])),
        ("first_seen", json!("2026-10-04T08:00:00+00:00")),
        ("last_seen", json!("2026-10-04T08:00:00+00:00")),
    ] {
        assert_eq!(result[field], expected, "{field}");
    }
    let features = result["features"].as_array().expect("features");
    assert_eq!(features[0]["feature"], "name_match");
    assert_eq!(features[0]["matched_name"], "Ivan Petrovich Sokolov");
    let pairs = features[0]["alignment"]["pairs"].as_array().expect("what met");
    let met: Vec<(&str, &str)> = pairs
        .iter()
        .filter_map(|pair| Some((pair["record"].as_str()?, pair["how"].as_str()?)))
        .collect();
    assert_eq!(met, [("Ivan", "equal"), ("Petrovich", "equal"), ("Sokolov", "equal")]);
    assert!(features[1..].iter().all(|feature| feature.get("alignment").is_none()), "{features:?}");
    let dob = features.iter().find(|feature| feature["feature"] == "dob_match").expect("a date");
    assert_eq!(dob["weight"], 0.1);
    assert!(dob["explanation"].as_str().is_some_and(|sentence| !sentence.is_empty()));
}

#[tokio::test]
async fn features_are_explained_as_far_as_is_asked() {
    let features = async |explain: &str| {
        let answer = ask(&format!("sanctions?explain={explain}"), sokolov()).await;
        answer["responses"]["q1"]["results"][0]["features"].as_array().expect("features").clone()
    };
    let fields = |feature: &Value| {
        feature.as_object().expect("an object").keys().cloned().collect::<Vec<String>>()
    };
    let full = features("full").await;
    assert!(full.len() > 1 && full[0].get("alignment").is_some());
    for (explain, of_name, of_fact) in [
        ("text", &["explanation", "feature", "matched_name", "score", "weight"][..], 4),
        ("none", &["feature", "score", "weight"], 3),
    ] {
        let part = features(explain).await;
        assert_eq!(fields(&part[0]), of_name);
        assert!(part[1..].iter().all(|feature| fields(feature).len() == of_fact), "{part:?}");
        for field in of_name {
            assert!(part.iter().zip(&full).all(|(part, full)| part[field] == full[field]));
        }
    }
}

#[tokio::test]
async fn a_result_with_details_holds_the_record_as_it_is_looked_up() {
    let answer = ask("sanctions?details=true", sokolov()).await;
    let result = &answer["responses"]["q1"]["results"][0];
    let address = format!("/api/entity/{}?nested=false", result["id"]);
    let record = Client::serving(tiny_snapshot()).get(&address).await;
    assert_eq!(result["record"], record.json());
    let answer = ask("sanctions?details=false", sokolov()).await;
    assert_eq!(answer["responses"]["q1"]["results"][0].get("record"), None);
}

#[tokio::test]
async fn filters_decide_who_may_answer() {
    let name = || json!({"name": "Ivan Petrovich Sokolov"});
    for (address, expected) in [
        ("default", vec!["p-1", "p-2", "s-1"]),
        ("sanctions", vec!["s-1"]),
        ("peps", vec!["p-1", "p-2"]),
        ("crime", vec![]),
        ("maritime", vec![]),
        ("default?topics=role.pep", vec!["p-1", "p-2"]),
        ("default?topics=role.pep,debarment&topics=sanction", vec!["p-1", "p-2", "s-1"]),
        ("default?include_dataset=Test+Sanctions+List", vec!["s-1"]),
        ("default?include_dataset=Members,+Past+and+Present", vec!["p-1", "p-2"]),
        ("default?include_dataset=test_peps", vec!["p-1", "p-2"]),
        ("default?include_dataset=TEST_PEPS,Test+Sanctions+List", vec!["p-1", "p-2", "s-1"]),
        ("default?exclude_dataset=TEST_PEPS", vec!["s-1"]),
        ("default?exclude_dataset=Test_Peps", vec!["p-1", "p-2", "s-1"]),
        ("default?include_dataset=No+Such+List", vec![]),
        ("default?exclude_dataset=Test+Sanctions+List", vec!["p-1", "p-2"]),
        ("sanctions?topics=role.pep", vec![]),
        ("default?changed_since=2026-10-04T08:00:00Z", vec!["p-1", "p-2", "s-1"]),
        ("default?changed_since=2026-10-04T08:00:01Z", vec![]),
    ] {
        let mut references = found(address, name()).await;
        references.sort();
        assert_eq!(references, expected, "{address}");
    }
}

#[tokio::test]
async fn what_was_asked_and_not_got_is_said() {
    let address = "default?exclude_dataset=Test+Peps,test_peps&include_dataset=TEST_SANCTIONS,SDN";
    let answer = ask(address, json!({"name": "Ivan Sokolov", "birthdate": "1962"})).await;
    let expected = json!([
        r#"Query "q1": "birthdate" is not a property that is compared; did you mean birthDate?"#,
        r#"include_dataset: no register is named "SDN"."#,
        r#"exclude_dataset: no register is named "Test Peps"."#,
    ]);
    assert_eq!(answer["ignored"], expected);
    assert_eq!(answer["responses"]["q1"]["results"][0]["source_ref"], "s-1");

    let body = r#"{"queries": {"a": {"name": "Nobody"}, "a": {"name": "Ocean Star"}}}"#;
    let client = Client::serving(tiny_snapshot());
    let answer = client.post_json("/api/match/default", body.to_owned()).await.json();
    assert_eq!(
        answer["ignored"],
        json!([r#"Query "a": only the last query under this key is answered."#])
    );
    assert_eq!(answer["responses"]["a"]["query"]["name"], json!(["Ocean Star"]));

    let answer = ask("default?include_dataset=test_peps", sokolov()).await;
    assert!(answer.get("ignored").is_none(), "nothing to say");
}

#[tokio::test]
async fn the_limit_cuts_and_the_threshold_only_judges() {
    let name = || json!({"name": "Ivan Petrovich Sokolov"});
    assert_eq!(found("default?limit=1", name()).await.len(), 1);
    let answer = ask("default?threshold=1", json!({"name": "Ivan Sokolov"})).await;
    let results = answer["responses"]["q1"]["results"].as_array().expect("results").clone();
    assert!(!results.is_empty());
    for result in results {
        let score = result["score"].as_f64().expect("a number");
        assert_eq!(result["match"], score >= 1.0, "{result}");
    }
}

#[tokio::test]
async fn what_scores_below_the_cutoff_is_not_returned() {
    let scores = |answer: &Value| -> Vec<f64> {
        let results = answer["responses"]["q1"]["results"].as_array().expect("results");
        results.iter().map(|result| result["score"].as_f64().expect("a number")).collect()
    };
    let query = || json!({"name": "Ivan Petrovich Sokolov", "dob": "1988"});
    let all = ask("default?limit=50", query()).await;
    let scores_of_all = scores(&all);
    let least = *scores_of_all.last().expect("several");
    assert!(scores_of_all[0] > least && all.get("cutoff").is_none());
    for cutoff in [least, scores_of_all[0], (scores_of_all[0] + least) / 2.0, 1.0] {
        let answer = ask(&format!("default?limit=50&cutoff={cutoff}"), query()).await;
        let expected: Vec<f64> = scores_of_all.iter().copied().filter(|s| *s >= cutoff).collect();
        assert_eq!(scores(&answer), expected, "{cutoff}");
        assert_eq!(answer["cutoff"], json!(cutoff));
        assert_eq!(answer["responses"]["q1"]["total"], all["responses"]["q1"]["total"]);
    }
}

#[tokio::test]
async fn a_country_may_be_named_and_one_that_is_none_is_said() {
    let country = |answer: &Value| answer["responses"]["q1"]["query"]["nationality"].clone();
    let query = |country| json!({"name": "Ivan Petrovich Sokolov", "country": country});
    let by_code = ask("sanctions", query("ru")).await;
    for name in ["Russia", "RUS", "Russian Federation"] {
        let answer = ask("sanctions", query(name)).await;
        assert_eq!(country(&answer), json!(["RU"]), "{name}");
        let results = |answer: &Value| answer["responses"]["q1"]["results"].clone();
        assert_eq!(results(&answer), results(&by_code), "{name}");
    }
    let answer = ask("sanctions", query("ZZ")).await;
    assert_eq!((&answer["responses"]["q1"]["status"], country(&answer)), (&json!(200), json!([])));
    let said = r#"Query "q1": nationality "ZZ" names no country; it has no effect."#;
    assert_eq!(answer["ignored"], json!([said]));
}

#[tokio::test]
async fn an_imo_number_alone_finds_its_vessel() {
    let query = json!({"schema": "Vessel", "properties": {"imo": ["IMO 9074729"]}});
    let answer = ask("maritime", query).await;
    let result = &answer["responses"]["q1"]["results"][0];
    assert_eq!((&result["source_ref"], &result["imo"]), (&json!("s-2"), &json!("9074729")));
    assert!(result["score"].as_f64().is_some_and(|score| score >= 0.98), "{result}");
}

#[tokio::test]
async fn a_mistyped_imo_number_does_not_read_as_clear() {
    let asked = |imo: &str| json!({"schema": "Vessel", "properties": {"imo": [imo]}});
    let answer = ask("maritime", asked("9074728")).await;
    assert_eq!(answer["responses"]["q1"]["results"], json!([]));
    let said = "Query \"q1\": IMO number 9074728 has a wrong check digit and is on no record; one digit or one \
                swap of digits away: 9074729.";
    assert_eq!(answer["ignored"], json!([said]));
    let answer = ask("crime", asked("9074728")).await;
    let said = answer["ignored"][0].as_str().expect("a sentence");
    assert!(said.ends_with(", nor is any number one digit or one swap of digits away."), "{said}");
    for right in ["9074729", "9133707"] {
        assert_eq!(ask("maritime", asked(right)).await.get("ignored"), None, "{right}");
    }
}

#[tokio::test]
async fn name_only_leaves_the_other_features_out() {
    let query = json!({"name": "Ivan Petrovich Sokolov", "dob": "1911"});
    let score = |answer: &Value| answer["responses"]["q1"]["results"][0]["score"].as_f64();
    let by_name = ask("sanctions?algorithm=name-only", query.clone()).await;
    assert_eq!((&by_name["algorithm"], score(&by_name)), (&json!("name-only"), Some(1.0)));
    let best = ask("sanctions?algorithm=best", query).await;
    assert_eq!((&best["algorithm"], score(&best)), (&json!("standard"), Some(0.75)));
}

#[tokio::test]
async fn a_batch_answers_each_query_as_if_it_were_alone_in_the_order_given() {
    let client = Client::serving(tiny_snapshot());
    let body = r#"{"queries":{"z":{"name":"Ocean Star"},"bad":{},"a":{"name":"Maria Garcia"}}}"#;
    let batch = client.post_json("/api/match/default", body).await;
    assert_eq!(batch.header("cache-control"), Some("no-store"));
    assert!(batch.header("x-snapshot-version").is_some_and(|version| version.len() == 14));
    let positions: Vec<_> = ["\"z\":", "\"bad\":", "\"a\":"].map(|k| batch.text.find(k)).to_vec();
    assert!(positions.is_sorted() && positions[0].is_some(), "{}", batch.text);
    let batch = batch.json();
    assert_eq!(batch["responses"]["bad"]["status"], 400);
    for (key, name) in [("z", "Ocean Star"), ("a", "Maria Garcia")] {
        let alone = ask("default", json!({ "name": name })).await;
        assert_eq!(batch["responses"][key], alone["responses"]["q1"], "{key}");
    }
}

#[tokio::test]
async fn work_over_the_limit_is_shed_and_told_to_come_back() {
    let queue_delay_max = Duration::from_micros(1);
    let settings = ServiceSettings { queue_delay_max, threads: 1, ..Default::default() };
    let client = &Client::with_settings(settings).publishing(tiny_snapshot());
    let two = json!({"queries": {"a": {"name": "Ivan Sokolov"}, "b": {"name": "Maria Lopez"}}});
    let ask = async |body: &Value| client.post_json("/api/match/default", body.to_string()).await;
    let (release, held) = std::sync::mpsc::channel::<()>();
    // The thread of batches is taken until the end, so that a batch would wait.
    let holding = client.service.work.run_reading(move || held.recv());
    let asked = async {
        let shed = ask(&two).await;
        assert_eq!((shed.status.as_u16(), shed.header("retry-after")), (503, Some("1")));
        assert_eq!(ask(&sokolov()).await.status, 200, "a single query has a turn of its own");
        drop(release);
    };
    let _ = tokio::join!(holding, asked);
}

#[tokio::test]
async fn a_legal_form_is_explained_as_it_is_written() {
    let world = World::new(vec![record(1, Some(EntityType::Company), "Harbour Trading GmbH")]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let body = r#"{"schema": "Company", "properties": {"name": ["Harbour Trading"]}}"#;
    let answer = client.post_json("/api/match/default", body).await.json();
    let feature = &answer["responses"]["q1"]["results"][0]["features"][0];
    let explanation = feature["explanation"].as_str().expect("a sentence");
    assert!(explanation.contains("only in the record: \"GmbH\""), "{explanation}");
    assert_eq!(feature["alignment"]["only_record"], json!(["GmbH"]));
}

/// Makes so many namesakes that a query with several names traverses long posting lists.
fn namesakes() -> World {
    World::new((1..=4000).map(|id| person(id, "Ivan Sokolov")).collect())
}

/// Makes a name of this many words.
fn long_name(words: usize) -> String {
    ["ivan", "sokolov"].iter().copied().cycle().take(words).collect::<Vec<_>>().join(" ")
}

fn five_long_names() -> Vec<String> {
    (28..33).map(long_name).collect()
}

/// Makes 512 words of four syllables, many of which sound alike.
fn soundalikes() -> World {
    let letters = ["ba", "be", "bi", "bo", "ka", "ke", "ki", "ko"];
    let name = |id: u64| {
        let at = |place: u32| letters[(id as usize >> (3 * place)) % letters.len()];
        format!("{}{}{}{}", at(0), at(1), at(2), at(1))
    };
    World::new((0..512).map(|id| person(id + 1, &name(id))).collect())
}

#[test]
fn the_estimate_of_a_query_counts_its_readings_its_words_and_their_lists() {
    let (many, one) = (namesakes(), World::new(vec![person(1, "Ivan Sokolov")]));
    let of = |world: &World, name: &str, up_to| {
        estimated_micros(&world.snapshot.index(), &[name.into()], up_to)
    };
    let all = |world, name: &str| of(world, name, u64::MAX);
    assert!(all(&many, "ivan sokolov") > all(&one, "ivan sokolov"), "longer lists");
    assert!(all(&one, &long_name(32)) > all(&one, &long_name(2)), "more words");
    let (apart, alone) = (all(&one, "ivan sokolov; ivan sokolova"), all(&one, "ivan sokolov"));
    assert!(apart > 2 * alone, "two names and the text as a whole: {apart}, {alone}");
    let (together, unknown) = (all(&one, "ivansokolov"), all(&one, "ivansokolxv"));
    assert!(together > unknown, "a reading by the words of the snapshot: {together}, {unknown}");
    let up_to = of(&one, "ivan sokolov; ivan sokolova; ivan sokolovo", 1);
    assert!(up_to < apart, "counting stops: {up_to}");
    assert_eq!(estimated_micros(&one.snapshot.index(), &[], u64::MAX), 0);
}

#[test]
fn a_word_that_no_list_has_takes_time_where_the_dictionary_has_words_that_sound_so() {
    let world = soundalikes();
    let index = world.snapshot.index();
    assert_eq!(index.single_word_count(), 512);
    let of = |word: &str| estimated_micros(&index, &[word.into()], u64::MAX);
    assert!(of("bekubeku") > of("qwxv"), "{} {}", of("bekubeku"), of("qwxv"));
}

/// On a runtime of one thread, a query that runs in place yields once and then ends before the next
/// request is read.
#[tokio::test]
async fn much_work_holds_no_worker() {
    let world = namesakes();
    let client = Client::serving(Arc::clone(&world.snapshot));
    for (names, in_place) in [(vec![long_name(2)], true), (five_long_names(), false)] {
        let asked: Vec<QueryName> = names.iter().map(QueryName::new).collect();
        let micros = estimated_micros(&world.snapshot.index(), &asked, u64::MAX);
        assert_eq!(micros <= MATCH_IN_PLACE_MICROS, in_place, "{micros} µs");
        let names: Vec<Value> = names.into_iter().map(Value::from).collect();
        for (address, body) in [
            ("/api/match/default", json!({"schema": "Person", "name": names})),
            (
                "/api/reconcile/default",
                json!({"queries": {"q": {"properties": [{"pid": "name", "v": names}]}}}),
            ),
            ("/api/screen", json!({"name": names[0]})),
        ] {
            if address == "/api/screen" && names.len() > 1 {
                continue;
            }
            let ended = RefCell::new(Vec::new());
            let asked = async {
                let answer = client.post_json(address, body.to_string()).await;
                ended.borrow_mut().push("asked");
                answer
            };
            let other = async {
                for _ in 0..2 {
                    tokio::task::yield_now().await;
                }
                client.get("/livez").await;
                ended.borrow_mut().push("other");
            };
            let (answer, ()) = tokio::join!(asked, other);
            assert_eq!(answer.status, 200, "{address}: {answer:?}");
            let first = if in_place { "asked" } else { "other" };
            assert_eq!(ended.borrow()[0], first, "{address}");
        }
    }
}

#[tokio::test]
async fn where_a_query_runs_does_not_change_its_answer() {
    let world = namesakes();
    let client = Client::serving(Arc::clone(&world.snapshot));
    let ask = async |body: Value| {
        let answer = client.post_json("/api/match/default", body.to_string()).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["responses"]["q1"].clone()
    };
    // Alone, the first query runs in place and the second on the pool; in a batch both run on the pool.
    for names in [vec![long_name(2)], five_long_names()] {
        let query = json!({"schema": "Person", "name": names});
        let alone = ask(query.clone()).await;
        let beside = ask(json!({"queries": {"q1": query, "q2": sokolov()}})).await;
        assert_eq!(alone["results"].as_array().map(Vec::len), Some(5));
        assert_eq!(alone, beside);
    }
}

#[tokio::test]
async fn a_query_beyond_the_twentieth_has_an_entry_that_says_so() {
    let queries: serde_json::Map<String, Value> =
        (0..22).map(|at| (format!("q{at:02}"), json!({"name": "Ocean Star"}))).collect();
    let answer = ask("default", json!({ "queries": queries })).await;
    let responses = answer["responses"].as_object().expect("entries");
    assert_eq!(responses.len(), 22);
    assert_eq!(responses["q19"]["status"], 200);
    for key in ["q20", "q21"] {
        let entry = &responses[key];
        assert_eq!((&entry["status"], &entry["results"]), (&json!(400), &json!([])), "{entry}");
        let error = "only the first 20 queries of a request are answered; send this one in another";
        assert_eq!(entry["error"], error);
    }
    let said = |key: &str| format!("Query {key:?}: only the first 20 queries are answered.");
    assert_eq!(answer["ignored"], json!([said("q20"), said("q21")]));
}

#[tokio::test]
async fn a_query_with_a_name_is_screened_by_it_whatever_stands_beside_it() {
    let plain = ask("default", json!({"name": "Ivan Petrovich Sokolov"})).await;
    let beside = json!({"name": "Ivan Petrovich Sokolov", "imo": ["N/A", "12"], "dob": "9999-12-31",
        "firstName": "Ivan"});
    let answer = ask("default", beside).await;
    assert_eq!(answer["responses"], plain["responses"]);
    let expected = json!([
        r#"Query "q1": birthDate "9999-12-31" is of the year 9999; it has no effect."#,
        r#"Query "q1": "firstName" is not a property that is compared; send the full name as name."#,
        r#"Query "q1": imoNumber "N/A" has no digit; it has no effect."#,
        r#"Query "q1": imoNumber "12" is not an IMO number of seven digits; it has no effect."#,
    ]);
    assert_eq!(answer["ignored"], expected);
}
