//! The elements of the messages as a tree, with the hits in their places.

use std::num::NonZeroU32;
use std::ops::Range;

use maud::{Markup, html};

use super::findings::{Evidence, Finding, Findings};
use super::tree::Branch;
use super::verdict::anchor;
use crate::api::filtering::filter::{Found, FoundHit, Treated, Treatment};
use crate::api::http::service::Loaded;
use crate::api::pages::parts::{count, country, folding_list, name, record_link_apart};
use crate::api::pages::result::{content, score};
use crate::limits::{
    FILTER_UNVERIFIED_MAX, PAGE_ELEMENTS_OPEN, PAGE_ELEMENTS_SHOWN, PAGE_HITS_EXPLAINED,
};
use tamis_engine::snapshot::IdentifierMatch;
use tamis_payments::{Message, Role};

/// The elements that are shown.
pub(super) struct Elements<'a> {
    loaded: &'a Loaded,
    findings: &'a Findings<'a>,
    threshold: f64,
    shown: Vec<Treated<'a>>,
    /// Number of all elements.
    total: usize,
    /// Number of messages.
    messages: usize,
}

/// Properties that all elements of a group share.
#[derive(Default, PartialEq, Eq)]
struct Shared {
    batch: Option<NonZeroU32>,
    transaction: Option<NonZeroU32>,
    role: Option<Role>,
}

impl Shared {
    fn of<'a>(elements: impl Iterator<Item = &'a Treated<'a>> + Clone) -> Self {
        fn common<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
            let first = all.next()?;
            all.all(|other| other == first).then_some(first)
        }
        let elements = elements.map(|own| own.element);
        Self {
            batch: common(elements.clone().map(|own| own.batch)).flatten(),
            transaction: common(elements.clone().map(|own| own.transaction)).flatten(),
            role: common(elements.map(|own| own.role)).filter(|role| *role != Role::None),
        }
    }

    /// The properties that the group above does not share.
    fn beyond(&self, above: &Self) -> String {
        let number = |what: &str, own: Option<NonZeroU32>, above| {
            own.filter(|_| own != above).map(|number| format!("{what} {number}"))
        };
        let role = self.role.filter(|_| self.role != above.role);
        let parts = [
            number("batch", self.batch, above.batch),
            number("transaction", self.transaction, above.transaction),
            role.map(|role| role.as_str().to_owned()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl<'a> Elements<'a> {
    /// Chooses the elements: the first ones, and all with a hit or that could not be screened, up to their
    /// limits.
    pub(super) fn of(
        loaded: &'a Loaded,
        found: &'a Found<'a>,
        findings: &'a Findings<'a>,
        threshold: f64,
    ) -> Self {
        let (mut total, mut unverified) = (0, 0);
        let is_shown = |own: &Treated<'_>| {
            total += 1;
            let is_unverified = matches!(own.treatment, Treatment::Unverified(_));
            unverified += usize::from(is_unverified);
            total <= PAGE_ELEMENTS_SHOWN
                || is_unverified && unverified <= FILTER_UNVERIFIED_MAX
                || !findings.at(own.message_at, own.element_at).is_empty()
        };
        let shown = found.elements().filter(is_shown).collect();
        Self { loaded, findings, threshold, shown, total, messages: found.messages().len() }
    }

    pub(super) fn shown(&self) -> Markup {
        let by_message = self.shown.chunk_by(|one, other| one.message_at == other.message_at);
        html! {
            @for elements in by_message {
                @if let [first, ..] = elements {
                    h2 { "Message " @if self.messages > 1 { (first.message_at + 1) } }
                    (about(first.message))
                    ul.tree {
                        @for branch in Branch::of(elements.iter().map(path).zip(0..)) {
                            (self.branch(&branch, elements, &Shared::default(), true))
                        }
                    }
                }
            }
            @if self.shown.len() < self.total {
                p.near {
                    (count(self.total - self.shown.len())) " of " (count(self.total)) " elements are not shown. None of those has a hit \
                     that is listed above. " code { "POST /api/filter?report=full" } " says how each was screened."
                }
            }
        }
    }

    /// A group, or the texts of an element. The outermost groups are open.
    fn branch(
        &self,
        branch: &Branch,
        elements: &[Treated<'_>],
        above: &Shared,
        is_outermost: bool,
    ) -> Markup {
        if branch.below.is_empty() {
            return html! { @for text in &branch.texts { (self.row(&branch.name, &elements[*text], above)) } };
        }
        let texts = branch.all_texts();
        let own = texts.iter().map(|text| &elements[*text]);
        let shared = Shared::of(own.clone());
        let hits: usize = own.clone().map(|own| self.findings_at(own).len()).sum();
        let unverified =
            own.filter(|own| matches!(own.treatment, Treatment::Unverified(_))).count();
        let is_open =
            is_outermost || hits + unverified > 0 || self.shown.len() <= PAGE_ELEMENTS_OPEN;
        let said = shared.beyond(above);
        html! {
            li { details open[is_open] {
                summary {
                    span.path { (branch.name) } " "
                    @if !said.is_empty() { span.role { (said) } " " }
                    span.note { (count(texts.len())) @if texts.len() == 1 { " element" } @else { " elements" } }
                    @if hits > 0 { " " span.contradicts { "! " (hits) @if hits == 1 { " hit" } @else { " hits" } } }
                    @if unverified > 0 { " " span.near { "? " (unverified) " unverified" } }
                }
                ul {
                    @for text in &branch.texts { (self.row("text", &elements[*text], &shared)) }
                    @for below in &branch.below { (self.branch(below, elements, &shared, false)) }
                }
            } }
        }
    }

    fn findings_at(&self, own: &Treated<'_>) -> &[Finding<'a>] {
        self.findings.at(own.message_at, own.element_at)
    }

    /// An element with its treatment, and its hits.
    fn row(&self, label: &str, own: &Treated<'_>, above: &Shared) -> Markup {
        let said = Shared::of([own].into_iter()).beyond(above);
        let findings = self.findings_at(own);
        let (class, sign) = match own.treatment {
            Treatment::Unverified(_) => ("near", "? unverified: "),
            Treatment::LeftOut(_) => ("note", "– left out: "),
            _ if findings.is_empty() => ("agrees", "✓ "),
            _ => ("contradicts", "! hit, "),
        };
        html! {
            li.element id=(anchor(own)) {
                span { span.path { (label) } @if !said.is_empty() { " " span.note { (said) } } }
                span.sent { (marked(own.message.text(own.element), findings)) }
                span.treatment.(class) { (sign) (words(own.treatment)) }
                @for finding in findings { (self.finding(finding)) }
            }
        }
    }

    /// A hit with its record. The first ones are explained word by word.
    fn finding(&self, finding: &Finding<'_>) -> Markup {
        let record = self.loaded.snapshot.record(finding.record());
        html! {
            article.result id=(finding.anchor()) tabindex="-1" {
                @match finding.evidence {
                    Evidence::Name(FoundHit { text, threshold, hit, .. }) => {
                        p.note { "Hit " (finding.number) ", asked: " (name(text)) }
                        @if finding.number <= PAGE_HITS_EXPLAINED {
                            (content(self.loaded, hit, threshold.unwrap_or(self.threshold), record_link_apart))
                        } @else {
                            p { (record_link_apart(record)) " " span.number { (score(hit.score)) } " " (record.register().short_name) }
                        }
                    },
                    Evidence::Identifier(found) => {
                        p.note { "Hit " (finding.number) ", looked up" }
                        h3 { (record_link_apart(record)) }
                        (carried(found))
                        p.note { (record.register().short_name) }
                    },
                }
            }
        }
    }
}

/// A treatment in the words of the forms.
fn words(treatment: Treatment) -> String {
    match treatment {
        Treatment::Name("LegalEntity") => {
            "asked as the name of a person or organization".to_owned()
        }
        Treatment::Name("Organization") => "asked as the name of an organization".to_owned(),
        other => other.to_string(),
    }
}

/// An identifier as its record carries it.
fn carried(found: &IdentifierMatch<'_>) -> Markup {
    html! {
        p {
            "The record carries " bdi.id { (found.value) } " (" (found.kind)
            @if let Some(code) = found.country { ", " (country(code)) } ")."
        }
    }
}

fn path(own: &Treated<'_>) -> String {
    own.message.path(own.element)
}

/// Type, sender's identifier, and transactions of a message.
fn about(message: Message<'_>) -> Markup {
    let kind = message.message_type();
    let uetrs: Vec<Markup> = message.uetrs().map(|uetr| html! { bdi.id { (uetr) } }).collect();
    html! {
        dl.asked {
            div { dt { "Type" } dd { (kind.name) @if !kind.is_known { span.note { ", not known: read by the names of its elements" } } } }
            @if let Some(id) = message.message_id() { div { dt { "Identifier" } dd { bdi.id { (id) } } } }
            div { dt { "Transactions" } dd { (count(message.transactions())) } }
            @if !uetrs.is_empty() { div { dt { "UETR" } dd { (folding_list(&uetrs)) } } }
        }
    }
}

/// A text with the parts that were hits marked.
fn marked(text: &str, findings: &[Finding<'_>]) -> Markup {
    let spans = findings.iter().filter_map(|finding| match finding.evidence {
        Evidence::Name(FoundHit { text: part, .. }) => {
            text.find(part).map(|start| start..start + part.len())
        }
        Evidence::Identifier(_) => Some(0..text.len()),
    });
    let mut spans: Vec<Range<usize>> = spans.filter(|span| !span.is_empty()).collect();
    spans.sort_by_key(|span| (span.start, span.end));
    let mut pieces = Vec::new();
    let mut end = 0;
    for span in spans {
        let start = span.start.max(end);
        if start < span.end {
            pieces.push((&text[end..start], &text[start..span.end]));
            end = span.end;
        }
    }
    html! {
        bdi {
            @for (before, hit) in &pieces { (before) mark { (hit) } }
            (text[end..])
        }
    }
}
