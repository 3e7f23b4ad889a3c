//! Every fact of the table, through everything that keeps it: a line of `records.jsonl`, the
//! record, the JSON of ledgers, the snapshot.

use serde_json::{Map, Value, json};
use snapshot_builder::readers::record_to_json;
use tamis_engine::model::facts::FactKind;
use tamis_engine::model::{
    Fact, Record, RecordId, RecordOrdinal, RegisterIndex, RegisterRun, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, Snapshot, SnapshotInput, write_snapshot};

use super::own_formats::description;
use super::support::{load, records, sources};

/// A value of a fact as `records.jsonl` gives it.
fn value_of(fact: Fact) -> Value {
    match fact.kind() {
        _ if fact == Fact::Gender => json!("female"),
        FactKind::Required | FactKind::Text => json!(format!("a {}", fact.label())),
        FactKind::Texts => json!([format!("first {}", fact.label()), "second"]),
        FactKind::Type => json!("VESSEL"),
        FactKind::Date => json!("2001-05"),
        FactKind::BirthDates => json!(["1962", "circa 1964-02-29"]),
        FactKind::Countries => json!(["PE", "GB"]),
        FactKind::Imo => json!("0123456"),
        FactKind::Aliases => json!(["Annie", "A. Lee"]),
        FactKind::Identifiers => json!(["Passport: A1 (PE)", "Tax number: 2"]),
    }
}

#[test]
fn every_fact_is_read_kept_and_shown() {
    let line: Map<String, Value> =
        Fact::ALL.iter().map(|fact| (fact.key().to_owned(), value_of(*fact))).collect();
    let line = Value::Object(line);
    let folder = sources(&[("xx_debtors/records.jsonl", line.to_string().as_bytes())]);
    let description = description("records_jsonl", "");
    let loaded = load(&description, folder.path());
    let [record] = records(&loaded) else { panic!("one record: {:?}", loaded.report.rejects) };

    assert_eq!(record_to_json(record), line, "as a line again");
    let ledger = serde_json::to_value(record).expect("JSON");
    let again: Record = serde_json::from_value(ledger.clone()).expect("a record");
    assert_eq!(again, *record, "as in a ledger");
    let snapshot = snapshot_of(record, &description);
    let view = snapshot.record(RecordOrdinal(0));
    assert_eq!(view.to_model(), *record, "as in a snapshot");
    for fact in Fact::ALL.iter().copied() {
        let key = fact.key();
        assert!(!record.fact(fact).is_empty(), "{key} is not read");
        assert!(ledger.get(key).is_some(), "{key} is not in the ledger");
        let values = record.fact(fact).values();
        assert!(view.values(fact).eq(values), "{key} is shown otherwise than read");
        let is_counted = fact.kind() == FactKind::Required || loaded.report.filled[key] == 1;
        assert!(is_counted, "{key} is not counted");
    }
}

fn snapshot_of(record: &Record, description: &snapshot_builder::Description) -> Snapshot {
    let now = Timestamp(1_790_000_000);
    let run = RegisterRun {
        records: 1,
        first_load: Some(now),
        last_load: Some(now),
        ..RegisterRun::new(now, RunStatus::Ok)
    };
    let input = SnapshotInput {
        built_at: now,
        builder: "test".to_owned(),
        registers: vec![description.to_register("JSON lines", run)],
        records: vec![ActiveRecord {
            id: RecordId(1),
            register: RegisterIndex(0),
            first_seen: now,
            last_seen: now,
            last_change: now.into(),
            changes: Vec::new(),
            entity: None,
            record: record.clone(),
        }],
        retired: Vec::new(),
        successors: Vec::new(),
    };
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("snapshot.tamis");
    write_snapshot(&path, input, &|_| ()).expect("written");
    Snapshot::open(&path).expect("opens")
}
