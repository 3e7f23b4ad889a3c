//! Screens customers against a snapshot in this process, on the threads of a pool.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::ThreadPool;

use super::counts::Tally;
use super::error::ScreenError;
use super::hits::{
    Answer, Asked, Body, Hit, Made, OutputForm, Writer, decision_cells, other_records,
};
use super::lists::{Lists, State, Version, Write};
use crate::api::http::error::ApiError;
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::customer::Reading;
use crate::api::matching::decided::{Decided, bases, records_of};
use crate::api::matching::stream::answer::{canonical_line, line_answer};
use crate::clearances::{Clearances, StandingDecision};
use crate::customers::source::{Chunk, Sources};
use crate::limits::{ENTITY_RECORDS_MAX, WAITING_BYTES_MAX};
use tamis_engine::batch::{Ahead, Fault, in_order};
use tamis_engine::json::Joined;
use tamis_engine::matching::{self, MatchAnswer, MatchQuery};
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::{Retired, Snapshot};

/// A snapshot and the query parameters.
pub(super) struct Local<'s> {
    pub(super) matcher: BatchMatcher<'s, Answer>,
    pub(super) form: OutputForm,
    pub(super) version: Version,
    /// The threads; the caller's thread must not be one of them.
    pub(super) pool: &'s ThreadPool,
    /// True if answers are kept in canonical form, for receipts.
    pub(super) receipts: bool,
    /// Earlier decisions on customers and records, if they are to be heeded.
    pub(super) clearances: Option<&'s Clearances>,
}

impl Lists for Local<'_> {
    fn version(&self) -> &Version {
        &self.version
    }

    fn state_of(&self, record: RecordId) -> Result<State, ScreenError> {
        let snapshot = self.matcher.snapshot;
        if let Some(listed) = snapshot.find(record) {
            return Ok(State::Listed { touched: snapshot.record(listed).touched() });
        }
        Ok(State::Gone { reason: gone(snapshot, record).to_string() })
    }

    fn screen(
        &self,
        sources: &mut Sources,
        reading: &Reading,
        writer: &Writer,
        write: &mut Write<'_>,
    ) -> Result<(), ScreenError> {
        let in_work = 2 * self.pool.current_num_threads();
        let ahead = Ahead { in_work, bytes: WAITING_BYTES_MAX };
        let heads = sources.heads();
        let (mut unread, mut unwritten) = (None, None);
        let read = || {
            sources.next_chunk().unwrap_or_else(|error| {
                unread = Some(error);
                None
            })
        };
        let work = |chunk: Chunk| {
            let head = &heads[chunk.file];
            let mut made = Made::of(&chunk);
            for (line, row) in &chunk.rows {
                let mut customer = reading.customer(*line, row, &head.columns);
                customer.note_mistyped(&self.matcher);
                writer.push(&mut made, &head.file, *line, customer, |key, query| {
                    self.asked(key, query)
                });
            }
            made
        };
        let outcome = in_order(self.pool, ahead, read, work, |made| match write(made) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        });
        match (outcome, unwritten, unread) {
            (Err(Fault::Panicked), ..) => Err(ScreenError::Fault),
            (_, Some(error), _) => Err(error),
            (_, _, Some(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }
}

impl Local<'_> {
    /// Asks for a customer, without the records that are cleared.
    fn asked(&self, customer: &str, query: &MatchQuery) -> Asked {
        let make = |answer: MatchAnswer| {
            let none = self.clearances.map(Decided::none);
            let made = self.made_of(query, &answer, none);
            let is_missing = self.receipts && made.canonical().is_none();
            let canonical = is_missing.then(|| self.matcher.canonical(query, &answer));
            Answer { canonical, ..made }
        };
        let plain = || self.matcher.answer(query, make);
        let Some(clearances) = self.clearances.filter(|own| own.of(customer).is_some()) else {
            return plain().into();
        };
        let (answer, decided) = self.matcher.answer_for(customer, clearances, query);
        let answer = self.made_of(query, &answer, Some(decided));
        Asked { answer: Arc::new(answer), plain: self.receipts.then(plain) }
    }

    /// Makes the output of an answer, which heeds these decisions.
    fn made_of(
        &self,
        query: &MatchQuery,
        answer: &MatchAnswer,
        decided: Option<Decided>,
    ) -> Answer {
        let (snapshot, threshold) = (self.matcher.snapshot, self.matcher.showing.threshold);
        let (mut tally, mut back) = (Tally::default(), 0);
        for hit in answer.hits.iter().filter(|hit| hit.score >= threshold) {
            let lists = records_of(hit).map(|at| snapshot.record(at).register().name.as_str());
            tally.add(lists.collect::<BTreeSet<_>>(), hit.score);
            let earlier = decided.as_ref().and_then(|own| own.on(snapshot, hit));
            back += u64::from(earlier.is_some_and(StandingDecision::is_back));
        }
        let cleared = decided.as_ref().map_or(0, |own| own.cleared);
        let body = if self.form.is_table() {
            let rows = answer.hits.iter().map(|hit| {
                let mut row = hit_of(snapshot, hit, threshold).row();
                if let Some(decided) = &decided {
                    let bases = bases(query, snapshot, hit).collect::<Vec<_>>().join("; ");
                    row.push(b',');
                    row.extend(decision_cells(decided.on(snapshot, hit), &bases));
                }
                row
            });
            Body::Rows(rows.collect())
        } else {
            Body::Line(match decided.as_ref() {
                None if self.receipts => canonical_line(&self.matcher, query, answer),
                decided => line_answer(&self.matcher, query, answer, decided),
            })
        };
        Answer { body, tally, canonical: None, cleared, back }
    }
}

/// Reason why a record is not on a list.
pub(super) fn gone(snapshot: &Snapshot, record: RecordId) -> ApiError {
    let id = record.0;
    match snapshot.retired(record) {
        Some(Retired { delisted_at, .. }) => ApiError::RetiredRecord { id, delisted_at },
        None => ApiError::UnknownRecord(id),
    }
}

/// A hit in the form for tables.
pub(super) fn hit_of<'s>(snapshot: &'s Snapshot, hit: &matching::Hit, threshold: f64) -> Hit<'s> {
    let record = snapshot.record(hit.record);
    let matched = hit.features.iter().find_map(|feature| feature.matched_name.as_deref());
    let reasons: Vec<&str> =
        hit.features.iter().filter_map(|feature| feature.explanation.as_deref()).collect();
    let dates: Vec<String> = record.birth_dates().map(|date| date.to_string()).collect();
    let countries: Vec<String> = record.countries().map(|country| country.to_string()).collect();
    let others = hit.others.iter().flatten().take(ENTITY_RECORDS_MAX - 1);
    let others = others.map(|at| snapshot.record(*at));
    let others = others.map(|other| (other.id().0, &*other.register().short_name));
    Hit {
        is_match: hit.score >= threshold,
        score: hit.score,
        matched_name: matched.unwrap_or_default().to_owned().into(),
        record_id: record.id().0,
        record_name: record.name().into(),
        list: record.register().name.as_str().into(),
        list_type: record.list_type().as_str().into(),
        programme: Joined(|| record.programmes()).to_string().into(),
        birth_dates: dates.join("; "),
        countries: countries.join("; "),
        other_records: other_records(others),
        reason: reasons.join(" "),
        link: record.source_url().unwrap_or_default().into(),
    }
}

pub(crate) fn version_of(snapshot: &Snapshot, sha256: &str) -> Version {
    Version {
        version: snapshot.version().to_owned(),
        sha256: sha256.to_owned(),
        built_at: snapshot.built_at().to_string(),
    }
}
