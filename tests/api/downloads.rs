//! `GET /downloads/collections/{collection}/{file}` (docs/api.md, "Bulk files"): choice of the file,
//! its encoding and its ranges.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use tamis::api;
use tamis::api::http::service::Loaded;
use tamis::bulk::BulkFiles;
use tamis_engine::store::checksum::size_and_sha256;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::client::{Client, with_body};
use crate::support::{bulk, tiny_snapshot};

const VERSION: &str = "20261004080000";
const NAMES: &str = "/downloads/collections/peps/names.txt";

/// A service with the bulk files in a folder.
struct Served {
    client: Client,
    folder: TempDir,
}

/// An answer with a body of any bytes.
struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

impl Served {
    /// Serves files with repeated content, so that compression pays.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        bulk::write(folder.path(), VERSION, |collection, name| {
            format!("{name} of {collection}\n").repeat(5_000)
        });
        Self { client: Client::empty(), folder }.opened_again()
    }

    /// Returns the same service after its files were read anew.
    fn opened_again(self) -> Self {
        let files = BulkFiles::read(self.folder.path(), VERSION);
        let loaded = Loaded::new(tiny_snapshot(), "0".repeat(64)).with_bulk(files);
        self.client.service.current.publish(Arc::new(loaded));
        self
    }

    fn path(&self, collection: &str, name: &str) -> PathBuf {
        bulk::folder_of(self.folder.path(), collection).join(name)
    }

    async fn ask(&self, method: Method, address: &str, headers: &[(&str, &str)]) -> Answer {
        let request = Request::builder().method(method).uri(address);
        let request = headers.iter().fold(request, |all, (name, value)| all.header(*name, *value));
        let router = api::router(Arc::clone(&self.client.service));
        let response = router.oneshot(with_body(request, Body::empty())).await.expect("an answer");
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a whole body");
        Answer { status: head.status.as_u16(), headers: head.headers, body }
    }

    async fn get(&self, address: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask(Method::GET, address, headers).await
    }
}

#[tokio::test]
async fn every_file_of_every_collection_is_served() {
    let served = Served::new();
    for collection in ["default", "sanctions", "peps", "crime", "maritime"] {
        for (name, content_type) in [
            ("targets.simple.csv", "text/csv; charset=utf-8"),
            ("targets.nested.json", "application/x-ndjson"),
            ("entities.ftm.json", "application/x-ndjson"),
            ("senzing.json", "application/x-ndjson"),
            ("statements.csv", "text/csv; charset=utf-8"),
            ("names.txt", "text/plain; charset=utf-8"),
            ("delta.json", "application/x-ndjson"),
        ] {
            let address = format!("/downloads/collections/{collection}/{name}");
            let answer = served.get(&address, &[]).await;
            let expected = fs::read(served.path(collection, name)).expect("a file");
            assert_eq!((answer.status, &answer.body[..]), (200, &expected[..]), "{address}");
            let length = expected.len().to_string();
            for (header, value) in [
                ("content-type", Some(content_type)),
                ("content-length", Some(length.as_str())),
                ("accept-ranges", Some("bytes")),
                ("cache-control", Some("no-cache")),
                ("vary", Some("Accept-Encoding")),
                ("x-content-type-options", Some("nosniff")),
                ("x-snapshot-version", Some(VERSION)),
                ("content-encoding", None),
            ] {
                assert_eq!(answer.header(header), value, "{header} of {address}");
            }
            assert!(answer.header("last-modified").is_some_and(|date| date.ends_with(" GMT")));
        }
    }
}

#[tokio::test]
async fn the_form_that_the_caller_likes_best_is_sent_as_it_is_stored() {
    let served = Served::new();
    let plain = fs::read(served.path("peps", "names.txt")).expect("a file");
    let mut tags = Vec::new();
    for (accepted, coding, file) in [
        ("gzip, deflate", Some("gzip"), "names.txt.gz"),
        ("gzip, deflate, br, zstd", Some("zstd"), "names.txt.zst"),
        ("gzip;q=0.9, zstd;q=0.8", Some("gzip"), "names.txt.gz"),
        ("br", None, "names.txt"),
    ] {
        let answer = served.get(NAMES, &[("accept-encoding", accepted)]).await;
        let stored = fs::read(served.path("peps", file)).expect("a file");
        assert_eq!((answer.status, answer.header("content-encoding")), (200, coding));
        assert_eq!(answer.body, stored, "{accepted}");
        let mut text = Vec::new();
        match coding {
            Some("gzip") => GzDecoder::new(&answer.body[..]).read_to_end(&mut text).map(drop),
            Some(_) => zstd::stream::copy_decode(&answer.body[..], &mut text),
            None => answer.body.as_ref().read_to_end(&mut text).map(drop),
        }
        .expect("a whole stream");
        assert_eq!(text, plain, "{accepted}");
        tags.push(answer.header("etag").expect("a validator").to_owned());
    }
    assert_eq!(tags[0], tags[2], "the same form has the same validator");
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "each form has its own: {tags:?}");
    assert!(tags.iter().all(|tag| tag.starts_with('"')), "they are strong: {tags:?}");

    let refused = served.get(NAMES, &[("accept-encoding", "br, *;q=0")]).await;
    assert_eq!((refused.status, &refused.json()["status"]), (406, &json!(406)));
    for form in ["names.txt.gz", "names.txt.zst"] {
        fs::remove_file(served.path("peps", form)).expect("it was there");
    }
    let answer = served.opened_again().get(NAMES, &[("accept-encoding", "gzip, zstd")]).await;
    assert_eq!((answer.header("content-encoding"), &answer.body[..]), (None, &plain[..]));
}

#[tokio::test]
async fn the_validator_is_the_checksum_of_the_file() {
    let served = Served::new();
    let (_, checksum) = size_and_sha256(&served.path("peps", "names.txt")).expect("a file");
    let answer = served.get(NAMES, &[]).await;
    let tag = format!("\"{checksum}\"");
    assert_eq!(answer.header("etag"), Some(tag.as_str()));
    let date = answer.header("last-modified").expect("a date").to_owned();

    for given in [("if-none-match", tag.as_str()), ("if-modified-since", date.as_str())] {
        let answer = served.get(NAMES, &[given]).await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{given:?}");
        assert_eq!(answer.header("etag"), Some(tag.as_str()));
        assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
        assert_eq!(answer.header("x-snapshot-version"), Some(VERSION));
    }
    let other_form = [("if-none-match", tag.as_str()), ("accept-encoding", "gzip")];
    assert_eq!(served.get(NAMES, &other_form).await.status, 200);
    let since = [("if-modified-since", "Thu, 01 Jan 2026 00:00:00 GMT")];
    assert_eq!(served.get(NAMES, &since).await.status, 200);
    let changed = served.get(NAMES, &[("if-match", "\"x\"")]).await;
    assert_eq!((changed.status, &changed.json()["status"]), (412, &json!(412)));

    let address = "/downloads/collections/peps/index.json";
    let tag = served.get(address, &[]).await.header("etag").expect("a validator").to_owned();
    assert_eq!(served.get(address, &[("if-none-match", &tag)]).await.status, 304);
}

#[tokio::test]
async fn a_download_is_taken_up_where_it_ended() {
    let served = Served::new();
    for (form, file) in [("identity", "names.txt"), ("gzip", "names.txt.gz")] {
        let stored = fs::read(served.path("peps", file)).expect("a file");
        let accept = ("accept-encoding", form);
        let whole = served.get(NAMES, &[accept]).await;
        let tag = whole.header("etag").expect("a validator").to_owned();
        let date = whole.header("last-modified").expect("a date").to_owned();
        let end = stored.len() - 1;
        for (range, first, last) in [
            ("bytes=0-9".to_owned(), 0, 9),
            ("bytes=10-".to_owned(), 10, end),
            ("bytes=-7".to_owned(), end - 6, end),
            (format!("bytes=5-{}", end + 1000), 5, end),
        ] {
            for validator in [&tag, &date] {
                let headers = [accept, ("range", range.as_str()), ("if-range", validator)];
                let part = served.get(NAMES, &headers).await;
                assert_eq!((part.status, &part.body[..]), (206, &stored[first..=last]), "{range}");
                let expected = format!("bytes {first}-{last}/{}", stored.len());
                assert_eq!(part.header("content-range"), Some(expected.as_str()));
                let length = (last - first + 1).to_string();
                assert_eq!(part.header("content-length"), Some(length.as_str()));
                assert_eq!(part.header("etag"), Some(tag.as_str()));
                let coding = (form != "identity").then_some(form);
                assert_eq!(part.header("content-encoding"), coding, "{range}");
            }
        }
        let ask = |range: &str, validator: &str| {
            let headers = [("range", range.to_owned()), ("if-range", validator.to_owned())];
            let served = &served;
            async move {
                let [range, validator] = &headers;
                let pairs = [accept, (range.0, &range.1), (validator.0, &validator.1)];
                served.get(NAMES, &pairs).await
            }
        };
        assert_eq!(ask("bytes=0-9", "\"of another build\"").await.body, stored);
        assert_eq!(ask("bytes=0-1,4-5", &tag).await.status, 200, "several ranges at once");
        let beyond = ask(&format!("bytes={}-", stored.len()), &tag).await;
        let length = format!("bytes */{}", stored.len());
        assert_eq!((beyond.status, beyond.header("content-range")), (416, Some(length.as_str())));
        assert_eq!(beyond.json()["status"], 416);
    }
}

#[tokio::test]
async fn a_head_request_gets_the_head_alone() {
    let served = Served::new();
    let plain = fs::read(served.path("peps", "names.txt")).expect("a file");
    let length = plain.len().to_string();
    let index =
        served.get("/downloads/collections/peps/index.json", &[("range", "bytes=0-9")]).await;
    assert_eq!(index.status, 200, "it is short, and a part of a JSON document is none");
    // Without `If-Range`, the part is of the file without encoding, which can be read alone.
    let part =
        served.ask(Method::GET, NAMES, &[("range", "bytes=0-9"), ("accept-encoding", "gzip")]);
    let part = part.await;
    assert_eq!((part.status, part.header("content-encoding")), (206, None));
    let answer = served.ask(Method::HEAD, NAMES, &[("range", "bytes=0-9")]).await;
    assert_eq!((answer.status, answer.body.len()), (200, 0));
    assert_eq!(answer.header("content-length"), Some(length.as_str()));
    assert_eq!(answer.header("accept-ranges"), Some("bytes"));
    let answer = served.ask(Method::HEAD, NAMES, &[("if-none-match", "*")]).await;
    assert_eq!(answer.status, 304);
    let answer = served.ask(Method::HEAD, "/downloads/collections/peps/x.json", &[]).await;
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn what_is_not_there_is_named_with_what_is() {
    let served = Served::new();
    let unknown = served.get("/downloads/collections/ofac/names.txt", &[]).await;
    assert_eq!((unknown.status, &unknown.json()["collections"][0]), (404, &json!("default")));
    for name in ["other.txt", "names.txt.gz", "%2e%2e%2fmanifest.json", "%FF"] {
        let unknown = served.get(&format!("/downloads/collections/peps/{name}"), &[]).await;
        assert_eq!(unknown.status, 404, "{name}");
    }
    let unknown = served.get("/downloads/collections/peps/other.txt", &[]).await.json();
    assert_eq!(unknown["accepted"][6], "names.txt");
    let error = unknown["error"].as_str().expect("a sentence");
    assert!(error.starts_with("there is no bulk file \"other.txt\"; a collection has index.json,"));
    assert_eq!(served.ask(Method::POST, NAMES, &[]).await.status, 405);

    let empty = Client::empty();
    assert_eq!(empty.get(NAMES).await.status, 503, "no snapshot at all");
    let answer = empty.publishing(tiny_snapshot()).get(NAMES).await;
    let expected = "the snapshot in service has no names.txt of the collection peps";
    assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (404, &json!(expected)));
}

#[tokio::test]
async fn a_file_that_is_removed_or_damaged_on_the_disk_is_never_sent_as_a_good_one() {
    let served = Served::new();
    fs::write(served.path("peps", "names.txt"), "cut").expect("written");
    assert_eq!(served.get(NAMES, &[]).await.status, 500);
    let metrics = served.client.get("/metrics").await.text;
    assert!(metrics.contains("\ntamis_faults_total 1\n"), "{metrics}");
    fs::remove_file(served.path("peps", "names.txt")).expect("it was there");
    let answer = served.get(NAMES, &[]).await;
    let expected = "names.txt of the snapshot in service was removed from the server's disk";
    assert_eq!((answer.status, &answer.json()["error"]), (404, &json!(expected)));
}

#[tokio::test]
async fn the_index_and_the_catalog_tell_whole_addresses_by_the_request() {
    let served = Served::new();
    let address = "/downloads/collections/peps/index.json";
    let on_disk = fs::read(served.path("peps", "index.json")).expect("a file");
    assert!(!String::from_utf8_lossy(&on_disk).contains("url"), "only a server knows it");
    let mut tags = Vec::new();
    for (host, base) in [(Some("a.example:81"), "http://a.example:81"), (None, "")] {
        let host: Vec<_> = host.into_iter().map(|host| ("host", host)).collect();
        let answer = served.get(address, &host).await;
        for (header, value) in [
            ("content-type", "application/json"),
            ("cache-control", "no-cache"),
            ("x-snapshot-version", VERSION),
            ("content-length", answer.body.len().to_string().as_str()),
        ] {
            assert_eq!(answer.header(header), Some(value), "{header}");
        }
        let url = &answer.json()["resources"][5]["url"];
        assert_eq!(*url, format!("{base}{NAMES}"));
        tags.push(answer.header("etag").expect("a validator").to_owned());
        let request = Request::get("/api/catalog");
        let request =
            host.iter().fold(request, |request, (name, host)| request.header(*name, *host));
        let catalog = served.client.send(with_body(request, Body::empty())).await.json();
        let files = catalog["collections"][2]["files"].as_array().expect("files").clone();
        assert_eq!(files[5]["url"], format!("{base}{NAMES}"));
    }
    assert_ne!(tags[0], tags[1], "other addresses are another text");
    for (header, value, status) in [
        ("if-none-match", tags[1].as_str(), 304),
        ("if-match", "\"x\"", 412),
        ("accept-encoding", "gzip", 200),
        ("accept-encoding", "gzip, identity;q=0", 406),
    ] {
        assert_eq!(served.get(address, &[(header, value)]).await.status, status, "{header}");
    }
    let head = served.ask(Method::HEAD, address, &[]).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[tokio::test]
async fn the_catalog_lists_the_files_of_each_collection() {
    let served = Served::new();
    let catalog = served.client.get("/api/catalog").await.json();
    let entry = |name: &str| {
        let mut all = catalog["collections"].as_array().expect("collections").iter();
        all.find(|entry| entry["name"] == name).cloned().expect("the collection")
    };
    let peps = entry("peps");
    let files = peps["files"].as_array().expect("files");
    let names: Vec<&str> = files.iter().filter_map(|file| file["name"].as_str()).collect();
    assert_eq!(names, bulk::FILES);
    let (size, sha256) = size_and_sha256(&served.path("peps", "names.txt")).expect("a file");
    let expected = json!({"name": "names.txt", "url": NAMES, "size": size, "rows": 5_000,
                          "sha256": sha256});
    assert_eq!(files[5], expected);
    for file in files {
        let url = file["url"].as_str().expect("an address");
        assert_eq!(served.get(url, &[]).await.body.len() as u64, file["size"], "{url}");
    }

    // A fault of the files never keeps the snapshot from being served.
    fs::write(served.path("peps", "index.json"), "{").expect("written");
    fs::remove_dir_all(bulk::folder_of(served.folder.path(), "crime")).expect("it was there");
    fs::write(served.path("maritime", "names.txt"), "cut").expect("written");
    let served = served.opened_again();
    let catalog = served.client.get("/api/catalog").await.json();
    let counts: Vec<usize> = catalog["collections"]
        .as_array()
        .expect("collections")
        .iter()
        .map(|entry| entry["files"].as_array().expect("files").len())
        .collect();
    assert_eq!(counts, [7, 7, 0, 0, 6]);
    assert_eq!(served.get(NAMES, &[]).await.status, 404);
}
