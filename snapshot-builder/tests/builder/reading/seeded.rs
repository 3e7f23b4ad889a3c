//! The seeds of every format, read with other bytes in their place.
//!
//! `seeds/<format>/` holds a small invented list of every format: `main.*`, companions by their
//! role, and `mapping.toml` where the format needs one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use snapshot_builder::Description;
use snapshot_builder::RegisterReport;
use snapshot_builder::progress::Silent;
use snapshot_builder::readers::{Collector, ColumnMap, Format, Input, Keep};
use snapshot_builder::sources::SourceFile;

const SEEDS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshot-builder/tests/builder/reading/seeds");

/// The files of a format, in a folder where they can be overwritten.
pub(crate) struct Seeds {
    folder: tempfile::TempDir,
    /// The main file and the companions by role.
    files: Vec<(Option<String>, SourceFile, Vec<u8>)>,
    columns: ColumnMap,
}

impl Seeds {
    pub(crate) fn of(format: &Format) -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mut seeds = Self { folder, files: Vec::new(), columns: ColumnMap::new() };
        let own = Path::new(SEEDS).join(format.name);
        let entries =
            fs::read_dir(&own).unwrap_or_else(|_| panic!("no seeds in {}", own.display()));
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("readable").path()).collect();
        paths.sort();
        for path in paths {
            let bytes = fs::read(&path).expect("readable");
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if stem == "mapping" {
                let text = String::from_utf8(bytes).expect("UTF-8");
                seeds.columns = Description::parse("mapping.toml", &text).expect("sound").columns;
                continue;
            }
            assert!(stem == "main" || format.roles.contains(&stem.as_str()), "{}", path.display());
            let role = Some(stem.clone()).filter(|stem| stem != "main");
            let copy = seeds.folder.path().join(&stem);
            fs::write(&copy, &bytes).expect("written");
            seeds.files.push((role, SourceFile { path: copy, name: stem }, bytes));
        }
        seeds
    }

    /// Reads the files; whether they are sound.
    pub(crate) fn read(&self, format: &Format) -> bool {
        self.references(format).is_some()
    }

    /// The references of all records, unless the files are damaged.
    pub(crate) fn references(&self, format: &Format) -> Option<BTreeSet<String>> {
        let mut main = Vec::new();
        let mut companions: BTreeMap<String, Vec<SourceFile>> = BTreeMap::new();
        for (role, file, _) in &self.files {
            match role {
                Some(role) => companions.entry(role.clone()).or_default().push(file.clone()),
                None => main.push(file.clone()),
            }
        }
        let (columns, record_url) = (&self.columns, Some("https://example.org/{ref}"));
        let input = Input { main: &main, companions: &companions, columns, record_url };
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let is_sound = (format.read)(&input, &mut collector).is_ok();
        let collected = collector.finish();
        let all = std::iter::once(&collected).chain(collected.parts.values());
        let mut references = BTreeSet::new();
        for record in all.flat_map(|part| &part.records) {
            assert!(!record.name.is_empty() && !record.reference.is_empty());
            references.insert(record.reference.clone());
        }
        is_sound.then_some(references)
    }

    /// How many files there are.
    pub(crate) fn count(&self) -> usize {
        self.files.len()
    }

    /// What one of the files holds.
    pub(crate) fn bytes(&self, which: usize) -> &[u8] {
        &self.files[which].2
    }

    /// The name of one of the files: `main`, or its role.
    pub(crate) fn name(&self, which: usize) -> &str {
        &self.files[which].1.name
    }

    /// Reads them with other bytes in one file; see [`Self::references`].
    pub(crate) fn references_with(
        &self,
        format: &Format,
        which: usize,
        bytes: &[u8],
    ) -> Option<BTreeSet<String>> {
        let (_, file, sound) = &self.files[which];
        fs::write(&file.path, bytes).expect("written");
        let references = self.references(format);
        fs::write(&file.path, sound).expect("written");
        references
    }
}
