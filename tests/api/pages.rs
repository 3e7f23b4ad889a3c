//! The pages for people (docs/api.md, "Pages"), as HTML. `.ci/pages/run.mjs` tests them in a browser.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis::api::http::service::ServiceSettings;
use tamis::limits;
use tamis_engine::model::{Alias, Fact, FactsChange, Identifier, RecordOrdinal, Timestamp};
use uuid::Uuid;

use crate::support::client::{Answer, Client};
use crate::support::real;
use crate::support::tiny_snapshot;
use crate::support::worlds::{self, With, World, person, retired};

const ENTITY: Uuid = Uuid::from_u128(0x77);
/// A name that would be markup if it were not escaped.
const MARKUP: &str = "<script>alert('x')</script> & \"Sons\"";

pub(crate) async fn page(client: &Client, address: &str) -> Answer {
    let request = Request::get(address).header("accept", "text/html,*/*;q=0.8");
    client.send(request.body(Body::empty()).expect("a request")).await
}

pub(crate) async fn post(client: &Client, address: &str, form: &str) -> Answer {
    let request = Request::post(address).header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    client.send(request.body(Body::from(form.to_owned())).expect("a request")).await
}

/// Returns the text of a page without its markup.
pub(crate) fn text_of(html: &str) -> String {
    let pieces = html.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    let text = pieces.collect::<Vec<_>>().join(" ");
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (escape, sign)| text.replace(escape, sign))
}

/// Remarks of record 4, with the record of its register that one names.
const REMARKS: [(&str, Option<u64>); 5] = [
    ("Linked To: SEARCHED PERSON101", Some(101)),
    ("Linked To: Ivan Sokolov", Some(1)),
    ("Linked To: Somebody Else", None),
    ("Another name: Of Many Names", None),
    ("Searched Person102", None),
];

fn world() -> (World, Client) {
    let mut records = vec![
        person(1, "Ivan Sokolov").born("1962-05-17").of("RU").alias("Vanya"),
        person(2, "Ivan Sokolov").born("1962").of("BY").in_register(1),
        person(3, MARKUP),
    ];
    records[..2].iter_mut().for_each(|record| record.entity = Some(ENTITY));
    let facts = [Fact::BirthDates, Fact::Aliases].into_iter().collect();
    records[0].changes = vec![FactsChange { at: Timestamp(1_790_000_000), facts }];
    let mut many = person(4, "Of Many Names");
    many.record.aliases = (0..200).map(|n| Alias::strong(format!("Name number {n}"))).collect();
    many.record.aliases.push(Alias::weak("أيمن الظواهري"));
    let passport = Identifier { kind: "Passport".into(), value: "A 17".into(), country: None };
    many.record.identifiers.push(passport);
    many.record.notes = REMARKS.map(|(remark, _)| remark.to_owned()).into();
    records.push(many);
    records.extend((100..180).map(|n| person(n, &format!("Searched Person{n}"))));
    let mut input = worlds::input(records);
    input.retired = vec![retired(10, Some(ENTITY)), retired(11, None)];
    let world = World::of(input);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

#[tokio::test]
async fn a_page_is_kept_until_it_changes_and_loads_nothing_from_elsewhere() {
    let (_world, client) = world();
    for address in ["/", "/estate/search.html", "/estate/screen.html", "/estate/record.html?id=1"] {
        let shown = page(&client, address).await;
        assert_eq!(shown.status.as_u16(), 200, "{address}");
        assert_eq!(shown.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(shown.header("cache-control"), Some("no-cache"));
        assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
        assert!(shown.header("x-snapshot-version").is_some_and(|v| shown.text.contains(v)));
        let policy = shown.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        for absent in ["<script", "style=", "javascript:", "src=\"http"] {
            assert!(!shown.text.contains(absent), "{address} has {absent}");
        }
        let tag = shown.header("etag").expect("a validator").to_owned();
        let again = Request::get(address).header("if-none-match", tag);
        let again = client.send(again.body(Body::empty()).expect("a request")).await;
        assert_eq!((again.status.as_u16(), &*again.text), (304, ""), "{address}");
        let style = shown.text.split("href=\"").find(|part| part.starts_with("/estate/style-"));
        let style = style.and_then(|part| part.split('"').next()).expect("a style sheet");
        let style = client.get(style).await;
        assert_eq!(style.header("content-type"), Some("text/css; charset=utf-8"));
        assert!(style.header("cache-control").is_some_and(|kept| kept.contains("immutable")));
        assert!(style.text.len() < 20_000, "{} bytes", style.text.len());
    }
    assert_eq!(client.get("/estate/style-0000000000000000.css").await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_page_with_a_script_runs_and_asks_nothing_but_the_server() {
    let (_world, client) = world();
    let shown = page(&client, "/estate/batch.html").await;
    let policy = shown.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("script-src 'self'; connect-src 'self'"), "{policy}");
    assert!(shown.header("etag").is_some_and(|tag| tag.starts_with("W/\"")));
    let (_, script) = shown.text.split_once("<script type=\"module\" src=\"").expect("a script");
    let script = client.get(script.split('"').next().expect("an address")).await;
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(shown.text.matches("<script").count(), 1);
    assert!(shown.text.contains("birth-date"), "fields are those of the program");
}

#[tokio::test]
async fn a_name_that_is_markup_is_shown_as_it_is_written() {
    let (_world, client) = world();
    let shown = page(&client, "/estate/record.html?id=3").await;
    assert!(!shown.text.contains("<script"), "{}", shown.text);
    assert!(text_of(&shown.text).contains(MARKUP));
    let found = post(&client, "/estate/search.html", "q=alert+script").await;
    assert!(!found.text.contains("<script") && text_of(&found.text).contains(MARKUP));
    let searched = post(&client, "/estate/search.html", "q=%22%3E%3Cscript%3E").await;
    assert!(!searched.text.contains("<script"), "{}", searched.text);
    assert!(searched.text.contains("value=\"&quot;&gt;&lt;script&gt;\""), "{}", searched.text);
}

#[tokio::test]
async fn a_record_of_many_names_folds_them() {
    let (_world, client) = world();
    let shown = page(&client, "/estate/record.html?id=4").await;
    let (before, folded) = shown.text.split_once("189 more").expect("folded");
    assert!(before.contains("Name number 11<") && !before.contains("Name number 12<"));
    assert!(folded.contains("Name number 199<"));
    assert!(folded.contains("<bdi>أيمن الظواهري</bdi> <span class=\"mark\">weak</span>"));
    assert!(shown.text.contains("<bdi class=\"id\">A 17</bdi>"));
}

#[tokio::test]
async fn a_remark_leads_to_the_record_that_it_names() {
    let (_world, client) = world();
    let shown = page(&client, "/estate/record.html?id=4").await;
    for (remark, named) in REMARKS {
        let linked = named.map_or_else(
            || format!("<bdi>{remark}</bdi>"),
            |id| {
                let (before, name) = remark.split_once(": ").expect("a name");
                format!("{before}: <a href=\"/estate/record.html?id={id}\"><bdi>{name}</bdi></a>")
            },
        );
        assert!(shown.text.contains(&linked), "{linked}");
    }
}

#[tokio::test]
async fn a_search_finds_the_records_that_carry_an_identifier() {
    let (_world, client) = world();
    // As published, and without its blank.
    for asked in ["q=A+17", "q=a17"] {
        let shown = post(&client, "/estate/search.html", asked).await;
        let (_, found) = shown.text.split_once("Listed with this identifier").expect("found");
        assert!(
            found.contains("/estate/record.html?id=4") && found.contains("Passport"),
            "{found}"
        );
        assert!(found.contains("<td class=\"id\">A 17</td>"), "{found}");
    }
    for asked in ["q=A+18", "q=A+17&page=2"] {
        let shown = post(&client, "/estate/search.html", asked).await;
        assert!(!shown.text.contains("Listed with this identifier"), "{asked}");
    }
}

#[tokio::test]
async fn a_merged_entity_is_compared_fact_by_fact() {
    let (_world, client) = world();
    let shown = page(&client, &format!("/estate/entity.html?id={ENTITY}")).await;
    let text = text_of(&shown.text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Name = the same",
        "Birth date ≈ in part the same 1962-05-17 1962",
        "Country ≠ differs Russia RU Belarus BY",
        "Alias one list only Vanya –",
        "shares with Ivan Sokolov Test Sanctions : the name Ivan Sokolov",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let record = page(&client, "/estate/record.html?id=1").await;
    assert!(record.text.contains(&format!("/estate/entity.html?id={ENTITY}")));
}

#[tokio::test]
async fn what_became_of_a_record_is_told() {
    let (_world, client) = world();
    let moved = page(&client, "/estate/record.html?id=10").await;
    let location = format!("/estate/entity.html?id={ENTITY}&from=10");
    assert_eq!((moved.status.as_u16(), moved.header("location")), (308, Some(&*location)));
    let shown = page(&client, &location).await;
    assert!(text_of(&shown.text).contains("left its list"), "{}", shown.text);
    let to_record = page(&client, "/estate/entity.html?id=3").await;
    assert_eq!(to_record.header("location"), Some("/estate/record.html?id=3"));

    let gone = page(&client, "/estate/record.html?id=11").await;
    assert_eq!(gone.status.as_u16(), 404);
    assert!(gone.text.contains("This record left its list"), "{}", gone.text);
    let day = worlds::BUILT_AT.to_string();
    assert!(gone.text.contains(day.split('T').next().expect("a day")), "{}", gone.text);
}

#[tokio::test]
async fn a_search_is_read_as_that_of_the_api_and_goes_on_page_by_page() {
    let (_world, client) = world();
    for query in ["q=searched", "q=searched&page=3", "q=Person150", "q=sokolov&nationality=BY"] {
        let found = post(&client, "/estate/search.html", query).await;
        assert_eq!(found.header("cache-control"), Some("no-store"), "{query}");
        let answer = client.get(&format!("/api/search?{query}")).await.json();
        let shown = found.text.matches("<th scope=\"row\"><a href=\"/estate/record.html?id=");
        let results = answer["results"].as_array().expect("results");
        assert_eq!(shown.count(), results.len(), "{query}");
        for result in results {
            let link = format!("/estate/record.html?id={}\"", result["id"]);
            assert!(found.text.contains(&link), "{query}: no {link}");
        }
        assert!(!found.text.contains("?q="), "no address has what is searched for");
    }
    let second = post(&client, "/estate/search.html", "q=searched&page=2").await;
    assert!(second.text.contains("80 records, 26 to 50"), "{}", second.text);
    for page in ["1", "3"] {
        let button = format!("name=\"page\" value=\"{page}\"");
        assert!(second.text.contains(&button), "{}", second.text);
    }
    let nothing = post(&client, "/estate/search.html", "q=nobodyatall").await;
    assert!(nothing.text.contains("No record has these words"), "{}", nothing.text);
    let (_, offer) = nothing.text.split_once("action=\"/estate/screen.html\"").expect("a form");
    assert!(
        offer.contains("name=\"q\" value=\"nobodyatall\"") && offer.contains("Screen this name")
    );
}

#[tokio::test]
async fn a_search_has_the_filters_of_the_api_and_says_which_is_wrong() {
    let (_world, client) = world();
    for query in
        ["nationality=BY", "q=ivan&dob=1962-05", "q=ivan&source=test_sanctions&list_type=SANCTION"]
    {
        let found = post(&client, "/estate/search.html", query).await;
        let answer = client.get(&format!("/api/search?{query}")).await.json();
        let shown =
            found.text.matches("<th scope=\"row\"><a href=\"/estate/record.html?id=").count();
        assert_eq!(Some(shown), answer["results"].as_array().map(Vec::len), "{query}");
        assert!(found.text.contains("<details class=\"wide\" open>"), "{query}: {}", found.text);
    }
    let refused = post(&client, "/estate/search.html", "q=ivan&dob=17.05.1962").await;
    assert_eq!(refused.status.as_u16(), 400);
    assert!(text_of(&refused.text).contains("dob is \"17.05.1962\""), "{}", refused.text);
    let (_, at_field) = refused.text.split_once("id=\"dob\"").expect("the field");
    assert!(at_field.split('>').next().expect("its end").contains("aria-invalid"));
}

/// Returns the result page of a screening: the form redirects to it, or answers with its errors.
async fn result_of(client: &Client, form: &str) -> Answer {
    let sent = post(client, "/estate/screen.html", form).await;
    match sent.header("location") {
        Some(address) => page(client, address.split('#').next().expect("an address")).await,
        None => sent,
    }
}

/// Returns status and text of the result page, with one blank between its pieces.
async fn screened(client: &Client, form: &str) -> (u16, String) {
    let shown = result_of(client, form).await;
    assert_eq!(shown.header("cache-control"), Some("no-store"));
    assert!(!shown.text.contains("<script"), "{}", shown.text);
    let text = text_of(&shown.text);
    (shown.status.as_u16(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn a_screening_is_that_of_the_api_with_its_scores_taken_apart() {
    let (_world, client) = world();
    for (form, query) in [
        ("name=Ivan+Sokolov", json!({"name": "Ivan Sokolov"})),
        (
            "name=Iwan+Sokolow%0D%0AVanya&birthDate=1962&nationality=Belarus&schema=Person&limit=3",
            json!({"schema": "Person", "name": ["Iwan Sokolow", "Vanya"], "birthDate": "1962", "nationality": "BY"}),
        ),
        (
            "q=Sokolov+Oleg&type=INDIVIDUAL&scope=peps",
            json!({"schema": "Person", "name": "Sokolov Oleg"}),
        ),
        ("name=Searched+Person&group=entity&threshold=0.9", json!({"name": "Searched Person"})),
    ] {
        let (status, text) = screened(&client, form).await;
        assert_eq!(status, 200, "{form}");
        let parameters = form.split('&').filter(|pair| {
            ["limit", "group", "threshold"].iter().any(|name| pair.starts_with(name))
        });
        let parameters = parameters.collect::<Vec<_>>().join("&");
        let collection = if form.contains("scope=peps") { "peps" } else { "default" };
        let address = format!("/api/match/{collection}?{parameters}");
        let answer = client.post_json(&address, query.to_string()).await.json();
        let responses = answer["responses"].as_object().expect("responses");
        let results = responses.values().next().expect("one")["results"].as_array().expect("some");
        assert!(!results.is_empty(), "{form}");
        let mut rest = &*text;
        for result in results {
            let caption = result["caption"].as_str().expect("a name");
            let (score, is_match) = (result["score"].as_f64().expect("a score"), &result["match"]);
            let word = if *is_match == true { "match" } else { "no match" };
            let score =
                if score * 100.0 % 1.0 == 0.0 { format!("{score:.2}") } else { score.to_string() };
            let head = format!("{caption} {score} {word} ");
            let place = rest.find(&head).unwrap_or_else(|| panic!("no {head:?} in {rest}"));
            rest = &rest[place + head.len()..];
            for feature in result["features"].as_array().expect("features") {
                let says = feature["explanation"].as_str().expect("a sentence");
                assert!(rest.contains(says), "no {says:?} in {rest}");
            }
        }
    }
    let (_, text) = screened(&client, "name=Ivan+Sokolow&birthDate=1963").await;
    for part in
        ["Ivan = equal Ivan", "Sokolow ≈ sound 0.9", "≠ Birth date", "A match scores 0.75 or more"]
    {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

#[tokio::test]
async fn a_result_has_an_address_that_says_nothing_and_is_found_there_again() {
    let (world, client) = world();
    let sent = post(&client, "/estate/screen.html", "name=Iwan+Sokolow&record=1").await;
    assert_eq!((sent.status.as_u16(), sent.header("cache-control")), (303, Some("no-store")));
    assert!(!sent.text.contains("Sokolow"), "{}", sent.text);
    let location = sent.header("location").expect("the way to the result");
    let address = location.strip_suffix("#why").expect("what was asked of the record");
    let name = address.strip_prefix("/estate/result.html?id=").expect("a name");
    assert!(name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit()), "{name}");
    for _ in 0..2 {
        let shown = page(&client, address).await;
        assert_eq!((shown.status.as_u16(), shown.header("cache-control")), (200, Some("no-store")));
        assert!(shown.text.contains("Iwan Sokolow") && shown.text.contains("id=\"why\""));
        assert!(!shown.text.contains("no longer in service"), "{}", shown.text);
    }
    let again = post(&client, "/estate/screen.html", "name=Iwan+Sokolow&record=1").await;
    assert_ne!(again.header("location"), Some(location), "each has its own");

    for unknown in ["/estate/result.html", "/estate/result.html?id=1", &format!("{address}0")] {
        let shown = page(&client, unknown).await;
        assert_eq!(shown.status.as_u16(), 404, "{unknown}");
        assert!(shown.text.contains("no longer kept") && shown.text.contains("id=\"name\""));
        assert!(!shown.text.contains("Sokolow"), "{}", shown.text);
    }
    let before = world.snapshot.version();
    let mut input = worlds::input(vec![person(1, "Ivan Sokolov")]);
    input.built_at = Timestamp(input.built_at.0 + 60);
    let next = World::of(input);
    let client = client.publishing(Arc::clone(&next.snapshot));
    let later = text_of(&page(&client, address).await.text);
    let says = format!("first answered from snapshot  {before} , which is no longer in service");
    assert!(later.contains(&says), "{later}");
}

#[tokio::test]
async fn a_form_that_is_too_long_to_be_kept_is_answered_at_once() {
    let (_world, client) = world();
    let most = limits::KEPT_FORM_BYTES_MAX;
    let names = |bytes: usize| {
        let form = format!("name=Ivan+Sokolov&name={}&limit=1", "x+".repeat(200));
        let filled = bytes - form.len() - "&unread=".len();
        format!("{form}&unread={}", "y".repeat(filled))
    };
    let kept = post(&client, "/estate/screen.html", &names(most)).await;
    assert_eq!(kept.status.as_u16(), 303);
    let answered = post(&client, "/estate/screen.html", &names(most + 1)).await;
    assert_eq!(answered.status.as_u16(), 200, "{}", answered.text);
    assert!(answered.text.contains("1 record matches"), "{}", answered.text);
}

#[tokio::test]
async fn a_birth_date_is_read_as_in_files_and_the_page_says_how() {
    let (_world, client) = world();
    for (typed, says) in [
        ("17.05.1962", "Born 17 May 1962 , typed as 17.05.1962"),
        ("17+May+1962", "Born 17 May 1962 Kind"),
        ("5/17/1962", "Born 17 May 1962 , typed as 5/17/1962"),
        ("03/04/1962", "Born 3 April 1962 , typed as 03/04/1962"),
        ("05/1962", "Born May 1962 , typed as 05/1962"),
        ("17-05-05", "Born 17 May 1905 or 17 May 2005 , typed as 17-05-05"),
        ("1962", "Born 1962 Kind"),
        ("yesterday", "Born yesterday , which is no date"),
    ] {
        let (status, text) =
            screened(&client, &format!("name=Ivan+Sokolov&birthDate={typed}")).await;
        assert_eq!(status, 200, "{typed}");
        assert!(text.contains(says), "{typed}: no {says:?} in {text}");
    }
    let (_, text) = screened(&client, "name=Ivan+Sokolov&birthDate=17.05.1962").await;
    assert!(text.contains("= Birth date +0.10"), "{text}");
}

#[tokio::test]
async fn why_a_record_did_not_come_up_is_told() {
    let (_world, client) = world();
    for (form, says) in [
        ("name=Ivan+Sokolov&record=1", "It is result "),
        ("name=Ivan+Sokolov&record=3", "comes to 0.00"),
        ("name=Ivan+Sokolov&birthDate=1990&record=1", "comes to 0.75"),
        ("name=Ivan+Sokolov&birthDate=1990&algorithm=name-only&record=1", "comes to 1.00"),
        ("name=Ivan+Sokolov&record=1&scope=peps", "It is not in the collection"),
        ("name=Searched+Person101&limit=1&record=102", "The results that are shown come to 1.00"),
        ("name=Ivan+Sokolov&record=999", "there is no record 999"),
        ("name=Ivan+Sokolov&record=11", "has not been active since"),
    ] {
        let (status, text) = screened(&client, form).await;
        assert_eq!(status, 200, "{form}");
        let (_, why) =
            text.split_once("Why this record").unwrap_or_else(|| panic!("{form}: {text}"));
        assert!(why.contains(says), "{form}: no {says:?} in {why}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_field_stands_at_the_field() {
    let (_world, client) = world();
    for (form, field, says) in [
        ("name=%3F%3F%3F", "name", "name is \"???\"; it must be a name with"),
        ("imoNumber=123", "imoNumber", "it must be an IMO number of seven digits"),
        ("name=A&threshold=2", "threshold", "threshold is \"2\""),
        ("name=A&limit=0", "limit", "limit is \"0\""),
    ] {
        let shown = post(&client, "/estate/screen.html", form).await;
        assert_eq!(shown.status.as_u16(), 400, "{form}");
        let (_, at_field) = shown.text.split_once(&format!("id=\"{field}\"")).expect("the field");
        let at_field = at_field.split("</div>").next().expect("its end");
        assert!(at_field.contains("aria-invalid=\"true\""), "{form}: {at_field}");
        assert!(text_of(at_field).contains(says), "{form}: {at_field}");
    }
    let (status, text) = screened(&client, "").await;
    assert_eq!(status, 400, "{text}");
    let (status, text) =
        screened(&client, "name=Ivan&birthDate=yesterday&nationality=Nowhere&imoNumber=none").await;
    assert_eq!(status, 200);
    assert!(text.contains("Not used:") && text.contains("yesterday"), "{text}");
    assert!(text.contains("has no digit"), "{text}");
}

/// Formats a number as pages do.
fn grouped(number: &Value) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8(groups.join(&b',')).expect("digits")
}

/// Checks that the pages of lists and collections agree with the API.
async fn assert_pages_of_lists(client: &Client) {
    let all = page(client, "/estate/sources.html").await;
    let answer = client.get("/api/sources?limit=100").await.json();
    for row in answer["results"].as_array().expect("registers") {
        let slug = row["slug"].as_str().expect("a slug");
        let link = format!("/estate/source.html?name={slug}\"");
        let (_, in_row) = all.text.split_once(&link).unwrap_or_else(|| panic!("no {link}"));
        let in_row = text_of(in_row.split("</tr>").next().expect("a row"));
        assert!(in_row.contains(row["name"].as_str().expect("a name")), "{in_row}");
        assert!(in_row.contains(&grouped(&row["records"])), "{in_row}");
        let word = match row["stale"].as_bool() {
            Some(true) => "late",
            Some(false) => "fresh",
            None => "age unknown",
        };
        assert!(in_row.contains(word), "{in_row}");

        let one = page(client, &format!("/estate/source.html?name={slug}")).await;
        let said = text_of(&one.text);
        let detail = client.get(&format!("/api/source?name={slug}")).await.json();
        for fact in ["publisher", "format", "licence", "source_url", "list_date"] {
            if let Some(fact) = detail[fact].as_str() {
                assert!(said.contains(fact), "{slug}: no {fact}");
            }
        }
        for time in ["first_load", "last_load"].map(|name| &detail[name]) {
            let time = time.as_str().expect("loaded");
            assert!(one.text.contains(&format!("datetime=\"{time}\"")), "{slug}: no {time}");
        }
        for counts in ["by_country", "by_programme", "by_entity_type"] {
            for counted in detail[counts].as_array().expect("counts") {
                let count = format!("<td>{}</td>", grouped(&counted["count"]));
                assert!(one.text.contains(&count), "{slug}: no {count} of {counts}");
            }
        }
        for recent in detail["recent"].as_array().expect("records") {
            let link = format!("/estate/record.html?id={}\"", recent["id"]);
            assert!(one.text.contains(&link), "{slug}: no {link}");
        }
    }
    let collections = page(client, "/estate/collections.html").await;
    let catalog = client.get("/api/catalog").await.json();
    for entry in catalog["collections"].as_array().expect("collections") {
        let address = entry["links"]["page"].as_str().expect("a page");
        let (_, row) = collections.text.split_once(address).expect("a row");
        let row = text_of(row.split("</tr>").next().expect("a row"));
        let one = text_of(&page(client, address).await.text);
        for number in ["records", "entities", "registers"].map(|name| grouped(&entry[name])) {
            assert!(row.contains(&number) && one.contains(&number), "{address}: no {number}");
        }
    }
    let countries = page(client, "/estate/countries.html").await;
    for row in client.get("/api/countries").await.json()["results"].as_array().expect("countries") {
        let code = row["code"].as_str().expect("a code");
        assert!(countries.text.contains(&format!("<span class=\"id\">{code}</span>")), "{code}");
        assert!(
            countries.text.contains(&format!("<td>{}</td>", grouped(&row["records"]))),
            "{code}"
        );
    }
    let programmes = text_of(&page(client, "/estate/programs.html").await.text);
    let answer = client.get("/api/programs?list_type=ALL").await.json();
    for row in answer["results"].as_array().expect("programmes") {
        assert!(programmes.contains(row["programme"].as_str().expect("a name")), "{row}");
    }
    let (status, answer) =
        (page(client, "/estate/status.html").await, client.get("/api/status").await.json());
    let said = text_of(&status.text);
    for fact in [&answer["version"], &answer["snapshot"]["sha256"]]
        .map(|fact| fact.as_str().expect("a text"))
    {
        assert!(said.contains(fact), "no {fact}");
    }
    assert!(said.contains(&grouped(&answer["records"])), "{said}");
    let hour = &answer["last_hour"];
    for (name, less) in [("queries", 0), ("requests", 1)] {
        // The answer counts the request of the page, too.
        let count = hour[name].as_u64().expect("a count") - less;
        assert!(said.contains(&grouped(&count.into())), "no {name}: {said}");
    }
    for swap in answer["swaps"].as_array().expect("versions") {
        let (at, version) = (&swap["at"], swap["version"].as_str().expect("a version"));
        let (_, shown) = status.text.split_once(&format!("datetime={at}")).expect("a time");
        assert!(shown.contains(version), "no {version}");
    }
}

#[tokio::test]
async fn lists_and_collections_are_counted_as_the_api_counts_them() {
    assert_pages_of_lists(&world().1).await;
    assert_pages_of_lists(&Client::serving(tiny_snapshot())).await;
}

#[tokio::test]
async fn errors_are_pages_for_who_reads_pages() {
    let (_world, client) = world();
    for (address, status, says) in [
        ("/estate/record.html", 400, "Id is missing"),
        ("/estate/record.html?id=x", 400, "Id is &quot;x&quot;"),
        ("/estate/record.html?id=999", 404, "There is no record 999."),
        ("/nowhere", 404, "There is no path &quot;/nowhere&quot;."),
    ] {
        let shown = page(&client, address).await;
        assert_eq!(shown.status.as_u16(), status, "{address}");
        assert_eq!(shown.header("content-type"), Some("text/html; charset=utf-8"), "{address}");
        assert_eq!(shown.header("x-content-type-options"), Some("nosniff"), "{address}");
        assert!(shown.text.contains(says), "{address}: {}", shown.text);
        assert!(shown.header("x-request-id").is_some(), "{address}: its line in the log");
        let program = client.get(address).await;
        assert_eq!(program.status.as_u16(), status, "{address}");
        assert_eq!(program.json()["status"], status, "{address}");
    }
    let json = page(&client, "/api/entity/999").await;
    assert_eq!(json.json()["status"], 404, "an answer of the API stays one");

    let nothing = page(&Client::empty(), "/").await;
    assert_eq!((nothing.status.as_u16(), nothing.header("retry-after")), (503, Some("5")));
    assert!(nothing.text.contains("No lists are loaded yet"), "{}", nothing.text);
}

#[tokio::test]
async fn pages_can_be_turned_off() {
    let settings = ServiceSettings { pages: false, ..ServiceSettings::default() };
    let (world, _) = world();
    let client = Client::with_settings(settings).publishing(Arc::clone(&world.snapshot));
    for address in ["/", "/docs", "/estate/record.html?id=1", "/estate/icon.svg"] {
        let refused = page(&client, address).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["status"]), (404, &404.into()));
    }
    assert_eq!(page(&client, "/api/entity/1").await.status.as_u16(), 200);
}

/// Returns the texts of a record's JSON that a page shows in the same spelling. Dates and times are in
/// attributes, without the parts that readers do not need.
fn facts_of(record: &Value) -> Vec<String> {
    /// Fields that the page shows in words of its own.
    const IN_WORDS: [&str; 9] = [
        "id",
        "list_type",
        "entity_type",
        "topics",
        "dob_precision",
        "entity_id",
        "alt_names",
        "program",
        "merged_entity_url",
    ];
    fn leaves(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(values) => values.iter().for_each(|value| leaves(value, found)),
            Value::Object(fields) => {
                // For a change, the page has the labels of the facts.
                let fields = fields.iter().filter(|(name, _)| *name != "facts");
                fields.for_each(|(_, value)| leaves(value, found));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = Vec::new();
    let fields = record.as_object().expect("a record").iter();
    for (_, value) in fields.filter(|(name, _)| !IN_WORDS.contains(&name.as_str())) {
        leaves(value, &mut found);
    }
    let aliases = record["alt_names"].as_str().unwrap_or_default();
    found.extend(aliases.split("; ").map(str::to_owned));
    found
}

/// Checks that a page shows each fact that the API has of a record.
async fn assert_page_has_the_facts(client: &Client, id: u64) {
    let record = client.get(&format!("/api/entity/{id}?nested=false")).await.json();
    let shown = page(client, &format!("/estate/record.html?id={id}")).await;
    assert_eq!(shown.status.as_u16(), 200);
    // A link within a remark parts its words by a further blank.
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (said, markup) = (spaced(&text_of(&shown.text)), &shown.text);
    for fact in facts_of(&record) {
        let is_said =
            said.contains(&spaced(&fact)) || markup.contains(&format!("datetime=\"{fact}\""));
        assert!(is_said, "record {id}: {fact:?} is not on its page");
    }
}

#[tokio::test]
async fn what_changed_in_a_record_is_told() {
    let (_world, client) = world();
    let record = client.get("/api/entity/1").await.json();
    let at = "2026-09-21T14:13:20+00:00";
    assert_eq!(record["changes"], json!([{"at": at, "facts": ["alt_names", "birth_dates"]}]));
    assert_eq!(client.get("/api/entity/2").await.json()["changes"], Value::Null);
    let shown = text_of(&page(&client, "/estate/record.html?id=1").await.text);
    assert!(shown.contains("2026-09-21 14:13 UTC  Changed: Alias, Birth date"), "{shown}");
}

#[tokio::test]
async fn a_page_has_every_fact_of_the_answer() {
    let (world, client) = world();
    for id in [1, 2, 3, 4] {
        assert_page_has_the_facts(&client, id).await;
    }
    drop(world);
}

#[tokio::test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
async fn pages_of_the_real_lists_have_every_fact_of_the_answers() {
    const PAGES: usize = 500;
    let snapshot = real::snapshot_of_every_list();
    let ordinals = (0..snapshot.record_count() as u32).map(RecordOrdinal);
    let ids: Vec<u64> = ordinals.map(|at| snapshot.record(at).id().0).collect();
    let client = Client::serving(snapshot);
    assert_pages_of_lists(&client).await;
    for id in ids.iter().step_by(ids.len() / PAGES) {
        assert_page_has_the_facts(&client, *id).await;
    }
}
