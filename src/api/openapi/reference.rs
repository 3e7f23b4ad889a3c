//! `GET /api/programs`, `/api/countries`, `/api/licences` (api.md 4.15 to 4.17).

use super::operation::{Operation, Parameter};
use super::schema::Schema;
use super::{Document, rules};
use crate::api::reference::{self, LIST_TYPES};
use tamis_engine::model::ListType;

pub(super) fn describe(document: &mut Document) {
    document.schema("Programmes", rules::page_of("Programme"));
    document.schema("Programme", programme());
    document.schema("Countries", countries());
    document.schema("Licences", licences());
    document.operation(programs_operation());
    document.operation(countries_operation());
    document.operation(licences_operation());
}

fn programs_operation() -> Operation {
    let list_type = Schema::one_of(LIST_TYPES).default(ListType::Sanction.as_str());
    let q = "Keeps programmes with this text in their name or that of a list.";
    Operation::get("/api/programs", "listPrograms", reference::programmes)
        .tag("Lists")
        .summary("Sanctions programmes")
        .parameters(vec![
            rules::text_filter(q),
            Parameter::query("list_type", "Type of the list, or `ALL`.", list_type),
            rules::page(),
            rules::list_limit(),
        ])
        .answers("A page of programmes.", Schema::component("Programmes"))
        .revalidates()
        .refuses(&[400])
        .example("sanctions", &[("q", "p-"), ("limit", "10"), ("page", "1")])
        .example("all", &[("list_type", "ALL")])
}

fn programme() -> Schema {
    Schema::object(vec![
        ("programme", Schema::string()),
        ("records", Schema::count()),
        ("sources", Schema::count().says("Distinct lists")),
        ("lists", rules::texts().says("Names of these lists")),
    ])
}

fn countries_operation() -> Operation {
    Operation::get("/api/countries", "listCountries", reference::countries)
        .tag("Lists")
        .summary("Every nationality of active records")
        .answers("Every country with its records.", Schema::component("Countries"))
        .revalidates()
}

fn countries() -> Schema {
    let country = Schema::object(vec![
        ("code", rules::country()),
        ("name", Schema::string().says("Its usual English name, or the code")),
        ("records", Schema::count()),
        ("sources", Schema::count().says("Distinct registers")),
    ]);
    rules::results_of(country)
}

fn licences_operation() -> Operation {
    let offer = rules::offer();
    Operation::get("/api/licences", "listLicences", reference::licences)
        .tag("Lists")
        .summary("The registers by what their licences allow")
        .parameter(Parameter::query("offer", "Keeps one class.", offer))
        .answers("Registers grouped by class.", Schema::component("Licences"))
        .revalidates()
        .refuses(&[400])
        .example("download", &[("offer", "download")])
}

fn licences() -> Schema {
    let register = Schema::object(vec![
        ("name", Schema::string()),
        ("publisher", Schema::string()),
        ("country", rules::country()),
        ("licence", Schema::string()),
        ("licence_url", Schema::string().or_null()),
        ("records", Schema::count()),
    ]);
    rules::results_of(Schema::object(vec![
        ("offer", rules::offer()),
        ("registers", Schema::array(register)),
    ]))
}
