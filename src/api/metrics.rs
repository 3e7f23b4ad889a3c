//! `GET /metrics`: metrics and state of the server in the format of Prometheus.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use rustix::process::{Resource, getrlimit};

use super::http::error::ApiError;
use super::http::metrics::PREFIX;
use super::http::service::{Loaded, Service};
use super::http::shape::cached;
use super::interface::Shape;
use super::operation::{Document, Operation};
use crate::clearances::Clearances;
use crate::receipts::log::ReceiptLog;
use tamis_engine::model::Timestamp;
use tamis_engine::store::RefreshOutcome;

pub(super) const PATH: &str = "/metrics";

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const CLASSIC: &str = "text/plain; version=0.0.4; charset=utf-8";

pub(super) fn describe(document: &mut Document) {
    let says = "What is counted and served; the older form for who does not accept OpenMetrics.";
    document.operation(
        Operation::get(PATH, "getMetrics", metrics)
            .tag("Service")
            .summary("Figures for Prometheus")
            .describes(
                "With `--admin-listen` it is answered at that address alone. No figure holds \
                 anything that a caller wrote.",
            )
            .answers_as(says, "text/plain", Shape::string())
            .answers_as(says, "application/openmetrics-text", Shape::string()),
    );
}

async fn metrics(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let text = service
        .metrics
        .text(&[present(&service), process(&service)])
        .map_err(|_| ApiError::Internal)?;
    let accept = headers.get_all(header::ACCEPT).iter();
    let mut accept = accept.filter_map(|value| value.to_str().ok());
    let (text, form) = match accept.any(|value| value.contains("application/openmetrics-text")) {
        true => (text, OPEN_METRICS),
        false => (classic(&text), CLASSIC),
    };
    let headers = [(header::CONTENT_TYPE, HeaderValue::from_static(form))];
    Ok(cached((StatusCode::OK, headers, text).into_response(), "no-store"))
}

/// Converts OpenMetrics to the older text format. It describes counters and infos by the full names of
/// their samples, types an info as a gauge, and has neither units nor an end mark.
fn classic(text: &str) -> String {
    let described = |line: &'_ str| -> Option<(String, String)> {
        let (name, kind) = line.strip_prefix("# TYPE ")?.split_once(' ')?;
        let ending = match kind {
            "counter" => "_total",
            "info" => "_info",
            _ => return None,
        };
        Some((name.to_owned(), format!("{name}{ending}")))
    };
    let longer: BTreeMap<String, String> = text.lines().filter_map(described).collect();
    let mut classic = String::with_capacity(text.len());
    for line in text.lines().filter(|line| *line != "# EOF" && !line.starts_with("# UNIT ")) {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some(what), Some(name), Some(rest)) => {
                let name = longer.get(name).map_or(name, String::as_str);
                let rest = if (what, rest) == ("TYPE", "info") { "gauge" } else { rest };
                classic.push_str(&format!("# {what} {name} {rest}"));
            }
            _ => classic.push_str(line),
        }
        classic.push('\n');
    }
    classic
}

/// Gauge of a whole number.
type Now = Gauge<u64, AtomicU64>;

fn write(registry: &mut Registry, name: &str, help: &str, value: u64) {
    let gauge = Now::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

fn seconds_since(then: Timestamp, now: Timestamp) -> u64 {
    u64::try_from(now.0 - then.0).unwrap_or_default()
}

/// Gauges of the present state, as opposed to counters.
fn present(service: &Service) -> Registry {
    let mut owned = Registry::with_prefix(PREFIX);
    let registry = &mut owned;
    let uptime = service.started.elapsed().as_secs();
    write(registry, "uptime_seconds", "Seconds since the start", uptime);
    let work = service.work.load();
    let help = "Queries admitted and not yet answered, those of streams aside";
    write(registry, "work_in_flight", help, work.queries as u64);
    write(registry, "streams", "Streams that are answered", work.streams as u64);
    let loaded = service.current.take();
    write(registry, "ready", "Whether a snapshot is served", u64::from(loaded.is_some()));
    let refused = u64::from(service.current.refusal().is_some());
    write(registry, "snapshot_refused", "Whether CURRENT names what is not fit", refused);
    let pinned = u64::from(service.current.is_pinned());
    write(registry, "snapshot_pinned", "Whether a rollback holds what CURRENT names", pinned);
    let clearances = service.clearances.state();
    let heeded = clearances.heeded.as_deref().map_or(0, Clearances::count) as u64;
    write(registry, "clearances", "Decisions on hits that are heeded", heeded);
    let refused = u64::from(clearances.refused.is_some());
    write(registry, "clearances_refused", "Whether the file as it is now was refused", refused);
    let log = service.receipts.as_ref().map(ReceiptLog::state).unwrap_or_default();
    let failed = u64::from(log.failed().is_some());
    write(registry, "receipts_failed", "Whether the log of receipts cannot be written", failed);
    if let Some(refresh) = service.current.last_refresh() {
        let since = seconds_since(Timestamp(refresh.ended_at), Timestamp::now());
        write(registry, "refresh_age_seconds", "Seconds since the last refresh ended", since);
        let failed = u64::from(refresh.outcome == RefreshOutcome::Failed);
        write(registry, "refresh_failed", "Whether it could build no version", failed);
        let lists = refresh.failed.len() as u64;
        write(registry, "refresh_failed_lists", "Lists that it could not fetch or load", lists);
    }
    if let Some(source) = service.current.source() {
        let failed = u64::from(source.failed.is_some());
        write(
            registry,
            "source_failed",
            "Whether the source of versions cannot be followed",
            failed,
        );
        if let Some(reached) = source.reached {
            let since = seconds_since(reached, Timestamp::now());
            let help = "Seconds since the versions here were known to be those of the source";
            write(registry, "source_age_seconds", help, since);
        }
    }
    if let Some(loaded) = loaded {
        write_snapshot(registry, &loaded, Timestamp::now());
    }
    owned
}

/// Registers the snapshot in service, and the age of its lists.
fn write_snapshot(registry: &mut Registry, loaded: &Loaded, now: Timestamp) {
    let snapshot = &loaded.snapshot;
    let age = seconds_since(snapshot.built_at(), now);
    let help = "Seconds since the snapshot in service was built";
    write(registry, "snapshot_age_seconds", help, age);
    let since = seconds_since(loaded.loaded_at, now);
    write(registry, "snapshot_in_service_seconds", "Seconds since it was put into service", since);
    let records = snapshot.record_count() as u64;
    write(registry, "snapshot_records", "Active records in it", records);
    let registers = snapshot.registers().len() as u64;
    write(registry, "snapshot_registers", "Registers in it", registers);
    let version = snapshot.version().to_owned();
    let info = Info::new([("version", version), ("sha256", loaded.sha256.clone())].to_vec());
    registry.register("snapshot", "The snapshot in service", info);
    let (ages, stale) = (Family::<RegisterLabel, Now>::default(), Family::<_, Now>::default());
    for register in snapshot.registers() {
        let label = RegisterLabel { register: register.slug.clone() };
        if let Some(as_of) = register.data_as_of() {
            ages.get_or_create(&label).set(seconds_since(as_of, now));
        }
        if let Some(is_stale) = register.is_stale(now) {
            stale.get_or_create(&label).set(u64::from(is_stale));
        }
    }
    registry.register_with_unit("list_age", "Age of a register's data", Unit::Seconds, ages);
    registry.register("list_stale", "Whether it is older than two of its cadences", stale);
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RegisterLabel {
    register: String,
}

/// Metrics of the process under Prometheus' standard names, as far as the system provides them.
fn process(service: &Service) -> Registry {
    let mut registry = Registry::with_prefix("process");
    let started = SystemTime::now() - service.started.elapsed();
    let started = started.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    for (name, help, value) in [
        ("start_time_seconds", "Start, as seconds since 1970", Some(started)),
        ("resident_memory_bytes", "Memory in use, mapped snapshots included", resident_bytes()),
        ("open_fds", "Open files and connections", open_files()),
        ("max_fds", "How many may be open", open_files_max()),
    ] {
        if let Some(value) = value {
            write(&mut registry, name, help, value);
        }
    }
    registry
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

fn open_files() -> Option<u64> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count() as u64)
}

fn open_files_max() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

#[cfg(test)]
mod tests {
    use super::classic;

    #[test]
    fn the_older_form_describes_figures_by_their_own_names() {
        let open = "# HELP a_b Of a.\n# TYPE a_b counter\na_b_total 1\n# HELP a_b_c Of c.\n\
                    # TYPE a_b_c gauge\na_b_c 2\n# HELP d Of d.\n# TYPE d histogram\n\
                    # UNIT d seconds\nd_sum 0.0\n# HELP e Of e.\n# TYPE e info\ne_info{f=\"# TYPE e info\"} 1\n\
                    # EOF\n";
        let expected = "# HELP a_b_total Of a.\n# TYPE a_b_total counter\na_b_total 1\n\
                        # HELP a_b_c Of c.\n# TYPE a_b_c gauge\na_b_c 2\n# HELP d Of d.\n\
                        # TYPE d histogram\nd_sum 0.0\n# HELP e_info Of e.\n# TYPE e_info gauge\n\
                        e_info{f=\"# TYPE e info\"} 1\n";
        assert_eq!(classic(open), expected);
    }
}
