//! The page for reviewing hits (docs/evidence.md, "Clearances"), as HTML. `.ci/pages/run.mjs` tests it in a browser.

use tamis::limits::{PAGE_HITS_QUEUED, PAGE_TABLE_BYTES_MAX};

use crate::pages::{page, text_of};
use crate::support::client::{Answer, Client};
use crate::support::tiny_snapshot;

const ADDRESS: &str = "/estate/review.html";

async fn shown(client: &Client) -> Answer {
    let shown = page(client, ADDRESS).await;
    assert_eq!(shown.status.as_u16(), 200);
    shown
}

#[tokio::test]
async fn the_page_may_call_no_server_and_loads_nothing_from_elsewhere() {
    let client = Client::serving(tiny_snapshot());
    let shown = shown(&client).await;
    let policy = shown.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("script-src 'self'; form-action 'none'; "), "{policy}");
    assert!(!policy.contains("connect-src") && !policy.contains("http"), "{policy}");
    assert_eq!(shown.header("cache-control"), Some("no-cache"));
    assert_eq!(shown.header("referrer-policy"), Some("no-referrer"));
    for absent in ["http://", "https://", "=\"//", "style=", "javascript:", "<form"] {
        assert!(!shown.text.contains(absent), "the page has {absent}");
    }
    assert_eq!(shown.text.matches("<script").count(), 1);
    let (_, script) = shown.text.split_once("<script type=\"module\" src=\"").expect("a script");
    let script = client.get(script.split('"').next().expect("an address")).await;
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert!(script.header("cache-control").is_some_and(|kept| kept.contains("immutable")));
    for absent in [
        "fetch",
        "XMLHttp",
        "Beacon",
        "WebSocket",
        "EventSource",
        "Storage",
        "indexedDB",
        "cookie",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "import ",
        "eval",
    ] {
        assert!(!script.text.contains(absent), "the script has {absent}");
    }
}

#[tokio::test]
async fn the_page_names_its_limits_columns_and_keys() {
    let client = Client::serving(tiny_snapshot());
    let shown = shown(&client).await;
    for limit in [
        format!("data-most=\"{PAGE_TABLE_BYTES_MAX}\""),
        format!("data-queued=\"{PAGE_HITS_QUEUED}\""),
    ] {
        assert!(shown.text.contains(&limit), "no {limit}");
    }
    let text = text_of(&shown.text);
    for said in ["nothing of it is sent to this server", "decision", "reviewer", "comment"] {
        assert!(text.contains(said), "no {said:?} in {text}");
    }
    let keys: Vec<&str> = shown.text.split("data-key=\"").skip(1).map(|rest| &rest[..1]).collect();
    let mut different = keys.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!((keys.len(), different.len()), (11, 11), "{keys:?}");
    for key in keys {
        assert!(shown.text.contains(&format!("<kbd>{key}</kbd>")), "{key} is not shown");
    }
}

#[tokio::test]
async fn a_table_is_reviewed_without_lists_too() {
    let shown = shown(&Client::empty()).await;
    assert!(text_of(&shown.text).contains("Choose a table"), "{}", shown.text);
    let other = page(&Client::serving(tiny_snapshot()), "/").await;
    assert!(other.text.contains(&format!("href=\"{ADDRESS}\"")), "the navigation leads to it");
}
