//! A store to a folder.

use std::fs;

use tamis_engine::store::{HeldStore, SnapshotStore};

use crate::offered::{Fault, Offered};
use crate::versions::{BULK, assert_whole, bytes_of, current, make, remote, remote_in, version};

#[test]
fn a_folder_that_a_web_server_offers_is_pulled_and_followed() {
    let [bucket, place] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let here = SnapshotStore::new(place.path().join("not/yet/there"));
    let offered = Offered::new(bucket.path());
    let source = remote(&offered.url());
    let error = source.pull(&here, |_, _| ()).expect_err("nothing is offered");
    assert!(error.to_string().contains("there is no version (no CURRENT)"), "{error}");

    let first = make(bucket.path(), 1);
    let mut heard = Vec::new();
    let pulled = source.pull(&here, |file, bytes| heard.push((file.to_owned(), bytes)));
    let pulled = pulled.expect("pulled");
    assert_eq!((&pulled.version, pulled.is_new), (&first, true));
    assert_eq!(pulled.bytes, bytes_of(bucket.path(), &first));
    assert!(heard.contains(&(BULK.to_owned(), 9 << 20)), "{heard:?}");
    assert_whole(here.root(), &first);
    let again = source.pull(&here, |_, _| ()).expect("nothing to do");
    assert_eq!((again.is_new, again.bytes), (false, 0));

    let second = make(bucket.path(), 2);
    assert_eq!(source.pull(&here, |_, _| ()).expect("pulled").version, second);
    assert_eq!(current(here.root()), Some(second));
    // One that is not current in the store, where programs have agreed on it.
    let other = SnapshotStore::new(place.path().join("other"));
    let agreed = source.pull_version(&other, &first, |_, _| ()).expect("pulled");
    assert_eq!((&agreed.version, current(other.root()).as_ref()), (&first, Some(&first)));
    // Back to a version that is here still.
    SnapshotStore::new(bucket.path()).make_current(&first).expect("it opens");
    let back = source.pull(&here, |_, _| ()).expect("pulled");
    assert_eq!((&back.version, back.is_new, back.bytes), (&first, true, 0));
    assert_eq!(current(here.root()), Some(first));
}

#[test]
fn a_version_that_is_damaged_here_is_fetched_again() {
    let [bucket, place] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let version = make(bucket.path(), 1);
    let (source, here) = (remote_in(bucket.path()), SnapshotStore::new(place.path()));
    source.pull(&here, |_, _| ()).expect("pulled");
    let snapshot = here.snapshot_path(&version);
    let damages: [&dyn Fn(); 3] = [
        &|| fs::write(&snapshot, "short").expect("written"),
        &|| fs::remove_file(here.folder(&version).join("manifest.json")).expect("removed"),
        &|| fs::write(place.path().join("CURRENT"), "rubbish").expect("written"),
    ];
    for damage in damages {
        damage();
        assert_eq!(source.pull(&here, |_, _| ()).expect("pulled").version, version);
        assert_eq!(current(place.path()).as_ref(), Some(&version));
        assert_whole(place.path(), &version);
    }
}

#[test]
fn what_a_store_holds_is_not_believed() {
    let [bucket, place] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let version = make(bucket.path(), 1);
    let here = SnapshotStore::new(place.path());
    let manifest = bucket.path().join(&version).join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("readable");
    for (wrong, expected) in [
        (text.replace("\"empty\"", "\"../../stolen\""), "is not a file of the version"),
        (text.replace("\"empty\"", "\"/stolen\""), "is not a file of the version"),
        (text.replace("snapshot.tamis", "another.tamis"), "it lists no snapshot"),
        (text.replace(&version, "20200101000000"), "it is that of version \"20200101000000\""),
        (text[..text.len() / 2].to_owned(), "EOF while parsing"),
    ] {
        fs::write(&manifest, wrong).expect("written");
        let error = remote_in(bucket.path()).pull(&here, |_, _| ()).expect_err(expected);
        let error = error.to_string();
        assert!(error.contains(expected) && error.contains("manifest.json: "), "{error}");
        assert_eq!(current(place.path()), None);
    }
    fs::write(&manifest, text).expect("written");
    // A document that is too long for one is not read: one byte more than is allowed.
    let pointer = bucket.path().join("CURRENT");
    let most = tamis_remote::limits::DOCUMENT_BYTES_MAX as usize;
    for (length, expected) in [(most + 1, "at most 16777216 are read"), (most, "is not a version")]
    {
        fs::write(&pointer, vec![b'x'; length]).expect("written");
        let error = remote_in(bucket.path()).pull(&here, |_, _| ()).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn a_pull_goes_on_where_it_was_interrupted_and_drops_what_is_not_wanted_any_more() {
    let [bucket, place] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    let first = make(bucket.path(), 1);
    let (offered, here) = (Offered::new(bucket.path()), SnapshotStore::new(place.path()));
    let source = remote(&offered.url());
    let whole = bytes_of(bucket.path(), &first);
    // Behind the first file: nothing is there of the second one.
    offered.fail((9 << 20) + 400, Fault::Gone);
    source.pull(&here, |_, _| ()).expect_err("the next file is not found");
    let arriving = place.path().join(format!(".{first}.arriving"));
    assert!(arriving.join(BULK).exists());
    let rest = source.pull(&here, |_, _| ()).expect("pulled").bytes;
    assert_eq!(rest, whole - (9 << 20));
    assert!(!arriving.exists());

    // Another version is current before the one that was begun is there.
    make(bucket.path(), 2);
    offered.fail((9 << 20) + 400, Fault::Gone);
    source.pull(&here, |_, _| ()).expect_err("the next file is not found");
    let third = make(bucket.path(), 3);
    assert_eq!(source.pull(&here, |_, _| ()).expect("pulled").version, third);
    assert!(!place.path().join(format!(".{}.arriving", version(2))).exists());
}

#[test]
fn a_folder_in_which_another_program_is_at_work_is_left_alone() {
    let [bucket, place] = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
    make(bucket.path(), 1);
    let here = SnapshotStore::new(place.path());
    let held = HeldStore::try_hold(here.clone()).expect("readable").expect("free");
    let error = remote_in(bucket.path()).pull(&here, |_, _| ()).expect_err("it is held");
    assert!(error.to_string().ends_with("another program is at work in this folder"), "{error}");
    drop(held);
    remote_in(bucket.path()).pull(&here, |_, _| ()).expect("it is free");
}
