//! What the schemata of follow-the-money are to a list of parties.

use tamis_engine::model::EntityType;

use super::row::Kind;

/// What becomes of the entities of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A record.
    Party(Option<EntityType>),
    /// Facts of the parties that this property names.
    Joined(Kind, &'static str),
    /// What tells that the holder had the post.
    Occupancy,
    /// A place that parties name: an address, a position.
    Place,
    /// Counted.
    Other,
}

/// The role of a schema. Links between parties, documents, wallets, accounts and other assets
/// are not parties, and neither is a schema that is not known here.
pub(super) fn role_of(schema: &str) -> Role {
    match schema {
        "Person" => Role::Party(Some(EntityType::Individual)),
        "Company" => Role::Party(Some(EntityType::Company)),
        "Organization" | "PublicBody" => Role::Party(Some(EntityType::Organization)),
        "Vessel" => Role::Party(Some(EntityType::Vessel)),
        "Airplane" => Role::Party(Some(EntityType::Aircraft)),
        // A vehicle that is neither has no type of its own here.
        "LegalEntity" | "Vehicle" => Role::Party(None),
        "Sanction" => Role::Joined(Kind::Sanction, "entity"),
        "Identification" | "Passport" => Role::Joined(Kind::Document, "holder"),
        "Security" => Role::Joined(Kind::Security, "issuer"),
        "Occupancy" => Role::Occupancy,
        "Address" | "Position" => Role::Place,
        _ => Role::Other,
    }
}
