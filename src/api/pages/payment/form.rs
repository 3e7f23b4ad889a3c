//! The form with a payment message, what it asks, and the place of a fault in the message.

use std::borrow::Cow;
use std::sync::Arc;

use maud::{Markup, html};

use crate::api::filtering::filter::{Plan, read_plan};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::matching::Settings;
use crate::api::pages::address::PAYMENT;
use crate::api::pages::fields::threshold;
use crate::api::pages::parts::{collections, count};
use crate::api::search::SCOPE;
use crate::policy::Policy;
use tamis_engine::model::Collection;
use tamis_payments::ReadError;
use tamis_payments::limits::MESSAGE_BYTES_MAX;

/// Field with the message.
const MESSAGE: &str = "message";
/// Characters of a faulty line that are shown before and after the fault.
const EXCERPT_CHARS: usize = 40;

/// A message as read, with the settings of the form.
pub(super) struct Asked {
    pub(super) plan: Plan,
    pub(super) settings: Settings,
    pub(super) collection: Collection,
    /// Bytes of the message.
    pub(super) bytes: usize,
}

impl Asked {
    /// Reads the fields of the form.
    ///
    /// # Errors
    /// No message, one that cannot be read, or a setting outside its rule.
    pub(super) fn read(parameters: &Parameters, policy: &Arc<Policy>) -> Result<Self, ApiError> {
        let settings = Settings::read(parameters)?;
        let collection = SCOPE.read(parameters)?;
        let missing = ApiError::Missing { parameter: MESSAGE, rule: "a payment message" };
        let text = parameters.one(MESSAGE)?.ok_or(missing)?;
        let plan = read_plan(without_encodings(text).as_bytes(), policy)?;
        Ok(Self { plan, settings, collection, bytes: text.len() })
    }
}

/// A text with blanks in place of the encodings that its XML declarations name: those are of the bytes that
/// the text once was. Lines and columns stay.
fn without_encodings(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    let starts: Vec<usize> = text.match_indices("<?xml").map(|(at, _)| at).collect();
    for start in starts {
        let before = text[..start].trim_end().trim_start_matches('\u{feff}');
        if !before.is_empty() && !before.ends_with('>') {
            continue;
        }
        let Some(length) = text[start..].find("?>") else { continue };
        let declaration = &text[start..start + length];
        let Some(from) = declaration.find("encoding") else { continue };
        let Some(quote) = declaration[from..].find(['"', '\'']).map(|at| from + at) else {
            continue;
        };
        let mark = &declaration[quote..=quote];
        let Some(to) = declaration[quote + 1..].find(mark).map(|at| quote + 1 + at) else {
            continue;
        };
        let named = start + from..=start + to;
        let blank = |letter: char| if letter == '\n' { letter } else { ' ' };
        let blanks: String = text[named.clone()].chars().map(blank).collect();
        text.to_mut().replace_range(named, &blanks);
    }
    text
}

/// The form with what was sent, and its error.
pub(super) fn form(
    parameters: &Parameters,
    error: Option<&ApiError>,
    form_bytes_max: usize,
) -> Markup {
    let given = |name| parameters.one(name).ok().flatten().unwrap_or_default();
    let is_faulty = error.is_some_and(|error| error.parameter().is_none_or(|name| name == MESSAGE));
    let is_large =
        matches!(error, Some(ApiError::BodyTooLarge { .. } | ApiError::UnpackedTooLarge { .. }));
    let described = if is_faulty { "message-hint message-fault" } else { "message-hint" };
    html! {
        @if let Some(error) = error {
            div.notice role="alert" {
                p.contradicts { "This cannot be screened: " (error.to_string()) }
                @if is_large { p { (larger()) } }
                @if let ApiError::BadMessage(fault) = error { (excerpt(given(MESSAGE), fault)) }
            }
        }
        form #payment.party method="post" action=(PAYMENT) autocomplete="off" data-most=(form_bytes_max) data-larger=(larger()) {
            div.field.wide {
                label for=(MESSAGE) { "Message" }
                p #message-hint.note {
                    "ISO 20022 (MX) or FIN (MT), as it came off the queue: one message, or several one after the other. Up to "
                    (count(form_bytes_max)) " bytes, as the browser encodes them. Nothing of it is stored."
                }
                @if is_faulty && let Some(error) = error { p #message-fault.fault { (error.to_string()) } }
                // The parser of HTML leaves out a line end behind the tag.
                textarea id=(MESSAGE) name=(MESSAGE) rows="14" required spellcheck="false" autocapitalize="none"
                    aria-invalid=[is_faulty.then_some("true")] aria-describedby=(described) { "\n" (given(MESSAGE)) }
            }
            div #file-field.field.wide hidden {
                label for="file" { "Or choose a file, or drop one on this page" }
                input #file type="file" accept=".xml,.txt,text/xml,application/xml,text/plain" aria-describedby="file-fault";
                p #file-fault.fault role="alert" {}
            }
            (collections(given("scope")))
            (threshold(parameters, error))
            button type="submit" { "Screen" }
        }
    }
}

/// Way for messages that are too large for the page.
fn larger() -> String {
    format!("POST /api/filter takes up to {} MiB, and tells the same.", MESSAGE_BYTES_MAX >> 20)
}

/// The faulty line, with the character of the fault marked.
fn excerpt(text: &str, fault: &ReadError) -> Markup {
    let line = text.split('\n').nth(fault.line - 1).unwrap_or_default().trim_end_matches('\r');
    let start = (fault.column - 1).saturating_sub(EXCERPT_CHARS);
    let chars = |from: usize, to: usize| -> String {
        line.chars().skip(from).take(to.saturating_sub(from)).collect()
    };
    let (at, end) = (fault.column - 1, fault.column + EXCERPT_CHARS);
    let fault_char = chars(at, at + 1);
    html! {
        pre tabindex="0" {
            span.note { "Line " (fault.line) ": " } @if start > 0 { "…" }
            (chars(start, at))
            @if fault_char.is_empty() { mark { "⏎" } } @else { mark { (fault_char) } }
            (chars(at + 1, end)) @if line.chars().nth(end).is_some() { "…" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tamis_payments::Fault;

    #[test]
    fn the_encoding_of_a_pasted_message_is_that_of_the_page() {
        for (text, expected) in [
            (
                "<?xml version='1.0' encoding='UTF-16'?><a>é</a>",
                "<?xml version='1.0'                  ?><a>é</a>",
            ),
            (
                "\r\n<?xml version=\"1.0\" encoding = \"x\" standalone=\"no\"?>",
                "\r\n<?xml version=\"1.0\"                standalone=\"no\"?>",
            ),
            (
                "<a/>\n<?xml version='1.0' encoding='b'?><c/>",
                "<a/>\n<?xml version='1.0'             ?><c/>",
            ),
            ("<a><![CDATA[<?xml encoding='b'?>]]></a>", "<a><![CDATA[<?xml encoding='b'?>]]></a>"),
            ("<?xml version='1.0'?><a encoding='b'/>", "<?xml version='1.0'?><a encoding='b'/>"),
            ("<?xml encoding='b", "<?xml encoding='b"),
            ("<?xml encoding='b?>", "<?xml encoding='b?>"),
            ("", ""),
        ] {
            assert_eq!(without_encodings(text), expected, "{text}");
        }
    }

    #[test]
    fn an_excerpt_marks_the_place_of_the_fault() {
        let excerpt = |text: &str, line, column| {
            let fault = ReadError { line, column, path: String::new(), fault: Fault::Truncated };
            excerpt(text, &fault).into_string()
        };
        assert!(
            excerpt("<a>\r\n<b>&c;\r\n", 2, 4)
                .ends_with("</span>&lt;b&gt;<mark>&amp;</mark>c;</pre>")
        );
        assert!(excerpt("<a>", 1, 4).contains("&lt;a&gt;<mark>⏎</mark>"));
        assert!(excerpt("", 1, 1).contains("<mark>⏎</mark>"));
        let long = format!("{}!{}", "é".repeat(60), "ü".repeat(60));
        let shown = excerpt(&long, 1, 61);
        let part = format!("…{}<mark>!</mark>{}…", "é".repeat(40), "ü".repeat(40));
        assert!(shown.contains(&part), "{shown}");
    }

    proptest! {
        #[test]
        fn places_in_a_text_without_encodings_are_those_of_the_text(
            text in "(<\\?xml|encoding|=|[\"']|\\?>|>|\n|é|[a-z ]){0,30}",
        ) {
            let blanked = without_encodings(&text);
            let length = |text: &str| text.split('\n').map(|line| line.chars().count()).collect::<Vec<_>>();
            prop_assert_eq!(length(&blanked), length(&text));
        }
    }
}
