//! A receipt, its query, and the opening of a file of receipts.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::canonical::canonical;
use super::digest::Salt;
use tamis_engine::json::Shown;
use tamis_engine::matching::{self, Algorithm};
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::checksum::sha256_of;

/// Format of the lines; readers refuse others.
const FORMAT: u32 = 1;

/// Name and version of this program.
pub(crate) const PROGRAM: &str = concat!("tamis ", env!("CARGO_PKG_VERSION"));

/// Outcome of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// A result reached the threshold.
    Hit,
    /// None did; of a message, it passes.
    Clear,
    /// A part of a message could not be screened, and no other has a hit.
    Unverified,
    /// Nothing was asked: the query has a fault, or the message cannot be read.
    Error,
}

impl Verdict {
    /// Its name in a receipt.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Clear => "clear",
            Self::Unverified => "unverified",
            Self::Error => "error",
        }
    }
}

/// The fields that the receipts of a run have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Basis {
    /// Scoring method.
    pub(crate) algorithm: String,
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
    /// All parameters that decide an answer, encoded as in an address.
    pub(crate) parameters: String,
    /// SHA-256 of the file of rules on messages, empty for none.
    pub(crate) policy: String,
    /// Name and version of the program.
    pub(crate) program: String,
    /// Slugs of the registers that were stale at the time.
    pub(crate) stale: Vec<String>,
    /// Version of the snapshot, fourteen digits.
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
            constants: constants_sha256().to_owned(),
            day: today.date().to_string(),
            manifest: manifest.to_owned(),
            parameters,
            policy: String::new(),
            program: PROGRAM.to_owned(),
            stale: stale.map(|own| own.slug.clone()).collect(),
            version: snapshot.version().to_owned(),
        }
    }
}

/// A receipt: a line of the chain, in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Receipt {
    #[serde(flatten)]
    pub(crate) basis: Basis,
    /// Salted SHA-256 of the canonical answer.
    pub(crate) answer: String,
    /// Number of the line, from 1; the opening has 0.
    pub(crate) number: u64,
    /// SHA-256 of the line before.
    pub(crate) previous: String,
    /// Salted SHA-256 of the canonical query, with its `id`.
    pub(crate) query: String,
    /// Time of the answer, ISO 8601.
    pub(crate) time: String,
    pub(crate) verdict: Verdict,
}

/// A receipt as it is written: its keys in the order of the canonical form, so that nothing has to be sorted.
#[derive(Debug, Serialize)]
pub(super) struct Line<'r> {
    pub(super) algorithm: &'r str,
    pub(super) answer: &'r str,
    pub(super) clearances: &'r str,
    pub(super) collection: &'r str,
    pub(super) constants: &'r str,
    pub(super) day: &'r str,
    pub(super) manifest: &'r str,
    pub(super) number: u64,
    pub(super) parameters: &'r str,
    pub(super) policy: &'r str,
    pub(super) previous: &'r str,
    pub(super) program: &'r str,
    pub(super) query: &'r str,
    pub(super) stale: &'r [String],
    pub(super) time: Shown<Timestamp>,
    pub(super) verdict: Verdict,
    pub(super) version: &'r str,
}

impl<'r> Line<'r> {
    /// The first line of a basis; what differs between receipts is still to be filled in.
    pub(super) fn of(basis: &'r Basis) -> Self {
        Self {
            algorithm: &basis.algorithm,
            answer: "",
            clearances: &basis.clearances,
            collection: &basis.collection,
            constants: &basis.constants,
            day: &basis.day,
            manifest: &basis.manifest,
            number: 0,
            parameters: &basis.parameters,
            policy: &basis.policy,
            previous: "",
            program: &basis.program,
            query: "",
            stale: &basis.stale,
            time: Shown(Timestamp(0)),
            verdict: Verdict::Clear,
            version: &basis.version,
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
    /// The line of the openings of this process, whose time is that of the first one, and its SHA-256.
    pub(super) fn line() -> (&'static str, &'static str) {
        static LINE: LazyLock<(String, String)> = LazyLock::new(|| {
            let opening = Opening {
                constants: constants(),
                format: FORMAT,
                number: 0,
                program: PROGRAM.to_owned(),
                time: Timestamp::now().to_string(),
            };
            let line = String::from_utf8(canonical(&opening)).expect("JSON is UTF-8");
            let sha256 = sha256_of(line.as_bytes());
            (line, sha256)
        });
        (&LINE.0, &LINE.1)
    }

    /// True if this program reads the lines after it.
    pub(crate) fn is_known(&self) -> bool {
        (self.format, self.number) == (FORMAT, 0)
    }
}

/// The constants of this program's matcher by name, in canonical form.
pub(crate) fn canonical_constants() -> &'static str {
    static CANONICAL: LazyLock<String> =
        LazyLock::new(|| String::from_utf8(canonical(&constants())).expect("JSON is UTF-8"));
    &CANONICAL
}

/// SHA-256 of the canonical constants of this program's matcher.
pub(crate) fn constants_sha256() -> &'static str {
    static SHA256: LazyLock<String> = LazyLock::new(|| sha256_of(canonical_constants().as_bytes()));
    &SHA256
}

/// The constants of this program's matcher by name.
pub(crate) fn constants() -> BTreeMap<String, f64> {
    matching::constants().into_iter().map(|own| (own.name.to_owned(), own.value)).collect()
}

/// A query beside its receipt: what was asked, for whom, and the salt of both hashes. It gives names away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct AskedQuery {
    /// Number of the receipt.
    pub(crate) number: u64,
    pub(crate) salt: Salt,
    /// The customer's key, or the number of the line.
    pub(crate) id: Value,
    #[serde(flatten)]
    pub(crate) subject: Subject,
}

/// The question itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Subject {
    /// A query of a match, as it was read.
    Query(Value),
    /// A file of payment messages.
    Message(String),
    /// One that is not UTF-8, in base64.
    MessageBase64(String),
    /// The fault of a query that could not be asked.
    Error(String),
}

impl Subject {
    /// A file of payment messages.
    pub(crate) fn message(file: &[u8]) -> Self {
        let text = std::str::from_utf8(file).map(str::to_owned);
        text.map_or_else(|_| Self::MessageBase64(BASE64_STANDARD.encode(file)), Self::Message)
    }

    /// Length of a file of payment messages as text, in bytes; 0 if it is none.
    pub(crate) fn message_length(&self) -> usize {
        match self {
            Self::Message(text) | Self::MessageBase64(text) => text.len(),
            Self::Query(_) | Self::Error(_) => 0,
        }
    }

    /// The bytes of a file of payment messages; `None` if it is none.
    pub(crate) fn message_bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Message(text) => Some(text.as_bytes().to_vec()),
            Self::MessageBase64(text) => BASE64_STANDARD.decode(text).ok(),
            Self::Query(_) | Self::Error(_) => None,
        }
    }
}

/// The part of a query that is hashed.
#[derive(Serialize)]
struct Hashed<'q> {
    id: &'q Value,
    #[serde(flatten)]
    subject: &'q Subject,
}

impl AskedQuery {
    /// Salted SHA-256 of the canonical query.
    pub(crate) fn sha256(&self) -> String {
        let Self { id, subject, .. } = self;
        self.salt.sha256(&canonical(&Hashed { id, subject }))
    }
}
