//! What a record says in the properties of the follow-the-money model (decisions D7): one list of
//! facts, from which entities and statements are both made, so that they always agree.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::{Serialize, Serializer};

use super::clean::{clean_name, clean_text};
use super::id::FtmId;
use crate::model::{CountryCode, EntityType, ImoNumber, PartialDate};
use crate::snapshot::RecordView;

/// A property of the model, in the order in which entities show theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the model; Self::as_str spells them")]
pub enum Property {
    Name,
    Alias,
    Topics,
    BirthDate,
    Nationality,
    Jurisdiction,
    Flag,
    Entity,
    Authority,
    Country,
    ImoNumber,
    Notes,
    Program,
    ListingDate,
    EndDate,
    Status,
    SourceUrl,
}

impl Property {
    /// The name in the model (`birthDate`).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.name_and_type().0
    }

    /// The name of the property's type in the model (`date`).
    #[must_use]
    pub fn type_name(self) -> &'static str {
        self.name_and_type().1
    }

    fn name_and_type(self) -> (&'static str, &'static str) {
        match self {
            Self::Name => ("name", "name"),
            Self::Alias => ("alias", "name"),
            Self::Topics => ("topics", "topic"),
            Self::BirthDate => ("birthDate", "date"),
            Self::Nationality => ("nationality", "country"),
            Self::Jurisdiction => ("jurisdiction", "country"),
            Self::Flag => ("flag", "country"),
            Self::Entity => ("entity", "entity"),
            Self::Authority => ("authority", "string"),
            Self::Country => ("country", "country"),
            Self::ImoNumber => ("imoNumber", "identifier"),
            Self::Notes => ("notes", "text"),
            Self::Program => ("program", "string"),
            Self::ListingDate => ("listingDate", "date"),
            Self::EndDate => ("endDate", "date"),
            Self::Status => ("status", "string"),
            Self::SourceUrl => ("sourceUrl", "url"),
        }
    }

    /// Under which property the schema of a type holds a country.
    fn of_country(entity_type: Option<EntityType>) -> Self {
        match entity_type {
            Some(EntityType::Individual) => Self::Nationality,
            Some(EntityType::Company | EntityType::Organization) => Self::Jurisdiction,
            Some(EntityType::Vessel) => Self::Flag,
            Some(EntityType::Aircraft) | None => Self::Country,
        }
    }

    /// Whether the schema of a type has this property of a party: what a record of an unknown
    /// type says may stand in an entity whose type another record knows.
    #[must_use]
    pub fn is_of(self, entity_type: Option<EntityType>) -> bool {
        use EntityType::{Aircraft, Individual, Vessel};
        match self {
            Self::BirthDate | Self::Nationality => entity_type == Some(Individual),
            Self::Jurisdiction => !matches!(entity_type, Some(Vessel | Aircraft)),
            Self::Flag | Self::ImoNumber => entity_type == Some(Vessel),
            _ => true,
        }
    }
}

/// A value, written as the model spells values of its type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value<'s> {
    /// As published, but for quotation marks around a name, odd blanks and invisible characters.
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
        serializer.collect_str(self)
    }
}

/// Codes of countries that are no more, where the model has its own; it holds all others as they
/// are, in lower case. `CS` was given to two countries, and is read as the earlier one.
const FORMER_COUNTRIES: [(&str, &str); 3] = [("SU", "suhh"), ("YU", "yucs"), ("CS", "cshh")];

fn write_country(country: CountryCode, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let code = country.as_str();
    match FORMER_COUNTRIES.iter().find(|(known, _)| *known == code) {
        Some((_, former)) => f.write_str(former),
        None => code
            .chars()
            .try_for_each(|letter| fmt::Write::write_char(f, letter.to_ascii_lowercase())),
    }
}

/// One value of one property.
#[derive(Debug, Clone)]
pub struct Fact<'s> {
    /// The property.
    pub property: Property,
    /// The value.
    pub value: Value<'s>,
    /// The text as published, where the value is not the same.
    pub original: Option<&'s str>,
}

impl<'s> Fact<'s> {
    fn new(property: Property, value: Value<'s>) -> Self {
        Self { property, value, original: None }
    }

    fn text(property: Property, published: &'s str) -> Self {
        Self::cleaned(property, published, clean_text(published))
    }

    fn name(property: Property, published: &'s str) -> Self {
        Self::cleaned(property, published, clean_name(published))
    }

    fn cleaned(property: Property, published: &'s str, cleaned: Cow<'s, str>) -> Self {
        let differs = matches!(cleaned, Cow::Owned(_));
        let original = differs.then_some(published);
        Self { property, value: Value::Text(cleaned), original }
    }
}

/// Each value of a property once.
fn distinct<'s>(facts: impl Iterator<Item = Fact<'s>>) -> impl Iterator<Item = Fact<'s>> {
    let mut seen = HashSet::new();
    facts.filter(move |fact| seen.insert((fact.property, fact.value.clone())))
}

/// What a record says of its party.
pub fn of_party<'s>(record: RecordView<'s>) -> impl Iterator<Item = Fact<'s>> {
    use Property::{Alias, BirthDate, ImoNumber, Name, Notes, Topics};
    let entity_type = record.entity_type();
    let country = Property::of_country(entity_type);
    let facts = std::iter::once(Fact::name(Name, record.name()))
        .chain(record.aliases().map(|name| Fact::name(Alias, name)))
        .chain([Fact::text(Topics, record.topic().as_str())])
        .chain(record.birth_dates().map(|date| Fact::new(BirthDate, Value::Date(date))))
        .chain(record.countries().map(move |code| Fact::new(country, Value::Country(code))))
        .chain(record.imo().map(|number| Fact::new(ImoNumber, Value::Imo(number))))
        .chain(record.notes().map(|note| Fact::text(Notes, note)));
    distinct(facts.filter(move |fact| fact.property.is_of(entity_type)))
}

/// What a record says of its listing: the properties of a Sanction entity.
///
/// `startDate` is never among them: no list says from when a measure holds apart from the date
/// of listing.
pub fn of_listing<'s>(record: RecordView<'s>) -> impl Iterator<Item = Fact<'s>> {
    use Property::{Authority, Country, EndDate, Entity, ListingDate, Program, SourceUrl, Status};
    let register = record.register();
    let date = |property| move |date| Fact::new(property, Value::Date(date));
    let facts = std::iter::once(Fact::new(Entity, Value::Id(FtmId::Record(record.id()))))
        .chain([Fact::text(Authority, &register.publisher)])
        .chain([Fact::new(Country, Value::Country(register.country))])
        .chain(record.programmes().map(|name| Fact::text(Program, name)))
        .chain(record.listed_on().map(date(ListingDate)))
        .chain(record.listed_until().map(date(EndDate)))
        .chain(record.status().map(|status| Fact::text(Status, status)))
        .chain(record.source_url().map(|address| Fact::text(SourceUrl, address)));
    distinct(facts)
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
    fn a_country_stands_where_the_schema_has_it() {
        for (entity_type, expected) in [
            (Some(EntityType::Individual), "nationality"),
            (Some(EntityType::Organization), "jurisdiction"),
            (Some(EntityType::Company), "jurisdiction"),
            (Some(EntityType::Vessel), "flag"),
            (Some(EntityType::Aircraft), "country"),
            (None, "country"),
        ] {
            let property = Property::of_country(entity_type);
            assert_eq!(property.as_str(), expected);
            assert!(property.is_of(entity_type));
        }
    }
}
