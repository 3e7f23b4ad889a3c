//! No request holds memory in proportion to the number of records: over twenty times as many records,
//! all of them found, it holds no more. A late page of the newest records, or of suggestions, holds
//! memory in proportion to its position. A test program of its own, since the peak is that of the
//! process.

mod support;

use std::sync::Arc;

use peak_alloc::PeakAlloc;
use support::client::{Answer, Client};
use support::worlds::{World, person};
use tamis::api::http::service::ServiceSettings;
use tamis_engine::model::{BirthDate, CountryCode, ImoNumber, Timestamp};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Additional bytes that a request may hold over the larger set: longer numbers, fuller pages. A list
/// of the found records would take twenty times as much.
const MORE_MAX: usize = 8 << 10;

const SMALL: u64 = 5_000;
const LARGE: u64 = 100_000;

/// Serves records that differ in a syllable and in age, so that every search below finds all of them.
fn serving(records: u64) -> (World, Client) {
    let record = |id: u64| {
        let mut made = person(id, &format!("Ivan Sokolov {}", (id % 26) as u8 + b'a'));
        made.first_seen = Timestamp(made.first_seen.0 - id as i64 * 60);
        made.record.countries.extend(CountryCode::parse("RU"));
        made.record.birth_dates.extend("1962-05-17".parse::<BirthDate>());
        made.record.programmes.push("P-ONE".to_owned());
        made.record.imo = ImoNumber::parse("9074729");
        made
    };
    let world = World::new((1..=records).map(record).collect());
    // Each worker keeps tables in proportion to the set and allocates them at its first query. With one
    // worker, that happens before the measurement.
    let settings = ServiceSettings { threads: 1, ..ServiceSettings::default() };
    let client = Client::with_settings(settings).publishing(Arc::clone(&world.snapshot));
    (world, client)
}

/// Body of each match request below.
const MATCHED: &str = r#"{"queries": {
    "all": {"properties": {"name": ["Ivan Sokolov"]}},
    "some": {"properties": {"name": ["Iwan Sokolow"], "birthDate": ["1962"]}},
    "imo": {"schema": "Vessel", "properties": {"imoNumber": ["9074729"]}}
}}"#;

const ADDRESSES: &[&str] = &[
    "/api/match/default",
    "/api/search?q=ivan",
    "/api/search?q=ivan+sokolov&sort=first_seen",
    "/api/search?q=sokolov&nationality=ru&dob=1962&program=P-ONE&sort=first_seen",
    "/api/search?nationality=ru&sort=first_seen",
    "/api/search?changed_since=2000-01-01&sort=first_seen",
    "/api/search?scope=default&offset=4000",
    "/api/search/maritime?q=iv",
    "/api/facets?q=ivan",
    "/api/facets?scope=maritime",
    "/api/facets?nationality=ru",
    "/api/entity/1",
    "/api/entity/1?format=ftm&nested=true",
    "/api/statements?id=1",
    "/api/catalog",
    "/api/overview",
    "/api/status",
    "/api/collection?type=SANCTION",
    "/api/sources",
    "/api/source?name=Test+Sanctions",
    "/api/programs",
    "/api/countries",
    "/api/licences",
    "/api/algorithms",
    "/api/registries",
    "/api/reconcile/default/suggest/entity?prefix=iv",
    "/api/reconcile/default?queries=%7B%22q%22%3A%7B%22query%22%3A%22Ivan%20Sokolov%22%7D%7D",
    "/openapi.json",
];

async fn ask(client: &Client, address: &str) -> Answer {
    match address.starts_with("/api/match") {
        true => client.post_json(address, MATCHED).await,
        false => client.get(address).await,
    }
}

/// Measures the peak memory of each request, beyond what is held before it.
fn peaks(client: &Client, runtime: &tokio::runtime::Runtime) -> Vec<usize> {
    let peak = |address: &&str| {
        runtime.block_on(async {
            // The first request may allocate what is kept.
            ask(client, address).await;
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let answer = ask(client, address).await;
            assert_eq!(answer.status, 200, "{address}: {}", answer.text);
            MEMORY.peak_usage().saturating_sub(before)
        })
    };
    ADDRESSES.iter().map(peak).collect()
}

#[test]
fn a_request_holds_as_much_over_a_large_set_as_over_a_small_one() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let [small, large] = [SMALL, LARGE].map(|records| {
        let (_world, client) = serving(records);
        peaks(&client, &runtime)
    });
    let rows = ADDRESSES.iter().zip(small.iter().zip(&large));
    let grown: Vec<_> = rows.filter(|(_, (small, large))| **large > **small + MORE_MAX).collect();
    assert!(grown.is_empty(), "bytes held at most, small and large set: {grown:#?}");
}
