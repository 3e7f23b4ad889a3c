//! The world of records for the examples of the interface document. All of it is invented, except for
//! the name of the register.

use tamis_engine::model::{CountryCode, EntityType, ListType, Timestamp};
use tamis_engine::snapshot::SnapshotInput;
use uuid::Uuid;

use super::worlds::{self, BUILT_AT, With, World, person, record, register};

/// The merged entity of records 101 and 102.
pub const ENTITY: Uuid = Uuid::from_u128(0x9f2c_1d0e_0000_5000_8000_0000_0000_abcd);

/// Returns one record of every type, two of them of one party, and a register of every kind of list.
pub fn world() -> World {
    let sokolov = |id| person(id, "Ivan Petrovich Sokolov").born("1962-05-17").of("RU");
    let mut records = vec![
        sokolov(101).alias("Иван Соколов").alias("Vanya the Falcon"),
        sokolov(102).in_register(1),
        record(103, Some(EntityType::Vessel), "OCEAN STAR").of("PA").imo("9074729"),
        record(104, Some(EntityType::Company), "Golden Harvest Trading LLC").of("AE"),
        record(105, None, "Al Noor Relief"),
        person(106, "Maria Garcia Lopez").born("1970-11").of("ES").in_register(1),
        record(107, Some(EntityType::Organization), "Golden Harvest Relief").in_register(2),
        record(108, Some(EntityType::Aircraft), "EP-GOM"),
    ];
    records[0].record.programmes = vec!["P-ONE".into(), "P-TWO".into()];
    records[0].record.source_url = Some("https://example.org/101".into());
    records[0].record.listed_on = "2020-03-01".parse().ok();
    records[0].record.notes = vec!["Linked to Golden Harvest.".into()];
    records[0].first_seen = Timestamp(BUILT_AT.0 - 40 * 86_400);
    records[..2].iter_mut().for_each(|record| record.entity = Some(ENTITY));
    World::of(SnapshotInput {
        registers: vec![
            ofac(),
            register("b_peps", "Members, Past and Present", ListType::Pep),
            register("c_debarred", "Test Debarment Register", ListType::Debarment),
        ],
        ..worlds::input(records)
    })
}

fn ofac() -> tamis_engine::model::Register {
    let mut ofac = register("a_sdn", "US OFAC Specially Designated Nationals", ListType::Sanction);
    ofac.short_name = "OFAC SDN".to_owned();
    ofac.country = CountryCode::parse("US").expect("two letters");
    ofac.licence_url = Some("https://example.org/licence".to_owned());
    ofac
}
