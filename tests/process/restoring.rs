//! Receipts of versions that are gone, replayed on what their archive restores.

use std::fs;

use snapshot_builder::archive::{lock, restore, retain};
use snapshot_builder::progress::Silent;
use snapshot_builder::receipts::named_versions;
use tamis_engine::store::SnapshotStore;
use tamis_signing::{SigningKey, generate};

use crate::support::lists::Lists;

#[test]
fn receipts_of_restored_versions_are_replayed_equal_and_signed_ones_pass_as_such() {
    let record = |number: usize, change: &str| {
        format!(
            "{{\"ref\": \"R{number}\", \"name\": \"Ivan Sokolov {number}{change}\", \"type\": \"INDIVIDUAL\"}}\n"
        )
    };
    let lists = Lists::new(&[record(0, "")]);
    let path = |name: &str| lists.path(name);
    let tamis = |arguments: &[&str]| {
        let (code, _, said) = lists.tamis(arguments);
        (code, said)
    };
    fs::write(path("customers.csv"), "id,name\nK-1,Ivan Sokolov 1\nK-2,Anna Meier\nK-3,???\n")
        .expect("written");
    fs::create_dir(path("receipts")).expect("created");
    generate(&path("lists.key"), None).expect("written");
    let key = SigningKey::read(&path("lists.key"), None).expect("a key");
    let store = SnapshotStore::new(path("snapshots"));
    let all = ["receipts/1.ndjson", "receipts/2.ndjson", "receipts/3.ndjson"];
    for (change, receipts) in ["", "a", "b"].into_iter().zip(all) {
        lists.build(&(0..5).map(|number| record(number, change)).collect::<Vec<_>>());
        // The last one is not signed.
        if change != "b" {
            let version = store.current_version().expect("readable").expect("current");
            let manifest = store.manifest_file(&version).expect("a manifest");
            let signature = key.signature(&manifest.bytes, "manifest");
            store.write_signature(&version, &signature.expect("signed")).expect("written");
        }
        let screen = ["screen", "customers.csv", "-o", "hits.csv", "--receipts", receipts];
        let (code, said) = tamis(&screen);
        assert_eq!(code, 3, "a row is refused: {said}");
    }

    let named = named_versions(&[path("receipts")]).expect("receipts");
    assert_eq!(named.len(), all.len());
    let archive = lock(&path("archive")).expect("free");
    for version in &named {
        assert!(retain(&store, version, &archive).expect("retained").is_new);
    }
    fs::remove_dir_all(path("snapshots")).expect("removed");
    let replay = |receipts: &str, options: &[&str]| {
        tamis(&[&["replay", receipts, "--snapshots", "restored"], options].concat())
    };
    assert_eq!(replay(all[0], &[]).0, 3, "the versions are gone");
    let restored = lock(&path("restored")).expect("free");
    for named in &named {
        restore(archive.store(), &named.version, &restored, &Silent).expect("restored");
    }
    for (at, receipts) in all.into_iter().enumerate() {
        let (code, said) = replay(receipts, &[]);
        assert_eq!(code, 0, "{said}");
        assert!(said.starts_with("3 receipts: 3 equal"), "{said}");
        let (code, said) = replay(receipts, &["--require-signature", "lists.key.pub"]);
        assert_eq!(code, if at < 2 { 0 } else { 3 }, "{said}");
    }
}
