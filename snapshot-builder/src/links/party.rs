//! Facts of a record that linking compares, and contradictions between two records.

use std::fmt;

use tamis_engine::model::facts::Value;
use tamis_engine::model::{BirthDate, CountryCode, EntityType, Fact, Property, Record, RecordId};
use uuid::Uuid;

use super::names::{NameWords, names_of};

/// A record, reduced to the facts that linking compares.
#[derive(Debug, Clone)]
pub(super) struct Party {
    /// Line number among the entries of the ledger, which are sorted by register and reference.
    pub(super) place: u32,
    /// Published id.
    pub(super) id: RecordId,
    /// Place of its register in the ledger.
    pub(super) register: u32,
    /// See [`Record::reference`].
    pub(super) reference: String,
    /// Primary name as published.
    pub(super) name: String,
    /// All names; the primary one is first.
    pub(super) names: Vec<NameWords>,
    /// Its previous merged entity.
    pub(super) entity: Option<Uuid>,
    /// Facts that must agree between entries of one party.
    pub(super) traits: Traits,
    /// Its countries, else those of its addresses.
    pub(super) countries: Vec<CountryCode>,
    /// Registration numbers, reduced to letters and digits.
    pub(super) registrations: Vec<String>,
}

impl Party {
    /// Extracts the facts that linking compares.
    #[must_use]
    pub(super) fn of(
        (place, id, register): (u32, RecordId, u32),
        entity: Option<Uuid>,
        record: &Record,
    ) -> Self {
        let mut names = names_of(record);
        names.retain(|name| !name.words.is_empty());
        let numbers = record.fact(Fact::Identifiers).values().into_iter().filter(|value| {
            let property = Property::of_identifier(record.entity_type, *value);
            property == Property::RegistrationNumber
        });
        let registrations = numbers.filter_map(|value| match value {
            Value::Identifier { value, .. } => Some(value.to_uppercase()),
            _ => None,
        });
        let plain = |number: String| number.chars().filter(|c| c.is_alphanumeric()).collect();
        let countries = match record.countries.is_empty() {
            true => &record.address_countries,
            false => &record.countries,
        };
        Self {
            place,
            id,
            register,
            reference: record.reference.clone(),
            name: record.name.clone(),
            names,
            entity,
            countries: countries.clone(),
            registrations: registrations.map(plain).collect(),
            traits: Traits {
                birth_dates: record.birth_dates.clone(),
                genders: record.gender.iter().cloned().collect(),
                types: record.entity_type.into_iter().collect(),
            },
        }
    }
}

/// Facts that must agree between entries of one party, if both state them. Records that a reviewer
/// joined have common traits.
#[derive(Debug, Clone, Default)]
pub(super) struct Traits {
    birth_dates: Vec<BirthDate>,
    genders: Vec<String>,
    types: Vec<EntityType>,
}

/// Kind of contradiction between two records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// No birth date of one can equal one of the other.
    BirthDate,
    /// One is a man and the other a woman.
    Gender,
    /// The types exclude each other, such as a person and a ship.
    EntityType,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BirthDate => "their birth dates differ",
            Self::Gender => "their genders differ",
            Self::EntityType => "their types differ",
        })
    }
}

impl Traits {
    /// The first contradiction between two records; missing facts never contradict.
    #[must_use]
    pub(super) fn contradiction(&self, other: &Self) -> Option<Contradiction> {
        let differ = [
            (Contradiction::BirthDate, !meet(&self.birth_dates, &other.birth_dates, may_be_same)),
            (Contradiction::Gender, !meet(&self.genders, &other.genders, |a, b| a == b)),
            (Contradiction::EntityType, !meet(&self.types, &other.types, are_compatible)),
        ];
        differ.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
    }

    /// Adds the traits of another record of the party.
    pub(super) fn add(&mut self, other: &Self) {
        self.birth_dates.extend(&other.birth_dates);
        self.genders.extend(other.genders.iter().cloned());
        self.types.extend(&other.types);
    }
}

/// True if one side is empty, or some pair is the same.
fn meet<T>(one: &[T], other: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    let is_said = !one.is_empty() && !other.is_empty();
    !is_said || one.iter().any(|a| other.iter().any(|b| is_same(a, b)))
}

/// True if two birth dates may be the same: equal in their known parts, or at most a year apart if one
/// is approximate (docs/api.md, "Features").
fn may_be_same(one: &BirthDate, other: &BirthDate) -> bool {
    if one.is_approximate || other.is_approximate {
        return one.year().abs_diff(other.year()) <= 1;
    }
    one.date.agrees_with(other.date)
}

fn are_compatible(one: &EntityType, other: &EntityType) -> bool {
    let is_firm = |of: &EntityType| matches!(of, EntityType::Company | EntityType::Organization);
    one == other || (is_firm(one) && is_firm(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(dates: &[&str], gender: Option<&str>, entity_type: Option<EntityType>) -> Traits {
        Traits {
            birth_dates: dates.iter().map(|date| date.parse().expect(date)).collect(),
            genders: gender.map(str::to_owned).into_iter().collect(),
            types: entity_type.into_iter().collect(),
        }
    }

    #[test]
    fn birth_dates_contradict_where_no_pair_may_be_the_same() {
        for (one, other, differ) in [
            (&["1962-05-01"][..], &["1962-05-01"][..], false),
            (&["1962-05-01"], &["1962-05-02"], true),
            (&["1962-05-01"], &["1962"], false),
            (&["1962-05-01"], &["1962-06"], true),
            (&["1962"], &["1963"], true),
            (&["circa 1962"], &["1963-07-01"], false),
            (&["circa 1962"], &["1964-07-01"], true),
            (&["1962-05-01", "1970-01-01"], &["1970"], false),
            (&[], &["1970"], false),
        ] {
            let (one_says, other_says) = (traits(one, None, None), traits(other, None, None));
            let expected = differ.then_some(Contradiction::BirthDate);
            assert_eq!(one_says.contradiction(&other_says), expected, "{one:?} {other:?}");
            assert_eq!(other_says.contradiction(&one_says), expected, "{other:?} {one:?}");
        }
    }

    #[test]
    fn genders_and_types_contradict_where_both_are_said() {
        let person = traits(&[], Some("male"), Some(EntityType::Individual));
        for (other, expected) in [
            (traits(&[], None, None), None),
            (traits(&[], Some("male"), Some(EntityType::Individual)), None),
            (traits(&[], Some("female"), None), Some(Contradiction::Gender)),
            (traits(&[], None, Some(EntityType::Vessel)), Some(Contradiction::EntityType)),
        ] {
            assert_eq!(person.contradiction(&other), expected, "{other:?}");
        }
        let [company, organization] = [EntityType::Company, EntityType::Organization]
            .map(|entity_type| traits(&[], None, Some(entity_type)));
        assert_eq!(company.contradiction(&organization), None);
    }

    #[test]
    fn records_put_together_speak_together() {
        let mut together = traits(&["1962-05-01"], None, None);
        let late = traits(&["1971-02-02"], None, None);
        assert!(together.contradiction(&late).is_some());
        together.add(&traits(&["1971-02-02"], None, None));
        assert_eq!(together.contradiction(&late), None);
    }
}
