//! Identifiers: passports, tax numbers, numbers of ships and securities.

use tamis_engine::model::Record;

use super::attributes::label;
use super::features::Group;
use crate::readers::collector::Collector;
use crate::readers::common::country_codes::country;
use crate::readers::common::facts::{add_identifier, add_note, take_imo};

/// Adds a number. `family` is the prefix of its attributes, `kind` its kind if no type states one.
/// Attributes without a number become a note.
pub(super) fn read(
    record: &mut Record,
    group: &Group,
    family: &str,
    kind: &str,
    collector: &mut Collector<'_>,
) {
    let attribute = |name: &str| group.get(&format!("{family}_{name}"));
    let number = attribute("NUMBER").or_else(|| group.get(family));
    let kind = attribute("TYPE").or_else(|| attribute("DOMAIN")).unwrap_or(kind);
    let kind = match group.usage("") {
        "" => kind.to_owned(),
        usage => format!("{kind} ({})", usage.to_lowercase()),
    };
    let details: Vec<String> =
        group.values().filter_map(|(name, value)| detail(name, family, value)).collect();
    let Some(number) = number else {
        let all = group.values().map(|(name, value)| format!("{name} {value}"));
        add_note(record, &kind, &all.collect::<Vec<_>>().join("; "));
        return;
    };
    add_note(record, &format!("{kind} {number}"), &details.join("; "));
    if is_one_of(&kind, &["imo", "imonumber"]) && take_imo(record, number) {
        return;
    }
    if is_one_of(&kind, &["isin", "isincode"]) && record.isin.is_none() {
        record.isin = Some(number.to_owned());
        return;
    }
    let country = attribute("COUNTRY").and_then(|text| country(text, collector));
    add_identifier(record, kind, number, country);
}

/// True if one of these words occurs in the kind.
fn is_one_of(kind: &str, words: &[&str]) -> bool {
    let mut own = kind.split(|c: char| !c.is_ascii_alphanumeric());
    own.any(|own| words.iter().any(|word| word.eq_ignore_ascii_case(own)))
}

/// Text of an attribute that adds a detail to a number.
fn detail(name: &str, family: &str, value: &str) -> Option<String> {
    match name.strip_prefix(family)?.trim_start_matches('_') {
        "" | "NUMBER" | "TYPE" | "DOMAIN" | "COUNTRY" => None,
        "ISSUE_DT" => Some(format!("issued {value}")),
        "EXPIRE_DT" => Some(format!("expires {value}")),
        other => Some(format!("{} {value}", label(other).to_lowercase())),
    }
}
