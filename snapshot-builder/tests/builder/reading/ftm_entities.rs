//! Follow-the-money entities: every property and every joined entity, on made-up ones.

use serde_json::{Value, json};
use snapshot_builder::readers::Collected;
use snapshot_builder::report::RegisterReport;
use tamis_engine::model::{Alias, EntityType, ListType, Record};

use super::support::{read_bytes, texts};

/// Reads these entities, a line each.
fn read(entities: &[Value]) -> Collected {
    let lines: Vec<String> = entities.iter().map(ToString::to_string).collect();
    read_bytes("ftm_entities", lines.join("\n").as_bytes()).expect("a sound list")
}

/// The one record of the entities, which have no data sets.
fn record_of(entities: &[Value]) -> Record {
    let mut collected = read(entities);
    assert_eq!((collected.records.len(), collected.report.rejected), (1, 0));
    collected.records.remove(0)
}

fn entity(id: &str, schema: &str, properties: Value) -> Value {
    json!({"id": id, "schema": schema, "properties": properties})
}

fn person(properties: Value) -> Value {
    entity("p-1", "Person", properties)
}

fn reasons(report: &RegisterReport) -> Vec<String> {
    let shown = |reject: &snapshot_builder::Reject| {
        format!("{} {}: {}", reject.file, reject.line_or_element, reject.reason)
    };
    report.rejects.iter().map(shown).collect()
}

fn identifiers(record: &Record) -> Vec<String> {
    let shown = |identifier: &tamis_engine::model::Identifier| {
        let country = identifier.country.map(|c| format!(" ({c})")).unwrap_or_default();
        format!("{}: {}{country}", identifier.kind, identifier.value)
    };
    record.identifiers.iter().map(shown).collect()
}

#[test]
fn a_person_is_read_property_by_property() {
    let record = record_of(&[json!({
        "id": "NK-1", "caption": "Ana Lee", "schema": "Person", "target": true,
        "referents": ["xx-1"], "first_seen": "2024-01-01T00:00:00",
        "properties": {
            "name": ["LEE, Ana", "Ana  Lee"], "alias": ["Анна Ли"], "previousName": ["Ana Roe"],
            "weakAlias": ["Fox"], "firstName": ["Ana"], "fatherName": ["Petrovna"],
            "birthDate": ["1962", "1962-05-17T00:00:00", "spring 1962"], "birthPlace": ["Lima"],
            "birthCountry": ["pe"], "nationality": ["pe"], "citizenship": ["suhh"],
            "country": ["es", "zz"], "gender": ["Female"], "title": ["Dr"], "position": ["Chief"],
            "address": ["1 High St"], "passportNumber": ["A1"], "innCode": ["123"],
            "taxNumber": ["9", 8], "sourceUrl": ["https://example.org/1", "https://example.org/2"],
            "programId": ["XX-P"], "topics": ["sanction", "role.pep"], "notes": ["A remark."],
            "deathDate": ["2020"], "retrievedAt": ["2024-02-02"], "email": ["ana@example.org"],
        },
    })]);
    assert_eq!((record.reference.as_str(), record.is_reference_made), ("NK-1", false));
    assert_eq!(record.name, "Ana Lee");
    let expected = [
        Alias::strong("LEE, Ana"),
        Alias::strong("Анна Ли"),
        Alias::strong("Ana Roe").formerly(true),
        Alias::weak("Fox"),
    ];
    assert_eq!(record.aliases, expected);
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(texts(&record.birth_dates), ["1962-05-17", "1962"], "the most exact first");
    assert_eq!(record.birth_places, ["Lima"]);
    assert_eq!(texts(&record.countries), ["PE", "SU", "ES"]);
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.positions, ["Dr", "Chief"]);
    assert_eq!(record.addresses, ["1 High St"]);
    assert_eq!(
        identifiers(&record),
        ["Passport: A1", "Tax number: 8", "Tax number: 9", "INN: 123"]
    );
    assert_eq!(record.programmes, ["XX-P"]);
    assert_eq!(record.source_url.as_deref(), Some("https://example.org/1"));
    let expected = [
        "Father name: Petrovna",
        "Date of birth: spring 1962",
        "Country: zz",
        "A remark.",
        "Birth country: pe",
        "Death date: 2020",
        "Email: ana@example.org",
        "Topics: role.pep; sanction",
        "Source URL: https://example.org/2",
    ];
    assert_eq!(record.notes, expected);
}

#[test]
fn the_primary_name_is_the_caption_where_that_is_a_name() {
    for (caption, properties, expected) in [
        (Some("B"), json!({"name": ["A", "B"], "alias": ["C"]}), "B"),
        (Some("C"), json!({"name": ["B", "A"], "alias": ["C"]}), "B"),
        (None, json!({"name": ["B", "A"]}), "B"),
        (Some("D"), json!({"weakAlias": ["D"], "alias": ["C"]}), "D"),
        (Some("X"), json!({"weakAlias": ["D"], "alias": ["C"]}), "C"),
        (
            Some("X"),
            json!({"lastName": ["Lee"], "firstName": ["Ana"], "middleName": ["May"]}),
            "Ana May Lee",
        ),
        (Some("X"), json!({}), "X"),
    ] {
        let mut person = person(properties.clone());
        if let Some(caption) = caption {
            person["caption"] = json!(caption);
        }
        assert_eq!(record_of(&[person]).name, expected, "{caption:?} {properties}");
    }
    let nameless = read(&[person(json!({"notes": ["x"]}))]);
    assert_eq!(reasons(&nameless.report), ["list line 1: properties.name is empty"]);
    assert_eq!(nameless.report.rejects[0].reference.as_deref(), Some("p-1"));
}

#[test]
fn schemata_are_parties_or_counted() {
    let parties = [
        ("Person", Some(EntityType::Individual)),
        ("Company", Some(EntityType::Company)),
        ("Organization", Some(EntityType::Organization)),
        ("PublicBody", Some(EntityType::Organization)),
        ("LegalEntity", None),
        ("Vessel", Some(EntityType::Vessel)),
        ("Airplane", Some(EntityType::Aircraft)),
        ("Vehicle", None),
    ];
    for (schema, expected) in parties {
        let record = record_of(&[entity("1", schema, json!({"name": ["Sunrise Ltd"]}))]);
        assert_eq!(record.entity_type, expected, "{schema}");
    }
    let others =
        ["CryptoWallet", "Ownership", "Family", "UnknownLink", "Ownership", "NoSuchSchema"];
    let collected = read(&others.map(|schema| entity("1", schema, json!({"name": ["x"]}))));
    let counts: Vec<_> = collected.report.left_out.iter().map(|(k, n)| (k.as_str(), *n)).collect();
    let expected = [
        ("schema CryptoWallet", 1),
        ("schema Family", 1),
        ("schema NoSuchSchema", 1),
        ("schema Ownership", 2),
        ("schema UnknownLink", 1),
    ];
    assert_eq!(counts, expected);
    assert_eq!((collected.records.len(), collected.report.rejected), (0, 0));
}

#[test]
fn who_is_no_target_is_left_out() {
    for (target, topics, expected) in [
        (json!(true), json!([]), 1),
        (json!(null), json!([]), 1),
        (json!(false), json!([]), 0),
        (json!(false), json!(["gov.soe"]), 0),
        (json!(false), json!(["role.rca"]), 1),
    ] {
        let mut company = entity("1", "Company", json!({"name": ["x"], "topics": topics}));
        company["target"] = target.clone();
        let collected = read(&[company]);
        assert_eq!(collected.records.len(), expected, "{target} {topics}");
        let left_out = collected.report.left_out.get("Company that is not a target");
        assert_eq!(left_out.is_some(), expected == 0);
    }
}

#[test]
fn ships_companies_and_securities_keep_their_numbers() {
    let ship = record_of(&[entity(
        "1",
        "Vessel",
        json!({"name": ["SEA STAR"], "imoNumber": ["IMO9074729", "x"], "flag": ["pa"],
               "pastFlags": ["cy"], "mmsi": ["123456789"], "callSign": ["AB1"]}),
    )]);
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(texts(&ship.countries), ["PA"]);
    assert_eq!(identifiers(&ship), ["IMO number: x", "MMSI: 123456789", "Call sign: AB1"]);
    assert_eq!(ship.notes, ["Past flags: cy"]);
    let company = record_of(&[
        entity("s-2", "Security", json!({"issuer": ["1"], "isin": ["XS2"], "name": ["Bond 2"]})),
        entity("s-1", "Security", json!({"issuer": ["1"], "isin": ["XS1"], "ticker": ["SUN"]})),
        entity(
            "1",
            "Company",
            json!({"name": ["Sunrise"], "imoNumber": ["IMO5342883"], "jurisdiction": ["ge-ab"],
                   "leiCode": ["L1"], "swiftBic": ["SUNR"], "ogrnCode": ["1"], "status": ["active"]}),
        ),
    ]);
    assert_eq!(company.imo, None, "the number of an owner is that of no ship");
    assert_eq!((company.isin.as_deref(), company.ticker.as_deref()), (Some("XS1"), Some("SUN")));
    let expected = ["IMO number: IMO5342883", "LEI: L1", "SWIFT/BIC: SUNR", "OGRN: 1", "ISIN: XS2"];
    assert_eq!(identifiers(&company), expected);
    assert_eq!(texts(&company.countries), ["GE"]);
    assert_eq!(company.notes, ["Jurisdiction: ge-ab", "Status: active", "Security: Bond 2"]);
    assert_eq!(company.status, None, "the status of a company is not that of a listing");
}

#[test]
fn listings_before_and_after_their_party_are_joined_to_it() {
    let listing = |id: &str, properties: Value| {
        let mut listing = entity(id, "Sanction", properties);
        listing["properties"]["entity"] = json!(["p-1"]);
        listing
    };
    let first = listing(
        "a",
        json!({"program": ["Peace Act"], "programId": ["XX-PA"], "listingDate": ["2020-02-03"],
               "startDate": ["2020-02-01"], "endDate": ["2024-01-01"], "status": ["active"],
               "authority": ["Ministry"], "country": ["us"], "reason": ["A reason."],
               "sourceUrl": ["https://example.org/list"], "unscId": ["QDi.001"],
               "authorityId": ["77"]}),
    );
    let second = listing("b", json!({"startDate": ["2019-05"], "status": ["expired"]}));
    let party = person(json!({"name": ["Ana Lee"], "programId": ["XX-PA", "XX-PB"]}));
    let record = record_of(&[second, party.clone(), first.clone()]);
    assert_eq!(record.programmes, ["Peace Act"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2019-05"), "the earliest");
    assert_eq!(record.listed_until, None, "one listing is open");
    assert_eq!(record.status.as_deref(), Some("active"));
    assert_eq!(record.source_url.as_deref(), Some("https://example.org/list"));
    assert_eq!(record.un_reference.as_deref(), Some("QDi.001"));
    assert_eq!(identifiers(&record), ["Authority ID: 77"]);
    let expected = [
        "Program ID: XX-PA",
        "Listing date: 2020-02-03",
        "Start date: 2020-02-01",
        "End date: 2024-01-01",
        "Authority: Ministry (US)",
        "Reason: A reason.",
        "Status: expired",
        "Program ID: XX-PB",
    ];
    assert_eq!(record.notes, expected);
    let ended = record_of(&[first, party]);
    assert_eq!(ended.listed_until.map(|d| d.to_string()).as_deref(), Some("2024-01-01"));
    assert_eq!(ended.listed_on.map(|d| d.to_string()).as_deref(), Some("2020-02-03"));
}

#[test]
fn addresses_documents_and_posts_are_joined_to_their_party() {
    let record = record_of(&[
        entity("o-2", "Occupancy", json!({"holder": ["p-1"], "post": ["q-2"]})),
        entity(
            "a-2",
            "Address",
            json!({"street": ["2 Low St"], "city": ["Leeds"], "country": ["gb"], "remarks": ["until 2010"]}),
        ),
        entity("a-1", "Address", json!({"full": ["1 High St, Leeds"], "city": ["Leeds"]})),
        person(
            json!({"name": ["Ana"], "addressEntity": ["a-2", "a-1", "a-2"], "passportNumber": ["A1"]}),
        ),
        entity(
            "d-1",
            "Passport",
            json!({"holder": ["p-1"], "number": ["A1"], "passportNumber": ["A1"], "country": ["pe"], "endDate": ["2030"], "authority": ["Lima"]}),
        ),
        entity(
            "d-2",
            "Identification",
            json!({"holder": ["p-1"], "number": ["7"], "type": ["Residence permit"]}),
        ),
        entity("q-1", "Position", json!({"name": ["Minister"], "country": ["pe"]})),
        entity("q-2", "Position", json!({"name": ["Deputy"]})),
        entity(
            "o-1",
            "Occupancy",
            json!({"holder": ["p-1"], "post": ["q-1"], "startDate": ["2010"], "endDate": ["2014-05"], "status": ["ended"]}),
        ),
    ]);
    assert_eq!(record.addresses, ["1 High St, Leeds", "2 Low St, Leeds, GB (until 2010)"]);
    assert_eq!(identifiers(&record), ["Passport: A1 (PE)", "Residence permit: 7"]);
    assert_eq!(record.positions, ["Deputy", "Minister"]);
    let expected = [
        "Minister: start date 2010; end date 2014-05; status ended",
        "Passport A1: authority Lima; end date 2030",
    ];
    assert_eq!(record.notes, expected);
}

#[test]
fn what_belongs_to_nobody_is_counted() {
    let collected = read(&[
        person(json!({"name": ["Ana"], "addressEntity": ["a-9", "q-1"]})),
        entity("s-1", "Sanction", json!({"entity": ["nobody"]})),
        entity("s-2", "Sanction", json!({})),
        entity("d-1", "Passport", json!({"holder": ["nobody"], "number": ["1"]})),
        entity("x-1", "Security", json!({"isin": ["XS1"]})),
        entity("a-1", "Address", json!({"full": ["1 High St"]})),
        entity("q-1", "Position", json!({"name": ["Minister"]})),
        entity("o-1", "Occupancy", json!({"holder": ["p-1"], "post": ["q-9"]})),
        entity("o-2", "Occupancy", json!({"holder": ["nobody"], "post": ["q-1"]})),
        entity("o-3", "Occupancy", json!({"holder": ["p-1"]})),
    ]);
    let counts: Vec<_> = collected.report.left_out.iter().map(|(k, n)| (k.as_str(), *n)).collect();
    let expected = [
        ("Address of a party that is not in the file", 1),
        ("Address that is not in the file", 2),
        ("Occupancy of a party that is not in the file", 2),
        ("Passport of a party that is not in the file", 1),
        ("Position that is not in the file", 1),
        ("Sanction of a party that is not in the file", 2),
        ("Security of a party that is not in the file", 1),
    ];
    assert_eq!(counts, expected);
    assert_eq!((collected.records.len(), collected.report.rejected), (1, 0));
}

#[test]
fn data_sets_are_registers_with_the_listings_that_they_publish() {
    let in_sets = |mut entity: Value, datasets: &[&str]| {
        entity["datasets"] = json!(datasets);
        entity
    };
    let party = person(json!({"name": ["Ana"], "topics": ["sanction", "debarment"],
                              "programId": ["XX-P"], "sourceUrl": ["https://example.org/ana"]}));
    let listing = |id: &str, program: &str| {
        let page = format!("https://example.org/{id}");
        entity(
            id,
            "Sanction",
            json!({"entity": ["p-1"], "program": [program], "sourceUrl": [page]}),
        )
    };
    let collected = read(&[
        in_sets(listing("s-1", "One"), &["One List"]),
        in_sets(listing("s-2", "All"), &["elsewhere"]),
        in_sets(party, &["one list", "ONE-LIST", "three", "One List"]),
        in_sets(
            entity("p-2", "Person", json!({"name": ["Bo"], "topics": ["role.pep"]})),
            &["three"],
        ),
        in_sets(
            entity("p-3", "Person", json!({"name": ["Cy"], "topics": ["role.rca"]})),
            &["three"],
        ),
    ]);
    assert!(collected.records.is_empty() && collected.parts.len() == 2);
    assert!(collected.report.left_out.is_empty() && collected.report.rejected == 0);
    let one = &collected.parts["one_list"];
    assert_eq!((one.records.len(), one.list_type), (1, Some(ListType::Sanction)));
    assert_eq!(one.records[0].programmes, ["One", "All"]);
    assert_eq!(one.records[0].notes[1], "Program ID: XX-P", "of whose register it is nobody says");
    let three = &collected.parts["three"];
    assert_eq!((three.records.len(), three.list_type), (3, Some(ListType::Pep)));
    let ana = three.records.iter().find(|r| r.reference == "p-1").expect("in both");
    assert_eq!(ana.programmes, ["All"], "a listing of none of the registers is that of all");
    assert_eq!(ana.source_url.as_deref(), Some("https://example.org/s-2"));
}

#[test]
fn a_list_whose_joins_multiply_it_fails() {
    let long = "x".repeat(400_000);
    let party = |datasets: usize| {
        let datasets: Vec<String> = (0..datasets).map(|number| format!("d{number}")).collect();
        json!({"id": "a", "schema": "Person", "datasets": datasets,
            "properties": {"name": ["Ana Lee"], "notes": [long]}})
    };
    let read = |datasets| read_bytes("ftm_entities", party(datasets).to_string().as_bytes());
    assert_eq!(read(100).expect("40 MB").parts.len(), 100);
    let error = read(200).expect_err("80 MB").to_string();
    let expected = "the entities of the list take more than 67108864 bytes when they are joined";
    assert_eq!(error, expected);
}

#[test]
fn a_listing_that_names_very_many_parties_fails_its_list() {
    let read = |parties: usize| {
        let parties: Vec<String> = (0..parties).map(|number| format!("p{number}")).collect();
        let summary = "x".repeat(400_000);
        let sanction = json!({"id": "s", "schema": "Sanction",
            "properties": {"entity": parties, "summary": [summary]}});
        read_bytes("ftm_entities", sanction.to_string().as_bytes())
    };
    assert_eq!(read(100).expect("40 MB").records, [], "no party of them is in the list");
    let expected = "the entities of the list take more than 67108864 bytes when they are joined";
    assert_eq!(read(200).expect_err("80 MB").to_string(), expected);
}
