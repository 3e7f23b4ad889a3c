//! The facts of a record, each described once: its name and type, its key in our own formats, and
//! the places that show it.
//!
//! All code that enumerates facts uses the table of [`Fact`]s:
//!
//! - the record itself and its form in ledgers and snapshots,
//! - the builder's own formats and the output of its `check` and `inspect`,
//! - answers and exports of the server and its interface document,
//! - follow-the-money entities, statements, and reconciliation.
//!
//! So a new fact needs a row of the table and a reader that takes it from a list. It also changes the layout
//! of the index: raise [`FORMAT_VERSION`](crate::snapshot::format::FORMAT_VERSION). Ledgers need no change.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | the rows |
//! | `set` | sets of facts |
//! | `types` | the types of facts |
//! | `value` | one value of a fact |
//!
//! A row is
//!
//! ```text
//! /// Description of the fact.
//! "key" Variant field: Type, in column|detail =>
//!     label("Label", Senzing::…).answers("…").ftm(Property::…).reconciles(…);
//! ```
//!
//! - `"key"` names it in `records.jsonl`, in `[columns]`, and in ledgers, where it must never
//!   change.
//! - `Type` is one of [`FactType`]. Every record must have the facts of the first two rows.
//! - `in column`: the index has a column for it, because matching or filters read it, and the view
//!   of a record has a function of that name. `in detail`: it is only shown.
//! - The label precedes a value in notes and in printed output.
//! - `answers`: a field of a record's JSON and a column of exports; match and search results have
//!   fixed fields.
//! - `ftm`, `ftm_by_value`, `ftm_of_listing`: the property in follow-the-money and statements. A value
//!   without a property in the schema of its party becomes a note, written `Label: value`. A new property is
//!   a row in `model/property.rs`.
//! - `reconciles`: offered to OpenRefine.
//! - [`Senzing`]: the place in Senzing's entity specification. Every row gives it.
//! - The doc comment becomes the field's description in `openapi.json`.
//! - The order of the rows is the order of additional facts in answers and exports, of statements, and of
//!   printed output.

mod set;
mod table;
mod types;
mod value;

pub use set::FactSet;
pub(crate) use table::facts;
pub use types::{FactKind, FactMut, FactRef, FactType};
pub use value::Value;

use super::{
    Alias, BirthDate, CountryCode, EntityType, Identifier, ImoNumber, PartialDate, Property, Schema,
};

macro_rules! is_in_detail {
    (column) => {
        false
    };
    (detail) => {
        true
    };
}

macro_rules! list_facts {
    ($(
        $(#[doc = $doc:literal])+
        $key:literal $variant:ident $field:ident: $ty:ty, in $place:ident => $shows:expr;
    )+) => {
        /// A fact of a record: a row of the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fact {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Fact {
            /// All facts, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const ROWS: &'static [Row] = &[$(Row {
                key: $key,
                says: concat!($($doc),+).trim_ascii(),
                kind: <$ty as FactType>::KIND,
                is_in_detail: is_in_detail!($place),
                shows: $shows,
            }),+];
        }
    };
}

facts!(list_facts);

const ALL: &[Schema] = Schema::ALL;
const PERSONS: &[Schema] = &[Schema::Person, Schema::LegalEntity];
const ISSUERS: &[Schema] = &[Schema::Company, Schema::Organization, Schema::LegalEntity];
/// Schemas with an IMO number. Companies that own ships carry one too.
const CARRIERS: &[Schema] =
    &[Schema::Vessel, Schema::Company, Schema::Organization, Schema::LegalEntity];

struct Row {
    key: &'static str,
    says: &'static str,
    kind: FactKind,
    is_in_detail: bool,
    shows: Shows,
}

impl Fact {
    fn row(self) -> &'static Row {
        &Self::ROWS[self as usize]
    }

    /// Returns its name in our own formats and in ledgers.
    #[must_use]
    pub const fn key(self) -> &'static str {
        Self::ROWS[self as usize].key
    }

    /// Returns the fact of this key.
    #[must_use]
    pub fn with_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fact| fact.key() == key)
    }

    /// Returns its description, one sentence or more.
    #[must_use]
    pub fn says(self) -> &'static str {
        self.row().says
    }

    #[must_use]
    pub fn kind(self) -> FactKind {
        self.row().kind
    }

    /// True if the index only keeps it for display; false if it has a column.
    #[must_use]
    pub fn is_in_detail(self) -> bool {
        self.row().is_in_detail
    }

    /// Returns the label that precedes its values in notes and in printed output.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.row().shows.label
    }

    /// Returns its name in the JSON of records and in the columns of exports. A name in `FIELDS`
    /// (`src/api/entity/further.rs`) has the form and place given there; any other follows those
    /// fields.
    #[must_use]
    pub fn answer(self) -> Option<&'static str> {
        self.row().shows.answer
    }

    /// Returns its property in follow-the-money and statements.
    #[must_use]
    pub fn ftm(self) -> Option<Ftm> {
        self.row().shows.ftm
    }

    /// Returns its place in Senzing's entity specification.
    #[must_use]
    pub fn senzing(self) -> Senzing {
        self.row().shows.senzing
    }

    /// Returns its property in the reconciliation service.
    #[must_use]
    pub fn reconciled(self) -> Option<&'static Reconciled> {
        self.row().shows.reconciled.as_ref()
    }
}

/// Chooses the property of a value, for a party of this type.
pub type ByValue = for<'r> fn(Option<EntityType>, Value<'r>) -> Property;

/// Property of a fact in follow-the-money.
#[derive(Debug, Clone, Copy)]
pub enum Ftm {
    Party(Property),
    /// A property of the party that depends on the type of the party and on the value, with all
    /// possible ones.
    PartyByValue(ByValue, &'static [Property]),
    /// A property of the listing: the Sanction entity.
    Listing(Property),
}

/// Place of a fact in Senzing's entity specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Senzing {
    /// Each value is a feature with this attribute.
    Attribute(&'static str),
    /// Each value is an `OTHER_ID_NUMBER` of this type.
    OtherId(&'static str),
    /// The attribute depends on the type of the party, or on the value.
    ByValue,
    /// No place, as for facts of the listing.
    Nowhere,
}

/// A property of the reconciliation service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reconciled {
    /// Its id, as the API spells it.
    pub id: &'static str,
    /// Its display name.
    pub name: &'static str,
    /// Its description.
    pub description: &'static str,
    /// Schemas whose records may have it.
    pub schemas: &'static [Schema],
}

/// Places that show a fact.
#[derive(Clone, Copy)]
struct Shows {
    label: &'static str,
    senzing: Senzing,
    answer: Option<&'static str>,
    ftm: Option<Ftm>,
    reconciled: Option<Reconciled>,
}

/// Makes a fact with this label and this place in Senzing's form. Beyond that, only our own formats,
/// ledgers and printed output show it.
const fn label(label: &'static str, senzing: Senzing) -> Shows {
    Shows { label, senzing, answer: None, ftm: None, reconciled: None }
}

impl Shows {
    const fn answers(self, name: &'static str) -> Self {
        Self { answer: Some(name), ..self }
    }

    const fn ftm(self, property: Property) -> Self {
        Self { ftm: Some(Ftm::Party(property)), ..self }
    }

    const fn ftm_by_value(self, property: ByValue, of: &'static [Property]) -> Self {
        Self { ftm: Some(Ftm::PartyByValue(property, of)), ..self }
    }

    const fn ftm_of_listing(self, property: Property) -> Self {
        Self { ftm: Some(Ftm::Listing(property)), ..self }
    }

    const fn reconciles(
        self,
        id: &'static str,
        name: &'static str,
        description: &'static str,
        schemas: &'static [Schema],
    ) -> Self {
        Self { reconciled: Some(Reconciled { id, name, description, schemas }), ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_facts_share_a_name() {
        for names in [
            |fact: Fact| Some(fact.key()),
            |fact: Fact| Some(fact.label()),
            Fact::answer,
            |fact: Fact| fact.reconciled().map(|reconciled| reconciled.id),
        ] {
            let mut seen = HashSet::new();
            for name in Fact::ALL.iter().copied().filter_map(names) {
                assert!(seen.insert(name), "{name} twice");
            }
        }
    }

    #[test]
    fn a_row_says_what_the_fact_is() {
        assert_eq!(Fact::with_key("imo"), Some(Fact::Imo));
        assert_eq!((Fact::Imo.key(), Fact::Imo.label()), ("imo", "IMO number"));
        assert_eq!(Fact::Imo.says(), "IMO number of a ship.");
        assert_eq!(Fact::BirthDates.kind(), FactKind::BirthDates);
        assert!(Fact::ALL.iter().all(|fact| fact.says().ends_with('.')));
    }
}
