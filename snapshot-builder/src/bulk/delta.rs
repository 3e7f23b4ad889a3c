//! `delta.json`: added, changed and removed entities since the previous version, found by merging its
//! `entities.ftm.json` with the new one.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::file::{BulkFile, Written};
use super::format::Format;
use super::lines::{Key, say_the_same};
use super::previous::{Damage, Previous};
use crate::error::at;
use crate::report::DeltaReport;

/// The operations of one collection.
pub(super) struct Delta {
    /// The collection's folder.
    folder: PathBuf,
    against: Against,
    file: BulkFile,
    /// The operation being written.
    operation: Vec<u8>,
    report: DeltaReport,
}

/// The entities compared with.
enum Against {
    /// No previous entities: all are new.
    Nothing,
    /// The entities of the previous version.
    Version(Previous),
    /// The previous entities turned out to be damaged; all written operations are void.
    Void,
}

#[derive(Debug, Clone, Copy)]
enum Operation {
    Add,
    Modify,
    Delete,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Self::Add => "ADD",
            Self::Modify => "MOD",
            Self::Delete => "DEL",
        }
    }
}

/// Reason for stopping a comparison.
enum Stop {
    Damaged(Damage),
    Failed(anyhow::Error),
}

impl From<Damage> for Stop {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl Delta {
    /// Begins the file in `folder`, compared with the same folder of the previous version. If that
    /// cannot be read, this is a first build, and the report gives the reason.
    pub(super) fn create(folder: &Path, previous: Option<&Path>) -> anyhow::Result<Self> {
        let opened = previous.map_or(Ok(None), Previous::open);
        let mut report = DeltaReport::default();
        let against = match opened {
            Ok(Some(previous)) => {
                report.since = Some(previous.version.clone());
                Against::Version(previous)
            }
            Ok(None) => Against::Nothing,
            Err(damage) => {
                report.warning = Some(warning(&damage));
                Against::Nothing
            }
        };
        let (file, folder) = (new_file(folder)?, folder.to_owned());
        Ok(Self { folder, against, file, operation: Vec::new(), report })
    }

    /// Takes the next entity, in the order of ids: a line without its line feed.
    pub(super) fn take(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let compared = self.compare(line);
        self.unless_damaged(compared)
    }

    fn compare(&mut self, line: &[u8]) -> Result<(), Stop> {
        let key = Key::of_line(line).expect("lines are written as they are read");
        self.delete_while(|before| before < key)?;
        let operation = match &mut self.against {
            Against::Void => return Ok(()),
            Against::Nothing => Operation::Add,
            Against::Version(previous) => match previous.line() {
                Some((before, old)) if before == key => {
                    let same = say_the_same(old, line);
                    let same = same.ok_or_else(|| format!("the line of {key} cannot be read"))?;
                    previous.advance()?;
                    if same {
                        return Ok(());
                    }
                    Operation::Modify
                }
                _ => Operation::Add,
            },
        };
        Ok(self.write(operation, line)?)
    }

    /// Writes deletions for the next previous entities as long as `is_gone` holds for their keys.
    fn delete_while(&mut self, is_gone: impl Fn(Key) -> bool) -> Result<(), Stop> {
        while let Against::Version(previous) = &mut self.against
            && let Some((key, _)) = previous.line()
            && is_gone(key)
        {
            previous.advance()?;
            self.write(Operation::Delete, format!(r#"{{"id":"{key}"}}"#).as_bytes())?;
        }
        Ok(())
    }

    fn write(&mut self, operation: Operation, entity: &[u8]) -> anyhow::Result<()> {
        let count = match operation {
            Operation::Add => &mut self.report.added,
            Operation::Modify => &mut self.report.modified,
            Operation::Delete => &mut self.report.deleted,
        };
        *count += 1;
        let text = &mut self.operation;
        text.clear();
        text.extend_from_slice(br#"{"op":""#);
        text.extend_from_slice(operation.name().as_bytes());
        text.extend_from_slice(br#"","entity":"#);
        text.extend_from_slice(entity);
        text.extend_from_slice(b"}\n");
        self.file.push(text, 1)
    }

    fn unless_damaged(&mut self, compared: Result<(), Stop>) -> anyhow::Result<()> {
        match compared {
            Ok(()) => Ok(()),
            Err(Stop::Failed(error)) => Err(error),
            Err(Stop::Damaged(damage)) => {
                self.against = Against::Void;
                self.report =
                    DeltaReport { warning: Some(warning(&damage)), ..DeltaReport::default() };
                Ok(())
            }
        }
    }

    /// Ends the file; the new `entities.ftm.json` must be complete. If the previous version turned out
    /// to be damaged, all new entities are added instead.
    pub(super) fn finish(mut self) -> anyhow::Result<(Written, DeltaReport)> {
        let ended = self.delete_while(|_| true);
        self.unless_damaged(ended)?;
        if matches!(self.against, Against::Void) {
            self.add_all()?;
        }
        Ok((self.file.finish()?, self.report))
    }

    fn add_all(&mut self) -> anyhow::Result<()> {
        self.file = new_file(&self.folder)?;
        let path = self.folder.join(Format::EntitiesFtm.as_str());
        let entities = File::open(&path).map_err(at(&path))?;
        for line in BufReader::new(entities).split(b'\n') {
            self.write(Operation::Add, &line.map_err(at(&path))?)?;
        }
        Ok(())
    }
}

fn new_file(folder: &Path) -> anyhow::Result<BulkFile> {
    BulkFile::create(folder, Format::Delta.as_str())
}

fn warning(damage: &Damage) -> String {
    format!("delta.json is that of a first build, since of the version before {damage}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use tamis_engine::store::checksum::size_and_sha256;

    fn entity(id: &str, name: &str, seen: u32) -> String {
        format!(
            r#"{{"id":"{id}","caption":"{name}","schema":"Person","properties":{{"name":["{name}"]}},"referents":[],"last_seen":"{seen}"}}"#
        )
    }

    /// A version folder with these entities.
    fn version(lines: &[String]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("entities.ftm.json");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, text).expect("written");
        let (size, checksum) = size_and_sha256(&path).expect("readable");
        let resource = json!({"name": "entities.ftm.json", "size": size, "checksum": checksum});
        let index = json!({"version": "20260101000000", "resources": [resource]});
        fs::write(folder.path().join("index.json"), index.to_string()).expect("written");
        folder
    }

    /// Operations between two versions, and the report about them.
    fn delta(old: &[String], new: &[String]) -> (Vec<String>, DeltaReport) {
        between(version(old).path(), new)
    }

    fn between(old: &Path, new: &[String]) -> (Vec<String>, DeltaReport) {
        let folder = version(new);
        let mut delta = Delta::create(folder.path(), Some(old)).expect("created");
        for line in new {
            delta.take(line.as_bytes()).expect("taken");
        }
        let (written, report) = delta.finish().expect("written");
        let text = fs::read_to_string(folder.path().join("delta.json")).expect("there");
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(written.rows, lines.len() as u64);
        (lines, report)
    }

    #[test]
    fn entities_are_added_changed_and_deleted_in_the_order_of_ids() {
        let old = [
            entity("svc-2", "A", 1),
            entity("svc-2-sanction", "P", 1),
            entity("svc-9", "B", 1),
            entity("svc-9-sanction", "P", 1),
            entity("svc-30", "C", 1),
        ];
        let new = [
            entity("svc-1", "N", 2),
            entity("svc-9", "B", 2),
            entity("svc-9-sanction", "Q", 2),
            entity("svc-10", "M", 2),
        ];
        let (lines, report) = delta(&old, &new);
        let expected = [
            format!(r#"{{"op":"ADD","entity":{}}}"#, new[0]),
            r#"{"op":"DEL","entity":{"id":"svc-2"}}"#.to_owned(),
            r#"{"op":"DEL","entity":{"id":"svc-2-sanction"}}"#.to_owned(),
            format!(r#"{{"op":"MOD","entity":{}}}"#, new[2]),
            format!(r#"{{"op":"ADD","entity":{}}}"#, new[3]),
            r#"{"op":"DEL","entity":{"id":"svc-30"}}"#.to_owned(),
        ];
        assert_eq!(lines, expected);
        let DeltaReport { since, added, modified, deleted, warning } = report;
        assert_eq!(since.as_deref(), Some("20260101000000"));
        assert_eq!((added, modified, deleted, warning), (2, 1, 3, None));
    }

    #[test]
    fn the_same_entities_loaded_again_change_nothing() {
        let old = [entity("svc-1", "A", 1), entity("svc-2", "B", 1)];
        let new = [entity("svc-1", "A", 9), entity("svc-2", "B", 9)];
        assert_eq!(delta(&old, &new).0, [""; 0]);
        assert_eq!(delta(&old, &[]).0.len(), 2);
        assert_eq!(delta(&[], &new).0.len(), 2);
    }

    fn all_added(old: &Path, reason: &str) {
        let new = [entity("svc-1", "A", 1), entity("svc-5", "B", 1), entity("svc-6", "C", 1)];
        let (lines, report) = between(old, &new);
        let expected = new.map(|line| format!(r#"{{"op":"ADD","entity":{line}}}"#));
        assert_eq!(lines, expected, "{reason}");
        let warning = report.warning.expect(reason);
        assert!(warning.contains(reason), "{warning}");
        assert_eq!((report.since, report.added, report.deleted), (None, 3, 0));
    }

    #[test]
    fn a_damaged_version_before_is_as_none() {
        let sound = [entity("svc-1", "A", 1), entity("svc-3", "B", 1), entity("svc-5", "B", 1)];
        let old = version(&sound);
        let path = old.path().join("entities.ftm.json");
        let text = fs::read_to_string(&path).expect("there");
        fs::write(&path, text.replace("svc-3", "svc-4")).expect("written");
        all_added(old.path(), "does not have the checksum");
        fs::write(&path, &text[1..]).expect("written");
        all_added(old.path(), "bytes, its index.json says");
        fs::remove_file(&path).expect("removed");
        all_added(old.path(), "entities.ftm.json: ");
        fs::write(old.path().join("index.json"), "{}").expect("written");
        all_added(old.path(), "index.json: ");
        fs::remove_file(old.path().join("index.json")).expect("removed");
        all_added(old.path(), "index.json: ");
    }

    #[test]
    fn lines_that_are_none_of_ours_void_what_was_compared_before_them() {
        let line = |id| entity(id, "A", 1);
        for (lines, reason) in [
            ([line("svc-1"), "no JSON".to_owned(), line("svc-7")], "no entity of ours"),
            ([line("svc-1"), line("svc-7"), line("svc-6")], "not in the order of ids"),
            ([line("svc-1"), line("svc-1"), line("svc-6")], "not in the order of ids"),
            (
                [line("svc-2"), line("svc-3"), "{\"id\":\"svc-5\", no}".into()],
                "svc-5 cannot be read",
            ),
        ] {
            all_added(version(&lines).path(), reason);
        }
        let cut = version(&[line("svc-1")]);
        fs::write(cut.path().join("entities.ftm.json"), line("svc-1")).expect("written");
        let index = cut.path().join("index.json");
        let (size, checksum) =
            size_and_sha256(&cut.path().join("entities.ftm.json")).expect("readable");
        let resource = json!({"name": "entities.ftm.json", "size": size, "checksum": checksum});
        let text = json!({"version": "20260101000000", "resources": [resource]}).to_string();
        fs::write(index, text).expect("written");
        all_added(cut.path(), "no entity of ours");
    }
}
