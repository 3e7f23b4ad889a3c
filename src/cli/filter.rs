//! `tamis filter`.

use std::error::Error;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use tamis::filter::{FilterJob, FilterSummary};
use tamis::policy::Policy;
use tamis::screen::{Begun, OutputForm, ScreenError, Watch};
use tamis_engine::matching::Grouping;
use tamis_engine::model::Collection;

use super::lists::Lists;
use super::teller::Teller;
use super::trust::Trust;
use super::values::{
    at_least_one, read_collection, read_duration, read_parameter, read_public_url,
};

const EXIT_CODES: &str = "Exit codes:
  0  every file passes
  1  there are hits
  2  no hits, but something could not be screened, or a file could not be read; or an option is wrong
  3  failed; the reason is on the standard error stream, and there is no output yet. If the output is a
     file, the same command resumes the run";

const HITS: u8 = 1;
const UNVERIFIED: u8 = 2;
const FAILED: u8 = 3;

/// Screens files of payment messages against the current snapshot in a folder, or through a server.
///
/// A file holds one or more messages, plain or packed by gzip or zstd. Of a folder, all files in it and
/// below it are read, by name; hidden files are left out. The verdict on a file is `pass`, `hit` or
/// `unverified` (docs/payments.md).
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Filter {
    /// Files of messages, or folders of such files; `-` is the standard input.
    #[arg(required_unless_present = "profile", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the tables of elements, of ISO 20022 and of FIN, with what is screened as what and why
    /// not, as CSV; then exit.
    #[arg(long)]
    profile: bool,
    /// Instead of verdicts, report every element of the messages with its class (party name, agent,
    /// identifier, address, free text, not screened) and why. Needs no lists. The report is a table, or a
    /// page if --output ends with .html.
    #[arg(long, conflicts_with_all = ["server", "output_form", "summary"])]
    coverage: bool,
    /// Folder with the snapshots and the file CURRENT that names the one to screen against.
    #[arg(long, env = "TAMIS_SNAPSHOTS", value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    #[command(flatten)]
    trust: Trust,
    /// Screen through this server instead, such as https://screening.example.org.
    #[arg(long, env = "TAMIS_SERVER", value_name = "URL", value_parser = read_public_url, conflicts_with = "require_signature")]
    server: Option<String>,
    /// File with the API key of the server, if it needs one.
    #[arg(long, env = "TAMIS_API_KEY_FILE", value_name = "FILE")]
    api_key_file: Option<PathBuf>,
    /// File for the verdicts; by default the standard output. The file appears once it is complete.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A table of hits and of what is unverified (csv), or the answer on every file as a line of JSON
    /// (ndjson); by default from the ending of --output, else csv.
    #[arg(long, value_name = "FORM", value_enum)]
    output_form: Option<OutputForm>,
    /// Begin the table with a byte order mark, by which Excel recognises UTF-8.
    #[arg(long)]
    excel: bool,
    /// Write a row for files that pass, too.
    #[arg(long)]
    all: bool,
    /// Write a receipt for each file of messages to this file, and the messages with their salts to a file of
    /// this name followed by .queries.ndjson, for tamis replay (docs/evidence.md).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["server", "coverage"])]
    receipts: Option<PathBuf>,
    /// Write a summary of the run to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// The records to screen against: default, sanctions, peps, crime or maritime.
    #[arg(long, value_name = "COLLECTION", value_parser = read_collection, default_value = "default")]
    collection: Collection,
    /// Score from which a result is a hit, 0 to 1.
    #[arg(long, value_name = "SCORE")]
    threshold: Option<String>,
    /// Maximum number of hits for each name, 1 to 50.
    #[arg(long, value_name = "NUMBER")]
    limit: Option<String>,
    /// One hit for each party (entity), the default of tables, or for each record.
    #[arg(long, value_name = "GROUP", value_parser = PossibleValuesParser::new(Grouping::NAMES))]
    group: Option<String>,
    /// A further parameter of a filter request (docs/api.md, "Filter"), such as report=full or
    /// include_dataset=us_ofac_sdn; may be repeated.
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = read_parameter)]
    parameters: Vec<(String, String)>,
    /// File of your rules on messages: thresholds by role and kind, elements to leave out, lists to leave
    /// out of some payments (docs/payments.md, "Your own rules"). A server has its own.
    #[arg(long, env = "TAMIS_FILTER_POLICY", value_name = "FILE", conflicts_with = "server")]
    policy: Option<PathBuf>,
    /// Start over if a run into the same output was interrupted; by default it is resumed.
    #[arg(long, conflicts_with = "go_on")]
    restart: bool,
    /// Resume an interrupted run even if another snapshot is current by now: the rest is screened
    /// against the current one.
    #[arg(long = "continue")]
    go_on: bool,
    /// Interval between saves of the progress, such as 1s or 50ms.
    #[arg(long, value_name = "TIME", value_parser = read_duration, default_value = "1s")]
    noted_every: Duration,
    /// Threads that search, without --server; by default one per core.
    #[arg(long, env = "TAMIS_THREADS", value_name = "NUMBER", value_parser = at_least_one())]
    threads: Option<u32>,
    /// Print only errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Filter {
    /// Runs the command. An error has an exit code of its own: 1 says that there are hits.
    pub(crate) fn run(self) -> ExitCode {
        self.filtered().unwrap_or_else(|error| {
            eprintln!("tamis: {error}");
            ExitCode::from(FAILED)
        })
    }

    fn filtered(&self) -> Result<ExitCode, Box<dyn Error>> {
        if self.profile {
            let tables = [tamis_payments::iso20022::TABLE, tamis_payments::fin::TABLE];
            stdout().write_all(tables.join("\n").as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let policy = Policy::of(self.policy.as_deref())?;
        let teller = Teller::new(self.quiet, "files");
        if self.coverage {
            let coverage =
                tamis::filter::coverage(&self.files, &policy, self.output.as_deref(), &teller)?;
            teller.says(&coverage.to_string());
            let is_whole = coverage.unread == 0 && coverage.files > 0;
            return Ok(ExitCode::from(if is_whole { 0 } else { UNVERIFIED }));
        }
        let job = self.job(policy);
        let lists = Lists {
            snapshots: &self.snapshots,
            trust: &self.trust,
            server: self.server.as_deref(),
            api_key_file: self.api_key_file.as_deref(),
            threads: self.threads,
        };
        let summary = lists.with(|against| job.run(against, &teller));
        teller.finish();
        let summary = summary??;
        if let Some(path) = &self.summary {
            std::fs::write(path, summary.to_json()).map_err(|source| ScreenError::Write {
                path: path.display().to_string(),
                source,
            })?;
        }
        teller.says(&summary.to_string());
        Ok(match summary {
            FilterSummary { with_hits: 1.., .. } => ExitCode::from(HITS),
            FilterSummary { files, passed, .. } if passed < files || files == 0 => {
                ExitCode::from(UNVERIFIED)
            }
            _ => ExitCode::SUCCESS,
        })
    }

    fn job(&self, policy: Arc<Policy>) -> FilterJob {
        let threshold = self.threshold.iter().map(|value| ("threshold", value));
        let limit = self.limit.iter().map(|value| ("limit", value));
        let group = self.group.iter().map(|value| ("group", value));
        let further = self.parameters.iter().map(|(name, value)| (name.as_str(), value));
        FilterJob {
            files: self.files.clone(),
            collection: self.collection,
            parameters: form_urlencoded::Serializer::new(String::new())
                .extend_pairs(threshold.chain(limit).chain(group).chain(further))
                .finish(),
            policy,
            output: self.output.clone(),
            output_form: self.output_form,
            receipts: self.receipts.clone(),
            has_mark: self.excel,
            all: self.all,
            begun: match (self.restart, self.go_on) {
                (true, _) => Begun::Anew,
                (_, true) => Begun::GoOnWithAnotherSnapshot,
                _ => Begun::GoOn,
            },
            noted_every: self.noted_every,
        }
    }
}
