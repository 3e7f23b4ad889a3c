//! The form for screening a party: its fields, their errors, and the typed values.

use maud::{Markup, html};

use super::address::SCREEN;
use super::fields::{Line, threshold};
use super::parts::{collections, date, name};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::customers::dates::birth_dates;
use crate::limits;
use tamis_engine::model::{Collection, DateOrder, Day, EntityType, PartialDate, Schema};

/// Name of the birth date in the API.
pub(super) const BIRTH_DATE: &str = "birthDate";
/// Fields that are properties of the query and are passed unchanged: their names in the API, and their
/// labels.
pub(super) const PROPERTIES: [(&str, &str); 2] =
    [("nationality", "Country"), ("imoNumber", "IMO number")];
/// Field with the number of a record to compare.
pub(super) const RECORD: &str = "record";

/// A birth date as typed, and its possible dates.
pub(super) struct Born {
    typed: String,
    dates: Vec<PartialDate>,
}

impl Born {
    /// Reads the birth dates of a form like those of files: the day before the month, unless that is
    /// invalid.
    pub(super) fn read(parameters: &Parameters, today: Day) -> Vec<Self> {
        let typed = parameters.all(BIRTH_DATE).map(str::trim).filter(|typed| !typed.is_empty());
        let read = |typed: &str| {
            let in_order = |order| birth_dates(typed, order, today);
            let dates = in_order(DateOrder::DayMonthYear);
            match dates.is_empty() {
                true => in_order(DateOrder::MonthDayYear),
                false => dates,
            }
        };
        typed.map(|typed| Self { typed: typed.to_owned(), dates: read(typed) }).collect()
    }

    /// The values for the API, which reports unreadable ones.
    pub(super) fn values(&self) -> Vec<String> {
        match &*self.dates {
            [] => vec![self.typed.clone()],
            dates => dates.iter().map(PartialDate::to_string).collect(),
        }
    }

    fn shown(&self) -> Markup {
        let dates: Vec<String> = self.dates.iter().map(|read| date(*read)).collect();
        html! {
            @match &*dates {
                [] => { (name(&self.typed)) ", which is no date" },
                [only] if *only == self.typed => (only),
                dates => { (dates.join(" or ")) span.note { ", typed as " (name(&self.typed)) } },
            }
        }
    }
}

/// The names of a form, one a line, and the words of a search.
pub(super) fn names(parameters: &Parameters) -> impl Iterator<Item = &str> {
    let lines = parameters.all("name").chain(parameters.all("q")).flat_map(str::lines);
    lines.filter(|name| !name.trim().is_empty())
}

/// The schema of the query: from this form, or from the kind of a search.
pub(super) fn schema(parameters: &Parameters) -> Result<Option<&str>, ApiError> {
    let kind = parameters.one("type")?.and_then(EntityType::from_name);
    let of_kind = kind.map(|kind| Schema::of(Some(kind)).as_str());
    Ok(parameters.one("schema")?.or(of_kind))
}

/// Shows the query as it was understood, for the screen and for printing.
pub(super) fn asked(parameters: &Parameters, born: &[Born], collection: Collection) -> Markup {
    let kind = schema(parameters).ok().flatten().unwrap_or(ANY_KIND);
    html! {
        dl.asked {
            @for asked in names(parameters) { div { dt { "Name" } dd { (name(asked)) } } }
            @for born in born { div { dt { "Born" } dd { (born.shown()) } } }
            @for (property, label) in PROPERTIES {
                @for value in parameters.all(property) { div { dt { (label) } dd { (name(value)) } } }
            }
            div { dt { "Kind" } dd { (kind) } }
            div { dt { "Collection" } dd { (collection.title()) } }
        }
    }
}

const ANY_KIND: &str = "Person or organization";

/// The form with its typed values and their errors.
pub(super) fn form(parameters: &Parameters, error: Option<&ApiError>) -> Markup {
    let given = |name| parameters.one(name).ok().flatten().unwrap_or_default();
    let line = |name, label, value| Line { name, label, value, ..Line::default() }.shown(error);
    let mut names = names(parameters);
    let first = names.next().unwrap_or_default();
    let others = names.collect::<Vec<_>>().join("\n");
    let chosen = schema(parameters).ok().flatten().unwrap_or_default();
    let hint = Some("Such as 17 May 1962, 17.05.1962, 05/1962 or 1962");
    let value = given(BIRTH_DATE);
    let born = Line { name: BIRTH_DATE, label: "Birth date", value, hint, ..Line::default() };
    let figure = Some(("numeric", limits::RESULTS_DEFAULT.to_string()));
    let results =
        Line { name: "limit", label: "Results", value: given("limit"), figure, hint: None };
    html! {
        @if let Some(error) = error {
            div.notice role="alert" { p.contradicts { "This cannot be screened: " (error.to_string()) } }
        }
        form.party method="post" action=(SCREEN) autocomplete="off" {
            (line("name", "Name", first))
            div.field {
                label for="other-names" { "Other names, one a line" }
                textarea #other-names name="name" rows="1" dir="auto" spellcheck="false" autocapitalize="none" {
                    (others)
                }
            }
            (born.shown(error))
            @for (name, label) in PROPERTIES { (line(name, label, given(name))) }
            div.field {
                label for="schema" { "Kind" }
                select #schema name="schema" {
                    option value="" { (ANY_KIND) }
                    @for schema in Schema::ALL.iter().filter(|schema| **schema != Schema::default()) {
                        option value=(schema.as_str()) selected[schema.as_str() == chosen] { (schema.as_str()) }
                    }
                }
            }
            (collections(given("scope")))
            (threshold(parameters, error))
            div.field {
                label for="group" { "A result is" }
                select #group name="group" {
                    option value="record" { "a record" }
                    option value="entity" selected[given("group") == "entity"] { "a party, by its best record" }
                }
            }
            (results.shown(error))
            button type="submit" { "Screen" }
        }
    }
}

/// A form that repeats the query and asks for the number of a record to compare.
pub(super) fn why_not(parameters: &Parameters) -> Markup {
    html! {
        section.unprinted {
            h2 { "Why did a record not come up?" }
            form.search method="post" action=(SCREEN) autocomplete="off" {
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
