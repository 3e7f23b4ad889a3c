//! Receipts of a run: a line for each customer or file of messages in one file, the query with the salt in
//! another.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::error::ScreenError;
use super::run::Run;
use crate::receipts::{Basis, Chain, Link, last_line};
use tamis_engine::files::with_ending;

/// Suffix of the name of the receipts, for the file of their queries.
const QUERIES: &str = ".queries.ndjson";

/// Receipts of a finished run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Receipted {
    pub(crate) file: PathBuf,
    pub(crate) queries: PathBuf,
    /// SHA-256 of the last line. Kept elsewhere, it shows that no line was left out at the end.
    pub(crate) last: String,
}

impl fmt::Display for Receipted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, queries] = [&self.file, &self.queries].map(|path| path.display());
        let last = &self.last;
        write!(f, "receipts: {file}, their queries: {queries}; the last has SHA-256 {last}")
    }
}

/// The receipts that a run writes.
pub(crate) struct Receipts {
    chain: Chain,
    basis: Basis,
    files: [PathBuf; 2],
}

impl Receipts {
    /// The files of the receipts and of their queries.
    pub(crate) fn files(receipts: &Path) -> [PathBuf; 2] {
        [receipts.to_owned(), with_ending(receipts, QUERIES)]
    }

    /// Begins a chain in the first two further outputs of a run, or continues the one that is there.
    pub(crate) fn begin<C>(
        basis: Basis,
        files: [PathBuf; 2],
        run: &mut Run<C>,
    ) -> Result<Self, ScreenError> {
        let chain = match run.is_resumed {
            true => {
                let working = run.further[0].working_file()?;
                let path = working.as_deref().unwrap_or(&files[0]);
                let failed =
                    |source| ScreenError::Read { path: path.display().to_string(), source };
                let last = last_line(path).map_err(failed)?;
                Chain::after(&last).map_err(|fault| {
                    let path = files[0].display().to_string();
                    ScreenError::Receipts { path, reason: fault.to_string() }
                })?
            }
            false => {
                let (chain, opening) = Chain::open();
                run.further[0].write(opening.as_bytes())?;
                run.further[0].write(b"\n")?;
                chain
            }
        };
        Ok(Self { chain, basis, files })
    }

    /// Writes the receipts of some queries.
    pub(crate) fn write<C>(
        &mut self,
        links: Vec<Link>,
        run: &mut Run<C>,
    ) -> Result<(), ScreenError> {
        let (mut receipts, mut queries) = (Vec::new(), Vec::new());
        self.chain.add(links, &self.basis, &mut receipts, &mut queries);
        run.further[0].write(&receipts)?;
        run.further[1].write(&queries)
    }

    /// The receipts for the summary.
    pub(crate) fn finish(self) -> Receipted {
        let [file, queries] = self.files;
        Receipted { file, queries, last: self.chain.last().to_owned() }
    }
}
