//! Requests as texts, for the fuzz target `bodies`: method, address and content type in the first
//! line, and the body after it.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use tokio::runtime::{Builder, Runtime};

use super::client::Client;
use super::documented;

/// The request that an input describes, if it is one that a server could receive.
fn request_of(input: &[u8]) -> Option<Request<Body>> {
    let mut parts = input.splitn(2, |&byte| byte == b'\n');
    let mut words = parts.next()?.split(|&byte| byte == b' ');
    let request = Request::builder().method(words.next()?).uri(words.next()?);
    let request = words.next().into_iter().fold(request, |r, kind| r.header("content-type", kind));
    request.body(Body::from(parts.next().unwrap_or_default().to_vec())).ok()
}

/// Answers the request that an input describes. No fault is an internal one.
pub fn answer_described(input: &[u8]) {
    static SERVER: LazyLock<(Client, Runtime)> = LazyLock::new(|| {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        (Client::serving(documented::world().snapshot), runtime)
    });
    let (client, runtime) = &*SERVER;
    let Some(request) = request_of(input) else { return };
    let answer = runtime.block_on(client.send(request));
    assert_ne!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{answer:?}");
    let is_json = answer.header("content-type") == Some("application/json");
    if is_json && !answer.text.is_empty() {
        answer.json();
    }
}
