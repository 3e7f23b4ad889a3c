//! The reference data of the service (docs/api.md, "Catalog", "Overview", "Collection figures",
//! "Registers", "Programmes", "Countries", "Licences") over a small world ([`crate::reference_world`]).

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis_engine::limits::COLLECTION_TOP_MAX;
use tamis_engine::model::{CountryCode, ListType, Record, RegisterIndex, Timestamp};

use crate::reference_world::{DAY, HOUR, PARTY, Small};
use crate::support::client::{Client, with_body};
use crate::support::worlds::{World, active, input, register};

/// The register as a list of registers shows it.
fn alpha_sanctions(small: &Small) -> Value {
    json!({
        "name": "Alpha Sanctions List",
        "short_name": "Sanctions A",
        "slug": "a_sanctions",
        "publisher": "Publisher",
        "country": "US",
        "list_type": "SANCTION",
        "cadence_hours": 24,
        "last_run_status": "ok",
        "licence": "CC0",
        "licence_url": null,
        "offer": "download",
        "first_seen": small.ago(60 * DAY),
        "format": "test",
        "records": 4,
        "list_date": small.ago(0)[..10],
        "fetched_at": null,
        "loaded_at": small.ago(0),
        "stale": false,
    })
}

#[tokio::test]
async fn a_register_is_listed_with_all_its_facts() {
    let small = Small::new();
    let answer = small.get("/api/sources?q=alpha").await;
    let expected =
        json!({"total": 1, "page": 1, "limit": 50, "results": [alpha_sanctions(&small)]});
    assert_eq!(answer, expected);
    let never_loaded = &small.get("/api/sources?q=delta").await["results"][0];
    for (field, expected) in [
        ("last_run_status", json!("failed")),
        ("records", json!(0)),
        ("first_seen", Value::Null),
        ("offer", json!("none")),
        ("list_date", Value::Null),
        ("loaded_at", Value::Null),
        ("stale", Value::Null),
    ] {
        assert_eq!(never_loaded[field], expected, "{field}");
    }
}

#[tokio::test]
async fn registers_are_filtered_sorted_and_paged() {
    let small = Small::new();
    let (alpha, beta, gamma) = ("Alpha Sanctions List", "beta Office Holders", "Gamma Debarments");
    let (delta, epsilon) = ("Delta Warrants", "Epsilon Embargo");
    for (query, expected) in [
        ("", vec![alpha, beta, delta, epsilon, gamma]),
        ("sort=name", vec![alpha, beta, delta, epsilon, gamma]),
        ("sort=first_seen", vec![epsilon, beta, gamma, alpha, delta]),
        ("latest=true", vec![epsilon, beta, gamma, alpha, delta]),
        ("limit=2", vec![alpha, beta]),
        ("limit=2&page=3", vec![gamma]),
        ("limit=2&page=4", vec![]),
        ("page=18446744073709551615", vec![]),
        ("list_type=SANCTION", vec![alpha, epsilon]),
        ("list_type=INSOLVENCY", vec![]),
        ("q=SANCTION", vec![alpha, epsilon]),
        ("q=peps", vec![beta]),
        ("q=BETA", vec![beta]),
        ("q=us", vec![alpha]),
        ("q=united", vec![alpha, beta]),
        ("q=united+kingdom", vec![beta]),
        ("q=germany", vec![delta]),
        ("q=international", vec![gamma]),
        ("q=sanction+european", vec![epsilon]),
        ("q=nothing", vec![]),
        ("q=&list_type=&page=&limit=&sort=&latest=", vec![alpha, beta, delta, epsilon, gamma]),
        ("unknown=1&list_type=PEP", vec![beta]),
    ] {
        let names = small.column(&format!("/api/sources?{query}"), "name").await;
        assert_eq!(names, expected, "{query}");
    }
    let page = small.get("/api/sources?limit=2&page=3").await;
    assert_eq!([&page["total"], &page["page"], &page["limit"]], [5, 3, 2]);
}

#[tokio::test]
async fn a_register_is_shown_in_detail() {
    let small = Small::new();
    let mut answer = small.get("/api/source?name=Alpha+Sanctions+List").await;
    let changes = answer.as_object_mut().and_then(|fields| fields.remove("changes"));
    let recent = answer.as_object_mut().and_then(|fields| fields.remove("recent"));
    let mut expected = alpha_sanctions(&small);
    let further = json!({
        "entities": 4,
        "first_load": small.ago(60 * DAY),
        "last_load": small.ago(0),
        "by_entity_type": [
            {"value": "COMPANY", "count": 1},
            {"value": "INDIVIDUAL", "count": 1},
            {"value": "UNKNOWN", "count": 1},
            {"value": "VESSEL", "count": 1},
        ],
        "by_country": [
            {"value": "AE", "count": 1},
            {"value": "PA", "count": 1},
            {"value": "RU", "count": 1},
            {"value": "SU", "count": 1},
        ],
        "by_programme": [{"value": "P-ONE", "count": 2}, {"value": "P-TWO", "count": 2}],
        "last_change": small.ago(3 * DAY),
        "version": small.version(),
        "run_id": small.version(),
        "run": {
            "last_run_at": small.ago(0),
            "version": small.version(),
            "status": "ok",
            "row_count": 4,
            "method": "full",
            "cadence_hours": 24,
            "reason": null,
            "not_taken": [],
            "removals_waiting": 0,
        },
    });
    let further = further.as_object().expect("an object").clone();
    expected.as_object_mut().expect("an object").extend(further);
    assert_eq!(answer, expected);
    let recent = recent.expect("records");
    let ids: Vec<_> = recent.as_array().expect("an array").iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, [104, 103, 101, 102], "newest first, then by name");
    let ivan = json!({
        "id": 101,
        "name": "Ivan Sokolov",
        "register": "Alpha Sanctions List",
        "topics": ["sanction"],
        "aliases": [],
        "entity_type": "INDIVIDUAL",
        "list_type": "SANCTION",
        "program": "P-ONE; P-TWO",
        "status": null,
        "dob": "1962-05-17",
        "nationality": "RU",
        "entity_id": PARTY,
        "first_seen": small.ago(60 * DAY),
        "last_change": small.ago(60 * DAY),
        "loaded_at": small.ago(0),
        "source_ref": "r-101",
        "birth_dates": [{"date": "1962-05-17", "approximate": false}],
        "countries": ["RU", "SU"],
        "address_countries": [],
        "programmes": ["P-ONE", "P-TWO"],
    });
    assert_eq!(recent[2], ivan);
    assert_changes(&small, &changes.expect("changes"));
}

/// Checks the time windows of the first register. Midnight may pass between making the world and the
/// request.
fn assert_changes(small: &Small, changes: &Value) {
    let days = changes["days"].as_array().expect("days");
    let date = |ago: i64| small.ago(ago)[..10].to_owned();
    let last = days[89]["date"].as_str().expect("a date");
    assert!(days.len() == 90 && [date(0), date(-DAY)].iter().any(|date| date == last), "{last}");
    assert!(days.windows(2).all(|pair| pair[0]["date"].as_str() < pair[1]["date"].as_str()));
    for (days_ago, added, removed) in [(60, 2, 0), (80, 2, 0), (20, 1, 1), (3, 1, 1), (5, 0, 0)] {
        let expected = json!({"date": date(days_ago * DAY), "added": added, "removed": removed});
        assert!(days.contains(&expected), "{expected} is not in {days:?}");
    }
    for (field, expected) in [
        ("last_added", json!(small.ago(3 * DAY))),
        ("last_removed", json!(small.ago(3 * DAY))),
        ("added_7d", json!(1)),
        ("added_30d", json!(2)),
        ("removed_7d", json!(1)),
        ("removed_30d", json!(2)),
    ] {
        assert_eq!(changes[field], expected, "{field}");
    }
}

#[tokio::test]
async fn a_failed_run_says_why_and_what_is_held_keeps_its_version() {
    let small = Small::new();
    let answer = small.get("/api/source?name=Gamma+Debarments").await;
    let held = Timestamp(small.now.0 - 10 * DAY);
    let run = json!({
        "last_run_at": small.ago(0),
        "version": held.to_version(),
        "status": "failed",
        "row_count": 4,
        "method": "full",
        "cadence_hours": 24,
        "reason": "r.csv: line 7: the file is truncated",
        "not_taken": [{"folder": "2026-10", "reason": "it lacks r.csv"}],
        "removals_waiting": 0,
    });
    assert_eq!(answer["run"], run);
    assert_eq!((&answer["version"], &answer["run_id"]), (&run["version"], &run["version"]));
    assert_eq!((&answer["records"], &answer["last_run_status"]), (&json!(1), &json!("failed")));
    assert_eq!(answer["last_change"], small.ago(40 * DAY), "a removal is a change");
    let never = small.get("/api/source?name=Delta+Warrants").await;
    for field in ["first_seen", "first_load", "last_load", "last_change", "version", "run_id"] {
        assert_eq!(never[field], Value::Null, "{field}");
    }
    for field in ["by_entity_type", "by_country", "by_programme", "recent"] {
        assert_eq!(never[field], json!([]), "{field}");
    }
    assert_eq!(never["changes"]["days"].as_array().map(Vec::len), Some(90));
}

#[tokio::test]
async fn a_register_is_named_by_its_name_its_slug_or_its_short_name() {
    let small = Small::new();
    for address in ["/api/source", "/api/source?name=", "/api/source?name=a&name=b"] {
        let answer = small.client.get(address).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["parameter"]), (400, &json!("name")));
    }
    for (name, slug) in [
        ("Alpha+Sanctions+List", "a_sanctions"),
        ("b_peps", "b_peps"),
        ("Sanctions+A", "a_sanctions"),
        // The short name of another register, too.
        ("Gamma+Debarments", "c_debarred"),
    ] {
        let answer = small.get(&format!("/api/source?name={name}")).await;
        assert_eq!(answer["slug"], slug, "{name}");
    }
    let shared = small.client.get("/api/source?name=Embargo").await;
    let error = shared.json()["error"].as_str().expect("a sentence").to_owned();
    assert_eq!(shared.status, 400);
    assert!(error.ends_with("name one of them by its slug: d_warrants, e_sanctions"), "{error}");
    for name in ["Alpha", "alpha+sanctions+list", "A_SANCTIONS"] {
        let answer = small.client.get(&format!("/api/source?name={name}")).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["status"]), (404, &json!(404)));
    }
}

#[tokio::test]
async fn programmes_are_counted_over_the_lists_of_one_type_or_of_all() {
    let small = Small::new();
    let answer = small.get("/api/programs").await;
    let (alpha, beta, epsilon) = ("Alpha Sanctions List", "beta Office Holders", "Epsilon Embargo");
    let expected = json!({
        "total": 2,
        "page": 1,
        "limit": 50,
        "results": [
            {"programme": "P-ONE", "records": 3, "sources": 2, "lists": [alpha, epsilon]},
            {"programme": "P-TWO", "records": 2, "sources": 1, "lists": [alpha]},
        ],
    });
    assert_eq!(answer, expected);
    let all = small.get("/api/programs?list_type=ALL&limit=1").await;
    let first =
        json!({"programme": "P-ONE", "records": 4, "sources": 3, "lists": [alpha, beta, epsilon]});
    assert_eq!((&all["total"], &all["results"]), (&json!(3), &json!([first])));
    for (query, expected) in [
        ("list_type=PEP", vec!["P-ONE", "Parliament"]),
        ("list_type=DEBARMENT", vec![]),
        ("list_type=ALL", vec!["P-ONE", "P-TWO", "Parliament"]),
        ("list_type=ALL&limit=2&page=2", vec!["Parliament"]),
        ("q=p-t", vec!["P-TWO"]),
        ("q=epsilon", vec!["P-ONE"]),
        ("q=alpha+two", vec!["P-TWO"]),
        ("q=office", vec![]),
        ("q=office&list_type=ALL", vec!["P-ONE", "Parliament"]),
        ("q=PARLIAMENT&list_type=PEP", vec!["Parliament"]),
        ("q=&list_type=&page=&limit=", vec!["P-ONE", "P-TWO"]),
    ] {
        let found = small.column(&format!("/api/programs?{query}"), "programme").await;
        assert_eq!(found, expected, "{query}");
    }
    for parameters in ["list_type=all", "limit=101", "limit=0", "page=0"] {
        let answer = small.client.get(&format!("/api/programs?{parameters}")).await;
        let parameter = parameters.split('=').next().expect("a name");
        assert_eq!((answer.status.as_u16(), &answer.json()["parameter"]), (400, &json!(parameter)));
    }
}

#[tokio::test]
async fn countries_are_named_and_counted() {
    let small = Small::new();
    let expected = json!({
        "total": 5,
        "results": [
            {"code": "RU", "name": "Russia", "records": 3, "sources": 3},
            {"code": "SU", "name": "Soviet Union", "records": 3, "sources": 3},
            {"code": "AE", "name": "United Arab Emirates", "records": 2, "sources": 2},
            {"code": "ES", "name": "Spain", "records": 1, "sources": 1},
            {"code": "PA", "name": "Panama", "records": 1, "sources": 1},
        ],
    });
    assert_eq!(small.get("/api/countries").await, expected);
}

#[tokio::test]
async fn registers_are_grouped_by_what_their_licences_allow() {
    let small = Small::new();
    let row = |name: &str, country: &str, records: u64| {
        json!({
            "name": name, "publisher": "Publisher", "country": country, "licence": "CC0",
            "licence_url": null, "records": records,
        })
    };
    let download = json!({"offer": "download", "registers": [
        row("Alpha Sanctions List", "US", 4),
        row("Epsilon Embargo", "EU", 1),
        row("Gamma Debarments", "ZZ", 1),
    ]});
    let sale = json!({"offer": "sale", "registers": [row("beta Office Holders", "GB", 2)]});
    let none = json!({"offer": "none", "registers": [row("Delta Warrants", "DE", 0)]});
    let all = json!({"total": 3, "results": [download, sale, none]});
    assert_eq!(small.get("/api/licences").await, all);
    assert_eq!(small.get("/api/licences?offer=").await, all);
    let only = json!({"total": 1, "results": [sale]});
    assert_eq!(small.get("/api/licences?offer=sale").await, only);
    let answer = small.client.get("/api/licences?offer=Sale").await;
    let accepted = json!(["download", "sale", "none"]);
    assert_eq!((answer.status.as_u16(), &answer.json()["accepted"]), (400, &accepted));
}

#[tokio::test]
async fn the_overview_holds_the_headline_totals() {
    let small = Small::new();
    let expected = json!({
        "active_records": 8,
        "sanctions": 5,
        "peps": 2,
        "debarments": 1,
        "tax_warrants": 0,
        "insolvencies": 0,
        "merged_entities": 1,
        "registers": 5,
        "nationalities": 5,
        "record_types": {
            "INDIVIDUAL": 4, "COMPANY": 2, "ORGANIZATION": 0, "VESSEL": 1, "AIRCRAFT": 0,
            "UNKNOWN": 1,
        },
        "feeds": {
            "total": 5, "ok": 3, "failed": 2, "stale": 1, "not_taken": 1, "shrunken": 1,
        },
        "company_registry_records": 0,
        "registered_person_records": 0,
        "beneficial_owner_records": 0,
        "security_records": 0,
        "vessel_records": 0,
        "employment_disclosure_records": 0,
        "underlying_records": 0,
        "counts_exact": false,
        "registry_counts_at": null,
        "snapshot": small.version(),
    });
    assert_eq!(small.get("/api/overview").await, expected);
}

#[tokio::test]
async fn every_register_says_how_old_its_data_is() {
    let small = Small::new();
    let sources = small.get("/api/sources").await;
    let results = sources["results"].as_array().expect("an array").iter();
    let stale: Vec<_> = results.map(|row| (&row["slug"], &row["stale"])).collect();
    let expected = [
        ("a_sanctions", json!(false)),
        ("b_peps", json!(false)),
        ("d_warrants", Value::Null),
        ("e_sanctions", json!(false)),
        ("c_debarred", json!(true)),
    ];
    let expected: Vec<_> = expected.into_iter().map(|(slug, stale)| (json!(slug), stale)).collect();
    assert_eq!(stale, expected.iter().map(|(slug, stale)| (slug, stale)).collect::<Vec<_>>());
    let epsilon = small.get("/api/source?name=e_sanctions").await;
    assert_eq!(epsilon["fetched_at"], small.ago(HOUR), "an old list that is still the newest");
    assert_eq!(epsilon["run"]["removals_waiting"], 2);
    let expected = json!({
        "stale": 1,
        "undated": 1,
        "oldest": {
            "slug": "c_debarred",
            "name": "Gamma Debarments",
            "list_date": small.ago(10 * DAY)[..10],
            "fetched_at": null,
            "loaded_at": small.ago(10 * DAY),
            "stale": true,
        },
    });
    assert_eq!(small.get("/api/status").await["freshness"], expected);
    let metrics = small.client.get("/metrics").await.text;
    for line in [
        "tamis_list_stale{register=\"a_sanctions\"} 0",
        "tamis_list_stale{register=\"c_debarred\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
    assert!(metrics.contains("tamis_list_age_seconds{register=\"c_debarred\"} "), "{metrics}");
    assert!(!metrics.contains("{register=\"d_warrants\"}"), "nothing tells how old it is");
}

#[tokio::test]
async fn a_kind_of_list_is_summed_up_in_a_scope() {
    let small = Small::new();
    let expected = json!({
        "type": "SANCTION",
        "scope": "default",
        "records": 5,
        "entities": 4,
        "registers": 2,
        "countries": 4,
        "programmes": 2,
        "first_seen": small.ago(60 * DAY),
        "last_change": small.ago(3 * DAY),
        "by_entity_type": {
            "INDIVIDUAL": 2, "COMPANY": 1, "ORGANIZATION": 0, "VESSEL": 1, "AIRCRAFT": 0,
            "UNKNOWN": 1,
        },
        "top_registers": [
            {"value": "Alpha Sanctions List", "count": 4},
            {"value": "Epsilon Embargo", "count": 1},
        ],
        "top_countries": [
            {"value": "RU", "count": 2},
            {"value": "SU", "count": 2},
            {"value": "AE", "count": 1},
            {"value": "PA", "count": 1},
        ],
    });
    assert_eq!(small.get("/api/collection?type=SANCTION").await, expected);
    for (query, records, registers) in [
        ("type=SANCTION&scope=sanctions", 5, 2),
        ("type=SANCTION&scope=peps", 0, 0),
        ("type=SANCTION&scope=maritime", 1, 1),
        ("type=SANCTION&scope=kyb", 1, 1),
        ("type=SANCTION&scope=securities", 1, 1),
        ("type=PEP&scope=peps", 2, 1),
        ("type=DEBARMENT&scope=crime", 1, 1),
        ("type=DEBARMENT&scope=kyb", 1, 1),
        ("type=DEBARMENT&scope=securities", 0, 0),
    ] {
        let answer = small.get(&format!("/api/collection?{query}")).await;
        assert_eq!([&answer["records"], &answer["registers"]], [records, registers], "{query}");
    }
    let nothing = small.get("/api/collection?type=PEP&scope=maritime").await;
    for field in ["first_seen", "last_change"] {
        assert_eq!(nothing[field], Value::Null, "{field}");
    }
    for (query, parameter) in [
        ("", "type"),
        ("type=", "type"),
        ("type=INSOLVENCY", "type"),
        ("type=SANCTION&scope=x", "scope"),
    ] {
        let answer = small.client.get(&format!("/api/collection?{query}")).await;
        let parameter = json!(parameter);
        assert_eq!((answer.status.as_u16(), &answer.json()["parameter"]), (400, &parameter));
    }
}

#[tokio::test]
async fn the_figures_of_a_type_show_so_many_registers_and_countries() {
    for (count, shown) in
        [(COLLECTION_TOP_MAX, COLLECTION_TOP_MAX), (COLLECTION_TOP_MAX + 1, COLLECTION_TOP_MAX)]
    {
        let letter = |at: usize| char::from(b'A' + at as u8);
        let record = |at: usize| {
            let name = format!("Ship {at}");
            let countries = CountryCode::parse(&format!("A{}", letter(at))).into_iter().collect();
            let record = Record { reference: at.to_string(), name, countries, ..Record::default() };
            active(at as u64 + 1, RegisterIndex(at as u16), record)
        };
        let mut all = input((0..count).map(record).collect());
        let named = |at: usize| {
            let (slug, name) = (format!("r{}", letter(at)), format!("List {at}"));
            register(&slug, &name, ListType::Sanction)
        };
        all.registers = (0..count).map(named).collect();
        let world = World::of(all);
        let client = Client::serving(Arc::clone(&world.snapshot));
        let figures = client.get("/api/collection?type=SANCTION").await.json();
        assert_eq!([&figures["registers"], &figures["countries"]], [count, count], "{figures}");
        for field in ["top_registers", "top_countries"] {
            assert_eq!(figures[field].as_array().map(Vec::len), Some(shown), "{field} of {count}");
        }
    }
}

#[tokio::test]
async fn the_catalog_holds_every_collection() {
    let small = Small::new();
    let answer = small.get("/api/catalog").await;
    assert_eq!(answer["snapshot"], small.version());
    let crime = json!({
        "name": "crime",
        "title": "Debarments, tax warrants and insolvency notices",
        "version": small.version(),
        "records": 1,
        "entities": 1,
        "registers": 1,
        "last_change": small.ago(40 * DAY),
        "links": {
            "page": "/estate/collection.html?name=crime",
            "index": "/downloads/collections/crime/index.json",
            "statistics": "/api/facets?scope=crime",
            "match": "/api/match/crime",
            "search": "/api/search/crime",
            "reconcile": "/api/reconcile/crime",
        },
        "files": [],
        "left_out": [],
    });
    let collections = answer["collections"].as_array().expect("collections");
    assert_eq!(collections[3], crime);
    assert_eq!(collections[0]["links"]["statistics"], "/api/overview");
    let figures: Vec<_> = collections
        .iter()
        .map(|c| {
            let numbers = ["records", "entities", "registers"].map(|field| c[field].as_u64());
            (c["name"].as_str().expect("a name"), numbers.map(|n| n.expect("a number")))
        })
        .collect();
    let expected = [
        ("default", [8, 6, 4]),
        ("sanctions", [5, 4, 2]),
        ("peps", [2, 2, 1]),
        ("crime", [1, 1, 1]),
        ("maritime", [1, 1, 1]),
    ];
    assert_eq!(figures, expected);
}

const ADDRESSES: [(&str, &str); 8] = [
    ("/api/catalog", "no-cache"),
    ("/api/overview", "no-cache"),
    ("/api/collection?type=PEP", "no-cache"),
    ("/api/sources", "public, max-age=600"),
    ("/api/source?name=Gamma+Debarments", "no-cache"),
    ("/api/programs", "public, max-age=600"),
    ("/api/countries", "public, max-age=600"),
    ("/api/licences", "no-cache"),
];

#[tokio::test]
async fn every_answer_says_how_long_it_may_be_kept_and_is_not_sent_twice() {
    let small = Small::new();
    for (address, control) in ADDRESSES {
        let answer = small.client.get(address).await;
        assert_eq!(answer.header("cache-control"), Some(control), "{address}");
        assert_eq!(answer.header("x-snapshot-version"), Some(&*small.version()), "{address}");
        let tag = answer.header("etag").expect("a validator");
        let request = Request::get(address).header("if-none-match", tag);
        let again = small.client.send(with_body(request, Body::empty())).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{address}");
    }
}

#[tokio::test]
async fn without_a_snapshot_there_is_nothing_to_tell() {
    let client = Client::empty();
    for (address, _) in ADDRESSES {
        let answer = client.get(address).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["status"]), (503, &json!(503)));
        assert!(answer.header("retry-after").is_some(), "{address}");
    }
}
