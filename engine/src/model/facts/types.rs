//! The types of facts: a closed set, so that code that enumerates the facts of a record can handle
//! each.

use super::{Alias, BirthDate, CountryCode, EntityType, Identifier, ImoNumber, PartialDate, Value};

/// A type that a fact may have.
pub trait FactType {
    const KIND: FactKind;

    /// Returns the fact for reading.
    fn get(&self) -> FactRef<'_>;

    /// Returns the fact for changing.
    fn get_mut(&mut self) -> FactMut<'_>;
}

macro_rules! fact_types {
    ($($(#[doc = $doc:literal])+ $kind:ident: $ty:ty;)+) => {
        /// The type of a fact.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum FactKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        /// A fact of a record, for reading.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum FactRef<'r> {
            $($(#[doc = $doc])+ $kind(&'r $ty),)+
        }

        /// A fact of a record, for changing.
        #[derive(Debug)]
        pub enum FactMut<'r> {
            $($(#[doc = $doc])+ $kind(&'r mut $ty),)+
        }

        $(impl FactType for $ty {
            const KIND: FactKind = FactKind::$kind;

            fn get(&self) -> FactRef<'_> {
                FactRef::$kind(self)
            }

            fn get_mut(&mut self) -> FactMut<'_> {
                FactMut::$kind(self)
            }
        })+
    };
}

fact_types! {
    /// A text that every record has.
    Required: String;
    /// One text or none.
    Text: Option<String>;
    /// Texts in the publisher's order.
    Texts: Vec<String>;
    /// Type of a party, if stated.
    Type: Option<EntityType>;
    /// One date or none.
    Date: Option<PartialDate>;
    /// Birth dates in the publisher's order.
    BirthDates: Vec<BirthDate>;
    /// Countries in the publisher's order.
    Countries: Vec<CountryCode>;
    /// An IMO number or none.
    Imo: Option<ImoNumber>;
    /// Other names in the publisher's order.
    Aliases: Vec<Alias>;
    /// Numbers of documents and registrations in the publisher's order.
    Identifiers: Vec<Identifier>;
}

impl FactKind {
    /// True if it may have several values.
    #[must_use]
    pub fn is_plural(self) -> bool {
        use FactKind::{Aliases, BirthDates, Countries, Identifiers, Texts};
        matches!(self, Texts | BirthDates | Countries | Aliases | Identifiers)
    }

    /// True if its values are dates.
    #[must_use]
    pub fn is_date(self) -> bool {
        matches!(self, Self::Date | Self::BirthDates)
    }
}

impl<'r> FactRef<'r> {
    /// Returns its values, in their order.
    #[must_use]
    pub fn values(self) -> Vec<Value<'r>> {
        fn several<'r, T>(values: &'r [T], value: impl Fn(&'r T) -> Value<'r>) -> Vec<Value<'r>> {
            values.iter().map(value).collect()
        }
        let text = |text: &'r String| Value::Text(text);
        match self {
            Self::Required(value) => vec![text(value)],
            Self::Text(value) => value.iter().map(text).collect(),
            Self::Texts(values) => several(values, text),
            Self::Type(value) => value.iter().map(|value| Value::Type(*value)).collect(),
            Self::Date(value) => value.iter().map(|value| Value::Date(*value)).collect(),
            Self::BirthDates(values) => several(values, |value| Value::BirthDate(*value)),
            Self::Countries(values) => several(values, |value| Value::Country(*value)),
            Self::Imo(value) => value.iter().map(|value| Value::Imo(*value)).collect(),
            Self::Aliases(values) => several(values, Value::of_alias),
            Self::Identifiers(values) => several(values, |identifier| Value::Identifier {
                kind: &identifier.kind,
                value: &identifier.value,
                country: identifier.country,
            }),
        }
    }

    /// True if it has no value.
    #[must_use]
    pub fn is_empty(self) -> bool {
        match self {
            Self::Required(value) => value.is_empty(),
            Self::Text(value) => value.is_none(),
            Self::Texts(values) => values.is_empty(),
            Self::Type(value) => value.is_none(),
            Self::Date(value) => value.is_none(),
            Self::BirthDates(values) => values.is_empty(),
            Self::Countries(values) => values.is_empty(),
            Self::Imo(value) => value.is_none(),
            Self::Aliases(values) => values.is_empty(),
            Self::Identifiers(values) => values.is_empty(),
        }
    }
}
