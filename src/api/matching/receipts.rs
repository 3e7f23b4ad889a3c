//! Receipts of the queries of a request (docs/evidence.md, "Receipts"): a chain of its own for each
//! request, so that its caller can replay it alone.

use super::settings::Settings;
use crate::api::http::declared::{Parameter, Switch};
use crate::api::http::service::Loaded;
use crate::api::interface::answer::answer;
use crate::api::interface::rules;
use crate::api::operation::Document;
use crate::receipts::{Basis, Chain, Link};
use tamis_engine::model::{Collection, Day};

pub(super) const RECEIPT: Parameter<Switch> = Parameter::new(
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
        lines: Vec<String> = rules::texts(),
        /// Lines of the file of their queries, with the salts
        queries: Vec<String> = rules::texts(),
    }
}

/// The receipts of a request.
pub(super) struct Receipts {
    basis: Basis,
    chain: Chain,
    /// The opening, until it is given out.
    opening: Vec<u8>,
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
        let basis = Basis::new(snapshot, manifest, collection, algorithm, parameters, today);
        let (chain, opening) = Chain::open();
        Self { basis, chain, opening }
    }

    /// Adds queries to the chain, and returns their receipts.
    pub(super) fn add(&mut self, links: Vec<Link>) -> ReceiptsBody {
        let (mut lines, mut queries) = (std::mem::take(&mut self.opening), Vec::new());
        for link in links {
            self.chain.add(link, &self.basis, &mut lines, &mut queries);
        }
        let [lines, queries] = [lines, queries].map(|text| {
            let text = String::from_utf8(text).expect("JSON is UTF-8");
            text.lines().map(str::to_owned).collect()
        });
        ReceiptsBody { lines, queries }
    }
}
