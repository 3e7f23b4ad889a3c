//! Support shared by the behaviour tests.
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

pub mod bulk;
pub mod client;
pub mod connection;
pub mod desk;
pub mod documented;
#[path = "../../engine/tests/support/effort.rs"]
pub mod effort;
pub mod json_schema;
pub mod lists;
pub mod packed;
pub mod payments;
pub mod process;
#[path = "../../snapshot-builder/tests/support/real.rs"]
pub mod real;
pub mod registries;
pub mod screening;
#[path = "../../snapshot-builder/tests/support/shared.rs"]
pub mod shared;
pub mod versions;
pub mod world;
#[path = "../../engine/tests/support/worlds.rs"]
pub mod worlds;

use std::sync::{Arc, OnceLock};

use tamis_engine::model::RegisterIndex;
use tamis_engine::snapshot::Snapshot;

use worlds::{World, active};

/// Opens a snapshot of [`world::registers`], all loaded at [`world::LOADED_AT`].
pub fn tiny_snapshot() -> Arc<Snapshot> {
    static TINY: OnceLock<World> = OnceLock::new();
    let tiny = TINY.get_or_init(|| {
        let mut input = worlds::input(Vec::new());
        let mut registers = world::registers();
        registers.sort_by(|a, b| a.0.slug.cmp(&b.0.slug));
        input.registers = registers.iter().map(|(register, _)| register.clone()).collect();
        for (place, (_, records)) in registers.into_iter().enumerate() {
            for record in records {
                let id = input.records.len() as u64 + 101;
                input.records.push(active(id, RegisterIndex(place as u16), record));
            }
        }
        World::of(input)
    });
    Arc::clone(&tiny.snapshot)
}
