//! Rules of the operator on payment messages (docs/payments.md, "Your own rules").

use std::fs;
use std::sync::Arc;

use axum::http::Request;
use serde_json::{Value, json};
use tamis::api::http::service::ServiceSettings;
use tamis::policy::Policy;

use crate::support::client::{Client, with_body};
use crate::support::tiny_snapshot;

/// A service with these rules.
pub(crate) fn client(rules: &str) -> Client {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("policy.toml");
    fs::write(&path, rules).expect("written");
    let policy = Arc::new(Policy::read(&path).expect("sound rules"));
    let settings = ServiceSettings { threads: 2, policy, ..ServiceSettings::default() };
    Client::with_settings(settings).publishing(tiny_snapshot())
}

/// The answer about transactions with these contents.
async fn filter(client: &Client, transactions: &[&str]) -> Value {
    let content: String =
        transactions.iter().map(|own| format!("<CdtTrfTxInf>{own}</CdtTrfTxInf>")).collect();
    let message = format!("<Document><FIToFICstmrCdtTrf>{content}</FIToFICstmrCdtTrf></Document>");
    let request =
        Request::post("/api/filter/sanctions?report=full").header("content-type", "text/plain");
    let answer = client.send(with_body(request, message)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// Ends of the paths of the hits, behind the transaction.
fn places(answer: &Value) -> Vec<&str> {
    let hits = answer["hits"].as_array().expect("hits").iter();
    let paths = hits.map(|hit| hit["path"].as_str().expect("a path"));
    paths.map(|path| path.rsplit_once("/CdtTrfTxInf").expect("in a transaction").1).collect()
}

/// Rules that applied, as number and elements.
fn applied(answer: &Value) -> Vec<(u64, u64)> {
    let rules = answer["policy"]["rules"].as_array().expect("rules").iter();
    let number = |rule: &Value, field: &str| rule[field].as_u64().expect("a number");
    rules.map(|rule| (number(rule, "rule"), number(rule, "elements"))).collect()
}

const PARTY: &str = "<Cdtr><Nm>Ivan Petrovich Sokolov</Nm></Cdtr>";

#[tokio::test]
async fn an_element_is_left_out_with_the_reason_of_the_rule() {
    let client = client(
        "[[rule]]\nreason = \"agents are identified by their BIC\"\nroles = [\"debtor agent\"]\n\
         kinds = [\"name\"]\nwith_bic = true\nleave_out = true\n\
         [[rule]]\nreason = \"our own texts\"\npaths = [\"Cdtr/CtctDtls/**\"]\nleave_out = true\n",
    );
    let agent = |bic: &str| {
        format!("<DbtrAgt><FinInstnId>{bic}<Nm>Ivan Petrovich Sokolov</Nm></FinInstnId></DbtrAgt>")
    };
    let answer = filter(&client, &[&agent("<BICFI>BANKLV22XXX</BICFI>")]).await;
    assert_eq!(answer["verdict"], "pass");
    assert_eq!(applied(&answer), [(1, 1)]);
    assert_eq!(answer["policy"]["rules"][0]["reason"], "agents are identified by their BIC");
    assert_eq!(answer["policy"]["sha256"].as_str().map(str::len), Some(64));
    let report = answer["report"].as_array().expect("a report").iter();
    let whys: Vec<_> = report.map(|own| (&own["screened"], &own["why"])).collect();
    assert!(whys.contains(&(&json!(false), &json!("agents are identified by their BIC"))));
    let answer = filter(&client, &[&agent("")]).await;
    assert_eq!(places(&answer), ["[1]/DbtrAgt/FinInstnId/Nm"], "without a BIC it is screened");
    assert_eq!(applied(&answer), []);
    let contact = "<Cdtr><CtctDtls><Nm>Ivan Petrovich Sokolov</Nm><Othr>x</Othr></CtctDtls></Cdtr>";
    let answer = filter(&client, &[contact, PARTY]).await;
    assert_eq!(places(&answer), ["[2]/Cdtr/Nm"]);
    assert_eq!(applied(&answer), [(2, 2)]);
}

#[tokio::test]
async fn thresholds_go_by_role_and_kind_and_the_first_rule_decides() {
    let client = client(
        "[[rule]]\nreason = \"creditors closely\"\nroles = [\"creditor\"]\nthreshold = 0.5\n\
         [[rule]]\nreason = \"names hardly\"\nkinds = [\"name\"]\nthreshold = 1.0\n",
    );
    let name = "<Nm>Ivan Petrovich Sokolow</Nm>";
    let (creditor, debtor) = (format!("<Cdtr>{name}</Cdtr>"), format!("<Dbtr>{name}</Dbtr>"));
    let answer = filter(&client, &[&creditor, &debtor]).await;
    assert_eq!(places(&answer), ["[1]/Cdtr/Nm"]);
    let hit = &answer["hits"][0];
    assert_eq!((&hit["threshold"], &hit["result"]["match"]), (&json!(0.5), &json!(true)));
    assert_eq!(answer["threshold"], 0.75);
    assert_eq!(applied(&answer), [(1, 1), (2, 1)]);
    // A text in between: no rule applies.
    let text = "<RmtInf><Ustrd>for Ivan Petrovich Sokolov</Ustrd></RmtInf>";
    let answer = filter(&client, &[text]).await;
    assert_eq!(places(&answer), ["[1]/RmtInf/Ustrd"]);
    assert_eq!(answer["hits"][0].get("threshold"), None);
}

#[tokio::test]
async fn lists_are_left_out_of_payments_with_a_code() {
    let rule = |register: &str| {
        format!(
            "[[rule]]\nreason = \"instant payments\"\nroles = [\"debtor\", \"creditor\"]\n\
             codes = {{ \"LclInstrm/Cd\" = [\"INST\"] }}\nexclude_dataset = [\"{register}\"]\n"
        )
    };
    let instant = format!("<PmtTpInf><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>{PARTY}");
    let instant_text = "<PmtTpInf><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>\
                        <RmtInf><Ustrd>for Ivan Petrovich Sokolov</Ustrd></RmtInf>";
    let own = client(&rule("test_sanctions"));
    let answer = filter(&own, &[&instant, PARTY, instant_text]).await;
    assert_eq!(places(&answer), ["[2]/Cdtr/Nm", "[3]/RmtInf/Ustrd"]);
    assert_eq!(applied(&answer), [(1, 1)]);
    assert_eq!(answer.get("ignored"), None);
    let other = client(&rule("nobody"));
    let answer = filter(&other, &[&instant]).await;
    assert_eq!(places(&answer), ["[1]/Cdtr/Nm"]);
    assert_eq!(
        answer["ignored"],
        json!(["exclude_dataset of rule 1: no register is named \"nobody\"."])
    );
}

#[tokio::test]
async fn terms_under_an_embargo_are_hits_wherever_they_stand() {
    let client = client(
        "[[embargo]]\nreason = \"goods to the Crimea\"\nwords = [\"Sevastopol\", \"Bandar Abbas\"]\n\
         countries = [\"KP\"]\n\
         [[rule]]\nreason = \"ours\"\nroles = [\"debtor\"]\nleave_out = true\n",
    );
    for (content, place, text, term) in [
        (
            "<RmtInf><Ustrd>coal via SEVASTOPOL</Ustrd></RmtInf>",
            "RmtInf/Ustrd",
            "SEVASTOPOL",
            "Sevastopol",
        ),
        ("<Cdtr><Nm>Bandar Abbas Cement</Nm></Cdtr>", "Cdtr/Nm", "Bandar Abbas", "Bandar Abbas"),
        (
            "<Cdtr><Nm>Anna Maier</Nm><PstlAdr><AdrLine>Port of Bandar</AdrLine><AdrLine>Abbas</AdrLine>\
             </PstlAdr></Cdtr>",
            "PstlAdr/AdrLine[1]",
            "Bandar Abbas",
            "Bandar Abbas",
        ),
        (
            "<Cdtr><Nm>Anna Maier</Nm><PstlAdr><TwnNm>Sevastopol</TwnNm></PstlAdr></Cdtr>",
            "PstlAdr/TwnNm",
            "Sevastopol",
            "Sevastopol",
        ),
        ("<Cdtr><Nm>Anna Maier</Nm><CtryOfRes>KP</CtryOfRes></Cdtr>", "Cdtr/CtryOfRes", "KP", "KP"),
        (
            "<CdtrAgt><FinInstnId><BICFI>ABCDKPPYXXX</BICFI></FinInstnId></CdtrAgt>",
            "FinInstnId/BICFI",
            "ABCDKPPYXXX",
            "KP",
        ),
    ] {
        let answer = filter(&client, &[content]).await;
        assert_eq!(answer["verdict"], "hit", "{content}");
        let policy = &answer["policy"];
        assert_eq!((&policy["embargoed_total"], &answer["hits_total"]), (&json!(1), &json!(0)));
        let own = &policy["embargoed"][0];
        assert!(own["path"].as_str().expect("a path").ends_with(place), "{own}");
        assert_eq!((&own["text"], &own["result"]["term"]), (&json!(text), &json!(term)), "{own}");
        assert_eq!(own["result"]["reason"], "goods to the Crimea");
    }
    for content in [
        "<RmtInf><Ustrd>Sevastopolskaya street</Ustrd></RmtInf>",
        "<RmtInf><Ustrd>Bandar and Abbas</Ustrd></RmtInf>",
        "<Cdtr><Nm>Anna Maier</Nm><CtryOfRes>KR</CtryOfRes></Cdtr>",
        "<Dbtr><Nm>Sevastopol</Nm><CtryOfRes>KP</CtryOfRes></Dbtr>",
    ] {
        let answer = filter(&client, &[content]).await;
        assert_eq!(
            (&answer["verdict"], &answer["policy"]["embargoed_total"]),
            (&json!("pass"), &json!(0))
        );
    }
}

#[tokio::test]
async fn without_rules_an_answer_names_no_policy() {
    let settings = ServiceSettings { threads: 2, ..ServiceSettings::default() };
    let client = Client::with_settings(settings).publishing(tiny_snapshot());
    assert_eq!(filter(&client, &[PARTY]).await.get("policy"), None);
}
