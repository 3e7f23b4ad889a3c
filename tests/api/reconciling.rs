//! `/api/reconcile/{collection}` and the services below it, over the small world.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis::api::http::service::ServiceSettings;
use tamis_engine::limits::SUGGEST_SCANNED_MAX;
use tamis_engine::model::{Alias, BirthDate, EntityType};

use crate::support::client::{Answer, Client, with_body};
use crate::support::tiny_snapshot;
use crate::support::worlds::{With, World, person, record};

const ENDPOINT: &str = "/api/reconcile/default";
const FORM: &str = "application/x-www-form-urlencoded";

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

fn encoded(text: &str) -> String {
    let bytes = text.bytes();
    bytes.map(|byte| format!("%{byte:02X}")).collect()
}

async fn get(client: &Client, address: &str) -> Answer {
    let request = Request::get(address).header("host", "lists.example:8080");
    client.send(with_body(request, Body::empty())).await
}

async fn post_form(client: &Client, address: &str, field: &str, value: &Value) -> Answer {
    let body = format!("{field}={}", encoded(&value.to_string()));
    client.send(with_body(Request::post(address).header("content-type", FORM), body)).await
}

/// Returns the candidates of one query.
async fn candidates(client: &Client, query: Value) -> Vec<Value> {
    let answer = post_form(client, ENDPOINT, "queries", &json!({ "q": query })).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["q"]["result"].as_array().expect("an array").clone()
}

/// Formats names, scores and matches of candidates.
fn shown(candidates: &[Value]) -> Vec<String> {
    let short = |c: &Value| format!("{} {} {}", c["name"], c["score"], c["match"]);
    candidates.iter().map(|c| short(c).replace('"', "")).collect()
}

async fn id_of(client: &Client, name: &str) -> String {
    candidates(client, json!({ "query": name })).await[0]["id"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn the_manifest_says_where_everything_is() {
    let endpoint = "http://lists.example:8080/api/reconcile/sanctions";
    let types = json!([
        {"id": "Person", "name": "Person"},
        {"id": "Company", "name": "Company"},
        {"id": "Organization", "name": "Organization"},
        {"id": "LegalEntity", "name": "Legal entity"},
        {"id": "Vessel", "name": "Vessel"},
        {"id": "Airplane", "name": "Airplane"},
    ]);
    let part = |path: &str, flyout: &str| json!({"service_url": endpoint, "service_path": path, "flyout_service_path": flyout});
    let expected = json!({
        "versions": ["0.2"],
        "name": "Tamis: sanctions",
        "identifierSpace": "http://lists.example:8080/api/entity/",
        "schemaSpace": "https://followthemoney.tech/explorer/schemata/",
        "defaultTypes": types,
        "view": {"url": "http://lists.example:8080/estate/record.html?id={{id}}"},
        "batchSize": 20,
        "suggest": {
            "entity": part("/suggest/entity", "/flyout/entity?id=${id}"),
            "property": part("/suggest/property", "/flyout/property?id=${id}"),
            "type": part("/suggest/type", "/flyout/type?id=${id}"),
        },
        "preview": {"url": format!("{endpoint}/preview?id={{{{id}}}}"), "width": 430, "height": 320},
        "extend": {
            "propose_properties": {"service_url": endpoint, "service_path": "/extend/properties"},
            "property_settings": [{
                "name": "limit",
                "label": "Limit",
                "type": "number",
                "default": 0,
                "help_text": "Maximum number of values per record; 0 for all",
            }],
        },
    });
    let client = client();
    for address in ["/api/reconcile/sanctions", "/api/reconcile/sanctions?queries=&callback=x"] {
        let answer = get(&client, address).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (200, expected.clone()), "{address}");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
}

#[tokio::test]
async fn the_address_that_an_operator_sets_stands_above_that_of_the_request() {
    let settings = ServiceSettings {
        threads: 1,
        public_url: Some("https://screening.example/tamis".to_owned()),
        ..ServiceSettings::default()
    };
    let client = Client::with_settings(settings).publishing(tiny_snapshot());
    let manifest = get(&client, ENDPOINT).await.json();
    let expected = "https://screening.example/tamis/api/entity/";
    assert_eq!(manifest["identifierSpace"], expected);
    let without_host = Client::serving(tiny_snapshot()).get(ENDPOINT).await;
    assert_eq!(
        (without_host.status.as_u16(), &without_host.json()["parameter"]),
        (400, &json!("Host"))
    );
}

#[tokio::test]
async fn a_candidate_has_every_field_of_the_description() {
    let client = client();
    let query = json!({"query": "Ivan Sokolov", "type": "Person", "limit": 1,
        "properties": [{"pid": "birthDate", "v": "1962-05-17"}, {"pid": "country", "v": "ru"}]});
    let found = candidates(&client, query).await;
    assert_eq!(found.len(), 1);
    let id = found[0]["id"].as_str().expect("a text");
    let record = client.get(&format!("/api/entity/{id}?nested=false")).await.json();
    assert_eq!(record["name"], "Ivan Petrovich Sokolov");
    let mut expected = json!({
        "id": id,
        "name": "Ivan Petrovich Sokolov",
        "score": 100.0,
        "match": true,
        "type": [{"id": "Person", "name": "Person"}],
    });
    let features: Vec<_> = found[0]["features"].as_array().expect("an array").iter().collect();
    let ids: Vec<_> = features.iter().map(|feature| feature["id"].as_str()).collect();
    assert_eq!(ids, [Some("name_match"), Some("dob_match"), Some("country_match")]);
    assert!(features.iter().all(|f| (0.0..=1.0).contains(&f["value"].as_f64().expect("a number"))));
    expected["features"] = found[0]["features"].clone();
    expected["description"] = found[0]["description"].clone();
    assert_eq!(found[0], expected);
    let description = found[0]["description"].as_str().expect("a text");
    assert!(description.contains("; born 1962-05-17; RU"), "{description}");
}

#[tokio::test]
async fn every_way_of_asking_gives_the_same_answer() {
    let client = client();
    let queries = json!({
        "z": {"query": "Ocean Star", "type": "Vessel"},
        "a": {"query": "Ivan Sokolov", "type": ["Person"], "type_strict": "should"},
        "n": {"query": "zzqx no such party zzqx"},
        "p": {"properties": [{"pid": "name", "v": "Maria Garcia"}]},
    });
    let expected = post_form(&client, ENDPOINT, "queries", &queries).await;
    assert_eq!(expected.status, 200);
    assert_eq!(expected.header("cache-control"), Some("no-store"));
    let places = ["\"z\":", "\"a\":", "\"n\":", "\"p\":"].map(|key| expected.text.find(key));
    // The test writes its keys sorted; the answer keeps the order in which they were sent.
    assert!(places[1] < places[2] && places[2] < places[3] && places[3] < places[0], "{places:?}");
    assert_eq!(expected.json()["n"], json!({"result": []}));
    assert_eq!(expected.json()["p"]["result"][0]["name"], "Maria Garcia Lopez");

    let address = format!("{ENDPOINT}?queries={}", encoded(&queries.to_string()));
    let as_text = json!({ "queries": queries.to_string() }).to_string();
    let as_object = json!({ "queries": queries }).to_string();
    for answer in [
        get(&client, &address).await,
        client.post_json(ENDPOINT, as_object.clone()).await,
        client.post_json(ENDPOINT, as_text).await,
        client.post_json(ENDPOINT, format!("\u{feff}{as_object}")).await,
        client.send(with_body(Request::post(ENDPOINT), as_object)).await,
    ] {
        assert_eq!((answer.status.as_u16(), &answer.text), (200, &expected.text));
    }
}

#[tokio::test]
async fn one_query_without_a_key_has_one_result() {
    let client = client();
    let query = json!({"query": "Ocean Star", "type": "Vessel", "limit": 1});
    let form = post_form(&client, ENDPOINT, "query", &query).await.json();
    assert_eq!(shown(form["result"].as_array().expect("an array")), ["OCEAN STAR 100.0 true"]);
    let address = format!("{ENDPOINT}?query={}", encoded(&query.to_string()));
    assert_eq!(get(&client, &address).await.json(), form);
    assert_eq!(client.post_json(ENDPOINT, query.to_string()).await.json(), form);
    let text = get(&client, &format!("{ENDPOINT}?query=Ivan+Sokolov")).await.json();
    assert_eq!(text["result"][0]["name"], "Ivan Petrovich Sokolov");
}

#[tokio::test]
async fn scores_are_those_of_a_match() {
    let client = client();
    for (name, schema, dob) in [
        ("Ivan Sokolov", "Person", "1988"),
        ("Golden Harvest Trading", "Company", "2000"),
        ("Ivan Sokolow", "Vessel", "1962"),
    ] {
        let body = json!({"name": name, "schema": schema, "dob": dob}).to_string();
        let matched = client.post_json("/api/match/default?limit=50", body).await.json();
        let results = matched["responses"]["q1"]["results"].as_array().expect("an array").clone();
        let scored = results.iter().map(|r| {
            let score = r["score"].as_f64().expect("a number") * 100.0;
            (r["id"].to_string(), (score * 100.0).round() / 100.0)
        });
        let expected: Vec<_> = scored.filter(|(_, score)| *score >= 40.0).collect();
        let query = json!({"query": name, "type": schema, "limit": 50,
            "properties": [{"pid": "dob", "v": dob}]});
        let found = candidates(&client, query).await;
        let found: Vec<_> = found
            .iter()
            .map(|c| {
                (c["id"].as_str().expect("a text").to_owned(), c["score"].as_f64().unwrap_or(0.0))
            })
            .collect();
        assert!(!found.is_empty());
        assert_eq!(found, expected, "{name}");
    }
}

#[tokio::test]
async fn the_first_is_a_match_when_no_other_party_is_close() {
    let world = World::new(vec![
        person(1, "Anna Example").born("1970-01-01"),
        person(2, "EXAMPLE, Anna").born("1970-01-01").in_register(1),
        person(3, "Boris Example"),
        person(4, "Boris Example").in_register(1),
        person(5, "Clara Sample").born("1980"),
        person(6, "Clara Sample").born("1950"),
        record(7, Some(EntityType::Vessel), "BLUE HERON").of("PA"),
        record(8, Some(EntityType::Vessel), "ICE BEAR").imo("9074729"),
        record(9, Some(EntityType::Vessel), "ICE BEAR II").imo("9074729").alias("ICE BEAR"),
    ]);
    let client = Client::serving(world.snapshot.clone());
    let matches = async |query: Value| -> Vec<bool> {
        let found = candidates(&client, query).await;
        found.iter().map(|candidate| candidate["match"] == true).collect()
    };
    for (query, expected, why) in [
        (json!({"query": "Anna Example"}), &[true, false][..], "two entries for one party"),
        (json!({"query": "Anna Example", "limit": 1}), &[true], "the same with one shown"),
        (json!({"query": "Boris Example"}), &[false, false], "two parties as far as is known"),
        (json!({"query": "Boris Example", "limit": 1}), &[false], "the rival is not shown"),
        (json!({"query": "Clara Sample"}), &[false, false], "namesakes"),
        (
            json!({"query": "Clara Sample", "properties": [{"pid": "dob", "v": "1980"}]}),
            &[true, false],
            "the birth date tells them apart",
        ),
        (
            json!({"query": "Blue Heron", "type": "Person", "properties": [{"pid": "flag", "v": "US"}]}),
            &[false],
            "alone, at 70",
        ),
        (json!({"query": "Blue Heron", "type": "Vessel"}), &[true], "alone"),
        (json!({"query": "Blue Heron", "type": "Person"}), &[true], "alone, at 80"),
        (json!({"query": "Ice Bear", "type": "Vessel"}), &[true, false], "one ship on two lists"),
    ] {
        assert_eq!(matches(query.clone()).await, expected, "{why}: {query}");
    }
    let found =
        candidates(&client, json!({"query": "Blue Heron", "type": ["Person", "Vessel"]})).await;
    assert_eq!(shown(&found), ["BLUE HERON 100.0 true"], "either type will do");
}

#[tokio::test]
async fn more_entries_for_one_party_than_are_compared_are_no_rivals_but_may_hide_one() {
    let same = |id| person(id, "Anna Example").born("1970-01-01");
    let nine = Client::serving(World::new((1..=9).map(same).collect()).snapshot);
    assert_eq!(candidates(&nine, json!({"query": "Anna Example"})).await[0]["match"], true);
    let ten = Client::serving(World::new((1..=10).map(same).collect()).snapshot);
    assert_eq!(candidates(&ten, json!({"query": "Anna Example"})).await[0]["match"], false);
}

#[tokio::test]
async fn a_text_that_is_a_record_id_gives_that_record_first() {
    let client = client();
    let id = id_of(&client, "Maria Garcia Lopez").await;
    for text in [id.clone(), format!(" svc-{id} ")] {
        let found = candidates(&client, json!({"query": text, "type": "Vessel"})).await;
        assert_eq!(shown(&found), ["Maria Garcia Lopez 100.0 true"], "{text}");
    }
    let query = json!({"q": {"query": id}});
    let elsewhere = post_form(&client, "/api/reconcile/crime", "queries", &query).await;
    assert_eq!(elsewhere.json(), json!({"q": {"result": []}}), "not in that collection");
    let unknown = candidates(&client, json!({"query": "999"})).await;
    assert_eq!(unknown, [] as [Value; 0]);
}

#[tokio::test]
async fn an_imo_number_alone_is_enough_and_nothing_is_too_little() {
    let client = client();
    let by_imo = json!({"properties": [{"pid": "imo", "v": 9_074_729}], "type": "Vessel"});
    assert_eq!(shown(&candidates(&client, by_imo).await), ["OCEAN STAR 98.0 true"]);
    let mistyped = json!({"properties": [{"pid": "imo", "v": 9_074_728}], "type": "Vessel"});
    let answer = post_form(&client, ENDPOINT, "queries", &json!({ "q": mistyped })).await;
    let said = answer.json()["q"]["ignored"][0].to_string();
    assert!(said.contains("has a wrong check digit") && said.contains("9074729"), "{said}");
    for query in [
        json!({}),
        json!({"query": "  "}),
        json!({"properties": [{"pid": "birthDate", "v": "1962"}]}),
    ] {
        let answer = post_form(&client, ENDPOINT, "queries", &json!({ "q": query })).await;
        assert_eq!(answer.text, r#"{"q":{"result":[]}}"#, "{query}");
    }
    let queries = json!({"q": {"query": "---"}});
    let answer = post_form(&client, ENDPOINT, "queries", &queries).await.json();
    assert_eq!(answer["q"]["result"], json!([]));
    assert_eq!(answer["q"]["ignored"][0], r#"name "---" is not readable; it has no effect."#);
}

/// Namesakes fill the candidates, for any of the requested types.
#[tokio::test]
async fn an_equal_imo_number_stands_among_the_candidates() {
    let ship = |id: u64, name: &str| record(id, Some(EntityType::Vessel), name);
    let namesakes = (1..=60).map(|id| ship(id, "Blue Danan"));
    let world = World::new(namesakes.chain([ship(100, "Ocean Star").imo("9074729")]).collect());
    let client = Client::serving(Arc::clone(&world.snapshot));
    for types in [json!("Vessel"), json!(["Vessel", "Company"])] {
        let imo = json!([{"pid": "imo", "v": "9074729"}]);
        let query = json!({"query": "Blue Danan", "type": types, "limit": 3, "properties": imo});
        let found = candidates(&client, query).await;
        assert_eq!(found.len(), 3, "{types}");
        assert_eq!(found[2]["id"], "100", "{types}");
    }
}

#[tokio::test]
async fn a_name_that_is_too_long_fails_alone_and_says_so() {
    let client = client();
    let queries = json!({"long": {"query": "x".repeat(513)}, "ok": {"query": "Ocean Star"}});
    let answer = post_form(&client, ENDPOINT, "queries", &queries).await.json();
    assert_eq!(answer["long"]["result"], json!([]));
    let error = answer["long"]["error"].as_str().expect("a sentence");
    assert!(error.contains("at most 512 characters"), "{error}");
    assert_eq!(answer["ok"]["result"][0]["name"], "OCEAN STAR");
}

#[tokio::test]
async fn the_twenty_first_query_is_refused_and_none_is_an_empty_answer() {
    let client = client();
    let queries: serde_json::Map<String, Value> =
        (0..25).map(|at| (format!("q{at:02}"), json!({"query": "Ocean Star"}))).collect();
    let answer = post_form(&client, ENDPOINT, "queries", &queries.into()).await.json();
    let answer = answer.as_object().expect("an object");
    assert_eq!(answer.len(), 25);
    for (key, entry) in answer {
        let is_beyond = key.as_str() > "q19";
        assert_eq!(entry.get("error").is_some(), is_beyond, "{key}: {entry}");
        assert_eq!(entry["result"] == json!([]), is_beyond, "{key}: {entry}");
        let ignored = json!(["only the first 20 queries are answered."]);
        assert_eq!(entry.get("ignored"), is_beyond.then_some(&ignored), "{key}: {entry}");
    }
    let empty = post_form(&client, ENDPOINT, "queries", &json!({})).await;
    assert_eq!((empty.status.as_u16(), empty.text.as_str()), (200, "{}"));
}

#[tokio::test]
async fn what_cannot_be_read_is_an_error_that_every_origin_may_read() {
    let client = client();
    let form = |body: &str| {
        with_body(Request::post(ENDPOINT).header("content-type", FORM), body.to_owned())
    };
    let json = |body: &str| with_body(Request::post(ENDPOINT), body.to_owned());
    let at = |address: &str| with_body(Request::get(address), Body::empty());
    let below = |path: &str| at(&format!("{ENDPOINT}{path}"));
    for (request, status, part) in [
        (form("queries={not json"), 400, "queries is not valid JSON"),
        (form("queries=[]"), 400, "queries is an array"),
        (form("queries={\"q\":7}"), 400, "queries has a number as a query"),
        (form("queries={\"q\":{\"type\":\"Ship\"}}"), 400, "type is \""),
        (form("queries={\"q\":{\"limit\":0}}"), 400, "limit is \"0\""),
        (form("queries={}&queries={\"q\":{}}"), 400, "queries is given more than once"),
        (form(""), 400, "neither \"queries\" nor \"extend\""),
        (form("extend=[]"), 400, "extend is an array"),
        (form("extend={}"), 400, "extend has no array under \"ids\""),
        (form("extend={\"ids\":[{}],\"properties\":[]}"), 400, "an object among its ids"),
        (
            form("extend={\"ids\":[],\"properties\":[{\"id\":\"x\"}]}"),
            400,
            "property is \"x\"; it must be one of",
        ),
        (json("{"), 400, "not valid JSON"),
        (json("[]"), 400, "must be an object"),
        (json("{}"), 400, "neither"),
        (json("{\"queries\":7}"), 400, "queries is a number"),
        (at(&format!("{ENDPOINT}?queries=%7B")), 400, "queries is not valid JSON"),
        (at("/api/reconcile/no_such"), 404, "there is no collection \"no_such\""),
        (at("/api/reconcile/no_such/suggest/type"), 404, "there is no collection"),
        (below("/nothing"), 404, "there is no path"),
        (at("/api/reconcile"), 404, "there is no path"),
        (below("/suggest/entity?prefix=a&cursor=-1"), 400, "cursor"),
        (below(&format!("/suggest/entity?prefix={}", "x".repeat(513))), 400, "prefix"),
        (below("/extend/properties?type=Ship"), 400, "type is \""),
        (below("/extend/properties?limit=0"), 400, "limit"),
        (below("/preview?id=x"), 400, "id is \"x\""),
        (below("/preview"), 400, "id is missing"),
        (below("/preview?id=7"), 404, "there is no record 7"),
        (below("/flyout/entity?id=7"), 404, "there is no record 7"),
        (below("/flyout/property?id=x"), 400, "id is \""),
        (below("/flyout/type?id=x"), 400, "id is \""),
        (below(&format!("?x={}", "y".repeat(9000))), 414, "8192 bytes"),
        (with_body(Request::delete(ENDPOINT), Body::empty()), 405, "DELETE"),
        (with_body(Request::post(format!("{ENDPOINT}/preview")), Body::empty()), 405, "POST"),
        (
            with_body(Request::post(ENDPOINT).header("content-type", "text/csv"), "a"),
            415,
            "form-urlencoded",
        ),
    ] {
        let answer = client.send(request).await;
        let error = answer.json()["error"].as_str().expect("a sentence").to_owned();
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["status"]),
            (status, &json!(status)),
            "{error}"
        );
        assert!(error.contains(part), "{error:?} has no {part:?}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{error}");
    }
    let empty = Client::empty();
    for path in [
        "",
        "?query=Ann",
        "/suggest/entity?prefix=a",
        "/suggest/type",
        "/suggest/property",
        "/preview?id=1",
        "/extend/properties",
        "/flyout/type?id=Person",
    ] {
        let answer = get(&empty, &format!("{ENDPOINT}{path}")).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("retry-after")),
            (503, Some("5")),
            "{path}"
        );
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{path}");
    }
}

#[tokio::test]
async fn browsers_are_let_in_before_they_ask() {
    let client = Client::empty();
    for path in ["", "/suggest/entity", "/extend/properties", "/preview", "/flyout/type"] {
        let request = Request::options(format!("{ENDPOINT}{path}"))
            .header("origin", "https://client.example")
            .header("access-control-request-method", "POST");
        let answer = client.send(with_body(request, Body::empty())).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, ""), "{path}");
        for (name, value) in [
            ("access-control-allow-origin", "*"),
            ("access-control-allow-methods", "GET,HEAD,POST,OPTIONS"),
            ("access-control-allow-headers", "*"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
    }
    let elsewhere = Client::serving(tiny_snapshot()).get("/api/status").await;
    assert_eq!(elsewhere.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn a_half_typed_word_is_looked_for_in_the_first_thousand_records() {
    let found = SUGGEST_SCANNED_MAX as u64;
    let mut records: Vec<_> =
        (1..found).map(|id| person(id, &format!("Aa{id:04} Golden"))).collect();
    records.push(person(found, "Zb Zorro Golden"));
    records.push(person(found + 1, "Zc Zorro Golden"));
    let world = World::new(records);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let answer = get(&client, &format!("{ENDPOINT}/suggest/entity?prefix=golden+zor")).await;
    let found = answer.json()["result"].clone();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["name"], "Zb Zorro Golden", "the last of those that are looked at");
}

#[tokio::test]
async fn typing_suggests_records_properties_and_types() {
    let client = client();
    let suggest = async |path: &str| {
        let answer = get(&client, &format!("{ENDPOINT}/suggest/{path}")).await;
        assert_eq!(answer.status, 200, "{path}");
        answer.json()["result"].as_array().expect("an array").clone()
    };
    let names = |list: &[Value]| -> Vec<String> {
        list.iter().map(|entry| entry["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let golden = suggest("entity?prefix=Golden+H").await;
    assert_eq!(names(&golden), ["Golden Harvest Construction", "Golden Harvest Trading LLC"]);
    let id = golden[1]["id"].as_str().expect("a text");
    let expected = json!({
        "id": id,
        "name": "Golden Harvest Trading LLC",
        "description": "TEST_SANCTIONS; AE",
        "notable": [{"id": "Company", "name": "Company"}],
    });
    assert_eq!(golden[1], expected);
    assert_eq!(names(&suggest("entity?prefix=golden&cursor=1").await), names(&golden[1..]));
    assert_eq!(suggest(&format!("entity?prefix=svc-{id}")).await, std::slice::from_ref(&expected));
    assert_eq!(suggest(&format!("entity?prefix={id}&cursor=1")).await, [] as [Value; 0]);
    assert_eq!(suggest("entity?prefix=").await, [] as [Value; 0]);
    let half_typed = ["Golden Harvest Construction", "Golden Harvest Trading LLC"];
    assert_eq!(names(&suggest("entity?prefix=harvest+gol").await), half_typed, "a word begun");
    assert_eq!(names(&suggest("entity?prefix=harvest+gol&cursor=1").await), half_typed[1..]);
    assert_eq!(names(&suggest("entity?prefix=trading+h").await), half_typed[1..]);
    assert_eq!(suggest("entity?prefix=trading+q").await, [] as [Value; 0]);
    let crime = get(&client, "/api/reconcile/crime/suggest/entity?prefix=golden").await.json();
    assert_eq!(crime["result"].as_array().map(Vec::len), Some(1));

    let birth_date = json!({
        "id": "birthDate",
        "name": "Birth date",
        "description": "YYYY, YYYY-MM or YYYY-MM-DD; compared when matching",
    });
    assert_eq!(names(&suggest("property?prefix=bir").await), ["Birth date", "Place of birth"]);
    assert_eq!(suggest("property?prefix=birth+d").await, std::slice::from_ref(&birth_date));
    assert_eq!(suggest("property?prefix=DATE").await[0], birth_date, "any word, any case");
    assert_eq!(suggest("property").await.len(), 10);
    assert_eq!(suggest("property?cursor=20").await.len(), 10);
    assert_eq!(suggest("property?cursor=30").await.len(), 2);
    assert_eq!(suggest("type?prefix=Pe").await, [json!({"id": "Person", "name": "Person"})]);
    assert_eq!(names(&suggest("type?prefix=ent").await), ["Legal entity"]);
    assert_eq!(suggest("type?prefix=").await.len(), 6);
}

#[tokio::test]
async fn records_extend_a_table() {
    let client = client();
    let id = id_of(&client, "Ocean Star").await;
    let query = json!({
        "ids": [id, "svc-1", id],
        "properties": [
            {"id": "name"},
            {"id": "imo", "settings": {}},
            {"id": "programme", "settings": {"limit": "1"}},
            {"id": "dataset"},
            {"id": "firstSeen"},
        ],
    });
    let mut expected = json!({
        "meta": [
            {"id": "name", "name": "Name"},
            {"id": "imo", "name": "IMO number"},
            {"id": "programme", "name": "Programme"},
            {"id": "dataset", "name": "Register"},
            {"id": "firstSeen", "name": "First seen"},
        ],
        "rows": {
            "svc-1": {"name": [], "imo": [], "programme": [], "dataset": [], "firstSeen": []},
        },
    });
    expected["rows"][&id] = json!({
        "name": [{"str": "OCEAN STAR"}],
        "imo": [{"str": "9074729"}],
        "programme": [],
        "dataset": [{"str": "Test Sanctions List"}],
        "firstSeen": [{"date": "2026-10-04T08:00:00+00:00"}],
    });
    let address = format!("{ENDPOINT}?extend={}", encoded(&query.to_string()));
    for answer in [
        post_form(&client, ENDPOINT, "extend", &query).await,
        client.post_json(ENDPOINT, json!({ "extend": query }).to_string()).await,
        get(&client, &address).await,
    ] {
        assert_eq!((answer.status.as_u16(), answer.json()), (200, expected.clone()));
    }
}

#[tokio::test]
async fn weak_aliases_and_former_names_extend_a_table_apart() {
    let mut party = person(1, "Ivan Sokolov").alias("I. Sokolov").weak_alias("Vanya");
    party.record.aliases.push(Alias::strong("Ivan Orlov").formerly(true));
    let world = World::new(vec![party]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let query = json!({
        "ids": ["1"],
        "properties": [{"id": "alias"}, {"id": "weakAlias"}, {"id": "previousName"}],
    });
    let answer = client.post_json(ENDPOINT, json!({ "extend": query }).to_string()).await.json();
    let expected = json!({
        "alias": [{"str": "I. Sokolov"}, {"str": "Vanya"}, {"str": "Ivan Orlov"}],
        "weakAlias": [{"str": "Vanya"}],
        "previousName": [{"str": "Ivan Orlov"}],
    });
    assert_eq!(answer["rows"]["1"], expected);
}

#[tokio::test]
async fn values_are_given_up_to_the_limit_of_their_property() {
    let client = client();
    let ids = async |name: &str, dob: &str| {
        let query = json!({"query": name, "properties": [{"pid": "dob", "v": dob}]});
        let found = candidates(&client, query).await;
        let of_list = |c: &&Value| c["description"].as_str().unwrap_or("").contains("P-ONE");
        found.iter().find(of_list).map(|c| c["id"].clone()).expect("listed")
    };
    let id = ids("Ivan Petrovich Sokolov", "1962-05-17").await;
    for (settings, expected) in [
        (json!({}), 2),
        (json!({"limit": 0}), 2),
        (json!({"limit": ""}), 2),
        (json!({"limit": null}), 2),
        (json!({"limit": 1}), 1),
        (json!({"limit": "1"}), 1),
        (json!({"limit": 9}), 2),
    ] {
        let query = json!({"ids": [id], "properties": [{"id": "programme", "settings": settings}]});
        let answer = post_form(&client, ENDPOINT, "extend", &query).await.json();
        let values = &answer["rows"][id.as_str().expect("a text")]["programme"];
        assert_eq!(values.as_array().map(Vec::len), Some(expected), "{settings}");
    }
    let bad = json!({"ids": [id], "properties": [{"id": "name", "settings": {"limit": "many"}}]});
    assert_eq!(post_form(&client, ENDPOINT, "extend", &bad).await.json()["parameter"], "limit");
    let most: Vec<String> = (0..201).map(|at| at.to_string()).collect();
    let answer = async |ids: &[String]| {
        let query = json!({"ids": ids, "properties": [{"id": "name"}]});
        post_form(&client, ENDPOINT, "extend", &query).await
    };
    assert_eq!(answer(&most[..200]).await.status, 200);
    let error = answer(&most).await;
    assert_eq!(error.status, 400);
    assert!(error.text.contains("more ids than 200"), "{}", error.text);
    let many: Vec<usize> = (0..100_000).collect();
    let body = json!({"extend": {"ids": many, "properties": []}}).to_string();
    assert_eq!(client.post_json(ENDPOINT, body).await.status, 400, "without a look at most");
}

#[tokio::test]
async fn properties_are_proposed_by_type() {
    let client = client();
    let propose = async |parameters: &str| {
        get(&client, &format!("{ENDPOINT}/extend/properties{parameters}")).await.json()
    };
    let ids = |body: &Value| -> Vec<String> {
        let properties = body["properties"].as_array().expect("an array");
        properties.iter().map(|p| p["id"].as_str().expect("a text").to_owned()).collect()
    };
    let all = propose("?type=&limit=").await;
    assert_eq!(ids(&all).len(), 32);
    assert_eq!((all.get("type"), all.get("limit")), (None, None));
    let person = propose("?type=Person&limit=3").await;
    assert_eq!(ids(&person), ["name", "birthDate", "nationality"]);
    assert_eq!((&person["type"], &person["limit"]), (&json!("Person"), &json!(3)));
    assert!(!ids(&propose("?type=Vessel").await).contains(&"birthDate".to_owned()));
    assert!(!ids(&propose("?type=Person").await).contains(&"imoNumber".to_owned()));
}

#[tokio::test]
async fn a_preview_shows_a_record_and_runs_nothing() {
    let mut hostile =
        person(1, "<script>alert(1)</script> O'Neil").born("1970").alias("\"><img src=x>");
    hostile.record.source_url = Some("javascript:alert(1)".to_owned());
    let mut plain = person(2, "Jane Doe");
    plain.record.source_url = Some("https://example.org/?a=1&b=2".to_owned());
    for number in 0..12 {
        plain = plain.alias(&format!("Alias {number}"));
    }
    let world = World::new(vec![hostile, plain]);
    let client = Client::serving(world.snapshot.clone());
    let page = get(&client, &format!("{ENDPOINT}/preview?id=1")).await;
    assert_eq!(page.status, 200);
    for (name, value) in [
        ("content-type", "text/html; charset=utf-8"),
        ("x-content-type-options", "nosniff"),
        ("access-control-allow-origin", "*"),
        ("cache-control", "no-cache"),
    ] {
        assert_eq!(page.header(name), Some(value));
    }
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(page.text.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt; O&#39;Neil</h1>"));
    assert!(page.text.contains("<dt>Birth date</dt><dd>1970</dd>"));
    for part in ["<script", "<img", "<a"] {
        assert!(!page.text.contains(part), "{part} in {}", page.text);
    }
    let flyout = get(&client, &format!("{ENDPOINT}/flyout/entity?id=svc-2")).await.json();
    assert_eq!(flyout["id"], "svc-2");
    let html = flyout["html"].as_str().expect("a text");
    assert!(html.starts_with("<h1>Jane Doe</h1>"), "{html}");
    assert!(html.contains("<a href=\"https://example.org/?a=1&amp;b=2\" target"), "{html}");
    assert!(html.contains("Alias 9 and 2 more</dd>") && !html.contains("Alias 10"), "{html}");
    let of_type = get(&client, &format!("{ENDPOINT}/flyout/type?id=Vessel")).await.json();
    assert_eq!(of_type, json!({"id": "Vessel", "html": "<h1>Vessel</h1><p>Ships</p>"}));
    let of_property = get(&client, &format!("{ENDPOINT}/flyout/property?id=notes")).await.json();
    assert_eq!(of_property["html"], "<h1>Notes</h1><p>The publisher&#39;s remarks</p>");
}

#[tokio::test]
async fn a_birth_date_does_not_take_the_lead_from_the_nearer_name() {
    let named = |id, name: &str| {
        let mut made = person(id, name);
        made.record.birth_dates.extend("1952-10-07".parse::<BirthDate>());
        made
    };
    let world = World::new(vec![
        named(1, "Vladimir Putin"),
        named(2, "Vladimir Vladimirovich Putin"),
        named(3, "Vladimir Petrovich Putin"),
    ]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    for properties in [json!([]), json!([{"pid": "birthDate", "v": "1952-10-07"}])] {
        let query = json!({"query": "Vladimir Putin", "type": "Person", "properties": properties});
        let found = candidates(&client, query).await;
        assert_eq!((&found[0]["id"], &found[0]["match"]), (&json!("1"), &json!(true)), "{found:?}");
        assert!(found.len() > 1 && found[1..].iter().all(|one| one["match"] == false));
    }
}
