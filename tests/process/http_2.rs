//! Requests by HTTP/2, which a client begins with where it knows that the server speaks it.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use hyper::{Request, Version};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tempfile::TempDir;

use crate::support::process::Server;
use crate::support::worlds::{person, publish};

type Http2 = Client<HttpConnector, Body>;

fn served(options: &[&str]) -> (TempDir, Server) {
    let folder = tempfile::tempdir().expect("a folder");
    publish(folder.path(), vec![person(1, "Ivan Sokolov")]);
    let server = Server::ready(folder.path(), options);
    (folder, server)
}

fn client(window: u32) -> Http2 {
    Client::builder(TokioExecutor::new())
        .http2_only(true)
        .http2_initial_stream_window_size(window)
        .build_http()
}

fn query(server: &Server) -> Request<Body> {
    const QUERY: &str = r#"{"queries":{"a":{"schema":"Person","name":"Ivan Sokolov"}}}"#;
    Request::post(format!("http://{}/api/match/default", server.address))
        .header("content-type", "application/json")
        .body(Body::from(QUERY))
        .expect("a request")
}

#[tokio::test]
async fn many_requests_at_one_time_are_answered() {
    // However slow the machine is: what would wait too long is refused.
    let (_folder, server) = served(&["--max-queue-delay", "10m"]);
    let client = client(1 << 16);
    let asked: Vec<_> = (0..500).map(|_| tokio::spawn(client.request(query(&server)))).collect();
    for answer in asked {
        let answer = answer.await.expect("not cancelled").expect("an answer");
        assert_eq!((answer.status().as_u16(), answer.version()), (200, Version::HTTP_2));
        let body = to_bytes(Body::new(answer.into_body()), usize::MAX).await.expect("whole");
        assert!(body.windows(12).any(|text| text == b"\"match\":true"), "{body:?}");
    }
}

#[tokio::test]
async fn a_client_that_takes_nothing_of_an_answer_loses_its_connection() {
    let (_folder, server) = served(&["--write-timeout", "200ms"]);
    let client = client(0);
    let answer = client.request(query(&server)).await.expect("the head needs no leave");
    assert_eq!(answer.status().as_u16(), 200);
    let body = to_bytes(Body::new(answer.into_body()), usize::MAX);
    let body = tokio::time::timeout(Duration::from_secs(60), body).await;
    assert!(body.expect("it ends").is_err(), "cut off");
}
