//! Opening a snapshot takes as much memory for many records as for few: everything that is
//! proportional to them stays in the mapped file. Alone in its file, since the peak is that of the
//! process.

use std::path::Path;

use peak_alloc::PeakAlloc;
use tamis_engine::directory::Directory;
use tamis_engine::model::{
    Alias, CountryCode, EntityType, ListType, Offer, Record, RecordId, Register, RegisterIndex,
    RegisterRun, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, Snapshot, SnapshotInput, write_snapshot};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const FEW: u64 = 1_000;
const MANY: u64 = 10 * FEW;
/// How much more opening the larger one may hold, in bytes: queues of parallel checks, which differ by
/// some 8 KiB from one opening to the next, and numbers in longer form. Four bytes for each further
/// record would be more.
const MORE_MAX: usize = 24 << 10;
const BUILT_AT: Timestamp = Timestamp(1_791_100_800);
const DAY: i64 = 86_400;

#[test]
fn opening_many_records_holds_no_more_than_opening_few() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [FEW, MANY].map(|records| {
        let path = folder.path().join(format!("{records}.tamis"));
        write_snapshot(&path, input(records), &|_| ()).expect("written");
        path
    });
    // The first opening sets up what stays: threads, tables.
    drop(open(&paths[1]));
    let [few, many] = paths.each_ref().map(|path| {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let snapshot = open(path);
        let held = MEMORY.current_usage().saturating_sub(before);
        (MEMORY.peak_usage().saturating_sub(before), held, snapshot.record_count() as u64)
    });
    assert_eq!((few.2, many.2), (FEW, MANY));
    let told = format!("peak and held, of few: {few:?}, of many: {many:?}");
    println!("{told}");
    assert!(many.0 <= few.0 + MORE_MAX, "{told}");
    assert!(many.1 <= few.1 + MORE_MAX, "{told}");
}

/// Opens a snapshot and takes from its directory what a server asks for.
fn open(path: &Path) -> Snapshot {
    let snapshot = Snapshot::open(path).expect("it opens");
    let directory = Directory::new(&snapshot);
    assert_eq!(directory.newest().len(), snapshot.record_count());
    assert!(directory.words().lists_of("sokolov").is_some());
    snapshot
}

/// Records of words that no other record has, spread over years, countries and programmes.
fn input(records: u64) -> SnapshotInput {
    let registers = vec![register("a_sanctions"), register("b_sanctions")];
    SnapshotInput {
        built_at: BUILT_AT,
        builder: "test".to_owned(),
        registers,
        records: (1..=records).map(record).collect(),
        retired: Vec::new(),
        successors: Vec::new(),
    }
}

fn record(id: u64) -> ActiveRecord {
    let own = coined(id);
    let country = ["RU", "IR", "SY"][(id % 3) as usize];
    let record = Record {
        reference: id.to_string(),
        name: format!("Ivan Sokolov {own}"),
        aliases: vec![Alias::strong(format!("{own} Falcon"))],
        entity_type: Some(EntityType::Individual),
        birth_dates: format!("{}", 1950 + id % 40).parse().into_iter().collect(),
        countries: CountryCode::parse(country).into_iter().collect(),
        programmes: vec![format!("P-{}", id % 7)],
        ..Record::default()
    };
    ActiveRecord {
        id: RecordId(id),
        register: RegisterIndex((id % 2) as u16),
        first_seen: Timestamp(BUILT_AT.0 - (id as i64 % 30) * DAY),
        last_seen: BUILT_AT,
        last_change: BUILT_AT.into(),
        changes: Vec::new(),
        entity: None,
        record,
    }
}

/// A word of eight letters, another one for each number below 26^4, unlike the others.
fn coined(number: u64) -> String {
    let letter = |place: u32| {
        // The first four letters are the number's digits, the others mix them.
        let digit = number / 26u64.pow(place % 4);
        (b'a' + ((digit + u64::from(place / 4) * number * 7) % 26) as u8) as char
    };
    (0..8).map(letter).collect()
}

fn register(slug: &str) -> Register {
    Register {
        slug: slug.to_owned(),
        name: slug.to_owned(),
        short_name: slug.to_owned(),
        publisher: "Publisher".to_owned(),
        country: CountryCode::parse("ZZ").expect("two letters"),
        list_type: ListType::Sanction,
        cadence_hours: 24,
        format: "CSV".to_owned(),
        source_url: "https://example.org/list.csv".to_owned(),
        licence: "open".to_owned(),
        licence_url: None,
        offer: Offer::Download,
        max_drop_percent: 10,
        run: RegisterRun {
            records: 1,
            first_load: Some(BUILT_AT),
            last_load: Some(BUILT_AT),
            ..RegisterRun::new(BUILT_AT, RunStatus::Ok)
        },
    }
}
