//! A folder to a store.

use std::fs;
use std::num::NonZeroUsize;

use tamis_engine::store::SnapshotStore;

use crate::versions::{BULK, assert_whole, bytes_of, current, make, remote, remote_in};

#[test]
fn a_version_is_published_once_and_can_be_taken_back() {
    let [place, bucket] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let here = SnapshotStore::new(place.path());
    let store = remote_in(bucket.path());
    let first = make(place.path(), 1);
    let done = store.publish(&here, &first, false, |_, _| ()).expect("published");
    assert_eq!((done.files, done.were_there, done.before), (3, 0, None));
    assert_eq!(done.bytes, bytes_of(place.path(), &first));
    assert_whole(bucket.path(), &first);
    let again = store.publish(&here, &first, false, |_, _| ()).expect("nothing to do");
    assert_eq!((again.files, again.were_there, again.before.as_ref()), (0, 3, Some(&first)));

    let second = make(place.path(), 2);
    store.publish(&here, &second, false, |_, _| ()).expect("published");
    assert_eq!(current(bucket.path()), Some(second.clone()));
    let error = store.publish(&here, &first, false, |_, _| ()).expect_err("it is older");
    assert!(error.to_string().contains("--older makes the older one current"), "{error}");
    assert_eq!(current(bucket.path()), Some(second));
    store.publish(&here, &first, true, |_, _| ()).expect("as was asked for");
    assert_eq!(current(bucket.path()), Some(first));
}

#[test]
fn what_is_not_whole_here_is_not_published() {
    let [place, bucket] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let here = SnapshotStore::new(place.path());
    let store = remote_in(bucket.path());
    let version = make(place.path(), 1);
    let bulk = here.folder(&version).join(BULK);
    let mut bytes = fs::read(&bulk).expect("readable");
    bytes[4711] ^= 1;
    fs::write(&bulk, &bytes).expect("written");
    let error = store.publish(&here, &version, false, |_, _| ()).expect_err("a byte is wrong");
    assert!(
        error.to_string().contains("not the file that the manifest beside it lists"),
        "{error}"
    );
    assert_eq!(store.current_version().expect("readable"), None);
    bytes[4711] ^= 1;
    fs::write(&bulk, &bytes).expect("written");
    store.publish(&here, &version, false, |_, _| ()).expect("published");
}

#[test]
fn a_published_version_never_changes() {
    let [place, other, bucket] = [(); 3].map(|()| tempfile::tempdir().expect("temporary folder"));
    let (version, here) = (make(place.path(), 1), SnapshotStore::new(place.path()));
    let store = remote_in(bucket.path());
    store.publish(&here, &version, false, |_, _| ()).expect("published");
    make(other.path(), 1);
    let there = SnapshotStore::new(other.path());
    let manifest = there.folder(&version).join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("readable");
    fs::write(&manifest, text.replace("\"builder\": \"test\"", "\"builder\": \"another\""))
        .expect("written");
    let error = store.publish(&there, &version, false, |_, _| ()).expect_err("it is another one");
    assert!(error.to_string().contains("a version that is published never changes"), "{error}");
    assert_whole(bucket.path(), &version);
}

#[test]
fn old_versions_go_and_the_current_one_stays() {
    let [place, bucket] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let here = SnapshotStore::new(place.path());
    let store = remote_in(bucket.path());
    let keep = |count| NonZeroUsize::new(count).expect("one or more");
    store.prune(keep(1)).expect_err("there is none");
    let versions = [1, 2, 3, 4].map(|number| {
        let version = make(place.path(), number);
        store.publish(&here, &version, false, |_, _| ()).expect("published");
        version
    });
    assert_eq!(store.prune(keep(3)).expect("done"), [versions[0].clone()]);
    assert_eq!(store.prune(keep(3)).expect("done"), [""; 0]);
    store.publish(&here, &versions[1], true, |_, _| ()).expect("published");
    assert_eq!(store.prune(keep(1)).expect("done"), [versions[2].clone()]);
    for (version, is_left) in versions.iter().zip([false, true, false, true]) {
        let manifest = bucket.path().join(version).join("manifest.json");
        assert_eq!(manifest.exists(), is_left, "{version}");
    }
    assert_whole(bucket.path(), &versions[1]);
}

#[test]
fn nothing_is_published_over_http() {
    let place = tempfile::tempdir().expect("temporary folder");
    let (version, here) = (make(place.path(), 1), SnapshotStore::new(place.path()));
    // Nobody listens there, and nobody is asked.
    let error = remote("http://127.0.0.1:1/").publish(&here, &version, false, |_, _| ());
    let error = error.expect_err("it is a web server").to_string();
    assert!(error.contains("nothing can be published over HTTP"), "{error}");
}
