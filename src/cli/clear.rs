//! `tamis clear`.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tamis::clearances::{RefusedRow, Reviewed, review};
use tamis_engine::model::{PartialDate, Timestamp};
use tamis_signing::SigningKey;

use super::heeded::ClearancesKeys;
use super::lists::current_version;
use super::trust::Trust;

const EXIT_CODES: &str = "Exit codes:
  0  all decisions of the table are in the file
  1  failed; the file is as it was
  2  an option is wrong
  3  done, but some rows were refused; each is printed with its line and the reason";

/// Exit code if rows were refused.
const REFUSED: u8 = 3;

/// Takes the decisions of a reviewed table of hits into a file of clearances.
///
/// HITS is a table that tamis screen --clearances wrote, with the columns decision (cleared, confirmed or
/// open), reviewer and comment filled in; rows without a decision are passed over. A row is refused if it
/// gives no reviewer or reason, if the table decides on the same customer and record twice, or if the record
/// has changed since the table was written.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Clear {
    /// The reviewed table.
    #[arg(value_name = "HITS")]
    hits: PathBuf,
    /// The file of clearances; it is made if it does not exist. Decisions on the same customer and record
    /// replace earlier ones.
    #[arg(long, value_name = "FILE")]
    clearances: PathBuf,
    /// Last day on which the decisions hold, such as 2027-06-30; by default they have no end.
    #[arg(long, value_name = "DATE", value_parser = read_date)]
    until: Option<PartialDate>,
    #[command(flatten)]
    clearances_keys: ClearancesKeys,
    /// Sign the file of clearances by the secret key in this file (see snapshot-builder keygen); only its
    /// owner may be able to read it.
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
    /// File with the password of the key, if it has one.
    #[arg(long, value_name = "FILE", requires = "sign")]
    sign_password_file: Option<PathBuf>,
    /// Folder with the snapshots and the file CURRENT that names the one to compare with.
    #[arg(long, env = "TAMIS_SNAPSHOTS", value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    #[command(flatten)]
    trust: Trust,
}

impl Clear {
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = self.trust.store(&self.snapshots);
        let (snapshot, _) = store.open(&current_version(&store)?)?;
        let password = self.sign_password_file.as_deref();
        let key = self.sign.as_deref().map(|key| SigningKey::read(key, password)).transpose()?;
        let file = self.clearances_keys.file(self.clearances);
        let mut clearances = file.read()?;
        let reviewed = review(&self.hits, &snapshot, self.until, Timestamp::now())?;
        let Reviewed { decisions, rows, undecided, refused } = reviewed;
        for RefusedRow { line, reason } in &refused {
            println!("{}: line {line}: {reason}", self.hits.display());
        }
        let taken = decisions.count();
        let replaced = clearances.replace_by(decisions)?;
        let path = file.path.display();
        if taken > 0 {
            file.write(&clearances, key.as_ref()).map_err(|error| format!("{path}: {error}"))?;
        }
        eprintln!(
            "{rows} rows with a decision, {} refused, {undecided} without one; {taken} decisions on records \
             taken into {path}, {replaced} of them replace earlier ones",
            refused.len()
        );
        Ok(if refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
    }
}

fn read_date(text: &str) -> Result<PartialDate, String> {
    text.parse().map_err(|_| "give a date such as 2027-06-30".to_owned())
}
