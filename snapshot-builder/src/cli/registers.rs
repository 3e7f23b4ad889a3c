//! `registers`: lists the known registers.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::{Description, Descriptions, page};

use super::{print, progress};

/// Lists the registers that the builder knows: those with a reader for their publisher's files, and
/// those whose records must be supplied in a general format or through a mapping of columns.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Registers {
    /// Folder with descriptions (*.toml) of further registers.
    #[arg(long, value_name = "DIR")]
    registers: Option<PathBuf>,
    /// Write a page in Markdown, with the terms of each register and the counts of every version
    /// in the folder of sources.
    #[arg(long, requires = "sources")]
    markdown: bool,
    /// Folder with the lists to count for the page, as for `build`.
    #[arg(long, value_name = "DIR", requires = "markdown")]
    sources: Option<PathBuf>,
}

const HELP: &str = "A register of the second group is loaded from DIR/<slug>/records.jsonl, \
entities.ftm.json or
senzing.json, or from any CSV file that a register.toml beside it describes.";

impl Registers {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let known = Descriptions::with(self.registers.as_deref())?;
        if let Some(sources) = &self.sources {
            let progress = progress::choose(quiet);
            let page = page::page(&known, sources, progress.as_ref());
            drop(progress);
            return print(&page);
        }
        let (general, read): (Vec<_>, Vec<_>) =
            known.iter().partition(|d| d.published_as.is_some());
        let mut text = "Read as published:\n".to_owned();
        for description in read {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "  {:<26}{} [{}]",
                description.slug,
                description.name,
                how(description)
            );
        }
        text.push_str("\nRead in a general format or through a mapping of columns:\n");
        for description in general {
            let published_as = description.published_as.as_deref().unwrap_or_default();
            let _ =
                writeln!(text, "  {:<26}{} [{published_as}]", description.slug, description.name);
        }
        print(&text)
    }
}

/// The files of a register that has a reader.
fn how(description: &Description) -> String {
    match &description.part_of {
        Some(container) => format!("in the files of {container}"),
        None => {
            let forms = description.forms.iter();
            forms.map(|form| form.files.shown()).collect::<Vec<_>>().join("; ")
        }
    }
}
