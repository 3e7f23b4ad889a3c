//! Decides if a version is opened, refused or ignored, from `CURRENT`, the state of its files and the
//! last refusal.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use crate::limits;
use tamis_engine::store::SnapshotStore;

/// State of `CURRENT` and its files: everything that could change the outcome of a second try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    /// The named version, or the reason why none could be read.
    current: Result<Option<String>, String>,
    /// States of `CURRENT`, the snapshot file and its manifest.
    files: Vec<Option<FileState>>,
}

/// A refused state. Another try without a change would fail again, unless the system was at fault.
#[derive(Debug)]
pub(super) struct Refused {
    seen: Seen,
    /// Time of the next try without a change, if one makes sense.
    again: Option<Instant>,
    /// Pause between the refusal and that try.
    pause: Duration,
}

/// Identity and state of a file. Times alone do not distinguish files: their resolution is coarse, and
/// a file may be replaced by one of the same length within a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileState {
    inode: u64,
    length: u64,
    modified: SystemTime,
}

/// The next step.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step<'a> {
    /// The named version is in service, or none is named.
    Nothing,
    /// Open this version and serve it.
    Open(&'a str),
    /// `CURRENT` is unreadable.
    Refuse(&'a str),
    /// The same state was refused before.
    Wait,
}

impl Seen {
    /// The version that `CURRENT` names now.
    pub(super) fn now(store: &SnapshotStore) -> Self {
        let current = store.current_version().map_err(|error| error.to_string());
        let version = current.as_ref().ok().and_then(Option::as_deref);
        let files = store.deciding_files(version).iter().map(|path| FileState::of(path)).collect();
        Self { current, files }
    }

    /// An existing version, regardless of `CURRENT`.
    pub(super) fn of_version(store: &SnapshotStore, version: &str) -> Self {
        let files = store.version_files(version).iter().map(|path| FileState::of(path)).collect();
        Self { current: Ok(Some(version.to_owned())), files }
    }

    /// The named version, if any.
    pub(super) fn named(&self) -> Option<&str> {
        self.current.as_ref().ok()?.as_deref()
    }

    /// The step to take, from this state, the version in service and the last refusal.
    pub(super) fn step(&self, in_service: Option<&str>, refused: Option<&Self>) -> Step<'_> {
        let step = match &self.current {
            Ok(None) => Step::Nothing,
            Ok(Some(version)) if Some(version.as_str()) == in_service => Step::Nothing,
            Ok(Some(version)) => Step::Open(version),
            Err(error) => Step::Refuse(error),
        };
        let tried = refused == Some(self);
        if tried && step != Step::Nothing { Step::Wait } else { step }
    }
}

impl Refused {
    /// A refusal now. Each refusal of the same state doubles the pause.
    pub(super) fn new(seen: Seen, may_pass: bool, before: Option<&Self>) -> Self {
        let pause = match before {
            Some(before) if before.seen == seen => before.pause * 2,
            _ => limits::REOPEN_PAUSE_MIN,
        };
        let pause = pause.min(limits::REOPEN_PAUSE_MAX);
        Self { seen, again: may_pass.then(|| Instant::now() + pause), pause }
    }

    /// The state that should not be tried again now.
    pub(super) fn still(&self) -> Option<&Seen> {
        self.again.is_none_or(|again| Instant::now() < again).then_some(&self.seen)
    }
}

impl FileState {
    /// The current state of a file; `None` if it does not exist.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        let (inode, length) = (metadata.ino(), metadata.len());
        Some(Self { inode, length, modified: metadata.modified().ok()? })
    }

    /// True if this is the same file as before with other bytes. A new file under its name, or none,
    /// does not affect programs that have the old one open.
    pub(super) fn is_rewritten(&self, before: &Self) -> bool {
        self.inode == before.inode && self != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(current: Result<Option<&str>, &str>, length: u64) -> Seen {
        Seen {
            current: current.map(|c| c.map(str::to_owned)).map_err(str::to_owned),
            files: vec![Some(FileState { inode: 1, length, modified: SystemTime::UNIX_EPOCH })],
        }
    }

    #[test]
    fn a_new_version_is_opened_and_a_refused_one_waits_for_a_change() {
        let named = seen(Ok(Some("2")), 10);
        let broken = seen(Err("CURRENT: permission denied"), 10);
        for (case, current, in_service, refused, expected) in [
            ("nothing is named", &seen(Ok(None), 0), None, None, Step::Nothing),
            ("the first version", &named, None, None, Step::Open("2")),
            ("a newer version", &named, Some("1"), None, Step::Open("2")),
            ("the same version", &named, Some("2"), None, Step::Nothing),
            ("refused before", &named, Some("1"), Some(&named), Step::Wait),
            (
                "its file changed",
                &seen(Ok(Some("2")), 11),
                Some("1"),
                Some(&named),
                Step::Open("2"),
            ),
            (
                "another one is named",
                &seen(Ok(Some("3")), 10),
                Some("1"),
                Some(&named),
                Step::Open("3"),
            ),
            ("rolled back", &seen(Ok(Some("1")), 10), Some("1"), Some(&named), Step::Nothing),
            ("unreadable", &broken, Some("1"), None, Step::Refuse("CURRENT: permission denied")),
            ("unreadable still", &broken, Some("1"), Some(&broken), Step::Wait),
        ] {
            assert_eq!(current.step(in_service, refused), expected, "{case}");
        }
    }

    #[test]
    fn what_may_pass_is_tried_again_after_ever_longer_pauses() {
        let named = || seen(Ok(Some("2")), 10);
        let broken = Refused::new(named(), false, None);
        assert_eq!((broken.again, broken.still()), (None, Some(&named())));
        let mut refused = Refused::new(named(), true, None);
        assert_eq!(refused.pause, limits::REOPEN_PAUSE_MIN);
        assert_eq!(refused.still(), Some(&named()));
        for _ in 0..10 {
            refused = Refused::new(named(), true, Some(&refused));
        }
        assert_eq!(refused.pause, limits::REOPEN_PAUSE_MAX);
        refused.again = Some(Instant::now());
        assert_eq!(refused.still(), None);
        let other = Refused::new(seen(Ok(Some("3")), 10), true, Some(&refused));
        assert_eq!(other.pause, limits::REOPEN_PAUSE_MIN);
    }
}
