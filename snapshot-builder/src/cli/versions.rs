//! `versions`: lists the versions in a folder of snapshots.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use snapshot_builder::error::at;
use tamis_engine::store::{SnapshotStore, bytes_below};

use super::{grouped, print, print_error};

/// Lists the versions in a folder of snapshots, the oldest first.
///
/// Each line shows the version, its records, the bytes of its files and its build time. The served
/// version is marked "current", and "pinned" after a rollback. A version that cannot be opened is
/// listed with the reason.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Versions {
    /// Folder of snapshots.
    #[arg(long, value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
}

const HELP: &str = "Example:
  snapshot-builder versions --snapshots snapshots

Exit codes:
  0  listed
  1  the folder cannot be read, or CURRENT in it names no version that is there, or PINNED no version";

impl Versions {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Self { snapshots } = self;
        if !snapshots.is_dir() {
            bail!("{}: no such folder", snapshots.display());
        }
        let store = SnapshotStore::new(&snapshots);
        // With a broken CURRENT, this list is needed to repair it.
        let current = store.current_version();
        let named = current.as_ref().ok().and_then(Option::as_ref);
        let pin = store.pin();
        let is_pinned = matches!(pin, Ok(Some(_)));
        let versions = store.versions()?;
        let mut text = String::new();
        for version in &versions {
            let folder = store.folder(version);
            let bytes = grouped(bytes_below(&folder).map_err(at(&folder))?);
            let mark = match named == Some(version) {
                true if is_pinned => "  current, pinned",
                true => "  current",
                false => "",
            };
            match store.open(version) {
                Ok((snapshot, _)) => {
                    let records = grouped(snapshot.record_count() as u64);
                    let built_at = snapshot.built_at();
                    writeln!(
                        text,
                        "{version}  {records:>11} records  {bytes:>15} bytes  built {built_at}{mark}"
                    )?;
                }
                Err(error) => writeln!(text, "{version}  does not open: {error}{mark}")?,
            }
        }
        print(&text)?;
        match named {
            Some(named) if versions.contains(named) => match pin {
                Ok(_) => return Ok(ExitCode::SUCCESS),
                Err(error) => print_error(&error),
            },
            Some(named) => print_error(&format!("CURRENT names {named}, which is not there")),
            None => {
                let fault = match &current {
                    Err(error) => error.to_string(),
                    Ok(_) => format!("{}: no CURRENT", snapshots.display()),
                };
                print_error(&fault);
            }
        }
        print_error(&"`snapshot-builder rollback` with --to VERSION makes a version current");
        Ok(ExitCode::FAILURE)
    }
}
