//! Fallback for a current version that cannot be served while nothing else is: an answer from
//! yesterday's lists, marked as such, is better than none.

use std::collections::BTreeMap;

use super::opening::{Opened, open};
use super::seen::{Refused, Seen};
use tamis_engine::store::SnapshotStore;

/// Versions that failed as a fallback. Each try reads a whole version, so a failed one is retried under
/// the same rules as a refused one.
#[derive(Debug, Default)]
pub(super) struct PassedOver(BTreeMap<String, Refused>);

impl PassedOver {
    /// The first version, in the order of [`candidates`], that opens and finds its own records.
    pub(super) fn sound_other(
        &mut self,
        store: &SnapshotStore,
        wanted: Option<&str>,
    ) -> Option<Opened> {
        let versions = store.versions().unwrap_or_default();
        self.0.retain(|version, _| versions.contains(version));
        candidates(versions, wanted).into_iter().find_map(|version| self.opened(store, version))
    }

    fn opened(&mut self, store: &SnapshotStore, version: String) -> Option<Opened> {
        let seen = Seen::of_version(store, &version);
        let before = self.0.remove(&version);
        let refused = match before {
            Some(before) if before.still() == Some(&seen) => before,
            before => match open(store, &version, None) {
                Ok(opened) => return Some(opened),
                Err(reason) => {
                    tracing::warn!(version, %reason, "this version cannot be served instead");
                    Refused::new(seen, reason.may_pass(), before.as_ref())
                }
            },
        };
        self.0.insert(version, refused);
        None
    }
}

/// All versions except the wanted one, in the order of attempts: older ones first, from the newest
/// down, then newer ones. The newer ones were abandoned for it, as by a rollback, or never made
/// current.
fn candidates(mut versions: Vec<String>, wanted: Option<&str>) -> Vec<String> {
    versions.retain(|version| Some(version.as_str()) != wanted);
    versions.sort_unstable_by(|a, b| b.cmp(a));
    let is_after = |version: &String| wanted.is_some_and(|wanted| version.as_str() > wanted);
    let (after, before): (Vec<_>, Vec<_>) = versions.into_iter().partition(is_after);
    before.into_iter().chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_before_the_wanted_one_are_tried_first_the_newest_of_them_at_once() {
        let versions = || ["3", "1", "4", "2", "5"].map(str::to_owned).to_vec();
        for (wanted, expected) in [
            (Some("3"), vec!["2", "1", "5", "4"]),
            (Some("5"), vec!["4", "3", "2", "1"]),
            (Some("1"), vec!["5", "4", "3", "2"]),
            (Some("9"), vec!["5", "4", "3", "2", "1"]),
            (None, vec!["5", "4", "3", "2", "1"]),
        ] {
            assert_eq!(candidates(versions(), wanted), expected, "{wanted:?}");
        }
    }

    #[test]
    fn a_version_that_is_not_fit_is_not_read_again_until_it_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SnapshotStore::new(folder.path());
        let files = store.version_files("20260101000000");
        std::fs::create_dir(store.folder("20260101000000")).expect("made");
        files.iter().for_each(|file| std::fs::write(file, "{}").expect("written"));
        let mut passed_over = PassedOver::default();
        let seen = |passed_over: &PassedOver| {
            passed_over.0["20260101000000"]
                .still()
                .expect("it is damaged, which never passes")
                .clone()
        };
        assert!(passed_over.sound_other(&store, None).is_none());
        let first = seen(&passed_over);
        assert!(passed_over.sound_other(&store, None).is_none());
        assert_eq!(seen(&passed_over), first);
        std::fs::write(&files[1], "{ }").expect("written");
        assert!(passed_over.sound_other(&store, None).is_none());
        assert_ne!(seen(&passed_over), first, "it was tried as it is now");
        std::fs::remove_dir_all(store.folder("20260101000000")).expect("removed");
        assert!(passed_over.sound_other(&store, None).is_none());
        assert!(passed_over.0.is_empty(), "what is gone is forgotten");
    }
}
