//! Reconciliation queries and their parsed forms.

use super::*;
use crate::api::matching::{names_read, read_object};
use tamis_engine::model::Timestamp;

/// 2026-10-04
fn today() -> Day {
    Day::of(Timestamp(1_791_100_800))
}

fn read_one(query: &str) -> Result<NamedQuery, ApiError> {
    Queries::of_text(&format!("{{\"q\":{query}}}"), today())
        .map(|mut queries| queries.list.remove(0))
}

/// A query in short: id, types, limit, names, dates, countries, IMO numbers.
fn shown(query: &str) -> String {
    let NamedQuery { query, fault, .. } = read_one(query).expect(query);
    assert_eq!(fault, None, "{query:?}");
    let ReconcileQuery { record, schemas, described, limit } = query;
    let MatchQuery { names, birth_dates, countries, imos, .. } = described;
    let id = record.map(|id| id.0);
    format!("{id:?} {schemas:?} {limit} {names:?} {birth_dates:?} {countries:?} {imos:?}")
}

#[test]
fn every_field_is_read_in_every_form() {
    for (query, expected) in [
        (r#"{"query":" Ann "}"#, r#"None [] 5 ["Ann"] [] [] []"#),
        (r#"{"query":"Ann","limit":2}"#, r#"None [] 2 ["Ann"] [] [] []"#),
        (r#"{"query":"Ann","limit":"2"}"#, r#"None [] 2 ["Ann"] [] [] []"#),
        (r#"{"query":"Ann","limit":2.0,"x":{}}"#, r#"None [] 2 ["Ann"] [] [] []"#),
        (r#"{"query":"Ann","type":"Person"}"#, r#"None [Person] 5 ["Ann"] [] [] []"#),
        (
            r#"{"query":"Ann","type":["Person","Vessel","Person"],"type_strict":"all"}"#,
            r#"None [Person, Vessel] 5 ["Ann"] [] [] []"#,
        ),
        (
            r#"{"query":"Ann","type":{"id":"Company","name":"Firm"}}"#,
            r#"None [Company] 5 ["Ann"] [] [] []"#,
        ),
        (
            r#"{"query":"Ann","type":"","limit":null,"properties":null}"#,
            r#"None [] 5 ["Ann"] [] [] []"#,
        ),
        (r#"{"query":"101"}"#, r#"Some(101) [] 5 ["101"] [] [] []"#),
        (r#"{"query":"svc-101"}"#, r#"Some(101) [] 5 ["svc-101"] [] [] []"#),
        (r#"{"query":""}"#, r#"None [] 5 [] [] [] []"#),
        (r#"{}"#, r#"None [] 5 [] [] [] []"#),
    ] {
        assert_eq!(shown(query), expected, "{query}");
    }
}

#[test]
fn values_of_properties_come_in_every_type() {
    let names = |rest: &str| format!("None [] 5 {rest}");
    for (properties, expected) in [
        (r#"[{"pid":"name","v":"Ann"}]"#, names(r#"["Ann"] [] [] []"#)),
        (r#"[{"pid":"dob","v":"1962-05"}]"#, names("[] [PartialDate(1962-05)] [] []")),
        (r#"[{"pid":"birthDate","v":1962}]"#, names("[] [PartialDate(1962)] [] []")),
        (r#"[{"pid":"birthDate","v":1962.0}]"#, names("[] [PartialDate(1962)] [] []")),
        (
            r#"[{"pid":"birthDate","v":"1962-05-17T00:00:00Z"}]"#,
            names("[] [PartialDate(1962-05-17)] [] []"),
        ),
        (
            r#"[{"pid":"country","v":["ru",{"id":"PA"},{"id":"Q414","name":"AR"},true,null,""]}]"#,
            names("[] [] [CountryCode(RU), CountryCode(PA), CountryCode(AR)] []"),
        ),
        (r#"[{"pid":"imo","v":9074729}]"#, names("[] [] [] [ImoNumber(9074729)]")),
        (r#"[{"pid":"name","v":{"id":"77","name":"Ann"}}]"#, names(r#"["Ann"] [] [] []"#)),
        (
            r#"[{"pid":"birthDate","v":"unknown"},{"pid":"imo","v":"none"},{"pid":"shoeSize","v":43}]"#,
            names("[] [] [] []"),
        ),
        (r#"[{"pid":"name"}]"#, names("[] [] [] []")),
    ] {
        assert_eq!(shown(&format!("{{\"properties\":{properties}}}")), expected, "{properties}");
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    let query = r#"{"query":"???","properties":[
        {"pid":"birthDate","v":["unknown","1962"]},
        {"pid":"country","v":[{"id":"Q414","name":"Argentina"},{"id":"Q1","name":"Narnia"}]},
        {"pid":"imo","v":"none"},{"pid":"shoeSize","v":43}]}"#;
    let ignored = read_one(query).expect("its shape is right").ignored;
    let expected = serde_json::json!([
        r#"name "???" is not readable; it has no effect."#,
        r#"birthDate "unknown" is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD; it has no effect."#,
        r#"nationality "Q1" names no country; it has no effect."#,
        r#"imoNumber "none" has no digit; it has no effect."#,
        r#""shoeSize" is not a property that is compared."#,
    ]);
    assert_eq!(serde_json::to_value(&ignored).expect("plain JSON"), expected);
}

#[test]
fn what_is_of_the_wrong_shape_is_refused_by_name() {
    for (query, parameter) in [
        ("[]", "queries"),
        (r#""Ann""#, "queries"),
        (r#"{"query":7}"#, "query"),
        (r#"{"query":["Ann"]}"#, "query"),
        (r#"{"type":"Ship"}"#, "type"),
        (r#"{"type":"person"}"#, "type"),
        (r#"{"type":["Person","Ship"]}"#, "type"),
        (r#"{"type":7}"#, "type"),
        (r#"{"type":[{}]}"#, "type"),
        (r#"{"type_strict":"some"}"#, "type_strict"),
        (r#"{"type_strict":1}"#, "type_strict"),
        (r#"{"limit":0}"#, "limit"),
        (r#"{"limit":-1}"#, "limit"),
        (r#"{"limit":1.5}"#, "limit"),
        (r#"{"limit":"all"}"#, "limit"),
        (r#"{"limit":true}"#, "limit"),
        (r#"{"limit":51}"#, "limit"),
        (r#"{"properties":{}}"#, "properties"),
        (r#"{"properties":["name"]}"#, "properties"),
        (r#"{"properties":[{"v":"Ann"}]}"#, "properties"),
        (r#"{"properties":[{"pid":"name","v":[["Ann"]]}]}"#, "v"),
        (r#"{"properties":[{"pid":"shoeSize","v":[[43]]}]}"#, "v"),
        (r#"{"properties":[{"pid":"name","v":{"name":"Ann"}}]}"#, "v"),
    ] {
        let error = read_one(query).expect_err(query);
        assert_eq!((error.status().as_u16(), error.parameter()), (400, Some(parameter)), "{query}");
    }
    for text in ["{", "[]", "7", "\"{}\"", "{\"q\":{}} x"] {
        let error = Queries::of_text(text, today()).map(|_| ()).expect_err(text);
        assert_eq!(error.parameter(), Some("queries"), "{text}");
    }
}

#[test]
fn a_name_over_its_length_is_a_fault_of_its_own_query() {
    let query = format!("{{\"query\":\"{}\"}}", "x".repeat(limits::NAME_CHARS_MAX + 1));
    let fault = read_one(&query).expect("its shape is right").fault.expect("too long");
    assert!(fault.to_string().contains("at most 512 characters"), "{fault}");
}

#[test]
fn values_beyond_a_limit_are_not_read_and_said_once() {
    let name = |at: usize| format!("{at:0>4} {}", "\u{fdfa} ".repeat(253));
    let one_each = |names: &[String]| -> serde_json::Value {
        names.iter().map(|name| serde_json::json!({"pid": "name", "v": name})).collect()
    };
    let all_at_once = |names: &[String]| serde_json::json!([{"pid": "name", "v": names}]);
    let doubles: Vec<String> = (0..1020).map(|_| name(0)).collect();
    let different: Vec<String> = (0..1020).map(name).collect();
    let unreadable = vec!["?".repeat(limits::NAME_CHARS_MAX); 1020];
    let too_long = vec!["\u{fdfa}".repeat(100_000); 3];
    let looked_at = r#"only the first 64 values of "name" are looked at."#;
    for (names, read, expected) in [
        (doubles, 1, &[looked_at][..]),
        (
            different,
            limits::VALUES_PER_PROPERTY,
            &[r#"only the first 5 values of "name" are read."#],
        ),
        // The notes about these values fill the limit; the last note gives the number of the others.
        (unreadable, limits::VALUES_LOOKED_AT_MAX, &[]),
        (too_long, 0, &[]),
    ] {
        for properties in [one_each(&names), all_at_once(&names)] {
            let query = serde_json::json!({ "properties": properties }).to_string();
            let mut ignored = Ignored::default();
            let reads =
                names_read(|| ignored = read_one(&query).expect("its shape is right").ignored);
            assert_eq!(reads, read, "{ignored:?}");
            let said = ignored.sentences().filter(|sentence| sentence.contains("only the first"));
            let said: Vec<_> = said.filter(|sentence| sentence.contains("values")).collect();
            assert_eq!(said, expected);
        }
    }
}

#[test]
fn a_single_query_is_a_text_or_a_query() {
    for (text, name) in
        [("Ann", "Ann"), (r#"{"query":"Ann","limit":1}"#, "Ann"), ("[x]", "[x]"), ("7", "7")]
    {
        let queries = Queries::single(text, today()).expect(text);
        assert!(queries.is_single);
        assert_eq!(queries.list[0].query.described.names, [name], "{text}");
    }
    assert!(Queries::single("{", today()).is_err());
    let body = read_object(br#"{"query":"Ann","limit":1}"#).expect("an object");
    let queries = Queries::single_value(&body[0].1, &body, today()).expect("a query");
    assert_eq!(queries.list[0].query.limit, 1, "fields beside the text count");
}

#[test]
fn the_first_twenty_queries_are_read_and_a_repeated_key_once() {
    let queries: Vec<String> =
        (0..25).map(|at| format!("\"k{at}\":{{\"query\":\"N{at}\"}}")).collect();
    let text = format!("{{{},\"k3\":{{\"query\":\"again\"}}}}", queries.join(","));
    let queries = Queries::of_text(&text, today()).expect("queries").list;
    assert_eq!((queries.len(), queries[19].key.as_str()), (25, "k19"));
    assert!(queries[..20].iter().all(|query| query.fault.is_none()));
    for query in &queries[20..] {
        assert_eq!(query.fault, Some(ApiError::BeyondQueries), "{}", query.key);
        let said: Vec<_> = query.ignored.sentences().collect();
        assert_eq!(said, ["only the first 20 queries are answered."], "{}", query.key);
    }
    assert_eq!(queries[3].query.described.names, ["again"]);
}

#[test]
fn parts_of_a_name_alone_are_a_fault_and_beside_a_name_are_said() {
    let parts = r#""properties":[{"pid":"firstName","v":"Ann"},{"pid":"lastName","v":"Lee"}]"#;
    let alone = read_one(&format!("{{{parts}}}")).expect("its shape is right");
    let fault = alone.fault.expect("no name").to_string();
    assert_eq!(fault, r#"the query has "lastName" and no name; send the full name as name"#);
    let beside = read_one(&format!(r#"{{"query":"Ann Lee",{parts}}}"#)).expect("a query");
    let empty = read_one(r#"{"properties":[{"pid":"firstName","v":""}]}"#).expect("a query");
    assert_eq!(empty.fault, None, "an empty cell says nothing");
    assert_eq!((beside.fault, beside.ignored.sentences().count()), (None, 2));
}

#[test]
fn values_that_are_nobodys_have_no_effect() {
    let query = read_one(
        r#"{"query":"Ann","properties":[{"pid":"birthDate","v":"1900-01-01T00:00:00Z"},
            {"pid":"dob","v":"1962-05-17T00:00:00Z"},{"pid":"imo","v":"N/A"},
            {"pid":"imo","v":"9074729.0"}]}"#,
    )
    .expect("a query");
    let MatchQuery { birth_dates, imos, .. } = &query.query.described;
    assert_eq!(format!("{birth_dates:?}{imos:?}"), "[PartialDate(1962-05-17)][ImoNumber(9074729)]");
    let said: Vec<_> = query.ignored.sentences().collect();
    let zero = "is the zero date of a spreadsheet or database; it has no effect.";
    assert_eq!(
        said,
        [
            format!(r#"birthDate "1900-01-01T00:00:00Z" {zero}"#).as_str(),
            r#"imoNumber "N/A" has no digit; it has no effect."#,
            r#"imoNumber "9074729.0" is read as 9074729."#,
        ]
    );
}
