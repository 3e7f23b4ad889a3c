//! `evaluate`: measures the quality of matching.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use snapshot_builder::error::at;
use snapshot_builder::evaluate::{EvaluateOptions, Suite, evaluate};

use super::print;

/// Measures the quality of name matching on labelled names and on lists.
///
/// Each suite builds a snapshot of its own, queries it by name and counts correct and wrong matches at
/// the threshold of 0.75.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Evaluate {
    #[command(flatten)]
    options: EvaluateOptions,
    /// Also print the missed and the wrongly found cases.
    #[arg(long)]
    wrong: bool,
    /// A file of rows `figure,at least|at most,value`. Fails if a figure is beyond its value, or,
    /// without `--only`, if one was not measured.
    #[arg(long, value_name = "FILE")]
    floors: Option<PathBuf>,
}

const HELP: &str = "Examples:
  snapshot-builder evaluate --pairs my-pairs.csv --wrong
  snapshot-builder evaluate --sources lists --labelled evals --floors floors.csv

A file of pairs has the columns case_id, schema, name1 (the query), name2 (the record) and is_match
(true or false); quality (STRONG, MEDIUM, WEAK) and contested (yes) may be added.";

impl Evaluate {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Self { options, wrong, floors } = self;
        let floors = floors.map(|path| Floors::read(&path)).transpose()?;
        let (mut broken, mut measured) = (Vec::new(), BTreeSet::new());
        let mut printed = Ok(ExitCode::SUCCESS);
        evaluate(&options, |suite| {
            broken.extend(floors.iter().flat_map(|floors| floors.broken_by(&suite)));
            measured.extend(suite.figures.iter().map(|figure| figure.name.clone()));
            printed = print(&shown(&suite, wrong));
        })?;
        printed?;
        if options.only.is_empty() {
            broken.extend(floors.iter().flat_map(|floors| floors.missing_from(&measured)));
        }
        if !broken.is_empty() {
            bail!("figures beyond their floors: {}", broken.join("; "));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn shown(suite: &Suite, wrong: bool) -> String {
    let lines = suite
        .figures
        .iter()
        .map(|figure| format!("{:<36} {:>8.4}  of {}\n", figure.name, figure.value, figure.cases));
    let wrong = suite.wrong.iter().filter(|_| wrong).map(|line| format!("    {line}\n"));
    lines.chain(wrong).collect()
}

/// Required least or greatest values of figures.
struct Floors(BTreeMap<String, (bool, f64)>);

impl Floors {
    fn read(path: &std::path::Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).map_err(at(path))?;
        let mut floors = BTreeMap::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let floor = match fields[..] {
                [name, "at least", value] => value.parse().ok().map(|value| (name, (true, value))),
                [name, "at most", value] => value.parse().ok().map(|value| (name, (false, value))),
                _ => None,
            };
            let Some((name, floor)) = floor else {
                bail!("{}, line {}: not `figure,at least|at most,value`", path.display(), at + 1);
            };
            floors.insert(name.to_owned(), floor);
        }
        Ok(Self(floors))
    }

    fn broken_by(&self, suite: &Suite) -> Vec<String> {
        let broken = suite.figures.iter().filter_map(|figure| {
            let &(least, floor) = self.0.get(&figure.name)?;
            let holds = if least { figure.value >= floor } else { figure.value <= floor };
            let side = if least { "at least" } else { "at most" };
            (!holds).then(|| format!("{} is {:.4}, not {side} {floor}", figure.name, figure.value))
        });
        broken.collect()
    }

    /// Floors of figures that no suite measured: a file is missing, or the name is misspelt.
    fn missing_from(&self, measured: &BTreeSet<String>) -> Vec<String> {
        let missing = self.0.keys().filter(|name| !measured.contains(*name));
        missing.map(|name| format!("{name} was not measured")).collect()
    }
}
