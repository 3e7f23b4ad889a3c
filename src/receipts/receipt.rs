//! A receipt, its query, and the opening of a file of receipts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::digest::{Salt, canonical};
use tamis_engine::matching::{self, Algorithm};
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::checksum::sha256_of;

/// Format of the lines; readers refuse others.
const FORMAT: u32 = 1;

/// Name and version of this program.
const PROGRAM: &str = concat!("tamis ", env!("CARGO_PKG_VERSION"));

/// Outcome of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// A result reached the threshold.
    Hit,
    /// None did.
    Clear,
    /// Nothing was asked: the query has a fault.
    Error,
}

/// The fields that the receipts of a run have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Basis {
    pub(crate) algorithm: String,
    /// SHA-256 of the file of clearances that were heeded, empty for none.
    pub(crate) clearances: String,
    pub(crate) collection: String,
    pub(crate) constants: String,
    pub(crate) day: String,
    pub(crate) manifest: String,
    pub(crate) parameters: String,
    pub(crate) program: String,
    pub(crate) stale: Vec<String>,
    pub(crate) version: String,
}

impl Basis {
    /// The basis of queries to a snapshot. `manifest` is the SHA-256 of its manifest, `parameters` are all
    /// that decide an answer, encoded as in an address. On `today` depends which listings have ended.
    pub(crate) fn new(
        snapshot: &Snapshot,
        manifest: &str,
        collection: Collection,
        algorithm: Algorithm,
        parameters: String,
        today: Day,
    ) -> Self {
        let now = Timestamp::now();
        let stale = snapshot.registers().iter().filter(|own| own.is_stale(now) == Some(true));
        Self {
            algorithm: algorithm.as_str().to_owned(),
            clearances: String::new(),
            collection: collection.as_str().to_owned(),
            constants: sha256_of(&canonical(&constants())),
            day: today.date().to_string(),
            manifest: manifest.to_owned(),
            parameters,
            program: PROGRAM.to_owned(),
            stale: stale.map(|own| own.slug.clone()).collect(),
            version: snapshot.version().to_owned(),
        }
    }
}

/// A receipt: a line of the chain. Fields are in the order of the canonical form, and none is a
/// fraction, so that it is written in that form at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Receipt {
    /// Scoring method.
    pub(crate) algorithm: String,
    /// Salted SHA-256 of the canonical answer.
    pub(crate) answer: String,
    /// SHA-256 of the file of clearances that were heeded, empty for none. The answer is that without
    /// them.
    pub(crate) clearances: String,
    pub(crate) collection: String,
    /// SHA-256 of the canonical constants of the matcher.
    pub(crate) constants: String,
    /// Day on which the query was asked, on which the status of listings depends.
    pub(crate) day: String,
    /// SHA-256 of `manifest.json` of the version.
    pub(crate) manifest: String,
    /// Number of the line, from 1; the opening has 0.
    pub(crate) number: u64,
    /// All parameters that decide an answer, encoded as in an address.
    pub(crate) parameters: String,
    /// SHA-256 of the line before.
    pub(crate) previous: String,
    /// Name and version of the program.
    pub(crate) program: String,
    /// Salted SHA-256 of the canonical query, with its `id`.
    pub(crate) query: String,
    /// Slugs of the registers that were stale at the time.
    pub(crate) stale: Vec<String>,
    /// Time of the answer, ISO 8601.
    pub(crate) time: String,
    pub(crate) verdict: Verdict,
    /// Version of the snapshot, fourteen digits.
    pub(crate) version: String,
}

impl Receipt {
    /// The fields that it has in common with others of its run.
    pub(crate) fn basis(&self) -> Basis {
        Basis {
            algorithm: self.algorithm.clone(),
            clearances: self.clearances.clone(),
            collection: self.collection.clone(),
            constants: self.constants.clone(),
            day: self.day.clone(),
            manifest: self.manifest.clone(),
            parameters: self.parameters.clone(),
            program: self.program.clone(),
            stale: self.stale.clone(),
            version: self.version.clone(),
        }
    }
}

/// The first line of a file of receipts, also in canonical form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    /// The constants of the matcher by name.
    pub(crate) constants: BTreeMap<String, f64>,
    pub(crate) format: u32,
    number: u64,
    pub(crate) program: String,
    pub(crate) time: String,
}

impl Opening {
    pub(crate) fn now() -> Self {
        let (program, time) = (PROGRAM.to_owned(), Timestamp::now().to_string());
        Self { constants: constants(), format: FORMAT, number: 0, program, time }
    }

    /// True if this program reads the lines after it.
    pub(crate) fn is_known(&self) -> bool {
        (self.format, self.number) == (FORMAT, 0)
    }
}

/// The constants of this program's matcher by name.
pub(crate) fn constants() -> BTreeMap<String, f64> {
    matching::constants().into_iter().map(|own| (own.name.to_owned(), own.value)).collect()
}

/// A query beside its receipt: what was asked, for whom, and the salt of both hashes. It gives names away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedQuery {
    /// Number of the receipt.
    pub(crate) number: u64,
    pub(crate) salt: Salt,
    /// The customer's key, or the number of the line.
    pub(crate) id: Value,
    /// The query as it was read; none if it has a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) query: Option<Value>,
    /// The fault of the query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// The part of a query that is hashed.
#[derive(Serialize)]
struct Hashed<'q> {
    id: &'q Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<&'q Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'q str>,
}

impl AskedQuery {
    /// Salted SHA-256 of the canonical query.
    pub(crate) fn sha256(&self) -> String {
        let Self { id, query, error, .. } = self;
        let (query, error) = (query.as_ref(), error.as_deref());
        self.salt.sha256(&canonical(&Hashed { id, query, error }))
    }
}
