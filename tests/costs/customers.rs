//! Files of customers as `tamis screen` reads them, for the fuzz target `customers`. The first line has
//! the form of the file and the contents of its columns, such as `csv family-name=Kunde`; the file
//! follows. Without a form, it is detected from the file. With `times=100`, the last line of the file
//! is repeated that often.

use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use clap::ValueEnum;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tamis::customers::Field;
use tamis::screen::{Against, Begun, InputForm, Job, ScreenError, SoFar, Watch};
use tamis_engine::model::{Collection, DateOrder, Schema};
use tempfile::TempDir;

use crate::support::costs::{Bound, Line};
use crate::support::documented;
use crate::support::worlds::World;

/// Bound of the cost of screening a file.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 4 << 20, per_byte: 8 << 10 }, Line { fixed: 12_000, per_byte: 50 });

/// Most bytes that `times` adds: test time is for many inputs.
const REPEATED_BYTES_MAX: usize = 64 << 10;

/// World, thread pool and folder for screening files.
struct Desk {
    world: World,
    pool: ThreadPool,
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let folder = tempfile::tempdir().expect("a folder");
        Self { world: documented::world(), pool, folder }
    }
}

struct Unfollowed;

impl Watch for Unfollowed {
    fn says(&self, _: &str) {}

    fn screened(&self, _: SoFar) {}
}

/// Repeats the last line of a file, up to [`REPEATED_BYTES_MAX`].
fn last_line_repeated(file: &[u8], times: usize) -> Vec<u8> {
    let ended = file.strip_suffix(b"\n").unwrap_or(file);
    let start = ended.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = &file[start..];
    let more = times.min(REPEATED_BYTES_MAX / (line.len() + 1)).saturating_sub(1);
    [file, &line.repeat(more)].concat()
}

/// Screens the file that an input describes, and returns the bytes of the file.
pub(crate) fn screen_described(input: &[u8]) -> usize {
    static DESK: LazyLock<Desk> = LazyLock::new(Desk::new);
    let Desk { world, pool, folder } = &*DESK;
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (head, file) = input.split_at(end);
    let head = String::from_utf8_lossy(head);
    let mut words = head.split(' ');
    let input_form = words.next().and_then(|form| InputForm::from_str(form, false).ok());
    let (times, columns): (Vec<_>, Vec<_>) =
        words.filter_map(|word| word.split_once('=')).partition(|(name, _)| *name == "times");
    let times = times.iter().find_map(|(_, times)| times.parse().ok());
    let file = last_line_repeated(file.get(1..).unwrap_or_default(), times.unwrap_or(1));
    let described = head.len() + file.len();
    let column =
        |(field, name): (&str, &str)| Some((Field::from_str(field, false).ok()?, name.to_owned()));
    let path = folder.path().join("customers");
    fs::write(&path, file).expect("written");
    let job = Job {
        files: vec![path],
        input_form,
        sheet: None,
        characters: None,
        header_row: None,
        columns: columns.into_iter().filter_map(column).collect(),
        dates: DateOrder::DayMonthYear,
        schema: Schema::LegalEntity,
        collection: Collection::Default,
        parameters: String::new(),
        output: Some(folder.path().join("hits.csv")),
        output_form: None,
        has_mark: false,
        all: true,
        receipts: None,
        clearances: None,
        rejects: None,
        comparison: None,
        begun: Begun::Anew,
        noted_every: Duration::MAX,
    };
    let against = Against::Snapshot { snapshot: &world.snapshot, sha256: "", manifest: "", pool };
    let screened = job.run(against, &Unfollowed);
    assert!(!matches!(screened, Err(ScreenError::Fault)));
    described
}

#[test]
fn any_file_of_customers_is_screened_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "customers", 300, screen_described);
}
