//! `tamis screen`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use tamis::customers::Field;
use tamis::screen::{Begun, Comparison, InputForm, Job, OutputForm, ScreenError, Watch};
use tamis_engine::matching::Grouping;
use tamis_engine::model::{Collection, DateOrder, Schema, Timestamp};
use tamis_ingest::characters::Characters;

use super::heeded::ClearancesKeys;
use super::lists::Lists;
use super::teller::Teller;
use super::trust::Trust;
use super::values::{
    at_least_one, read_collection, read_duration, read_parameter, read_public_url,
};

const EXIT_CODES: &str = "Exit codes:
  0  all customers were screened
  1  failed; the reason is on the standard error stream, and there is no output yet. If the output is a
     file, the same command resumes the run
  2  an option is wrong
  3  done, but some rows could not be screened; they are listed with the reason
  4  with --strict: done, but some customers were screened without a value that cannot be read; they
     are listed, too";

/// Exit code of a run with refused rows.
const REFUSED: u8 = 3;

/// Exit code of a strict run with unread values.
const UNREAD: u8 = 4;

/// Screens customer files against the current snapshot in a folder, or through a server.
///
/// Files are tables (CSV with commas, semicolons or tabs, as spreadsheets write them), lines of JSON (a
/// match query with the caller's `id`), or one name a line; plain, or compressed by gzip or zstd.
/// Columns are recognised by their names; before the first customer is screened, the command says which
/// ones it uses.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Screen {
    /// Customer files; `-` is the standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder with the snapshots and the file CURRENT that names the one to screen against.
    #[arg(long, env = "TAMIS_SNAPSHOTS", value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    #[command(flatten)]
    trust: Trust,
    /// Screen through the stream of this server instead, such as https://screening.example.org.
    #[arg(long, env = "TAMIS_SERVER", value_name = "URL", value_parser = read_public_url, conflicts_with = "require_signature")]
    server: Option<String>,
    /// File with the API key of the server, if it needs one.
    #[arg(long, env = "TAMIS_API_KEY_FILE", value_name = "FILE")]
    api_key_file: Option<PathBuf>,
    /// File for the hits; by default the standard output. The file appears once it is complete.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the hits; by default from the ending of --output, else csv.
    #[arg(long, value_name = "FORM", value_enum)]
    output_form: Option<OutputForm>,
    /// Begin the table of hits with a byte order mark, by which Excel recognises UTF-8.
    #[arg(long)]
    excel: bool,
    /// Format of the files; by default recognised by their names and first bytes.
    #[arg(long, value_name = "FORM", value_enum)]
    input_form: Option<InputForm>,
    /// The sheet of a spreadsheet; by default the first.
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    /// The encoding of the files, such as windows-1251; by default detected from their content.
    #[arg(long, value_name = "ENCODING", value_parser = read_characters)]
    encoding: Option<Characters>,
    /// The line of a table's header; by default the first row with a recognised column of names.
    #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u64).range(1..))]
    header_row: Option<u64>,
    /// The table has no header: its columns are named 1, 2, 3, as in --column name=2.
    #[arg(long, conflicts_with = "header_row")]
    no_header: bool,
    /// The column of a field, if it is not recognised by its name, such as name=KUNDENNAME; may be
    /// repeated.
    #[arg(long = "column", value_name = "FIELD=COLUMN", value_parser = read_column)]
    columns: Vec<(Field, String)>,
    /// The order of numeric dates that do not begin with the year: 31/12/1970 or 12/31/1970.
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Dates::Dmy)]
    dates: Dates,
    /// The type of customers whose row gives none: Person, Company, Organization, LegalEntity, Vessel
    /// or Airplane.
    #[arg(long, value_name = "SCHEMA", value_parser = read_schema, default_value = "LegalEntity")]
    schema: Schema,
    /// Write every customer and every result, not only hits.
    #[arg(long)]
    all: bool,
    /// File for rows that cannot be read; by default the output's name followed by .rejects.csv.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Write a receipt for each customer to this file, and the queries with their salts to a file of this
    /// name followed by .queries.ndjson, for tamis replay (docs/evidence.md).
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    receipts: Option<PathBuf>,
    /// Heed the decisions in this file, which tamis clear writes: leave out hits on cleared records until
    /// the customer or the record changes, and say what became of each decision (docs/evidence.md). The
    /// file need not exist yet.
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    clearances: Option<PathBuf>,
    #[command(flatten)]
    clearances_keys: ClearancesKeys,
    /// Write a summary of the run to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// The records to screen against: default, sanctions, peps, crime or maritime.
    #[arg(long, value_name = "COLLECTION", value_parser = read_collection, default_value = "default")]
    collection: Collection,
    /// Score from which a result is a hit, 0 to 1.
    #[arg(long, value_name = "SCORE")]
    threshold: Option<String>,
    /// Maximum number of results for each customer, 1 to 50.
    #[arg(long, value_name = "NUMBER")]
    limit: Option<String>,
    /// One row for each party (entity), the default of tables, or for each record.
    #[arg(long, value_name = "GROUP", value_parser = PossibleValuesParser::new(Grouping::NAMES))]
    group: Option<String>,
    /// A further parameter of a match (docs/api.md, "Match"), such as group=entity or
    /// include_dataset=us_ofac_sdn; may be repeated.
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = read_parameter)]
    parameters: Vec<(String, String)>,
    /// Only hits on records that were added or changed after this version (fourteen digits, as in the
    /// summary of a run).
    #[arg(long, value_name = "VERSION", value_parser = read_version)]
    since: Option<Timestamp>,
    /// Compare the hits with the table of hits of an earlier run.
    #[arg(long, value_name = "FILE", requires = "output")]
    earlier: Option<PathBuf>,
    /// File for hits that are not in --earlier, or whose customer or record has changed since; by
    /// default the output's name followed by .new.csv.
    #[arg(long, value_name = "FILE", requires = "earlier")]
    new: Option<PathBuf>,
    /// File for hits of --earlier that are hits no longer; by default the output's name followed by
    /// .removed.csv.
    #[arg(long, value_name = "FILE", requires = "earlier")]
    removed: Option<PathBuf>,
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
    /// End with exit code 4 if a customer was screened without an unreadable value, such as the birth
    /// date.
    #[arg(long)]
    strict: bool,
    /// Print only errors.
    #[arg(long, short)]
    quiet: bool,
}

/// The order of the parts of a date.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Dates {
    /// 31/12/1970
    Dmy,
    /// 12/31/1970
    Mdy,
}

impl Screen {
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn std::error::Error>> {
        let job = self.job();
        let teller = Teller::new(self.quiet, "customers");
        let place = Lists {
            snapshots: &self.snapshots,
            trust: &self.trust,
            server: self.server.as_deref(),
            api_key_file: self.api_key_file.as_deref(),
            threads: self.threads,
        };
        let summary = place.with(|against| job.run(against, &teller));
        teller.finish();
        let summary = summary??;
        if let Some(path) = self.summary {
            std::fs::write(&path, summary.to_json()).map_err(|source| ScreenError::Write {
                path: path.display().to_string(),
                source,
            })?;
        }
        teller.says(&summary.to_string());
        Ok(match &summary {
            summary if summary.refused > 0 => ExitCode::from(REFUSED),
            summary if summary.noted > 0 && self.strict => ExitCode::from(UNREAD),
            _ => ExitCode::SUCCESS,
        })
    }

    fn job(&self) -> Job {
        let threshold = self.threshold.iter().map(|value| ("threshold", value));
        let limit = self.limit.iter().map(|value| ("limit", value));
        let group = self.group.iter().map(|value| ("group", value));
        let further = self.parameters.iter().map(|(name, value)| (name.as_str(), value));
        // Changes made in that version itself were already part of its run.
        let since = self.since.map(|version| Timestamp(version.0 + 1).to_string());
        let since = since.iter().map(|moment| ("changed_since", moment));
        let parameters = threshold.chain(limit).chain(group).chain(since).chain(further);
        Job {
            files: self.files.clone(),
            input_form: self.input_form,
            sheet: self.sheet.clone(),
            characters: self.encoding,
            header_row: self.header_row.or(self.no_header.then_some(0)),
            columns: self.columns.clone(),
            dates: match self.dates {
                Dates::Dmy => DateOrder::DayMonthYear,
                Dates::Mdy => DateOrder::MonthDayYear,
            },
            schema: self.schema,
            collection: self.collection,
            parameters: form_urlencoded::Serializer::new(String::new())
                .extend_pairs(parameters)
                .finish(),
            output: self.output.clone(),
            output_form: self.output_form,
            has_mark: self.excel,
            all: self.all,
            rejects: self.rejects.clone(),
            receipts: self.receipts.clone(),
            clearances: self.clearances.clone().map(|path| self.clearances_keys.file(path)),
            comparison: self.earlier.clone().map(|earlier| Comparison {
                earlier,
                new: self.new.clone(),
                removed: self.removed.clone(),
            }),
            begun: match (self.restart, self.go_on) {
                (true, _) => Begun::Anew,
                (_, true) => Begun::GoOnWithAnotherSnapshot,
                _ => Begun::GoOn,
            },
            noted_every: self.noted_every,
        }
    }
}

fn read_column(text: &str) -> Result<(Field, String), String> {
    Field::with_column(text).map_err(|rule| format!("it must be {rule}"))
}

fn read_version(text: &str) -> Result<Timestamp, &'static str> {
    Timestamp::of_version(text).ok_or("it must be a version: fourteen digits, YYYYMMDDHHMMSS")
}

fn read_schema(text: &str) -> Result<Schema, String> {
    Schema::from_name(text).ok_or_else(|| format!("it must be one of {}", Schema::NAMES.join(", ")))
}

fn read_characters(text: &str) -> Result<Characters, String> {
    Characters::named(text).ok_or_else(|| format!("it must be {}", Characters::RULE))
}
