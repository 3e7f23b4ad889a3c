//! `check`: shows what would be loaded from a file.

use std::fmt::{self, Write};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use snapshot_builder::readers::{Collected, record_to_json};
use snapshot_builder::report::{RegisterReport, render_summary};
use snapshot_builder::{CheckOptions, Description, Loaded, check};
use tamis_engine::model::Record;

use super::{LABEL_WIDTH, grouped, print, print_error, progress, record};

/// Reads one file as a build would and shows what it would load: counts, filled fields, sample records
/// and every rejected row. Nothing is written.
///
/// Companion files of the format (aliases, addresses, ...) are read if they are in the same folder
/// under their usual names. A warning says if a build would skip the file because of its folder or
/// name. Memory does not grow with the number of records.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Check {
    #[command(flatten)]
    options: CheckOptions,
    /// Print JSON: the report, and the samples with the keys of records.jsonl.
    #[arg(long)]
    json: bool,
}

const HELP: &str = "Examples:
  snapshot-builder check consolidated.xml --register un_sc_consolidated
  snapshot-builder check lists/house_list/records.csv --register house_list --samples 10
  snapshot-builder check sdn.csv --register us_ofac_sdn --json | jq .registers[].report.filled

Exit codes:
  0  it can be loaded; rejected rows are listed
  1  it cannot be loaded as a whole
  2  a wrong option, or a file whose register or format is not known";

impl Check {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let progress = progress::choose(quiet || self.json);
        let (description, loaded) = check(&self.options, progress.as_ref())?;
        // The progress line must be gone before anything else is printed.
        drop(progress);
        let failure = loaded.report.error.clone();
        let registers = Shown::all(loaded);
        print(&match self.json {
            true => format!("{:#}\n", to_json(&description, &registers)),
            false => to_text(&description, &registers)?,
        })?;
        Ok(match failure {
            Some(error) => {
                print_error(&error);
                ExitCode::FAILURE
            }
            None => ExitCode::SUCCESS,
        })
    }
}

/// A register of the file: its report and its first records.
struct Shown {
    report: RegisterReport,
    samples: Vec<Record>,
}

impl Shown {
    /// The register itself, then further registers in its file.
    fn all(loaded: Loaded) -> Vec<Self> {
        let Loaded { report, outcome, parts } = loaded;
        let own = Self { report, samples: outcome.unwrap_or_default() };
        let parts = parts.into_values().map(|part| {
            let Collected { report, records, .. } = part;
            Self { report, samples: records }
        });
        std::iter::once(own).chain(parts).collect()
    }
}

fn to_json(description: &Description, registers: &[Shown]) -> Value {
    let registers: Vec<Value> = registers
        .iter()
        .map(|Shown { report, samples }| {
            let samples: Vec<Value> = samples.iter().map(record_to_json).collect();
            json!({"report": report, "samples": samples})
        })
        .collect();
    json!({"register": description.slug, "name": description.name, "registers": registers})
}

fn to_text(description: &Description, registers: &[Shown]) -> Result<String, fmt::Error> {
    let mut text = format!("{} ({})\n", description.name, description.publisher);
    for Shown { report, samples } in registers {
        text.push_str(&render_summary(std::slice::from_ref(report)));
        if report.records > 0 {
            show_fields(&mut text, report)?;
        }
        for sample in samples {
            writeln!(text, "record")?;
            record::show_content(&mut text, sample)?;
        }
    }
    Ok(text)
}

/// Writes a line for each field with a value in any record, most frequent fields first.
fn show_fields(text: &mut String, report: &RegisterReport) -> fmt::Result {
    let mut fields: Vec<_> = report.filled.iter().collect();
    fields.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), **name));
    writeln!(text, "  {:<LABEL_WIDTH$}{:>10}", "field", "records")?;
    for (name, count) in fields {
        let share = *count as f64 * 100.0 / report.records as f64;
        writeln!(text, "  {name:<LABEL_WIDTH$}{:>10}{share:>7.1} %", grouped(*count))?;
    }
    Ok(())
}
