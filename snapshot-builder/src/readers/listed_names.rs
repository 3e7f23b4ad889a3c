//! Splits names of a record that lists write into one, for all formats. Readers handle peculiarities of
//! their own list before.

use tamis_engine::model::{Alias, EntityType, Record};

use super::common::alternatives::alternatives;
use super::common::known_as::{Names, names_in};

/// Longest text, in bytes, that is split; longer ones are one name.
const TEXT_BYTES_READ: usize = 2_000;

/// Splits the names of a record: at `a.k.a.` and the like, at languages in brackets, and at slashes.
/// The first part of the primary name stays primary. The others become aliases with the quality of the
/// name that contained them.
pub(super) fn disambiguate(record: &mut Record) {
    let is_person = record.entity_type == Some(EntityType::Individual);
    if !record
        .aliases
        .iter()
        .map(|alias| &alias.name)
        .chain([&record.name])
        .any(|name| may_hold_several(name))
    {
        return;
    }
    let mut names = names_of(&record.name, is_person).into_iter();
    record.name = names.next().unwrap_or_default();
    let mut aliases: Vec<Alias> = names.map(Alias::strong).collect();
    for alias in record.aliases.drain(..) {
        let names = names_of(&alias.name, is_person).into_iter();
        aliases.extend(names.map(|name| Alias { name, ..alias.clone() }));
    }
    record.aliases = aliases;
}

/// True if the text has one of the signs that separate names; most names have none.
fn may_hold_several(text: &str) -> bool {
    text.contains(['(', '[', '/', '.']) || text.to_ascii_lowercase().contains(" as ")
}

/// The names in a text; at least one.
fn names_of(text: &str, is_person: bool) -> Vec<String> {
    if text.len() > TEXT_BYTES_READ || !may_hold_several(text) {
        return vec![text.to_owned()];
    }
    let Names { name, others } = names_in(text);
    // A single name stays as published, whatever mark it begins with.
    let all = if others.is_empty() { vec![text.to_owned()] } else { [vec![name], others].concat() };
    all.iter().flat_map(|name| alternatives(name, is_person)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_within_names_become_aliases_of_their_quality() {
        let mut record = Record {
            name: "Delta Sol Co. (a.k.a. Delta Goods; Delta Solaye)".to_owned(),
            aliases: vec![Alias::weak("Sol (Russian: Сол)"), Alias::strong("Delta")],
            ..Record::default()
        };
        disambiguate(&mut record);
        assert_eq!(record.name, "Delta Sol Co.");
        let expected = [
            Alias::strong("Delta Goods"),
            Alias::strong("Delta Solaye"),
            Alias::weak("Sol"),
            Alias::weak("Сол"),
            Alias::strong("Delta"),
        ];
        assert_eq!(record.aliases, expected);
    }

    #[test]
    fn slashes_divide_names_of_persons_and_leave_those_of_things() {
        for (entity_type, expected) in [
            (Some(EntityType::Individual), &["Ana Test", "Anna Test"][..]),
            (Some(EntityType::Vessel), &["Ana/Anna Test"]),
            (None, &["Ana/Anna Test"]),
        ] {
            let name = "Ana/Anna Test".to_owned();
            let mut record = Record { name, entity_type, ..Record::default() };
            disambiguate(&mut record);
            let names = std::iter::once(&record.name).chain(record.aliases.iter().map(|a| &a.name));
            assert_eq!(names.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_name_that_begins_with_a_mark_stays() {
        assert_eq!(names_of("A.K.A. Test", true), ["A.K.A. Test"]);
        assert_eq!(names_of("Sun as a Star", false), ["Sun as a Star"]);
    }
}
