//! `GET /api/programs`, `/api/countries`, `/api/licences` (docs/api.md, "Programmes", "Countries",
//! "Licences").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::reference;

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
    Operation::get("/api/programs", "listPrograms", reference::programmes)
        .tag("Lists")
        .summary("Sanctions programmes")
        .parameters(reference::programmes_parameters())
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
    Operation::get("/api/licences", "listLicences", reference::licences)
        .tag("Lists")
        .summary("The registers by what their licences allow")
        .parameter(reference::OFFER.shown())
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
