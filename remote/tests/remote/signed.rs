//! Versions whose signature is required, from a folder to a store and to another folder.

use std::fs;
use std::io::Cursor;

use minisign::KeyPair;
use tamis_engine::store::{SIGNATURE, SnapshotStore, TrustedKeys};

use crate::versions::{assert_whole, current, make, remote_in};

fn sign(store: &SnapshotStore, version: &str, key: &KeyPair) {
    let manifest = store.manifest_file(version).expect("a manifest");
    let signature = minisign::sign(None, &key.sk, Cursor::new(&manifest.bytes), None, None);
    store.write_signature(version, &signature.expect("signed").into_string()).expect("written");
}

fn trusted(key: &KeyPair) -> TrustedKeys {
    vec![key.pk.to_base64().parse().expect("a key")].into()
}

#[test]
fn a_signature_travels_with_its_version_and_is_required_at_both_ends() {
    let [here, bucket, there] = [(); 3].map(|()| tempfile::tempdir().expect("temporary folder"));
    let [key, other] = [(); 2].map(|()| KeyPair::generate_unencrypted_keypair().expect("random"));
    let builder = SnapshotStore::new(here.path());
    let server = SnapshotStore::new(there.path()).trusting(trusted(&key));
    let store = remote_in(bucket.path());
    let version = make(here.path(), 1);

    // An unsigned one is published by whoever does not ask for a signature, and pulled by nobody who does.
    let asked = builder.clone().trusting(trusted(&key));
    let error = store.publish(&asked, &version, false, |_, _| ()).expect_err("it is not signed");
    assert!(error.to_string().contains("the version is not signed"), "{error}");
    assert_eq!(current(bucket.path()), None);
    store.publish(&builder, &version, false, |_, _| ()).expect("published");
    let error = store.pull(&server, |_, _| ()).expect_err("it is not signed");
    let expected = format!("{version}/{SIGNATURE}: the version is not signed");
    assert!(error.to_string().contains(&expected), "{error}");
    assert!(error.is_unsound());
    assert!(!there.path().join(&version).exists());

    // Signed after it was published, by another key and then by the right one.
    sign(&builder, &version, &other);
    store.publish(&builder, &version, false, |_, _| ()).expect("published");
    let error = store.pull(&server, |_, _| ()).expect_err("nobody trusts that key");
    assert!(error.to_string().contains("by a key that is not trusted"), "{error}");
    sign(&builder, &version, &key);
    store.publish(&asked, &version, false, |_, _| ()).expect("published");
    store.pull(&server, |_, _| ()).expect("pulled");
    assert_whole(there.path(), &version);
    let signature = |folder: &std::path::Path| fs::read(folder.join(&version).join(SIGNATURE));
    assert_eq!(signature(there.path()).expect("there"), signature(here.path()).expect("there"));
    server.open(&version).expect("it opens");
}

#[test]
fn what_is_here_stays_while_the_version_there_is_forged() {
    let [here, bucket, there] = [(); 3].map(|()| tempfile::tempdir().expect("temporary folder"));
    let key = KeyPair::generate_unencrypted_keypair().expect("random");
    let builder = SnapshotStore::new(here.path());
    let server = SnapshotStore::new(there.path()).trusting(trusted(&key));
    let store = remote_in(bucket.path());
    let first = make(here.path(), 1);
    sign(&builder, &first, &key);
    store.publish(&builder, &first, false, |_, _| ()).expect("published");
    store.pull(&server, |_, _| ()).expect("pulled");

    let second = make(here.path(), 2);
    sign(&builder, &second, &key);
    store.publish(&builder, &second, false, |_, _| ()).expect("published");
    let manifest = bucket.path().join(&second).join("manifest.json");
    let sound = fs::read_to_string(&manifest).expect("readable");
    let forged = sound.replace("\"builder\": \"test\"", "\"builder\": \"best\"");
    assert_ne!(forged, sound);
    fs::write(&manifest, forged).expect("written");
    let error = store.pull(&server, |_, _| ()).expect_err("the manifest is another one");
    assert!(error.to_string().contains("one of the two was changed"), "{error}");
    assert_eq!(current(there.path()), Some(first.clone()));
    server.open(&first).expect("it opens still");
    fs::write(&manifest, sound).expect("written");
    store.pull(&server, |_, _| ()).expect("pulled");
    assert_eq!(current(there.path()), Some(second));
}
