//! Roles of follow-the-money schemata in a list of parties.

use tamis_engine::model::EntityType;

use super::row::Kind;

/// Use of the entities of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The entity becomes a record.
    Party(Option<EntityType>),
    /// The entity adds facts to the parties that this property names.
    Joined(Kind, &'static str),
    /// The entity links a holder to a post.
    Occupancy,
    /// The entity is a place that parties name: an address or a position.
    Place,
    /// The entity is only counted.
    Other,
}

/// Role of a schema. Links between parties, documents, wallets, accounts and other assets are not
/// parties, and neither are unknown schemata.
pub(super) fn role_of(schema: &str) -> Role {
    match schema {
        "Person" => Role::Party(Some(EntityType::Individual)),
        "Company" => Role::Party(Some(EntityType::Company)),
        "Organization" | "PublicBody" => Role::Party(Some(EntityType::Organization)),
        "Vessel" => Role::Party(Some(EntityType::Vessel)),
        "Airplane" => Role::Party(Some(EntityType::Aircraft)),
        // Other vehicles have no type of their own here.
        "LegalEntity" | "Vehicle" => Role::Party(None),
        "Sanction" => Role::Joined(Kind::Sanction, "entity"),
        "Identification" | "Passport" => Role::Joined(Kind::Document, "holder"),
        "Security" => Role::Joined(Kind::Security, "issuer"),
        "Occupancy" => Role::Occupancy,
        "Address" | "Position" => Role::Place,
        _ => Role::Other,
    }
}
