//! The answer to a line (docs/api.md, "Match stream").

use std::sync::Arc;

use super::super::answer::{EntryBody, Found, echo};
use super::super::settings::Settings;
use super::lines::Chunk;
use super::query::{self, LineQuery};
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::api::http::shape::to_json;
use crate::limits;
use tamis_engine::batch::{Remembered, Weighed};
use tamis_engine::matching::{self, BoundFilter, MatchQuery, MatchSettings};
use tamis_engine::model::Day;
use tamis_engine::snapshot::Snapshot;

/// The answers to a chunk of lines.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// A line each.
    pub(super) text: Vec<u8>,
    /// Queries answered, whether or not a line says so.
    pub(super) queries: u64,
    /// Queries with a match among them.
    pub(super) hits: u64,
    /// Lines refused.
    pub(super) refused: u64,
}

impl Weighed for Made {
    fn bytes(&self) -> usize {
        self.text.len()
    }
}

/// How the lines of one stream are answered.
pub(super) struct Answers<'s> {
    snapshot: &'s Snapshot,
    threshold: f64,
    hits_only: bool,
    today: Day,
    how: MatchSettings,
    /// What is said of every line: registers of the address that nobody knows.
    ignored: Ignored,
    remembered: Remembered<Answer>,
}

/// What equal queries have in common.
struct Answer {
    /// The fields of the line behind its `id`, as the text of an object.
    object: Vec<u8>,
    is_hit: bool,
}

impl Weighed for Answer {
    fn bytes(&self) -> usize {
        self.object.len()
    }
}

impl<'s> Answers<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        settings: Settings,
        hits_only: bool,
        today: Day,
    ) -> Self {
        let Settings { limit, threshold, cutoff, algorithm, group, ref filters } = settings;
        let cutoff = if hits_only { cutoff.max(threshold) } else { cutoff };
        let mut ignored = Ignored::default();
        filters.note_unknown(snapshot.registers(), &mut ignored);
        Self {
            snapshot,
            hits_only,
            today,
            how: MatchSettings { limit, algorithm, group, cutoff },
            ignored,
            threshold,
            remembered: Remembered::new(limits::STREAM_REMEMBERED_BYTES),
        }
    }

    /// Answers the lines of a chunk.
    pub(super) fn to(&self, chunk: &Chunk, filter: &BoundFilter<'_>) -> Made {
        let mut made = Made::default();
        for (number, line) in chunk.lines() {
            let LineQuery { id, query, ignored } = query::read(number, line, self.ignored.clone());
            match query {
                Ok(query) => {
                    let answer = self.answer(&query.query, filter);
                    made.queries += 1;
                    made.hits += u64::from(answer.is_hit);
                    if answer.is_hit || !self.hits_only {
                        push_answer(&mut made.text, number, id, &answer, &ignored);
                    }
                }
                Err(fault) => {
                    made.refused += 1;
                    push_refusal(&mut made.text, number, id, &fault);
                }
            }
        }
        if let Some((behind, reason)) = &chunk.fault {
            let fault = ApiError::BadStream { reason: reason.clone(), behind: *behind };
            push_refusal(&mut made.text, behind + 1, None, &fault);
        }
        made
    }

    /// The answer to a query, found now or lately.
    fn answer(&self, query: &MatchQuery, filter: &BoundFilter<'_>) -> Arc<Answer> {
        let asked = serde_json::to_string(&echo(query));
        let asked = asked.expect("our shapes have string keys and no failing parts");
        self.remembered.get_or_make(&asked, || {
            let threshold = self.threshold;
            let answer = matching::answer(query, filter, self.how);
            let is_hit = answer.hits.iter().any(|hit| hit.score >= threshold);
            let found = Found { snapshot: self.snapshot, answer };
            let found = Some(&found);
            let body = EntryBody { query, fault: None, found, threshold, today: self.today };
            Answer { object: to_json(&body), is_hit }
        })
    }
}

/// `{"id": …, "status": 200, "query": …, …}`; where the caller gave no `id`, the number of the line.
fn push_answer(
    text: &mut Vec<u8>,
    number: u64,
    id: Option<String>,
    answer: &Answer,
    ignored: &Ignored,
) {
    let inner = answer.object.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"));
    text.extend_from_slice(b"{\"id\":");
    match id {
        Some(id) => text.extend_from_slice(id.as_bytes()),
        None => text.extend_from_slice(format!("null,\"line\":{number}").as_bytes()),
    }
    text.push(b',');
    text.extend_from_slice(inner.unwrap_or_default());
    if !ignored.is_empty() {
        text.extend_from_slice(b",\"ignored\":");
        text.extend_from_slice(&to_json(ignored));
    }
    text.extend_from_slice(b"}\n");
}

/// `{"id": …, "line": …, "status": 400, "error": …}`
fn push_refusal(text: &mut Vec<u8>, number: u64, id: Option<String>, fault: &ApiError) {
    text.push(b'{');
    if let Some(id) = id {
        text.extend_from_slice(format!("\"id\":{id},").as_bytes());
    }
    text.extend_from_slice(format!("\"line\":{number},").as_bytes());
    text.extend_from_slice(&to_json(fault)[1..]);
    text.push(b'\n');
}

/// The last line of a stream that the server fails to answer on.
pub(super) fn of_panic() -> Vec<u8> {
    let mut text = to_json(&ApiError::Internal);
    text.push(b'\n');
    text
}
