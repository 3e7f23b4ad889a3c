//! `GET /api/licences` (docs/api.md, "Licences"): registers by the offers that their licences allow.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;

use super::shared::{All, all_of, asked_again};
use crate::api::http::declared::{Choice, Parameter};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use tamis_engine::directory::SourceFacts;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{CountryCode, Offer, Register};

answer! {
    /// One register.
    struct Row<'s> as row {
        name: &'s str = Shape::string(),
        publisher: &'s str = Shape::string(),
        country: Shown<CountryCode> = rules::country(),
        licence: &'s str = Shape::string(),
        licence_url: Option<&'s str> = Shape::string().or_null(),
        records: u64 = Shape::count(),
    }
}

answer! {
    struct Group<R> as group_shape {
        offer: &'static str = rules::offer(),
        registers: R = Shape::array(row().shape()),
    }
}

impl<'s> Row<'s> {
    fn new((register, facts): (&'s Register, &SourceFacts)) -> Self {
        Self {
            name: &register.name,
            publisher: &register.publisher,
            country: Shown(register.country),
            licence: &register.licence,
            licence_url: register.licence_url.as_deref(),
            records: facts.records,
        }
    }
}

/// The `offer` parameter: a class of licence.
const OFFER: Parameter<Choice<Offer>> = Parameter::new(
    "offer",
    "Keeps one class.",
    Choice { from_name: Offer::from_name, accepted: Offer::NAMES },
);

pub(super) fn describe(document: &mut Document) {
    document.schema("Licences", all_of(group_shape().shape()).shape());
    document.operation(
        Operation::get("/api/licences", "listLicences", licences)
            .tag("Lists")
            .summary("The registers by what their licences allow")
            .parameter(OFFER.shown())
            .answers("Registers grouped by class.", Shape::component("Licences"))
            .revalidates()
            .refuses(&[400])
            .example("download", &[("offer", "download")]),
    );
}

/// Answers `GET /api/licences`.
async fn licences(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(query.as_deref());
    let offer = OFFER.given(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    Ok(answer(&loaded, offer))
}

/// The non-empty groups, the most permissive first; registers in order of their names.
fn answer(loaded: &Loaded, wanted: Option<Offer>) -> Response {
    let (registers, directory) = (loaded.snapshot.registers(), loaded.directory());
    let of_offer = |offer: Offer| {
        let by_name = directory.registers_by_name().iter();
        let all = by_name.map(|at| (&registers[at.index()], directory.source(*at)));
        all.filter(move |(register, _)| register.offer == offer)
    };
    let groups = || {
        let offers = Offer::ALL.iter().copied();
        offers
            .filter(|offer| wanted.is_none_or(|wanted| wanted == *offer))
            .filter(|offer| of_offer(*offer).next().is_some())
    };
    let group = |offer: Offer| Group {
        offer: offer.as_str(),
        registers: Sequence(move || of_offer(offer).map(Row::new)),
    };
    let results = Sequence(|| groups().map(group));
    asked_again(&All { total: groups().count(), results })
}
