//! The pin: a rollback pins the current version, and builds do not change `CURRENT` until it is
//! released.
//!
//! `PINNED` names the newest version at the time of the rollback. The pin is in force while `CURRENT`
//! names an older version than that, so replacing `CURRENT` is the one step that begins or ends it:
//! `PINNED` is written before a rollback replaces `CURRENT` and removed after a release did. A `PINNED`
//! left by a program that was killed in between has no effect, and the next program removes it.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::versions::{SnapshotStore, read_current, sync_folder};
use crate::files::read_short_text;
use crate::limits;
use crate::snapshot::SnapshotError;

/// Name of the file.
pub const PINNED: &str = "PINNED";

/// A pin that is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The pinned version, which is the current one.
    pub version: String,
    /// The newest version at the time of the rollback; later ones were built since.
    pub newest_then: String,
}

impl SnapshotStore {
    /// Returns the pin; `None` when builds make their versions current.
    ///
    /// # Errors
    /// When `PINNED` or, with it, `CURRENT` cannot be read or names no version (fourteen digits).
    pub fn pin(&self) -> Result<Option<Pin>, SnapshotError> {
        let path = self.pin_path();
        let text = match read_short_text(&path, limits::CURRENT_BYTES_MAX) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(SnapshotError::io(&path, "read")(error)),
        };
        let newest_then = match read_current(&text) {
            Ok(version) => version.to_owned(),
            Err(reason) => return Err(SnapshotError::Store { path, reason }),
        };
        let version = self.current_version()?.filter(|version| *version < newest_then);
        Ok(version.map(|version| Pin { version, newest_then }))
    }

    /// Returns the version that the next build continues: the current one, or the newest one while the
    /// current one is pinned. The newest includes the history of all before it. `None` before the first
    /// build.
    ///
    /// # Errors
    /// As [`Self::pin`] and [`Self::current_version`], or the folder cannot be read.
    pub fn continued_version(&self) -> Result<Option<String>, SnapshotError> {
        match self.pin()? {
            None => self.current_version(),
            Some(_) => Ok(self.versions()?.pop()),
        }
    }

    /// Makes a version current and pins it; if it is the newest one, the pin is released instead. The
    /// version is opened first. The caller holds the folder and has verified the version.
    ///
    /// # Errors
    /// When the version does not open, or a file cannot be written. Unless `CURRENT` names the version,
    /// the current version and its pin are unchanged.
    pub fn make_current_and_pin(&self, version: &str) -> Result<(), SnapshotError> {
        self.open(version)?;
        let newest = self.versions()?.pop().filter(|newest| **newest > *version);
        if let Some(newest) = &newest {
            self.replace_beside(PINNED, format!("{newest}\n").as_bytes())?;
        }
        self.make_current(version)?;
        if newest.is_none() { self.remove_pin() } else { Ok(()) }
    }

    /// Removes a `PINNED` that pins nothing. An unreadable one stays for a person to inspect.
    pub(super) fn remove_void_pin(&self) -> Result<(), SnapshotError> {
        match (self.current_version(), self.pin()) {
            (Ok(Some(_)), Ok(None)) => self.remove_pin(),
            _ => Ok(()),
        }
    }

    fn remove_pin(&self) -> Result<(), SnapshotError> {
        let path = self.pin_path();
        match fs::remove_file(&path) {
            Ok(()) => sync_folder(self.root()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(SnapshotError::io(&path, "remove")(error)),
        }
    }

    fn pin_path(&self) -> PathBuf {
        self.root().join(PINNED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAYS: [&str; 3] = ["20261001080000", "20261002080000", "20261003080000"];

    /// Makes a folder of three versions without files.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("temporary folder");
        for day in DAYS {
            fs::create_dir(folder.path().join(day)).expect("created");
        }
        folder
    }

    #[test]
    fn a_pin_is_in_force_while_an_older_version_is_current() {
        let folder = folder();
        let store = SnapshotStore::new(folder.path());
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("written");
        };
        write("CURRENT", DAYS[1]);
        assert_eq!(store.pin().expect("readable"), None);
        assert_eq!(store.continued_version().expect("readable").as_deref(), Some(DAYS[1]));
        write(PINNED, &format!("{}\n", DAYS[2]));
        let pin = Pin { version: DAYS[1].to_owned(), newest_then: DAYS[2].to_owned() };
        assert_eq!(store.pin().expect("readable"), Some(pin));
        assert_eq!(store.continued_version().expect("readable").as_deref(), Some(DAYS[2]));
        // The state after a rollback was killed before it replaced CURRENT, or a release after it did.
        write("CURRENT", DAYS[2]);
        assert_eq!(store.pin().expect("readable"), None);
    }

    #[test]
    fn a_pin_that_pins_nothing_is_removed_and_one_that_may_stays() {
        for (current, pinned, is_left) in [
            (Some(DAYS[2]), DAYS[2], false),
            (Some(DAYS[1]), DAYS[2], true),
            (Some(DAYS[2]), "what?", true),
            (Some("what?"), DAYS[2], true),
            (None, DAYS[2], true),
        ] {
            let folder = folder();
            let path = folder.path().join(PINNED);
            fs::write(&path, pinned).expect("written");
            if let Some(current) = current {
                fs::write(folder.path().join("CURRENT"), current).expect("written");
            }
            SnapshotStore::new(folder.path()).remove_void_pin().expect("done");
            assert_eq!(path.exists(), is_left, "{current:?} {pinned}");
        }
    }

    #[test]
    fn a_pin_that_names_no_version_or_is_too_long_is_an_error() {
        let folder = folder();
        let store = SnapshotStore::new(folder.path());
        fs::write(folder.path().join("CURRENT"), DAYS[0]).expect("written");
        for text in ["what?".to_owned(), "2".repeat(1 << 20)] {
            fs::write(folder.path().join(PINNED), text).expect("written");
            let error = store.pin().expect_err("no pin").to_string();
            assert!(error.contains(PINNED), "{error}");
        }
    }
}
