//! HTTP/2 with prior knowledge: requests of a client that knows that the server speaks it.

use axum::body::{Body, to_bytes};
use hyper::{Request, Version};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tempfile::TempDir;

use crate::support::process::Server;
use crate::support::worlds::{person, publish};
use tamis::limits::{HELD_BYTES_MAX, HTTP2_STREAMS_MAX};

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
    // Holds on slow machines as well; requests that would wait too long are refused.
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
async fn a_client_that_takes_next_to_nothing_of_an_answer_loses_its_connection() {
    let (_folder, server) = served(&["--write-timeout", "200ms"]);
    for window in [0, 1] {
        let client = client(window);
        let answer = client.request(query(&server)).await.expect("the head needs no window");
        assert_eq!(answer.status().as_u16(), 200);
        // Reading a body grants a further window, so it is read after the connection is closed.
        server.until("/metrics", |metrics| metrics.contains("tamis_connections 1\n"));
        let body = to_bytes(Body::new(answer.into_body()), usize::MAX).await;
        assert!(body.is_err(), "cut off");
    }
}

#[tokio::test]
async fn answers_that_nobody_takes_end_a_connection_before_they_fill_the_memory() {
    let (_folder, server) = served(&[]);
    let length = server.get("/openapi.json").1.len();
    // One more than the only client may leave untaken.
    let answers = HELD_BYTES_MAX / 2 / length + 1;
    let of_connection = HTTP2_STREAMS_MAX as usize;
    let clients: Vec<_> = (0..answers.div_ceil(of_connection)).map(|_| client(1)).collect();
    let mut untaken = Vec::new();
    for number in 0..answers {
        let request = Request::get(format!("http://{}/openapi.json", server.address));
        let request = request.body(Body::empty()).expect("a request");
        untaken.push(clients[number / of_connection].request(request).await.expect("a head"));
    }
    let ended = "tamis_shed_total{reason=\"held_bytes\"} 1\n";
    server.until("/metrics", |metrics| metrics.contains(ended));
    let others = format!("tamis_connections {}\n", clients.len());
    server.until("/metrics", |metrics| metrics.contains(&others));
}
