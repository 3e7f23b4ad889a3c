//! A folder of sources, a folder of snapshots, and the program between them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use snapshot_builder::ledger::entry::{Entry, Reference};
use snapshot_builder::ledger::{Holds, Ledger, LedgerError};

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program with these arguments, and these variables of the environment.
pub(crate) fn run_with(arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snapshot-builder"));
    command.args(arguments).env_remove("SOURCE_DATE_EPOCH").envs(environment.iter().copied());
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let code = status.code().expect("ended by itself");
    Ran { code, stdout: text(stdout), stderr: text(stderr) }
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, &[])
}

/// Sources and snapshots in a temporary folder.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// The description of every register of a [`Place`].
const DESCRIPTION: &str = r#"
name = "Test list"
short_name = "Test"
publisher = "Publisher"
country = "ZZ"
list_type = "SANCTION"
cadence_hours = 24
format = "records_jsonl"
source_url = "https://example.org/list"
licence = "CC0"
offer = "download"
max_drop_percent = 50
"#;

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().expect("temporary folder") };
        fs::create_dir(place.sources()).expect("created");
        place
    }

    pub(crate) fn sources(&self) -> PathBuf {
        self.folder.path().join("sources")
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("snapshots")
    }

    /// What describes a register.
    pub(crate) fn description(slug: &str) -> String {
        format!("slug = {slug:?}{DESCRIPTION}")
    }

    /// Describes a register, whose licence offers this.
    pub(crate) fn offer(&self, slug: &str, offer: &str) {
        let text = Self::description(slug).replace("\"download\"", &format!("{offer:?}"));
        fs::write(self.sources().join(slug).join("register.toml"), text).expect("written");
    }

    /// Describes a register that may lose all of its records.
    pub(crate) fn permit_drop(&self, slug: &str) {
        let text =
            Self::description(slug).replace("max_drop_percent = 50", "max_drop_percent = 100");
        fs::write(self.sources().join(slug).join("register.toml"), text).expect("written");
    }

    /// The list of a register, one name per record, the reference counted from 1.
    pub(crate) fn list(&self, slug: &str, names: &[&str]) {
        let lines = names.iter().enumerate().map(|(at, name)| {
            format!("{{\"ref\": \"{}\", \"name\": \"{name}\", \"type\": \"INDIVIDUAL\"}}\n", at + 1)
        });
        self.file(slug, &lines.collect::<String>());
    }

    /// The list of a register with this text, whatever it is.
    pub(crate) fn file(&self, slug: &str, text: &str) {
        let folder = self.sources().join(slug);
        fs::create_dir_all(&folder).expect("created");
        fs::write(folder.join("register.toml"), Self::description(slug)).expect("written");
        fs::write(folder.join("records.jsonl"), text).expect("written");
    }

    /// Builds with these further options.
    pub(crate) fn build(&self, options: &[&str]) -> Ran {
        self.build_to(&self.out(), options, &[])
    }

    pub(crate) fn build_to(&self, out: &Path, options: &[&str], env: &[(&str, &str)]) -> Ran {
        let (sources, out) = (text(&self.sources()), text(out));
        let fixed = ["build", "--sources", &sources, "--out", &out];
        run_with(&[&fixed, options].concat(), env)
    }

    /// The current version; `None` before the first.
    pub(crate) fn current(&self) -> Option<String> {
        let text = fs::read_to_string(self.out().join("CURRENT")).ok()?;
        Some(text.trim().to_owned())
    }

    /// A file of the current version.
    pub(crate) fn current_file(&self, name: &str) -> PathBuf {
        self.out().join(self.current().expect("published")).join(name)
    }

    /// The report of the current version.
    pub(crate) fn report(&self) -> serde_json::Value {
        let bytes = fs::read(self.current_file("build-report.json")).expect("there");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// What `inspect` shows of the current version.
    pub(crate) fn inspect(&self, options: &[&str]) -> Ran {
        let out = text(&self.out());
        run(&[&["inspect", &out], options].concat())
    }
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("temporary folders have plain names").to_owned()
}

/// Id and first_seen of every entry, active or retired, by register and reference.
pub(crate) fn known(ledger: &Ledger) -> BTreeMap<String, (u64, i64)> {
    let slugs = &ledger.head().registers;
    let blocks = ledger.read(
        |holds| matches!(holds, Holds::Entries(_)),
        |text| {
            let Holds::Entries(place) = text.holds() else { return Ok(Vec::new()) };
            let entries = text.lines::<Entry<Reference<'_>>>().map(|entry| {
                let entry = entry?;
                let key = format!("{}/{}", slugs[place as usize], entry.record.reference);
                Ok((key, (entry.id.0, entry.first_seen.0)))
            });
            entries.collect::<Result<Vec<_>, LedgerError>>()
        },
    );
    let blocks: Result<Vec<_>, LedgerError> = blocks.collect();
    blocks.expect("readable").into_iter().flatten().collect()
}
