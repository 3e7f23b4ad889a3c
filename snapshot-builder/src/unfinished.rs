//! Unpublished work of a build, for the thread that interrupts it.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tamis_engine::store::StagedVersion;

/// State of one build, shared with the thread that waits for signals.
#[derive(Debug, Clone, Default)]
pub struct Unfinished(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// Folder in which a version is being made.
    folder: Option<PathBuf>,
    /// The version that was published.
    published: Option<String>,
}

/// Abandoned work: while this value lives, nothing begins and nothing is published.
#[derive(Debug)]
pub struct Abandoned<'u>(MutexGuard<'u, State>);

impl Unfinished {
    /// Begins a version in the folder that `stage` creates.
    pub(crate) fn begin<E>(
        &self,
        stage: impl FnOnce() -> Result<StagedVersion, E>,
    ) -> Result<StagedVersion, E> {
        let mut state = self.state();
        let staged = stage()?;
        state.folder = Some(staged.folder().to_owned());
        Ok(staged)
    }

    /// Publishes the version; an interrupting thread waits until it is current.
    pub(crate) fn publish<E>(
        &self,
        version: &str,
        publish: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut state = self.state();
        publish()?;
        *state = State { folder: None, published: Some(version.to_owned()) };
        Ok(())
    }

    /// Ends the work and removes the folder of an unpublished version.
    #[must_use]
    pub fn abandon(&self) -> Abandoned<'_> {
        let state = self.state();
        if let Some(folder) = &state.folder {
            // The build continues until the program ends, but can write nothing in a renamed folder
            // and does not create it again. The next build removes any remains.
            let going = folder.with_extension("removed");
            let _ = fs::rename(folder, &going);
            let _ = fs::remove_dir_all(&going);
        }
        Abandoned(state)
    }

    /// Returns if the work was not abandoned. Otherwise waits for the end of the program: the build
    /// could only report that its folder is gone.
    pub fn go_on(&self) {
        drop(self.state());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Abandoned<'_> {
    /// The version that was published before the work was abandoned.
    #[must_use]
    pub fn published(&self) -> Option<&str> {
        self.0.published.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::store::SnapshotStore;

    use super::*;

    #[test]
    fn a_version_that_is_being_made_goes_and_one_that_is_published_stays() {
        let root = tempfile::tempdir().expect("temporary folder");
        let store = SnapshotStore::new(root.path());
        let work = Unfinished::default();
        assert_eq!(work.abandon().published(), None, "nothing was begun");
        let begun = || work.begin(|| store.stage("20261004080000")).expect("made");
        let staged = begun();
        fs::create_dir(staged.folder().join("within")).expect("made");
        assert_eq!(work.abandon().published(), None);
        assert_eq!(fs::read_dir(root.path()).expect("there").count(), 0);

        let (staged, whole) = (begun(), store.folder("20261004080000"));
        work.publish("20261004080000", || fs::rename(staged.folder(), &whole)).expect("published");
        assert_eq!(work.abandon().published(), Some("20261004080000"));
        assert!(whole.exists());
    }

    #[test]
    fn nothing_is_published_of_work_that_was_abandoned() {
        let work = Unfinished::default();
        let abandoned = work.abandon();
        std::thread::scope(|scope| {
            let late = scope.spawn(|| work.publish("1", || Ok::<(), ()>(())));
            assert_eq!(abandoned.published(), None);
            // A real program would end here.
            drop(abandoned);
            late.join().expect("ended").expect("published");
        });
        assert_eq!(work.abandon().published(), Some("1"));
    }
}
