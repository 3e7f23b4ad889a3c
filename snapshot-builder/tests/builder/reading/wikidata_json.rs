//! The traps of lists from Wikidata, on invented people.

use serde_json::{Value, json};
use tamis_engine::model::{Alias, EntityType};

use super::support::{read_bytes, texts};

fn read(items: &Value) -> snapshot_builder::readers::Collected {
    read_bytes("wikidata_json", items.to_string().as_bytes()).expect("sound")
}

/// An item with a name and these properties.
fn item(properties: &Value) -> Value {
    let mut item = json!({"wdid": "Q1", "given name": "Ana", "family name": "Sol"});
    let (Some(item_map), Some(more)) = (item.as_object_mut(), properties.as_object()) else {
        return item;
    };
    item_map.extend(more.clone());
    item
}

#[test]
fn an_item_becomes_a_record() {
    let collected = read(&json!([{
        "wdid": "Q1", "instance of": "human", "MEP directory ID": "4711", "OpenSanctions ID": "Q1",
        "given name": ["Eva", "Ana"], "family name": ["Sol", "Mar"], "Commons category": "Ana Sol (politician)",
        "name in native language": "Ана Сол", "birth name": "Ana Mar", "pseudonym": "Luna",
        "sex or gender": "female", "date of birth": "1970-03-23T00:00:00Z", "place of birth": "Lima",
        "country of citizenship": ["Peru", "Chile"], "residence": "Quito",
        "position held": ["mayor", "Q23836187", "Member of the European Parliament"],
        "member of political party": ["Blue", "Green"], "occupation": "sailor", "spouse": "Bo Sol",
        "religion or worldview": "none", "VIAF ID": "40441251", "image": "http://commons.example/a.jpg",
    }]));
    let record = &collected.records[0];
    assert_eq!((record.reference.as_str(), record.is_reference_made), ("Q1", false));
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.name, "Ana Sol", "without what tells namesakes apart");
    let expected = [Alias::strong("Ана Сол"), Alias::strong("Ana Mar"), Alias::weak("Luna")];
    assert_eq!(record.aliases, expected);
    assert_eq!(texts(&record.birth_dates), ["1970-03-23"]);
    assert_eq!(record.birth_places, ["Lima"]);
    assert_eq!(texts(&record.countries), ["PE", "CL"]);
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.positions, ["mayor", "Member of the European Parliament"]);
    assert_eq!(record.addresses, ["Quito"]);
    let ids: Vec<_> =
        record.identifiers.iter().map(|id| format!("{} {}", id.kind, id.value)).collect();
    assert_eq!(ids, ["MEP directory ID 4711"]);
    let expected = [
        "Position held (without a label): Q23836187",
        "Given name: Eva",
        "Political party: Blue; Green",
        "Occupation: sailor",
        "Spouse: Bo Sol",
    ];
    assert_eq!(record.notes, expected, "nothing of religion or libraries");
}

#[test]
fn dates_of_birth_are_kept_as_published() {
    for (dates, expected, notes) in [
        (json!("1970-03-23T00:00:00Z"), &["1970-03-23"][..], &[][..]),
        // Perhaps only a year, perhaps New Year's Day: nothing tells which.
        (json!("1970-01-01T00:00:00Z"), &["1970"], &[]),
        (json!(["1970-01-01T00:00:00Z", "1970-11-04T00:00:00Z"]), &["1970-11-04"], &[]),
        (json!("+1970-00-00T00:00:00Z"), &["1970"], &[]),
        (json!("http://www.wikidata.org/.well-known/genid/91b2"), &[], &[]),
        (json!("0000-00-00"), &[], &["Date of birth: 0000-00-00"]),
    ] {
        let collected = read(&json!([item(&json!({"date of birth": dates}))]));
        let record = &collected.records[0];
        assert_eq!(
            (texts(&record.birth_dates), &record.notes[..]),
            (
                expected.iter().map(ToString::to_string).collect(),
                &notes.iter().map(ToString::to_string).collect::<Vec<_>>()[..],
            )
        );
    }
}

#[test]
fn gender_is_one_or_a_note() {
    for (value, gender, notes) in [
        (json!("male"), Some("male"), 0),
        (json!("trans woman"), Some("female"), 0),
        (json!(["male", "female"]), None, 1),
        (json!("Q48270"), None, 0),
    ] {
        let collected = read(&json!([item(&json!({"sex or gender": value}))]));
        let record = &collected.records[0];
        assert_eq!((record.gender.as_deref(), record.notes.len()), (gender, notes), "{value}");
    }
}

#[test]
fn a_citizenship_that_no_table_knows_is_counted_and_noted() {
    let collected = read(&json!([item(&json!({"country of citizenship": ["Atlantis", "Peru"]}))]));
    assert_eq!(texts(&collected.records[0].countries), ["PE"]);
    assert_eq!(collected.records[0].notes, ["Country of citizenship: Atlantis"]);
    assert_eq!(collected.report.unknown_countries["Atlantis"], 1);
}

#[test]
fn names_found_elsewhere_say_where() {
    let picture = "http://commons.example/Special:FilePath/1718798677927%2020240618%20DEL%20SOL%20Ana%20EL%20005.jpg";
    let collected = read(&json!([{"wdid": "Q1", "given name": "Anna", "image": picture}]));
    let record = &collected.records[0];
    assert_eq!(record.name, "Ana DEL SOL");
    let expected =
        ["Given name: Anna", "Name taken from image: 1718798677927 20240618 DEL SOL Ana EL 005"];
    assert_eq!(record.notes, expected);
}

#[test]
fn items_without_key_or_name_are_rejected() {
    let many = vec!["x"; 101];
    let collected = read(&json!([
        {"given name": "Ana", "family name": "Sol"},
        {"wdid": "Q2", "given name": ["Ana", "Q77"], "date of birth": "1970-03-23T00:00:00Z"},
        {"wdid": "Q3", "MEP directory ID": "4711"},
        item(&json!({"wdid": "Q4", "occupation": many})),
        "Q5",
        item(&json!({"wdid": null, "MEP directory ID": "4712"})),
        item(&json!({"wdid": "Q7"})),
        item(&json!({"wdid": "Q7"})),
    ]));
    let rejects: Vec<_> = collected.report.rejects.iter().map(|r| r.reason.as_str()).collect();
    let expected = [
        "wdid and MEP directory ID are missing",
        "no property holds more than the given name \"Ana\"",
        "no property holds a name",
        "\"occupation\" has 101 values; at most 100 are accepted",
        "no property holds a name",
        "ref \"Q7\" occurs a second time",
    ];
    assert_eq!(rejects, expected);
    let references: Vec<_> = collected.records.iter().map(|r| r.reference.as_str()).collect();
    assert_eq!(references, ["MEP directory ID | 4712", "Q7"]);
    assert!(collected.records[0].is_reference_made);
}

#[test]
fn another_document_is_an_error() {
    for (text, expected) in [("{\"wdid\": \"Q1\"}", "expected an array"), ("[{\"wdid\": ", "EOF")] {
        let error = read_bytes("wikidata_json", text.as_bytes()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
