//! Folders of made-up descriptions and data files.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use tamis::registries::{Counter, RegistryCounts, Round, Stop};
use tempfile::TempDir;

/// A folder of descriptions and data files.
pub struct Registries(TempDir);

impl Registries {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let registries = Self(folder);
        files.iter().for_each(|(name, bytes)| registries.write(name, bytes));
        registries
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).expect("written");
    }

    pub fn load(&self) -> Counter {
        Counter::load(self.path(), Some(&self.path().join("counts"))).expect("descriptions")
    }
}

/// Returns a description of the registry "Test Registry" with these lines of data.
pub fn describe(data: &str) -> Vec<u8> {
    described("Test Registry", "test", "jurisdiction = \"GB\"", data)
}

pub fn described(name: &str, slug: &str, more: &str, data: &str) -> Vec<u8> {
    format!(
        "name = {name:?}\nslug = {slug:?}\npublisher = \"Publisher of {slug}\"\n{more}\n\
         source_url = \"https://example.org/{slug}\"\nclearance = \"commercial\"\n{data}\n"
    )
    .into_bytes()
}

pub fn count(counter: &mut Counter) -> Round {
    counter.count_now(&Stop::default()).expect("nobody stops it")
}

/// Returns every row in short: kind, records and jurisdictions, or the problem.
pub fn shown(counts: &RegistryCounts) -> Vec<String> {
    let rows = counts.rows().iter().map(|row| {
        let places = row.by_jurisdiction.iter().map(|(code, records)| format!(" {code} {records}"));
        let problem = row.problem.iter().map(|problem| format!(" ! {problem}"));
        let parts: String = places.chain(problem).collect();
        format!("{} {}:{parts}", row.kind.as_str(), row.records)
    });
    rows.collect()
}

/// Returns the rows of one data file read by one description.
pub fn counted(data: &str, file: &str, bytes: &[u8]) -> Vec<String> {
    let registries = Registries::new(&[("test.toml", &describe(data)), (file, bytes)]);
    let round = count(&mut registries.load());
    assert!(round.not_saved.is_none() && round.not_reread.is_none());
    shown(&round.counts)
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(*name, options).expect("in memory");
        archive.write_all(bytes).expect("in memory");
    }
    archive.finish().expect("in memory").into_inner()
}

/// Makes two registries: companies of many countries, people and firms of one.
pub fn world_and_house() -> Registries {
    let codes = ["AT", "BE", "CH", "DE", "ES", "FR", "GR", "HU", "IT", "JP", "KE", "LU"];
    let company = |(at, code): (usize, &&str)| format!("x,{code}\n").repeat(20 - at);
    let companies: String = codes.iter().enumerate().map(company).collect();
    let world = described(
        "World Companies",
        "world",
        "licence_url = \"https://example.org/licence\"",
        "[[data]]\nfiles = [\"world.csv\"]\nformat = \"csv\"\n[data.company]\njurisdiction = \"c\"",
    );
    let house = described(
        "Swiss House",
        "house",
        "jurisdiction = \"CH\"",
        "[[data]]\nfiles = [\"house.csv\"]\nformat = \"csv\"\n\
         [data.company]\nonly = { field = \"t\", values = [\"C\"] }\n\
         [data.person]\nonly = { field = \"t\", values = [\"P\"] }",
    );
    Registries::new(&[
        ("world.toml", &world),
        ("house.toml", &house),
        ("world.csv", format!("n,c\n{companies}x,\n").as_bytes()),
        ("house.csv", b"t\nC\nP\nP\n"),
    ])
}
