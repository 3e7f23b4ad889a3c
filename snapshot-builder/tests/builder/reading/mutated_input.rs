//! Whatever the bytes are, reading ends with records or an error, and never with a panic.
//!
//! `seeds/<format>/` holds a small invented list of every format: `main.*`, companions by their
//! role, and `mapping.toml` where the format needs one. Some thousand variations of each are tried
//! in every run; `TAMIS_MUTATIONS` sets how many.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use snapshot_builder::Description;
use snapshot_builder::RegisterReport;
use snapshot_builder::progress::Silent;
use snapshot_builder::readers::{Collector, ColumnMap, FORMATS, Format, Input, Keep};
use snapshot_builder::sources::SourceFile;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/builder/reading/seeds");
/// Variations of each format when nothing else is asked for.
const CASES: u32 = 1_500;

/// One change to the bytes of a file.
#[derive(Debug, Clone)]
pub(crate) enum Mutation {
    Cut(prop::sample::Index),
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Write(prop::sample::Index, &'static str),
    Remove(prop::sample::Index, usize),
    Double(prop::sample::Index, prop::sample::Index),
}

impl Mutation {
    pub(crate) fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Cut(at) => bytes.truncate(at.index(bytes.len())),
            Self::Set(at, value) => {
                let at = at.index(bytes.len());
                bytes[at] = *value;
            }
            Self::Insert(at, value) => bytes.insert(at.index(bytes.len()), *value),
            Self::Write(at, text) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, text.bytes());
            }
            Self::Remove(at, count) => {
                let at = at.index(bytes.len());
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Self::Double(from, to) => {
                let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                bytes.extend(part);
            }
        }
    }
}

/// Bytes that mean something to one of the formats are likelier than others.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(&b"<>/&;,\"'\n\r\t\x1a-0.|{}[]:() *"[..])]
}

/// Texts that mean something to several formats, or that parsers like to trip over.
fn text() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        &[
            "00/00/0000",
            "9999-99-99",
            "circa circa ",
            "1) ",
            "(a) ",
            "a.k.a. ",
            " (",
            "; ; ",
            "99999999999999999999",
            "-0- ",
            "NA",
            "null",
            "&amp;",
            "&#0;",
            "<![CDATA[",
            "]]>",
            "<!DOCTYPE x [<!ENTITY a \"b\">]>",
            "&a;",
            "\\u0000",
            "\\ud800",
            "\u{feff}",
            "\u{202e}",
            "İ",
            "ß",
            "ﷺ",
            "e\u{301}",
            "[[[[[[[[",
            "{{{{",
            "- ",
            "&x *x ",
            "IMO 0000000",
            "\r\n\r\n",
        ][..],
    )
}

pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let index = any::<prop::sample::Index>;
    let mutation = prop_oneof![
        1 => index().prop_map(Mutation::Cut),
        5 => (index(), byte()).prop_map(|(at, value)| Mutation::Set(at, value)),
        3 => (index(), byte()).prop_map(|(at, value)| Mutation::Insert(at, value)),
        3 => (index(), text()).prop_map(|(at, text)| Mutation::Write(at, text)),
        2 => (index(), 1usize..60).prop_map(|(at, count)| Mutation::Remove(at, count)),
        1 => (index(), index()).prop_map(|(from, to)| Mutation::Double(from, to)),
    ];
    prop::collection::vec(mutation, 1..6)
}

/// The files of a format, in a folder where they can be overwritten.
struct Seeds {
    folder: tempfile::TempDir,
    /// The main file and the companions by role.
    files: Vec<(Option<String>, SourceFile, Vec<u8>)>,
    columns: ColumnMap,
}

impl Seeds {
    fn of(format: &Format) -> Self {
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
    fn read(&self, format: &Format) -> bool {
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
        for record in all.flat_map(|part| &part.records) {
            assert!(!record.name.is_empty() && !record.reference.is_empty());
        }
        is_sound
    }

    /// Reads them with one file changed.
    fn read_mutated(&self, format: &Format, which: usize, by: &[Mutation]) {
        let (_, file, bytes) = &self.files[which % self.files.len()];
        let mut mutated = bytes.clone();
        by.iter().for_each(|mutation| mutation.apply(&mut mutated));
        fs::write(&file.path, mutated).expect("written");
        self.read(format);
        fs::write(&file.path, bytes).expect("written");
    }
}

fn cases() -> u32 {
    let asked = std::env::var("TAMIS_MUTATIONS").ok();
    asked.map_or(CASES, |text| text.parse().expect("TAMIS_MUTATIONS is a number"))
}

fn try_variations(format: &'static Format) {
    let seeds = Seeds::of(format);
    assert!(seeds.read(format), "{}: the seeds themselves are sound", format.name);
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    // The same variations in every run, others for every number of them.
    let seed = [cases().to_le_bytes(); 8].concat();
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, random);
    let tried = runner.run(&(mutations(), any::<usize>()), |(by, which)| {
        seeds.read_mutated(format, which, &by);
        Ok(())
    });
    if let Err(error) = tried {
        panic!("{}: {error}", format.name);
    }
}

#[test]
fn every_reader_survives_whatever_its_files_hold() {
    let (even, odd): (Vec<_>, Vec<_>) = FORMATS.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            scope.spawn(|| half.into_iter().for_each(|(_, format)| try_variations(format)));
        }
    });
}

proptest! {
    #![proptest_config(Config { cases: 800, failure_persistence: None, ..Config::default() })]

    #[test]
    fn descriptions_never_panic(by in mutations(), is_mapping in any::<bool>()) {
        let path = if is_mapping { "tests/builder/reading/seeds/records_csv/mapping.toml" } else { "registers/us_ofac_sdn.toml" };
        let mut text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("readable");
        by.iter().for_each(|mutation| mutation.apply(&mut text));
        let read = Description::parse("x.toml", &String::from_utf8_lossy(&text));
        prop_assert!(read.map_or_else(|error| error.to_string().contains("x.toml"), |_| true));
    }
}
