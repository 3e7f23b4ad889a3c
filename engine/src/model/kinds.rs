//! The enumerations of the API description: entity types, schemas, list types, topics and collections
//! (docs/api.md, "Collections", "List types and topics", "Entity types and schemas"), and their
//! relations (docs/api.md, "Entity types and schemas").

use super::named_enum;

named_enum!(
    /// Stored type of a party (docs/api.md, "Entity types and schemas"); absent where the list does not
    /// give it.
    EntityType {
        /// A natural person.
        Individual = "INDIVIDUAL",
        /// An entity with a legal form in its name.
        Company = "COMPANY",
        /// Any other entity.
        Organization = "ORGANIZATION",
        /// A ship.
        Vessel = "VESSEL",
        Aircraft = "AIRCRAFT",
    }
);

/// A set of entity types, including the unknown one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TypeSet(pub u8);

impl TypeSet {
    /// Bit of records of unknown type.
    const UNKNOWN: u8 = 1 << 7;

    #[must_use]
    pub fn with(self, entity_type: Option<EntityType>) -> Self {
        Self(self.0 | entity_type.map_or(Self::UNKNOWN, |of| 1 << of as u8))
    }

    pub fn iter(self) -> impl Iterator<Item = Option<EntityType>> {
        let known = EntityType::ALL.iter().copied().map(Some).chain([None]);
        known.filter(move |of| self.with(*of) == self)
    }
}

named_enum!(
    /// Schema of the party that a query describes (docs/api.md, "Match queries").
    #[derive(Default)]
    Schema {
        /// A natural person.
        Person = "Person",
        Company = "Company",
        Organization = "Organization",
        /// A person or an entity; the default.
        #[default]
        LegalEntity = "LegalEntity",
        /// A ship.
        Vessel = "Vessel",
        /// An aircraft.
        Airplane = "Airplane",
    }
);

impl Schema {
    /// Returns the schema that shows a stored type. A record of unknown type is a LegalEntity.
    #[must_use]
    pub fn of(entity_type: Option<EntityType>) -> Self {
        match entity_type {
            Some(EntityType::Individual) => Self::Person,
            Some(EntityType::Company) => Self::Company,
            Some(EntityType::Organization) => Self::Organization,
            Some(EntityType::Vessel) => Self::Vessel,
            Some(EntityType::Aircraft) => Self::Airplane,
            None => Self::LegalEntity,
        }
    }

    /// Returns the stored type that the schema shows; `None` for LegalEntity.
    #[must_use]
    pub fn entity_type(self) -> Option<EntityType> {
        EntityType::ALL.iter().copied().find(|own| Self::of(Some(*own)) == self)
    }

    /// True if a record of this type may be the party of a query with this schema (docs/api.md, "Entity
    /// types and schemas", last point). A record of unknown type always may.
    #[must_use]
    pub fn is_compatible(self, entity_type: Option<EntityType>) -> bool {
        let Some(entity_type) = entity_type else { return true };
        let entity = matches!(entity_type, EntityType::Company | EntityType::Organization);
        match self {
            Self::Person => entity_type == EntityType::Individual,
            Self::Company | Self::Organization => entity,
            Self::LegalEntity => entity || entity_type == EntityType::Individual,
            Self::Vessel => entity_type == EntityType::Vessel,
            Self::Airplane => entity_type == EntityType::Aircraft,
        }
    }
}

named_enum!(
    /// Kind of a list (docs/api.md, "List types and topics").
    ListType {
        Sanction = "SANCTION",
        /// Politically exposed persons.
        Pep = "PEP",
        /// Exclusion from procurement, programmes or trade.
        Debarment = "DEBARMENT",
        TaxWarrant = "TAX_WARRANT",
        /// Insolvency notices.
        Insolvency = "INSOLVENCY",
    }
);

impl ListType {
    /// Returns the risk topic of this kind of list (docs/api.md, "Entity types and schemas").
    #[must_use]
    pub fn topic(self) -> Topic {
        match self {
            Self::Sanction => Topic::Sanction,
            Self::Pep => Topic::Pep,
            Self::Debarment => Topic::Debarment,
            Self::TaxWarrant | Self::Insolvency => Topic::RegulatoryAction,
        }
    }
}

named_enum!(
    /// Risk topics (docs/api.md, "List types and topics").
    Topic {
        /// Listed by a sanctions authority.
        Sanction = "sanction",
        /// Politically exposed person.
        Pep = "role.pep",
        Debarment = "debarment",
        /// Subject of a regulatory action.
        RegulatoryAction = "reg.action",
    }
);

named_enum!(
    /// The collections of records (docs/api.md, "Collections").
    Collection {
        /// Every active record.
        Default = "default",
        /// Sanctions listings.
        Sanctions = "sanctions",
        /// Politically exposed persons.
        Peps = "peps",
        /// Debarment, tax warrants and insolvency notices.
        Crime = "crime",
        /// Vessels, and records that carry an IMO number.
        Maritime = "maritime",
    }
);

impl Collection {
    /// Returns its title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Default => "All active records",
            Self::Sanctions => "Sanctions listings",
            Self::Peps => "Politically exposed persons",
            Self::Crime => "Debarments, tax warrants and insolvency notices",
            Self::Maritime => "Vessels and records with an IMO number",
        }
    }

    /// Returns the collection's bit in a record's set of collections.
    #[must_use]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Returns the collections that hold a record with these facts, as a set of bits.
    #[must_use]
    pub fn bits_of(list_type: ListType, entity_type: Option<EntityType>, has_imo: bool) -> u8 {
        let by_list = match list_type {
            ListType::Sanction => Self::Sanctions,
            ListType::Pep => Self::Peps,
            ListType::Debarment | ListType::TaxWarrant | ListType::Insolvency => Self::Crime,
        };
        let maritime = has_imo || entity_type == Some(EntityType::Vessel);
        Self::Default.bit() | by_list.bit() | if maritime { Self::Maritime.bit() } else { 0 }
    }
}

named_enum!(
    /// Scopes of the figures of `/api/collection` (docs/api.md, "Collections"): the collections, first
    /// and in their order, and two more.
    Scope {
        /// See [`Collection::Default`].
        Default = "default",
        /// See [`Collection::Sanctions`].
        Sanctions = "sanctions",
        /// See [`Collection::Peps`].
        Peps = "peps",
        /// See [`Collection::Crime`].
        Crime = "crime",
        /// See [`Collection::Maritime`].
        Maritime = "maritime",
        /// Companies and organizations (docs/api.md, "Entity types and schemas").
        Kyb = "kyb",
        /// Records that carry an ISIN or a ticker (docs/api.md, "Entity types and schemas").
        Securities = "securities",
    }
);

impl From<Collection> for Scope {
    fn from(collection: Collection) -> Self {
        match collection {
            Collection::Default => Self::Default,
            Collection::Sanctions => Self::Sanctions,
            Collection::Peps => Self::Peps,
            Collection::Crime => Self::Crime,
            Collection::Maritime => Self::Maritime,
        }
    }
}

impl Scope {
    /// Returns the scopes that hold a record of this type in these collections, as a set of bits.
    /// `has_security` is true for a record with an ISIN or a ticker. Bits of collections are those of
    /// [`Collection::bit`].
    #[must_use]
    pub fn bits_of(collections: u8, entity_type: Option<EntityType>, has_security: bool) -> u8 {
        let is_business =
            matches!(entity_type, Some(EntityType::Company | EntityType::Organization));
        let bit = |holds: bool, scope: Self| u8::from(holds) << scope as u8;
        collections | bit(is_business, Self::Kyb) | bit(has_security, Self::Securities)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_round_trip() {
        for topic in Topic::ALL {
            assert_eq!(Topic::from_name(topic.as_str()), Some(*topic));
            assert_eq!(Topic::from_code(*topic as u8), Some(*topic));
        }
        assert_eq!(ListType::from_name("sanction"), None, "spellings are exact");
        assert_eq!(EntityType::from_code(5), None);
    }

    #[test]
    fn legal_entity_covers_persons_and_entities_but_no_ships() {
        use EntityType::{Aircraft, Company, Individual, Organization, Vessel};
        let table = [
            (Schema::LegalEntity, [true, true, true, false, false]),
            (Schema::Person, [true, false, false, false, false]),
            (Schema::Company, [false, true, true, false, false]),
            (Schema::Organization, [false, true, true, false, false]),
            (Schema::Vessel, [false, false, false, true, false]),
            (Schema::Airplane, [false, false, false, false, true]),
        ];
        for (schema, expected) in table {
            let types = [Individual, Company, Organization, Vessel, Aircraft];
            assert_eq!(types.map(|t| schema.is_compatible(Some(t))), expected, "{schema:?}");
            assert!(schema.is_compatible(None), "unknown type is never penalised");
        }
    }

    #[test]
    fn a_schema_is_that_of_its_own_type() {
        for schema in Schema::ALL {
            assert_eq!(Schema::of(schema.entity_type()), *schema);
        }
        assert_eq!(Schema::LegalEntity.entity_type(), None);
    }

    #[test]
    fn scopes_are_the_collections_and_two_more() {
        for collection in Collection::ALL {
            let scope = Scope::from_name(collection.as_str()).expect("a scope of its name");
            assert_eq!(1 << scope as u8, collection.bit());
        }
        let bits = |entity_type, has_security| Scope::bits_of(1, entity_type, has_security);
        assert_eq!(bits(Some(EntityType::Organization), false), 0b010_0001);
        assert_eq!(bits(Some(EntityType::Individual), true), 0b100_0001);
        assert_eq!(bits(None, false), 0b000_0001);
    }

    #[test]
    fn a_company_with_an_imo_number_is_maritime() {
        let bits = Collection::bits_of(ListType::Debarment, Some(EntityType::Company), true);
        let expected =
            Collection::Default.bit() | Collection::Crime.bit() | Collection::Maritime.bit();
        assert_eq!(bits, expected);
    }
}
