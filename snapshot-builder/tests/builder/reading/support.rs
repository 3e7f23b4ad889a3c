//! A small world of source folders, and the way to the real lists.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use snapshot_builder::progress::Silent;
use snapshot_builder::readers::{Collected, Collector, ColumnMap, Format, Input, Keep};
use snapshot_builder::sources::SourceFile;
use snapshot_builder::{
    Description, Descriptions, LoadError, LoadOptions, Loaded, RegisterReport, load_register,
};
use tamis_engine::model::Record;

use crate::support::shared::shared;

/// The description of a register shipped with the builder.
pub(crate) fn shipped(slug: &str) -> Description {
    let all = Descriptions::shipped().expect("shipped descriptions are sound");
    all.get(slug).cloned().expect(slug)
}

/// A folder of sources that holds these files, by their path in it.
pub(crate) fn sources(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("has a parent")).expect("created");
        fs::write(path, bytes).expect("written");
    }
    folder
}

/// Loads a register of a folder of sources, all versions allowed.
pub(crate) fn load(description: &Description, sources_dir: &Path) -> Loaded {
    load_register(description, sources_dir, &LoadOptions::default())
}

/// Reads files with the reader of a format, without a description: main files, then companions by
/// role. Names in reports are those of the files alone.
pub(crate) fn read_files(
    format: &str,
    main: &[PathBuf],
    companions: &[(&str, &[PathBuf])],
) -> Result<Collected, LoadError> {
    read_mapped(format, &ColumnMap::new(), main, companions)
}

fn read_mapped(
    format: &str,
    columns: &ColumnMap,
    main: &[PathBuf],
    companions: &[(&str, &[PathBuf])],
) -> Result<Collected, LoadError> {
    let format = Format::from_name(format).expect(format);
    let source = |path: &PathBuf| SourceFile {
        path: path.clone(),
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let sources = |paths: &[PathBuf]| paths.iter().map(source).collect::<Vec<_>>();
    let companions: BTreeMap<String, Vec<SourceFile>> =
        companions.iter().map(|(role, paths)| ((*role).to_owned(), sources(paths))).collect();
    let main = sources(main);
    let input = Input { main: &main, companions: &companions, columns, record_url: None };
    let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
    (format.read)(&input, &mut collector)?;
    Ok(collector.finish())
}

/// As [`read_files`], for one main file with this content, called `list`.
pub(crate) fn read_bytes(format: &str, bytes: &[u8]) -> Result<Collected, LoadError> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("list");
    fs::write(&path, bytes).expect("written");
    read_files(format, &[path], &[])
}

/// Rows of a CSV file under this header; each row is given by the columns that are not empty.
pub(crate) fn table(header: &str, rows: &[&[(&str, &str)]]) -> String {
    let names: Vec<&str> = header.split(',').collect();
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut text = format!("{header}\n");
    for row in rows {
        let known = row.iter().all(|(name, _)| names.contains(name));
        assert!(known, "a column of {row:?} is not in {header}");
        let cell = |name: &&str| row.iter().find(|(column, _)| column == name).map(|(_, t)| *t);
        let cells = names.iter().map(|name| cell(name).map(quoted).unwrap_or_default());
        text.push_str(&cells.collect::<Vec<_>>().join(","));
        text.push('\n');
    }
    text
}

/// As [`read_bytes`], with the mapping of columns that the seeds of the format have.
pub(crate) fn read_seeds(format: &str, bytes: &[u8]) -> Result<Collected, LoadError> {
    let mapping = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/builder/reading/seeds")
        .join(format)
        .join("mapping.toml");
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("list");
    fs::write(&path, bytes).expect("written");
    let columns = match fs::read_to_string(mapping) {
        Ok(text) => Description::parse("mapping.toml", &text).expect("sound").columns,
        Err(_) => ColumnMap::new(),
    };
    read_mapped(format, &columns, &[path], &[])
}

/// The records of a load that must go well.
pub(crate) fn records(loaded: &Loaded) -> &[Record] {
    match &loaded.outcome {
        Ok(records) => records,
        Err(error) => panic!("the load failed: {error}"),
    }
}

/// Dates, countries and the like as texts.
pub(crate) fn texts<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// What was rejected, as "place: reason".
pub(crate) fn reject_lines(report: &RegisterReport) -> Vec<String> {
    report.rejects.iter().map(|r| format!("{}: {}", r.line_or_element, r.reason)).collect()
}

/// The folder of the real lists.
pub(crate) fn real_lists() -> PathBuf {
    shared().join("data/registers")
}

/// A folder of sources with one version of a real list, and nothing else of that register.
pub(crate) fn one_version(lists: &Path, slug: &str, version: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    let target = folder.path().join(slug).join(version);
    fs::create_dir_all(&target).expect("created");
    for entry in fs::read_dir(lists.join(slug).join(version)).expect(version) {
        let entry = entry.expect(version);
        let bytes = fs::read(entry.path()).expect("readable");
        fs::write(target.join(entry.file_name()), bytes).expect("written");
    }
    folder
}
