//! Lists that are built into version after version, in a folder for files of a test.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use snapshot_builder::{BuildOptions, build};
use tamis_engine::model::Timestamp;
use tempfile::TempDir;

/// The folder: `lists/`, `snapshots/`, and files of the test.
pub struct Lists {
    pub folder: TempDir,
    builds: Cell<i64>,
}

const OF_LIST: &str = include_str!("list.toml");

impl Lists {
    /// A version with a list of these lines of JSON.
    pub fn new(records: &[String]) -> Self {
        let lists = Self { folder: tempfile::tempdir().expect("a folder"), builds: 0.into() };
        lists.build(records);
        lists
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `tamis` in the folder; returns its exit code, output and messages.
    pub fn tamis(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        let output = command.current_dir(self.folder.path()).args(arguments).output();
        let output = output.expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    }

    /// Builds the next version of the list.
    pub fn build(&self, records: &[String]) {
        self.build_lists(&[("test_list", records)]);
    }

    /// The same of several lists; each has its slug.
    pub fn build_lists(&self, lists: &[(&str, &[String])]) {
        for (slug, records) in lists {
            let folder = self.path("lists").join(slug);
            fs::create_dir_all(&folder).expect("created");
            fs::write(folder.join("register.toml"), OF_LIST.replace("test_list", slug))
                .expect("written");
            fs::write(folder.join("records.jsonl"), records.concat()).expect("written");
        }
        let mut options = BuildOptions::new(self.path("lists"), self.path("snapshots"));
        options.built_at = Some(Timestamp(1_791_100_800 + self.builds.get()));
        options.load.accept_drop = vec!["test_list".to_owned()];
        self.builds.set(self.builds.get() + 1);
        build(&options).expect("built");
    }
}
