//! The answer to a line (docs/api.md, "Match stream").

use std::sync::Arc;

use serde_json::Value;

use super::super::answer::{EntryBody, link_of_answer, link_of_fault};
use super::super::batch_matcher::BatchMatcher;
use super::super::decided::{Decided, note_unheeded};
use super::super::queries::NamedQuery;
use super::super::settings::Settings;
use super::lines::Chunk;
use super::query::{self, LineQuery};
use super::run::Made;
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::shape::to_json;
use crate::clearances::Clearances;
use tamis_engine::batch::Weighed;
use tamis_engine::matching::{MatchAnswer, MatchQuery};
use tamis_engine::model::{Collection, Day};
use tamis_engine::snapshot::Snapshot;

/// Makes the answers to the lines of one stream.
pub(crate) struct Answers<'s> {
    matcher: BatchMatcher<'s, Answer>,
    hits_only: bool,
    /// True if every line has a receipt.
    receipts: bool,
    /// The decisions that the server heeds, if any.
    clearances: Option<Arc<Clearances>>,
}

/// The part of an answer shared by equal queries.
pub(crate) struct Answer {
    /// The fields of the line after its `id`, as the text of an object.
    object: Vec<u8>,
    /// True if the text is the canonical form, which a receipt has the hash of.
    is_canonical: bool,
    pub(in crate::api::matching) is_hit: bool,
}

impl Weighed for Answer {
    fn bytes(&self) -> usize {
        self.object.len()
    }
}

impl<'s> Answers<'s> {
    pub(crate) fn new(
        snapshot: &'s Snapshot,
        collection: Collection,
        settings: Settings,
        hits_only: bool,
        today: Day,
        counts: QueryCounts,
    ) -> Self {
        let matcher = BatchMatcher::new(snapshot, collection, settings, hits_only, today, counts);
        Self { matcher, hits_only, receipts: false, clearances: None }
    }

    /// The same answers, with a link for the receipt of each line.
    pub(super) fn with_receipts(self, receipts: bool) -> Self {
        Self { receipts, ..self }
    }

    /// The same answers, with regard to decisions.
    pub(super) fn heeding(self, clearances: Option<Arc<Clearances>>) -> Self {
        Self { clearances, ..self }
    }

    /// Answers the lines of a chunk.
    pub(super) fn to(&self, chunk: &Chunk) -> Made {
        let mut made = Made::default();
        for (number, line) in chunk.lines() {
            let ignored = self.matcher.ignored.clone();
            let today = self.matcher.showing.today;
            let LineQuery { id, query, mut ignored } = query::read(number, line, today, ignored);
            match query {
                Ok(query) => {
                    self.matcher.note_mistyped(&query, &mut ignored);
                    note_unheeded(&query, self.clearances.as_deref(), &mut ignored);
                    let (answer, plain) = self.answer(&query);
                    let plain = plain.as_ref().unwrap_or(&answer);
                    if let Some(canonical) = plain.canonical() {
                        let customer = query.customer.as_deref().map(Value::from);
                        let id = customer.unwrap_or_else(|| receipt_id(id.as_deref(), number));
                        let own = link_of_answer(id, &query.query, canonical, plain.is_hit);
                        made.links.push(own);
                    }
                    made.counts.queries += 1;
                    made.counts.hits += u64::from(answer.is_hit);
                    if answer.is_hit || !self.hits_only {
                        push_answer(&mut made.text, number, id, &answer, &ignored);
                    }
                }
                Err(fault) => {
                    made.counts.refused += 1;
                    if self.receipts {
                        let id = receipt_id(id.as_deref(), number);
                        made.links.push(link_of_fault(id, &fault));
                    }
                    push_refusal(&mut made.text, number, id, &fault);
                }
            }
        }
        push_fault(&mut made.text, chunk);
        self.matcher.answered(made.counts.queries, made.counts.hits);
        made
    }

    /// The answer to a query, and for the receipt the one without regard to decisions if it may be another.
    fn answer(&self, named: &NamedQuery) -> (Arc<Answer>, Option<Arc<Answer>>) {
        let NamedQuery { query, customer, .. } = named;
        let make = |answer: MatchAnswer| match self.receipts {
            true => canonical_line(&self.matcher, query, &answer),
            false => line_answer(&self.matcher, query, &answer, None),
        };
        let plain = || self.matcher.answer(query, make);
        let Some((clearances, customer)) = self.clearances.as_deref().zip(customer.as_deref())
        else {
            return (plain(), None);
        };
        let (found, decided) = self.matcher.answer_for(customer, clearances, query);
        let answer = line_answer(&self.matcher, query, &found, Some(&decided));
        // Without a decision on the customer both answers are the same.
        let plain = || match clearances.of(customer) {
            Some(_) => plain(),
            None => Arc::new(canonical_line(&self.matcher, query, &found)),
        };
        (Arc::new(answer), self.receipts.then(plain))
    }
}

/// The `id` of a line in its receipt: the caller's, else the number of the line.
fn receipt_id(id: Option<&str>, number: u64) -> Value {
    id.and_then(|id| serde_json::from_str(id).ok()).unwrap_or_else(|| number.into())
}

impl Answer {
    /// The answer in canonical form, if it was written so.
    pub(crate) fn canonical(&self) -> Option<&[u8]> {
        self.is_canonical.then_some(&self.object)
    }

    /// The fields of a line after those that name the query.
    pub(in crate::api::matching) fn fields(&self) -> &[u8] {
        let inner = self.object.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"));
        inner.unwrap_or_default()
    }

    /// Reads the fields of a line after its `id`; `None` if the `id` is another number.
    pub(crate) fn of_line(line: &[u8], id: u64, is_hit: bool) -> Option<Self> {
        let fields = line.strip_prefix(format!("{{\"id\":{id},").as_bytes())?;
        Some(Self { object: [b"{", fields].concat(), is_canonical: false, is_hit })
    }
}

/// Writes the answer to a query, which heeds these decisions, as fields of a line.
pub(crate) fn line_answer<A: Weighed>(
    matcher: &BatchMatcher<'_, A>,
    query: &MatchQuery,
    answer: &MatchAnswer,
    decided: Option<&Decided>,
) -> Answer {
    let BatchMatcher { snapshot, showing, .. } = *matcher;
    let found = Some((snapshot, answer));
    let body = EntryBody { query, fault: None, found, decided, showing };
    Answer { object: to_json(&body), is_canonical: false, is_hit: showing.is_hit(answer) }
}

/// Writes the answer to a query in canonical form, as fields of a line with a receipt.
pub(crate) fn canonical_line<A: Weighed>(
    matcher: &BatchMatcher<'_, A>,
    query: &MatchQuery,
    answer: &MatchAnswer,
) -> Answer {
    let object = matcher.canonical(query, answer);
    Answer { object, is_canonical: true, is_hit: matcher.showing.is_hit(answer) }
}

/// Writes `{"id": …, "status": 200, "query": …, …}`. Without an `id` from the caller, it is the number
/// of the line.
pub(crate) fn push_answer(
    text: &mut Vec<u8>,
    number: u64,
    id: Option<String>,
    answer: &Answer,
    ignored: &Ignored,
) {
    push_id(text, number, id);
    text.extend_from_slice(answer.fields());
    if !ignored.is_empty() {
        text.extend_from_slice(b",\"ignored\":");
        text.extend_from_slice(&to_json(ignored));
    }
    text.extend_from_slice(b"}\n");
}

/// Begins the answer to a line: `{"id": …,`, without an `id` from the caller `{"id": null, "line": …,`.
pub(in crate::api) fn push_id(text: &mut Vec<u8>, number: u64, id: Option<String>) {
    text.extend_from_slice(b"{\"id\":");
    match id {
        Some(id) => text.extend_from_slice(id.as_bytes()),
        None => text.extend_from_slice(format!("null,\"line\":{number}").as_bytes()),
    }
    text.push(b',');
}

/// Writes the fault that ends a stream after a chunk, if there is one.
pub(in crate::api) fn push_fault(text: &mut Vec<u8>, chunk: &Chunk) {
    if let Some((behind, reason)) = &chunk.fault {
        let fault = ApiError::BadStream { reason: reason.clone(), behind: *behind };
        push_refusal(text, behind + 1, None, &fault);
    }
}

/// Writes `{"id": …, "line": …, "status": 400, "error": …}`.
pub(crate) fn push_refusal(text: &mut Vec<u8>, number: u64, id: Option<String>, fault: &ApiError) {
    text.push(b'{');
    if let Some(id) = id {
        text.extend_from_slice(format!("\"id\":{id},").as_bytes());
    }
    text.extend_from_slice(format!("\"line\":{number},").as_bytes());
    text.extend_from_slice(&to_json(fault)[1..]);
    text.push(b'\n');
}
