//! The page for payment messages (docs/payments.md, "The page"), as HTML. `.ci/pages/run.mjs` tests it in a browser.

use serde_json::Value;
use tamis::limits::{PAGE_ELEMENTS_OPEN, PAGE_ELEMENTS_SHOWN, PAGE_HITS_EXPLAINED};
use tamis_engine::model::Identifier;

use crate::filter_policy;
use crate::pages::{page, post, text_of};
use crate::support::client::{Answer, Client, with_body};
use crate::support::tiny_snapshot;
use crate::support::worlds::{self, World, record};

const ADDRESS: &str = "/estate/payment.html";
const SOKOLOV: &str = "Ivan Petrovich Sokolov";

/// A customer credit transfer with transactions of this content.
fn transfer(transactions: &[String]) -> String {
    let own: String =
        transactions.iter().map(|own| format!("<CdtTrfTxInf>{own}</CdtTrfTxInf>\r\n")).collect();
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\r\n\
         <GrpHdr><MsgId>MSG-1</MsgId></GrpHdr>\r\n{own}</FIToFICstmrCdtTrf></Document>"
    )
}

fn one(content: &str) -> String {
    transfer(&[content.to_owned()])
}

fn form(message: &str, others: &[(&str, &str)]) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("message", message).extend_pairs(others).finish()
}

async fn send(client: &Client, message: &str, others: &[(&str, &str)]) -> Answer {
    let shown = post(client, ADDRESS, &form(message, others)).await;
    assert_eq!(shown.header("cache-control"), Some("no-store"));
    assert_eq!(shown.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(shown.header("location"), None, "no address has a message");
    let policy = shown.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(shown.text.matches("<script").count(), 1, "the page's own");
    shown
}

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

/// The text of a page with one blank between its pieces.
fn words(html: &str) -> String {
    text_of(html).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The row of the element with this label and text, up to the next element.
fn row<'h>(html: &'h str, label: &str, text: &str) -> &'h str {
    let rows = html.split("<li class=\"element\"").skip(1);
    let start = format!("{label} {text} ");
    let is_own =
        |row: &&str| words(row.split_once('>').map_or("", |(_, row)| row)).starts_with(&start);
    rows.into_iter().find(is_own).unwrap_or_else(|| panic!("no {start:?} in {html}"))
}

#[tokio::test]
async fn the_empty_page_says_that_nothing_is_stored_and_how_much_it_takes() {
    let shown = page(&client(), ADDRESS).await;
    assert_eq!(shown.status, 200);
    let said = words(&shown.text);
    assert!(said.contains("Nothing of it is stored") && said.contains("1,048,576 bytes"), "{said}");
    for part in
        ["method=\"post\"", "<label for=\"message\">", "name=\"scope\"", "name=\"threshold\""]
    {
        assert!(shown.text.contains(part), "no {part} in {}", shown.text);
    }
    let (_, script) = shown.text.split_once("<script type=\"module\" src=\"").expect("a script");
    let script = client().get(script.split('"').next().expect("an address")).await;
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    let home = page(&client(), "/").await;
    assert!(home.text.contains(&format!("<a href=\"{ADDRESS}\">")), "{}", home.text);
}

#[tokio::test]
async fn a_message_without_hits_passes_with_each_element_accounted_for() {
    let message = one(
        "<IntrBkSttlmAmt Ccy=\"EUR\">12.50</IntrBkSttlmAmt><Dbtr><Nm>Anna Beispiel</Nm><PstlAdr><TwnNm>Riga</TwnNm>\
         <Ctry>LV</Ctry></PstlAdr></Dbtr><CdtrAgt><FinInstnId><BICFI>BANKLV22XXX</BICFI></FinInstnId></CdtrAgt>",
    );
    let shown = send(&client(), &message, &[]).await;
    assert_eq!(shown.status, 200);
    let said = words(&shown.text);
    for part in [
        "✓ Pass No record reaches the threshold, and everything that is to be screened was. Let the payment go.",
        "Messages 1 Transactions 1 Hits 0 Elements screened 4 Left out 3 Unverified 0",
        "The message was screened in memory and is kept nowhere",
        "Type pacs.008.001.08 Identifier MSG-1",
        "Dbtr debtor 3 elements",
    ] {
        assert!(said.contains(part), "no {part:?} in {said}");
    }
    for (label, text, treatment) in [
        ("GrpHdr/MsgId", "MSG-1", "– left out: references"),
        ("IntrBkSttlmAmt/@Ccy", "EUR", "– left out: codes"),
        ("IntrBkSttlmAmt", "12.50", "– left out: amounts"),
        ("Nm", "Anna Beispiel", "✓ asked as the name of a person or organization"),
        ("TwnNm", "Riga", "✓ searched for names"),
        ("Ctry", "LV", "✓ compared as a fact of its party"),
        ("CdtrAgt/FinInstnId/BICFI creditor agent", "BANKLV22XXX", "✓ looked up as an identifier"),
    ] {
        let own = words(row(&shown.text, label, text));
        assert!(own.contains(&format!("{text} {treatment}")), "{label}: {own}");
    }
    assert!(!shown.text.contains("id=\"hits\"") && !shown.text.contains("<article"));
}

#[tokio::test]
async fn hits_stand_in_their_places_with_the_explanations_of_the_api() {
    let message = transfer(&[
        format!("<Dbtr><Nm>Anna Beispiel</Nm></Dbtr><Cdtr><Nm>{SOKOLOV}</Nm><CtryOfRes>RU</CtryOfRes></Cdtr>"),
        "<Dbtr><Nm>Berta Muster</Nm></Dbtr><RmtInf><Ustrd>Charter of OCEAN STAR paid</Ustrd></RmtInf>".to_owned(),
    ]);
    let client = client();
    for (collection, threshold) in [("sanctions", "0.8"), ("default", "0.75")] {
        let shown =
            send(&client, &message, &[("scope", collection), ("threshold", threshold)]).await;
        let address = format!("/api/filter/{collection}?threshold={threshold}");
        let request = axum::http::Request::post(&address).header("content-type", "application/xml");
        let answer = client.send(with_body(request, message.clone())).await.json();
        let hits = answer["hits"].as_array().expect("hits");
        assert!(hits.len() >= 2, "{answer}");
        assert!(words(&shown.text).contains("! Hit A record reaches"), "{}", shown.text);
        assert!(words(&shown.text).contains(&format!("Hits {} ", hits.len())));
        assert_eq!(shown.text.matches("<article").count(), hits.len());
        for (number, hit) in (1..).zip(hits) {
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            let (path, result) = (text(&hit["path"]), &hit["result"]);
            let (label, sent) = match path.ends_with("Ustrd") {
                true => ("RmtInf/Ustrd free text", "Charter of OCEAN STAR paid"),
                false => ("Nm", SOKOLOV),
            };
            let own = row(&shown.text, label, sent);
            let id = format!("<article class=\"result\" id=\"hit-{number}\"");
            let (_, article) = own.split_once(&id).unwrap_or_else(|| panic!("no {id} in {own}"));
            let article = article.split("</article>").next().expect("its end");
            let said = words(article);
            assert!(said.contains(&format!("asked: {}", text(&hit["text"]))), "{said}");
            let link =
                format!("href=\"/estate/record.html?id={}\" target=\"_blank\"", result["id"]);
            assert!(article.contains(&link), "no {link} in {article}");
            for feature in result["features"].as_array().expect("features") {
                let says = text(&feature["explanation"]);
                assert!(said.contains(&says), "no {says:?} in {said}");
            }
            let place = format!(
                "<a href=\"#hit-{number}\">Hit {number}: transaction {}, {}</a>",
                hit["transaction"],
                text(&hit["role"])
            );
            assert!(shown.text.contains(&place), "no {place} in {}", shown.text);
        }
        assert!(shown.text.contains("Charter of <mark>OCEAN STAR</mark> paid"), "{}", shown.text);
        let said = words(&shown.text);
        assert!(said.contains("CdtTrfTxInf[1] transaction 1 3 elements"), "{said}");
        assert!(said.contains("CdtTrfTxInf[2] transaction 2 2 elements ! 1 hit"), "{said}");
        assert!(said.contains("Cdtr creditor 2 elements ! "), "{said}");
    }
}

#[tokio::test]
async fn an_identifier_that_a_record_carries_is_a_hit_in_its_place() {
    let mut bank = record(1, None, "Quandil Zorvexa");
    bank.record.identifiers =
        vec![Identifier { kind: "SWIFT/BIC".into(), value: "ZARQPELX".into(), country: None }];
    let world = World::of(worlds::input(vec![bank]));
    let client = Client::serving(world.snapshot.clone());
    let message = one(
        "<DbtrAgt><FinInstnId><BICFI>ZARQPELX500</BICFI></FinInstnId></DbtrAgt><Cdtr><Nm>Anna Beispiel</Nm></Cdtr>",
    );
    let shown = send(&client, &message, &[]).await;
    let own = row(&shown.text, "DbtrAgt/FinInstnId/BICFI debtor agent", "ZARQPELX500");
    let said = words(own);
    for part in [
        "! hit, looked up as an identifier",
        "Hit 1, looked up Quandil Zorvexa The record carries ZARQPELX (SWIFT/BIC).",
    ] {
        assert!(said.contains(part), "no {part:?} in {said}");
    }
    assert!(
        words(&shown.text)
            .contains("Hit 1: transaction 1, debtor agent ZARQPELX500 Quandil Zorvexa identifier")
    );
}

#[tokio::test]
async fn an_element_that_could_not_be_screened_is_named_with_its_reason() {
    let message = one("<Dbtr><Nm>???</Nm></Dbtr><Cdtr><Nm>Anna Beispiel</Nm></Cdtr>");
    let shown = send(&client(), &message, &[]).await;
    let said = words(&shown.text);
    for part in [
        "? Unverified No record reaches the threshold, but something could not be screened. Stop the payment.",
        "Unverified 1 Collection",
        "Dbtr/Nm : the name is too long, or has no letter or digit",
    ] {
        assert!(said.contains(part), "no {part:?} in {said}");
    }
    let own = row(&shown.text, "Dbtr/Nm debtor", "???");
    assert!(words(own).contains("??? ? unverified: the name is too long"), "{own}");
    let (id, _) = own.trim_start().split_once('>').expect("an id");
    let id = id.trim_start_matches("id=\"").trim_end_matches('"');
    assert!(shown.text.contains(&format!("<a href=\"#{id}\">")), "no link to {id}");

    let empty = send(&client(), "<Document><FIToFICstmrCdtTrf/></Document>", &[]).await;
    let said = words(&empty.text);
    assert!(
        said.contains("? Unverified")
            && said.contains("the file has no text that could be screened"),
        "{said}"
    );
}

#[tokio::test]
async fn a_message_that_cannot_be_read_stays_in_the_box_with_its_fault() {
    let client = client();
    for (message, others, says) in [
        ("\r\n<Document>\r\n<a>x</b></Document>", vec![], "line 3, column 5"),
        ("hello", vec![], "line 1, column 1"),
        ("{1:F01BANKDEFFAXXX0000000000}{2:I103BANKFRPPXXXXN}", vec![], "without block 4"),
        ("", vec![], "message is missing; it must be a payment message"),
        ("<Document><a>x</a></Document>", vec![("threshold", "2")], "threshold is \"2\""),
        ("<Document><a>x</a></Document>", vec![("scope", "nowhere")], "nowhere"),
    ] {
        let shown = send(&client, message, &others).await;
        assert_eq!(shown.status, 400, "{message}");
        let (alert, box_of) = shown.text.split_once("<textarea").expect("a box");
        assert!(words(alert).contains("This cannot be screened: "), "{message}: {alert}");
        assert!(words(alert).contains(says), "{message}: no {says} in {alert}");
        let (_, kept) = box_of.split_once('>').expect("its begin");
        let kept = kept.split("</textarea>").next().expect("its end");
        // The first line end of a box is no content.
        let kept =
            kept.strip_prefix('\n').expect("a line end").replace("&lt;", "<").replace("&gt;", ">");
        assert_eq!(kept, message);
    }
    let bad = send(&client, "<Document>\r\n<a>x</b></Document>", &[]).await;
    assert!(bad.text.contains("Line 2: </span>&lt;a&gt;x<mark>&lt;</mark>/b&gt;"), "{}", bad.text);
}

#[tokio::test]
async fn a_text_that_is_markup_is_shown_as_text() {
    let markup = "<script>alert(1)</script>";
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;";
    let message = one(&format!(
        "<RmtInf><Ustrd>{SOKOLOV} {escaped}</Ustrd></RmtInf><Cdtr><Nm>{escaped}</Nm></Cdtr>"
    ));
    let shown = send(&client(), &message, &[]).await;
    assert!(!shown.text.contains(markup), "{}", shown.text);
    assert!(shown.text.contains(&format!("<mark>{SOKOLOV}</mark> {escaped}")), "{}", shown.text);
    let refused = send(&client(), &format!("</textarea>{markup}"), &[("threshold", markup)]).await;
    assert!(!refused.text.contains(markup), "{}", refused.text);
    assert_eq!(refused.text.matches("</textarea>").count(), 1);
}

#[tokio::test]
async fn a_message_of_another_encoding_is_read_as_it_was_pasted() {
    for encoding in ["ISO-8859-1", "UTF-16", "windows-1251"] {
        let body = one("<Cdtr><Nm>Иван Петрович Соколов</Nm></Cdtr>");
        let message = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\r\n{body}");
        let shown = send(&client(), &message, &[]).await;
        assert_eq!(shown.status, 200, "{encoding}: {}", shown.text);
        row(&shown.text, "CdtTrfTxInf[1]/Cdtr/Nm transaction 1, creditor", "Иван Петрович Соколов");
        assert!(shown.text.contains("<article"), "{encoding}");
    }
}

#[tokio::test]
async fn a_form_beyond_the_limit_is_refused_with_another_way() {
    let client = client();
    let most = tamis::limits::BODY_BYTES_DEFAULT;
    let filled = |bytes: usize| {
        let start = "message=";
        format!("{start}{}", "a".repeat(bytes - start.len()))
    };
    let read = post(&client, ADDRESS, &filled(most)).await;
    assert_eq!(read.status, 400, "it is read, and no message");
    let refused = post(&client, ADDRESS, &filled(most + 1)).await;
    assert_eq!(refused.status, 413);
    let said = words(&refused.text);
    assert!(said.contains("the body is larger than 1048576 bytes"), "{said}");
    assert!(said.contains("POST /api/filter takes up to 16 MiB"), "{said}");
}

/// A message with this number of elements, of which the first is its identifier.
fn of_elements(count: usize, last: &str) -> String {
    let mut transactions: Vec<String> = (2..count)
        .map(|at| {
            format!("<Cdtr><CtryOfRes>{}</CtryOfRes></Cdtr>", if at % 2 == 0 { "LV" } else { "LT" })
        })
        .collect();
    transactions.push(last.to_owned());
    transfer(&transactions)
}

#[tokio::test]
async fn a_large_message_shows_its_first_elements_and_all_that_need_a_look() {
    let client = client();
    let rows = |shown: &Answer| shown.text.matches("<li class=\"element\"").count();
    let hit = format!("<Cdtr><Nm>{SOKOLOV}</Nm></Cdtr>");
    let clean = "<Cdtr><Nm>Anna Beispiel</Nm></Cdtr>";
    let lost = "<Cdtr><Nm>???</Nm></Cdtr>";
    for (count, last, expected) in [
        (PAGE_ELEMENTS_SHOWN, clean, PAGE_ELEMENTS_SHOWN),
        (PAGE_ELEMENTS_SHOWN + 1, clean, PAGE_ELEMENTS_SHOWN),
        (PAGE_ELEMENTS_SHOWN + 1, &*hit, PAGE_ELEMENTS_SHOWN + 1),
        (PAGE_ELEMENTS_SHOWN + 1, lost, PAGE_ELEMENTS_SHOWN + 1),
        (PAGE_ELEMENTS_SHOWN + 40, &*hit, PAGE_ELEMENTS_SHOWN + 1),
    ] {
        let shown = send(&client, &of_elements(count, last), &[]).await;
        assert_eq!(rows(&shown), expected, "{count} {last}");
        let said = words(&shown.text);
        let grouped = |number: usize| format!("{},{:03}", number / 1000, number % 1000);
        let missing = format!("{} of {} elements are not shown", count - expected, grouped(count));
        assert_eq!(said.contains(&missing), count > expected, "{count} {last}: {missing}");
        assert_eq!(said.contains("are not shown"), count > expected);
    }
}

#[tokio::test]
async fn groups_of_a_long_message_are_open_where_something_needs_a_look() {
    let open = async |count: usize| {
        let content = |name: &str| format!("<Cdtr><Nm>{name}</Nm><CtryOfRes>LV</CtryOfRes></Cdtr>");
        let mut transactions = vec![content(SOKOLOV), content("Anna Beispiel")];
        transactions.push("<PmtId><TxId>1</TxId></PmtId>".repeat(count - 5));
        let shown = send(&client(), &transfer(&transactions), &[]).await;
        let is_open = |number: u32| {
            let (before, _) = shown
                .text
                .split_once(&format!("CdtTrfTxInf[{number}]<"))
                .or_else(|| shown.text.split_once(&format!("CdtTrfTxInf[{number}]/")))
                .expect("a transaction");
            let (_, tag) = before.rsplit_once("<details").expect("a group");
            tag.starts_with(" open")
        };
        (is_open(1), is_open(2))
    };
    assert_eq!(open(PAGE_ELEMENTS_OPEN).await, (true, true));
    assert_eq!(open(PAGE_ELEMENTS_OPEN + 1).await, (true, false));
}

#[tokio::test]
async fn hits_beyond_the_explained_ones_are_named_in_a_line() {
    let client = client();
    let explained = async |hits: usize| {
        let transactions = vec![format!("<Cdtr><Nm>{SOKOLOV}</Nm></Cdtr>"); hits];
        let shown = send(&client, &transfer(&transactions), &[("scope", "sanctions")]).await;
        assert_eq!(shown.text.matches("<article").count(), hits);
        shown.text.matches("From the name to the score").count()
    };
    assert_eq!(explained(PAGE_HITS_EXPLAINED).await, PAGE_HITS_EXPLAINED);
    assert_eq!(explained(PAGE_HITS_EXPLAINED + 1).await, PAGE_HITS_EXPLAINED);
}

#[tokio::test]
async fn several_messages_are_trees_of_their_own() {
    let message = format!(
        "<Queue>{}{}</Queue>",
        one("<Cdtr><Nm>Anna Beispiel</Nm></Cdtr>"),
        one(&format!("<Cdtr><Nm>{SOKOLOV}</Nm></Cdtr>"))
    );
    let shown = send(&client(), &message, &[("scope", "sanctions")]).await;
    let said = words(&shown.text);
    for part in [
        "Messages 2 Transactions 2 Hits 1",
        "Message 1 Type",
        "Message 2 Type",
        "Hit 1: message 2, transaction 1, creditor",
    ] {
        assert!(said.contains(part), "no {part:?} in {said}");
    }
    assert_eq!(shown.text.matches("<ul class=\"tree\"").count(), 2);
}

#[tokio::test]
async fn rules_of_the_server_and_terms_under_an_embargo_are_shown() {
    let client = filter_policy::client(
        "[[rule]]\nreason = \"ours\"\nroles = [\"debtor\"]\nleave_out = true\n\
         [[embargo]]\nreason = \"closed ports\"\nwords = [\"Sevastopol\"]\n",
    );
    let content = format!(
        "<Dbtr><Nm>{SOKOLOV}</Nm></Dbtr><RmtInf><Ustrd>coal via <![CDATA[SEVASTOPOL]]></Ustrd></RmtInf>"
    );
    let shown = words(&send(&client, &one(&content), &[]).await.text);
    for expected in [
        "! Hit",
        "ours (rule 1, elements: 1)",
        "Under an embargo",
        "SEVASTOPOL Sevastopol closed ports",
    ] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    let clean = words(&send(&client, &one("<Cdtr><Nm>Anna Maier</Nm></Cdtr>"), &[]).await.text);
    assert!(clean.contains("Pass") && !clean.contains("Under an embargo"), "{clean}");
}
