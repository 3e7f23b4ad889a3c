//! `sample`: invented registers.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::sample::{RECORDS_MAX, SampleOptions, VERSION_FOLDERS, generate};

use super::{grouped, print, progress};

/// Writes invented registers of every list type, to try the service without any real list.
///
/// Each register has two dated versions that differ a little. The same options give the same
/// bytes on every machine. Files of an earlier sample in the folder are replaced.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Sample {
    /// How many records to write, over all registers.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=RECORDS_MAX))]
    records: u64,
    /// Start of the random numbers: the same seed gives the same parties.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder to write to; each register gets a folder of its own in it.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const HELP: &str = "Example:
  snapshot-builder sample --records 5000 --seed 1 --out data/sample
  snapshot-builder build --sources data/sample --out snapshots";

impl Sample {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let Self { records, seed, out } = self;
        let options = SampleOptions { records, seed, out };
        let bar = progress::counter(quiet, records, "records written");
        let summary = generate(&options, &mut |written| bar.show(written))?;
        drop(bar);
        if quiet {
            return Ok(ExitCode::SUCCESS);
        }
        let mut text = String::new();
        for register in &summary.registers {
            let (slug, records) = (register.slug, grouped(register.records));
            let turnover = grouped(register.turnover);
            text.push_str(&format!("{slug}: {records} records, {turnover} of them new\n"));
        }
        let [older, newer] = VERSION_FOLDERS;
        let out = options.out.display();
        text.push_str(&format!("written to {out} in versions {older} and {newer}\n"));
        print(&text)
    }
}
