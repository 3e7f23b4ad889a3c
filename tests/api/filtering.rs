//! `POST /api/filter/{collection}` (docs/api.md, "Filter").

use axum::http::Request;
use serde_json::{Value, json};
use tamis::limits::{FILTER_REPORT_MAX, FILTER_UNVERIFIED_MAX};
use tamis_engine::model::{EntityType, Identifier};
use tamis_payments::limits::MESSAGE_BYTES_MAX;

use crate::support::client::{Answer, Client, with_body};
use crate::support::shared::shared;
use crate::support::tiny_snapshot;
use crate::support::worlds::{self, With, World, record};

/// A customer credit transfer with this content of its only transaction.
fn transfer(content: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
         <GrpHdr><MsgId>MSG-1</MsgId></GrpHdr><CdtTrfTxInf>{content}</CdtTrfTxInf>\
         </FIToFICstmrCdtTrf></Document>"
    )
}

async fn send(address: &str, body: impl Into<axum::body::Body>) -> Answer {
    let client = Client::serving(tiny_snapshot());
    let request = Request::post(address).header("content-type", "application/xml");
    client.send(with_body(request, body)).await
}

/// Filters a message and returns the whole answer.
async fn filter(address: &str, body: &str) -> Value {
    let answer = send(&format!("/api/filter{address}"), body.to_owned()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()
}

/// The hits as the last two names of the path, the text and the publisher's reference.
fn hits(answer: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let hits = answer["hits"].as_array().expect("hits").iter();
    hits.map(|hit| {
        let path = text(&hit["path"]);
        let start = path.rmatch_indices('/').nth(1).map_or(0, |(at, _)| at + 1);
        (path[start..].to_owned(), text(&hit["text"]), text(&hit["result"]["source_ref"]))
    })
    .collect()
}

fn expected(hits: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let own = |(a, b, c): &(&str, &str, &str)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned());
    hits.iter().map(own).collect()
}

const SOKOLOV: &str = "Ivan Petrovich Sokolov";

#[tokio::test]
async fn listed_parties_of_every_role_are_hits_at_their_names() {
    for (content, path, role) in [
        ("<Dbtr><Nm>{}</Nm></Dbtr>", "Dbtr/Nm", "debtor"),
        ("<Cdtr><PstlAdr><Ctry>RU</Ctry></PstlAdr><Nm>{}</Nm></Cdtr>", "Cdtr/Nm", "creditor"),
        ("<UltmtDbtr><Nm> {} </Nm></UltmtDbtr>", "UltmtDbtr/Nm", "ultimate debtor"),
        (
            "<UltmtCdtr><CtctDtls><Nm>{}</Nm></CtctDtls></UltmtCdtr>",
            "CtctDtls/Nm",
            "ultimate creditor",
        ),
        ("<DbtrAcct><Nm>{}</Nm></DbtrAcct>", "DbtrAcct/Nm", "debtor"),
    ] {
        let answer = filter("/sanctions", &transfer(&content.replace("{}", SOKOLOV))).await;
        assert_eq!(answer["verdict"], "hit", "{content}");
        assert_eq!(hits(&answer), expected(&[(path, SOKOLOV, "s-1")]), "{content}");
        let hit = &answer["hits"][0];
        assert_eq!(
            (&hit["message"], &hit["transaction"], &hit["batch"], &hit["role"], &hit["kind"]),
            (&json!(1), &json!(1), &Value::Null, &json!(role), &json!("name"))
        );
        assert_eq!(hit["result"]["match"], true);
    }
}

#[tokio::test]
async fn the_answer_names_messages_snapshot_and_settings() {
    let content = format!(
        "<PmtId><UETR>7a562c67-ca16-48ba-b074-65581be6f001</UETR></PmtId><Dbtr><Nm>{SOKOLOV}</Nm></Dbtr>"
    );
    let address = "/sanctions?threshold=0.8&topics=sanction&limit=2&treshold=1";
    let answer = filter(address, &transfer(&content)).await;
    assert_eq!(
        answer["messages"],
        json!([{
            "type": "pacs.008.001.08", "is_known": true, "id": "MSG-1",
            "uetrs": ["7a562c67-ca16-48ba-b074-65581be6f001"], "transactions": 1,
        }])
    );
    assert_eq!(answer["elements"], json!({"screened": 1, "left_out": 2, "unverified": 0}));
    let version = tiny_snapshot().version().to_owned();
    for (field, expected) in [
        ("collection", json!("sanctions")),
        ("algorithm", json!("standard")),
        ("threshold", json!(0.8)),
        ("limit", json!(2)),
        ("filters", json!({"topics": ["sanction"]})),
        ("snapshot", json!({"version": version, "sha256": "0".repeat(64)})),
        (
            "ignored",
            json!([r#""treshold" is not a parameter of this endpoint; did you mean threshold?"#]),
        ),
        ("hits_total", json!(1)),
        ("unverified_total", json!(0)),
        ("unverified", json!([])),
        ("report", Value::Null),
    ] {
        assert_eq!(answer[field], expected, "{field}");
    }
    let everywhere = filter("", &transfer(&content)).await;
    assert_eq!(
        (&everywhere["collection"], &everywhere["hits_total"]),
        (&json!("default"), &json!(3))
    );
    let parties =
        filter("?group=entity&explain=none&include_dataset=TEST_PEPS", &transfer(&content)).await;
    assert_eq!((&parties["group"], &parties["hits_total"]), (&json!("entity"), &json!(2)));
    assert_eq!(parties["hits"][0]["result"]["features"][0].get("explanation"), None);
}

#[tokio::test]
async fn facts_of_a_party_raise_and_lower_its_score() {
    let party = |birth: &str, country: &str| {
        format!(
            "<Cdtr><Nm>Ivan Sokolov</Nm><Id><PrvtId><DtAndPlcOfBirth><BirthDt>{birth}</BirthDt>\
             </DtAndPlcOfBirth></PrvtId></Id><CtryOfRes>{country}</CtryOfRes></Cdtr>"
        )
    };
    let score = async |content: String| {
        let answer = filter("/sanctions?threshold=0.1", &transfer(&content)).await;
        answer["hits"][0]["result"]["score"].as_f64().unwrap_or_default()
    };
    let bare = score("<Cdtr><Nm>Ivan Sokolov</Nm></Cdtr>".to_owned()).await;
    let same = score(party("1962-05-17", "RU")).await;
    let other = score(party("1990-01-01Z", "BR")).await;
    assert!(other < 0.75 && 0.75 < bare && other < bare && bare <= same, "{other} {bare} {same}");
    let answer = filter("/sanctions?report=full", &transfer(&party("1990-01-01", "BR"))).await;
    assert_eq!(answer["verdict"], "pass");
    let why = |at: usize| answer["report"][at]["why"].clone();
    assert_eq!(why(1), "asked as the name of a Person");
    assert_eq!(why(2), "compared as a fact of its party");
    let unread = filter("/sanctions?report=full", &transfer(&party("soon", "RU"))).await;
    assert_eq!(unread["report"][2]["why"], "a fact that cannot be read or compared");
    let alone = "<Cdtr><CtryOfRes>RU</CtryOfRes></Cdtr>";
    let alone = filter("/sanctions?report=full", &transfer(alone)).await;
    assert_eq!(alone["report"][1]["why"], "a fact of a party without a name");
}

#[tokio::test]
async fn names_in_texts_are_found_at_the_element_they_begin_in() {
    for (content, found) in [
        (
            "<RmtInf><Ustrd>INV 4711 for Ivan Petrovich Sokolov, paid</Ustrd></RmtInf>",
            vec![("RmtInf/Ustrd", SOKOLOV, "s-1")],
        ),
        (
            "<RmtInf><Ustrd>from Ivan Petrovich</Ustrd><Ustrd>Sokolov or so</Ustrd></RmtInf>",
            vec![("RmtInf/Ustrd[1]", SOKOLOV, "s-1")],
        ),
        (
            "<RmtInf><Ustrd>vessel OCEAN STAR/bunker/GOLDEN HARVEST TRADING LLC</Ustrd></RmtInf>",
            vec![
                ("RmtInf/Ustrd", "OCEAN STAR", "s-2"),
                ("RmtInf/Ustrd", "GOLDEN HARVEST TRADING", "s-3"),
            ],
        ),
        (
            "<RmtInf><Ustrd>перевод Иван Соколов</Ustrd></RmtInf>",
            vec![("RmtInf/Ustrd", "Иван Соколов", "s-1")],
        ),
        (
            "<Cdtr><Nm>Anna</Nm><PstlAdr><AdrLine>c/o Al Noor</AdrLine><AdrLine>Relief, Main St 1\
             </AdrLine></PstlAdr></Cdtr>",
            vec![("PstlAdr/AdrLine[1]", "Noor Relief", "s-4")],
        ),
        (
            "<InstrForNxtAgt><InstrInf>ship Ocean Star now</InstrInf></InstrForNxtAgt>",
            vec![("InstrForNxtAgt/InstrInf", "Ocean Star", "s-2")],
        ),
        (
            "<Cdtr><Id><OrgId><Othr><Id>OCEAN STAR IMO 9074729</Id></Othr></OrgId></Id></Cdtr>",
            vec![("Othr/Id", "OCEAN STAR", "s-2")],
        ),
        ("<Unheard><Of>Al Noor Relief</Of></Unheard>", vec![("Unheard/Of", "Noor Relief", "s-4")]),
    ] {
        let answer = filter("/sanctions", &transfer(content)).await;
        assert_eq!(hits(&answer), expected(&found), "{content}");
    }
    let content = format!("<RmtInf><Ustrd>{SOKOLOV}</Ustrd></RmtInf>");
    for (explain, has_alignment, has_text) in
        [("full", true, true), ("text", false, true), ("none", false, false)]
    {
        let address = format!("/sanctions?explain={explain}");
        let answer = filter(&address, &transfer(&content)).await;
        let feature = &answer["hits"][0]["result"]["features"][0];
        let has = |name| feature.get(name).is_some();
        assert_eq!((has("alignment"), has("explanation")), (has_alignment, has_text), "{explain}");
    }
}

#[tokio::test]
async fn words_of_a_text_are_a_name_only_with_evidence() {
    use EntityType::{Company, Organization, Vessel};
    let world = World::of(worlds::input(vec![
        record(1, Some(Organization), "Zorvex"),
        record(2, Some(Organization), "Qux"),
        record(3, Some(Vessel), "Mirabelle"),
        record(4, Some(Company), "Quandil Oil Refinery Company"),
        record(5, Some(Company), "National Development Bank of Iran"),
        worlds::person(6, "Tolvar Brenning"),
        record(7, Some(Company), "Velmar Street Ltd"),
        // Of unknown type, and a thing by one of its names.
        record(8, None, "QVX Ltd.").alias("Tuned Zimbal Parts"),
    ]));
    let client = Client::serving(world.snapshot.clone());
    let (text, line) = ("RmtInf><Ustrd", "Cdtr><PstlAdr><AdrLine");
    for (inner, words, found) in [
        (text, "goods for Zorvex 12", Some("Zorvex")),
        (text, "goods for Qux 12", None),
        (text, "goods of Mirabelle", None),
        (text, "oil of Quandil, rest", None),
        (text, "for Quandil Oil Refinery, rest", Some("Quandil Oil Refinery")),
        (
            text,
            "to the National Development Bank of Iran",
            Some("National Development Bank of Iran"),
        ),
        (text, "development bank", None),
        (text, "zimbal parts", None),
        (text, "for Tuned Zimbal Parts", Some("Tuned Zimbal Parts")),
        (text, "Brenning, Anna", None),
        (text, "Tolvar T. Brenning paid", Some("Tolvar T. Brenning")),
        (line, "12 Zorvex Road", None),
        (line, "Zorvex", Some("Zorvex")),
        (line, "c/o Tolvar Brenning", Some("Tolvar Brenning")),
    ] {
        let end = inner.split("><").collect::<Vec<_>>();
        let end = end.iter().rev().map(|name| format!("</{name}>")).collect::<String>();
        let body = transfer(&format!("<{inner}>{words}{end}"));
        let request = Request::post("/api/filter");
        let answer = client.send(with_body(request, body)).await.json();
        let texts = answer["hits"].as_array().expect("hits").iter();
        let texts: Vec<_> = texts.map(|hit| hit["text"].as_str().expect("a text")).collect();
        assert_eq!(texts, found.into_iter().collect::<Vec<_>>(), "{words}");
    }
}

#[tokio::test]
async fn a_clean_message_passes() {
    for content in [
        "<Dbtr><Nm>Anna Beispiel</Nm></Dbtr><RmtInf><Ustrd>Invoice 4711, ocean freight</Ustrd></RmtInf>",
        "<Dbtr><Nm>Sokolova Maria</Nm><PstlAdr><TwnNm>Sokolov</TwnNm></PstlAdr></Dbtr>",
        "<RmtInf><Ustrd>Petrovich street, ocean freight, harvest and relief</Ustrd></RmtInf>",
        "<Cdtr/>",
        "<Cdtr><Nm/><PstlAdr><AdrLine>  </AdrLine></PstlAdr></Cdtr>",
    ] {
        let answer = filter("/sanctions", &transfer(content)).await;
        assert_eq!((&answer["verdict"], &answer["hits"]), (&json!("pass"), &json!([])), "{answer}");
    }
}

#[tokio::test]
async fn a_cut_name_is_asked_with_the_line_that_goes_on() {
    let cut = "Transport Handel und Spedition Qu";
    assert_eq!(cut.len(), 33);
    let ends = ["andil Zorvexa", "orra Bexley", "ist Domani", "ezal Orinoco"];
    let companies = (1..)
        .zip(ends)
        .map(|(id, end)| record(id, Some(EntityType::Company), &format!("{cut}{end}")));
    let world = World::of(worlds::input(companies.collect()));
    let client = Client::serving(world.snapshot.clone());
    for (line, is_found) in [("orra Bexley", true), ("Main Street 1", false)] {
        let address = format!("<PstlAdr><Ctry>DE</Ctry><AdrLine>{line}</AdrLine></PstlAdr>");
        let body = transfer(&format!("<Cdtr><Nm>{cut}</Nm>{address}</Cdtr>"));
        let request = Request::post("/api/filter?threshold=1");
        let answer = client.send(with_body(request, body)).await.json();
        let found = hits(&answer);
        let joined = ("Cdtr/Nm".to_owned(), format!("{cut}{line}"), "R2".to_owned());
        assert_eq!(found.contains(&joined), is_found, "{found:?}");
        assert_eq!(found.iter().any(|(_, _, reference)| reference == "R2"), is_found, "{found:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_asked_is_unverified_unless_there_is_a_hit() {
    let unread = "<Dbtr><Nm>???</Nm></Dbtr><RmtInf><Ustrd>?? ???</Ustrd></RmtInf>";
    let answer = filter("/sanctions?report=full", &transfer(unread)).await;
    assert_eq!(answer["verdict"], "unverified");
    let transaction = "/Document/FIToFICstmrCdtTrf/CdtTrfTxInf[1]";
    assert_eq!(
        answer["unverified"],
        json!([
            {"message": 1, "path": format!("{transaction}/Dbtr/Nm"), "reason": "the name is too long, or has no letter or digit"},
            {"message": 1, "path": format!("{transaction}/RmtInf/Ustrd"), "reason": "the letters of the text are lost"},
        ])
    );
    assert_eq!(answer["elements"], json!({"screened": 0, "left_out": 1, "unverified": 2}));
    assert_eq!(answer["report"][1]["screened"], false);
    let with_hit = format!("{unread}<Cdtr><Nm>{SOKOLOV}</Nm></Cdtr>");
    let answer = filter("/sanctions", &transfer(&with_hit)).await;
    assert_eq!((&answer["verdict"], &answer["unverified_total"]), (&json!("hit"), &json!(2)));
    let answer = filter("", "<Document><Nothing/></Document>").await;
    assert_eq!(
        (&answer["verdict"], &answer["unverified_total"]),
        (&json!("unverified"), &json!(1))
    );
}

#[tokio::test]
async fn beyond_a_limit_is_unverified_and_within_it_is_not() {
    use tamis::limits::{NAME_CHARS_MAX, NAME_WORDS_MAX, PARTY_NAMES_MAX, TEXT_BYTES_MAX};
    let names = |count: usize| {
        let names = (0..count).map(|at| format!("<Nm>Anna {at}</Nm>")).collect::<String>();
        format!("<Cdtr>{names}</Cdtr>")
    };
    let text =
        |length: usize| format!("<RmtInf><Ustrd>{}</Ustrd></RmtInf>", "x ".repeat(length / 2));
    let name = |letters: usize| {
        format!(
            "<Cdtr><Nm>{}</Nm></Cdtr>",
            "aab cde ".repeat(64).split_at(letters).0.replace(' ', "x")
        )
    };
    let words = |count: usize| format!("<Cdtr><Nm>{}</Nm></Cdtr>", vec!["aab"; count].join(" "));
    for (content, beyond) in [
        (names(PARTY_NAMES_MAX), 0),
        (names(PARTY_NAMES_MAX + 2), 2),
        (text(TEXT_BYTES_MAX), 0),
        (text(TEXT_BYTES_MAX + 2), 1),
        (words(NAME_WORDS_MAX), 0),
        (words(NAME_WORDS_MAX + 1), 1),
        (name(NAME_CHARS_MAX), 1),
    ] {
        let answer = filter("/sanctions", &transfer(&content)).await;
        assert_eq!(answer["unverified_total"], json!(beyond), "{content:.80}");
        let verdict = if beyond == 0 { "pass" } else { "unverified" };
        assert_eq!(answer["verdict"], verdict);
    }
}

#[tokio::test]
async fn an_answer_counts_what_it_does_not_show() {
    let names = "<Dbtr><Nm>???</Nm></Dbtr>".repeat(FILTER_UNVERIFIED_MAX + 1);
    let answer = filter("", &transfer(&names)).await;
    assert_eq!(answer["unverified_total"], json!(FILTER_UNVERIFIED_MAX + 1));
    let shown = answer["unverified"].as_array().map(Vec::len);
    assert_eq!(shown, Some(FILTER_UNVERIFIED_MAX));
    for (elements, ignored) in [
        (FILTER_REPORT_MAX, Value::Null),
        (FILTER_REPORT_MAX + 1, json!(["report: the first 20000 of 20001 elements."])),
    ] {
        let references = "<PmtId><TxId>T</TxId></PmtId>".repeat(elements - 1);
        let answer = filter("?report=full", &transfer(&references)).await;
        assert_eq!(answer["report"].as_array().map(Vec::len), Some(FILTER_REPORT_MAX));
        assert_eq!(answer["ignored"], ignored);
    }
}

#[tokio::test]
async fn a_malformed_file_is_refused_with_its_place() {
    let body = "<Document>\n  <GrpHdr>\n    <MsgId>1</MsgIt>\n</GrpHdr></Document>";
    let answer = send("/api/filter", body).await;
    assert_eq!(answer.status, 400);
    let error = answer.json();
    assert_eq!((&error["line"], &error["path"]), (&json!(3), &json!("/Document/GrpHdr/MsgId")));
    let text = error["error"].as_str().expect("a sentence");
    assert!(text.starts_with("the message cannot be read: line 3, column "), "{text}");
    for (body, part) in [
        ("", "the file is empty"),
        ("hello", "the message cannot be read"),
        ("<!DOCTYPE a><a/>", "document type"),
        ("{1:F01BANKDEFFAXXX0000000000}{2:I103BANKDEFFXXXXN}{4:\r\n:20:A", "within block 4"),
    ] {
        let answer = send("/api/filter/sanctions", body).await;
        assert_eq!(answer.status, 400, "{body}");
        assert!(
            answer.json()["error"].as_str().is_some_and(|text| text.contains(part)),
            "{answer:?}"
        );
    }
}

#[tokio::test]
async fn fin_messages_are_screened_by_their_fields() {
    let message = |fields: &str| {
        format!(
            "{{1:F01AAAALV22AXXX0000000001}}{{2:I103BBBBLV22XXXXN}}{{4:\r\n:20:MSG-1\r\n{fields}\r\n-}}"
        )
    };
    for (fields, path, text, reference) in [
        (
            ":59:/LV12\r\nIVAN PETROVICH SOKOLOV\r\nROAD 1",
            "59/name",
            "IVAN PETROVICH SOKOLOV",
            "s-1",
        ),
        (
            ":50F:/1\r\n1/IVAN\r\n1/PETROVICH SOKOLOV\r\n3/RU/MOSCOW",
            "50F/1[1]",
            "IVAN PETROVICH SOKOLOV",
            "s-1",
        ),
        (":59F:1/SOKOLOV IVAN\r\n4/19620517", "59F/1", "SOKOLOV IVAN", "s-1"),
        (":70:CHARTER OF OCEAN\r\nSTAR IN MAY", "70/line[1]", "OCEAN\u{20}STAR", "s-2"),
        (":72:/ACC/GOLDEN HARVEST TRADING", "4/72", "GOLDEN HARVEST TRADING", "s-3"),
    ] {
        let answer = filter("/sanctions?limit=1", &message(fields)).await;
        assert_eq!(answer["verdict"], "hit", "{fields}");
        assert_eq!(hits(&answer), expected(&[(path, text, reference)]), "{fields}");
    }
    let other =
        filter("/sanctions", &message(":59F:1/SOKOLOV IVAN\r\n3/BR/RIO\r\n4/19900101")).await;
    assert_eq!(other["verdict"], "pass", "the birth date is another one");
    let clean = filter("/sanctions", &message(":59:ANNA MAIER\r\nRIGA\r\n:70:RENT")).await;
    let described =
        json!([{"type": "MT103", "is_known": true, "id": "MSG-1", "uetrs": [], "transactions": 1}]);
    assert_eq!((&clean["verdict"], &clean["messages"]), (&json!("pass"), &described));
}

#[tokio::test]
async fn a_name_over_two_lines_of_a_fin_message_is_joined() {
    let start = "TRANSPORT HANDEL UND SPEDITION";
    let ends = ["QUANDIL ZORVEXA", "QUORRA BEXLEY", "QUIST DOMANI"];
    let companies = (1..)
        .zip(ends)
        .map(|(id, end)| record(id, Some(EntityType::Company), &format!("{start} {end}")));
    let world = World::of(worlds::input(companies.collect()));
    let client = Client::serving(world.snapshot.clone());
    for (line, is_found) in [("QUORRA BEXLEY", true), ("MAIN STREET", false), ("UL 1", false)] {
        let body = format!("{{1:F01}}{{4:\n:59:/1\n{start}\n{line}\n-}}");
        let request = Request::post("/api/filter?threshold=1");
        let answer = client.send(with_body(request, body)).await.json();
        let found = hits(&answer).iter().any(|(_, _, reference)| reference == "R2");
        assert_eq!(found, is_found, "{line}: {answer}");
    }
}

#[tokio::test]
async fn an_unknown_message_is_screened_by_its_names_and_said_to_be_unknown() {
    let body = format!("<Paper><Cdtr><Nm>{SOKOLOV}</Nm></Cdtr></Paper>");
    let answer = filter("/sanctions", &body).await;
    assert_eq!((&answer["verdict"], &answer["hits_total"]), (&json!("hit"), &json!(1)));
    let message = &answer["messages"][0];
    assert_eq!((&message["type"], &message["is_known"]), (&json!("Paper"), &json!(false)));
}

#[tokio::test]
async fn messages_of_one_body_are_told_apart() {
    let body = format!(
        "{}{}",
        transfer("<Cdtr><Nm>Anna Beispiel</Nm></Cdtr>"),
        transfer(&format!("<Cdtr><Nm>{SOKOLOV}</Nm></Cdtr>"))
    );
    let answer = filter("/sanctions", &body).await;
    assert_eq!(answer["messages"].as_array().map(Vec::len), Some(2));
    assert_eq!((&answer["hits_total"], &answer["hits"][0]["message"]), (&json!(1), &json!(2)));
}

#[tokio::test]
async fn equal_parties_are_asked_once_and_hit_everywhere() {
    let one = format!("<CdtTrfTxInf><Cdtr><Nm>{SOKOLOV}</Nm></Cdtr></CdtTrfTxInf>");
    let content = format!("</CdtTrfTxInf>{}<CdtTrfTxInf>", one.repeat(1_100));
    let client = Client::serving(tiny_snapshot());
    let request = Request::post("/api/filter/sanctions");
    let answer = client.send(with_body(request, transfer(&content))).await.json();
    assert_eq!(answer["hits_total"], 1_100);
    assert_eq!(answer["hits"].as_array().map(Vec::len), Some(tamis::limits::FILTER_HITS_MAX));
    assert_eq!(answer["hits"][999]["transaction"], 1_001);
    let metrics = client.get("/metrics").await.text;
    assert!(metrics.contains("\ntamis_queries_total 1\n"), "{metrics}");
    assert!(metrics.contains("\ntamis_hits_total 1\n"), "{metrics}");
}

#[tokio::test]
async fn the_full_report_has_each_element_once_with_how_it_was_screened() {
    let content = format!(
        "<IntrBkSttlmAmt Ccy=\"EUR\">1.00</IntrBkSttlmAmt>\
         <CdtrAgt><FinInstnId><BICFI>BANKLV22XXX</BICFI></FinInstnId></CdtrAgt>\
         <Cdtr><Nm>{SOKOLOV}</Nm><PstlAdr><TwnNm>Riga</TwnNm></PstlAdr></Cdtr>\
         <CdtrAcct><Id><IBAN>LV97HABA0012345678910</IBAN></Id></CdtrAcct>"
    );
    let answer = filter("?report=full", &transfer(&content)).await;
    let report = answer["report"].as_array().expect("a report");
    let rows: Vec<_> = report
        .iter()
        .map(|row| {
            let path = row["path"].as_str().expect("a path");
            let name = path.rsplit('/').next().expect("a name").to_owned();
            let why = row["why"].as_str().expect("a reason").to_owned();
            (name, row["screened"] == true, why)
        })
        .collect();
    let row = |name: &str, screened, why: &str| (name.to_owned(), screened, why.to_owned());
    assert_eq!(
        rows,
        [
            row("MsgId", false, "references of the sender are not screened"),
            row("@Ccy", false, "codes are not screened"),
            row("IntrBkSttlmAmt", false, "amounts are not screened"),
            row("BICFI", true, "looked up as an identifier"),
            row("Nm", true, "asked as the name of a LegalEntity"),
            row("TwnNm", true, "searched for names"),
            row("IBAN", false, "no list is compared by account number"),
        ]
    );
    assert_eq!(answer["elements"], json!({"screened": 3, "left_out": 4, "unverified": 0}));
}

#[tokio::test]
async fn identifiers_that_records_carry_are_hits() {
    let mut bank = record(1, Some(EntityType::Organization), "Zarqandi Bank");
    bank.record.identifiers = [("SWIFT/BIC", "ZARQPELX"), ("Registration", "A-55 123")]
        .map(|(kind, value)| Identifier {
            kind: kind.to_owned(),
            value: value.to_owned(),
            country: None,
        })
        .to_vec();
    let world = World::new(vec![bank]);
    let client = Client::serving(world.snapshot);
    let identifiers = async |content: &str| {
        let request = Request::post("/api/filter").header("content-type", "application/xml");
        let answer = client.send(with_body(request, transfer(content))).await.json();
        let found = answer["identifiers"].as_array().expect("identifiers").iter();
        let found = found.map(|own| (own["path"].clone(), own["result"]["id"].clone()));
        (answer["verdict"].clone(), found.collect::<Vec<_>>())
    };
    let other = |id: &str| {
        format!("<Dbtr><Nm>Ann</Nm><Id><OrgId><Othr><Id>{id}</Id></Othr></OrgId></Id></Dbtr>")
    };
    let agent =
        |bic: &str| format!("<DbtrAgt><FinInstnId><BICFI>{bic}</BICFI></FinInstnId></DbtrAgt>");
    let path = "/Document/FIToFICstmrCdtTrf/CdtTrfTxInf[1]";
    for (content, expected) in [
        (agent("ZARQPELX"), Some("DbtrAgt/FinInstnId/BICFI")),
        (agent("ZARQPELX500"), Some("DbtrAgt/FinInstnId/BICFI")),
        (agent("ZARQPELY"), None),
        (other("a55123"), Some("Dbtr/Id/OrgId/Othr/Id")),
        (other("a5512"), None),
    ] {
        let (verdict, found) = identifiers(&content).await;
        let expected = expected.map(|end| (json!(format!("{path}/{end}")), json!(1)));
        assert_eq!(verdict, if expected.is_some() { "hit" } else { "pass" }, "{content}");
        assert_eq!(found, Vec::from_iter(expected), "{content}");
    }
}

#[tokio::test]
async fn content_types_of_xml_are_read_and_others_are_refused() {
    let client = Client::serving(tiny_snapshot());
    for (kind, status) in [
        (None, 200),
        (Some("application/xml"), 200),
        (Some("text/xml; charset=utf-8"), 200),
        (Some("text/plain"), 200),
        (Some("application/octet-stream"), 200),
        (Some("application/pacs.008+xml"), 200),
        (Some("application/json"), 415),
        (Some("application/x-www-form-urlencoded"), 415),
        (Some("nonsense"), 415),
    ] {
        let mut request = Request::post("/api/filter");
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let answer = client.send(with_body(request, transfer("<Cdtr><Nm>Anna</Nm></Cdtr>"))).await;
        assert_eq!(answer.status, status, "{kind:?}: {answer:?}");
    }
    let answer = send("/api/filter?report=long", transfer("")).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["parameter"]), (400, &json!("report")));
    assert_eq!(send("/api/filter/nowhere", transfer("")).await.status, 404);
    let long = " ".repeat(MESSAGE_BYTES_MAX + 1);
    assert_eq!(send("/api/filter", long).await.status, 413);
}

#[tokio::test]
#[ignore = "needs the real messages (TAMIS_SHARED)"]
async fn every_real_layout_is_answered_with_a_report_on_every_text() {
    let client = Client::serving(tiny_snapshot());
    let mut answered = 0;
    for folder in ["cbpr_2025", "cbpr_2026", "envelopes"] {
        for entry in
            std::fs::read_dir(shared().join("data/payments").join(folder)).expect("a folder")
        {
            let path = entry.expect("an entry").path();
            let body = std::fs::read(&path).expect("a file");
            let texts = tamis_payments::iso20022::read(&body).expect("a message");
            let texts: usize = texts.messages().map(|message| message.elements().len()).sum();
            let request = Request::post("/api/filter?report=full");
            let answer = client.send(with_body(request, body)).await;
            assert_eq!(answer.status, 200, "{}: {answer:?}", path.display());
            let answer = answer.json();
            assert_eq!(
                answer["report"].as_array().map(Vec::len),
                Some(texts),
                "{}",
                path.display()
            );
            assert_eq!(answer["hits"], json!([]), "{}", path.display());
            answered += 1;
        }
    }
    assert!(answered >= 47, "{answered}");
}
