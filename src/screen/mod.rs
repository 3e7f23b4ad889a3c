//! Screening of customer files in this process or by a server: the implementation of `tamis screen`.
//!
//! ```text
//! files ─► rows, in chunks ─► queries on all cores, or to a server ─► hits and rejects, in order
//! ```
//!
//! The pipeline is the engine's; the answers are those of the stream.
//!
//! | module | what it holds |
//! |---|---|
//! | `counts` | counts of a run |
//! | `earlier` | comparison with the hits of an earlier run |
//! | `error` | errors of a run |
//! | `hits` | output for a customer |
//! | `lists` | the lists to screen against |
//! | `local`, `remote` | a snapshot in this process, or a server |
//! | `output` | output files, replaced atomically |
//! | `receipts` | receipts of a run, in files beside the hits |
//! | `progress` | progress of a run, so that it can be resumed |
//! | `run` | outputs of a run, created or resumed |
//! | `summary` | summary of a run |
//! | `table` | screening of a table in memory |
//! | `watch` | observers of a run |
//! | `workbook` | hits as a spreadsheet |

mod counts;
mod earlier;
mod error;
mod hits;
mod lists;
mod local;
mod output;
mod progress;
mod receipts;
mod remote;
pub(crate) mod run;
mod summary;
mod table;
mod watch;
mod workbook;

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use xxhash_rust::xxh3::xxh3_64;

use self::counts::Counts;
use self::earlier::Earlier;
pub use self::earlier::{Compared, Comparison};
pub use self::error::ScreenError;
pub use self::hits::{Cell, CellOf, Hit, OutputForm};
use self::hits::{ExtraColumns, Made, Writer};
pub(crate) use self::hits::{OF_REVIEW, line_of};
use self::lists::Lists;
pub use self::lists::Version;
use self::local::Local;
pub(crate) use self::local::version_of;
pub(crate) use self::output::{Output, form_of};
pub(crate) use self::receipts::{Receipted, Receipts};
use self::remote::Remote;
pub use self::remote::Server;
pub(crate) use self::remote::answer::{Found, hit_of};
pub use self::run::Begun;
use self::run::{Beginning, Run, state_of};
pub use self::summary::Summary;
pub use self::table::{
    CustomerFile, FileRow, FileRows, Hits, Screened, Table, TableSettings, answer_line,
    compared_line,
};
pub use self::watch::{SoFar, Watch};
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::parameters::Parameters;
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::customer::Reading;
pub use crate::api::matching::customer::Unread;
use crate::api::matching::{self, Settings};
use crate::clearances::{Clearances, ClearancesFile};
use crate::customers::columns::Naming;
use crate::customers::source::{Source, SourceOptions, Sources};
pub use crate::customers::{Field, InputForm};
use crate::receipts::Basis;
use tamis_engine::batch::Weighed;
use tamis_engine::matching::{Explain, Grouping};
use tamis_engine::model::{Collection, DateOrder, Day, Schema, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_ingest::characters::Characters;

/// Input, settings and output of a run.
#[derive(Debug, Clone)]
pub struct Job {
    /// Customer files; `-` is the standard input.
    pub files: Vec<PathBuf>,
    /// Format of the files; `None` to detect it from names and first bytes.
    pub input_form: Option<InputForm>,
    /// Sheet of a spreadsheet; `None` for the first.
    pub sheet: Option<String>,
    /// Character encoding; `None` to detect it from the content.
    pub characters: Option<Characters>,
    /// Line of a table's header; `None` to find it, 0 if there is none.
    pub header_row: Option<u64>,
    /// Fields of columns whose names are not recognised.
    pub columns: Vec<(Field, String)>,
    /// Order of numeric dates that do not begin with the year.
    pub dates: DateOrder,
    /// Type of customers whose row does not give one.
    pub schema: Schema,
    /// The collection to screen against.
    pub collection: Collection,
    /// Parameters of a match (docs/api.md, "Match"), encoded as in an address.
    pub parameters: String,
    /// File of the hits; `None` for the standard output.
    pub output: Option<PathBuf>,
    /// Format of the hits; `None` to derive it from the name of the output.
    pub output_form: Option<OutputForm>,
    /// True if a table begins with a byte order mark. Without it Excel assumes the encoding of its
    /// machine.
    pub has_mark: bool,
    /// True if customers without a hit, and results below the threshold, are written too.
    pub all: bool,
    /// File of unreadable or partly read rows. `None` for a file next to the output, or for the
    /// standard error stream if there is no output file.
    pub rejects: Option<PathBuf>,
    /// File of the receipts of all customers (docs/evidence.md); a second one beside it has their
    /// queries. The lists are those of a snapshot.
    pub receipts: Option<PathBuf>,
    /// File of decisions on customers and records (docs/evidence.md), which leave out hits; it need not
    /// exist yet. The lists must be those of a snapshot.
    pub clearances: Option<ClearancesFile>,
    /// Comparison with earlier hits; the output must be a table.
    pub comparison: Option<Comparison>,
    /// Treatment of an interrupted run into the same output.
    pub begun: Begun,
    /// Interval between saves of the progress.
    pub noted_every: Duration,
}

/// The parameters and earlier decisions of a run, as they were read.
struct Asked {
    settings: Settings,
    /// The parameters, encoded as in an address.
    parameters: String,
    form: OutputForm,
    /// Day of the run, on which the status of listings depends.
    today: Day,
    clearances: Option<Clearances>,
}

/// The outputs of a run, and its receipts.
struct Outputs {
    run: Run<Counts>,
    receipts: Option<Receipts>,
}

impl Outputs {
    fn write(&mut self, made: Made) -> Result<(), ScreenError> {
        if let Some(receipts) = &mut self.receipts {
            receipts.write(made.links, &mut self.run)?;
        }
        self.run.write(&made.hits, &made.rejects, |progress| {
            progress.counts.add_all(&made.counts);
            (progress.files, progress.line) = (made.file, made.line);
        })
    }
}

/// The lists to screen against.
#[derive(Debug, Clone, Copy)]
pub enum Against<'s> {
    Snapshot {
        snapshot: &'s Snapshot,
        /// Checksum of the snapshot, in hexadecimal.
        sha256: &'s str,
        /// Checksum of the manifest of its version, in hexadecimal.
        manifest: &'s str,
        /// Threads; the caller's thread must not be one of them.
        pool: &'s ThreadPool,
    },
    Server(&'s Server),
}

impl Job {
    /// Screens all customers.
    ///
    /// # Errors
    /// [`ScreenError`]. There is then no output file: its partial content stays under the working name.
    pub fn run(&self, against: Against<'_>, watch: &dyn Watch) -> Result<Summary, ScreenError> {
        let began = Instant::now();
        let form = form_of(self.output_form, self.output.as_deref())?;
        let parameters = if form.is_table() {
            with_defaults(&self.parameters, &TABLE_DEFAULTS)
        } else {
            self.parameters.clone()
        };
        let settings = read_settings(&parameters, &[])?;
        let (since, algorithm) = (settings.changed_since(), settings.algorithm);
        let sources = self.open(watch)?;
        let earlier = self.earlier(form)?;
        let (today, clearances) = (Day::of(Timestamp::now()), self.clearances(against)?);
        let asked = Asked { settings, parameters, form, today, clearances };
        let basis = self.basis(against, &asked)?;
        let (lists, ignored) = self.lists(against, &asked, watch)?;
        let version = lists.version().clone();
        if since > Timestamp::of_version(&version.version) {
            return Err(ScreenError::NothingSince { version: version.version });
        }
        let writer = Writer { all: self.all, ignored, extra: self.extra_columns() };
        let mut outputs = self.begin(&version.version, form, basis, watch)?;
        let reading = Reading { dates: self.dates, schema: self.schema, today };
        self.screen(&*lists, sources, &reading, &writer, &mut outputs, watch)?;
        let Outputs { mut run, receipts } = outputs;
        let time = began.elapsed();
        let mut compared = None;
        if let (Some(earlier), Some(hits)) = (earlier, run.hits.working_file()?) {
            compared = Some(earlier.compare(&hits, &*lists, since)?);
        }
        let (progress, rejects) = run.finish(form, watch)?;
        let mut summary = Summary::new(version, algorithm.as_str(), progress, rejects, time);
        summary.compared = compared;
        summary.receipts = receipts.map(Receipts::finish);
        summary.clearances = asked.clearances.as_ref().map(|own| own.sha256.clone());
        Ok(summary)
    }

    /// The columns that the run adds to a table.
    fn extra_columns(&self) -> ExtraColumns {
        ExtraColumns { decisions: self.clearances.is_some(), receipts: self.receipts.is_some() }
    }

    /// The earlier decisions, if they are to be heeded.
    fn clearances(&self, against: Against<'_>) -> Result<Option<Clearances>, ScreenError> {
        let Some(file) = &self.clearances else { return Ok(None) };
        match against {
            Against::Snapshot { .. } => Ok(Some(file.read()?)),
            Against::Server(_) => Err(ScreenError::OfServer { option: "--clearances" }),
        }
    }

    /// The fields that the receipts of the run have in common, if there are any.
    fn basis(&self, against: Against<'_>, asked: &Asked) -> Result<Option<Basis>, ScreenError> {
        let Asked { settings, parameters, today, clearances, .. } = asked;
        match (&self.receipts, against) {
            (None, _) => Ok(None),
            (Some(_), Against::Server(_)) => Err(ScreenError::OfServer { option: "--receipts" }),
            (Some(_), Against::Snapshot { snapshot, manifest, .. }) => {
                let decided = settings.decided(parameters, !self.all);
                let (collection, algorithm) = (self.collection, settings.algorithm);
                let basis = Basis::new(snapshot, manifest, collection, algorithm, decided, *today);
                let clearances = clearances.as_ref().map(|own| own.sha256.clone());
                Ok(Some(Basis { clearances: clearances.unwrap_or_default(), ..basis }))
            }
        }
    }

    /// The lists to screen against, and the notes about ignored parameters from this process.
    fn lists<'l>(
        &self,
        against: Against<'l>,
        asked: &'l Asked,
        watch: &'l dyn Watch,
    ) -> Result<(Box<dyn Lists + 'l>, Ignored), ScreenError> {
        let Asked { settings, parameters, form, today, clearances } = asked;
        let form = *form;
        match against {
            Against::Snapshot { snapshot, sha256, pool, .. } => {
                let version = local::version_of(snapshot, sha256);
                let settings = settings.clone();
                let matcher = matcher(snapshot, self.collection, settings, !self.all, *today);
                let ignored = matcher.ignored.clone();
                ignored.sentences().for_each(|sentence| watch.says(sentence));
                let (receipts, clearances) = (self.receipts.is_some(), clearances.as_ref());
                let local = Local { matcher, form, version, pool, receipts, clearances };
                Ok((Box::new(local), ignored))
            }
            Against::Server(server) => {
                let parameters = stream_parameters(parameters, settings, !self.all, form);
                let remote = Remote::new(server, self.collection, &parameters, form, watch)?;
                Ok((Box::new(remote), Ignored::default()))
            }
        }
    }

    /// Screens the remaining customers and writes the output.
    fn screen(
        &self,
        lists: &dyn Lists,
        mut sources: Sources,
        reading: &Reading,
        writer: &Writer,
        outputs: &mut Outputs,
        watch: &dyn Watch,
    ) -> Result<(), ScreenError> {
        let size = sources.size();
        let begun = &outputs.run.progress;
        sources.skip_to(begun.files, begun.line);
        let mut read = 0;
        lists.screen(&mut sources, reading, writer, &mut |made| {
            read += made.read;
            outputs.write(made)?;
            let Counts { screened, refused, with_hits, .. } = outputs.run.progress.counts;
            let share = size.map(|size| (read as f64 / size.max(1) as f64).min(1.0));
            watch.screened(SoFar { done: screened + refused, with_hits, share });
            Ok(())
        })
    }

    /// Opens every file before the first customer is screened, and reports how each is read.
    fn open(&self, watch: &dyn Watch) -> Result<Sources, ScreenError> {
        let options = SourceOptions {
            form: self.input_form,
            characters: self.characters,
            sheet: self.sheet.as_deref(),
            header_row: self.header_row,
            ..SourceOptions::screening(&self.columns, Naming::Option)
        };
        let open = |path| Source::open(path, options);
        let sources: Vec<Source> =
            self.files.iter().map(PathBuf::as_path).map(open).collect::<Result<_, _>>()?;
        for source in &sources {
            let file = &source.head.file;
            source.head.sentences().for_each(|sentence| watch.says(&format!("{file}: {sentence}")));
            if self.comparison.is_some() && !source.has_keys() {
                watch.says(&format!(
                    "{file}: customers have no keys; hits are compared by line number"
                ));
            }
        }
        Ok(Sources::new(sources))
    }

    /// The earlier hits, if a comparison is wanted.
    fn earlier(&self, form: OutputForm) -> Result<Option<Earlier>, ScreenError> {
        let Some(comparison) = &self.comparison else { return Ok(None) };
        match &self.output {
            Some(output) if form.is_table() => Earlier::read(comparison, output).map(Some),
            _ => Err(ScreenError::NotATable),
        }
    }

    /// Identifies a job: the current state of its files and all settings that affect the output.
    fn fingerprint(&self) -> String {
        let files = self.files.iter().chain(self.clearances.iter().map(|file| &file.path));
        let files: Vec<_> = files.map(|path| (path, state_of(path))).collect();
        let Job { input_form, header_row, columns, dates, schema, collection, parameters, .. } =
            self;
        let Job { output_form, has_mark, all, rejects, receipts, characters, sheet, .. } = self;
        let read = (files, input_form, sheet, header_row, characters, columns, dates, schema);
        let job = (
            read,
            collection,
            parameters,
            output_form,
            has_mark,
            all,
            rejects,
            receipts,
            env!("CARGO_PKG_VERSION"),
        );
        format!("{:016x}", xxh3_64(format!("{job:?}").as_bytes()))
    }

    /// Creates the outputs, or resumes earlier ones.
    fn begin(
        &self,
        version: &str,
        form: OutputForm,
        basis: Option<Basis>,
        watch: &dyn Watch,
    ) -> Result<Outputs, ScreenError> {
        let files = self.receipts.as_deref().map(Receipts::files);
        let mut run = Run::begin(Beginning {
            job: self.fingerprint(),
            version,
            output: self.output.as_deref(),
            rejects: self.rejects.as_deref(),
            further: files.as_ref().map_or(&[], |files| files),
            // Input from a pipe cannot be read again.
            is_repeatable: self.files.iter().all(|path| path.is_file()),
            head: form.head(self.extra_columns().columns(), self.has_mark),
            begun: self.begun,
            noted_every: self.noted_every,
        })?;
        if run.is_resumed {
            let Counts { screened, refused, .. } = run.progress.counts;
            watch.says(&format!("resuming after {} customers", screened + refused));
        }
        let receipts =
            basis.zip(files).map(|(basis, files)| Receipts::begin(basis, files, &mut run));
        let receipts = receipts.transpose()?;
        Ok(Outputs { run, receipts })
    }
}

/// The parameters of a stream whose answers have all data of the output.
fn stream_parameters(
    parameters: &str,
    settings: &Settings,
    only_matches: bool,
    form: OutputForm,
) -> String {
    let mut parameters: Vec<(Cow<'_, str>, Cow<'_, str>)> =
        form_urlencoded::parse(parameters.as_bytes()).collect();
    let mut set = |name: &'static str, value: String| {
        parameters.retain(|(own, _)| own != name);
        parameters.push((name.into(), value.into()));
    };
    set("cutoff", settings.looked_for_from(only_matches).to_string());
    if form.is_table() {
        set("details", "true".to_owned());
    }
    form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish()
}

/// Defaults of a table: one row per party, and no matched words, which it does not show.
pub(crate) const TABLE_DEFAULTS: [(&str, &str); 2] =
    [("group", Grouping::Entity.as_str()), ("explain", Explain::Text.as_str())];

/// The parameters with these defaults for what they do not say.
pub(crate) fn with_defaults(parameters: &str, defaults: &[(&str, &str)]) -> String {
    let is_given =
        |name| form_urlencoded::parse(parameters.as_bytes()).any(|(given, _)| given == name);
    let mut all = form_urlencoded::Serializer::for_suffix(parameters.to_owned(), 0);
    all.extend_pairs(defaults.iter().filter(|(name, _)| !is_given(*name))).finish()
}

/// Parses the parameters of a match; `further` ones are accepted, too. A server ignores unknown ones,
/// since an address may hold others; here they can only be mistakes.
pub(crate) fn read_settings(
    parameters: &str,
    further: &[&'static str],
) -> Result<Settings, ScreenError> {
    let parameters = Parameters::parse(Some(parameters));
    let accepted = matching::parameters();
    let accepted = accepted.iter().map(|parameter| parameter.name);
    let accepted: Vec<&str> = accepted.chain(further.iter().copied()).collect();
    if let Some((name, _)) = parameters.others(&accepted).next() {
        let (name, accepted) = (name.to_owned(), accepted.join(", "));
        return Err(ScreenError::UnknownParameter { name, accepted });
    }
    Ok(Settings::read(&parameters)?)
}

/// Queries a snapshot on a day, without the server's metrics.
fn matcher<A: Weighed>(
    snapshot: &Snapshot,
    collection: Collection,
    settings: Settings,
    only_matches: bool,
    today: Day,
) -> BatchMatcher<'_, A> {
    let counts = QueryCounts::default();
    BatchMatcher::new(snapshot, collection, settings, only_matches, today, counts)
}
