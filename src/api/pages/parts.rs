//! Parts shared by pages.

use std::fmt::Display;

use maud::{Markup, display, html};

use crate::api::http::shape::{RecordPage, is_web_address};
use crate::limits;
use tamis_engine::model::facts::Value;
use tamis_engine::model::{Collection, CountryCode, EntityType, ListType, PartialDate, Timestamp};
use tamis_engine::snapshot::RecordView;

/// A timestamp: to the minute for people, and in the API's format for programs.
pub(super) fn moment(time: Timestamp) -> Markup {
    let written = time.to_string();
    // `2026-10-04T08:00:00+00:00`
    let (day, rest) = written.split_at_checked("2026-10-04".len()).unwrap_or((&written, ""));
    let minute = rest.get(1..6).unwrap_or_default();
    html! { time datetime=(written) { (day) " " (minute) " UTC" } }
}

/// A date with the month's name, so that its order is unambiguous: `17 May 1962`.
pub(super) fn date(date: PartialDate) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let day = date.day().map(|day| format!("{day} ")).unwrap_or_default();
    let month = date.month().map(|month| format!("{} ", MONTHS[usize::from(month) - 1]));
    format!("{day}{}{}", month.unwrap_or_default(), date.year())
}

/// A name isolated in its own text direction, so that it does not mix with numbers and other names.
pub(super) fn name(text: &str) -> Markup {
    html! { bdi { (text) } }
}

pub(super) fn country(code: CountryCode) -> Markup {
    html! {
        @match code.english_name() {
            Some(name) => { (name) " " span.id { (code.as_str()) } },
            None => span.id { (code.as_str()) },
        }
    }
}

/// Label of an entity type.
pub(super) fn kind(entity_type: Option<EntityType>) -> &'static str {
    match entity_type {
        Some(EntityType::Individual) => "Person",
        Some(EntityType::Company) => "Company",
        Some(EntityType::Organization) => "Organization",
        Some(EntityType::Vessel) => "Vessel",
        Some(EntityType::Aircraft) => "Aircraft",
        None => "Kind not stated",
    }
}

/// Label of a list type.
pub(super) fn list_kind(list_type: ListType) -> &'static str {
    match list_type {
        ListType::Sanction => "Sanctions",
        ListType::Pep => "Politically exposed persons",
        ListType::Debarment => "Debarment",
        ListType::TaxWarrant => "Tax warrants",
        ListType::Insolvency => "Insolvency notices",
    }
}

/// One value of a fact.
pub(super) fn value(value: Value<'_>) -> Markup {
    match value {
        Value::Text(text) if is_web_address(text) => outside(text, text),
        Value::Text(text) => name(text),
        Value::Country(code) => country(code),
        Value::Type(entity_type) => html! { (kind(Some(entity_type))) },
        Value::Alias { name: text, quality: _, is_former: _ } => html! {
            (name(text))
            @if value.is_weak_alias() { " " span.mark { "weak" } }
            @if value.is_former_name() { " " span.mark { "former" } }
        },
        Value::Identifier { kind, value, country: of } => html! {
            bdi.id { (value) } " " span.note { (kind) @if let Some(of) = of { ", " (country(of)) } }
        },
        Value::Date(_) | Value::BirthDate(_) | Value::Imo(_) => {
            html! { span.id { (display(value)) } }
        }
    }
}

/// A link to a publisher's page if the text is a web address; otherwise the text.
pub(super) fn outside(address: &str, text: &str) -> Markup {
    html! {
        @if is_web_address(address) {
            a href=(address) rel="noopener noreferrer" { (text) }
        } @else { (text) }
    }
}

/// A link to the page of a record, with its name as text.
pub(super) fn record_link(record: RecordView<'_>) -> Markup {
    html! { a href=(display(RecordPage(record.id()))) { (name(record.name())) } }
}

/// The same in a new tab, for a page that cannot be returned to.
pub(super) fn record_link_apart(record: RecordView<'_>) -> Markup {
    html! {
        a href=(display(RecordPage(record.id()))) target="_blank" rel="noopener" { (name(record.name())) }
    }
}

/// The field for choosing a collection.
pub(super) fn collections(chosen: &str) -> Markup {
    html! {
        div.field {
            label for="scope" { "Collection" }
            select #scope name="scope" {
                @for collection in Collection::ALL {
                    option value=(collection.as_str()) selected[collection.as_str() == chosen] {
                        (collection.title())
                    }
                }
            }
        }
    }
}

/// The head of a table.
pub(super) fn heads(titles: &[&str]) -> Markup {
    html! { thead { tr { @for title in titles { th scope="col" { (title) } } } } }
}

/// A list of items; those beyond the first few are collapsed.
pub(super) fn folding_list(items: &[Markup]) -> Markup {
    let (shown, folded) = items.split_at(items.len().min(limits::PAGE_VALUES_SHOWN));
    html! {
        @if let [only] = items { (only) } @else {
            ul.values { @for item in shown { li { (item) } } }
            @if !folded.is_empty() {
                details {
                    summary { (folded.len()) " more" }
                    ul.values { @for item in folded { li { (item) } } }
                }
            }
        }
    }
}

/// A whole number with separated thousands.
pub(super) fn count(number: impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
