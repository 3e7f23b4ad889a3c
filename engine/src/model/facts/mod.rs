//! The facts of a record, each described once: its name and type, its key in our own formats, and
//! where it shows.
//!
//! Whatever goes through the facts of a record goes through the table of [`Fact`]s: the record
//! itself and the form of it that ledgers and snapshots keep, the own formats of the builder and
//! what its `check` and `inspect` print, answers and exports of the server and its interface
//! document, follow-the-money entities, statements, and reconciliation. So a further fact is a row
//! of the table and whatever reads it from a list. It also changes the layout of the index: raise
//! [`FORMAT_VERSION`](crate::snapshot::format::FORMAT_VERSION). Ledgers need nothing.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | the rows |
//! | `set` | some of the facts |
//! | `types` | the types that facts have |
//! | `value` | one value of a fact |
//!
//! A row is
//!
//! ```text
//! /// What the fact is.
//! "key" Variant field: Type, in column|detail =>
//!     label("Label", Senzing::…).answers("…").ftm(Property::…).reconciles(…);
//! ```
//!
//! - `"key"` names it in `records.jsonl`, in `[columns]`, and in ledgers, where it must never
//!   change.
//! - `Type` is one of [`FactType`]. The two rows that lead are what a record must have.
//! - `in column`: the index has it as a column, since matching or filters look at it, and the view
//!   of a record has a function of that name. `in detail`: among what is only shown.
//! - The label stands before a value that becomes a note, and before those that are printed.
//! - `answers`: a field of a record's JSON and a column of exports; match and search results have
//!   fixed fields.
//! - `ftm`, `ftm_by_value`, `ftm_of_listing`: the property in follow-the-money and statements. What the
//!   schema of a party has no property for becomes a note, written `Label: value`; a new property is a
//!   row in `model/property.rs`.
//! - `reconciles`: offered to OpenRefine.
//! - [`Senzing`]: the place in Senzing's entity specification. Every row says it.
//! - The doc comment becomes the field's description in `openapi.json`.
//! - The order of the rows is that of further facts in answers and exports, of statements, and of
//!   what is printed.

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
/// Companies that own ships carry an IMO number too.
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

    /// Its name in our own formats and in ledgers.
    #[must_use]
    pub const fn key(self) -> &'static str {
        Self::ROWS[self as usize].key
    }

    /// The fact of this key.
    #[must_use]
    pub fn with_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fact| fact.key() == key)
    }

    /// What it is, in a sentence.
    #[must_use]
    pub fn says(self) -> &'static str {
        self.row().says
    }

    /// Its type.
    #[must_use]
    pub fn kind(self) -> FactKind {
        self.row().kind
    }

    /// Whether the index has it among what is only shown; else as a column.
    #[must_use]
    pub fn is_in_detail(self) -> bool {
        self.row().is_in_detail
    }

    /// What stands before one of its values in a note or in print.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.row().shows.label
    }

    /// Its name in the JSON of records and in the columns of exports. A name in `FIELDS`
    /// (`src/api/entity/further.rs`) has the form and place given there; any other follows those
    /// fields.
    #[must_use]
    pub fn answer(self) -> Option<&'static str> {
        self.row().shows.answer
    }

    /// Under which property follow-the-money and statements have it.
    #[must_use]
    pub fn ftm(self) -> Option<Ftm> {
        self.row().shows.ftm
    }

    /// Where Senzing's entity specification has it.
    #[must_use]
    pub fn senzing(self) -> Senzing {
        self.row().shows.senzing
    }

    /// What reconciliation offers it as.
    #[must_use]
    pub fn reconciled(self) -> Option<&'static Reconciled> {
        self.row().shows.reconciled.as_ref()
    }
}

/// The property of a value of a party of this type.
pub type ByValue = for<'r> fn(Option<EntityType>, Value<'r>) -> Property;

/// Under which property follow-the-money has a fact.
#[derive(Debug, Clone, Copy)]
pub enum Ftm {
    Party(Property),
    /// A property of the party that depends on what the party is and on the value, and those that it
    /// may be.
    PartyByValue(ByValue, &'static [Property]),
    /// A property of the listing: the Sanction entity.
    Listing(Property),
}

/// Where Senzing's entity specification has a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Senzing {
    /// Each value is a feature with this attribute.
    Attribute(&'static str),
    /// Each value is an `OTHER_ID_NUMBER` of this type.
    OtherId(&'static str),
    /// The attribute depends on what the party is, or on the value.
    ByValue,
    /// It has no place there, as what is said of the listing.
    Nowhere,
}

/// A property of the reconciliation service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reconciled {
    /// Its id, as the API spells it.
    pub id: &'static str,
    /// Its name in words.
    pub name: &'static str,
    /// What it says.
    pub description: &'static str,
    /// The types whose records may have it.
    pub schemas: &'static [Schema],
}

/// Where a fact shows.
#[derive(Clone, Copy)]
struct Shows {
    label: &'static str,
    senzing: Senzing,
    answer: Option<&'static str>,
    ftm: Option<Ftm>,
    reconciled: Option<Reconciled>,
}

/// A fact with this label that shows in our own formats, ledgers and print, at this place in Senzing's
/// form, and nowhere else yet.
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
