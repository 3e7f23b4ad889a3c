//! `GET /metrics`, and the request ids.

use axum::body::Body;
use axum::http::Request;
use tamis::api::http::limit::RateLimitSettings;
use tamis::api::http::service::ServiceSettings;

use crate::support::client::Client;
use crate::support::tiny_snapshot;

const QUERIES: &str = r#"{"queries":{"a":{"properties":{"name":["Ivan Petrovich Sokolov"]}},"b":{"name":"Nobody Of This Name"}}}"#;

/// Returns the value of a metric with these labels.
fn figure(metrics: &str, series: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("no {series} in {metrics}"));
    line.parse().unwrap_or_else(|_| panic!("{series} is {line}"))
}

#[tokio::test]
async fn what_was_asked_and_what_is_served_is_told_in_figures() {
    let client = Client::serving(tiny_snapshot());
    let before = client.get("/metrics").await;
    assert_eq!(before.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    assert_eq!(figure(&before.text, "tamis_queries_total"), 0.0);
    client.post_json("/api/match/default", QUERIES).await;
    client.post_json("/api/match/default", QUERIES).await;
    client.post_json("/api/match/nowhere", QUERIES).await;
    client.get("/somewhere/else").await;
    let after = client.get("/metrics").await.text;
    let match_route = "route=\"/api/match/{collection}\"";
    for (series, expected) in [
        (
            format!(
                "tamis_request_duration_seconds_count{{method=\"POST\",{match_route},status=\"200\"}}"
            ),
            2.0,
        ),
        (
            format!(
                "tamis_request_duration_seconds_count{{method=\"POST\",{match_route},status=\"404\"}}"
            ),
            1.0,
        ),
        (
            "tamis_request_duration_seconds_count{method=\"GET\",route=\"unknown\",status=\"404\"}"
                .into(),
            1.0,
        ),
        (
            format!(
                "tamis_request_duration_seconds_bucket{{le=\"+Inf\",method=\"POST\",{match_route},status=\"200\"}}"
            ),
            2.0,
        ),
        ("tamis_queries_total".into(), 4.0),
        ("tamis_hits_total".into(), 2.0),
        ("tamis_work_in_flight".into(), 0.0),
        ("tamis_ready".into(), 1.0),
        ("tamis_snapshot_refused".into(), 0.0),
        ("tamis_snapshot_pinned".into(), 0.0),
        ("tamis_snapshot_records".into(), tiny_snapshot().record_count() as f64),
    ] {
        assert_eq!(figure(&after, &series), expected, "{series}");
    }
    assert!(figure(&after, "tamis_candidates_total") > 0.0);
    assert!(figure(&after, "tamis_names_aligned_total") > 0.0);
    let version = tiny_snapshot().version().to_owned();
    assert!(after.contains(&format!("tamis_snapshot_info{{version=\"{version}\",")), "{after}");
    // Every metric has its type and its help.
    for line in after.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split(['{', ' ']).next().expect("a name");
        let family = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
        let of = |what: &str, name: &str| after.contains(&format!("# {what} {name} "));
        let is_told = |name| of("HELP", name) && of("TYPE", name);
        assert!(is_told(name) || family.is_some_and(is_told), "{line}");
    }
}

/// Checks every counter in the table of metrics, with the known values of its labels.
#[tokio::test]
async fn counters_stand_at_zero_before_the_first_event() {
    let client = Client::serving(tiny_snapshot());
    let metrics = client.get("/metrics").await.text;
    let described = include_str!("../../docs/api.md");
    let rows = described.lines().filter(|line| line.starts_with("| `tamis_"));
    let in_quotes = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let mut series = Vec::new();
    for row in rows {
        let cells: Vec<_> = row.split(" | ").collect();
        let counters = in_quotes(cells[0]).into_iter().filter(|name| name.ends_with("_total"));
        for name in counters {
            match &in_quotes(cells[1])[..] {
                [] => series.push(name),
                [label, values @ ..] => {
                    assert!(!values.is_empty(), "{name}: which values has {label}?");
                    let of = |value: &String| format!("{name}{{{label}=\"{value}\"}}");
                    series.extend(values.iter().map(of));
                }
            }
        }
    }
    let counted = metrics
        .lines()
        .filter(|line| line.contains("_total"))
        .filter(|line| !line.starts_with('#'));
    assert_eq!(counted.count(), series.len(), "all are described: {metrics}");
    for series in &series {
        assert_eq!(figure(&metrics, series), 0.0, "{series}");
    }
    assert!(series.contains(&"tamis_shed_total{reason=\"held_bytes\"}".to_owned()), "{series:?}");
}

#[tokio::test]
async fn what_is_turned_away_is_counted() {
    let rate_limit = RateLimitSettings {
        rate: "1/h".parse().expect("a rate"),
        burst: std::num::NonZeroU32::MIN,
    };
    let settings = ServiceSettings {
        threads: 1,
        queue_delay_max: std::time::Duration::ZERO,
        rate_limit: Some(rate_limit),
        ..Default::default()
    };
    let client = Client::with_settings(settings);
    let from = |path: &str| {
        let mut request = Request::get(path).body(Body::empty()).expect("a request");
        let peer = std::net::IpAddr::from([192, 0, 2, 1]);
        request.extensions_mut().insert(tamis::api::http::limit::PeerAddress(peer));
        request
    };
    client.send(from("/api/status")).await;
    assert_eq!(client.send(from("/api/status")).await.status, 429);
    let (release, held) = std::sync::mpsc::channel::<()>();
    let holding = client.service.work.run(move || held.recv());
    let asked = async {
        let beyond = client.service.work.run(|| ()).await.map_err(|error| error.status().as_u16());
        assert_eq!(beyond, Err(503));
        let metrics = client.send(from("/metrics")).await.text;
        drop(release);
        metrics
    };
    let (_, metrics) = tokio::join!(holding, asked);
    assert_eq!(figure(&metrics, "tamis_rate_limited_total"), 1.0);
    assert_eq!(figure(&metrics, "tamis_shed_total{reason=\"work\"}"), 1.0);
    assert_eq!(figure(&metrics, "tamis_work_in_flight"), 1.0);
}

#[tokio::test]
async fn who_accepts_open_metrics_gets_them() {
    let client = Client::empty();
    let accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.2";
    let request = Request::get("/metrics").header("accept", accept).body(Body::empty());
    let answer = client.send(request.expect("a request")).await;
    let form = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(answer.header("content-type"), Some(form));
    assert!(answer.text.contains("\n# TYPE tamis_queries counter\n"), "{}", answer.text);
    assert!(answer.text.ends_with("\n# EOF\n"), "{}", answer.text);
    assert_eq!(figure(&answer.text, "tamis_ready"), 0.0);
}

#[tokio::test]
async fn metrics_with_an_address_of_their_own_are_not_at_the_other() {
    let settings = ServiceSettings { threads: 1, metrics_apart: true, ..Default::default() };
    let client = Client::with_settings(settings);
    assert_eq!(client.get("/metrics").await.status, 404);
    assert_eq!(client.get("/livez").await.status, 200);
}

#[tokio::test]
async fn an_answer_bears_the_name_of_its_request() {
    let client = Client::empty();
    let asked = async |id: Option<&str>, path: &str| {
        let mut request = Request::get(path);
        if let Some(id) = id {
            request = request.header("x-request-id", id);
        }
        let answer = client.send(request.body(Body::empty()).expect("a request")).await;
        answer.header("x-request-id").expect("a name").to_owned()
    };
    for path in ["/livez", "/nowhere", "/api/status", "/api/entity/x"] {
        assert_eq!(asked(Some("payment-17"), path).await, "payment-17", "{path}");
        assert_ne!(asked(None, path).await, asked(None, path).await, "{path}");
    }
}
