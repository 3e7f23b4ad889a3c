//! Bodies of match requests and the queries read from them.

use std::fmt::Write as _;

use super::*;
use crate::api::matching::names_read;
use crate::limits;
use tamis_engine::model::Timestamp;

/// 2026-10-04
fn today() -> Day {
    Day::of(Timestamp(1_791_100_800))
}

fn read(body: &str) -> Vec<NamedQuery> {
    read_queries(body.as_bytes(), today()).expect(body).list
}

/// Notes about the ignored parts of a body.
fn said(body: &str) -> Vec<String> {
    let ignored = read_queries(body.as_bytes(), today()).expect(body).ignored;
    serde_json::from_value(serde_json::to_value(ignored).expect("plain JSON")).expect("sentences")
}

#[test]
fn what_is_not_read_is_said() {
    let many: Vec<String> = (1..=22).map(|at| format!(r#""q{at}":{{"name":"A"}}"#)).collect();
    let many = format!(r#"{{"queries":{{{}}}}}"#, many.join(","));
    let long = format!(r#"{{"name":["Ann","{}","{}"]}}"#, "a ".repeat(40), "b".repeat(40));
    for (body, expected) in [
        (
            many.as_str(),
            &[
                r#"Query "q21": only the first 20 queries are answered."#,
                r#"Query "q22": only the first 20 queries are answered."#,
            ][..],
        ),
        (
            r#"{"queries":{"a":{"name":"A"},"b":{"name":"B"},"a":{"name":"C"},"a":{"name":"D"}}}"#,
            &[r#"Query "a": only the last query under this key is answered."#],
        ),
        (
            r#"{"queries":{},"threshold":0.9,"limit":null,"queries":{}}"#,
            &[
                r#""queries" is given more than once; only the last is read."#,
                r#""threshold" beside "queries" is not read; parameters belong in the address."#,
            ],
        ),
        (
            r#"{"name":["a","b","c","d","e","a"],"query":["f","g"],"dob":"1962"}"#,
            &[r#"Query "q1": only the first 5 values of "name" are read."#],
        ),
        (
            r#"{"properties":{"name":"A","name":"B","name":"C"},"name":"D","properties":{}}"#,
            &[
                r#"Query "q1": "name" is given more than once; all its values are read."#,
                r#"Query "q1": "properties" is given more than once; all its values are read."#,
            ],
        ),
        (
            r#"{"schema":"Person","name":"A","schema":"Vessel"}"#,
            &[r#"Query "q1": "schema" is given more than once; the last one is read."#],
        ),
        (
            r#"{"name":"A","properties":{"birth_date":"1962","passport":["7"],"id":[],"x":null}}"#,
            &[
                r#"Query "q1": "birth_date" is not a property that is compared; did you mean birthDate?"#,
                r#"Query "q1": "passport" is not a property that is compared."#,
            ],
        ),
        (
            r#"{"name":"A","dob":["1.5.62","1962"],"country":["ZZ","Russia","Narnia"]}"#,
            &[
                r#"Query "q1": birthDate "1.5.62" is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD; it has no effect."#,
                r#"Query "q1": nationality "ZZ" names no country; it has no effect."#,
                r#"Query "q1": nationality "Narnia" names no country; it has no effect."#,
            ],
        ),
        (
            r#"{"name":"A","dob":["1900-01-01","2027","1905-05","9999-12-31","0001-01-01","1962"]}"#,
            &[
                r#"Query "q1": birthDate "1900-01-01" is the zero date of a spreadsheet or database; it has no effect."#,
                r#"Query "q1": birthDate "2027" is in the future; it has no effect."#,
                r#"Query "q1": birthDate "1905-05" is more than 120 years ago; it has no effect."#,
                r#"Query "q1": birthDate "9999-12-31" is of the year 9999; it has no effect."#,
                r#"Query "q1": birthDate "0001-01-01" is of the year 1; it has no effect."#,
            ],
        ),
        (
            r#"{"name":"A","imo":["N/A","9074729.0","123","9074729.5"]}"#,
            &[
                r#"Query "q1": imoNumber "N/A" has no digit; it has no effect."#,
                r#"Query "q1": imoNumber "9074729.0" is read as 9074729."#,
                r#"Query "q1": imoNumber "123" is not an IMO number of seven digits; it has no effect."#,
                r#"Query "q1": imoNumber "9074729.5" is not an IMO number of seven digits; it has no effect."#,
            ],
        ),
        (
            r#"{"name":"A","names":["B"],"nationalities":["ru"],"properties":{"dateOfBirth":"1962"}}"#,
            &[
                r#"Query "q1": "names" is not a property that is compared; did you mean name?"#,
                r#"Query "q1": "nationalities" is not a property that is compared; did you mean nationality?"#,
                r#"Query "q1": "dateOfBirth" is not a property that is compared; did you mean birthDate?"#,
            ],
        ),
        (
            r#"{"name":"A","firstName":"B","properties":{"fatherName":["C"],"last_name":[" "]}}"#,
            &[
                r#"Query "q1": "firstName" is not a property that is compared; send the full name as name."#,
                r#"Query "q1": "fatherName" is not a property that is compared; send the full name as name."#,
            ],
        ),
        (
            long.as_str(),
            &[
                r#"Query "q1": of "name" only the first 32 words, and of a word the first 32 letters, are compared."#,
            ],
        ),
    ] {
        assert_eq!(said(body), expected, "{body}");
    }
}

#[test]
fn nothing_is_said_of_a_body_that_is_read_as_it_stands() {
    for body in [
        r#"{"queries":{"a":{"schema":"Person","properties":{"name":["A","A"," "],"dob":[]}}}}"#,
        r#"{"name":["a","b","c","d","e","a",""],"properties":{"query":["a"],"country":null}}"#,
        r#"{"queries":{}}"#,
    ] {
        assert_eq!(said(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn what_is_said_holds_no_name_that_was_searched_for() {
    let body = r#"{"queries":{"q":{"name":["a1","a2","a3","a4","a5","SECRET"],"alias":"SECRET",
        "properties":{"name":"SECRET","dob":"1962","dob":"1963"}}},"name":"SECRET"}"#;
    let said = said(body);
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.iter().all(|sentence| !sentence.contains("SECRET")), "{said:?}");
}

/// The one query of a flat body, in short: schema, names, dates, countries, IMO numbers.
fn shown(body: &str) -> String {
    let query = read(body).remove(0);
    assert_eq!(query.fault, None, "{body}");
    let MatchQuery { schema, names, birth_dates, countries, imos } = query.query;
    format!("{} {names:?} {birth_dates:?} {countries:?} {imos:?}", schema.as_str())
}

#[test]
fn a_query_is_read_with_every_alias_of_its_properties() {
    let name = r#"["Ann"] [] [] []"#;
    for (body, expected) in [
        (r#"{"schema":"Person","properties":{"name":["Ann"]}}"#, format!("Person {name}")),
        (r#"{"schema":"Person","name":"Ann"}"#, format!("Person {name}")),
        (r#"{"name":["Ann", " Ann ", "", "  "]}"#, format!("LegalEntity {name}")),
        (r#"{"properties":{"query":"Ann","x":[1]},"id":7}"#, format!("LegalEntity {name}")),
        (r#"{"schema":null,"name":["Ann",null],"dob":null}"#, format!("LegalEntity {name}")),
        (
            r#"{"name":"Ann","properties":{"dob":"1962","birthDate":["1962-05"]}}"#,
            r#"LegalEntity ["Ann"] [PartialDate(1962), PartialDate(1962-05)] [] []"#.into(),
        ),
        (
            r#"{"name":"A","country":"ru","flag":["PA"],"jurisdiction":["cy","CY"]}"#,
            r#"LegalEntity ["A"] [] [CountryCode(RU), CountryCode(PA), CountryCode(CY)] []"#.into(),
        ),
        (
            r#"{"schema":"Vessel","properties":{"imo":["IMO 9074729"]}}"#,
            r#"Vessel [] [] [] [ImoNumber(9074729)]"#.into(),
        ),
    ] {
        assert_eq!(shown(body), expected, "{body}");
    }
}

#[test]
fn the_sixth_value_of_a_property_is_not_read() {
    let query = read(r#"{"name":["a","b","c"],"query":["d","e","f"]}"#).remove(0);
    assert_eq!(query.query.names, ["a", "b", "c", "d", "e"]);
}

/// The most expensive name to parse: each of its characters expands to eighteen letters.
fn costly_name(number: usize) -> String {
    format!("{number:0>4} {}", "\u{fdfa} ".repeat(253))
}

#[test]
fn a_name_is_read_once_and_none_beyond_five() {
    let texts = |names: usize, of: fn(usize) -> usize| -> Vec<String> {
        (0..names).map(|at| costly_name(of(at))).collect()
    };
    for (names, expected) in [
        (texts(1020, |_| 0), 1),
        (texts(1020, |at| at), limits::VALUES_PER_PROPERTY),
        (texts(1020, |at| at % 7), limits::VALUES_PER_PROPERTY),
        (texts(1020, |at| at / 30), 3),
        (vec!["???".to_owned(); 1020], limits::VALUES_LOOKED_AT_MAX),
    ] {
        let list = serde_json::json!({ "name": &names }).to_string();
        let keys: Vec<String> = names.iter().map(|name| format!(r#""name":"{name}""#)).collect();
        for body in [list, format!("{{{}}}", keys.join(","))] {
            assert_eq!(names_read(|| drop(read(&body))), expected, "{}", names[0]);
        }
    }
}

#[test]
fn the_worst_body_has_five_names_read_of_each_query() {
    let queries: serde_json::Map<String, serde_json::Value> = (0..limits::QUERIES_PER_REQUEST)
        .map(|query| {
            let names: Vec<String> = (0..67).map(|at| costly_name(100 * query + at)).collect();
            (format!("q{query}"), serde_json::json!({ "name": names }))
        })
        .collect();
    let body = serde_json::json!({ "queries": queries }).to_string();
    assert!(body.len() > limits::BODY_BYTES_DEFAULT * 9 / 10, "{}", body.len());
    let most = limits::QUERIES_PER_REQUEST * limits::VALUES_PER_PROPERTY;
    assert_eq!(names_read(|| drop(read(&body))), most);
}

#[test]
fn so_many_values_of_a_property_are_looked_at() {
    const MOST: usize = limits::VALUES_LOOKED_AT_MAX;
    for (property, double, last) in [
        ("name", "A", "B"),
        ("dob", "1962", "1963"),
        ("country", "RU", "Panama"),
        ("imo", "9074729", "IMO 9321483"),
    ] {
        let body = |doubles: usize| {
            let values = [vec![double; doubles], vec![last, "", " "]].concat();
            let query = serde_json::json!({ "name": "A", "properties": { property: values } });
            query.to_string()
        };
        // The text next to the properties is a name, too.
        let most = MOST - 1 - usize::from(property == "name");
        let [within, beyond] = [most, most + 1].map(body);
        assert_eq!(said(&within), Vec::<String>::new(), "{property}");
        let name = property_named(property).expect("a property").name;
        let sentence =
            format!(r#"Query "q1": only the first 64 values of "{name}" are looked at."#);
        assert_eq!(said(&beyond), [sentence], "{property}");
        assert_ne!(shown(&within), shown(&beyond), "{property}: the last value is another");
    }
}

#[test]
fn a_value_beyond_the_fifth_is_not_checked() {
    let long = "x".repeat(limits::NAME_CHARS_MAX + 1);
    for last in ["???", long.as_str()] {
        let names = ["a", "b", "c", "d", "e", last, last];
        let body = serde_json::json!({ "name": names }).to_string();
        assert_eq!(read(&body)[0].fault, None);
        assert_eq!(said(&body), [r#"Query "q1": only the first 5 values of "name" are read."#]);
    }
}

#[test]
fn a_name_whose_characters_stand_for_too_many_letters_is_cut_and_shown_whole() {
    let name = costly_name(0);
    let body = serde_json::json!({ "name": &name }).to_string();
    assert_eq!(read(&body)[0].query.names, [name.trim()]);
    assert_eq!(said(&body).len(), 1, "{:?}", said(&body));
}

#[test]
fn queries_keep_their_order_and_the_twenty_first_is_refused() {
    let mut body = String::from(r#"{"queries":{"#);
    for number in (0..25).rev() {
        write!(body, r#""k{number}":{{"name":"N{number}"}},"#).expect("a string grows");
    }
    body.push_str(r#""k24":{"name":"again"}}}"#);
    let queries = read(&body);
    assert_eq!(queries.len(), 25);
    assert_eq!((queries[20].key.as_str(), queries[24].key.as_str()), ("k4", "k0"));
    for query in &queries[20..] {
        assert_eq!(query.fault, Some(ApiError::BeyondQueries), "{}", query.key);
    }
    assert!(queries[..20].iter().all(|query| query.fault.is_none()));
    assert_eq!((queries[0].key.as_str(), queries[19].key.as_str()), ("k24", "k5"));
    assert_eq!(queries[0].query.names, ["again"], "a repeated key counts once, its last value");
}

#[test]
fn entries_for_queries_beyond_are_bounded() {
    let many: Vec<String> = (0..2000).map(|at| format!(r#""{at}":{{}}"#)).collect();
    let queries = read(&format!(r#"{{"queries":{{{}}}}}"#, many.join(",")));
    assert_eq!(queries.len(), limits::QUERIES_PER_REQUEST + limits::REFUSED_QUERIES_MAX);
}

#[test]
fn a_query_with_a_name_runs_whatever_its_imo_number_is() {
    for (body, imos) in [
        (r#"{"name":"A","imo":"unknown"}"#, "[]"),
        (r#"{"name":"A","imo":"12"}"#, "[]"),
        (r#"{"name":"A","imo":"9074729.00"}"#, "[ImoNumber(9074729)]"),
        (r#"{"imo":["?","IMO 9074729"],"name":"A"}"#, "[ImoNumber(9074729)]"),
    ] {
        assert_eq!(shown(body), format!(r#"LegalEntity ["A"] [] [] {imos}"#), "{body}");
    }
}

#[test]
fn a_fault_stops_its_own_query_only() {
    let queries = read(r#"{"queries":{"a":{"properties":{}},"b":{"name":"Ann"},"c":[]}}"#);
    let faults: Vec<_> = queries.iter().map(|query| query.fault.is_some()).collect();
    assert_eq!(faults, [true, false, true]);
}

#[test]
fn faults_name_the_property_the_value_and_what_is_accepted() {
    let long = format!(r#"{{"name":"{}"}}"#, "ж".repeat(513));
    for (body, parameter, part) in [
        (r#"{"schema":"Person"}"#, None, "neither a name nor an IMO number"),
        (r#"{"name":["  "]}"#, None, "neither a name nor an IMO number"),
        (r#"{"name":7}"#, Some("name"), "name must be an array of strings, not a number"),
        (r#"{"name":["Ann",{}]}"#, Some("name"), "not an object"),
        (r#"{"name":"Ann","dob":1962}"#, Some("birthDate"), "not a number"),
        (r#"{"name":"Ann","country":7}"#, Some("nationality"), "not a number"),
        (r#"{"imo":"12"}"#, Some("imoNumber"), "seven digits"),
        (r#"{"imo":["N/A"]}"#, Some("imoNumber"), "imoNumber is \"N/A\"; it must be an IMO number"),
        (r#"{"firstName":"Ann","lastName":"Lee"}"#, None, "no name; send the full name as name"),
        (r#"{"imo":"9074729","surname":"Lee"}"#, None, "the query has \"surname\" and no name"),
        (r#"{"name":"Ann","schema":"person"}"#, Some("schema"), "Person, Company"),
        (r#"{"name":"Ann","schema":["Person"]}"#, Some("schema"), "not an array"),
        (r#"{"name":"Ann","properties":"Ann"}"#, Some("properties"), "an object of arrays"),
        (long.as_str(), Some("name"), "at most 512 characters"),
    ] {
        let fault = read(body).remove(0).fault.expect(body);
        assert_eq!(fault.parameter(), parameter, "{body}");
        assert!(fault.to_string().contains(part), "{body}: {fault}");
    }
}

#[test]
fn what_is_right_in_a_faulty_query_is_still_read() {
    let query = read(r#"{"schema":"none","name":"Ann","country":"ru"}"#).remove(0);
    assert!(query.fault.is_some());
    assert_eq!((query.query.names.len(), query.query.countries.len()), (1, 1));
}

#[test]
fn a_name_of_512_characters_of_any_script_is_read() {
    let body = format!(r#"{{"name":"{}"}}"#, "ж".repeat(512));
    assert_eq!(read(&body)[0].fault, None);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(read("\u{feff}{\"name\":\"Ann\"}")[0].query.names, ["Ann"]);
}

#[test]
fn a_name_without_a_letter_is_no_name() {
    for name in ["????? ??????", "---", "😀😀", "."] {
        let fault = read(&format!(r#"{{"name":"{name}"}}"#)).remove(0).fault;
        let fault = fault.unwrap_or_else(|| panic!("{name} is read"));
        assert!(fault.to_string().contains("at least one letter or digit"), "{fault}");
    }
    for name in ["習", "É", "7", "مريم"] {
        assert_eq!(read(&format!(r#"{{"name":"{name}"}}"#)).remove(0).fault, None, "{name}");
    }
}

#[test]
fn the_rule_in_the_error_names_the_limit() {
    let long = format!(r#"{{"name":"{}"}}"#, "x".repeat(limits::NAME_CHARS_MAX + 1));
    let fault = read(&long).remove(0).fault.expect("too long");
    assert!(fault.to_string().contains(&limits::NAME_CHARS_MAX.to_string()), "{fault}");
}

#[test]
fn bodies_of_another_shape_are_refused() {
    for (body, part) in [
        ("", "not valid JSON"),
        ("name=Ann", "not valid JSON"),
        ("{\"name\":\"\u{0}\"}", "not valid JSON"),
        ("[]", "is an array; it must be an object"),
        ("\"Ann\"", "is a string"),
        ("{}", "neither \"queries\" nor"),
        (r#"{"q1":{"name":"Ann"}}"#, "neither \"queries\" nor"),
        (r#"{"queries":[{"name":"Ann"}]}"#, "an array under \"queries\""),
        (r#"{"queries":null}"#, "null under \"queries\""),
    ] {
        let error = read_queries(body.as_bytes(), today()).expect_err(body);
        assert_eq!(error.status(), 400);
        assert!(error.to_string().contains(part), "{body}: {error}");
    }
    assert!(read_queries(b"{\"name\":\"\xff\"}", today()).is_err(), "not UTF-8");
    assert!(read(r#"{"queries":{}}"#).is_empty(), "no queries, no answers");
}
