//! Fields of the builder's own input formats (docs/formats.md, "records.jsonl"), shared by both: the
//! facts of a record, and two ways to give a value of one.

use std::fmt;

use tamis_engine::model::facts::{FactKind, Value};
use tamis_engine::model::{AliasQuality, Fact, Record};

/// A field of `records.jsonl` and `records.csv`. Values are written like [`Value`]; a type may also be
/// [`ENTITY`], and a country an English name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OwnField {
    Fact(Fact),
    /// Aliases that the publisher does not confirm.
    WeakAliases,
    /// Former names of the party.
    FormerNames,
}

const FIELDS: usize = Fact::ALL.len() + 2;

pub const FIELD_NAMES: [&str; FIELDS] = {
    let mut names = [""; FIELDS];
    let mut at = 0;
    while at < FIELDS {
        names[at] = OwnField::at(at).name();
        at += 1;
    }
    names
};

/// Fields required in every record.
pub const REQUIRED_FIELDS: [OwnField; 2] = [OwnField::REFERENCE, OwnField::NAME];

/// An additional type, for lists that state no more: COMPANY if the name has a legal form, else
/// ORGANIZATION (docs/api.md, "Active and retired records").
pub const ENTITY: &str = "entity";

/// Error for a value that a field does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub field: OwnField,
    pub value: String,
    /// Accepted values, in words.
    pub accepted: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {:?}; accepted: {}", self.field.name(), self.value, self.accepted)
    }
}

impl OwnField {
    /// The publisher's reference.
    pub const REFERENCE: Self = Self::Fact(Fact::Reference);
    /// The primary name.
    pub const NAME: Self = Self::Fact(Fact::Name);

    const fn at(place: usize) -> Self {
        if place < Fact::ALL.len() {
            Self::Fact(Fact::ALL[place])
        } else if place == Fact::ALL.len() {
            Self::WeakAliases
        } else {
            Self::FormerNames
        }
    }

    /// All fields, in the order of [`FIELD_NAMES`].
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FIELDS).map(Self::at)
    }

    /// The field of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|field| field.name() == name)
    }

    /// The name of the field.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fact(fact) => fact.key(),
            Self::WeakAliases => "weak_aliases",
            Self::FormerNames => "former_names",
        }
    }

    /// Label of a note with a value of this field.
    pub(in crate::readers) fn label(self) -> &'static str {
        match self {
            Self::Fact(fact) => fact.label(),
            Self::WeakAliases | Self::FormerNames => Fact::Aliases.label(),
        }
    }

    fn kind(self) -> FactKind {
        match self {
            Self::Fact(fact) => fact.kind(),
            Self::WeakAliases | Self::FormerNames => FactKind::Aliases,
        }
    }

    /// True if it may have several values.
    #[must_use]
    pub fn is_plural(self) -> bool {
        self.kind().is_plural()
    }

    /// True if its values are dates.
    #[must_use]
    pub fn is_date(self) -> bool {
        self.kind().is_date()
    }

    /// Values of a record under this field. A former weak name counts as a weak one.
    pub(super) fn values(self, record: &Record) -> Vec<Value<'_>> {
        let field_of = |alias: &Value<'_>| match alias {
            Value::Alias { quality: AliasQuality::Weak, .. } => Self::WeakAliases,
            Value::Alias { is_former: true, .. } => Self::FormerNames,
            _ => Self::Fact(Fact::Aliases),
        };
        match self {
            Self::Fact(Fact::Aliases) | Self::WeakAliases | Self::FormerNames => {
                let mut aliases = record.fact(Fact::Aliases).values();
                aliases.retain(|alias| field_of(alias) == self);
                aliases
            }
            Self::Fact(fact) => record.fact(fact).values(),
        }
    }

    pub(super) fn refuse(self, value: &str, accepted: impl Into<String>) -> Refusal {
        Refusal { field: self, value: value.to_owned(), accepted: accepted.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELD_NAMES, Fact, OwnField};

    #[test]
    fn names_and_fields_are_in_the_same_order() {
        assert!(OwnField::all().map(OwnField::name).eq(FIELD_NAMES));
        for field in OwnField::all() {
            assert_eq!(OwnField::from_name(field.name()), Some(field));
        }
        assert_eq!(OwnField::Fact(Fact::SourceUrl).name(), "source_url");
        assert_eq!(OwnField::FormerNames.name(), "former_names");
        assert_eq!(OwnField::from_name("Name"), None);
    }
}
