//! Chooses the primary name of a party, and classifies its other names.

use tamis_engine::model::{Alias, Record};

use super::entity::{Entity, label};
use crate::readers::common::facts::{add_note, joined};

/// Parts of the names of a person, in the order in which they form a name.
pub(super) const NAME_PARTS: [&str; 7] =
    ["firstName", "secondName", "middleName", "fatherName", "lastName", "nameSuffix", "motherName"];

type MakeAlias = fn(String) -> Alias;

/// Properties with full names, and the kind of alias for each. Abbreviations are shared by many.
const ALIASES: [(&str, MakeAlias); 5] = [
    ("name", Alias::strong),
    ("alias", Alias::strong),
    ("previousName", |name| Alias::strong(name).formerly(true)),
    ("abbreviation", Alias::weak),
    ("weakAlias", Alias::weak),
];

/// Sets the primary name: the caption if it is a name, else the first published name, else the first
/// other name, else the name formed by the parts.
pub(super) fn add_names(party: &Entity, record: &mut Record) {
    let all = ALIASES.map(|(property, alias)| (party.values(property), alias));
    let names = party.published("name");
    let caption = party.caption.clone();
    record.name = caption
        .clone()
        .filter(|caption| names.contains(caption))
        .or_else(|| names.into_iter().next())
        .or_else(|| {
            let others = || all.iter().flat_map(|(names, _)| names);
            let captioned = caption.as_ref().filter(|caption| others().any(|n| n == *caption));
            captioned.or_else(|| others().next()).cloned()
        })
        .or_else(|| from_parts(party))
        .or(caption)
        .unwrap_or_default();
    for (names, alias) in all {
        record.aliases.extend(names.into_iter().map(alias));
    }
    note_parts(party, record);
}

/// Forms a name if each part has one value; of several values it is not known which belong together.
fn from_parts(party: &Entity) -> Option<String> {
    let parts: Vec<String> =
        NAME_PARTS.iter().filter_map(|part| party.values(part).into_iter().next()).collect();
    let name = joined(parts.iter().map(String::as_str), " ");
    Some(name).filter(|name| !name.is_empty())
}

/// Notes the name parts that are in none of the names.
fn note_parts(party: &Entity, record: &mut Record) {
    let names = record.aliases.iter().map(|alias| &alias.name).chain([&record.name]);
    let names: Vec<String> = names.map(|name| name.to_lowercase()).collect();
    for part in NAME_PARTS {
        for value in party.values(part) {
            let lower = value.to_lowercase();
            if !names.iter().any(|name| name.contains(&lower)) {
                add_note(record, &label(part), &value);
            }
        }
    }
}
