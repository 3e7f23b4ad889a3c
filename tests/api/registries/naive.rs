//! The same rows in every form, compared with a naive count.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use tamis::registries::RegistryKind;

use crate::support::registries::{Registries, count, describe, gzip, shown, zip};

/// Rows of a made-up file: a country or none, and a number.
fn rows() -> impl Strategy<Value = Vec<(Option<&'static str>, u8, String)>> {
    let country = prop::option::of(prop::sample::select(vec!["DE", "us", "FR-75", "GBR"]));
    prop::collection::vec((country, any::<u8>(), "[a-z \"\\n,;|<&é]{0,12}"), 0..40)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_form_counts_as_a_plain_loop_does(rows in rows(), packing in 0..4_u8) {
        let (mut naive, mut distinct) = (BTreeMap::<&str, u64>::new(), BTreeMap::<u8, &str>::new());
        for (country, number, _) in &rows {
            let code = country.map_or("XX", |code| match code { "us" => "US", code => &code[..2] });
            *naive.entry(code).or_default() += 1;
            distinct.entry(*number).or_insert(code);
        }
        let mut naive_distinct = BTreeMap::<&str, u64>::new();
        distinct.values().for_each(|code| *naive_distinct.entry(code).or_default() += 1);

        let country = |code: &Option<&str>| code.unwrap_or_default().to_owned();
        let csv: String = rows.iter()
            .map(|(c, n, text)| format!("{};{n};{}\n", quoted(text), country(c)))
            .collect();
        let lines: String = rows.iter()
            .map(|(c, n, text)| format!("{}\n", json!({"t": text, "n": n, "c": {"d": c}})))
            .collect();
        let list = Value::from_iter(rows.iter().map(|(c, n, text)| json!({"t": text, "n": n, "c": {"d": c}})));
        let xml: String = rows.iter().map(|(c, n, text)| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            format!("<r><t>{text}</t><n>{n}</n><c><d>{}</d></c></r>", country(c))
        }).collect();
        for (form, field, text) in [
            ("format = \"csv\"\ndelimiter = \";\"", "c", format!("t;n;c\n{csv}")),
            ("format = \"csv\"\ndelimiter = \";\"\nheader_row = 0", "#3", format!("{csv}\x1a")),
            ("format = \"json_lines\"", "c.d", format!("\n{lines}")),
            ("format = \"json\"", "c.d", list.to_string()),
            ("format = \"xml\"\nrecord = \"r\"", "c/d", format!("<all>{xml}</all>")),
        ] {
            let number = if field == "#3" { "#2" } else { "n" };
            let data = format!(
                "[[data]]\nfiles = [\"d\"]\n{form}\n[data.security]\njurisdiction = \"{field}\"\n\
                 [data.company]\njurisdiction = \"{field}\"\ndistinct = \"{number}\"\n");
            let bytes = match packing {
                0 => text.into_bytes(),
                1 => gzip(text.as_bytes()),
                2 => zstd::encode_all(text.as_bytes(), 1).expect("in memory"),
                _ => zip(&[("d", text.as_bytes())]),
            };
            let registries = Registries::new(&[("test.toml", &describe(&data)), ("d", &bytes)]);
            let mut counter = registries.load();
            let estimated = shown(&counter.counts());
            let round = count(&mut counter);
            prop_assert_eq!(estimated, shown(&round.counts), "small files are counted at once");
            for row in round.counts.rows() {
                let found: BTreeMap<&str, u64> =
                    row.by_jurisdiction.iter().map(|(code, n)| (code.as_str(), *n)).collect();
                let expected = match row.kind {
                    RegistryKind::Security => &naive,
                    _ => &naive_distinct,
                };
                prop_assert_eq!(&row.problem, &None);
                prop_assert_eq!(&found, expected);
                prop_assert_eq!(row.records, expected.values().sum::<u64>());
            }
        }
    }
}
