//! Compares hits with those of an earlier run: new hits, and earlier ones that are hits no longer.
//!
//! A hit is a customer's key and a party: a record, together with the other records of the party. Two
//! hits are the same if they have a record in common. Scores are not compared: the weights of words
//! depend on all lists, so every refresh changes the last digits of scores, which needs no new review.

use std::path::{Path, PathBuf};

use ahash::AHashMap;
use serde::Serialize;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::error::ScreenError;
use super::hits::line_of;
use super::lists::{Lists, State};
use super::output::Output;
use crate::customers::named::open_table;
use crate::customers::source::{cells_of, table_rows};
use tamis_engine::files::with_ending;
use tamis_engine::model::{RecordId, Timestamp};
use tamis_ingest::FileError;
use tamis_ingest::rows::Rows;

/// The earlier hits to compare with, and the output files for differences.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The table of hits of an earlier run.
    pub earlier: PathBuf,
    /// Output of new and changed hits; `None` for a file next to the output.
    pub new: Option<PathBuf>,
    /// Output of removed hits; `None` for a file next to the output.
    pub removed: Option<PathBuf>,
}

/// Suffix of the output's name for new and changed hits.
const NEW: &str = ".new.csv";
const REMOVED: &str = ".removed.csv";

/// The last column of a table of differences.
const CHANGE: &str = "change";

/// Result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// File of the earlier hits.
    pub earlier: PathBuf,
    /// New hits.
    pub new: u64,
    /// Hits with changed data of the customer or the record.
    pub changed: u64,
    /// Hits without a change, apart from the score.
    pub unchanged: u64,
    /// Earlier hits that are hits no longer.
    pub removed: u64,
    /// The file of new and changed hits, and the file of removed ones.
    pub files: [PathBuf; 2],
}

/// The hits of an earlier run.
pub(super) struct Earlier {
    path: PathBuf,
    files: [PathBuf; 2],
    /// The hits in their order.
    hits: Vec<Before>,
    /// Indices in `hits`, by customer and each record of the party.
    places: AHashMap<Pair, u32>,
    /// The columns that are compared.
    facts: Vec<&'static str>,
}

/// Identifies a customer's key and a record.
type Pair = u128;

struct Before {
    facts: u64,
    is_still_a_hit: bool,
}

impl Earlier {
    /// Reads the earlier hits; takes 40 to 80 bytes of memory for each.
    pub(super) fn read(comparison: &Comparison, output: &Path) -> Result<Self, ScreenError> {
        let Comparison { earlier, new, removed } = comparison;
        let beside = |path: &Option<PathBuf>, ending| {
            path.clone().unwrap_or_else(|| with_ending(output, ending))
        };
        let mut table = Table::open(earlier, &FACTS)?;
        let facts = table.facts_found();
        let (mut hits, mut places) = (Vec::new(), AHashMap::new());
        while let Some(hit) = table.next_hit()? {
            // A record with a row of its own is compared with that row.
            for pair in hit.others {
                places.entry(pair).or_insert(hits.len() as u32);
            }
            places.insert(hit.pair, hits.len() as u32);
            hits.push(Before { facts: hit.facts, is_still_a_hit: false });
        }
        let files = [beside(new, NEW), beside(removed, REMOVED)];
        Ok(Self { path: earlier.clone(), files, hits, places, facts })
    }

    /// Compares hits with the earlier ones. If only records changed since a time were searched, an
    /// earlier hit counts as removed only if its record was changed or is gone.
    pub(super) fn compare(
        mut self,
        hits: &Path,
        lists: &dyn Lists,
        since: Option<Timestamp>,
    ) -> Result<Compared, ScreenError> {
        let mut now = Table::open(hits, &self.facts)?;
        let mut output = Output::create(Some(&self.files[0]), &now.header())?;
        let [mut new, mut changed, mut unchanged, mut removed] = [0; 4];
        while let Some(hit) = now.next_hit()? {
            let pairs = [hit.pair].into_iter().chain(hit.others);
            let places: Vec<usize> =
                pairs.filter_map(|pair| self.places.get(&pair)).map(|at| *at as usize).collect();
            places.iter().for_each(|at| self.hits[*at].is_still_a_hit = true);
            let change = match places.first() {
                None => {
                    new += 1;
                    "new"
                }
                Some(at) if self.hits[*at].facts == hit.facts => {
                    unchanged += 1;
                    continue;
                }
                Some(_) => {
                    changed += 1;
                    "changed"
                }
            };
            output.write(&now.row_with(change))?;
        }
        output.finish()?;

        let mut before = Table::open(&self.path, &self.facts)?;
        let mut output = Output::create(Some(&self.files[1]), &before.header())?;
        let mut hits = self.hits.iter();
        while let Some(hit) = before.next_hit()? {
            if hits.next().is_some_and(|before| before.is_still_a_hit) {
                continue;
            }
            match why_removed(hit.record, lists, since)? {
                Some(reason) => {
                    removed += 1;
                    output.write(&before.row_with(&reason))?;
                }
                None => unchanged += 1,
            }
        }
        output.finish()?;
        let Self { path: earlier, files, .. } = self;
        Ok(Compared { earlier, new, changed, unchanged, removed, files })
    }
}

/// Reason why a record is no longer a hit of a customer; `None` if it was not searched.
fn why_removed(
    record: RecordId,
    lists: &dyn Lists,
    since: Option<Timestamp>,
) -> Result<Option<String>, ScreenError> {
    Ok(match lists.state_of(record)? {
        State::Listed { touched } if since.is_some_and(|since| touched < since) => None,
        State::Listed { .. } => Some(
            "no longer a hit: the score is below the threshold, --limit leaves no room for it, or the \
             customer is not in the files"
                .to_owned(),
        ),
        State::Gone { reason } => Some(reason),
    })
}

/// A table of hits during reading.
struct Table {
    rows: Rows<'static>,
    columns: Vec<String>,
    key: usize,
    record: usize,
    is_match: usize,
    /// Column of the party's other records; missing in tables of earlier versions.
    others: Option<usize>,
    /// The columns that are compared.
    facts: Vec<usize>,
}

/// The columns that are compared: all data of the customer and the record, except values that change
/// with the scores at every refresh.
const FACTS: [&str; 9] = [
    "customer_name",
    "record_name",
    "list",
    "list_type",
    "programme",
    "birth_dates",
    "countries",
    "other_records",
    "link",
];

/// Name of the column with the party's other records.
const OTHER_RECORDS: &str = "other_records";

struct Hit {
    pair: Pair,
    /// Pairs of the customer and the party's other records.
    others: Vec<Pair>,
    record: RecordId,
    facts: u64,
}

impl Table {
    /// Opens a table. It may have further columns, added by a reviewer, and lack some of the facts.
    fn open(path: &Path, facts: &[&'static str]) -> Result<Self, ScreenError> {
        let file = path.display().to_string();
        let (rows, _) = table_rows(open_table(path, &file)?, &file)?;
        let columns = cells_of(&rows);
        let found = |name: &str| columns.iter().position(|column| column == name);
        let place = |name: &str| {
            found(name).ok_or_else(|| {
                let reason = format!("no column {name:?}; give a table of hits of an earlier run");
                FileError::Content { file: file.clone(), reason }
            })
        };
        let [key, record, is_match] = [place("customer_id")?, place("record_id")?, place("match")?];
        let facts = facts.iter().filter_map(|name| found(name)).collect();
        let others = found(OTHER_RECORDS);
        Ok(Self { rows, columns, key, record, is_match, others, facts })
    }

    /// The facts that the table has.
    fn facts_found(&self) -> Vec<&'static str> {
        let has = |name: &&'static str| self.columns.iter().any(|column| column == name);
        FACTS.into_iter().filter(has).collect()
    }

    /// Returns the next hit. Results below the threshold, which `--all` writes too, are skipped.
    fn next_hit(&mut self) -> Result<Option<Hit>, ScreenError> {
        while let Some(line) = self.rows.advance()? {
            let row = self.rows.row();
            if row.get(self.is_match) != Some(b"yes") {
                continue;
            }
            let cell = |at: usize| row.get(at).unwrap_or_default();
            let text = String::from_utf8_lossy(cell(self.record));
            let Ok(record) = text.parse() else {
                let file = self.rows.file().to_owned();
                let reason = format!("record_id is {text:?}; it must be the id of a record");
                let reason = format!("line {line}: {reason}");
                return Err(FileError::Content { file, reason }.into());
            };
            let record = RecordId(record);
            // No record id contains the separator.
            let pair_of = |record: &[u8]| xxh3_128(&[cell(self.key), record].join(&b'\n'));
            let pair = pair_of(cell(self.record));
            let others = self.others.map(cell).unwrap_or_default();
            let others = others.split(|byte| *byte == b';').map(|other| {
                let id = other.trim_ascii_start();
                &id[..id.iter().take_while(|byte| byte.is_ascii_digit()).count()]
            });
            let others = others.filter(|id| !id.is_empty()).map(pair_of).collect();
            let facts: Vec<&[u8]> = self.facts.iter().map(|at| cell(*at)).collect();
            let facts = xxh3_64(&facts.join(&b'\n'));
            return Ok(Some(Hit { pair, others, record, facts }));
        }
        Ok(None)
    }

    /// The header with one more column.
    fn header(&self) -> Vec<u8> {
        let columns = self.columns.iter();
        line_of(|line| columns.fold(line, |line, column| line.cell(column)).cell(CHANGE))
    }

    /// The current row with one more cell.
    fn row_with(&self, change: &str) -> Vec<u8> {
        let cells = self.rows.row().iter().map(String::from_utf8_lossy);
        line_of(|line| cells.fold(line, |line, cell| line.cell(cell)).cell(change))
    }
}
