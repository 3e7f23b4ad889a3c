//! Screens customers against a snapshot in this process, on the threads of a pool.

use std::collections::BTreeSet;
use std::iter::once;
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::ThreadPool;

use super::counts::Tally;
use super::error::ScreenError;
use super::hits::{Answer, Body, Hit, Made, OutputForm, Writer, other_records};
use super::lists::{Lists, State, Version, Write};
use crate::api::http::error::ApiError;
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::customer::Reading;
use crate::api::matching::stream::answer::line_answer;
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
                writer.push(&mut made, &head.file, *line, customer, |query| self.answer(query));
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
    fn answer(&self, query: &MatchQuery) -> Arc<Answer> {
        self.matcher.answer(query, |answer| self.made_of(query, answer))
    }

    fn made_of(&self, query: &MatchQuery, answer: MatchAnswer) -> Answer {
        let (snapshot, threshold) = (self.matcher.snapshot, self.matcher.showing.threshold);
        let mut tally = Tally::default();
        for hit in answer.hits.iter().filter(|hit| hit.score >= threshold) {
            let records = once(&hit.record).chain(hit.others.iter().flatten());
            let lists = records.map(|at| snapshot.record(*at).register().name.as_str());
            tally.add(lists.collect::<BTreeSet<_>>(), hit.score);
        }
        let body = match self.form {
            OutputForm::Csv => {
                let rows = answer.hits.iter().map(|hit| hit_of(snapshot, hit, threshold).row());
                Body::Rows(rows.collect())
            }
            OutputForm::Ndjson => Body::Line(line_answer(&self.matcher, query, answer)),
        };
        Answer { body, tally }
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
