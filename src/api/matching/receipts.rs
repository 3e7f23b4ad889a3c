//! Receipts of the queries of a request (docs/evidence.md, "Receipts"): a chain of its own for each
//! request, so that its caller can replay it alone.

use std::sync::OnceLock;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::oneshot;

use super::settings::Settings;
use crate::api::http::declared::{Parameter, Switch};
use crate::api::http::error::ApiError;
use crate::api::http::service::{Loaded, Service};
use crate::api::interface::answer::answer;
use crate::api::interface::rules;
use crate::api::operation::Document;
use crate::clearances::Clearances;
use crate::receipts::{Basis, Chain, Link};
use tamis_engine::model::{Collection, Day};

pub(in crate::api) const RECEIPT: Parameter<Switch> = Parameter::new(
    "receipt",
    "With `true`, the answer holds a receipt for each query: proof of what was asked, of which lists, by which rules, \
     and of what came out.",
    Switch,
);

pub(super) fn describe(document: &mut Document) {
    document.schema("Receipts", receipts_fields().shape());
}

answer! {
    /// Receipts of queries, for `tamis replay`; each is a line in canonical form, whose bytes count
    pub(in crate::api) struct ReceiptsBody as receipts_fields {
        /// Lines of a file of receipts, the opening first; they hold no name
        lines: Vec<ReceiptLine> = rules::texts(),
        /// Lines of the file of their queries, with the salts
        queries: Vec<String> = rules::texts(),
    }
}

/// A line of a file of receipts.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::api) enum ReceiptLine {
    /// The opening, which is long and always the same, as a JSON string.
    Opening(&'static RawValue),
    Receipt(String),
}

/// The receipts of some queries: for their caller, and for the log of the server.
pub(in crate::api) struct Added {
    pub(in crate::api) body: ReceiptsBody,
    /// A JSON array.
    receipts: String,
    count: u64,
}

impl Added {
    /// Sends the receipts to the log of the server, if it keeps one, for [`logged`].
    pub(in crate::api) fn log(&self, service: &Service) -> Option<oneshot::Receiver<bool>> {
        let log = service.receipts.as_ref()?;
        Some(log.keep(self.receipts.clone(), self.count))
    }
}

/// The outcome of logging: an error if the receipts are not in the log that the server keeps.
pub(in crate::api) fn logged(
    outcome: Result<bool, oneshot::error::RecvError>,
) -> Result<(), ApiError> {
    if outcome == Ok(true) { Ok(()) } else { Err(ApiError::NotLogged) }
}

/// The receipts of a request.
pub(in crate::api) struct Receipts {
    basis: Basis,
    chain: Chain,
    /// The opening, until it is given out.
    opening: Option<&'static RawValue>,
}

impl Receipts {
    /// Begins the receipts of a request with these parameters.
    pub(super) fn new(
        loaded: &Loaded,
        collection: Collection,
        settings: &Settings,
        given: Option<&str>,
        only_matches: bool,
        today: Day,
    ) -> Self {
        let parameters = settings.decided(given.unwrap_or_default(), only_matches);
        let (snapshot, manifest) = (&loaded.snapshot, &loaded.manifest);
        let algorithm = settings.algorithm;
        Self::of(Basis::new(snapshot, manifest, collection, algorithm, parameters, today))
    }

    /// Begins the receipts of a request of this basis.
    pub(in crate::api) fn of(basis: Basis) -> Self {
        static OPENING: OnceLock<Box<RawValue>> = OnceLock::new();
        let (chain, opening) = Chain::open();
        let opening =
            OPENING.get_or_init(|| to_raw_value(opening).expect("a text is a JSON string"));
        Self { basis, chain, opening: Some(opening) }
    }

    /// The same receipts of answers that heed these decisions.
    pub(super) fn heeding(mut self, clearances: Option<&Clearances>) -> Self {
        let sha256 = clearances.map(|own| own.sha256.clone());
        self.basis.clearances = sha256.unwrap_or_default();
        self
    }

    /// Adds queries to the chain, and returns their receipts.
    pub(in crate::api) fn add(&mut self, links: Vec<Link>) -> Added {
        let (mut receipts, mut queries, count) = (Vec::new(), Vec::new(), links.len() as u64);
        self.chain.add(links, &self.basis, &mut receipts, &mut queries);
        let [receipts, queries] =
            [receipts, queries].map(|text| String::from_utf8(text).expect("JSON is UTF-8"));
        let opening = self.opening.take().map(ReceiptLine::Opening);
        let lines = receipts.lines().map(|line| ReceiptLine::Receipt(line.to_owned()));
        let lines = opening.into_iter().chain(lines).collect();
        let queries = queries.lines().map(str::to_owned).collect();
        // No line has an end of its own: JSON escapes it.
        let receipts = format!("[{}]", receipts.trim_end().replace('\n', ","));
        Added { body: ReceiptsBody { lines, queries }, receipts, count }
    }
}
