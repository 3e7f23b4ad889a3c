//! The facts of one record, as a reader takes them from its list and as the snapshot keeps them.

use super::{CountryCode, EntityType, ImoNumber, PartialDate};

/// One register's entry for one party: what the publisher says, and nothing else.
///
/// Its register, published id and dates of loading are the snapshot's business.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The publisher's own reference for the entry, unique within the register
    /// (OFAC `ent_num`, UN reference number); see [`Self::is_reference_made`].
    pub reference: String,
    /// Whether the reader made the reference from other fields because the publisher gives none.
    /// It tells the record from others and is not shown as the publisher's (decisions D2).
    pub is_reference_made: bool,
    /// Primary name as published.
    pub name: String,
    /// Other names in the publisher's order.
    pub aliases: Vec<Alias>,
    /// What the party is; `None` when the list does not say.
    pub entity_type: Option<EntityType>,
    /// Birth dates in the publisher's order; several where the list offers alternatives.
    pub birth_dates: Vec<PartialDate>,
    /// Places of birth as published.
    pub birth_places: Vec<String>,
    /// Nationalities, citizenships, jurisdiction or flag; the first is the one shown.
    pub countries: Vec<CountryCode>,
    /// IMO number of a ship.
    pub imo: Option<ImoNumber>,
    /// Programmes or regimes.
    pub programmes: Vec<String>,
    /// Date of listing.
    pub listed_on: Option<PartialDate>,
    /// Date at which the listing ends or ended; none where it is open or permanent.
    pub listed_until: Option<PartialDate>,
    /// The publisher's status of the listing.
    pub status: Option<String>,
    /// The publisher's page for the entry.
    pub source_url: Option<String>,
    /// Gender as published, lower case (`male`, `female`).
    pub gender: Option<String>,
    /// Titles, positions and functions.
    pub positions: Vec<String>,
    /// Addresses, one line each.
    pub addresses: Vec<String>,
    /// Passports, registration numbers and the like: shown, never scored.
    pub identifiers: Vec<Identifier>,
    /// Remarks that found no field of their own.
    pub notes: Vec<String>,
    /// ISIN of a security the party issued.
    pub isin: Option<String>,
    /// Stock ticker.
    pub ticker: Option<String>,
}

/// Another name of a party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The name as published.
    pub name: String,
    /// How well the publisher vouches for it.
    pub quality: AliasQuality,
}

impl Alias {
    /// An alias the publisher vouches for.
    #[must_use]
    pub fn strong(name: impl Into<String>) -> Self {
        Self { name: name.into(), quality: AliasQuality::Strong }
    }

    /// An alias the publisher marks as weak: broad or of low quality.
    #[must_use]
    pub fn weak(name: impl Into<String>) -> Self {
        Self { name: name.into(), quality: AliasQuality::Weak }
    }
}

/// How well a publisher vouches for an alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AliasQuality {
    /// A full alias.
    Strong,
    /// OFAC "weak a.k.a.", UN "Low".
    Weak,
}

/// A number that identifies a party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    /// What it is, in the publisher's words ("Passport", "National ID No.").
    pub kind: String,
    /// The number as published.
    pub value: String,
    /// The issuing country, when known.
    pub country: Option<CountryCode>,
}
