//! A snapshot written again with merged entities: namesakes together, as linking mostly has it, and
//! some records wherever they are in entities of more records than an answer has places.

use std::collections::BTreeMap;

use tamis_engine::model::{RecordOrdinal, RegisterIndex};
use tamis_engine::snapshot::{ActiveRecord, Snapshot, SnapshotInput};
use tamis_engine::text;
use uuid::Uuid;

use super::random::Random;
use super::worlds::World;

/// In a hundred records, those of large entities.
const IN_LARGE: usize = 5;
/// Records of a large entity, about.
const LARGE: usize = 120;

/// The records of a snapshot, of new merged entities.
pub fn with_parties(snapshot: &Snapshot, seed: u64) -> World {
    let count = snapshot.record_count();
    let larges = (count * IN_LARGE / 100).div_ceil(LARGE);
    let mut named: BTreeMap<Vec<String>, u128> = BTreeMap::new();
    let rows = snapshot.index().records;
    let record = |at: usize| {
        let view = snapshot.record(RecordOrdinal(at as u32));
        let random = &mut Random::new(seed, at as u64);
        let mut words: Vec<String> =
            text::normalize(view.name()).split(' ').map(str::to_owned).collect();
        words.sort_unstable();
        let by_name = larges as u128 + named.len() as u128;
        let by_name = *named.entry(words).or_insert(by_name);
        let entity = match random.chance(IN_LARGE) {
            true => Some(random.below(larges) as u128),
            false => Some(by_name).filter(|_| random.chance(80)),
        };
        ActiveRecord {
            id: view.id(),
            register: RegisterIndex(rows[at].register),
            first_seen: view.first_seen(),
            last_seen: view.last_seen(),
            last_change: view.changes(),
            changes: view.facts_changes().collect(),
            entity: entity.map(Uuid::from_u128),
            record: view.to_model(),
        }
    };
    World::of(SnapshotInput {
        built_at: snapshot.built_at(),
        builder: snapshot.builder().to_owned(),
        registers: snapshot.registers().to_vec(),
        records: (0..count).map(record).collect(),
        retired: Vec::new(),
        successors: Vec::new(),
    })
}
