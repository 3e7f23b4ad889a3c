//! `/api/reconcile/{collection}` and the services below it (docs/api.md, "Reconciliation",
//! Reconciliation Service API 0.2).

use serde_json::{Value, json};

use super::operation::{Operation, Parameter};
use super::schema::Schema;
use super::{Document, rules};
use crate::api::matching::property_names;
use crate::api::reconcile;
use crate::limits;
use tamis_engine::reconcile::property;

pub(super) fn describe(document: &mut Document) {
    describe_request(document);
    document.schema("ReconcileQueries", Schema::map(Schema::component("ReconcileQuery")));
    document.schema("ReconcileQuery", query());
    document.schema("ReconcileAnswer", Schema::map(Schema::component("ReconcileEntry")));
    document.schema("ReconcileEntry", entry());
    document.schema("ReconcileCandidate", candidate());
    document.schema("ReconcileName", name_of());
    document.schema("ReconcileManifest", manifest());
    document.schema("ReconcilePart", part());
    document.schema("ExtendRequest", extend_request());
    document.schema("ExtendAnswer", extended());
    document.schema("Suggestions", results_of("Suggestion"));
    document.schema("Suggestion", suggestion());
    document.operation(read());
    document.operation(send());
    let at = "/api/reconcile/{collection}/suggest/entity";
    let operation = Operation::get(at, "suggestEntities", reconcile::suggest::entity);
    document.operation(suggest(operation, "sok"));
    let at = "/api/reconcile/{collection}/suggest/property";
    let operation = Operation::get(at, "suggestProperties", reconcile::suggest::property);
    document.operation(suggest(operation, "bir"));
    let at = "/api/reconcile/{collection}/suggest/type";
    let operation = Operation::get(at, "suggestTypes", reconcile::suggest::schema);
    document.operation(suggest(operation, "per"));
    document.operation(propose());
    document.operation(preview());
    let at = "/api/reconcile/{collection}/flyout/entity";
    let operation = Operation::get(at, "flyoutEntity", reconcile::preview::entity_flyout);
    document.operation(flyout(operation, rules::record_id_text(), "101"));
    let at = "/api/reconcile/{collection}/flyout/property";
    let operation = Operation::get(at, "flyoutProperty", reconcile::preview::property_flyout);
    document.operation(flyout(operation, properties(), "birthDate"));
    let at = "/api/reconcile/{collection}/flyout/type";
    let operation = Operation::get(at, "flyoutType", reconcile::preview::schema_flyout);
    document.operation(flyout(operation, rules::schema_name(), "Person"));
}

/// What a record can be asked for, and the other names of the properties of match (docs/api.md,
/// "Match queries").
fn properties() -> Schema {
    let own = property::IDS.iter().copied();
    let other = property_names().filter(|name| !property::IDS.contains(name));
    Schema::one_of(&own.chain(other).collect::<Vec<_>>())
}

fn base(operation: Operation) -> Operation {
    operation.tag("Reconciliation").parameter(rules::collection())
}

/// docs/api.md, "Reconciliation": any page may read the answer.
fn readable(operation: Operation) -> Operation {
    let says = "Pages of any origin may read the answer.";
    operation.header("Access-Control-Allow-Origin", says, Schema::exactly("*"))
}

fn read() -> Operation {
    let queries = "Up to 20 queries as a JSON object, under keys that the caller chooses.";
    let forms = ["ReconcileManifest", "ReconcileAnswer"].map(Schema::component);
    let operation = base(Operation::get(
        "/api/reconcile/{collection}",
        "reconcileManifest",
        reconcile::by_address,
    ))
    .summary("The manifest, or the answer to queries")
    .describes("Without parameters the service manifest is answered.")
    .parameter(Parameter::json("queries", queries, Schema::component("ReconcileQueries")))
    .answers("What was asked for.", Schema::any_of(forms.to_vec()))
    .refuses(&[400, 404])
    .example("manifest", &[("collection", "default")]);
    readable(operation)
}

fn send() -> Operation {
    let (form_type, json_type) = ("application/x-www-form-urlencoded", "application/json");
    let forms = ["ReconcileAnswer", "ReconcileEntry", "ExtendAnswer"].map(Schema::component);
    let operation =
        base(Operation::post("/api/reconcile/{collection}", "reconcile", reconcile::by_body))
            .summary("Cells of a table to candidates, or further columns for known records")
            .describes(SENDS)
            .body(json_type, Schema::component("ReconcileRequest"))
            .body(form_type, form())
            .answers("What was asked for.", Schema::any_of(forms.to_vec()))
            .refuses(&[400, 404, 413, 415])
            .example("person", &[("collection", "default")])
            .example_body(json_type, "person", "A name with a birth date", person())
            .example("columns", &[("collection", "default")])
            .example_body(json_type, "columns", "Two columns for one record", columns())
            .example("form", &[("collection", "default")])
            .example_body(form_type, "form", "Queries as a form field", in_a_form());
    readable(operation)
}

const SENDS: &str = "\
`queries` holds up to 20 queries and is answered under their keys; `query` alone, as earlier versions \
of the specification had it, is answered by its entry; `extend` asks for facts of known records. \
Where several are given, the first of these counts.";

fn person() -> Value {
    json!({"queries": {"q0": {
        "query": "Ivan Petrovich Sokolov",
        "type": "Person",
        "limit": 3,
        "properties": [{"pid": "birthDate", "v": "1962-05-17"}],
    }}})
}

fn columns() -> Value {
    let properties = json!([{"id": "birthDate"}, {"id": "nationality"}]);
    json!({"extend": {"ids": ["101"], "properties": properties}})
}

fn in_a_form() -> Value {
    json!({"queries": "{\"q0\": {\"query\": \"Ocean Star\", \"type\": \"Vessel\"}}"})
}

/// A JSON body: the first of `queries`, `query` and `extend` that is there counts.
fn describe_request(document: &mut Document) {
    let batch = Schema::object(vec![("queries", Schema::component("ReconcileQueries"))]).open();
    let first = |schema: Schema| schema.and_perhaps(vec![("queries", Schema::null())]);
    // A text has the query's other fields beside it.
    let text = first(query().and(vec![("query", Schema::string())]));
    let whole = Schema::object(vec![("query", Schema::component("ReconcileQuery"))]).open();
    let extend = Schema::object(vec![("extend", Schema::component("ExtendRequest"))]).open();
    let extend = first(extend).and_perhaps(vec![("query", Schema::null())]);
    let forms = [
        ("ReconcileBatch", batch),
        ("ReconcileText", text),
        ("ReconcileOne", first(whole)),
        ("ReconcileExtension", extend),
    ];
    let names = forms.each_ref().map(|(name, _)| Schema::component(name));
    document.schema("ReconcileRequest", Schema::any_of(names.to_vec()));
    forms.into_iter().for_each(|(name, form)| document.schema(name, form));
}

/// The same as a form, whose fields are JSON texts; an empty one counts as not given.
fn form() -> Schema {
    let text = || Schema::string().with("contentMediaType", "application/json");
    let fields = vec![("queries", text()), ("query", Schema::string()), ("extend", text())];
    let needed =
        json!([{"required": ["queries"]}, {"required": ["query"]}, {"required": ["extend"]}]);
    Schema::object(Vec::new()).and_perhaps(fields).open().with("anyOf", needed)
}

fn query() -> Schema {
    let object = || Schema::object(vec![("id", Schema::string())]).open();
    let value = || {
        let simple = [Schema::string(), Schema::any_number(), Schema::boolean(), Schema::null()];
        Schema::any_of(simple.into_iter().chain([object()]).collect())
    };
    let values = Schema::any_of(vec![value(), Schema::array(value())]);
    let property = Schema::object(vec![("pid", Schema::string())]).open();
    let property = property.and_perhaps(vec![("v", values)]);
    // An empty name is that of no type.
    let none = || Schema::string().with("maxLength", 0u64);
    let name = || Schema::any_of(vec![rules::schema_name(), none()]);
    let by_id = Schema::object(vec![("id", name())]).open();
    let one = || vec![rules::schema_name(), none(), by_id.clone()];
    let types = one().into_iter().chain([Schema::array(Schema::any_of(one()))]);
    let types = Schema::any_of(types.collect());
    let limit = Schema::integer(limits::RESULTS_MIN.into(), limits::RESULTS_MAX.into());
    Schema::object(Vec::new()).open().and_perhaps(vec![
        (
            "query",
            Schema::string()
                .says("A name, or the ID of a record, which then comes first")
                .or_null(),
        ),
        ("type", types.or_null()),
        ("limit", limit.or_null()),
        ("properties", Schema::array(property).says("Property IDs are those of match").or_null()),
        ("type_strict", Schema::one_of(&["any", "should", "all"]).or_null()),
    ])
}

fn results_of(component: &str) -> Schema {
    Schema::object(vec![("result", Schema::array(Schema::component(component)))])
}

fn entry() -> Schema {
    let error =
        Schema::string().says("Why the query could not run, such as a name over its length");
    results_of("ReconcileCandidate")
        .and_perhaps(vec![("error", error), ("ignored", rules::ignored())])
}

fn name_of() -> Schema {
    Schema::object(vec![("id", Schema::string()), ("name", Schema::string())])
}

fn candidate() -> Schema {
    let feature = Schema::object(vec![("id", Schema::string()), ("value", Schema::any_number())]);
    Schema::object(vec![
        ("id", Schema::pattern("^[0-9]+$").says("The record ID as a text")),
        ("name", Schema::string()),
        ("description", Schema::string().says("What tells the record from its namesakes")),
        ("score", Schema::number(0.0, 100.0)),
        ("match", Schema::boolean().says("Score at the threshold and a clear first place")),
        ("type", Schema::array(Schema::component("ReconcileName"))),
        ("features", Schema::array(feature)),
    ])
}

fn part() -> Schema {
    let address = || Schema::string();
    Schema::object(vec![("service_url", address()), ("service_path", address())])
        .and_perhaps(vec![("flyout_service_path", address())])
}

fn manifest() -> Schema {
    let part = || Schema::component("ReconcilePart");
    let setting = Schema::object(vec![("name", Schema::string())]).open();
    let preview = Schema::object(vec![
        ("url", Schema::string()),
        ("width", Schema::count()),
        ("height", Schema::count()),
    ]);
    let extend = Schema::object(vec![
        ("propose_properties", part()),
        ("property_settings", Schema::array(setting)),
    ]);
    Schema::object(vec![
        ("versions", Schema::array(Schema::exactly("0.2"))),
        ("name", Schema::string()),
        ("identifierSpace", Schema::string()),
        ("schemaSpace", Schema::string()),
        ("defaultTypes", Schema::array(Schema::component("ReconcileName"))),
        ("view", Schema::object(vec![("url", Schema::string())])),
        ("batchSize", Schema::exactly(limits::QUERIES_PER_REQUEST as u64)),
        ("suggest", Schema::object(["entity", "property", "type"].map(|p| (p, part())).to_vec())),
        ("preview", preview),
        ("extend", extend),
    ])
}

fn extend_request() -> Schema {
    let property = Schema::object(vec![("id", properties())]).open();
    let id = Schema::any_of(vec![Schema::string(), Schema::any_number()]);
    let ids = Schema::array(id).says("Up to 200 different record IDs");
    Schema::object(vec![("ids", ids), ("properties", Schema::array(property))]).open()
}

fn extended() -> Schema {
    let cell = Schema::object(Vec::new())
        .and_perhaps(vec![("str", Schema::string()), ("date", Schema::string())]);
    let rows = Schema::map(Schema::map(Schema::array(cell)));
    Schema::object(vec![
        ("meta", Schema::array(Schema::component("ReconcileName"))),
        ("rows", rows.says("Cells by record ID, then by property ID")),
    ])
}

fn suggest(operation: Operation, typed: &str) -> Operation {
    let operation = base(operation)
        .summary("Suggestions for a half-typed text")
        .parameters(reconcile::suggest::parameters())
        .answers("Suggestions.", Schema::component("Suggestions"))
        .revalidates()
        .refuses(&[400, 404])
        .example("typed", &[("collection", "default"), ("prefix", typed)]);
    readable(operation)
}

fn suggestion() -> Schema {
    let notable = Schema::array(Schema::component("ReconcileName"));
    name_of().and_perhaps(vec![("description", Schema::string()), ("notable", notable)])
}

fn propose() -> Operation {
    let property = name_of().and(vec![("description", Schema::string())]);
    let answer = Schema::object(vec![("properties", Schema::array(property))])
        .and_perhaps(vec![("type", Schema::string()), ("limit", Schema::count())]);
    let path = "/api/reconcile/{collection}/extend/properties";
    let operation = base(Operation::get(path, "proposeProperties", reconcile::extend::propose))
        .summary("Properties for further columns")
        .parameters(reconcile::extend::parameters())
        .answers("Properties.", answer)
        .revalidates()
        .refuses(&[400, 404])
        .example("person", &[("collection", "default"), ("type", "Person")]);
    readable(operation)
}

fn preview() -> Operation {
    let operation = base(Operation::get(
        "/api/reconcile/{collection}/preview",
        "previewRecord",
        reconcile::preview::preview,
    ))
    .summary("A record as a small page")
    .parameter(Parameter::needed("id", "Which record.", rules::record_id_text()))
    .answers_as("The page.", "text/html", Schema::string())
    .revalidates()
    .refuses(&[400, 404])
    .example("record", &[("collection", "default"), ("id", "101")]);
    readable(operation)
}

fn flyout(operation: Operation, rule: Schema, shown: &str) -> Operation {
    let answer = Schema::object(vec![("id", Schema::string()), ("html", Schema::string())]);
    let operation = base(operation)
        .summary("What a suggestion is, as a fragment of a page")
        .parameter(Parameter::needed("id", "The ID of the suggestion.", rule))
        .answers("The fragment.", answer)
        .revalidates()
        .refuses(&[400, 404])
        .example("one", &[("collection", "default"), ("id", shown)]);
    readable(operation)
}
