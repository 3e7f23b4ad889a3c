//! The rows of a file of decisions, one for each customer and record, as CSV and as NDJSON.

use serde_json::{Map, Value, json};

use super::decision::{Clearance, Clearances, Decision};
use crate::customers::named::NamedTable;
use crate::receipts::canonical;
use tamis_engine::csv::{Formulas, Table};
use tamis_engine::files::json_fault;
use tamis_engine::model::{PartialDate, RecordId};
use tamis_ingest::FileError;

/// The columns of a table, and the keys of a line.
const COLUMNS: [&str; 9] = [
    "customer_id",
    "record_id",
    "decision",
    "reason",
    "reviewer",
    "decided_at",
    "until",
    "basis",
    "facts",
];
/// The last column may be missing: then only the parts that change are named, not their values.
const NEEDED: [&str; 8] = {
    let [needed @ .., _] = COLUMNS;
    needed
};

/// A decision with the customer's key and the record.
type Row = (String, RecordId, Clearance);

/// Reads the rows of a table; `add` takes each, or says why it cannot.
///
/// # Errors
/// The table cannot be read, or a row is none; the message names the line.
pub(super) fn read_table(
    bytes: Vec<u8>,
    file: String,
    mut add: impl FnMut(Row) -> Result<(), String>,
) -> Result<(), FileError> {
    let meant = "a file that tamis clear wrote";
    let mut table = NamedTable::of_bytes(bytes, file.clone(), &NEEDED, meant)?;
    while let Some(line) = table.advance()? {
        let row = row(COLUMNS.map(|column| table.cell(column)));
        row.and_then(&mut add).map_err(|reason| of_line(&file, line, &reason))?;
    }
    Ok(())
}

/// Reads the rows of lines of JSON, as [`read_table`] does.
///
/// # Errors
/// As [`read_table`].
pub(super) fn read_lines(
    bytes: &[u8],
    file: &str,
    mut add: impl FnMut(Row) -> Result<(), String>,
) -> Result<(), FileError> {
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let fields = serde_json::from_slice::<Map<String, Value>>(line);
        let fields = fields.map_err(|error| json_fault(&error));
        let row = fields.and_then(|fields| {
            let cell = |column: &str| match fields.get(column) {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(text)) => text.trim().to_owned(),
                Some(other) => other.to_string(),
            };
            row(COLUMNS.map(cell))
        });
        row.and_then(&mut add).map_err(|reason| of_line(file, number, &reason))?;
    }
    Ok(())
}

fn of_line(file: &str, line: u64, reason: &str) -> FileError {
    FileError::Content { file: file.to_owned(), reason: format!("line {line}: {reason}") }
}

/// Reads the cells of a row. A server logs the reason why it is none, so that repeats no cell.
fn row(cells: [String; 9]) -> Result<Row, String> {
    let [customer, record, decision, reason, reviewer, decided_at, until, basis, facts] = cells;
    if customer.is_empty() {
        return Err("customer_id is empty".to_owned());
    }
    let record = record.parse().map(RecordId);
    let record = record.map_err(|_| "record_id must be the id of a record".to_owned())?;
    let until = (!until.is_empty()).then(|| until.parse::<PartialDate>()).transpose();
    let until = until.map_err(|_| "until must be a date such as 2027-06-30")?;
    let decision = Decision::from_name(&decision)
        .map_err(|_| "decision must be cleared, confirmed or open")?;
    let basis = basis.parse().map_err(|_| "basis must be that of a table of hits")?;
    let facts = (!facts.is_empty()).then(|| facts.parse()).transpose()?;
    let clearance = Clearance { decision, reason, reviewer, decided_at, until, basis, facts };
    Ok((customer, record, clearance))
}

/// Writes decisions as a table.
pub(super) fn table(clearances: &Clearances) -> Vec<u8> {
    let mut table = Table::new(Formulas::Kept);
    table.header(&COLUMNS);
    for (customer, record, own) in clearances.all() {
        let line = table.line().cell(customer).cell(record.0).cell(own.decision.as_str());
        let line = line.cell(&own.reason).cell(&own.reviewer).cell(&own.decided_at);
        line.optional(own.until).cell(&own.basis).optional(own.facts.as_ref()).end();
    }
    table.into_text()
}

/// Writes decisions as lines of JSON.
pub(super) fn lines(clearances: &Clearances) -> Vec<u8> {
    let mut lines = Vec::new();
    for (customer, record, own) in clearances.all() {
        lines.extend(canonical(&json!({
            "customer_id": customer,
            "record_id": record.0,
            "decision": own.decision.as_str(),
            "reason": own.reason,
            "reviewer": own.reviewer,
            "decided_at": own.decided_at,
            "until": own.until.map(|until| until.to_string()),
            "basis": own.basis.to_string(),
            "facts": own.facts,
        })));
        lines.push(b'\n');
    }
    lines
}
