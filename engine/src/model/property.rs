//! The properties of the follow-the-money model that our entities have.

use super::facts::Value;
use super::{AliasQuality, EntityType};

macro_rules! properties {
    ($($variant:ident = $name:literal, $type_name:literal, of $of:expr;)+) => {
        /// A property of the follow-the-money model, in the order that entities show theirs in.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the names are those of the model; Self::as_str spells them")]
        pub enum Property {
            $($variant,)+
        }

        impl Property {
            const ROWS: &'static [Row] =
                &[$(Row { name: $name, type_name: $type_name, is_of: $of }),+];
        }
    };
}

// Name and type of each property in the model, and the parties whose schema has it.
properties! {
    Name = "name", "name", of ANY;
    Alias = "alias", "name", of ANY;
    WeakAlias = "weakAlias", "name", of ANY;
    PreviousName = "previousName", "name", of ANY;
    Topics = "topics", "topic", of ANY;
    BirthDate = "birthDate", "date", of PERSONS;
    BirthPlace = "birthPlace", "string", of PERSONS;
    Gender = "gender", "gender", of PERSONS;
    Position = "position", "string", of PERSONS;
    Nationality = "nationality", "country", of PERSONS;
    Jurisdiction = "jurisdiction", "country", of LEGAL_ENTITIES;
    Flag = "flag", "country", of VESSELS;
    Entity = "entity", "entity", of ANY;
    Authority = "authority", "string", of ANY;
    Country = "country", "country", of ANY;
    Address = "address", "address", of ANY;
    ImoNumber = "imoNumber", "identifier", of VESSELS;
    CallSign = "callSign", "identifier", of VESSELS;
    Mmsi = "mmsi", "identifier", of VESSELS;
    SerialNumber = "serialNumber", "identifier", of AIRCRAFT;
    IcaoCode = "icaoCode", "identifier", of AIRCRAFT;
    PassportNumber = "passportNumber", "identifier", of PERSONS;
    SocialSecurityNumber = "socialSecurityNumber", "identifier", of PERSONS;
    IdNumber = "idNumber", "identifier", of LEGAL_ENTITIES;
    TaxNumber = "taxNumber", "identifier", of LEGAL_ENTITIES;
    VatCode = "vatCode", "identifier", of LEGAL_ENTITIES;
    RegistrationNumber = "registrationNumber", "identifier", of ANY;
    LicenseNumber = "licenseNumber", "identifier", of LEGAL_ENTITIES;
    LeiCode = "leiCode", "identifier", of LEGAL_ENTITIES;
    DunsCode = "dunsCode", "identifier", of LEGAL_ENTITIES;
    NpiCode = "npiCode", "identifier", of LEGAL_ENTITIES;
    UscCode = "uscCode", "identifier", of LEGAL_ENTITIES;
    InnCode = "innCode", "identifier", of LEGAL_ENTITIES;
    OgrnCode = "ogrnCode", "identifier", of LEGAL_ENTITIES;
    OkpoCode = "okpoCode", "identifier", of LEGAL_ENTITIES;
    SwiftBic = "swiftBic", "identifier", of LEGAL_ENTITIES;
    BikCode = "bikCode", "identifier", of COMPANIES;
    IsinCode = "isinCode", "identifier", of COMPANIES;
    Ticker = "ticker", "identifier", of COMPANIES;
    WikidataId = "wikidataId", "identifier", of ANY;
    Notes = "notes", "text", of ANY;
    Program = "program", "string", of ANY;
    ListingDate = "listingDate", "date", of ANY;
    StartDate = "startDate", "date", of ANY;
    EndDate = "endDate", "date", of ANY;
    Status = "status", "string", of ANY;
    SourceUrl = "sourceUrl", "url", of ANY;
    UnscId = "unscId", "identifier", of ANY;
}

struct Row {
    name: &'static str,
    type_name: &'static str,
    is_of: Has,
}

/// True if the schema of a type has a property.
type Has = fn(Option<EntityType>) -> bool;

const ANY: Has = |_| true;
const PERSONS: Has = |entity_type| entity_type == Some(EntityType::Individual);
const LEGAL_ENTITIES: Has =
    |entity_type| !matches!(entity_type, Some(EntityType::Vessel | EntityType::Aircraft));
const COMPANIES: Has = |entity_type| entity_type == Some(EntityType::Company);
const AIRCRAFT: Has = |entity_type| entity_type == Some(EntityType::Aircraft);
const VESSELS: Has = |entity_type| entity_type == Some(EntityType::Vessel);

impl Property {
    fn row(self) -> &'static Row {
        &Self::ROWS[self as usize]
    }

    /// Returns the name in the model (`birthDate`).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().name
    }

    /// Returns the name of the property's type in the model (`date`).
    #[must_use]
    pub fn type_name(self) -> &'static str {
        self.row().type_name
    }

    /// True if the schema of a type has this property of a party. An entity may hold values from a
    /// record of unknown type, while another of its records gives the type.
    #[must_use]
    pub fn is_of(self, entity_type: Option<EntityType>) -> bool {
        (self.row().is_of)(entity_type)
    }

    /// True if its values are names.
    #[must_use]
    pub fn is_name(self) -> bool {
        self.type_name() == "name"
    }

    /// Properties of other names; see [`Self::of_alias`].
    pub(super) const ALIASES: &'static [Self] = &[Self::Alias, Self::WeakAlias, Self::PreviousName];

    /// Returns the property of another name.
    pub(super) fn of_alias(_: Option<EntityType>, alias: Value<'_>) -> Self {
        match alias {
            Value::Alias { is_former: true, .. } => Self::PreviousName,
            Value::Alias { quality: AliasQuality::Weak, .. } => Self::WeakAlias,
            _ => Self::Alias,
        }
    }

    /// Returns the most characters that the model accepts for a value of the property's type.
    #[must_use]
    pub fn length_max(self) -> usize {
        match self.type_name() {
            "identifier" => 64,
            "address" => 250,
            "name" => 384,
            "string" => 1024,
            "url" => 4096,
            _ => 65_000,
        }
    }

    /// Properties of countries; see [`Self::of_country`].
    pub(super) const COUNTRIES: &'static [Self] =
        &[Self::Nationality, Self::Jurisdiction, Self::Flag, Self::Country];

    /// Returns the property of a country in the schema of a type.
    pub(super) fn of_country(entity_type: Option<EntityType>, _: Value<'_>) -> Self {
        match entity_type {
            Some(EntityType::Individual) => Self::Nationality,
            Some(EntityType::Company | EntityType::Organization) => Self::Jurisdiction,
            Some(EntityType::Vessel) => Self::Flag,
            Some(EntityType::Aircraft) | None => Self::Country,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Alias, CountryCode};

    #[test]
    fn other_names_stand_apart_by_what_they_are() {
        let alias = |alias: Alias| Property::of_alias(None, Value::of_alias(&alias)).as_str();
        assert_eq!(alias(Alias::strong("A")), "alias");
        assert_eq!(alias(Alias::weak("A")), "weakAlias");
        assert_eq!(alias(Alias::weak("A").formerly(true)), "previousName");
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
            let country = Value::Country(CountryCode::parse("RU").expect("two letters"));
            let property = Property::of_country(entity_type, country);
            assert_eq!(property.as_str(), expected);
            assert!(property.is_of(entity_type));
        }
    }
}
