//! A reviewed table of hits, turned into decisions: the implementation of `tamis clear`.

use std::path::Path;

use super::basis::Basis;
use super::decision::{Clearance, Clearances, Decision};
use super::facts::Facts;
use crate::customers::named::NamedTable;
use tamis_engine::csv::armed;
use tamis_engine::model::{PartialDate, RecordId, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_ingest::FileError;

/// The columns that a reviewed table needs.
const NEEDED: [&str; 6] = ["customer_id", "record_id", "decision", "reviewer", "comment", "basis"];

/// A row whose decision was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRow {
    pub line: u64,
    /// The reason, in a sentence.
    pub reason: String,
}

/// The decisions of a table.
#[derive(Debug, Clone, Default)]
pub struct Reviewed {
    /// The decisions, a record each: a party of several records has several.
    pub decisions: Clearances,
    /// Rows with a decision.
    pub rows: u64,
    /// Rows without one, which still await it.
    pub undecided: u64,
    pub refused: Vec<RefusedRow>,
}

/// Reads the decisions of a reviewed table of hits, as `tamis screen --clearances` wrote it. `until` is the
/// last day on which they hold.
///
/// # Errors
/// The table cannot be read, or lacks a column.
pub fn review(
    hits: &Path,
    snapshot: &Snapshot,
    until: Option<PartialDate>,
    now: Timestamp,
) -> Result<Reviewed, FileError> {
    let meant = "a table of hits of tamis screen --clearances";
    let mut table = NamedTable::open(hits, &NEEDED, meant)?;
    let mut reviewed = Reviewed::default();
    while let Some(line) = table.advance()? {
        if table.cell("decision").is_empty() {
            reviewed.undecided += 1;
            continue;
        }
        reviewed.rows += 1;
        let mut add = || {
            let row = Row::read(&table)?;
            let facts = row.check(snapshot)?;
            row.add_to(&mut reviewed.decisions, facts, until, now)
        };
        if let Err(reason) = add() {
            reviewed.refused.push(RefusedRow { line, reason });
        }
    }
    Ok(reviewed)
}

/// A row with a decision.
struct Row {
    customer: String,
    decision: Decision,
    reason: String,
    reviewer: String,
    /// The records of the party with their bases.
    records: Vec<(RecordId, Basis)>,
}

impl Row {
    fn read(table: &NamedTable) -> Result<Self, String> {
        let [customer, record, decision, reviewer, comment, basis] =
            NEEDED.map(|column| armed(&table.cell(column)).to_owned());
        let decision = Decision::from_name(&decision)?;
        for (text, column) in
            [(&customer, "customer_id"), (&reviewer, "reviewer"), (&comment, "comment")]
        {
            if text.is_empty() {
                return Err(format!(
                    "{column} is empty: a decision needs a customer, a reviewer and a reason"
                ));
            }
        }
        let others = table.cell("other_records");
        let others = others.split(';').filter_map(|other| other.split_whitespace().next());
        let ids: Vec<&str> = [record.as_str()].into_iter().chain(others).collect();
        let bases: Vec<&str> = basis.split(';').map(str::trim).collect();
        if ids.len() != bases.len() {
            return Err("basis must have an entry for each record of the party".to_owned());
        }
        let pairs = ids.into_iter().zip(bases).map(|(id, basis)| {
            let id = id.parse().map_err(|_| format!("{id:?} is no id of a record"))?;
            Ok((RecordId(id), basis.parse()?))
        });
        let records = pairs.collect::<Result<_, String>>()?;
        Ok(Self { customer, decision, reason: comment, reviewer, records })
    }

    /// Checks that the records are what the reviewer saw, and returns their facts.
    fn check(&self, snapshot: &Snapshot) -> Result<Vec<Facts>, String> {
        let facts = self.records.iter().map(|(record, basis)| {
            let listed = snapshot.find(*record);
            let listed = listed.ok_or_else(|| format!("record {} is on no list", record.0))?;
            let listed = snapshot.record(listed);
            match Basis::of_record(basis, listed).changed_since(basis, None) {
                None => Ok(Facts::of(listed)),
                Some(changed) => Err(format!(
                    "record {} is not what it was when this table was written ({changed}); screen again",
                    record.0
                )),
            }
        });
        facts.collect()
    }

    fn add_to(
        self,
        decisions: &mut Clearances,
        facts: Vec<Facts>,
        until: Option<PartialDate>,
        now: Timestamp,
    ) -> Result<(), String> {
        let Self { customer, decision, reason, reviewer, records } = self;
        for ((record, basis), facts) in records.into_iter().zip(facts) {
            let facts = Some(facts);
            let (reason, reviewer, decided_at) =
                (reason.clone(), reviewer.clone(), now.to_string());
            let clearance =
                Clearance { decision, reason, reviewer, decided_at, until, basis, facts };
            decisions.add(customer.clone(), record, clearance)?;
        }
        Ok(())
    }
}
