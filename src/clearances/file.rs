//! A file of decisions: CSV with a header, a row for each customer and record.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::basis::Basis;
use super::facts::Facts;
use crate::customers::named::NamedTable;
use crate::limits::CLEARANCES_OF_CUSTOMER_MAX;
use tamis_engine::csv::{Formulas, Table};
use tamis_engine::files::{open_regular, read_short_text};
use tamis_engine::limits::SIGNATURE_BYTES_MAX;
use tamis_engine::model::{Day, PartialDate, RecordId};
use tamis_engine::store::checksum::sha256_of;
use tamis_engine::store::{SignatureFault, TrustedKeys};
use tamis_ingest::FileError;
use tamis_signing::SigningKey;

/// The columns of the file.
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

/// A reviewer's decision on a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The customer is not the listed party.
    Cleared,
    /// The customer is the listed party.
    Confirmed,
    /// Not decided yet.
    Open,
}

impl Decision {
    const ALL: [Self; 3] = [Self::Cleared, Self::Confirmed, Self::Open];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Cleared => "cleared",
            Self::Confirmed => "confirmed",
            Self::Open => "open",
        }
    }

    /// The decision of this name, in upper or lower case.
    pub(crate) fn from_name(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|own| own.as_str().eq_ignore_ascii_case(name));
        known.ok_or_else(|| {
            format!("the decision is {name:?}; it must be cleared, confirmed or open")
        })
    }
}

/// A decision on a customer and a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clearance {
    pub(crate) decision: Decision,
    pub(crate) reason: String,
    pub(crate) reviewer: String,
    /// Time of the decision, ISO 8601.
    pub(crate) decided_at: String,
    /// Last day on which it holds, perhaps a whole month or year; `None` for no end.
    pub(crate) until: Option<PartialDate>,
    pub(crate) basis: Basis,
    /// The facts of the record then, if they were kept.
    pub(crate) facts: Option<Facts>,
}

impl Clearance {
    /// True if it no longer holds by its own date.
    pub(crate) fn is_over(&self, today: Day) -> bool {
        self.until.is_some_and(|until| until.end() <= today.date().start())
    }
}

/// The decisions on a customer by record.
pub(crate) type OfCustomer = BTreeMap<RecordId, Clearance>;

/// A file of decisions, and the keys of which one must have signed it.
#[derive(Debug, Clone)]
pub struct ClearancesFile {
    pub path: PathBuf,
    /// Of none, no signature is needed.
    pub keys: TrustedKeys,
}

/// Decisions by customer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clearances {
    by_customer: BTreeMap<String, OfCustomer>,
    /// SHA-256 of the file; empty if there is none.
    pub(crate) sha256: String,
}

impl ClearancesFile {
    /// Reads the file; one that does not exist yet has no decisions.
    ///
    /// # Errors
    /// It cannot be read, is not signed as it must be, or a row is none; the message names the line.
    pub fn read(&self) -> Result<Clearances, FileError> {
        let path = &self.path;
        let file = path.display().to_string();
        let mut bytes = Vec::new();
        let read = open_regular(path).and_then(|mut file| file.read_to_end(&mut bytes));
        match read {
            Ok(_) => self.check(&bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Clearances::default()),
            Err(error) => return Err(FileError::io(file, error)),
        }
        let sha256 = sha256_of(&bytes);
        let meant = "a file that tamis clear wrote";
        let mut table = NamedTable::of_bytes(bytes, file, &NEEDED, meant)?;
        let mut clearances = Clearances { sha256, ..Clearances::default() };
        while let Some(line) = table.advance()? {
            let read = read_row(&table).and_then(|(customer, record, clearance)| {
                clearances.add(customer, record, clearance)
            });
            read.map_err(|reason| FileError::Content {
                file: path.display().to_string(),
                reason: format!("line {line}: {reason}"),
            })?;
        }
        Ok(clearances)
    }

    /// Checks that one of the keys signed the content, if one must have.
    fn check(&self, content: &[u8]) -> Result<(), FileError> {
        let path = self.signature();
        let fault = |reason: &str| FileError::Content {
            file: path.display().to_string(),
            reason: reason.to_owned(),
        };
        if !self.keys.are_required() {
            return Ok(());
        }
        let signature = match read_short_text(&path, SIGNATURE_BYTES_MAX) {
            Ok(signature) => signature,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(fault("the clearances are not signed, and a signature is required"));
            }
            Err(error) => return Err(FileError::io(path.display().to_string(), error)),
        };
        self.keys.verify(content, &signature).map_err(|why| {
            fault(match why {
                SignatureFault::NoSignature => "it is no signature of minisign",
                SignatureFault::OtherKey => "it is by a key that is not trusted",
                SignatureFault::OtherBytes => {
                    "it is not that of these clearances: one of the two was changed"
                }
            })
        })
    }

    /// The file of the signature.
    fn signature(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".minisig");
        name.into()
    }

    /// Writes decisions, sorted by customer and record, in one step, and the signature of a key. A server
    /// that reads between the two refuses the file until the next look.
    ///
    /// # Errors
    /// A file cannot be written or signed; earlier ones stay then.
    pub fn write(&self, clearances: &Clearances, key: Option<&SigningKey>) -> io::Result<()> {
        let text = clearances.text();
        let signature = key.map(|key| key.signature(&text, "clearances")).transpose();
        let signature = signature.map_err(io::Error::other)?;
        replace(&self.path, &text)?;
        signature.map_or(Ok(()), |signature| replace(&self.signature(), signature.as_bytes()))
    }
}

impl Clearances {
    /// The decisions on a customer, if there are any.
    pub(crate) fn of(&self, customer: &str) -> Option<&OfCustomer> {
        self.by_customer.get(customer)
    }

    /// Adds a decision; there must be none on the same customer and record.
    pub(crate) fn add(
        &mut self,
        customer: String,
        record: RecordId,
        clearance: Clearance,
    ) -> Result<(), String> {
        let own = self.by_customer.entry(customer).or_default();
        if own.contains_key(&record) {
            return Err(format!(
                "there is a decision on this customer and record {} already",
                record.0
            ));
        }
        if own.len() == CLEARANCES_OF_CUSTOMER_MAX {
            return Err(format!("a customer has at most {CLEARANCES_OF_CUSTOMER_MAX} decisions"));
        }
        own.insert(record, clearance);
        Ok(())
    }

    /// Takes the decisions of others instead of own ones on the same customers and records. Returns the
    /// number of replaced ones.
    pub fn replace_by(&mut self, others: Self) -> usize {
        let mut replaced = 0;
        for (customer, records) in others.by_customer {
            let own = self.by_customer.entry(customer).or_default();
            for (record, clearance) in records {
                replaced += usize::from(own.insert(record, clearance).is_some());
            }
        }
        replaced
    }

    /// Number of decisions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.by_customer.values().map(BTreeMap::len).sum()
    }

    /// The text of a file, sorted by customer and record.
    fn text(&self) -> Vec<u8> {
        let mut table = Table::new(Formulas::Kept);
        table.header(&COLUMNS);
        for (customer, records) in &self.by_customer {
            for (record, own) in records {
                let line = table.line().cell(customer).cell(record.0).cell(own.decision.as_str());
                let line = line.cell(&own.reason).cell(&own.reviewer).cell(&own.decided_at);
                line.optional(own.until).cell(&own.basis).optional(own.facts.as_ref()).end();
            }
        }
        table.into_text()
    }
}

/// Replaces a file in one step.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let mut file = File::create(&name)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&name, path)
}

fn read_row(table: &NamedTable) -> Result<(String, RecordId, Clearance), String> {
    let [customer, record, decision, reason, reviewer, decided_at, until, basis, facts] =
        COLUMNS.map(|column| table.cell(column));
    if customer.is_empty() {
        return Err("customer_id is empty".to_owned());
    }
    let record = record.parse().map(RecordId);
    let record = record.map_err(|_| "record_id must be the id of a record".to_owned())?;
    // A server logs these reasons, so they repeat no cell.
    let until = read_until(&until).map_err(|_| "until must be a date such as 2027-06-30")?;
    let decision = Decision::from_name(&decision)
        .map_err(|_| "decision must be cleared, confirmed or open")?;
    let basis = basis.parse().map_err(|_| "basis must be that of a table of hits")?;
    let facts = (!facts.is_empty()).then(|| facts.parse()).transpose()?;
    let clearance = Clearance { decision, reason, reviewer, decided_at, until, basis, facts };
    Ok((customer, record, clearance))
}

/// Reads the last day of a decision; empty for no end.
pub(crate) fn read_until(text: &str) -> Result<Option<PartialDate>, String> {
    let read = (!text.is_empty()).then(|| text.parse::<PartialDate>()).transpose();
    read.map_err(|_| format!("until is {text:?}; it must be a date such as 2027-06-30"))
}
