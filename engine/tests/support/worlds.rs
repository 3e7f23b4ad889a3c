//! Small worlds of records as real snapshots.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tamis_engine::model::{
    Alias, CountryCode, EntityType, ImoNumber, ListType, Offer, Record, RecordId, Register,
    RegisterIndex, RegisterRun, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, Retired, Snapshot, SnapshotInput, write_snapshot};
use tamis_engine::store::{Manifest, SnapshotStore};
use uuid::Uuid;

/// Build time of every test snapshot.
pub const BUILT_AT: Timestamp = Timestamp(1_791_100_800);

/// A snapshot file in a folder of its own, which is removed when this value is dropped.
pub struct World {
    pub folder: tempfile::TempDir,
    pub snapshot: Arc<Snapshot>,
}

impl World {
    /// Writes and opens a snapshot of these records.
    pub fn new(records: Vec<ActiveRecord>) -> Self {
        Self::of(input(records))
    }

    pub fn of(input: SnapshotInput) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("snapshot.tamis");
        write_snapshot(&path, input, &|_| ()).expect("a snapshot is written");
        let snapshot = Arc::new(Snapshot::open(&path).expect("what was written opens"));
        Self { folder, snapshot }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("snapshot.tamis")
    }
}

/// Publishes a snapshot of these records in a folder of snapshots.
pub fn publish(folder: &Path, records: Vec<ActiveRecord>) {
    publish_input(folder, input(records));
}

/// Publishes a snapshot of any input.
pub fn publish_input(folder: &Path, input: SnapshotInput) {
    let (store, version) = (SnapshotStore::new(folder), input.built_at.to_version());
    let staged = store.stage(&version).expect("staged");
    write_snapshot(&staged.snapshot_path(), input, &|_| ()).expect("written");
    let builder = "test".to_owned();
    let manifest =
        Manifest { version: version.clone(), builder, files: Vec::new(), inputs: Vec::new() };
    staged.publish(&manifest).expect("published");
    store.make_current(&version).expect("it opens");
}

/// Makes input with the three test registers.
pub fn input(records: Vec<ActiveRecord>) -> SnapshotInput {
    let registers = vec![
        register("a_sanctions", "Test Sanctions", ListType::Sanction),
        register("b_peps", "Test Peps", ListType::Pep),
        register("c_debarred", "Test Debarments", ListType::Debarment),
    ];
    let builder = "test".to_owned();
    SnapshotInput {
        built_at: BUILT_AT,
        builder,
        registers,
        records,
        retired: Vec::new(),
        successors: Vec::new(),
    }
}

/// Makes a register that was loaded when the snapshot was built.
pub fn register(slug: &str, name: &str, list_type: ListType) -> Register {
    Register {
        slug: slug.to_owned(),
        name: name.to_owned(),
        short_name: name.to_owned(),
        publisher: "Publisher".to_owned(),
        country: CountryCode::parse("ZZ").expect("two letters"),
        list_type,
        cadence_hours: 24,
        format: "test".to_owned(),
        source_url: "https://example.org/list".to_owned(),
        licence: "CC0".to_owned(),
        licence_url: None,
        offer: Offer::Download,
        max_drop_percent: 20,
        run: RegisterRun {
            first_load: Some(BUILT_AT),
            last_load: Some(BUILT_AT),
            ..RegisterRun::new(BUILT_AT, RunStatus::Ok)
        },
    }
}

/// Makes a record of the first register.
pub fn record(id: u64, entity_type: Option<EntityType>, name: &str) -> ActiveRecord {
    let reference = format!("R{id}");
    let record = Record { reference, name: name.to_owned(), entity_type, ..Record::default() };
    active(id, RegisterIndex(0), record)
}

/// Makes a record that was first seen when the snapshot was built.
pub fn active(id: u64, register: RegisterIndex, record: Record) -> ActiveRecord {
    let ([first_seen, last_seen], last_change) = ([BUILT_AT; 2], BUILT_AT.into());
    let (id, entity) = (RecordId(id), None);
    let changes = Vec::new();
    ActiveRecord { id, register, first_seen, last_seen, last_change, changes, entity, record }
}

pub fn person(id: u64, name: &str) -> ActiveRecord {
    record(id, Some(EntityType::Individual), name)
}

/// Makes a record of the first register that left its list when the world was built.
pub fn retired(id: u64, entity: Option<Uuid>) -> Retired {
    let at = |seconds| Timestamp(BUILT_AT.0 - seconds);
    let (first_seen, last_seen, delisted_at) = (at(200), at(100), at(0));
    let register = RegisterIndex(0);
    Retired { id: RecordId(id), key: id, register, entity, first_seen, last_seen, delisted_at }
}

/// Chainable additions to a record.
pub trait With: Sized {
    fn alias(self, name: &str) -> Self;
    fn weak_alias(self, name: &str) -> Self;
    /// Adds a birth date, or `before` another date.
    fn born(self, date: &str) -> Self;
    fn of(self, country: &str) -> Self;
    fn at(self, country: &str) -> Self;
    fn imo(self, number: &str) -> Self;
    fn until(self, date: &str) -> Self;
    fn position(self, position: &str) -> Self;
    fn in_register(self, place: u16) -> Self;
    fn of_entity(self, number: u8) -> Self;
}

impl With for ActiveRecord {
    fn alias(mut self, name: &str) -> Self {
        self.record.aliases.push(Alias::strong(name));
        self
    }

    fn weak_alias(mut self, name: &str) -> Self {
        self.record.aliases.push(Alias::weak(name));
        self
    }

    fn born(mut self, date: &str) -> Self {
        match date.strip_prefix("before ") {
            Some(date) => self.record.born_before = Some(date.parse().expect("a date")),
            None => self.record.birth_dates.push(date.parse().expect("a date")),
        }
        self
    }

    fn of(mut self, country: &str) -> Self {
        self.record.countries.push(CountryCode::parse(country).expect("a country"));
        self
    }

    fn at(mut self, country: &str) -> Self {
        self.record.address_countries.push(CountryCode::parse(country).expect("a country"));
        self
    }

    fn imo(mut self, number: &str) -> Self {
        self.record.imo = ImoNumber::parse(number);
        self
    }

    fn until(mut self, date: &str) -> Self {
        self.record.listed_until = Some(date.parse().expect("a date"));
        self
    }

    fn position(mut self, position: &str) -> Self {
        self.record.positions.push(position.to_owned());
        self
    }

    fn in_register(mut self, place: u16) -> Self {
        self.register = RegisterIndex(place);
        self
    }

    fn of_entity(mut self, number: u8) -> Self {
        self.entity = Some(Uuid::from_u128(number.into()));
        self
    }
}
