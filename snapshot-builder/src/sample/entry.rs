//! A party as published by one register: a line of `records.jsonl` (docs/formats.md, "records.jsonl").

use serde::Serialize;
use tamis_engine::model::{DatePrecision, EntityType, PartialDate};

use super::party::{Party, PartyName};
use super::random::Random;
use super::registers::RegisterPlan;
use super::writing;

/// One record in the keys and the order of docs/formats.md, "records.jsonl".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub(super) struct Entry {
    #[serde(rename = "ref")]
    pub(super) reference: String,
    pub(super) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) aliases: Vec<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) entity_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) birth_dates: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) countries: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) imo: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) programmes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) listed_on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) isin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ticker: Option<String>,
}

/// Makes the entry of a party for a register. `shared` parties are spelt in the register's own way;
/// `new` ones were listed between the two versions.
pub(super) fn write_down(
    plan: &RegisterPlan,
    index: u64,
    party: &Party,
    shared: bool,
    new: bool,
    random: &mut Random,
) -> Entry {
    let (name, aliases) = writing::names(&party.name, party.entity_type, plan, shared, random);
    let mut entry = Entry {
        reference: plan.reference(index),
        name,
        aliases,
        entity_type: party.entity_type.map(EntityType::as_str),
        birth_dates: birth_dates(party.birth_date, shared, random),
        countries: if random.chance(12) { Vec::new() } else { party.countries.clone() },
        imo: party.imo.filter(|_| shared || random.chance(88)).map(|imo| imo.to_string()),
        programmes: programmes(plan, random),
        listed_on: listing_date(new, random).map(|date| date.to_string()),
        source_url: random.chance(80).then(|| plan.page(index)),
        ..Entry::default()
    };
    if random.chance(25) {
        entry.status =
            Some(random.pick(&["active", "active", "active", "under appeal"]).to_owned());
    }
    if !party.description.is_empty() {
        entry.notes.push(party.description.clone());
    }
    if random.chance(20) {
        entry.notes.push(format!("Case file {}/{}", random.between(100, 9999), index % 97));
    }
    let is_company = matches!(party.name, PartyName::Company(_));
    if is_company && plan.format == super::registers::FileFormat::JsonLines && random.chance(4) {
        let country = party.countries.first().map_or("XS", String::as_str);
        entry.isin = Some(isin(country, random));
        entry.ticker = Some(ticker(&entry.name));
    }
    entry
}

/// The entry as the second version publishes it after an amendment: never equal to the first.
pub(super) fn amended(mut entry: Entry, random: &mut Random) -> Entry {
    match random.below(3) {
        0 => entry.status = Some("amended".to_owned()),
        1 => {
            let alias = writing::slip(&entry.name, random);
            if alias != entry.name && !entry.aliases.contains(&alias) {
                entry.aliases.push(alias);
            }
        }
        _ => entry.countries.clear(),
    }
    entry.notes.push("Amended on 2026-01-20".to_owned());
    entry
}

/// Birth dates given by a register: full, less precise, several, or none. A shared party keeps its true
/// date, at most with less precision, so that its records can be linked.
fn birth_dates(date: Option<PartialDate>, shared: bool, random: &mut Random) -> Vec<String> {
    let Some(date) = date else { return Vec::new() };
    let at = |precision| date.truncated(precision).to_string();
    match random.below(100) {
        0..62 => vec![at(DatePrecision::Day)],
        62..80 => vec![at(DatePrecision::Year)],
        80..84 => vec![at(DatePrecision::Month)],
        84..90 => {
            let other = usize::from(date.year()) + random.between(1, 3);
            vec![at(DatePrecision::Day), other.to_string()]
        }
        _ if shared => vec![at(DatePrecision::Day)],
        _ => Vec::new(),
    }
}

fn programmes(plan: &RegisterPlan, random: &mut Random) -> Vec<String> {
    let first = random.ranked(plan.programmes.len());
    let mut programmes = vec![plan.programmes[first].to_owned()];
    if random.chance(10) {
        let second = plan.programmes[(first + 1) % plan.programmes.len()];
        programmes.push(second.to_owned());
    }
    programmes
}

fn listing_date(new: bool, random: &mut Random) -> Option<PartialDate> {
    let day = Some(random.between(1, 28) as u8);
    if new {
        return PartialDate::new(2026, Some(1), day);
    }
    let (year, month) = (random.between(2001, 2025) as u16, random.between(1, 12) as u8);
    let date = PartialDate::new(year, Some(month), day);
    if random.chance(90) { date } else { None }
}

/// An ISIN with its check digit (ISO 6166): country, nine digits, check digit.
fn isin(country: &str, random: &mut Random) -> String {
    let body = format!("{country}{:09}", random.below(1_000_000_000));
    // Letters count as two digits, 10 to 35; from the right every other digit is doubled.
    let digits: Vec<u32> = body
        .chars()
        .filter_map(|c| c.to_digit(36))
        .flat_map(|value| if value > 9 { vec![value / 10, value % 10] } else { vec![value] })
        .collect();
    let weighted = digits.iter().rev().enumerate().map(|(at, digit)| {
        let value = if at % 2 == 0 { digit * 2 } else { *digit };
        value / 10 + value % 10
    });
    format!("{body}{}", (10 - weighted.sum::<u32>() % 10) % 10)
}

fn ticker(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphabetic).take(4).collect::<String>().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amendment_always_changes_the_entry() {
        let entry = Entry { name: "Ivan Petrov".into(), ..Entry::default() };
        for index in 0..50 {
            let mut random = Random::new(1, "amendment", index);
            assert_ne!(amended(entry.clone(), &mut random), entry);
        }
    }

    #[test]
    fn isins_end_in_their_check_digit() {
        for index in 0..50 {
            let isin = isin("US", &mut Random::new(1, "isin", index));
            let digits: String = isin
                .chars()
                .filter_map(|c| c.to_digit(36))
                .map(|value| value.to_string())
                .collect();
            let luhn = digits.bytes().rev().enumerate().map(|(at, digit)| {
                let value = u32::from(digit - b'0') * if at % 2 == 1 { 2 } else { 1 };
                value / 10 + value % 10
            });
            assert_eq!(luhn.sum::<u32>() % 10, 0, "{isin}");
        }
    }
}
