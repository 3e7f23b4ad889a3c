//! `sample`: writes synthetic registers.

use std::process::ExitCode;

use clap::Args;
use snapshot_builder::sample::{SampleOptions, VERSION_FOLDERS, generate};

use super::{grouped, print, progress};

/// Writes synthetic registers of every list type, to try the service without any real list.
///
/// Each register has two dated versions with small differences. The same options give the same bytes on
/// every machine. Files of an earlier sample in the folder are replaced.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Sample {
    #[command(flatten)]
    options: SampleOptions,
}

const HELP: &str = "Example:
  snapshot-builder sample --records 5000 --seed 1 --out data/sample
  snapshot-builder build --sources data/sample --out snapshots";

impl Sample {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let Self { options } = self;
        let mut bar = progress::counter(quiet, options.records, "records written");
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
