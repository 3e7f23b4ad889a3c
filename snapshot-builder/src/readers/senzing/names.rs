//! Names: in full, of organizations, or in parts.

use tamis_engine::model::{Alias, Record};

use super::attributes::Feature;
use super::features::{Group, Parsed};
use crate::readers::common::facts::{add_unique, graded, joined};

/// Suffixes that distinguish generations and so belong to the name; others are titles.
const GENERATIONS: [&str; 8] = ["JR", "SR", "I", "II", "III", "IV", "V", "VI"];

/// Sets the primary name and the aliases. The primary name is the one marked as such, else the first
/// without a mark, else the first.
pub(super) fn add_names(parsed: &Parsed, record: &mut Record) {
    let mut names: Vec<(&str, Alias)> = Vec::new();
    for group in parsed.of(Feature::Name) {
        let usage = group.usage("NAME_TYPE");
        names.extend(names_of(group).into_iter().map(|name| (usage, alias(name, usage))));
        add_titles(group, record);
    }
    let marked = |mark: &str| names.iter().position(|(usage, _)| usage.eq_ignore_ascii_case(mark));
    let primary = marked("PRIMARY").or_else(|| marked("")).unwrap_or(0);
    if primary < names.len() {
        record.name = names.remove(primary).1.name;
    }
    record.aliases.extend(names.into_iter().map(|(_, alias)| alias));
}

/// True if the name features imply a person: only persons have names in parts.
pub(super) fn is_in_parts(parsed: &Parsed) -> bool {
    parsed
        .of(Feature::Name)
        .any(|group| group.get("NAME_LAST").or(group.get("NAME_FIRST")).is_some())
}

fn alias(name: String, usage: &str) -> Alias {
    let usage = usage.to_ascii_uppercase();
    let is_weak = usage.contains("WEAK") || usage.contains("LOW");
    graded(name, is_weak).formerly(["FORMER", "PREVIOUS"].iter().any(|word| usage.contains(word)))
}

/// Names of one feature: usually one. If it also has a full name, the parts belong to that name.
fn names_of(group: &Group) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for attribute in ["NAME_FULL", "NAME_ORG"] {
        if let Some(name) = group.get(attribute) {
            add_unique(&mut names, name.to_owned());
        }
    }
    if names.is_empty() {
        let parts = ["NAME_FIRST", "NAME_MIDDLE", "NAME_LAST", "NAME_GEN"];
        let suffix = group.get("NAME_SUFFIX").filter(|suffix| is_generation(suffix));
        let name = joined(parts.iter().filter_map(|part| group.get(part)).chain(suffix), " ");
        names.extend(Some(name).filter(|name| !name.is_empty()));
    }
    names
}

fn add_titles(group: &Group, record: &mut Record) {
    let suffix = group.get("NAME_SUFFIX").filter(|suffix| !is_generation(suffix));
    for title in group.get("NAME_PREFIX").into_iter().chain(suffix) {
        add_unique(&mut record.positions, title.to_owned());
    }
}

fn is_generation(suffix: &str) -> bool {
    let suffix = suffix.trim_end_matches('.');
    GENERATIONS.iter().any(|known| known.eq_ignore_ascii_case(suffix))
}
