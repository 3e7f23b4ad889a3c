//! The properties of the follow-the-money model that our entities have.

use super::EntityType;

macro_rules! properties {
    ($($variant:ident = $name:literal, $type_name:literal, of $of:expr;)+) => {
        /// A property of the follow-the-money model, in the order in which entities show theirs.
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

// Name and type in the model, and the parties whose schema has it.
properties! {
    Name = "name", "name", of ANY;
    Alias = "alias", "name", of ANY;
    Topics = "topics", "topic", of ANY;
    BirthDate = "birthDate", "date", of PERSONS;
    Nationality = "nationality", "country", of PERSONS;
    Jurisdiction = "jurisdiction", "country", of LEGAL_ENTITIES;
    Flag = "flag", "country", of VESSELS;
    Entity = "entity", "entity", of ANY;
    Authority = "authority", "string", of ANY;
    Country = "country", "country", of ANY;
    ImoNumber = "imoNumber", "identifier", of VESSELS;
    Notes = "notes", "text", of ANY;
    Program = "program", "string", of ANY;
    ListingDate = "listingDate", "date", of ANY;
    StartDate = "startDate", "date", of ANY;
    EndDate = "endDate", "date", of ANY;
    Status = "status", "string", of ANY;
    SourceUrl = "sourceUrl", "url", of ANY;
}

struct Row {
    name: &'static str,
    type_name: &'static str,
    is_of: Has,
}

/// Whether the schema of a type has a property.
type Has = fn(Option<EntityType>) -> bool;

const ANY: Has = |_| true;
const PERSONS: Has = |entity_type| entity_type == Some(EntityType::Individual);
const LEGAL_ENTITIES: Has =
    |entity_type| !matches!(entity_type, Some(EntityType::Vessel | EntityType::Aircraft));
const VESSELS: Has = |entity_type| entity_type == Some(EntityType::Vessel);

impl Property {
    fn row(self) -> &'static Row {
        &Self::ROWS[self as usize]
    }

    /// The name in the model (`birthDate`).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().name
    }

    /// The name of the property's type in the model (`date`).
    #[must_use]
    pub fn type_name(self) -> &'static str {
        self.row().type_name
    }

    /// Whether the schema of a type has this property of a party: what a record of an unknown
    /// type says may stand in an entity whose type another record knows.
    #[must_use]
    pub fn is_of(self, entity_type: Option<EntityType>) -> bool {
        (self.row().is_of)(entity_type)
    }

    /// Whether its values are names.
    #[must_use]
    pub fn is_name(self) -> bool {
        self.type_name() == "name"
    }

    /// Under which property the schema of a type holds a country.
    #[must_use]
    pub fn of_country(entity_type: Option<EntityType>) -> Self {
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
