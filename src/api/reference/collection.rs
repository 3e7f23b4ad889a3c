//! `GET /api/collection` (docs/api.md, "Collection figures"): figures of one kind of list in a
//! scope.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;

use super::shared::{TypeCounts, asked_again, type_counts};
use crate::api::http::declared::{Choice, Defaulted, Parameter};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use crate::api::search::shape::{Counted, value_counts};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{ListType, Scope, Timestamp};

pub(super) fn describe(document: &mut Document) {
    document.schema("CollectionSummary", summary().shape());
    document.operation(
        Operation::get("/api/collection", "getCollection", collection)
            .tag("Lists")
            .summary("Figures of one list type within a scope")
            .parameter(TYPE.shown_needed())
            .parameter(SCOPE.shown())
            .answers("The figures.", Shape::component("CollectionSummary"))
            .revalidates()
            .refuses(&[400])
            .example("sanctions", &[("type", "SANCTION")])
            .example("ships", &[("type", "SANCTION"), ("scope", "maritime")]),
    );
}

/// Answers `GET /api/collection`.
async fn collection(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let (list_type, scope) = read(&Parameters::parse(query.as_deref()))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    Ok(answer(&loaded, list_type, scope))
}

/// Values of `type` (docs/api.md, "Collection figures").
const SUMMED_TYPES: &[&str] = &["SANCTION", "PEP", "DEBARMENT"];

/// The `type` parameter: a list type.
const TYPE: Parameter<Choice<ListType>> = Parameter::new(
    "type",
    "List type.",
    Choice {
        from_name: |name| ListType::from_name(name).filter(|_| SUMMED_TYPES.contains(&name)),
        accepted: SUMMED_TYPES,
    },
);

/// The `scope` parameter: a collection, or another set of records.
const SCOPE: Defaulted<Choice<Scope>> = Parameter::new(
    "scope",
    "Which records are summed up: a collection, `kyb` (companies and organizations) or `securities` \
     (records with an ISIN or a ticker).",
    Choice { from_name: Scope::from_name, accepted: Scope::NAMES },
)
.or(Scope::Default);

/// Reads `type`, which is required, and `scope`, which defaults to every record.
fn read(parameters: &Parameters) -> Result<(ListType, Scope), ApiError> {
    let list_type = TYPE.needed(parameters, "SANCTION, PEP or DEBARMENT")?;
    Ok((list_type, SCOPE.read(parameters)?))
}

answer! {
    /// The answer, in the order of docs/api.md, "Collection figures".
    struct Summary<'d, Registers, Countries> as summary {
        r#type: &'static str = Shape::one_of(SUMMED_TYPES),
        scope: &'static str = Shape::one_of(Scope::NAMES),
        records: u64 = Shape::count(),
        /// Distinct parties
        entities: u64 = Shape::count(),
        registers: u64 = Shape::count(),
        countries: u64 = Shape::count(),
        programmes: u64 = Shape::count(),
        first_seen: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        last_change: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        by_entity_type: TypeCounts<'d> = type_counts(),
        top_registers: Registers = value_counts(Shape::string()),
        top_countries: Countries = value_counts(rules::country()),
    }
}

fn answer(loaded: &Loaded, list_type: ListType, scope: Scope) -> Response {
    let figures = loaded.directory().figures(Some(list_type), scope);
    let registers = loaded.snapshot.registers();
    let top_registers = figures.top_registers.iter();
    let top_countries = figures.top_countries.iter();
    asked_again(&Summary {
        r#type: list_type.as_str(),
        scope: scope.as_str(),
        records: figures.records,
        entities: figures.entities,
        registers: figures.registers,
        countries: figures.countries,
        programmes: figures.programmes,
        first_seen: figures.first_seen.map(Shown),
        last_change: figures.last_change.map(Shown),
        by_entity_type: TypeCounts(&figures.by_type),
        top_registers: Sequence(|| {
            let top = top_registers.clone();
            top.map(|&(at, count)| Counted { value: &registers[at.index()].name, count })
        }),
        top_countries: Sequence(|| {
            top_countries.clone().map(|&(code, count)| Counted { value: Shown(code), count })
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_required_and_the_scope_is_not() {
        let read = |query: &str| read(&Parameters::parse(Some(query)));
        for (query, expected) in [
            ("type=PEP", (ListType::Pep, Scope::Default)),
            ("type=SANCTION&scope=", (ListType::Sanction, Scope::Default)),
            ("type=SANCTION&scope=kyb", (ListType::Sanction, Scope::Kyb)),
            ("scope=securities&type=DEBARMENT", (ListType::Debarment, Scope::Securities)),
        ] {
            assert_eq!(read(query), Ok(expected), "{query}");
        }
        for (query, parameter) in [
            ("", "type"),
            ("type=", "type"),
            ("type=TAX_WARRANT", "type"),
            ("type=pep", "type"),
            ("scope=kyb", "type"),
            ("type=PEP&scope=KYB", "scope"),
            ("type=PEP&scope=vessels", "scope"),
            ("type=PEP&type=SANCTION", "type"),
        ] {
            let error = read(query).expect_err(query);
            assert_eq!((error.status().as_u16(), error.parameter()), (400, Some(parameter)));
        }
    }
}
