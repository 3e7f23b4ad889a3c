//! Frame of every page, and the headers of its answer.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use maud::{DOCTYPE, Markup, html};

use super::address::{
    BATCH, COLLECTIONS, DOCS, HOME, PAYMENT, REVIEW, SCREEN, SEARCH, SOURCES, STATUS,
};
use super::assets::{ICON_PATH, STYLE_PATH};
use super::parts::moment;
use crate::api::freshness::oldest_of;
use crate::api::http::service::Loaded;
use crate::api::http::shape::{tag_of, with_headers};

/// Content security policy that allows only the style sheet and the icon, and no scripts.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

/// Policy for a page with a script, which may run and call this server.
const POLICY_WITH_SCRIPT: &str = "default-src 'none'; style-src 'self'; img-src 'self'; script-src \
                                  'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
                                  frame-ancestors 'none'";

/// Policy for a page with a script that may call no server.
const POLICY_WITH_SCRIPT_ALONE: &str = "default-src 'none'; style-src 'self'; img-src 'self'; \
                                        script-src 'self'; form-action 'none'; base-uri 'none'; \
                                        frame-ancestors 'none'";

/// A page without its frame.
pub(super) struct Page<'a> {
    /// Title of the window.
    pub(super) title: &'a str,
    pub(super) main: Markup,
    /// The snapshot that it was made from.
    pub(super) made_from: MadeFrom<'a>,
    /// Path of the same data in the API.
    pub(super) json: Option<&'a str>,
}

/// Origin of a page, as shown in its foot.
pub(super) enum MadeFrom<'a> {
    Loaded(&'a Loaded),
    /// Only the version is known, as for an error.
    Version(&'a str),
    Nothing,
}

impl<'a> Page<'a> {
    /// A page made from a snapshot.
    pub(super) fn of(loaded: &'a Loaded, title: &'a str, main: Markup) -> Self {
        Self { title, main, made_from: MadeFrom::Loaded(loaded), json: None }
    }

    /// The page with the path of the same data in the API.
    pub(super) fn with_json(self, json: &'a str) -> Self {
        Self { json: Some(json), ..self }
    }

    /// The page as an answer that browsers revalidate before they show it again.
    pub(super) fn revalidated(&self) -> Response {
        self.kept(None, POLICY)
    }

    /// The page with a script from this path, revalidated likewise.
    pub(super) fn with_script(&self, script: &str) -> Response {
        self.kept(Some(script), POLICY_WITH_SCRIPT)
    }

    /// The same with a script that may call no server.
    pub(super) fn with_script_alone(&self, script: &str) -> Response {
        self.kept(Some(script), POLICY_WITH_SCRIPT_ALONE)
    }

    fn kept(&self, script: Option<&str>, policy: &'static str) -> Response {
        let text = self.framed(script);
        let tag = tag_of(text.as_bytes());
        let mut response = sent(StatusCode::OK, text, "no-cache", policy);
        response.headers_mut().insert(header::ETAG, tag);
        response
    }

    /// The page as an answer that is never stored: it holds a searched name, or is an error.
    pub(super) fn unstored(&self, status: StatusCode) -> Response {
        sent(status, self.framed(None), "no-store", POLICY)
    }

    /// The page with a script from this path, never stored either.
    pub(super) fn unstored_with_script(&self, status: StatusCode, script: &str) -> Response {
        sent(status, self.framed(Some(script)), "no-store", POLICY_WITH_SCRIPT)
    }

    /// A redirect to another page, with a link for readers.
    pub(super) fn moved(
        loaded: &Loaded,
        status: StatusCode,
        location: &str,
        kept: &'static str,
    ) -> Response {
        let main = html! {
            h1 { "This is shown elsewhere" }
            p { a href=(location) { "The page that shows it" } }
        };
        let page = Page::of(loaded, "Shown elsewhere", main);
        let mut response = sent(status, page.framed(None), kept, POLICY);
        if let Ok(location) = HeaderValue::try_from(location) {
            response.headers_mut().insert(header::LOCATION, location);
        }
        response
    }

    fn framed(&self, script: Option<&str>) -> String {
        let Self { title, main, made_from, json } = self;
        let version = match made_from {
            MadeFrom::Loaded(loaded) => Some(loaded.snapshot.version()),
            MadeFrom::Version(version) => Some(*version),
            MadeFrom::Nothing => None,
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) " – Tamis" }
                    link rel="stylesheet" href=(*STYLE_PATH);
                    @if let Some(script) = script { script type="module" src=(script) {} }
                    link rel="icon" href=(ICON_PATH) type="image/svg+xml";
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header.top {
                        a.brand href=(HOME) { "Tamis" }
                        nav aria-label="Pages" {
                            a href=(SCREEN) { "Screen" }
                            a href=(BATCH) { "Screen a file" }
                            a href=(PAYMENT) { "Screen a payment" }
                            a href=(REVIEW) { "Review hits" }
                            a href=(SEARCH) { "Search" }
                            a href=(SOURCES) { "Lists" }
                            a href=(COLLECTIONS) { "Collections" }
                            a href=(STATUS) { "Status" }
                            a href=(DOCS) { "API" }
                        }
                    }
                    main #main { (main) }
                    footer {
                        @match version {
                            Some(version) => p { "Snapshot " span.id { (version) } },
                            None => p { "No snapshot is loaded." },
                        }
                        @if let MadeFrom::Loaded(loaded) = made_from { (age(loaded)) }
                        @if let Some(json) = json {
                            p.unprinted { a href=(json) { "This page as JSON" } }
                        }
                        p.printed { "Printed from Tamis." }
                    }
                }
            }
        };
        page.into_string()
    }
}

fn age(loaded: &Loaded) -> Markup {
    html! {
        p.printed { "SHA-256 " span.id { (loaded.sha256) } }
        p { "Built " (moment(loaded.snapshot.built_at())) }
        @if let Some(oldest) = oldest_of(loaded.snapshot.registers()) {
            p {
                "Oldest list: " (oldest.name)
                @if let Some(date) = &oldest.run.list_date { " of " span.id { (date) } }
            }
        }
    }
}

fn sent(status: StatusCode, text: String, kept: &'static str, policy: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, kept),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    with_headers(status, text, headers)
}
