//! `/estate/screen.html` and `/estate/result.html`: screens one party and explains the results, or why
//! a given record is not among them. The query is posted as a form and appears in no address. The form
//! is kept, so the address of its result does not reveal it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use serde_json::json;

use super::address::RESULT;
use super::form::{BIRTH_DATE, Born, PROPERTIES, RECORD, asked, form, names, schema, why_not};
use super::frame::Page;
use super::kept::{KeptForms, SentForm};
use super::parts::{moment, record_link};
use super::result::{compared, result as shown_result, score};
use crate::api::http::body::read_form;
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::party::{EntityId, Party};
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::http::work::client;
use crate::api::matching::{NamedQuery, Queries, Settings, note_mistyped, read_queries};
use crate::api::search::SCOPE;
use crate::limits;
use tamis_engine::matching::{
    self, BoundFilter, Grouping, Hit, MatchAnswer, MatchQuery, MistypedImo,
};
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::snapshot::RecordView;

/// Answers `GET /estate/screen.html`.
pub(super) async fn empty(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let main = html! { h1 { "Screen a party" } (form(&Parameters::default(), None)) };
    let page = Page::of(&loaded, "Screen", main);
    Ok(page.revalidated())
}

/// Answers `POST /estate/screen.html` with a redirect to the result. Faults are shown at their fields.
pub(super) async fn screen(
    State(service): State<Arc<Service>>,
    Extension(kept): Extension<Arc<KeptForms>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = read_form(request, &service).await?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let asked = match Asked::read(&parameters, today) {
        Ok(asked) => asked,
        Err(error) => return Ok(refused(&loaded, &parameters, &error)),
    };
    let version = loaded.snapshot.version();
    let sent = SentForm { fields: parameters.without(&[]).into(), version: version.into() };
    match kept.keep(client(), sent) {
        Some(name) => {
            let part = if asked.record.is_some() { "#why" } else { "" };
            let location = format!("{RESULT}?id={name}{part}");
            Ok(Page::moved(&loaded, StatusCode::SEE_OTHER, &location, "no-store"))
        }
        None => answered(&service, loaded, parameters, (asked, today), None).await,
    }
}

/// Answers `GET /estate/result.html`: screens the form of this name against the version in service.
pub(super) async fn result(
    State(service): State<Arc<Service>>,
    Extension(kept): Extension<Arc<KeptForms>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let name = Parameters::parse(parameters.as_deref());
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let Some(sent) = name.one("id")?.and_then(|name| kept.look(name)) else {
        return Ok(forgotten(&loaded));
    };
    let parameters = Parameters::of_form(sent.fields.as_bytes());
    match Asked::read(&parameters, today) {
        Ok(asked) => {
            let version = Some(sent.version);
            answered(&service, loaded, parameters, (asked, today), version).await
        }
        Err(error) => Ok(refused(&loaded, &parameters, &error)),
    }
}

/// The page of the result; notes if another version was in service when the form was submitted.
async fn answered(
    service: &Service,
    loaded: Arc<Loaded>,
    parameters: Parameters,
    (query, today): (Asked, Day),
    version: Option<Arc<str>>,
) -> Result<Response, ApiError> {
    let index = loaded.snapshot.index();
    let micros =
        matching::estimated_micros(&index, &query.query.names, limits::MATCH_IN_PLACE_MICROS);
    let counts = service.metrics.queries.clone();
    let job = move || {
        let (born, collection) = (Born::read(&parameters, today), query.collection);
        let screened = query.screened(&loaded, today);
        counts.found(&screened.answer);
        counts.answered(1, u64::from(screened.matches() > 0));
        let now = loaded.snapshot.version();
        let main = html! {
            h1 { "Screen a party" }
            @if let Some(before) = version && *before != *now {
                p.notice {
                    "This was first answered from snapshot " span.id { (before) } ", which is no longer in service. \
                     The answer below is that of " span.id { (now) } "."
                }
            }
            (screened.verdict())
            (asked(&parameters, &born, collection))
            p.note { "Answered " (moment(Timestamp::now())) " from snapshot " span.id { (now) } "." }
            details.again { summary { "Change what is asked" } (form(&parameters, None)) }
            @for hit in &screened.answer.hits { (shown_result(&loaded, hit, screened.threshold)) }
            (why_not(&parameters))
            @if let Some(record) = &screened.named { (record) }
        };
        let page = Page::of(&loaded, "Screen", main);
        page.unstored(StatusCode::OK)
    };
    service.work.run_query(micros, job).await
}

/// The form again, with its fault.
fn refused(loaded: &Loaded, parameters: &Parameters, error: &ApiError) -> Response {
    let main = html! { h1 { "Screen a party" } (form(parameters, Some(error))) };
    let page = Page::of(loaded, "Screen", main);
    page.unstored(error.status())
}

/// The empty form, for a result that is no longer kept.
fn forgotten(loaded: &Loaded) -> Response {
    let minutes = limits::KEPT_FORM_TIME.as_secs() / 60;
    let main = html! {
        h1 { "This result is no longer kept" }
        p {
            "What was asked is forgotten " (minutes) " minutes after it was last looked at, and when the server is \
             started again: names are written down nowhere. Ask once more:"
        }
        (form(&Parameters::default(), None))
    };
    let page = Page::of(loaded, "No longer kept", main);
    page.unstored(StatusCode::NOT_FOUND)
}

/// A query as the API reads it, and its parameters.
struct Asked {
    query: MatchQuery,
    ignored: Ignored,
    collection: Collection,
    settings: Settings,
    /// The record to compare.
    record: Option<EntityId>,
}

impl Asked {
    fn read(parameters: &Parameters, today: Day) -> Result<Self, ApiError> {
        let settings = Settings::read(parameters)?;
        let collection = SCOPE.read(parameters)?;
        let record = parameters.one(RECORD)?.map(str::trim).map(|text| {
            EntityId::parse(text).ok_or_else(|| {
                ApiError::bad_value(RECORD, text, "the number of a record, such as 101")
            })
        });
        // A request body of the match API, so that both are read by the same code.
        let born = Born::read(parameters, today);
        let born: Vec<String> = born.iter().flat_map(Born::values).collect();
        let names: Vec<&str> = names(parameters).collect();
        let mut properties = json!({ "name": names, BIRTH_DATE: born });
        for (name, _) in PROPERTIES {
            properties[name] = parameters.all(name).collect();
        }
        let mut body = json!({ "properties": properties });
        if let Some(schema) = schema(parameters)? {
            body["schema"] = schema.into();
        }
        let Queries { mut list, ignored } = read_queries(body.to_string().as_bytes(), today)?;
        let NamedQuery { query, fault, .. } = list.remove(0);
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Self { query, ignored, collection, settings, record: record.transpose()? }),
        }
    }

    fn screened(mut self, loaded: &Loaded, today: Day) -> Screened {
        let snapshot = loaded.snapshot.as_ref();
        let (filter, how) = self.settings.bind(self.collection, snapshot, today, &mut self.ignored);
        note_mistyped(None, MistypedImo::of(&self.query, &filter), &mut self.ignored);
        let answer = matching::answer(&self.query, &filter, how);
        let threshold = self.settings.threshold;
        let mut screened = Screened { answer, threshold, ignored: self.ignored, named: None };
        let named = self.record.map(|id| match id.find(snapshot) {
            Ok(Party::Record(record)) => {
                let hit = matching::of_record(&self.query, &filter, how, record.ordinal());
                why(record, hit.as_ref(), &filter, &screened, how.group)
            }
            Ok(_) => html! { p { "That number is not of a record that is on a list now." } },
            Err(error) => html! { p { (error.to_string()) } },
        });
        screened.named = named.map(|shown| {
            html! {
                section #why aria-labelledby="why-heading" {
                    h2 #why-heading { "Why this record stands where it does" }
                    (shown)
                }
            }
        });
        screened
    }
}

/// Result of the screening.
struct Screened {
    answer: MatchAnswer,
    threshold: f64,
    ignored: Ignored,
    /// Explanation about the record to compare.
    named: Option<Markup>,
}

impl Screened {
    fn matches(&self) -> usize {
        self.answer.hits.iter().filter(|hit| hit.score >= self.threshold).count()
    }

    fn verdict(&self) -> Markup {
        let closest = self.answer.hits.first().map(|hit| hit.score);
        html! {
            h2 #verdict {
                @match (self.matches(), closest) {
                    (0, None) => "No record resembles it",
                    (0, Some(closest)) => { "No record matches; the closest comes to " (score(closest)) },
                    (1, Some(closest)) => { "1 record matches, with " (score(closest)) },
                    (matches, Some(closest)) => { (matches) " records match; the closest comes to " (score(closest)) },
                    (matches, None) => { (matches) " records match" },
                }
            }
            p.note {
                "A match scores " (score(self.threshold)) " or more. Candidates compared: "
                @if self.answer.total_estimated { "some " } (self.answer.total) "."
            }
            @if !self.ignored.is_empty() {
                div.notice { p { "Not used:" } ul { @for sentence in self.ignored.sentences() { li { (sentence) } } } }
            }
        }
    }

    fn place_of(&self, record: RecordView<'_>) -> Option<usize> {
        self.answer.hits.iter().position(|hit| hit.record == record.ordinal())
    }
}

/// Explains why a record is among the results, or is not.
fn why(
    record: RecordView<'_>,
    hit: Option<&Hit>,
    filter: &BoundFilter<'_>,
    screened: &Screened,
    group: Grouping,
) -> Markup {
    let score_of_hit = hit.map_or(0.0, |hit| hit.score);
    let last = screened.answer.hits.last().map(|hit| hit.score);
    html! {
        p { (record_link(record)) " comes to " (score(score_of_hit)) "." }
        @if let Some(place) = screened.place_of(record) { p { "It is result " (place + 1) "." } }
        @else if !filter.passes_record(record.ordinal()) { p { "It is not in the collection that was asked for." } }
        @else if score_of_hit == 0.0 { p { "No word of its names meets the query, or what meets is contradicted." } }
        @else if group == Grouping::Entity { p { "Another record of its party stands for it, or others come closer." } }
        @else if let Some(last) = last { p { "The results that are shown come to " (score(last)) " at least." } }
        @if score_of_hit < screened.threshold { p { "It is no match: that takes " (score(screened.threshold)) "." } }
        @if let Some(hit) = hit { (compared(hit)) }
    }
}
