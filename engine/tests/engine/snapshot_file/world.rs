//! Records that fill every section and every field.

use tamis_engine::model::{
    Alias, EntityType, Fact, FactsChange, Identifier, ImoNumber, ListType, Record, RecordId,
    RegisterIndex, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, Retired, SnapshotInput};
use uuid::Uuid;

use crate::support::worlds::{self, BUILT_AT, With, World, active, person, record};

pub(crate) const ENTITY: Uuid = Uuid::from_u128(0x1234_5678);
pub(crate) const OTHER_ENTITY: Uuid = Uuid::from_u128(0x5678_1234);
pub(crate) const FORMER_ENTITY: Uuid = Uuid::from_u128(0x9abc);
/// UUID of an entity merged into [`ENTITY`].
pub(crate) const MERGED_AWAY: Uuid = Uuid::from_u128(0x77);
/// UUID of an entity merged into [`FORMER_ENTITY`], which has no active record.
pub(crate) const MERGED_INTO_FORMER: Uuid = Uuid::from_u128(0xffff);

/// Two registers that differ in every field, active records of all types, and retired ones.
pub(crate) fn input() -> SnapshotInput {
    let mut input = worlds::input(records());
    let register = &mut input.registers[0];
    register.licence_url = Some("https://example.org/licence".to_owned());
    register.run.status = RunStatus::Failed;
    register.run.reason = Some("the file ends early".to_owned());
    register.run.list_date = Some("2026-10-01".to_owned());
    (register.run.records, register.run.rejected) = (7, 2);
    (register.run.first_load, register.run.last_load) =
        (Some(Timestamp(1_600_000_000)), Some(Timestamp(1_790_000_000)));
    let register = &mut input.registers[1];
    (register.run.first_load, register.run.last_load) = (None, None);
    input.registers.push(worlds::register("d_taxes", "Test Taxes", ListType::TaxWarrant));
    input.retired = vec![retired(902, None), retired(901, Some(FORMER_ENTITY))];
    input.successors = vec![(MERGED_INTO_FORMER, FORMER_ENTITY), (MERGED_AWAY, ENTITY)];
    input
}

pub(crate) fn world() -> World {
    World::of(input())
}

pub(crate) fn retired(id: u64, entity: Option<Uuid>) -> Retired {
    Retired {
        id: RecordId(id),
        key: id * 3,
        register: RegisterIndex(1),
        entity,
        first_seen: Timestamp(1_500_000_000),
        last_seen: Timestamp(1_600_000_000),
        delisted_at: Timestamp(1_600_086_400),
    }
}

pub(crate) fn records() -> Vec<ActiveRecord> {
    let company = Some(EntityType::Company);
    let mut records = vec![
        everything(),
        person(12, "Muhammad Abdul Rahman").alias("محمد عبد الرحمن").in_register(1),
        person(13, "J. Ivanov").alias("Иванов").born("1960").of("RU").of("SU"),
        person(14, "Kim Jong Un").alias("김정은").alias("Kim Jongun"),
        record(15, company, "Golden Harvest Trading LLC").of("AE").in_register(2),
        record(16, Some(EntityType::Vessel), "Ocean Star 2").imo("9074729").of("PA"),
        record(17, None, "Blue Star Bank of Tehran")
            .alias("Ocean Star Bank")
            .imo("9074729")
            .in_register(2),
        record(18, Some(EntityType::Aircraft), "EP-ABC"),
        person(19, "Mohammed Abdulrahman"),
        person(20, "Ivan Petrovich Sokolov").alias("Petrovitch Sokolow").in_register(1),
    ];
    for record in &mut records {
        record.entity = match record.id.0 {
            11 | 20 => Some(ENTITY),
            12 | 19 => Some(OTHER_ENTITY),
            _ => None,
        };
    }
    records
}

/// A record with every field filled.
pub(crate) fn everything() -> ActiveRecord {
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let dates = ["1962-05-17", "circa 1963-01", "1964"].map(|date| date.parse().expect("a date"));
    let country = |code| tamis_engine::model::CountryCode::parse(code).expect("two letters");
    let identifier = |kind: &str, value: &str, country| Identifier {
        kind: kind.to_owned(),
        value: value.to_owned(),
        country,
    };
    let record = Record {
        reference: "R-11/ä".to_owned(),
        name: "Ivan Petrovich SOKOLOV".to_owned(),
        aliases: vec![
            Alias::strong("Иван Соколов").formerly(true),
            Alias::weak("Vanya \"the Falcon\""),
            Alias::strong("Иван Соколов"),
            Alias::strong("Ivan Petrovich SOKOLOV"),
        ],
        entity_type: Some(EntityType::Individual),
        birth_dates: dates.to_vec(),
        born_before: "1970".parse().ok(),
        birth_places: texts(&["Omsk", ""]),
        countries: vec![country("RU"), country("BY")],
        address_countries: vec![country("KZ")],
        imo: ImoNumber::parse("9000001"),
        programmes: texts(&["P-ONE", "P-TWO"]),
        listed_on: "2020-03".parse().ok(),
        listed_until: "2031-04-05".parse().ok(),
        is_reference_made: true,
        status: Some("amended".to_owned()),
        historical: Some("born before 1900".to_owned()),
        un_reference: Some("QDi.011".to_owned()),
        source_url: Some("https://example.org/11".to_owned()),
        gender: Some("male".to_owned()),
        positions: texts(&["General"]),
        addresses: texts(&["1 Street, Omsk"]),
        identifiers: vec![
            identifier("Passport", "123", Some(country("RU"))),
            identifier("Tax No.", "", None),
        ],
        notes: texts(&["line one\nline two", "\u{0}"]),
        isin: Some("XS0000000000".to_owned()),
        ticker: Some("SOK".to_owned()),
    };
    let made = active(11, RegisterIndex(0), record);
    let [first_seen, last_seen] = [1_500_000_000, 1_600_000_000].map(Timestamp);
    let change = |at, facts: &[Fact]| {
        let facts = facts.iter().copied().collect();
        FactsChange { at: Timestamp(at), facts }
    };
    let changes = vec![
        change(1_550_000_000, &[Fact::Name, Fact::Identifiers]),
        change(1_560_000_000, &[Fact::Status]),
    ];
    ActiveRecord { first_seen, last_seen, last_change: BUILT_AT.into(), changes, ..made }
}
