//! Pages of other origins (docs/api.md, "Other origins").

use axum::body::Body;
use axum::http::{HeaderValue, Method, Request};
use tamis::api::http::service::ServiceSettings;

use crate::support::client::{Answer, Client};

const DESK: &str = "https://desk.example.org";

fn client(origins: &[&'static str]) -> Client {
    let cors_origins = origins.iter().copied().map(HeaderValue::from_static).collect();
    Client::with_settings(ServiceSettings { cors_origins, ..ServiceSettings::default() })
}

async fn ask(client: &Client, method: Method, path: &str, origin: &str) -> Answer {
    let request = Request::builder().method(method).uri(path).header("Origin", origin);
    let request = request
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "authorization,content-type");
    client.send(request.body(Body::empty()).expect("a request")).await
}

fn allowed(answer: &Answer) -> Option<&str> {
    answer.header("access-control-allow-origin")
}

#[tokio::test]
async fn only_origins_that_the_operator_names_are_let_in() {
    let (named, open, closed) = (client(&[DESK]), client(&["*"]), client(&[]));
    for path in ["/api/status", "/api/match/default", "/downloads/collections/default/x", "/api/no"]
    {
        let other = "https://elsewhere.example.org";
        assert_eq!(allowed(&ask(&named, Method::GET, path, DESK).await), Some(DESK), "{path}");
        assert_eq!(allowed(&ask(&named, Method::GET, path, other).await), None, "{path}");
        assert_eq!(allowed(&ask(&open, Method::GET, path, other).await), Some("*"), "{path}");
        assert_eq!(allowed(&ask(&closed, Method::GET, path, DESK).await), None, "{path}");
    }
    let path = "/api/reconcile/default";
    assert_eq!(allowed(&ask(&named, Method::GET, path, DESK).await), Some("*"));
}

#[tokio::test]
async fn what_a_browser_asks_before_is_answered() {
    let asked = ask(&client(&[DESK]), Method::OPTIONS, "/api/match/default", DESK).await;
    assert_eq!((asked.status.as_u16(), allowed(&asked)), (200, Some(DESK)));
    assert_eq!(asked.header("access-control-allow-headers"), Some("authorization,content-type"));
    let methods = asked.header("access-control-allow-methods").expect("methods");
    assert!(methods.contains("POST"), "{methods}");
    let asked = ask(&client(&[]), Method::OPTIONS, "/api/match/default", DESK).await;
    assert_eq!(asked.status.as_u16(), 405, "nobody was let in");
}
