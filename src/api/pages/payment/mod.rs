//! `/estate/payment.html`: screens a file of payment messages, and shows their elements as a tree with the
//! treatment of each. The message is posted as a form. It is kept nowhere and appears in no address.
//!
//! | module | what it holds |
//! |---|---|
//! | `form` | the form with the message, and the place of its fault |
//! | `findings` | hits and identifiers in the order of the elements |
//! | `verdict` | the verdict, its counts, and the lists of what needs a look |
//! | `tree` | elements grouped by their paths |
//! | `elements` | the tree as shown, with the hits in their places |

mod elements;
mod findings;
mod form;
mod tree;
mod verdict;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::html;

use self::elements::Elements;
use self::findings::Findings;
use self::form::{Asked, form};
use self::verdict::{embargoed, hits, not_used, rules, unverified, verdict};
use super::assets::PAYMENT_SCRIPT_PATH;
use super::frame::Page;
use super::parts::moment;
use crate::api::filtering::filter::{MessageFilter, Report};
use crate::api::http::body::read_form_with;
use crate::api::http::error::ApiError;
use crate::api::http::held;
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::Today;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::http::turns::{GivenUp, Turn};
use crate::api::http::work::Effort;
use tamis_engine::model::{Day, Timestamp};

const TITLE: &str = "Screen a payment";
const HEADING: &str = "Screen a payment message";

/// Answers `GET /estate/payment.html`.
pub(super) async fn empty(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let form = form(&Parameters::default(), None, service.settings.body_bytes_max);
    let main = html! { h1 { (HEADING) } (form) };
    Ok(Page::of(&loaded, TITLE, main).with_script(&PAYMENT_SCRIPT_PATH))
}

/// Answers `POST /estate/payment.html`. After a fault, the form keeps what was sent.
pub(super) async fn screen(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    request: Request,
) -> Result<Response, ApiError> {
    service.work.has_room()?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let form_bytes_max = service.settings.body_bytes_max;
    let refused = |parameters: &Parameters, error: &ApiError| {
        let main = html! { h1 { (HEADING) } (form(parameters, Some(error), form_bytes_max)) };
        let page = Page::of(&loaded, TITLE, main);
        page.unstored_with_script(error.status(), &PAYMENT_SCRIPT_PATH)
    };
    let policy = Arc::clone(&service.settings.policy);
    let read = move |parameters: Parameters| {
        let asked = Asked::read(&parameters, &policy);
        Ok((parameters, asked))
    };
    let (parameters, asked) = match read_form_with(request, &service, read).await {
        Err(error @ (ApiError::BodyTooLarge { .. } | ApiError::UnpackedTooLarge { .. })) => {
            return Ok(refused(&Parameters::default(), &error));
        }
        read => read?,
    };
    let asked = match asked {
        Ok(asked) => asked,
        Err(error) => return Ok(refused(&parameters, &error)),
    };
    // The message is in memory until it is screened.
    let _held = held::hold(asked.bytes);
    let counts = service.metrics.queries.clone();
    let effort = Effort::Several(asked.plan.parts().max(1));
    let job = PageJob { loaded, today, parameters, asked, counts, form_bytes_max };
    service.work.run_queries(effort, |turn| job.run(turn)).await
}

/// A message with the snapshot that it is screened against.
struct PageJob {
    loaded: Arc<Loaded>,
    today: Day,
    parameters: Parameters,
    asked: Asked,
    counts: QueryCounts,
    form_bytes_max: usize,
}

impl PageJob {
    /// Screens the message and renders the page.
    fn run(self, turn: &Turn) -> Result<Response, GivenUp> {
        let Self { loaded, today, parameters, asked, counts, form_bytes_max } = self;
        let Asked { plan, settings, collection, .. } = asked;
        let threshold = settings.threshold;
        let snapshot = (loaded.snapshot.as_ref(), &*loaded.sha256);
        let filter =
            MessageFilter::new(snapshot, collection, settings, Report::Short, today, counts);
        let mut ignored = Ignored::default();
        let found = filter.found(plan, &mut ignored, turn)?;
        let findings = Findings::of(&found);
        let main = html! {
            h1 { (HEADING) }
            (verdict(&found, collection, threshold))
            (rules(&found))
            (not_used(&ignored))
            p.note {
                "Answered " (moment(Timestamp::now())) " from snapshot " span.id { (loaded.snapshot.version()) } ". \
                 The message was screened in memory and is kept nowhere, so links to records open a new tab."
            }
            details.again {
                summary { "Change the message" }
                (form(&parameters, None, form_bytes_max))
            }
            (hits(&loaded, &found, &findings))
            (embargoed(&found))
            (unverified(&found))
            (Elements::of(&loaded, &found, &findings, threshold).shown())
        };
        let page = Page::of(&loaded, TITLE, main);
        Ok(page.unstored_with_script(StatusCode::OK, &PAYMENT_SCRIPT_PATH))
    }
}
