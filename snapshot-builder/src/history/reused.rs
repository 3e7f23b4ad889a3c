//! Detects references that a publisher reuses for another party. That party must not inherit the former
//! one's merged entity, and with it the other lists' entries.

use std::collections::BTreeSet;

use tamis_engine::model::{BirthDate, DatePrecision, Record, Schema};
use tamis_engine::text::{name_kind, tokenize};

use crate::limits::REUSED_KEPT_MAX;

/// Reused references of a register, as listed in the report.
#[derive(Debug, Default)]
pub(super) struct Reused {
    warnings: Vec<String>,
    count: usize,
}

impl Reused {
    /// Notes a reference if it now names another party; returns true if so.
    pub(super) fn note(&mut self, slug: &str, before: &Record, now: &Record) -> bool {
        let is_reused = is_another_party(before, now);
        if is_reused {
            self.count += 1;
            if self.count <= REUSED_KEPT_MAX {
                self.warnings.push(format!(
                    "reference {:?} of {slug} named {:?} and now names {:?}, another party: it is no \
                     longer part of the merged entity that it was in",
                    now.reference, before.name, now.name
                ));
            }
        }
        is_reused
    }

    /// Warnings for the report.
    pub(super) fn into_warnings(mut self) -> Vec<String> {
        let unsaid = self.count.saturating_sub(REUSED_KEPT_MAX);
        if unsaid > 0 {
            self.warnings.push(format!("{unsaid} more references now name another party"));
        }
        self.warnings
    }
}

/// True if two records of one reference are of different parties: their types or full birth dates
/// exclude each other, and no name of the one shares an informative word with a name of the other.
fn is_another_party(before: &Record, now: &Record) -> bool {
    let are_different = !are_types_compatible(before, now) || are_born_apart(before, now);
    are_different && informative_words(before).is_disjoint(&informative_words(now))
}

fn are_types_compatible(before: &Record, now: &Record) -> bool {
    before.entity_type.is_none() || Schema::of(before.entity_type).is_compatible(now.entity_type)
}

/// True if both have full birth dates and share none.
fn are_born_apart(before: &Record, now: &Record) -> bool {
    let is_full = |born: &BirthDate| born.precision() == DatePrecision::Day && !born.is_approximate;
    let all_full =
        |record: &Record| !record.birth_dates.is_empty() && record.birth_dates.iter().all(is_full);
    let is_shared = || before.birth_dates.iter().any(|born| now.birth_dates.contains(born));
    all_full(before) && all_full(now) && !is_shared()
}

fn informative_words(record: &Record) -> BTreeSet<String> {
    let kind = name_kind(record.entity_type, &record.name);
    let names = record.aliases.iter().map(|alias| &alias.name).chain([&record.name]);
    let words = names.flat_map(|name| tokenize(name, kind).words);
    words.filter(|word| word.class.is_informative()).map(|word| word.text).collect()
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{Alias, EntityType};

    use super::*;

    fn record(name: &str, born: &str, entity_type: EntityType) -> Record {
        Record {
            reference: "7".to_owned(),
            name: name.to_owned(),
            birth_dates: born.parse().into_iter().collect(),
            entity_type: Some(entity_type),
            ..Record::default()
        }
    }

    #[test]
    fn a_party_is_another_where_neither_names_nor_facts_agree() {
        use EntityType::{Company, Individual, Organization, Vessel};
        let ana = record("Ana Test", "1962-05-17", Individual);
        for (now, expected) in [
            (record("Jo Example", "1970-01-31", Individual), true),
            (record("Jo Example", "1962-05-17", Individual), false),
            (record("Jo Example", "1970", Individual), false),
            (record("Jo Example", "", Individual), false),
            (record("Dr Ana Example", "1970-01-31", Individual), false),
            (record("Sol Trading Ltd", "", Company), true),
            (record("Ana", "", Vessel), false),
        ] {
            assert_eq!(is_another_party(&ana, &now), expected, "{now:?}");
        }
        let sun = record("Sun", "", Company);
        assert!(!is_another_party(&sun, &record("Moon", "", Organization)), "types of one kind");
        let renamed = Record {
            aliases: vec![Alias::strong("Ana Test").formerly(true)],
            ..record("Jo Example", "1970-01-31", Individual)
        };
        assert!(!is_another_party(&ana, &renamed), "an alias is a name as well");
    }

    #[test]
    fn references_beyond_the_limit_are_counted() {
        let before = record("Ana Test", "1962-05-17", EntityType::Individual);
        let now = record("Sol", "", EntityType::Vessel);
        let mut reused = Reused::default();
        for _ in 0..REUSED_KEPT_MAX + 2 {
            assert!(reused.note("xx", &before, &now));
        }
        let warnings = reused.into_warnings();
        assert!(
            warnings[0]
                .starts_with("reference \"7\" of xx named \"Ana Test\" and now names \"Sol\"")
        );
        assert_eq!(warnings.len(), REUSED_KEPT_MAX + 1);
        assert_eq!(warnings[REUSED_KEPT_MAX], "2 more references now name another party");
    }
}
