//! Screens rows one by one for a program, those of a table in memory or of a customer file, against a
//! snapshot.

use std::path::PathBuf;
use std::sync::Arc;

use super::error::ScreenError;
use super::hits::Hit;
use super::local::{gone, hit_of};
use super::{TABLE_DEFAULTS, matcher, read_settings, with_defaults};
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::customer::{Customer, Reading, Unread};
use crate::api::matching::decided::note_unheeded;
use crate::api::matching::stream::answer::{Answer, line_answer, push_answer, push_refusal};
use crate::api::matching::stream::query::{self, LineQuery};
use crate::customers::columns::{Columns, Naming, Others};
use crate::customers::source::{Row, Source, SourceOptions};
use crate::customers::{Field, InputForm};
use tamis_engine::batch::Weighed;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{Collection, DateOrder, Day, RecordId, Schema, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_ingest::characters::Characters;

/// Settings for screening the rows of a table.
#[derive(Debug, Clone)]
pub struct TableSettings {
    /// Fields of columns whose names are not recognised.
    pub columns: Vec<(Field, String)>,
    /// Order of numeric dates that do not begin with the year.
    pub dates: DateOrder,
    /// Type of customers whose row does not give one.
    pub schema: Schema,
    pub collection: Collection,
    /// Parameters of a match (docs/api.md, "Match"), encoded as in an address.
    pub parameters: String,
    /// True if results below the threshold are wanted too.
    pub all: bool,
}

/// A customer file, and how it is read where that is not to be detected.
#[derive(Debug, Clone)]
pub struct CustomerFile {
    pub path: PathBuf,
    pub form: Option<InputForm>,
    /// Sheet of a spreadsheet; `None` for the first.
    pub sheet: Option<String>,
    pub characters: Option<Characters>,
    /// Line of a table's header; 0 if there is none.
    pub header_row: Option<u64>,
}

/// The rows of a customer file, during reading.
pub struct FileRows(Source);

/// A row of a customer file.
pub struct FileRow {
    /// Line at which it begins, from 1.
    pub line: u64,
    row: Row,
}

impl FileRows {
    /// Reads some rows; `None` at the end.
    ///
    /// # Errors
    /// A fault of the file.
    pub fn next_rows(&mut self) -> Result<Option<Vec<FileRow>>, ScreenError> {
        let row = |(line, row)| FileRow { line, row };
        Ok(self.0.next_chunk()?.map(|chunk| chunk.rows.into_iter().map(row).collect()))
    }
}

/// The rows of a table, screened one at a time from any thread.
pub struct Table<'s> {
    columns: Columns,
    /// Description of the recognised columns, and of the detected properties of a file.
    understood: String,
    reading: Reading,
    matcher: BatchMatcher<'s, Hits<'s>>,
}

/// The hits shared by equal rows, the best first.
#[derive(Debug)]
pub struct Hits<'s> {
    /// At most as many as the parameters ask for.
    pub results: Vec<Hit<'s>>,
}

/// Result of screening a row.
#[derive(Debug)]
pub struct Screened<'s> {
    /// The caller's key; the number of the row if the table has none.
    pub key: String,
    /// The first name, as written in the row.
    pub name: String,
    /// The hits, or the reason why the row was not screened.
    pub hits: Result<Arc<Hits<'s>>, Unread>,
    /// Parts of the row without effect.
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
    /// [`ScreenError`] if no column of names is recognised, a given column is missing, or a parameter
    /// is outside its rule.
    pub fn new(
        snapshot: &'s Snapshot,
        header: Vec<String>,
        settings: &TableSettings,
    ) -> Result<Self, ScreenError> {
        let own = &settings.columns;
        let columns = Columns::of("the table", header, own, Others::Known, Naming::Argument)?;
        let understood = columns.to_string();
        Self::of(snapshot, columns, understood, settings)
    }

    /// The table of a customer file, and its rows.
    ///
    /// # Errors
    /// [`ScreenError`] if the file cannot be read, no column of names is recognised, a given column is
    /// missing, or a parameter is outside its rule.
    pub fn of_file(
        snapshot: &'s Snapshot,
        file: &CustomerFile,
        settings: &TableSettings,
    ) -> Result<(Self, FileRows), ScreenError> {
        let CustomerFile { path, form, sheet, characters, header_row } = file;
        let options = SourceOptions {
            form: *form,
            characters: *characters,
            sheet: sheet.as_deref(),
            header_row: *header_row,
            ..SourceOptions::screening(&settings.columns, Naming::Argument)
        };
        let source = Source::open(path, options)?;
        let sentences: Vec<String> = source.head.sentences().collect();
        let columns = source.head.columns.clone();
        let table = Self::of(snapshot, columns, sentences.join("; "), settings)?;
        Ok((table, FileRows(source)))
    }

    fn of(
        snapshot: &'s Snapshot,
        columns: Columns,
        understood: String,
        settings: &TableSettings,
    ) -> Result<Self, ScreenError> {
        let TableSettings { dates, schema, collection, parameters, all, .. } = settings;
        let matcher = matcher(
            snapshot,
            *collection,
            read_settings(&with_defaults(parameters, &TABLE_DEFAULTS), &[])?,
            !all,
            Day::of(Timestamp::now()),
        );
        let reading = Reading { dates: *dates, schema: *schema, today: matcher.showing.today };
        Ok(Self { columns, understood, reading, matcher })
    }

    /// Describes the recognised columns, and the detected properties of a file, in a sentence.
    #[must_use]
    pub fn understood(&self) -> &str {
        &self.understood
    }

    /// Indices of the columns that are read; the others may be empty in every row.
    pub fn columns_read(&self) -> impl Iterator<Item = usize> + '_ {
        self.columns.places()
    }

    /// Name of the column that holds a field, if there is one.
    #[must_use]
    pub fn column_of(&self, field: Field) -> Option<&str> {
        self.columns.name_of(field)
    }

    /// Notes that apply to every row, such as an unknown register.
    pub fn says(&self) -> impl Iterator<Item = &str> {
        self.matcher.ignored.sentences()
    }

    /// Screens a row, given by its number and a cell for each column.
    #[must_use]
    pub fn screen(&self, number: u64, cells: Vec<String>) -> Screened<'s> {
        self.screen_row(&FileRow { line: number, row: Row::Cells(cells) })
    }

    /// Screens a row of the file.
    #[must_use]
    pub fn screen_row(&self, FileRow { line, row }: &FileRow) -> Screened<'s> {
        let mut customer = self.reading.customer(*line, row, &self.columns);
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

/// The answer to one query; both are lines of a stream (docs/api.md, "Match stream").
///
/// # Errors
/// [`ScreenError`] if a parameter is outside its rule. Faults of the query are in the answer.
pub fn answer_line(
    snapshot: &Snapshot,
    collection: Collection,
    parameters: &str,
    query: &[u8],
) -> Result<Vec<u8>, ScreenError> {
    let matcher = matcher(
        snapshot,
        collection,
        read_settings(parameters, &[])?,
        false,
        Day::of(Timestamp::now()),
    );
    Ok(line(&matcher, query, |query| {
        matcher.answer(query, |answer| line_answer(&matcher, query, &answer, None))
    }))
}

/// Compares a query with one record and returns a line with that record as its only result. The
/// comparison is that of a match, regardless of other records.
///
/// # Errors
/// [`ScreenError`] if a parameter is outside its rule, or the record is on no list.
pub fn compared_line(
    snapshot: &Snapshot,
    record: RecordId,
    parameters: &str,
    query: &[u8],
) -> Result<Vec<u8>, ScreenError> {
    let matcher = matcher(
        snapshot,
        Collection::Default,
        read_settings(parameters, &[])?,
        false,
        Day::of(Timestamp::now()),
    );
    let record = snapshot.find(record).ok_or_else(|| gone(snapshot, record))?;
    Ok(line(&matcher, query, |query| {
        Arc::new(line_answer(&matcher, query, &matcher.compared(query, record), None))
    }))
}

/// A query and its answer as a line; faults of the query are in it.
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
            note_unheeded(&query, None, &mut ignored);
            push_answer(&mut line, 1, id, &answer(&query.query), &ignored);
        }
        Err(fault) => push_refusal(&mut line, 1, id, &fault),
    }
    line
}
