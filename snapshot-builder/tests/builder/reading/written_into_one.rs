//! Several names, dates or signs that lists write into one text: read alike in every
//! format, with made-up rows.

use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{load, read_bytes, records, reject_lines, sources, texts};

/// The records of a list of one format, in which none may be rejected.
fn read(format: &str, list: &str) -> Vec<Record> {
    let collected = read_bytes(format, list.as_bytes()).expect(format);
    assert_eq!(reject_lines(&collected.report), Vec::<String>::new(), "{format}");
    collected.records
}

fn names(record: &Record) -> Vec<&str> {
    let aliases = record.aliases.iter().map(|alias| alias.name.as_str());
    std::iter::once(record.name.as_str()).chain(aliases).collect()
}

/// One party of this name and birth date, in the general formats and in those of two publishers.
fn in_every_format(is_person: bool, name: &str, born: &str) -> Vec<(&'static str, Record)> {
    let own_type = if is_person { "INDIVIDUAL" } else { "entity" };
    let (schema, kind) =
        if is_person { ("Person", "PERSON") } else { ("Organization", "ORGANIZATION") };
    let own = serde_json::json!(
        {"ref": "1", "name": name, "type": own_type, "birth_dates": [born]}
    );
    let ftm = serde_json::json!({
        "id": "a", "schema": schema, "caption": name, "datasets": ["xx"], "target": true,
        "properties": {"name": [name], "birthDate": [born]},
    });
    let senzing = serde_json::json!({
        "DATA_SOURCE": "XX", "RECORD_ID": "1", "RECORD_TYPE": kind, "NAME_FULL": name,
        "DATE_OF_BIRTH": born,
    });
    let (csv, description) = (
        format!("ID,Name,Born\n1,\"{}\",\"{born}\"\n", name.replace('"', "\"\"")),
        super::own_formats::description(
            "records_csv",
            &format!(
                "[columns]\nref = \"ID\"\nname = \"Name\"\nbirth_dates = \"Born\"\n\
                 type = {{ value = \"{own_type}\" }}\n"
            ),
        ),
    );
    let folder = sources(&[("xx_debtors/records.csv", csv.as_bytes())]);
    let loaded = load(&description, folder.path());
    let mut found = vec![("records_csv", records(&loaded)[0].clone())];
    for (format, line) in
        [("records_jsonl", own), ("ftm_entities", ftm), ("senzing_jsonl", senzing)]
    {
        let list = format!("{line}\n");
        let collected = read_bytes(format, list.as_bytes()).expect(format);
        assert_eq!(reject_lines(&collected.report), Vec::<String>::new(), "{format}");
        let parts = collected.parts.into_values().flat_map(|part| part.records);
        let record = collected.records.into_iter().chain(parts).next();
        found.push((format, record.expect(format)));
    }
    found
}

#[test]
fn names_in_brackets_become_names_of_their_own() {
    for (format, record) in
        in_every_format(false, "Delta Sol Co. (a.k.a. Delta Goods; Delta Solaye)", "")
    {
        assert_eq!(names(&record), ["Delta Sol Co.", "Delta Goods", "Delta Solaye"], "{format}");
    }
    for (format, record) in in_every_format(true, "Ana Test (Russian: Ана Тест)", "") {
        assert_eq!(names(&record), ["Ana Test", "Ана Тест"], "{format}");
    }
}

#[test]
fn slashes_between_spellings_of_a_person_make_names() {
    let expected = ["Ana Testovski", "Ana Testowski", "Anna Testovski", "Anna Testowski"];
    for (format, record) in in_every_format(true, "Ana/Anna Testovski/Testowski", "") {
        assert_eq!(names(&record), expected, "{format}");
    }
    for (format, record) in in_every_format(false, "Sun Bank/Trust A/S", "") {
        assert_eq!(names(&record), ["Sun Bank/Trust A/S"], "{format}");
    }
}

#[test]
fn birth_dates_in_words_are_birth_dates() {
    for (text, expected) in [
        ("01/2001", &["2001-01"][..]),
        ("Approximately 2001", &["circa 2001"]),
        ("Between 1959 and 1961", &["circa 1959", "circa 1960", "circa 1961"]),
        ("1955-1956", &["circa 1955", "circa 1956"]),
        ("c. 1955", &["circa 1955"]),
        ("circa 1955", &["circa 1955"]),
    ] {
        for (format, record) in in_every_format(true, "Ana Test", text) {
            assert_eq!(texts(&record.birth_dates), expected, "{format}: {text}");
            assert!(record.notes.is_empty(), "{format}: {:?}", record.notes);
        }
    }
}

#[test]
fn birth_dates_that_nobody_has_become_notes() {
    for text in ["9999-12-31", "0001-01-01", "2999-05"] {
        for (format, record) in in_every_format(true, "Ana Test", text) {
            assert_eq!(record.birth_dates, [], "{format}: {text}");
            assert!(record.notes.iter().any(|note| note.ends_with(text)), "{format}: {text}");
        }
    }
    for (format, record) in in_every_format(true, "Ana Test", "1743-04-13") {
        assert_eq!(texts(&record.birth_dates), ["1743-04-13"], "{format}");
    }
}

#[test]
fn entities_that_are_escaped_again_are_decoded() {
    for (format, record) in in_every_format(false, "Sun &amp;amp; Moon &quot;Star&quot;", "") {
        assert_eq!(names(&record), ["Sun & Moon \"Star\""], "{format}");
    }
    let list = "<data-set><record><Country>Peru</Country><Entity>Sun &amp;amp; Moon</Entity>\
        <Aliases>Sol &amp;amp; Luna; Star</Aliases></record></data-set>";
    assert_eq!(names(&read("ca_sema_xml", list)[0]), ["Sun & Moon", "Sol & Luna", "Star"]);
}

#[test]
fn names_of_the_canadian_list_are_told_apart() {
    let list = "<data-set>\
        <record><Country>Peru</Country><Entity>Delta Sol Co. (a.k.a. Delta Goods; Delta Solaye)</Entity>\
        <Item>1</Item></record>\
        <record><Country>Peru</Country><GivenName>Ana/Anna</GivenName>\
        <LastName>Testovski/Testowski (Russian: Тест)</LastName><Item>2</Item></record></data-set>";
    let found = read("ca_sema_xml", list);
    assert_eq!(names(&found[0]), ["Delta Sol Co.", "Delta Goods", "Delta Solaye"]);
    let expected = ["Ana Testovski", "Ana Testowski", "Anna Testovski", "Anna Testowski", "Тест"];
    assert_eq!(names(&found[1]), expected);
    assert_eq!(found[1].entity_type, Some(EntityType::Individual));
}

#[test]
fn names_without_a_letter_or_digit_are_said_with_their_place() {
    let list = "{\"ref\": \"1\", \"name\": \"...\"}\n\
        {\"ref\": \"2\", \"name\": \"Ana\", \"aliases\": [\"---\", \"Anna\"]}\n";
    let collected = read_bytes("records_jsonl", list.as_bytes()).expect("a list");
    let rejects = reject_lines(&collected.report);
    assert_eq!(rejects, ["line 1: name \"...\" has no letter or digit"]);
    assert_eq!(collected.records[0].aliases, [Alias::strong("Anna")]);
    assert_eq!(
        collected.report.warnings,
        ["list, line 2: alias \"---\" has no letter or digit and is left out"]
    );
}
