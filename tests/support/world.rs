//! The small world of records of the behaviour tests. All of it is invented.

use tamis_engine::model::{
    Alias, CountryCode, EntityType, ImoNumber, ListType, Offer, Record, Register, RegisterRun,
    RunStatus, Timestamp,
};

/// Time at which every register of the world was loaded.
pub const LOADED_AT: Timestamp = Timestamp(1_791_100_800);

/// Returns a sanctions list, a list of office holders with a comma in its name, and a debarment list.
pub fn registers() -> Vec<(Register, Vec<Record>)> {
    vec![
        (register("test_sanctions", "Test Sanctions List", ListType::Sanction), sanctions()),
        (register("test_peps", "Members, Past and Present", ListType::Pep), office_holders()),
        (register("test_debarred", "Test Debarment Register", ListType::Debarment), debarred()),
    ]
}

fn sanctions() -> Vec<Record> {
    vec![
        Record {
            aliases: vec![Alias::strong("Иван Соколов"), Alias::weak("Vanya the Falcon")],
            programmes: vec!["P-ONE".into(), "P-TWO".into()],
            source_url: Some("https://example.org/s-1".into()),
            listed_on: "2020-03-01".parse().ok(),
            ..person("s-1", "Ivan Petrovich Sokolov", "1962-05-17", "RU")
        },
        Record {
            entity_type: Some(EntityType::Vessel),
            imo: ImoNumber::parse("9074729"),
            countries: CountryCode::parse("PA").into_iter().collect(),
            ..named("s-2", "OCEAN STAR")
        },
        Record {
            entity_type: Some(EntityType::Company),
            countries: CountryCode::parse("AE").into_iter().collect(),
            ..named("s-3", "Golden Harvest Trading LLC")
        },
        named("s-4", "Al Noor Relief"),
    ]
}

fn office_holders() -> Vec<Record> {
    vec![
        person("p-1", "Ivan Petrovich Sokolov", "1962-05-17", "RU"),
        person("p-2", "Ivan Petrovich Sokolov", "1988", "RU"),
        person("p-3", "Maria Garcia Lopez", "1970-11", "ES"),
    ]
}

fn debarred() -> Vec<Record> {
    let company = Some(EntityType::Company);
    vec![Record { entity_type: company, ..named("d-1", "Golden Harvest Construction") }]
}

fn named(reference: &str, name: &str) -> Record {
    Record { reference: reference.into(), name: name.into(), ..Record::default() }
}

fn person(reference: &str, name: &str, birth_date: &str, country: &str) -> Record {
    Record {
        entity_type: Some(EntityType::Individual),
        birth_dates: birth_date.parse().into_iter().collect(),
        countries: CountryCode::parse(country).into_iter().collect(),
        ..named(reference, name)
    }
}

fn register(slug: &str, name: &str, list_type: ListType) -> Register {
    Register {
        slug: slug.into(),
        name: name.into(),
        short_name: slug.to_uppercase(),
        publisher: "Test Publisher".into(),
        country: CountryCode::parse("ZZ").expect("two letters"),
        list_type,
        cadence_hours: 24,
        format: "records.jsonl".into(),
        source_url: "https://example.org".into(),
        licence: "CC0".into(),
        licence_url: None,
        offer: Offer::Download,
        max_drop_percent: 20,
        run: RegisterRun {
            records: 1,
            first_load: Some(LOADED_AT),
            last_load: Some(LOADED_AT),
            ..RegisterRun::new(LOADED_AT, RunStatus::Ok)
        },
    }
}
