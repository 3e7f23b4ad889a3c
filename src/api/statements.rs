//! `GET /api/statements` (docs/api.md, "Statements"): the statements of each register about one party,
//! a row for each value.
//!
//! The parameter `entity_id` is a merged UUID; the column of that name is the record.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use uuid::Uuid;

use super::http::declared::{Choice, Defaulted, Form, Parameter, Several, TEXT, Whole};
use super::http::error::{ApiError, Given};
use super::http::ignored::Ignored;
use super::http::parameters::Parameters;
use super::http::party::{EntityId, Party};
use super::http::service::{Loaded, Service, Taken};
use super::http::shape::{CSV, attachment, cached, json_bytes, moved, to_json};
use super::http::unread::Unread;
use super::interface::answer::answer;
use super::interface::{Shape, ShownParameter, rules};
use super::operation::{Document, Operation};
use crate::limits;
use tamis_engine::csv::{Formulas, Table};
use tamis_engine::ftm::FtmId;
use tamis_engine::ftm::properties::{Value, listing_properties, party_properties};
use tamis_engine::ftm::statement::{COLUMNS, Statement, StatementId};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{RecordOrdinal, Register, RegisterIndex, Timestamp, registers_named};
use tamis_engine::snapshot::Snapshot;

/// Answers `GET /api/statements`.
async fn statements(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Unread(unread): Unread,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let id = id_parameter(&parameters)?;
    let selection = Selection::read(&parameters)?;
    let format = Format::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let records: Vec<RecordOrdinal> = match id.find(&loaded.snapshot)? {
        Party::Record(record) => vec![record.ordinal()],
        Party::Entity(entity) => entity.records().iter().map(|record| record.ordinal()).collect(),
        Party::Moved(now) => return Ok(moved_to(&parameters, now)),
    };
    let text = if records.len() <= limits::STATEMENTS_INLINE_RECORDS {
        write(&loaded, &records, &selection, format, unread)
    } else {
        let job = move || write(&loaded, &records, &selection, format, unread);
        service.work.run(job).await?
    };
    Ok(cached(format.response(id, text), "no-cache"))
}

const ID_PARAMETERS: [&str; 3] = ["canonical_id", "entity_id", "id"];

/// The single id that is given. `canonical_id` accepts the values of the column of that name: the
/// record itself if it has no merged entity.
fn id_parameter(parameters: &Parameters) -> Result<EntityId, ApiError> {
    let mut given = Vec::new();
    for name in ID_PARAMETERS {
        given.extend(parameters.one(name)?.map(|text| (name, text)));
    }
    let [(name, text)] = given[..] else {
        return Err(ApiError::ExactlyOne { parameters: &ID_PARAMETERS });
    };
    let id = EntityId::parse(text);
    let (id, rule) = match name {
        "canonical_id" => (
            id.filter(|id| text.starts_with("svc-") || matches!(id, EntityId::Merged(_))),
            "svc-e-<uuid> or the UUID alone, or svc-<number> of a record without a merged entity",
        ),
        "entity_id" => (
            id.filter(|id| matches!(id, EntityId::Merged(_))),
            "a merged entity ID, which is a UUID",
        ),
        _ => (
            id.filter(|id| matches!(id, EntityId::Record(_))),
            "a record ID, such as 101 or svc-101",
        ),
    };
    id.ok_or_else(|| ApiError::bad_value(name, text, rule))
}

/// Redirect to the same request about another merged entity.
fn moved_to(parameters: &Parameters, entity: Uuid) -> Response {
    let others = parameters.without(&ID_PARAMETERS);
    let separator = if others.is_empty() { "" } else { "&" };
    moved("/api/statements", &format!("entity_id={entity}{separator}{others}"))
}

const DATASET: Parameter<Form<String>> =
    Parameter::new("dataset", "One register, by its name, slug or short name.", TEXT);

const PROP: Several = Several {
    name: "prop",
    says: "Properties to keep. Repeat it or separate names with commas.",
    items: rules::listed,
};

const LIMIT: Defaulted<Whole> = Parameter::new(
    "limit",
    "Maximum number of rows.",
    Whole::between(1, limits::STATEMENTS_LIMIT_MAX),
)
.or(limits::STATEMENTS_LIMIT_DEFAULT);

const FORMAT: Defaulted<Choice<Format>> = Parameter::new(
    "format",
    "`csv` answers text/csv with the header row.",
    Choice {
        from_name: |name| match name {
            "json" => Some(Format::Json),
            "csv" => Some(Format::Csv),
            _ => None,
        },
        accepted: &["json", "csv"],
    },
)
.or(Format::Json);

pub(super) fn describe(document: &mut Document) {
    document.schema("Statements", statements_fields().shape());
    document.schema("Statement", row_fields().shape());
    document.operation(operation());
}

const DESCRIPTION: &str = "\
One row for each value of each property, generated live, for one merged entity or record: give one \
of `canonical_id`, `entity_id` and `id`. Two things are called entity_id: the *parameter* is the \
UUID of a merged entity; the *column* is the source record (`svc-101`), while the column \
canonical_id is `svc-e-<uuid>`, or the entity ID itself where there is no merged entity.";

fn operation() -> Operation {
    let canonical = rules::canonical_id();
    let entity = rules::entity_id_text();
    let id = rules::record_id_text();
    Operation::get("/api/statements", "listStatements", statements)
        .tag("Data")
        .summary("The statements that an entity is made of")
        .describes(DESCRIPTION)
        .parameters(vec![
            ShownParameter::query(
                "canonical_id",
                "A merged entity, `svc-e-<uuid>` or the UUID alone, or `svc-<number>` of a record without one.",
                canonical,
            ),
            ShownParameter::query("entity_id", "A merged entity, by its UUID.", entity),
            ShownParameter::query("id", "A record, `svc-<number>` or the number.", id),
        ])
        .parameters([DATASET.shown(), PROP.shown(), LIMIT.shown(), FORMAT.shown()])
        .answers("The rows.", Shape::component("Statements"))
        .answers_as("The rows.", "text/csv", Shape::string())
        .revalidates()
        .may_answer(StatusCode::PERMANENT_REDIRECT, "Moved")
        .refuses(&[400, 404])
        .example("record", &[("id", "svc-101"), ("prop", "name,birthDate"), ("limit", "100")])
        .example("merged_entity", &[("entity_id", rules::EXAMPLE_ENTITY)])
        .example("as_csv", &[("id", "101"), ("format", "csv")])
}

/// The requested rows.
struct Selection {
    /// The only register wanted, by one of its [names](registers_named).
    dataset: Option<String>,
    /// Names of properties; empty for all.
    properties: Vec<String>,
    limit: usize,
}

impl Selection {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        Ok(Self {
            dataset: DATASET.given(parameters)?,
            properties: PROP.read(parameters)?.into_iter().map(str::to_owned).collect(),
            limit: LIMIT.read(parameters)?,
        })
    }

    /// Notes ignored parameters, unknown registers and unknown properties.
    fn ignored(&self, snapshot: &Snapshot, unread: Ignored) -> Ignored {
        let mut ignored = unread;
        ignored.note_unknown(DATASET.name, &self.dataset, snapshot.registers());
        let known: BTreeSet<&str> = [party_properties(), listing_properties()]
            .iter()
            .flatten()
            .map(|p| p.as_str())
            .collect();
        for name in self.properties.iter().filter(|name| !known.contains(name.as_str())) {
            let name = Given::new(name);
            ignored.note(|| format!("{}: no statement has the property {name}.", PROP.name));
        }
        ignored
    }

    /// The rows about these records, before the limit.
    fn rows<'a>(
        &'a self,
        snapshot: &'a Snapshot,
        records: &'a [RecordOrdinal],
    ) -> impl Iterator<Item = Statement<'a>> {
        let is_asked = |name: &str| {
            self.properties.is_empty() || self.properties.iter().any(|asked| asked == name)
        };
        let registers = snapshot.registers();
        let asked = self.dataset.as_deref();
        let asked = asked.map(|name| registers_named(registers, name).collect::<Vec<_>>());
        let of_dataset = move |register: &Register| {
            let is_it = |at: &RegisterIndex| registers[at.index()].slug == register.slug;
            asked.as_ref().is_none_or(|asked| asked.iter().any(is_it))
        };
        records
            .iter()
            .map(|ordinal| snapshot.record(*ordinal))
            .filter(move |record| of_dataset(record.register()))
            .flat_map(Statement::of_record)
            .filter(move |statement| is_asked(statement.property.as_str()))
    }
}

/// Format of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Csv,
}

impl Format {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        FORMAT.read(parameters)
    }

    fn response(self, id: EntityId, text: Vec<u8>) -> Response {
        let mut response = json_bytes(StatusCode::OK, text);
        if self == Self::Json {
            return response;
        }
        let content_type = HeaderValue::from_static(CSV);
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        let id = match id {
            EntityId::Record(id) => FtmId::Record(id),
            EntityId::Merged(id) => FtmId::Merged(id),
        };
        attachment(response, &format!("statements-{id}.csv"))
    }
}

/// Writes the text of the answer.
fn write(
    loaded: &Loaded,
    records: &[RecordOrdinal],
    selection: &Selection,
    format: Format,
    unread: Ignored,
) -> Vec<u8> {
    let rows = || selection.rows(&loaded.snapshot, records);
    let shown = || rows().take(selection.limit);
    match format {
        Format::Json => to_json(&Statements {
            total: rows().count(),
            limit: selection.limit,
            ignored: &selection.ignored(&loaded.snapshot, unread),
            results: Sequence(|| shown().map(row)),
        }),
        Format::Csv => {
            let mut table = Table::new(Formulas::Kept);
            table.header(&COLUMNS);
            shown().for_each(|statement| statement.write(table.line()));
            table.into_text()
        }
    }
}

answer! {
    /// The JSON answer (docs/api.md, "Statements"); `total` counts the rows before the limit.
    struct Statements<'i, R> as statements_fields {
        total: usize = Shape::count(),
        limit: usize = Shape::integer(1, limits::STATEMENTS_LIMIT_MAX as u64),
        ignored?: &'i Ignored = rules::ignored(),
        results: R = Shape::array(Shape::component("Statement")),
    }
}

answer! {
    /// One row (docs/api.md, "Statements").
    struct Row<'s> as row_fields {
        /// SHA-1 of dataset.entity_id.prop.value
        id: Shown<StatementId> = Shape::pattern("^[0-9a-f]{40}$"),
        /// The source record, `svc-101`
        entity_id: Shown<FtmId> = Shape::string(),
        canonical_id: Shown<FtmId> = Shape::string(),
        prop: &'static str = Shape::string(),
        prop_type: &'static str = Shape::string(),
        schema: &'static str = Shape::string(),
        value: Value<'s> = Shape::string(),
        /// Register slug
        dataset: &'s str = Shape::string(),
        lang: Option<&'s str> = Shape::string().or_null(),
        // The text as published, if it differs from the value.
        original_value: Option<&'s str> = Shape::string().or_null(),
        first_seen: Shown<Timestamp> = rules::timestamp(),
        last_seen: Shown<Timestamp> = rules::timestamp(),
    }
}

fn row(statement: Statement<'_>) -> Row<'_> {
    Row {
        id: Shown(statement.id()),
        entity_id: Shown(statement.entity_id()),
        canonical_id: Shown(statement.canonical_id()),
        prop: statement.property.as_str(),
        prop_type: statement.property.type_name(),
        schema: statement.schema(),
        dataset: statement.dataset(),
        lang: statement.lang(),
        original_value: statement.original,
        first_seen: Shown(statement.first_seen()),
        last_seen: Shown(statement.last_seen()),
        value: statement.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_engine::model::RecordId;

    const UUID: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";

    fn id(query: &str) -> Result<EntityId, ApiError> {
        id_parameter(&Parameters::parse(Some(query)))
    }

    #[test]
    fn each_parameter_takes_ids_of_its_kind() {
        let merged = EntityId::Merged(Uuid::try_parse(UUID).expect("a UUID"));
        let record = EntityId::Record(RecordId(101));
        for (query, expected) in [
            ("id=101&entity_id=".to_owned(), record),
            ("id=svc-101".to_owned(), record),
            ("canonical_id=svc-101".to_owned(), record),
            (format!("canonical_id=svc-e-{UUID}"), merged),
            (format!("canonical_id={UUID}"), merged),
            (format!("entity_id={UUID}"), merged),
            (format!("entity_id=svc-e-{UUID}"), merged),
        ] {
            assert_eq!(id(&query), Ok(expected), "{query}");
        }
        for (query, parameter) in [
            ("", None),
            ("dataset=x", None),
            ("id=1&canonical_id=svc-1", None),
            ("id=abc", Some("id")),
            ("canonical_id=101", Some("canonical_id")),
            ("entity_id=101", Some("entity_id")),
            (&*format!("id={UUID}"), Some("id")),
        ] {
            let error = id(query).expect_err(query);
            assert_eq!((error.status().as_u16(), error.parameter()), (400, parameter), "{query}");
        }
    }

    #[test]
    fn the_limit_has_its_rule() {
        let over = Parameters::parse(Some("limit=5001"));
        let error = Selection::read(&over).map(|_| ()).expect_err("over").to_string();
        assert!(error.contains(&format!("1 to {}", limits::STATEMENTS_LIMIT_MAX)), "{error}");
        let read = |query: &str| Selection::read(&Parameters::parse(Some(query)));
        for (query, expected) in
            [("", 1000), ("limit=", 1000), ("limit=1", 1), ("limit=5000", 5000)]
        {
            assert_eq!(read(query).expect(query).limit, expected, "{query}");
        }
        for query in ["limit=0", "limit=5001", "limit=x", "limit=-1", "limit=1&limit=2"] {
            let error = read(query).err().expect(query);
            assert_eq!(error.parameter(), Some("limit"), "{query}");
        }
    }

    #[test]
    fn a_moved_question_keeps_its_other_parameters() {
        for (query, expected) in [
            ("id=1", ""),
            ("id=1&prop=name,alias&dataset=A%20B&x=y", "&prop=name%2Calias&dataset=A+B&x=y"),
        ] {
            let response = moved_to(&Parameters::parse(Some(query)), Uuid::nil());
            let location = response.headers()[header::LOCATION].to_str().expect("ASCII");
            let nil = Uuid::nil();
            assert_eq!(location, format!("/api/statements?entity_id={nil}{expected}"), "{query}");
        }
    }
}
