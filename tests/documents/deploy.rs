//! Files for packages, compared with the server that they describe.

use std::collections::BTreeSet;

use regex::Regex;
use tamis::limits::{CONNECTIONS_DEFAULT, DRAIN_TIMEOUT_DEFAULT};

use super::support::client::Client;
use super::support::tiny_snapshot;
use super::{files_below, read, root};

fn deploy_files() -> Vec<String> {
    let files = files_below(&root().join("deploy")).into_iter();
    files
        .map(|path| path.strip_prefix(root()).expect("below the root").display().to_string())
        .collect()
}

/// Returns the number that a pattern finds in a file.
fn number(file: &str, pattern: &str) -> u64 {
    let pattern = Regex::new(pattern).expect("a sound pattern");
    let text = read(file);
    let found = pattern.captures(&text).unwrap_or_else(|| panic!("{file} has no {pattern}"));
    found[1].parse().expect("a number")
}

#[test]
fn every_variable_that_is_set_is_one_of_the_server() {
    let variable = Regex::new("TAMIS_[A-Z_]*[A-Z]").expect("a sound pattern");
    let options = read("src/cli/serve.rs");
    let mut count = 0;
    for file in deploy_files() {
        for found in variable.find_iter(&read(&file)) {
            count += 1;
            let is_known = options.contains(&format!("env = \"{}\"", found.as_str()));
            assert!(is_known, "{file}: there is no {}", found.as_str());
        }
    }
    assert!(count >= 5, "only {count} variables were found");
}

#[test]
fn what_is_given_away_checks_its_arithmetic() {
    let manifest = read("Cargo.toml");
    let profile = |name: &str| {
        let (_, rest) = manifest.split_once(&format!("[profile.{name}]\n")).expect("a profile");
        rest.split("\n[").next().unwrap_or_default().to_owned()
    };
    assert!(profile("release").contains("\noverflow-checks = true\n"));
    let dist = profile("dist");
    assert!(dist.contains("inherits = \"release\"") && !dist.contains("overflow-checks"));
}

#[test]
fn the_server_is_given_the_time_to_drain_and_the_files_for_its_connections() {
    for (file, pattern) in [
        ("deploy/systemd/tamis.service", "\nTimeoutStopSec=([0-9]+)\n"),
        ("deploy/compose.yaml", "stop_grace_period: ([0-9]+)s\n"),
        ("deploy/kubernetes.yaml", "terminationGracePeriodSeconds: ([0-9]+)\n"),
    ] {
        // The time to drain, the pause before the signal, and some for the end.
        let least = DRAIN_TIMEOUT_DEFAULT.as_secs() + 10;
        assert!(number(file, pattern) >= least, "{file}: less than {least} s");
    }
    for (file, pattern) in [
        ("deploy/systemd/tamis.service", "\nLimitNOFILE=([0-9]+)\n"),
        ("deploy/compose.yaml", "nofile: ([0-9]+)\n"),
    ] {
        // A connection and a downloaded file each.
        assert!(number(file, pattern) > 2 * CONNECTIONS_DEFAULT as u64, "{file}: too few");
    }
}

/// Returns the names of metrics in a text, without the suffix of a histogram's series.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let metric = Regex::new("tamis_[a-z_]*[a-z]").expect("a sound pattern");
    let names = metric.find_iter(text).map(|found| found.as_str());
    names
        .map(|name| {
            ["_bucket", "_count", "_sum"]
                .iter()
                .find_map(|end| name.strip_suffix(end))
                .unwrap_or(name)
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn alerts_and_dashboard_ask_for_metrics_that_there_are() {
    let described = metrics_in(&read("docs/api.md"));
    for file in ["deploy/prometheus/alerts.yaml", "deploy/prometheus/dashboard.json"] {
        let asked = metrics_in(&read(file));
        assert!(asked.len() >= 5, "{file} asks for {asked:?}");
        let unknown: Vec<_> = asked.difference(&described).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?} are not in docs/api.md");
    }
    serde_json::from_str::<serde_json::Value>(&read("deploy/prometheus/dashboard.json"))
        .expect("the dashboard is JSON");
}

#[test]
fn every_alert_has_a_runbook() {
    let alerts = read("deploy/prometheus/alerts.yaml");
    let alerts: Vec<_> = alerts.split("- alert: ").skip(1).collect();
    assert!(alerts.len() >= 10, "only {} alerts were found", alerts.len());
    let operation = read("docs/operation.md");
    let (_, runbooks) = operation.split_once("\n## Runbooks\n").expect("runbooks");
    let mut described: Vec<_> = runbooks.split("\n### ").skip(1).collect();
    for alert in &alerts {
        let name = alert.lines().next().expect("a name");
        let named = format!("runbook: docs/operation.md#{}\n", name.to_lowercase());
        assert!(alert.contains(&named), "{name} does not lead to its runbook");
        let at = described.iter().position(|text| text.lines().next() == Some(name));
        let text = described.remove(at.unwrap_or_else(|| panic!("{name} has no runbook")));
        assert!(text.split_whitespace().count() > 20, "{name}: {text}");
    }
    assert_eq!(described, Vec::<&str>::new(), "there are no such alerts");
}

/// Metrics that appear with their first value; `tests/api` and `tests/process` check them then.
const NOT_AT_FIRST: [&str; 7] = [
    "tamis_list_age_seconds",
    "tamis_list_stale",
    "tamis_refresh_age_seconds",
    "tamis_refresh_failed",
    "tamis_refresh_failed_lists",
    "tamis_source_age_seconds",
    "tamis_source_failed",
];

/// Every metric of the table is served, so that every alert has its metric.
#[tokio::test]
async fn every_metric_that_is_described_is_told() {
    let client = Client::serving(tiny_snapshot());
    client.get("/livez").await;
    let told = metrics_in(&client.get("/metrics").await.text);
    let mut described = metrics_in(&read("docs/api.md"));
    for name in NOT_AT_FIRST {
        assert!(described.remove(name), "{name} is not described");
    }
    assert_eq!(described.difference(&told).collect::<Vec<_>>(), Vec::<&String>::new());
}
