//! Errors as HTML pages for callers that asked for a page.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use maud::html;

use super::address::{HOME, SEARCH};
use super::frame::{MadeFrom, Page};
use crate::api::http::error::ApiError;
use crate::api::http::guard::SNAPSHOT_VERSION;

/// Realm shown by browsers when they ask for a key.
const CHALLENGE: &str =
    "Basic realm=\"Tamis: any name, and a key as the password\", charset=\"UTF-8\"";

/// Middleware that turns an error of a page or an unknown path into HTML if the caller accepts it.
pub(crate) async fn as_pages(request: Request, next: Next) -> Response {
    let reads_pages = reads_pages(request.headers());
    let mut response = next.run(request).await;
    if reads_pages && let Some(error) = response.extensions_mut().remove::<ApiError>() {
        turn_into_page(&mut response, &error);
    }
    response
}

/// True if a caller accepts HTML by name, as browsers do; programs that accept anything get JSON.
fn reads_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|list| list.split(',')).any(|kind| {
        let kind = kind.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("text/html")
    })
}

/// Replaces the JSON by the page; the headers of the answer stay.
fn turn_into_page(response: &mut Response, error: &ApiError) {
    let text = error.to_string();
    let mut letters = text.chars();
    let sentence: String =
        letters.next().iter().flat_map(|c| c.to_uppercase()).chain(letters).collect();
    let (title, advice) = words(error);
    let main = html! {
        h1 { (title) }
        p { (sentence) "." }
        @if let Some(accepted) = error.accepted() {
            p { "Accepted: " (accepted.join(", ")) }
        }
        @if let Some(advice) = advice { p { (advice) } }
        p { a href=(SEARCH) { "Search the records" } " or go " a href=(HOME) { "to the first page" } "." }
    };
    let headers = response.headers();
    let version = headers.get(SNAPSHOT_VERSION).and_then(|version| version.to_str().ok());
    let made_from = version.map_or(MadeFrom::Nothing, MadeFrom::Version);
    let page = Page { title, main, made_from, json: None }.unstored(error.status());
    let (of_page, body) = page.into_parts();
    *response.body_mut() = body;
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_ENCODING);
    headers.remove(header::CONTENT_LENGTH);
    headers.extend(of_page.headers);
    if *error == ApiError::NoKey {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(CHALLENGE));
    }
}

/// Heading for an error, and advice for the reader.
fn words(error: &ApiError) -> (&'static str, Option<&'static str>) {
    match error {
        ApiError::RetiredRecord { .. } => (
            "This record left its list",
            Some(
                "Its list no longer names the party, and no other record of the party is known. The \
                 number is kept for it: should the party be listed again, it is found here.",
            ),
        ),
        ApiError::UnknownRecord(_) | ApiError::UnknownEntity(_) => {
            ("Nothing has this number", Some("It may have been cut off or mistyped."))
        }
        ApiError::NoSnapshot => (
            "No lists are loaded yet",
            Some(
                "The server looks for them again and again and will answer once they are there. \
                 /api/status says why they are not.",
            ),
        ),
        ApiError::Overloaded | ApiError::NoPlace | ApiError::TooManyRequests { .. } => {
            ("Too much is asked at this moment", Some("Try again in a moment."))
        }
        ApiError::NoKey => ("A key is needed", None),
        other => match other.status() {
            StatusCode::NOT_FOUND => ("There is no such page", None),
            status if status.is_client_error() => ("This cannot be answered as it was asked", None),
            _ => ("The server could not answer", None),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_names_html_is_answered_by_a_page() {
        let reads = |accept: &str| {
            let accept = HeaderValue::try_from(accept).expect("a header");
            reads_pages(&HeaderMap::from_iter([(header::ACCEPT, accept)]))
        };
        assert!(
            reads("text/html,application/xhtml+xml,*/*;q=0.8") && reads("a/b, Text/HTML;q=0.9")
        );
        assert!(!reads("*/*") && !reads("application/json") && !reads("text/*"));
        assert!(!reads_pages(&HeaderMap::new()));
    }
}
