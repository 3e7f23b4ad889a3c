//! `tamis verify-receipts`.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tamis::receipts::log::{Verified, receipt_hashes, verify};
use tamis_engine::store::TrustedKey;

const EXIT_CODES: &str = "Exit codes:
  0  the log is whole, and holds the receipts
  1  failed; the reason is on the standard error stream
  2  an option is wrong
  3  a line was changed, left out or moved, a signature is missing or wrong, or a receipt is not in the log;
     each is printed";

/// Exit code of a log with faults.
const FAULTY: u8 = 3;

/// Verifies the log of receipts that tamis serve --receipts keeps.
///
/// Each line must hold the hash of the line before, and each segment go on from the one before. With --key
/// heads must be signed by it. With --holds the receipts of a file must be in the log: that of a caller of
/// the server, who kept what its answers held.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct VerifyReceipts {
    /// Folder of the log.
    #[arg(value_name = "DIR")]
    log: PathBuf,
    /// Public key of which heads must have a signature: in base64, or its file; may be repeated. By default
    /// signatures are not checked.
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    key: Vec<TrustedKey>,
    /// File of receipts that the log must hold; may be repeated.
    #[arg(long, value_name = "RECEIPTS")]
    holds: Vec<PathBuf>,
    /// Print only faults.
    #[arg(long, short)]
    quiet: bool,
}

impl VerifyReceipts {
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let mut wanted = HashSet::new();
        for path in &self.holds {
            let text = fs::read_to_string(path);
            let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
            wanted.extend(receipt_hashes(&text));
        }
        let sought = wanted.len();
        let mut faults = 0_u64;
        let verified = verify(&self.log, &self.key.clone().into(), &mut wanted, |fault| {
            faults += 1;
            println!("{fault}");
        });
        let Verified { segments, receipts, heads, unsigned, last } =
            verified.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
        if !wanted.is_empty() {
            println!("{} of {sought} receipts are not in the log", wanted.len());
        }
        if !self.quiet {
            let checked = if self.key.is_empty() { "not checked" } else { "checked" };
            eprintln!(
                "{segments} segments: {receipts} receipts, {heads} heads ({checked}), {unsigned} entries \
                 after the last; {} of {sought} receipts found; {faults} faults\n\
                 the last line has SHA-256 {last}",
                sought - wanted.len()
            );
        }
        Ok(match faults == 0 && wanted.is_empty() {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAULTY),
        })
    }
}
