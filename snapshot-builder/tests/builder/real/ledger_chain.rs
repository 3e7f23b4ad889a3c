//! OFAC's list from version to version, with indexes between them that no program reads.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use snapshot_builder::ledger::Ledger;
use snapshot_builder::{BuildOptions, LoadOptions, build};
use tamis_engine::model::{RecordId, Timestamp};
use tamis_engine::snapshot::{Snapshot, SnapshotError};

use crate::cli::support::{known, run, text};
use crate::support::shared::shared;

/// The versions of the list, each with its records.
const VERSIONS: [(&str, u64); 5] = [
    ("2023-12-20T1", 13_881),
    ("2023-12-20T2", 13_817),
    ("2023-12-28", 13_821),
    ("2024-05-02", 14_973),
    ("2024-05-03", 14_965),
];

/// Lets the version of the list be the only one in the folder of sources.
fn put(version: &str, sources: &Path) {
    let from = shared().join("data/registers/us_ofac_sdn").join(version);
    let folder = sources.join("us_ofac_sdn");
    let _ = fs::remove_dir_all(&folder);
    let to = folder.join(&version[..10]);
    fs::create_dir_all(&to).expect("created");
    for entry in fs::read_dir(from).expect("the real list") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
    }
}

/// Makes the index one that this program does not read.
fn spoil(index: &Path, round: usize) {
    let mut bytes = fs::read(index).expect("there");
    match round % 3 {
        0 => {
            bytes[8] += 1;
            fs::write(index, bytes).expect("written");
            let error = Snapshot::open(index).expect_err("of a later format");
            assert!(matches!(error, SnapshotError::Version { .. }), "{error}");
        }
        1 => fs::write(index, "garbage").expect("written"),
        _ => fs::remove_file(index).expect("removed"),
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn a_chain_of_builds_keeps_every_id_and_date_whatever_becomes_of_the_indexes() {
    let place = tempfile::tempdir().expect("temporary folder");
    let (sources, out) = (place.path().join("sources"), place.path().join("snapshots"));
    let mut before: BTreeMap<String, (u64, i64)> = BTreeMap::new();
    for (round, (version, records)) in VERSIONS.into_iter().enumerate() {
        put(version, &sources);
        let built_at = Some(Timestamp(1_790_000_000 + round as i64 * 86_400));
        let load = LoadOptions::default();
        let options =
            BuildOptions { load, built_at, ..BuildOptions::new(sources.clone(), out.clone()) };
        let report = build(&options).expect("published");
        assert_eq!(report.records, records, "{version}");
        let folder = out.join(&report.version);
        let ledger = Ledger::open(&folder.join("ledger.tamis")).expect("opens");
        let now = known(&ledger);
        let changes = report.registers[0].changes;
        assert_eq!(now.len() as u64, before.len() as u64 + changes.added, "{version}");
        assert_eq!(now.len() as u64, report.records + report.retired);
        for (key, facts) in &before {
            assert_eq!(now.get(key), Some(facts), "{version}: {key}");
        }
        let index = folder.join("snapshot.tamis");
        let snapshot = Snapshot::open(&index).expect("opens");
        let is_there = |id| snapshot.find(id).is_some() || snapshot.retired(id).is_some();
        assert!(now.values().all(|(id, _)| is_there(RecordId(*id))), "{version}");
        assert_eq!(snapshot.all_retired().count() as u64, report.retired);

        // Without an index that could be read: one is made anew, with the same bytes.
        let bytes = fs::read(&index).expect("there");
        spoil(&index, round);
        let made = run(&["reindex", &text(&out)]);
        assert_eq!(made.code, 0, "{}", made.stderr);
        assert!(fs::read(&index).expect("there") == bytes, "{version}");
        spoil(&index, round + 1);
        before = now;
    }
    assert!(before.len() as u64 > VERSIONS[4].1 + 100, "some were retired on the way");
}
