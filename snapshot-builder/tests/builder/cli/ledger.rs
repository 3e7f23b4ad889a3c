//! The ledger itself: what it refuses, and what it must read for ever.

use std::fs;
use std::path::{Path, PathBuf};

use snapshot_builder::ledger::entry::Entry;
use snapshot_builder::ledger::{Holds, Ledger, LedgerError, Survey};
use tamis_engine::model::{Record, RecordId};
use tamis_engine::snapshot::record_key;

use super::support::{Place, run, text};

/// A ledger of version 1 in a temporary folder: two registers with entries of every kind.
struct Kept {
    _folder: tempfile::TempDir,
    path: PathBuf,
    bytes: Vec<u8>,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/builder/cli/fixtures").join(name)
}

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("ledger.tamis");
        let bytes = fs::read(fixture("ledger-version-1.tamis")).expect("the fixture");
        Self { _folder: folder, path, bytes }
    }

    /// What opening and reading these bytes says.
    fn read(&self, bytes: &[u8]) -> Result<Survey, LedgerError> {
        fs::write(&self.path, bytes).expect("written");
        Ledger::open(&self.path).and_then(|ledger| Survey::of(&ledger, |_, _| true))
    }
}

fn entries(ledger: &Ledger, slug: &str) -> Vec<Entry<Record>> {
    let place = ledger.place_of(slug).expect("a register");
    let blocks = ledger.read(|holds| holds == Holds::Entries(place), |text| text.lines().collect());
    let blocks: Result<Vec<Vec<Entry<Record>>>, LedgerError> = blocks.collect();
    blocks.expect("readable").into_iter().flatten().collect()
}

/// The id that an entry has when no other one has it.
fn id_of(slug: &str, reference: &str) -> RecordId {
    RecordId(record_key(slug, reference) & ((1 << RecordId::BITS) - 1))
}

#[test]
fn version_1_is_read_for_ever() {
    let kept = Kept::new();
    let survey = kept.read(&kept.bytes).expect("sound");
    let shown: Vec<_> =
        survey.registers.iter().map(|counts| (counts.active, counts.retired)).collect();
    assert_eq!(shown, [(3, 1), (2, 0)]);
    let ledger = Ledger::open(&kept.path).expect("opens");
    let head = ledger.head();
    assert_eq!(
        (head.version.as_str(), head.builder.as_str()),
        ("20261006080000", "snapshot-builder 0.1.0")
    );
    assert_eq!(head.built_at.to_string(), "2026-10-06T08:00:00+00:00");
    assert_eq!(head.registers, ["aa_list", "bb_list"]);
    let aa = entries(&ledger, "aa_list");
    let shown: Vec<_> = aa
        .iter()
        .map(|e| {
            let day = |time: tamis_engine::model::Timestamp| time.to_string()[8..10].to_owned();
            let gone = e.delisted_at.map(day);
            let record = (e.record.reference.as_str(), e.record.name.as_str());
            (record, [e.first_seen, e.last_seen, e.last_change].map(day).concat(), gone)
        })
        .collect();
    let gone = Some("05".to_owned());
    assert_eq!(
        shown,
        [
            (("1", "Ann Example"), "040604".to_owned(), None),
            (("2", "Ben Sampel"), "040605".to_owned(), None),
            (("3", "Cem Specimen"), "040404".to_owned(), gone),
            (("5", "Eva Example"), "060606".to_owned(), None),
        ]
    );
    assert_eq!(aa[0].id, id_of("aa_list", "1"));
    let entity = "0b3ad1ae-2a35-5f0e-9f39-3d7ac3d0a3aa";
    assert_eq!(aa[0].entity.map(|uuid| uuid.to_string()).as_deref(), Some(entity));
    let [aa, bb] = ledger.registers() else { panic!("two registers") };
    assert_eq!(aa.earlier_runs.len(), 2);
    assert_eq!(aa.days.len(), 3);
    assert_eq!(bb.register.run.reason.as_deref(), Some("bb_list/records.jsonl: the file is empty"));
    assert_eq!(ledger.successors()[0].successor.to_string(), entity);
}

#[test]
fn a_flipped_byte_anywhere_is_refused_and_its_place_named() {
    let kept = Kept::new();
    let (mut blocks, mut registers) = (0, 0);
    for at in 0..kept.bytes.len() {
        let mut bad = kept.bytes.clone();
        bad[at] ^= 1 << (at % 8);
        let error = kept.read(&bad).expect_err("a flipped bit").to_string();
        assert!(error.starts_with(&format!("{}: ", kept.path.display())), "{error}");
        blocks += usize::from(error.contains("ledger.tamis: block "));
        registers += usize::from(error.contains("(register aa_list"));
    }
    assert!(registers > 400 && blocks > registers + 400, "{registers} of {blocks}");
}

#[test]
fn a_ledger_that_is_cut_off_or_longer_is_refused() {
    let kept = Kept::new();
    for len in 0..kept.bytes.len() {
        let error = kept.read(&kept.bytes[..len]).expect_err("cut off").to_string();
        assert!(error.contains("ledger.tamis: "), "{error}");
    }
    let longer = [&kept.bytes[..], b"\n"].concat();
    let error = kept.read(&longer).expect_err("longer").to_string();
    assert!(error.contains("the end mark is missing"), "{error}");
}

#[test]
fn a_later_version_and_a_foreign_file_are_called_that() {
    let kept = Kept::new();
    let mut later = kept.bytes.clone();
    later[16] += 1;
    let error = kept.read(&later).expect_err("later").to_string();
    let expected = "ledger version 2, this program reads versions 1 to 1; update this program";
    assert!(error.ends_with(expected), "{error}");
    let error = kept.read(b"PK\x03\x04 and so on, and so on").expect_err("foreign").to_string();
    assert!(error.contains("not a Tamis ledger"), "{error}");
}

#[test]
fn the_ledger_of_a_version_is_verified_and_can_be_verified_alone() {
    let place = Place::new();
    place.list("aa_list", &["Ann Example", "Ben Sample"]);
    place.build(&["--built-at", "2026-10-04T08:00:00Z"]);
    let path = place.current_file("ledger.tamis");
    let ran = run(&["verify", &text(&path)]);
    assert_eq!(ran.stdout, "sound: ledger of version 20261004080000, 2 records, 0 retired\n");
    let mut bytes = fs::read(&path).expect("there");
    let end = bytes.len() - 1;
    bytes[end] ^= 1;
    fs::write(&path, bytes).expect("written");
    for target in [path, place.out()] {
        let ran = run(&["verify", &text(&target)]);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains("ledger.tamis: "), "{}", ran.stderr);
    }
}
