//! The use case: measures the quality of matching on labelled names and the user's own lists.
//!
//! The measures are those of a server's client: a query by name, its results, the threshold
//! [`THRESHOLD`]. Each suite makes a snapshot of its own lists, so that no figure depends on the
//! published version.
//!
//! | module | what it holds |
//! |---|---|
//! | `statistics` | F1, area under the curve, best cut |
//! | `labelled` | files of labelled queries and pairs |
//! | `world` | lists as a snapshot in a temporary folder, and queries to it |
//! | `transliterated` | names made of words in two scripts |
//! | `suite` | results of a suite: figures and wrong cases |
//! | `ways` | variations of typed names |
//! | `changes` | slips in names |
//! | `drawn` | names drawn from the lists, and the parties found by changed ones |
//! | `pairs`, `typed`, `changed`, `near`, `surnames`, `lists`, `scripts` | the suites |

mod changed;
mod changes;
mod drawn;
mod labelled;
mod lists;
mod near;
mod pairs;
mod scripts;
mod statistics;
mod suite;
mod surnames;
mod transliterated;
mod typed;
mod ways;
mod world;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use anyhow::bail;

pub use suite::{Figure, Suite};
pub use world::{FOUND_WITHIN, THRESHOLD};

use lists::Lists;

/// Inputs of the measurement.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct EvaluateOptions {
    /// Folder of lists, as `build` reads them.
    #[arg(long, value_name = "FOLDER")]
    pub sources: Option<PathBuf>,
    /// Folder of labelled files: `name_pairs*.csv`, `un_recall*.csv`, `ofac_cases*.csv`,
    /// `ofac_cross_script*.csv`, `negatives*.csv`.
    #[arg(long, value_name = "FOLDER")]
    pub labelled: Option<PathBuf>,
    /// A further file of labelled pairs; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub pairs: Vec<PathBuf>,
    /// A file of names that mean no listed party (columns kind, schema, query_name, note), to be
    /// queried against `--sources`; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub clean: Vec<PathBuf>,
    /// Folder of words in two scripts: `arabic_dev.tsv.gz` and so on.
    #[arg(long, value_name = "FOLDER")]
    pub words: Option<PathBuf>,
    /// Only suites with this text in their name; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,
}

/// Runs every suite whose files exist, and passes on each one when it is done.
///
/// # Errors
/// A file cannot be read, a list does not load, or no suite matches `only`.
pub fn evaluate(options: &EvaluateOptions, mut done: impl FnMut(Suite)) -> anyhow::Result<()> {
    let suites = RefCell::new(Vec::new());
    let wants = |name: &str| {
        suites.borrow_mut().push(name.to_owned());
        options.only.is_empty() || options.only.iter().any(|part| name.contains(part.as_str()))
    };
    if let Some(labelled) = &options.labelled {
        for file in labelled::files(labelled, "name_pairs")? {
            if wants("pairs") {
                done(pairs::suite("pairs", &file)?);
            }
        }
    }
    for file in &options.pairs {
        let name = stem(file);
        if wants(&name) {
            done(pairs::suite(&name, file)?);
        }
    }
    let mut lists = options.sources.as_deref().map(Lists::new);
    if let Some(lists) = &mut lists {
        if let Some(labelled) = &options.labelled {
            lists.labelled_suites(labelled, &wants, &mut done)?;
        }
        if wants("changed") {
            done(changed::suite(lists.all()?));
        }
        if wants("near") {
            done(near::suite(lists.all()?));
        }
        if wants("surnames") {
            done(surnames::suite(lists.all()?));
        }
        scripts::suites(lists, &wants, &mut done)?;
        for file in &options.clean {
            let name = stem(file);
            if wants(&name) {
                done(lists.clean(&name, file)?);
            }
        }
    }
    if let Some(words) = &options.words {
        transliterated::suites(words, lists.as_mut(), &wants, &mut done)?;
    }
    let suites = suites.into_inner();
    let is_none = |part: &&String| !suites.iter().any(|name| name.contains(part.as_str()));
    if let Some(part) = options.only.iter().find(is_none) {
        bail!("--only {part}: no suite has this in its name; there are {}", suites.join(", "));
    }
    Ok(())
}

/// Stem of a file, used in the name of its suite.
fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.display().to_string())
}
