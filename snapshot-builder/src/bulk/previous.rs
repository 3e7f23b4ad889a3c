//! The `entities.ftm.json` of the previous version, line by line.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::format::Format;
use super::lines::Key;
use tamis_engine::store::checksum::size_and_sha256;

/// Lines of a file that matches its `index.json`.
pub(super) struct Previous {
    pub(super) version: String,
    file: BufReader<File>,
    line: Vec<u8>,
    key: Option<Key>,
}

/// Reason for which a file of the previous version cannot be compared with, in words.
pub(super) type Damage = String;

#[derive(Deserialize)]
struct Index {
    version: String,
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    name: String,
    size: u64,
    checksum: String,
}

impl Previous {
    /// Opens the file in a collection's folder and reads its first line. `None` if the folder does not
    /// exist: that version was built without bulk files.
    pub(super) fn open(folder: &Path) -> Result<Option<Self>, Damage> {
        if !folder.exists() {
            return Ok(None);
        }
        let (name, index_file) = (Format::EntitiesFtm.as_str(), Format::Index.as_str());
        let index = fs::read(folder.join(index_file)).map_err(of_file(index_file))?;
        let index: Index = serde_json::from_slice(&index).map_err(of_file(index_file))?;
        let listed = index.resources.iter().find(|resource| resource.name == name);
        let listed = listed.ok_or_else(|| format!("{index_file} does not list {name}"))?;
        let path = folder.join(name);
        let (size, sha256) = size_and_sha256(&path).map_err(of_file(name))?;
        if size != listed.size {
            return Err(format!("{name} has {size} bytes, its index.json says {}", listed.size));
        }
        if sha256 != listed.checksum {
            return Err(format!("{name} does not have the checksum that its index.json says"));
        }
        let file = BufReader::new(File::open(path).map_err(of_file(name))?);
        let mut previous = Self { version: index.version, file, line: Vec::new(), key: None };
        previous.advance()?;
        Ok(Some(previous))
    }

    /// Current line without its line feed; `None` after the last.
    pub(super) fn line(&self) -> Option<(Key, &[u8])> {
        self.key.map(|key| (key, self.line.as_slice()))
    }

    /// Goes on to the next line.
    pub(super) fn advance(&mut self) -> Result<(), Damage> {
        self.line.clear();
        let name = Format::EntitiesFtm.as_str();
        if self.file.read_until(b'\n', &mut self.line).map_err(of_file(name))? == 0 {
            self.key = None;
            return Ok(());
        }
        let key = self.line.pop_if(|last| *last == b'\n').and_then(|_| Key::of_line(&self.line));
        let key = key.ok_or_else(|| format!("{name} has a line that is no entity of ours"))?;
        if self.key.is_some_and(|before| before >= key) {
            return Err(format!("{name} is not in the order of ids at {key}"));
        }
        self.key = Some(key);
        Ok(())
    }
}

fn of_file<E: std::fmt::Display>(name: &'static str) -> impl FnOnce(E) -> Damage {
    move |error| format!("{name}: {error}")
}
