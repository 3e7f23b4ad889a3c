//! Values of a record for the properties of the follow-the-money model (docs/api.md, "Follow-the-money
//! entities"), for the facts with a property in the table of facts. Entities and statements are both
//! made from them, so that they always agree.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::{Serialize, Serializer};

use super::clean::{clean_address, clean_name, clean_text};
use super::id::FtmId;
use crate::model::facts::{self, Ftm};
use crate::model::{
    CountryCode, EntityType, Fact, ImoNumber, PartialDate, Property, Record, Topic, in_form,
};
use crate::snapshot::RecordView;

/// A value in the spelling of the model for its type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value<'s> {
    /// Text as published, except for quotation marks around a name, odd blanks and invisible
    /// characters.
    Text(Cow<'s, str>),
    /// `1962-05`
    Date(PartialDate),
    /// `ru`
    Country(CountryCode),
    /// `IMO9074729`
    Imo(ImoNumber),
    /// `svc-101`
    Id(FtmId),
}

impl Value<'_> {
    /// Compares the values as texts.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            (one, other) => one.to_string().cmp(&other.to_string()),
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Date(date) => date.fmt(f),
            Self::Country(country) => write_country(*country, f),
            Self::Imo(number) => write!(f, "IMO{number}"),
            Self::Id(id) => id.fmt(f),
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            _ => serializer.collect_str(self),
        }
    }
}

/// Codes of former countries in the model: its own code, or that of the country to which they belonged.
/// The model keeps all other codes in lower case. `CS` was given to two countries, and is read as the
/// earlier one.
const FORMER_COUNTRIES: [(&str, &str); 4] =
    [("SU", "suhh"), ("YU", "yucs"), ("CS", "cshh"), ("AN", "nl")];

fn write_country(country: CountryCode, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let code = country.as_str();
    match FORMER_COUNTRIES.iter().find(|(known, _)| *known == code) {
        Some((_, former)) => f.write_str(former),
        None => code
            .chars()
            .try_for_each(|letter| fmt::Write::write_char(f, letter.to_ascii_lowercase())),
    }
}

/// One value of one property of a record.
#[derive(Debug, Clone)]
pub struct Said<'s> {
    pub property: Property,
    pub value: Value<'s>,
    /// Published text, if it differs from the value.
    pub original: Option<&'s str>,
}

impl<'s> Said<'s> {
    fn new(property: Property, value: Value<'s>) -> Self {
        Self { property, value, original: None }
    }

    fn text(property: Property, published: &'s str) -> Self {
        let cleaned = match property {
            Property::Address => clean_address(published),
            property if property.is_name() => clean_name(published),
            property => match in_form(property, published) {
                Some(Cow::Owned(form)) => Cow::Owned(form),
                _ => clean_text(published),
            },
        };
        let differs = matches!(cleaned, Cow::Owned(_));
        Self { property, value: Value::Text(cleaned), original: differs.then_some(published) }
    }

    fn note(text: String) -> Self {
        Self::new(Property::Notes, Value::Text(clean_text(&text).into_owned().into()))
    }

    /// True if the value is within the length limit of the model. Names always are, because a party
    /// with a long name still needs it.
    fn fits(&self) -> bool {
        match &self.value {
            Value::Text(text) => {
                self.property.is_name() || text.chars().nth(self.property.length_max()).is_none()
            }
            _ => true,
        }
    }

    /// Makes the value of a fact. A note carries the label of its fact.
    fn of_fact(fact: Fact, property: Property, value: facts::Value<'s>) -> Self {
        if property == Property::Notes && fact != Fact::Notes {
            return Self::note(match value {
                // An identifier is shown with its kind.
                facts::Value::Identifier { .. } => value.to_string(),
                _ => format!("{}: {value}", fact.label()),
            });
        }
        match value {
            facts::Value::Text(text)
            | facts::Value::Alias { name: text, .. }
            | facts::Value::Identifier { value: text, .. } => Self::text(property, text),
            facts::Value::Type(entity_type) => Self::text(property, entity_type.as_str()),
            facts::Value::Date(date) => Self::new(property, Value::Date(date)),
            facts::Value::BirthDate(born) => Self::new(property, Value::Date(born.date)),
            facts::Value::Country(country) => Self::new(property, Value::Country(country)),
            facts::Value::Imo(number) => Self::new(property, Value::Imo(number)),
        }
    }
}

/// Returns each value of a property once.
pub(super) fn distinct<'s>(said: impl Iterator<Item = Said<'s>>) -> impl Iterator<Item = Said<'s>> {
    let mut seen = HashSet::new();
    said.filter(move |said| seen.insert((said.property, said.value.clone())))
}

/// Source of facts: a record of a snapshot, or one without a snapshot.
pub(super) trait Facts<'s>: Copy + 's {
    fn values(self, fact: Fact) -> impl Iterator<Item = facts::Value<'s>>;
    fn entity_type(self) -> Option<EntityType>;
}

impl<'s> Facts<'s> for RecordView<'s> {
    fn values(self, fact: Fact) -> impl Iterator<Item = facts::Value<'s>> {
        RecordView::values(self, fact)
    }

    fn entity_type(self) -> Option<EntityType> {
        RecordView::entity_type(self)
    }
}

impl<'s> Facts<'s> for &'s Record {
    fn values(self, fact: Fact) -> impl Iterator<Item = facts::Value<'s>> {
        self.fact(fact).values().into_iter()
    }

    fn entity_type(self) -> Option<EntityType> {
        self.entity_type
    }
}

/// Returns the values for which `property_of` has a property.
fn of_facts<'s>(
    record: impl Facts<'s>,
    property_of: impl Fn(Ftm, facts::Value<'s>) -> Option<Property> + Copy,
) -> impl Iterator<Item = Said<'s>> {
    let facts = Fact::ALL.iter().filter_map(|fact| Some((*fact, fact.ftm()?)));
    facts.flat_map(move |(fact, ftm)| {
        record.values(fact).filter_map(move |value| {
            let said = Said::of_fact(fact, property_of(ftm, value)?, value);
            let is_kept = said.fits() || matches!(ftm, Ftm::Listing(_));
            Some(if is_kept { said } else { Said::of_fact(fact, Property::Notes, value) })
        })
    })
}

/// Returns the values of a record's party: its names, its topic, the rest. A value without a property
/// in the schema becomes a note.
pub fn of_party<'s>(record: RecordView<'s>) -> impl Iterator<Item = Said<'s>> {
    of_party_on(record, record.topic())
}

/// Returns the values of the party of a record on a list of this topic.
pub(super) fn of_party_on<'s>(
    record: impl Facts<'s>,
    topic: Topic,
) -> impl Iterator<Item = Said<'s>> {
    let entity_type = record.entity_type();
    let property = move |ftm, value| {
        let property = match ftm {
            Ftm::Party(property) => property,
            Ftm::PartyByValue(property_of, _) => property_of(entity_type, value),
            Ftm::Listing(_) => return None,
        };
        let is_held = property.is_of(entity_type) && is_sound(value);
        Some(if is_held { property } else { Property::Notes })
    };
    let names = of_facts(record, move |ftm, value| property(ftm, value).filter(|p| p.is_name()));
    let others = of_facts(record, move |ftm, value| property(ftm, value).filter(|p| !p.is_name()));
    let topic = Said::text(Property::Topics, topic.as_str());
    distinct(names.chain([topic]).chain(others).chain(labels(record)))
}

/// True if the model accepts a value as valid for its type.
fn is_sound(value: facts::Value<'_>) -> bool {
    !matches!(value, facts::Value::Imo(number) if !number.has_valid_check_digit())
}

/// Returns notes for facts that the properties cannot hold: the kind of an identifier under a plain
/// property, its issuer, and an approximate birth date.
fn labels<'s>(record: impl Facts<'s>) -> impl Iterator<Item = Said<'s>> {
    let identifiers = record.values(Fact::Identifiers).filter(move |value| {
        let is_issued = matches!(value, facts::Value::Identifier { country: Some(_), .. });
        is_issued || Property::of_identifier(record.entity_type(), *value) == Property::IdNumber
    });
    let dates = record.values(Fact::BirthDates);
    let about =
        dates.filter(|value| matches!(value, facts::Value::BirthDate(born) if born.is_approximate));
    let noted = identifiers.map(|value| (Fact::Identifiers, value));
    let noted = noted.chain(about.map(|value| (Fact::BirthDates, value)));
    noted.map(|(fact, value)| Said::of_fact(fact, Property::Notes, value))
}

/// Returns the properties that a party may have.
#[must_use]
pub fn party_properties() -> BTreeSet<Property> {
    let properties = |ftm| match ftm {
        Ftm::Party(property) => vec![property],
        Ftm::PartyByValue(_, of) => of.to_vec(),
        Ftm::Listing(_) => Vec::new(),
    };
    let facts = Fact::ALL.iter().filter_map(|fact| fact.ftm());
    facts.flat_map(properties).chain([Property::Topics, Property::Notes]).collect()
}

/// Returns the properties that a listing may have, and `startDate`, which readers of the format know.
#[must_use]
pub fn listing_properties() -> BTreeSet<Property> {
    use Property::{Authority, Country, Entity, StartDate};
    let facts = Fact::ALL.iter().filter_map(|fact| match fact.ftm()? {
        Ftm::Listing(property) => Some(property),
        Ftm::Party(_) | Ftm::PartyByValue(..) => None,
    });
    facts.chain([Entity, Authority, Country, StartDate]).collect()
}

/// Returns the values of a record's listing: the properties of a Sanction entity.
///
/// `startDate` is never among them, because no list gives the start of a measure apart from the date of
/// listing.
pub fn of_listing<'s>(record: RecordView<'s>) -> impl Iterator<Item = Said<'s>> {
    let register = record.register();
    let entity = Said::new(Property::Entity, Value::Id(FtmId::Record(record.id())));
    let publisher = of_publisher(&register.publisher, register.country);
    distinct([entity].into_iter().chain(publisher).chain(of_listing_alone(record)))
}

/// Returns the values that every listing of a publisher has.
pub(super) fn of_publisher(publisher: &str, country: CountryCode) -> [Said<'_>; 2] {
    [
        Said::text(Property::Authority, publisher),
        Said::new(Property::Country, Value::Country(country)),
    ]
}

/// Returns the values that the facts of a record give for its listing.
pub(super) fn of_listing_alone<'s>(record: impl Facts<'s>) -> impl Iterator<Item = Said<'s>> {
    of_facts(record, |ftm, _| match ftm {
        Ftm::Listing(property) => Some(property),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_spellings_of_the_model() {
        let country = |code| Value::Country(CountryCode::parse(code).expect("two letters"));
        for (value, expected) in [
            (Value::Text("DOE, Jane".into()), "DOE, Jane"),
            (country("RU"), "ru"),
            (country("XK"), "xk"),
            (country("SU"), "suhh"),
            (Value::Date("1962-05".parse().expect("a date")), "1962-05"),
            (Value::Imo(ImoNumber::parse("9074729").expect("seven digits")), "IMO9074729"),
        ] {
            assert_eq!(value.to_string(), expected);
        }
    }

    #[test]
    fn a_value_among_notes_says_what_it_is() {
        let said = |fact, property| {
            let said = Said::of_fact(fact, property, facts::Value::Text("male"));
            (said.value.to_string(), said.original)
        };
        assert_eq!(said(Fact::Gender, Property::Notes), ("Gender: male".to_owned(), None));
        assert_eq!(said(Fact::Notes, Property::Notes), ("male".to_owned(), None));
    }
}
