//! Requests as texts, for the fuzz target `bodies`: method and address in the first line, then headers,
//! an empty line and the body.
//!
//! Header names that begin with a colon transform the body, so that inputs stay short and mutations
//! change the request:
//!
//! | line | what it does |
//! |---|---|
//! | `:queries: 20` | the body is a query, sent under this many keys |
//! | `:lines: 20` | the body is sent this many times, each behind a line feed |
//! | `:packed: gzip` | then it is compressed; or `zstd`. The server is told by `content-encoding` |
//! | `:pieces: 7` | it comes in pieces of this many bytes, without a total length |
//!
//! A request without `authorization` gets a valid key.

use std::convert::Infallible;
use std::fs;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::stream;
use tamis::api;
use tamis::api::http::keys::ApiKeys;
use tamis::api::http::service::{Loaded, ServiceSettings};
use tamis::bulk::BulkFiles;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use crate::support::client::Client;
use crate::support::costs::{Bound, Line};
use crate::support::{bulk, documented, packed};

/// Bound of the cost of a request.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 8 << 20, per_byte: 512 }, Line { fixed: 8_000, per_byte: 12 });

/// Most bytes of a body that `:queries` and `:lines` repeat: test time is for many inputs.
const REPEATED_BYTES_MAX: usize = 64 << 10;
/// Base-2 logarithm of the zstd window; this is the smallest.
const WINDOW_LOG: u32 = 10;
const VERSION: &str = "20261004080000";
const KEY: &str = "Bearer abc";
/// The SHA-256 of the valid key (FIPS 180-2, B.1).
const HASH: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// Transformations of the body that an input asks for.
#[derive(Default)]
struct Shape<'i> {
    queries: Option<usize>,
    lines: Option<usize>,
    packed: &'i str,
    piece: Option<usize>,
}

impl<'i> Shape<'i> {
    fn set(&mut self, name: &str, value: &'i str) {
        match name {
            "queries" => self.queries = value.parse().ok(),
            "lines" => self.lines = value.parse().ok(),
            "packed" => self.packed = value,
            "pieces" => self.piece = value.parse().ok(),
            _ => {}
        }
    }

    /// Returns the whole body before compression.
    fn whole(&self, body: &[u8]) -> Vec<u8> {
        let most = REPEATED_BYTES_MAX / (body.len() + 1);
        let mut whole = body.to_vec();
        if let Some(lines) = self.lines {
            whole = [body, b"\n"].concat().repeat(lines.min(most));
        }
        if let Some(queries) = self.queries {
            let keyed = |at: usize| [format!("\"{at}\":").as_bytes(), body].concat();
            let keyed: Vec<Vec<u8>> = (0..queries.min(most)).map(keyed).collect();
            whole = [b"{\"queries\":{", &*keyed.join(&b','), b"}}"].concat();
        }
        whole
    }

    fn packed(&self, whole: Vec<u8>) -> Vec<u8> {
        match self.packed {
            "gzip" => packed::gzip(&whole),
            "zstd" => packed::zstd(&whole, WINDOW_LOG),
            _ => whole,
        }
    }

    fn body(&self, bytes: Vec<u8>) -> Body {
        match self.piece {
            Some(piece) => {
                let pieces: Vec<Bytes> =
                    bytes.chunks(piece.max(1)).map(Bytes::copy_from_slice).collect();
                let pieces = pieces.into_iter().map(Ok::<_, Infallible>);
                Body::from_stream(stream::iter(pieces))
            }
            None => Body::from(bytes),
        }
    }
}

/// Parses the request that an input describes, with its bytes before compression; `None` if no server
/// could receive it.
fn request_of(input: &[u8]) -> Option<(Request<Body>, usize)> {
    let end = input.windows(2).position(|two| two == b"\n\n").unwrap_or(input.len());
    let (head, body) = input.split_at(end);
    let body = body.get(2..).unwrap_or_default();
    // Header values are bytes; those that describe the body are not passed on.
    let head = String::from_utf8_lossy(head);
    let mut lines = head.split('\n');
    let (method, address) = lines.next()?.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(address);
    let mut shape = Shape::default();
    for line in lines {
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        match name.strip_prefix(':') {
            Some(name) => shape.set(name, value),
            None => request = request.header(name, value),
        }
    }
    if !request.headers_ref()?.contains_key(header::AUTHORIZATION) {
        request = request.header(header::AUTHORIZATION, KEY);
    }
    let whole = shape.whole(body);
    let described = head.len() + whole.len();
    Some((request.body(shape.body(shape.packed(whole))).ok()?, described))
}

/// A server with everything that requests can ask for.
struct Server {
    router: Router,
    runtime: Runtime,
    _folder: TempDir,
}

impl Server {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let keys = folder.path().join("keys");
        fs::write(&keys, format!("fuzz {HASH}\n")).expect("written");
        let api_keys = Some(Arc::new(ApiKeys::read(&keys).expect("keys")));
        bulk::write(folder.path(), VERSION, |collection, name| {
            format!("{name} of {collection}\n").repeat(100)
        });
        let settings = ServiceSettings { threads: 2, api_keys, ..ServiceSettings::default() };
        let client = Client::with_settings(settings);
        let loaded = Loaded::new(documented::world().snapshot, "0".repeat(64));
        let loaded = loaded.with_bulk(BulkFiles::read(folder.path(), VERSION));
        client.service.current.publish(Arc::new(loaded));
        let router = api::router(Arc::clone(&client.service));
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        Self { router, runtime, _folder: folder }
    }

    fn answer(&self, request: Request<Body>) -> (StatusCode, HeaderMap, Bytes) {
        self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await.expect("an answer");
            let (head, body) = answer.into_parts();
            let body = to_bytes(body, usize::MAX).await.expect("a whole body");
            (head.status, head.headers, body)
        })
    }
}

/// Answers the request that an input describes, and returns the bytes that it describes. Checks that no
/// error is internal and that JSON is valid.
pub(crate) fn answer_described(input: &[u8]) -> usize {
    static SERVER: LazyLock<Server> = LazyLock::new(Server::new);
    let Some((request, described)) = request_of(input) else { return input.len() };
    let (status, headers, body) = SERVER.answer(request);
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{headers:?} {body:?}");
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let is_plain = !headers.contains_key(header::CONTENT_ENCODING);
    if is_json && is_plain && status != StatusCode::PARTIAL_CONTENT && !body.is_empty() {
        serde_json::from_slice::<serde::de::IgnoredAny>(&body).expect("JSON");
    }
    described
}

#[test]
fn any_request_is_answered_without_an_internal_fault_and_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "bodies", 5_000, answer_described);
}
