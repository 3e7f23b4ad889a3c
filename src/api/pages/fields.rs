//! Fields of the forms for screening.

use maud::{Markup, html};

use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::limits;

/// A single-line field.
#[derive(Default)]
pub(super) struct Line<'a> {
    /// Name in the API.
    pub(super) name: &'static str,
    pub(super) label: &'a str,
    pub(super) value: &'a str,
    /// For a number: its input mode, and a text for the empty field.
    pub(super) figure: Option<(&'a str, String)>,
    pub(super) hint: Option<&'a str>,
}

impl Line<'_> {
    /// The field, with the error of the form if it is that of this field.
    pub(super) fn shown(self, error: Option<&ApiError>) -> Markup {
        let Self { name, label, value, figure, hint } = self;
        let error = error.filter(|error| error.parameter() == Some(name));
        let (form, default) = figure.unzip();
        let said_by = [error.and(Some("fault")), hint.and(Some("hint"))];
        let said_by: Vec<String> =
            said_by.iter().flatten().map(|part| format!("{name}-{part}")).collect();
        html! {
            div.field {
                label for=(name) { (label) }
                @if let Some(hint) = hint { p.note id=(format!("{name}-hint")) { (hint) } }
                input id=(name) name=(name) value=(value) inputmode=[form] placeholder=[default] dir="auto"
                    spellcheck="false" autocapitalize="none"
                    aria-invalid=[error.and(Some("true"))]
                    aria-describedby=[(!said_by.is_empty()).then(|| said_by.join(" "))];
                @if let Some(error) = error { p.fault id=(format!("{name}-fault")) { (error.to_string()) } }
            }
        }
    }
}

/// The field for the threshold.
pub(super) fn threshold(parameters: &Parameters, error: Option<&ApiError>) -> Markup {
    let value = parameters.one("threshold").ok().flatten().unwrap_or_default();
    let figure = Some(("decimal", limits::THRESHOLD_DEFAULT.to_string()));
    let label = "A match scores at least";
    Line { name: "threshold", label, value, figure, hint: None }.shown(error)
}
