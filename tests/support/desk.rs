//! A folder in which `tamis screen` and `tamis filter` run.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::worlds::{person, publish};

const NAMES: [&str; 3] = ["Ivan Petrovich Sokolov", "María García López", "Olga Kurz"];

/// A folder with snapshots, to which tests add files of customers.
pub struct Desk(TempDir);

impl Desk {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        publish(
            &folder.path().join("snapshots"),
            NAMES.iter().zip(1..).map(|(n, id)| person(id, n)).collect(),
        );
        Self(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), text).expect("a file");
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        self.tamis("screen", arguments)
    }

    fn tamis(&self, command: &str, arguments: &[&str]) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tamis"));
        program.current_dir(self.0.path()).arg(command).args(arguments);
        program
    }

    pub fn filter_command(&self, arguments: &[&str]) -> Command {
        self.tamis("filter", arguments)
    }

    /// Runs `tamis filter`; returns what [`Self::screen`] does.
    pub fn filter(&self, arguments: &[&str]) -> (i32, String, String) {
        told(self.filter_command(arguments).output().expect("it runs"))
    }

    /// Runs `tamis screen`; returns the exit code, the standard output and the standard error stream.
    pub fn screen(&self, arguments: &[&str]) -> (i32, String, String) {
        told(self.command(arguments).output().expect("it runs"))
    }
}

pub fn told(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

/// Returns the rows of a table, each cell with the name of its column.
pub fn rows(text: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| row.expect("a row"));
    let pairs = |row: csv::StringRecord| {
        names.iter().zip(&row).map(|(n, v)| (n.to_owned(), v.to_owned())).collect()
    };
    rows.map(pairs).collect()
}

pub fn column<'r>(rows: &'r [Vec<(String, String)>], name: &str) -> Vec<&'r str> {
    let cells = rows.iter().flatten().filter(|(own, _)| own == name);
    cells.map(|(_, value)| value.as_str()).collect()
}
