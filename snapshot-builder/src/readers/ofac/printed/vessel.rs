//! Text after the names of a printed vessel, in this order and without commas: `(CALL5) Crude Oil
//! Tanker 99,144DWT 56,068GRT Panama flag (OWNER)`.

use tamis_engine::model::Record;

use super::super::fact::Fact;
use crate::countries::{Country, countries_of};
use crate::readers::collector::Collector;

/// Words in capitals at the start of a type of vessel.
const CAPITAL_TYPES: [&str; 3] = ["LNG", "LPG", "RO/RO"];

/// Words of the longest name of a country ("Saint Vincent and the Grenadines").
const COUNTRY_WORDS_MAX: usize = 6;

/// End of the name: names are in capitals, types are not.
pub(super) fn name_end(text: &str) -> usize {
    let end = ["; ", ", ", " ("].iter().filter_map(|mark| text.find(mark)).min();
    let text = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
    let mut at = 0;
    for word in text.split_inclusive(' ') {
        let bare = word.trim_end();
        let is_type = bare.contains(char::is_lowercase)
            || bare.ends_with("DWT")
            || bare.ends_with("GRT")
            || CAPITAL_TYPES.contains(&bare);
        if at > 0 && is_type {
            break;
        }
        at += word.len();
    }
    at
}

/// Adds the facts of the description to the record.
pub(super) fn read(description: &str, record: &mut Record, collector: &mut Collector<'_>) {
    let (text, call_sign) = leading_parenthesis(description.trim());
    let (text, owner) = trailing_parenthesis(text);
    let (text, flag) = split_flag(text);
    let mut kind = Vec::new();
    let mut tonnages = Vec::new();
    for word in text.split_whitespace() {
        match (word.strip_suffix("DWT"), word.strip_suffix("GRT")) {
            (Some(tons), _) => tonnages.push(("Vessel Tonnage", tons)),
            (_, Some(tons)) => tonnages.push(("Vessel Gross Registered Tonnage", tons)),
            _ => kind.push(word),
        }
    }
    let kind = kind.join(" ");
    let facts = [("Vessel Call Sign", call_sign), ("VESSEL TYPE", kind.as_str())];
    let facts = facts.into_iter().chain(tonnages);
    for (kind, value) in facts.chain([("Vessel Owner", owner), ("Vessel Flag", flag)]) {
        if !value.is_empty() {
            Fact::new(kind, value).add_to(record, collector);
        }
    }
}

fn leading_parenthesis(text: &str) -> (&str, &str) {
    match text.strip_prefix('(').and_then(|text| text.split_once(')')) {
        Some((within, rest)) => (rest.trim(), within.trim()),
        None => (text, ""),
    }
}

fn trailing_parenthesis(text: &str) -> (&str, &str) {
    match text.strip_suffix(')').and_then(|text| text.split_once(" (")) {
        Some((rest, within)) => (rest.trim(), within.trim()),
        None => (text, ""),
    }
}

/// Splits off the flag at the end: the text after the tonnage, or else the words that name a country.
fn split_flag(text: &str) -> (&str, &str) {
    let flag = text.strip_suffix(" flag").or_else(|| text.strip_suffix(" Flag"));
    let Some(text) = flag else { return (text, "") };
    let after_tonnage =
        ["DWT ", "GRT "].iter().filter_map(|mark| Some(text.rfind(mark)? + 4)).max();
    if let Some((text, flag)) = after_tonnage.and_then(|at| text.split_at_checked(at)) {
        return (text, flag);
    }
    let starts = text.rmatch_indices(' ').map(|(at, _)| at + 1).chain([0]).take(COUNTRY_WORDS_MAX);
    let splits = starts.filter_map(|at| text.split_at_checked(at));
    let known = splits.filter(|(_, flag)| !matches!(countries_of(flag), Country::Unknown));
    known.last().or_else(|| text.rsplit_once(' ')).unwrap_or(("", text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use crate::readers::Keep;
    use crate::report::RegisterReport;

    #[test]
    fn names_end_where_the_type_begins() {
        for (text, name) in [
            ("SEA STAR Crude Oil Tanker 9DWT", "SEA STAR "),
            ("SEA STAR (ABCD7) Tug", "SEA STAR"),
            ("SEA STAR LPG Tanker Iran flag", "SEA STAR "),
            ("SEA STAR; IMO 1", "SEA STAR"),
            ("Sea Star", "Sea "),
            ("", ""),
        ] {
            assert_eq!(text.get(..name_end(text)), Some(name), "{text}");
        }
    }

    #[test]
    fn a_description_is_read_part_by_part() {
        for (text, call_sign, country, notes) in [
            (
                "(ABCD7) Crude Oil Tanker 99,144DWT 56,068GRT Korea, North flag (SUN (U.K.) LTD.)",
                Some("ABCD7"),
                Some("KP"),
                vec![
                    "Vessel type: Crude Oil Tanker",
                    "Tonnage: 99144",
                    "Gross registered tonnage: 56068",
                    "Vessel owner: SUN (U.K.) LTD.",
                ],
            ),
            (
                "General Cargo South Africa flag",
                None,
                Some("ZA"),
                vec!["Vessel type: General Cargo"],
            ),
            ("None Identified flag", None, None, vec![]),
            ("Tug", None, None, vec!["Vessel type: Tug"]),
            ("", None, None, vec![]),
        ] {
            let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
            let mut record = Record::default();
            read(text, &mut record, &mut collector);
            let found = record.identifiers.first().map(|i| i.value.as_str());
            assert_eq!(found, call_sign, "{text}");
            let found = record.countries.first().map(ToString::to_string);
            assert_eq!(found.as_deref(), country, "{text}");
            assert_eq!(record.notes, notes, "{text}");
        }
    }
}
