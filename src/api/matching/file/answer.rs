//! The answers to the rows of a file (docs/api.md, "Match file").

use super::super::batch_matcher::BatchMatcher;
use super::super::customer::{Customer, Reading};
use super::super::settings::Settings;
use super::super::stream::answer::{Answer, line_answer};
use super::super::stream::run::{Counts, Made};
use super::asked::Asked;
use super::shape::{PreviewRow, push_refused, push_screened};
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::customers::columns::Columns;
use crate::customers::source::{Chunk, Row};
use crate::limits::FILE_PREVIEW_ROWS;
use tamis_engine::model::{Collection, Day};
use tamis_engine::snapshot::Snapshot;

/// Makes the answers to the rows of one file.
pub(super) struct Answers<'s> {
    matcher: BatchMatcher<'s, Answer>,
    columns: Columns,
    reading: Reading,
    hits_only: bool,
}

impl<'s> Answers<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        (collection, settings, today): (Collection, Settings, Day),
        asked: &Asked,
        columns: Columns,
        counts: QueryCounts,
    ) -> Self {
        let Asked { hits_only, dates, schema, .. } = *asked;
        let matcher = BatchMatcher::new(snapshot, collection, settings, hits_only, today, counts);
        Self { matcher, columns, reading: Reading { dates, schema, today }, hits_only }
    }

    /// Parameters of the request without effect.
    pub(super) fn ignored(&self) -> &Ignored {
        &self.matcher.ignored
    }

    fn customer(&self, line: u64, row: &Row) -> Customer {
        let mut customer = self.reading.customer(line, row, &self.columns);
        customer.note_mistyped(&self.matcher);
        customer
    }

    /// Answers the rows of a chunk. A row with unread parts is answered even if only hits are wanted.
    pub(super) fn to(&self, chunk: &Chunk) -> Made {
        let (mut text, mut counts) = (Vec::new(), Counts { read: chunk.read, ..Counts::default() });
        for (line, row) in &chunk.rows {
            let customer = self.customer(*line, row);
            let Ok(query) = &customer.query else {
                counts.refused += 1;
                push_refused(&mut text, *line, &customer);
                continue;
            };
            let answer = self
                .matcher
                .answer(query, |answer| line_answer(&self.matcher, query, &answer, None));
            counts.queries += 1;
            counts.noted += u64::from(!customer.notes.is_empty());
            counts.hits += u64::from(answer.is_hit);
            if answer.is_hit || !self.hits_only || !customer.notes.is_empty() {
                push_screened(&mut text, *line, &customer, &answer);
            }
        }
        self.matcher.answered(counts.queries, counts.hits);
        Made { text, links: Vec::new(), counts }
    }

    /// The first rows with the queries they would make.
    pub(super) fn preview(&self, rows: &[(u64, Row)]) -> Vec<PreviewRow> {
        let rows = rows.iter().take(FILE_PREVIEW_ROWS);
        rows.map(|(line, row)| PreviewRow::of(*line, row, &self.customer(*line, row))).collect()
    }
}
