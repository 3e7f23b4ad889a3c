//! Rows that a program holds itself, screened against a snapshot: a table in memory.

use std::sync::Arc;

use super::error::ScreenError;
use super::hits::Hit;
use super::local::{gone, hit_of};
use super::{matcher, parameters_of_table, read_settings};
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::customer::{Customer, Reading, Unread};
use crate::api::matching::stream::answer::{Answer, line_answer, push_answer, push_refusal};
use crate::api::matching::stream::query::{self, LineQuery};
use crate::customers::Field;
use crate::customers::columns::{Columns, Naming, Others};
use crate::customers::source::Row;
use tamis_engine::batch::Weighed;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{Collection, DateOrder, RecordId, Schema};
use tamis_engine::snapshot::Snapshot;

/// How the rows of a table are asked.
#[derive(Debug, Clone)]
pub struct TableSettings {
    /// What columns hold whose names do not tell it.
    pub columns: Vec<(Field, String)>,
    /// The order of dates in figures that do not begin with the year.
    pub dates: DateOrder,
    /// What customers are whose row does not say it.
    pub schema: Schema,
    pub collection: Collection,
    /// The parameters of a match (docs/api.md, "Match"), as they stand in an address.
    pub parameters: String,
    /// Whether results below the threshold are wanted too.
    pub all: bool,
}

/// The rows of a table, screened one by one and from any thread.
pub struct Table<'s> {
    columns: Columns,
    reading: Reading,
    matcher: BatchMatcher<'s, Hits<'s>>,
}

/// The hits of equal rows, the best first.
#[derive(Debug)]
pub struct Hits<'s> {
    /// As many as the parameters ask for at most.
    pub results: Vec<Hit<'s>>,
}

/// What comes of a row.
#[derive(Debug)]
pub struct Screened<'s> {
    /// The caller's key; the number of the row where the table has none.
    pub key: String,
    /// The first name, as the row has it.
    pub name: String,
    /// The hits, or why it is not screened.
    pub hits: Result<Arc<Hits<'s>>, Unread>,
    /// What of the row has no effect.
    pub notes: Vec<Unread>,
}

impl Weighed for Hits<'_> {
    fn bytes(&self) -> usize {
        let text = |hit: &Hit<'_>| {
            let names = hit.matched_name.len() + hit.programme.len() + hit.reason.len();
            names + hit.birth_dates.len() + hit.countries.len()
        };
        let hits = self.results.iter();
        hits.map(|hit| text(hit) + size_of_val(hit)).sum::<usize>() + size_of_val(self)
    }
}

impl<'s> Table<'s> {
    /// A table with columns of these names.
    ///
    /// # Errors
    /// [`ScreenError`] where no column is known to hold names, one that is named is not there, or a
    /// parameter is outside its rule.
    pub fn new(
        snapshot: &'s Snapshot,
        header: Vec<String>,
        settings: &TableSettings,
    ) -> Result<Self, ScreenError> {
        let TableSettings { columns, dates, schema, collection, parameters, all } = settings;
        let columns = Columns::of("the table", header, columns, Others::Known, Naming::Argument)?;
        let matcher =
            matcher(snapshot, *collection, read_settings(&parameters_of_table(parameters))?, !all);
        let reading = Reading { dates: *dates, schema: *schema, today: matcher.showing.today };
        Ok(Self { columns, reading, matcher })
    }

    /// What is understood of the columns, in a sentence.
    #[must_use]
    pub fn understood(&self) -> String {
        self.columns.to_string()
    }

    /// Places of the columns that are read; all others may be empty in every row.
    pub fn columns_read(&self) -> impl Iterator<Item = usize> + '_ {
        self.columns.places()
    }

    /// The name of the column in which a field is, where it is in one.
    #[must_use]
    pub fn column_of(&self, field: Field) -> Option<&str> {
        self.columns.name_of(field)
    }

    /// What is said of every row, such as that a register is not known.
    pub fn says(&self) -> impl Iterator<Item = &str> {
        self.matcher.ignored.sentences()
    }

    /// Screens a row, given by its number and a cell for each column.
    #[must_use]
    pub fn screen(&self, number: u64, cells: Vec<String>) -> Screened<'s> {
        let mut customer = self.reading.customer(number, &Row::Cells(cells), &self.columns);
        customer.note_mistyped(&self.matcher);
        let Customer { key, name, query, notes, .. } = customer;
        let hits = query.map(|query| {
            self.matcher.answer(&query, |answer| {
                let (snapshot, threshold) = (self.matcher.snapshot, self.matcher.showing.threshold);
                let hits = answer.hits.iter();
                Hits { results: hits.map(|hit| hit_of(snapshot, hit, threshold)).collect() }
            })
        });
        Screened { key, name, hits, notes }
    }
}

/// The answer to one query, both as a line of a stream has them (docs/api.md, "Match stream").
///
/// # Errors
/// [`ScreenError`] where a parameter is outside its rule; what is wrong with the query is in the answer.
pub fn answer_line(
    snapshot: &Snapshot,
    collection: Collection,
    parameters: &str,
    query: &[u8],
) -> Result<Vec<u8>, ScreenError> {
    let matcher = matcher(snapshot, collection, read_settings(parameters)?, false);
    Ok(line(&matcher, query, |query| {
        matcher.answer(query, |answer| line_answer(&matcher, query, answer))
    }))
}

/// What a record comes to for a query, as a line that holds it as its only result: compared as a match
/// compares it, whatever other records there are.
///
/// # Errors
/// [`ScreenError`] where a parameter is outside its rule, or the record is on no list.
pub fn compared_line(
    snapshot: &Snapshot,
    record: RecordId,
    parameters: &str,
    query: &[u8],
) -> Result<Vec<u8>, ScreenError> {
    let matcher = matcher(snapshot, Collection::Default, read_settings(parameters)?, false);
    let record = snapshot.find(record).ok_or_else(|| gone(snapshot, record))?;
    Ok(line(&matcher, query, |query| {
        Arc::new(line_answer(&matcher, query, matcher.compared(query, record)))
    }))
}

/// A query and its answer as a line; what is wrong with the query is in it.
fn line(
    matcher: &BatchMatcher<'_, Answer>,
    query: &[u8],
    answer: impl FnOnce(&MatchQuery) -> Arc<Answer>,
) -> Vec<u8> {
    let (today, ignored) = (matcher.showing.today, matcher.ignored.clone());
    let LineQuery { id, query, mut ignored } = query::read(1, Some(query), today, ignored);
    let mut line = Vec::new();
    match query {
        Ok(query) => {
            matcher.note_mistyped(&query, &mut ignored);
            push_answer(&mut line, 1, id, &answer(&query.query), &ignored);
        }
        Err(fault) => push_refusal(&mut line, 1, id, &fault),
    }
    line
}
