//! `/estate/screen.html`: one party screened, with its results taken apart, and why a record that the
//! reviewer names is not among them. All that is asked comes as a form and is in no address.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use serde_json::json;

use super::address::SCREEN;
use super::frame::Page;
use super::parts::{collections, record_link};
use super::result::{compared, result, score};
use crate::api::http::body::read_form;
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::party::{EntityId, Party};
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::matching::{NamedQuery, Queries, Settings, note_mistyped, read_queries};
use crate::api::search::SCOPE;
use crate::limits;
use tamis_engine::matching::{
    self, BoundFilter, Grouping, Hit, MatchAnswer, MatchQuery, MistypedImo,
};
use tamis_engine::model::{Collection, Day, EntityType, Schema};
use tamis_engine::snapshot::RecordView;

/// Fields of the form that are properties of the query: as they are called there, as the API calls them,
/// and as people do.
const PROPERTIES: [(&str, &str); 3] =
    [("birthDate", "Birth date"), ("nationality", "Country"), ("imoNumber", "IMO number")];
/// The field with the number of the record that is asked about.
const RECORD: &str = "record";

/// Answers `GET /estate/screen.html`.
pub(super) async fn empty(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let main = html! { h1 { "Screen a party" } (form(&Parameters::default(), None)) };
    let page = Page::of(&loaded, "Screen", main);
    Ok(page.revalidated())
}

/// Answers `POST /estate/screen.html`. What is wrong with a field stands at the field.
pub(super) async fn screen(
    State(service): State<Arc<Service>>,
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
    let index = loaded.snapshot.index();
    let micros =
        matching::estimated_micros(&index, &asked.query.names, limits::MATCH_IN_PLACE_MICROS);
    let counts = service.metrics.queries.clone();
    let job = move || {
        let screened = asked.screened(&loaded, today);
        counts.found(&screened.answer);
        counts.answered(1, u64::from(screened.matches() > 0));
        let main = html! {
            h1 { "Screen a party" }
            (form(&parameters, None))
            (screened.shown(&loaded))
            (why_not_form(&parameters))
            @if let Some(record) = &screened.named { (record) }
        };
        let page = Page::of(&loaded, "Screen", main);
        page.unstored(StatusCode::OK)
    };
    service.work.run_query(micros, job).await
}

/// The form again, with what is wrong with it.
fn refused(loaded: &Loaded, parameters: &Parameters, error: &ApiError) -> Response {
    let main = html! { h1 { "Screen a party" } (form(parameters, Some(error))) };
    let page = Page::of(loaded, "Screen", main);
    page.unstored(error.status())
}

/// A query as the API reads it, and how it is asked.
struct Asked {
    query: MatchQuery,
    ignored: Ignored,
    collection: Collection,
    settings: Settings,
    /// The record that is asked about.
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
        // The body of a match request, so that all is read as there.
        let names = parameters.all("name").chain(parameters.all("q")).flat_map(str::lines);
        let mut properties = json!({ "name": names.collect::<Vec<_>>() });
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

/// The schema of the query: of the form of this page, or from the kind that a search asks for.
fn schema(parameters: &Parameters) -> Result<Option<&str>, ApiError> {
    let kind = parameters.one("type")?.and_then(EntityType::from_name);
    let of_kind = kind.map(|kind| Schema::of(Some(kind)).as_str());
    Ok(parameters.one("schema")?.or(of_kind))
}

/// What was found.
struct Screened {
    answer: MatchAnswer,
    threshold: f64,
    ignored: Ignored,
    /// What is said of the record that is asked about.
    named: Option<Markup>,
}

impl Screened {
    fn matches(&self) -> usize {
        self.answer.hits.iter().filter(|hit| hit.score >= self.threshold).count()
    }

    fn shown(&self, loaded: &Loaded) -> Markup {
        let hits = &self.answer.hits;
        let closest = hits.first().map(|hit| hit.score);
        html! {
            section aria-labelledby="verdict" {
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
                @for hit in hits { (result(loaded, hit, self.threshold)) }
            }
        }
    }

    fn place_of(&self, record: RecordView<'_>) -> Option<usize> {
        self.answer.hits.iter().position(|hit| hit.record == record.ordinal())
    }
}

/// Why a record is among the results, or is not.
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

fn form(parameters: &Parameters, error: Option<&ApiError>) -> Markup {
    let given = |name| parameters.one(name).ok().flatten().unwrap_or_default();
    let faulty = error.and_then(ApiError::parameter);
    let fault = |field: &str| {
        html! {
            @if faulty == Some(field) && let Some(error) = error {
                p.fault id=(format!("{field}-fault")) { (error.to_string()) }
            }
        }
    };
    // A field of one line; of a figure its form, and what it is while the field is empty.
    let line = |name: &'static str, label: &str, figure: Option<(&str, String)>| {
        let is_faulty = faulty == Some(name);
        let (form, default) = figure.unzip();
        html! {
            div.field {
                label for=(name) { (label) }
                input id=(name) name=(name) value=(given(name)) inputmode=[form] placeholder=[default]
                    spellcheck="false" autocapitalize="none"
                    aria-invalid=[is_faulty.then_some("true")]
                    aria-describedby=[is_faulty.then(|| format!("{name}-fault"))];
                (fault(name))
            }
        }
    };
    let names = parameters.all("name").chain(parameters.all("q")).collect::<Vec<_>>().join("\n");
    let chosen = schema(parameters).ok().flatten().unwrap_or_default();
    html! {
        @if let Some(error) = error {
            div.notice role="alert" { p.contradicts { "This cannot be screened: " (error.to_string()) } }
        }
        form.party method="post" action=(SCREEN) autocomplete="off" {
            div.field.wide {
                label for="name" { "Names, one a line" }
                textarea #name name="name" rows="2" dir="auto" spellcheck="false" autocapitalize="none"
                    aria-invalid=[(faulty == Some("name")).then_some("true")]
                    aria-describedby=[(faulty == Some("name")).then_some("name-fault")] { (names) }
                (fault("name"))
            }
            @for (name, label) in PROPERTIES { (line(name, label, None)) }
            div.field {
                label for="schema" { "Kind" }
                select #schema name="schema" {
                    option value="" { "Person or organization" }
                    @for schema in Schema::ALL.iter().filter(|schema| **schema != Schema::default()) {
                        option value=(schema.as_str()) selected[schema.as_str() == chosen] { (schema.as_str()) }
                    }
                }
            }
            (collections(given("scope")))
            (line("threshold", "A match scores at least", Some(("decimal", limits::THRESHOLD_DEFAULT.to_string()))))
            div.field {
                label for="group" { "A result is" }
                select #group name="group" {
                    option value="record" { "a record" }
                    option value="entity" selected[given("group") == "entity"] { "a party, by its best record" }
                }
            }
            (line("limit", "Results", Some(("numeric", limits::RESULTS_DEFAULT.to_string()))))
            button type="submit" { "Screen" }
        }
    }
}

/// Asks the same once more, and about a record.
fn why_not_form(parameters: &Parameters) -> Markup {
    html! {
        section {
            h2 { "Why did a record not come up?" }
            form.search method="post" action=(format!("{SCREEN}#why")) autocomplete="off" {
                @for (name, value) in parameters.others(&[RECORD]) {
                    input type="hidden" name=(name) value=(value);
                }
                div.field {
                    label for=(RECORD) { "Number of the record" }
                    input id=(RECORD) name=(RECORD) inputmode="numeric" required
                        value=(parameters.one(RECORD).ok().flatten().unwrap_or_default());
                }
                button.plain type="submit" { "Compare" }
            }
        }
    }
}
