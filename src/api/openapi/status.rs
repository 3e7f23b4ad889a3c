//! `GET /api/status`, the probes, and what describes the service (docs/api.md, "Status and
//! probes").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, VERSION, rules};
use crate::api::status;
use axum::http::StatusCode;
use tamis_engine::model::Collection;

pub(super) fn describe(document: &mut Document) {
    document.schema("Status", served());
    document.schema("NoSnapshot", no_snapshot());
    document.schema("Refusal", refusal());
    document.schema("Fallback", fallback());
    document.operation(
        Operation::get("/api/status", "getStatus", status::status)
            .tag("Service")
            .summary("What is served")
            .answers("A snapshot is served.", Schema::component("Status"))
            .may_answer(StatusCode::SERVICE_UNAVAILABLE, "NothingServed"),
    );
    document.operation(
        Operation::get("/livez", "getLive", status::livez)
            .tag("Service")
            .summary("Whether the process answers")
            .answers("It does.", Schema::object(vec![("status", Schema::exactly("ok"))])),
    );
    let ready = vec![("status", Schema::exactly("ready")), ("version", rules::version())];
    let ready =
        Schema::object(ready).and_perhaps(vec![("fallback", Schema::component("Fallback"))]);
    document.operation(
        Operation::get("/readyz", "getReady", status::readyz)
            .tag("Service")
            .summary("Whether a verified and warm snapshot is served")
            .describes(
                "Also when another version is served instead of the current one: see `fallback`.",
            )
            .answers("It is.", ready),
    );
    document.operation(openapi());
}

fn openapi() -> Operation {
    let version = Schema::object(vec![("version", Schema::exactly(VERSION))]).open();
    let document = Schema::object(vec![("openapi", Schema::exactly("3.1.0")), ("info", version)]);
    Operation::get("/openapi.json", "getInterface", super::openapi)
        .tag("Service")
        .summary("This document")
        .answers("The interface in OpenAPI 3.1.", document.open())
}

fn served() -> Schema {
    let snapshot = Schema::object(vec![
        ("version", rules::version()),
        ("built_at", rules::timestamp()),
        ("loaded_at", rules::timestamp()),
        (
            "age_seconds",
            Schema::with(Schema::any_number(), "type", "integer").says("Since it was built"),
        ),
        ("sha256", Schema::pattern("^[0-9a-f]{64}$")),
    ]);
    let count = |name: &&'static str| (*name, Schema::count());
    let oldest = Schema::object(vec![("slug", Schema::string()), ("name", Schema::string())]);
    let oldest = oldest.and(super::sources::freshness()).or_null();
    let freshness = Schema::object(vec![
        ("stale", Schema::count().says("Registers that are stale")),
        ("undated", Schema::count().says("Registers whose age is unknown")),
        ("oldest", oldest.says("The register with the oldest data")),
    ]);
    Schema::object(vec![
        ("status", Schema::exactly("ok")),
        ("version", rules::version()),
        ("snapshot", snapshot),
        ("records", Schema::count()),
        ("registers", Schema::count()),
        ("collections", Schema::object(Collection::NAMES.iter().map(count).collect())),
        ("freshness", freshness),
        ("uptime_seconds", Schema::count()),
        ("fallback", Schema::component("Fallback").or_null()),
        ("last_refusal", Schema::component("Refusal").or_null()),
    ])
}

fn no_snapshot() -> Schema {
    Schema::object(vec![
        ("status", Schema::exactly("no_snapshot")),
        ("error", Schema::string()),
        ("retry_after", Schema::count()),
        ("uptime_seconds", Schema::count()),
        ("last_refusal", Schema::component("Refusal").or_null()),
    ])
}

fn fallback() -> Schema {
    Schema::object(vec![
        ("wanted", rules::version().or_null()),
        ("served", rules::version()),
        ("reason", Schema::string()),
        ("since", rules::timestamp().says("When the wanted version was last tried")),
    ])
    .says("The version that is served instead of the current one, and why")
}

fn refusal() -> Schema {
    Schema::object(vec![
        ("version", rules::version().or_null()),
        ("error", Schema::string()),
        ("at", rules::timestamp()),
    ])
    .says("The version that is published and not served, because it failed its checks")
}
