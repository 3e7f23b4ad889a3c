//! `/api/reconcile/{collection}` and the services below it (docs/api.md, "Reconciliation",
//! Reconciliation Service API 0.2).

use serde_json::{Value, json};

use super::endpoint::{by_address, by_body};
use super::{extend, preview, suggest};
use crate::api::interface::Shape;
use crate::api::interface::ShownParameter;
use crate::api::interface::rules;
use crate::api::matching::property_names;
use crate::api::operation::Document;
use crate::api::operation::Operation;
use crate::limits;
use tamis_engine::reconcile::property;

pub(crate) fn describe(document: &mut Document) {
    describe_request(document);
    document.schema("ReconcileQueries", Shape::map(Shape::component("ReconcileQuery")));
    document.schema("ReconcileQuery", query());
    document.schema("ReconcileAnswer", Shape::map(Shape::component("ReconcileEntry")));
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
    let operation = Operation::get(at, "suggestEntities", suggest::entity);
    document.operation(suggest(operation, "sok"));
    let at = "/api/reconcile/{collection}/suggest/property";
    let operation = Operation::get(at, "suggestProperties", suggest::property);
    document.operation(suggest(operation, "bir"));
    let at = "/api/reconcile/{collection}/suggest/type";
    let operation = Operation::get(at, "suggestTypes", suggest::schema);
    document.operation(suggest(operation, "per"));
    document.operation(propose());
    document.operation(preview());
    let at = "/api/reconcile/{collection}/flyout/entity";
    let operation = Operation::get(at, "flyoutEntity", preview::entity_flyout);
    document.operation(flyout(operation, rules::record_id_text(), "101"));
    let at = "/api/reconcile/{collection}/flyout/property";
    let operation = Operation::get(at, "flyoutProperty", preview::property_flyout);
    document.operation(flyout(operation, properties(), "birthDate"));
    let at = "/api/reconcile/{collection}/flyout/type";
    let operation = Operation::get(at, "flyoutType", preview::schema_flyout);
    document.operation(flyout(operation, rules::schema_name(), "Person"));
}

/// Properties of a record that can be requested, and the aliases of the properties of match
/// (docs/api.md, "Match queries").
fn properties() -> Shape {
    let own = property::IDS.iter().copied();
    let other = property_names().filter(|name| !property::IDS.contains(name));
    Shape::one_of(&own.chain(other).collect::<Vec<_>>())
}

fn base(operation: Operation) -> Operation {
    operation.tag("Reconciliation").parameter(rules::collection())
}

/// Marks an answer as readable by any page (docs/api.md, "Reconciliation").
fn readable(operation: Operation) -> Operation {
    let says = "Pages of any origin may read the answer.";
    operation.header("Access-Control-Allow-Origin", says, Shape::exactly("*"))
}

fn read() -> Operation {
    let queries = "Up to 20 queries as a JSON object, under keys that the caller chooses.";
    let single = "One query, as a text or a JSON object; its entry is the whole answer.";
    let extend = "Facts to look up of known records, as a JSON object.";
    let forms = ["ReconcileManifest", "ReconcileAnswer", "ReconcileEntry", "ExtendAnswer"]
        .map(Shape::component);
    let operation =
        base(Operation::get("/api/reconcile/{collection}", "reconcileManifest", by_address))
            .summary("The manifest, or the answer to queries")
            .describes("Without parameters the service manifest is answered.")
            .parameter(ShownParameter::json(
                "queries",
                queries,
                Shape::component("ReconcileQueries"),
            ))
            .parameter(ShownParameter::query("query", single, rules::filled()))
            .parameter(ShownParameter::json("extend", extend, Shape::component("ExtendRequest")))
            .answers("What was asked for.", Shape::any_of(forms.to_vec()))
            .refuses(&[400, 404])
            .example("manifest", &[("collection", "default")]);
    readable(operation)
}

fn send() -> Operation {
    let (form_type, json_type) = ("application/x-www-form-urlencoded", "application/json");
    let forms = ["ReconcileAnswer", "ReconcileEntry", "ExtendAnswer"].map(Shape::component);
    let operation = base(Operation::post("/api/reconcile/{collection}", "reconcile", by_body))
        .summary("Cells of a table to candidates, or further columns for known records")
        .describes(SENDS)
        .body(json_type, Shape::component("ReconcileRequest"))
        .body(form_type, form())
        .answers("What was asked for.", Shape::any_of(forms.to_vec()))
        .refuses(&[400, 404, 408, 413, 415])
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

/// Describes the JSON body: the first of `queries`, `query` and `extend` that is present counts.
fn describe_request(document: &mut Document) {
    let batch = Shape::object(vec![("queries", Shape::component("ReconcileQueries"))]).open();
    let first = |schema: Shape| schema.and_perhaps(vec![("queries", Shape::null())]);
    // A text may have the other fields of a query next to it.
    let text = first(query().and(vec![("query", Shape::string())]));
    let whole = Shape::object(vec![("query", Shape::component("ReconcileQuery"))]).open();
    let extend = Shape::object(vec![("extend", Shape::component("ExtendRequest"))]).open();
    let extend = first(extend).and_perhaps(vec![("query", Shape::null())]);
    let forms = [
        ("ReconcileBatch", batch),
        ("ReconcileText", text),
        ("ReconcileOne", first(whole)),
        ("ReconcileExtension", extend),
    ];
    let names = forms.each_ref().map(|(name, _)| Shape::component(name));
    document.schema("ReconcileRequest", Shape::any_of(names.to_vec()));
    forms.into_iter().for_each(|(name, form)| document.schema(name, form));
}

/// The same as a form with JSON texts as fields; an empty field counts as not given.
fn form() -> Shape {
    let text = || Shape::string().with("contentMediaType", "application/json");
    let fields = vec![("queries", text()), ("query", Shape::string()), ("extend", text())];
    let needed =
        json!([{"required": ["queries"]}, {"required": ["query"]}, {"required": ["extend"]}]);
    Shape::object(Vec::new()).and_perhaps(fields).open().with("anyOf", needed)
}

fn query() -> Shape {
    let object = || Shape::object(vec![("id", Shape::string())]).open();
    let value = || {
        let simple = [Shape::string(), Shape::any_number(), Shape::boolean(), Shape::null()];
        Shape::any_of(simple.into_iter().chain([object()]).collect())
    };
    let values = Shape::any_of(vec![value(), Shape::array(value())]);
    let property = Shape::object(vec![("pid", Shape::string())]).open();
    let property = property.and_perhaps(vec![("v", values)]);
    // An empty name stands for no type.
    let none = || Shape::string().with("maxLength", 0u64);
    let name = || Shape::any_of(vec![rules::schema_name(), none()]);
    let by_id = Shape::object(vec![("id", name())]).open();
    let one = || vec![rules::schema_name(), none(), by_id.clone()];
    let types = one().into_iter().chain([Shape::array(Shape::any_of(one()))]);
    let types = Shape::any_of(types.collect());
    let limit = Shape::integer(limits::RESULTS_MIN.into(), limits::RESULTS_MAX.into());
    Shape::object(Vec::new()).open().and_perhaps(vec![
        (
            "query",
            Shape::string().says("A name, or the ID of a record, which then comes first").or_null(),
        ),
        ("type", types.or_null()),
        ("limit", limit.or_null()),
        ("properties", Shape::array(property).says("Property IDs are those of match").or_null()),
        ("type_strict", Shape::one_of(&["any", "should", "all"]).or_null()),
    ])
}

fn results_of(component: &str) -> Shape {
    Shape::object(vec![("result", Shape::array(Shape::component(component)))])
}

fn entry() -> Shape {
    let error = Shape::string().says("Why the query could not run, such as a name over its length");
    results_of("ReconcileCandidate")
        .and_perhaps(vec![("error", error), ("ignored", rules::ignored())])
}

fn name_of() -> Shape {
    Shape::object(vec![("id", Shape::string()), ("name", Shape::string())])
}

fn candidate() -> Shape {
    let feature = Shape::object(vec![("id", Shape::string()), ("value", Shape::any_number())]);
    Shape::object(vec![
        ("id", Shape::pattern("^[0-9]+$").says("The record ID as a text")),
        ("name", Shape::string()),
        ("description", Shape::string().says("What tells the record from its namesakes")),
        ("score", Shape::number(0.0, 100.0)),
        ("match", Shape::boolean().says("Score at the threshold and a clear first place")),
        ("type", Shape::array(Shape::component("ReconcileName"))),
        ("features", Shape::array(feature)),
    ])
}

fn part() -> Shape {
    let address = || Shape::string();
    Shape::object(vec![("service_url", address()), ("service_path", address())])
        .and_perhaps(vec![("flyout_service_path", address())])
}

fn manifest() -> Shape {
    let part = || Shape::component("ReconcilePart");
    let setting = Shape::object(vec![("name", Shape::string())]).open();
    let preview = Shape::object(vec![
        ("url", Shape::string()),
        ("width", Shape::count()),
        ("height", Shape::count()),
    ]);
    let extend = Shape::object(vec![
        ("propose_properties", part()),
        ("property_settings", Shape::array(setting)),
    ]);
    Shape::object(vec![
        ("versions", Shape::array(Shape::exactly("0.2"))),
        ("name", Shape::string()),
        ("identifierSpace", Shape::string()),
        ("schemaSpace", Shape::string()),
        ("defaultTypes", Shape::array(Shape::component("ReconcileName"))),
        ("view", Shape::object(vec![("url", Shape::string())])),
        ("batchSize", Shape::exactly(limits::QUERIES_PER_REQUEST as u64)),
        ("suggest", Shape::object(["entity", "property", "type"].map(|p| (p, part())).to_vec())),
        ("preview", preview),
        ("extend", extend),
    ])
}

fn extend_request() -> Shape {
    let property = Shape::object(vec![("id", properties())]).open();
    let id = Shape::any_of(vec![Shape::string(), Shape::any_number()]);
    let ids = Shape::array(id).says("Up to 200 different record IDs");
    Shape::object(vec![("ids", ids), ("properties", Shape::array(property))]).open()
}

fn extended() -> Shape {
    let cell = Shape::object(Vec::new())
        .and_perhaps(vec![("str", Shape::string()), ("date", Shape::string())]);
    let rows = Shape::map(Shape::map(Shape::array(cell)));
    Shape::object(vec![
        ("meta", Shape::array(Shape::component("ReconcileName"))),
        ("rows", rows.says("Cells by record ID, then by property ID")),
    ])
}

fn suggest(operation: Operation, typed: &str) -> Operation {
    let operation = base(operation)
        .summary("Suggestions for a half-typed text")
        .parameters(suggest::parameters())
        .answers("Suggestions.", Shape::component("Suggestions"))
        .revalidates()
        .refuses(&[400, 404])
        .example("typed", &[("collection", "default"), ("prefix", typed)]);
    readable(operation)
}

fn suggestion() -> Shape {
    let notable = Shape::array(Shape::component("ReconcileName"));
    name_of().and_perhaps(vec![("description", Shape::string()), ("notable", notable)])
}

fn propose() -> Operation {
    let property = name_of().and(vec![("description", Shape::string())]);
    let answer = Shape::object(vec![("properties", Shape::array(property))])
        .and_perhaps(vec![("type", Shape::string()), ("limit", Shape::count())]);
    let path = "/api/reconcile/{collection}/extend/properties";
    let operation = base(Operation::get(path, "proposeProperties", extend::propose))
        .summary("Properties for further columns")
        .parameters(extend::parameters())
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
        preview::preview,
    ))
    .summary("A record as a small page")
    .parameter(ShownParameter::needed("id", "Which record.", rules::record_id_text()))
    .answers_as("The page.", "text/html", Shape::string())
    .revalidates()
    .refuses(&[400, 404])
    .example("record", &[("collection", "default"), ("id", "101")]);
    readable(operation)
}

fn flyout(operation: Operation, rule: Shape, shown: &str) -> Operation {
    let answer = Shape::object(vec![("id", Shape::string()), ("html", Shape::string())]);
    let operation = base(operation)
        .summary("What a suggestion is, as a fragment of a page")
        .parameter(ShownParameter::needed("id", "The ID of the suggestion.", rule))
        .answers("The fragment.", answer)
        .revalidates()
        .refuses(&[400, 404])
        .example("one", &[("collection", "default"), ("id", shown)]);
    readable(operation)
}
