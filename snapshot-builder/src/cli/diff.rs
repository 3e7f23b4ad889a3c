//! `diff`: shows the differences between two versions.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use snapshot_builder::diff::{EntityChange, Event, FactChange, Kind, RecordChange, Totals, diff};
use snapshot_builder::ledger::{LEDGER_FILE, Ledger};
use tamis_engine::store::is_version;

use super::{ended, grouped};

/// Shows which records differ between two versions, and how.
///
/// OLD and NEW are versions (YYYYMMDDHHMMSS) in the folder of snapshots, or folders of versions. Their
/// ledgers are compared, sorted by register and reference: one line for each record that differs and
/// one for each register.
///
/// A record is "changed" if a build in between counted it so (the order of values aside) and its facts
/// still differ. For each fact, the values that only one version has are shown. "relinked" is a record
/// with another merged entity, or no longer with one; if its facts differ too, it is shown as changed.
/// Records both added and removed in between are not shown.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Diff {
    /// The version to compare with.
    old: String,
    /// The newer version.
    new: String,
    /// Folder of snapshots in which versions are looked up by name.
    #[arg(long, value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    /// Print one JSON object per line, with all values of the differing facts.
    #[arg(long)]
    json: bool,
    /// Compare only this register.
    #[arg(long, value_name = "SLUG")]
    register: Option<String>,
}

const HELP: &str = "Examples:
  snapshot-builder diff 20261003080000 20261004080000
  snapshot-builder diff old/20261003080000 new/20261004080000 --register us_ofac_sdn
  snapshot-builder diff 20261003080000 20261004080000 --json

Exit codes:
  0  compared, whether or not anything differs
  1  a version cannot be read
  2  a wrong option, or no such register";

impl Diff {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let old = Ledger::open(&self.ledger_of(&self.old)?)?;
        let new = Ledger::open(&self.ledger_of(&self.new)?)?;
        let mut output = BufWriter::new(io::stdout().lock());
        let tell = |event: Event| match self.json {
            true => write_json(&mut output, &event),
            false => write_text(&mut output, &event),
        };
        let compared = diff(&old, &new, self.register.as_deref(), tell);
        match compared {
            Ok(totals) => {
                let told = match self.json {
                    true => write_json(&mut output, &serde_json::json!({ "total": totals })),
                    false => writeln!(output, "total: {}", shown(totals)),
                };
                ended(told.and_then(|()| output.flush()))
            }
            Err(error) => {
                // Results from before the error are shown.
                let _ = output.flush();
                ended(Err(error.downcast()?))
            }
        }
    }

    /// Path of the ledger of a version, given by its name in the folder of snapshots or by its own
    /// folder.
    fn ledger_of(&self, named: &str) -> anyhow::Result<PathBuf> {
        let folder = if is_version(named) {
            self.snapshots.join(named)
        } else {
            Path::new(named).to_owned()
        };
        let ledger = folder.join(LEDGER_FILE);
        if !folder.is_dir() {
            bail!("{}: no such version", folder.display());
        }
        if !ledger.exists() {
            bail!(
                "{}: no {LEDGER_FILE}, without which versions cannot be compared",
                folder.display()
            );
        }
        Ok(ledger)
    }
}

fn write_json(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, value)?;
    writeln!(output)
}

fn write_text(output: &mut impl Write, event: &Event) -> io::Result<()> {
    match event {
        Event::Register { register, totals } => {
            writeln!(output, "{register}: {}", shown(*totals))
        }
        Event::Record(change) => {
            let RecordChange { register, reference, kind, name, facts, entity, .. } = &**change;
            let (reference, name) = (one_line(reference), one_line(name));
            let facts = facts.iter().map(shown_fact);
            let entity = entity.iter().map(shown_entity);
            let what: Vec<String> = facts.chain(entity).collect();
            let what =
                if what.is_empty() { String::new() } else { format!("\t{}", what.join("; ")) };
            writeln!(output, "{register}\t{}\t{reference}\t{name}{what}", word(*kind))
        }
    }
}

fn shown(totals: Totals) -> String {
    let Totals { added, removed, changed, returned, relinked } = totals;
    let [added, removed, changed, returned, relinked] =
        [added, removed, changed, returned, relinked].map(grouped);
    format!(
        "{added} added, {removed} removed, {changed} changed, {returned} returned, {relinked} relinked"
    )
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "added",
        Kind::Removed => "removed",
        Kind::Changed => "changed",
        Kind::Returned => "returned",
        Kind::Relinked => "relinked",
    }
}

fn shown_fact(change: &FactChange) -> String {
    let [old, new] = change.own_values().map(|values| match values.as_slice() {
        [] => "none".to_owned(),
        values => one_line(&values.join(", ")),
    });
    format!("{}: {old} -> {new}", change.fact)
}

fn shown_entity(change: &EntityChange) -> String {
    let [old, new] = [change.old, change.new]
        .map(|entity| entity.map_or_else(|| "none".to_owned(), |entity| entity.to_string()));
    format!("merged entity: {old} -> {new}")
}

/// Text of a list without characters that would begin another line or column.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
