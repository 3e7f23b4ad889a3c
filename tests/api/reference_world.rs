//! A small world of reference data with several registers. One was never loaded, and the last load of
//! another failed.

use std::sync::Arc;

use serde_json::Value;
use tamis_engine::model::{
    CountryCode, EntityType, ImoNumber, ListType, NotTaken, Offer, Record, RecordId, Register,
    RegisterIndex, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, Retired, SnapshotInput};
use uuid::Uuid;

use crate::support::client::Client;
use crate::support::worlds::{World, active, input, register};

pub(crate) const HOUR: i64 = 3600;
pub(crate) const DAY: i64 = 24 * HOUR;

/// The small world, with the moment of its making, from which its times are counted.
pub(crate) struct Small {
    pub(crate) client: Client,
    pub(crate) now: Timestamp,
    _world: World,
}

impl Small {
    pub(crate) fn new() -> Self {
        let now = Timestamp::now();
        let world = World::of(small(now));
        Self { client: Client::serving(Arc::clone(&world.snapshot)), now, _world: world }
    }

    /// Formats the moment this many seconds ago as answers do.
    pub(crate) fn ago(&self, seconds: i64) -> String {
        Timestamp(self.now.0 - seconds).to_string()
    }

    pub(crate) fn version(&self) -> String {
        self.now.to_version()
    }

    pub(crate) async fn get(&self, address: &str) -> Value {
        let answer = self.client.get(address).await;
        assert_eq!(answer.status, 200, "{address}: {answer:?}");
        answer.json()
    }

    /// Returns one field of every result, in order.
    pub(crate) async fn column(&self, address: &str, field: &str) -> Vec<String> {
        let answer = self.get(address).await;
        let results = answer["results"].as_array().expect("results").iter();
        results.map(|row| row[field].as_str().expect("a text").to_owned()).collect()
    }
}

fn small(now: Timestamp) -> SnapshotInput {
    let mut input = input(small_records(now));
    input.built_at = now;
    input.registers = small_registers(now);
    let retired = |id, register, delisted_days_ago| Retired {
        id: RecordId(id),
        key: id,
        register: RegisterIndex(register),
        entity: None,
        first_seen: Timestamp(now.0 - 80 * DAY),
        last_seen: Timestamp(now.0 - 30 * DAY),
        delisted_at: Timestamp(now.0 - delisted_days_ago * DAY),
    };
    input.retired = vec![retired(901, 0, 3), retired(902, 0, 20), retired(903, 2, 40)];
    input
}

fn small_registers(now: Timestamp) -> Vec<Register> {
    let at = |register: Register, country: &str, offer, loaded_days_ago: i64| {
        let mut register = Register { offer, ..register };
        register.country = CountryCode::parse(country).expect("two letters");
        register.run.at = now;
        register.run.first_load = Some(Timestamp(now.0 - 60 * DAY));
        register.run.last_load = Some(Timestamp(now.0 - loaded_days_ago * DAY));
        register.run.records = 4;
        let listed = Timestamp(now.0 - loaded_days_ago * DAY).to_string();
        register.run.list_date = Some(listed[..10].to_owned());
        register
    };
    let failed = |mut register: Register, reason: &str| {
        register.run.status = RunStatus::Failed;
        register.run.reason = Some(reason.to_owned());
        register
    };
    let alpha = register("a_sanctions", "Alpha Sanctions List", ListType::Sanction);
    let beta = register("b_peps", "beta Office Holders", ListType::Pep);
    let gamma = register("c_debarred", "Gamma Debarments", ListType::Debarment);
    let delta = register("d_warrants", "Delta Warrants", ListType::TaxWarrant);
    let epsilon = register("e_sanctions", "Epsilon Embargo", ListType::Sanction);
    let mut delta = failed(at(delta, "DE", Offer::None, 0), "e.csv: the file is empty");
    (delta.run.first_load, delta.run.last_load, delta.run.records) = (None, None, 0);
    let short = |name: &str, register: Register| Register { short_name: name.into(), ..register };
    let alpha = short("Sanctions A", alpha);
    let beta = short("Gamma Debarments", beta);
    let epsilon = short("Embargo", epsilon);
    delta.short_name = "Embargo".into();
    delta.run.list_date = None;
    let mut gamma =
        failed(at(gamma, "ZZ", Offer::Download, 10), "r.csv: line 7: the file is truncated");
    let (folder, reason) = ("2026-10".to_owned(), "it lacks r.csv".to_owned());
    gamma.run.not_taken = vec![NotTaken { folder, reason }];
    // An old list that is still the newest.
    let mut epsilon = at(epsilon, "EU", Offer::Download, 0);
    epsilon.run.list_date = Some("2019-06-29".to_owned());
    epsilon.run.fetched_at = Some(Timestamp(now.0 - HOUR));
    epsilon.run.removals_waiting = 2;
    vec![at(alpha, "US", Offer::Download, 0), at(beta, "GB", Offer::Sale, 0), gamma, delta, epsilon]
}

/// Makes a record first seen this many days ago, in a register, with programmes.
fn seen(
    now: Timestamp,
    days_ago: i64,
    (id, register): (u64, u16),
    programmes: &[&str],
    record: Record,
) -> ActiveRecord {
    let programmes = programmes.iter().map(|&name| name.to_owned()).collect();
    let record = Record { reference: format!("r-{id}"), programmes, ..record };
    let first_seen = Timestamp(now.0 - days_ago * DAY);
    let last_change = first_seen.into();
    let made = active(id, RegisterIndex(register), record);
    ActiveRecord { first_seen, last_seen: now, last_change, ..made }
}

pub(crate) const PARTY: Uuid = Uuid::from_u128(0x5000_8000_0000_0000_0001);

fn small_records(now: Timestamp) -> Vec<ActiveRecord> {
    let merged = |record| ActiveRecord { entity: Some(PARTY), ..record };
    let named = |name: &str, entity_type, countries: &[&str]| Record {
        name: name.into(),
        entity_type,
        countries: countries.iter().filter_map(|code| CountryCode::parse(code)).collect(),
        ..Record::default()
    };
    use EntityType::{Company, Individual, Vessel};
    let ivan = || Record {
        birth_dates: "1962-05-17".parse().into_iter().collect(),
        ..named("Ivan Sokolov", Some(Individual), &["RU", "SU"])
    };
    let ship = Record {
        imo: ImoNumber::parse("9074729"),
        ..named("Ocean Star", Some(Vessel), &["PA", "PA"])
    };
    let issuer =
        Record { ticker: Some("GHT".into()), ..named("Golden Harvest", Some(Company), &["AE"]) };
    vec![
        merged(seen(now, 60, (101, 0), &["P-ONE", "P-TWO"], ivan())),
        seen(now, 60, (102, 0), &["P-ONE"], ship),
        seen(now, 20, (103, 0), &["P-TWO", "P-TWO"], issuer),
        seen(now, 3, (104, 0), &[], named("Al Noor Relief", None, &[])),
        merged(seen(now, 50, (201, 1), &["Parliament"], ivan())),
        seen(now, 50, (202, 1), &["P-ONE"], named("Maria Garcia", Some(Individual), &["ES"])),
        seen(now, 55, (301, 2), &[], named("Harvest Builders", Some(Company), &["AE"])),
        merged(seen(now, 10, (501, 4), &["P-ONE"], ivan())),
    ]
}
