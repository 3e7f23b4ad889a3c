//! `inspect`: shows the contents of a snapshot.

use std::fmt::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use tamis_engine::model::{Collection, RecordId, Register};
use tamis_engine::snapshot::Snapshot;

use super::target::Target;
use super::{grouped, print, record, word};

/// Shows a whole snapshot, one record, or one word.
///
/// SNAPSHOT is a snapshot file, the folder of a version, or a folder of snapshots, meaning its current
/// version. It is verified first.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Inspect {
    /// Snapshot file, version folder or folder of snapshots.
    snapshot: PathBuf,
    /// Show everything known about the record with this ID, with its names as matching reads them.
    #[arg(long, value_name = "ID", conflicts_with = "word")]
    record: Option<u64>,
    /// Show the matching data of this word: frequency, weight, classes, neighbours.
    #[arg(long, value_name = "W")]
    word: Option<String>,
    /// List the variants learnt from names on the lists, one pair per line.
    #[arg(long, conflicts_with_all = ["record", "word"])]
    variants: bool,
}

const HELP: &str = "Examples:
  snapshot-builder inspect snapshots
  snapshot-builder inspect snapshots --record 1104023961213
  snapshot-builder inspect snapshots --word muhammad
  snapshot-builder inspect snapshots --variants

Exit codes:
  0  shown
  1  the snapshot does not open, or has no such record";

impl Inspect {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let snapshot = Target::resolve(&self.snapshot)?.open()?;
        let mut text = String::new();
        match (self.record, self.word) {
            (Some(id), _) => {
                let id = RecordId(id);
                if let Some(ordinal) = snapshot.find(id) {
                    record::show_active(&mut text, &snapshot, ordinal)?;
                } else {
                    let retired = snapshot.retired(id);
                    let retired = retired.ok_or_else(|| {
                        anyhow!("{}: there is no record {}", snapshot.path().display(), id.0)
                    })?;
                    record::show_retired(&mut text, &retired)?;
                }
            }
            (None, Some(word)) => word::show(&mut text, &snapshot.index(), &word)?,
            (None, None) if self.variants => word::show_variants(&mut text, &snapshot.index())?,
            (None, None) => show_snapshot(&mut text, &snapshot)?,
        }
        print(&text)
    }
}

fn show_snapshot(text: &mut String, snapshot: &Snapshot) -> fmt::Result {
    let index = snapshot.index();
    writeln!(text, "version    {}", snapshot.version())?;
    writeln!(text, "built at   {}", snapshot.built_at())?;
    writeln!(text, "builder    {}", snapshot.builder())?;
    writeln!(text, "records    {}", grouped(snapshot.record_count() as u64))?;
    writeln!(text, "retired    {}", grouped(snapshot.all_retired().count() as u64))?;
    writeln!(text, "names      {}", grouped(index.name_count() as u64))?;
    writeln!(text, "words      {}", grouped(index.word_count() as u64))?;
    writeln!(text, "collections")?;
    for &collection in Collection::ALL {
        let records = grouped(snapshot.collection_count(collection));
        writeln!(text, "  {:<24}{records:>14}", collection.as_str())?;
    }
    writeln!(text, "registers")?;
    let mut held = vec![0; snapshot.registers().len()];
    for row in &index.records[..snapshot.record_count()] {
        held[usize::from(row.register)] += 1;
    }
    for (register, held) in snapshot.registers().iter().zip(held) {
        show_register(text, register, held)?;
    }
    writeln!(text, "sections {:>24} {:>14}", "bytes", "elements")?;
    for (name, bytes, elements) in snapshot.sections() {
        writeln!(text, "  {name:<16}{:>15} {:>14}", grouped(bytes), grouped(elements))?;
    }
    Ok(())
}

fn show_register(text: &mut String, register: &Register, held: u64) -> fmt::Result {
    let run = &register.run;
    let list = run.list_date.as_deref().unwrap_or("without date");
    write!(
        text,
        "  {:<24}{:>14}  {} list {list}, run {} {}",
        register.slug,
        grouped(held),
        register.list_type.as_str(),
        run.status.as_str(),
        run.at
    )?;
    match &run.reason {
        Some(reason) => writeln!(text, ": {reason}"),
        None => writeln!(text),
    }
}
