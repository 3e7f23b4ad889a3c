//! The properties of a record that a table can be compared with or extended by: facts from the table of
//! facts, and further ones.

use std::fmt;
use std::sync::LazyLock;

use uuid::Uuid;

use crate::model::facts::{self, Reconciled};
use crate::model::{Fact, Schema, Timestamp};
use crate::snapshot::RecordView;

/// A property and its source in a record.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// Its id, as the API spells it.
    pub id: &'static str,
    /// Its display name.
    pub name: &'static str,
    /// Its description.
    pub description: &'static str,
    /// Schemas whose records may have it.
    pub schemas: &'static [Schema],
    source: Source,
}

/// Source of a property.
#[derive(Debug, Clone, Copy)]
enum Source {
    Fact(Fact),
    /// The aliases that satisfy the predicate.
    Aliases(for<'v, 's> fn(&'v facts::Value<'s>) -> bool),
    Own(for<'s> fn(RecordView<'s>) -> Option<Value<'s>>),
}

/// One value. All but moments are shown as text, because dates may be partial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'s> {
    Fact(facts::Value<'s>),
    /// A text, ours or the register's.
    Text(&'s str),
    /// A merged entity.
    Entity(Uuid),
    Moment(Timestamp),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Entity(id) => id.fmt(f),
            Self::Moment(moment) => moment.fmt(f),
        }
    }
}

impl Property {
    fn of(fact: Fact) -> Option<Self> {
        let Reconciled { id, name, description, schemas } = *fact.reconciled()?;
        Some(Self { id, name, description, schemas, source: Source::Fact(fact) })
    }

    const fn own(
        id: &'static str,
        name: &'static str,
        description: &'static str,
        value: for<'s> fn(RecordView<'s>) -> Option<Value<'s>>,
    ) -> Self {
        Self { id, name, description, schemas: Schema::ALL, source: Source::Own(value) }
    }

    const fn of_aliases(
        id: &'static str,
        name: &'static str,
        description: &'static str,
        shows: for<'v, 's> fn(&'v facts::Value<'s>) -> bool,
    ) -> Self {
        Self { id, name, description, schemas: Schema::ALL, source: Source::Aliases(shows) }
    }

    /// Returns its values in a record, in the publisher's order.
    #[must_use]
    pub fn values(self, record: RecordView<'_>) -> Vec<Value<'_>> {
        match self.source {
            Source::Fact(fact) => record.values(fact).map(Value::Fact).collect(),
            Source::Aliases(shows) => {
                record.values(Fact::Aliases).filter(shows).map(Value::Fact).collect()
            }
            Source::Own(value) => value(record).into_iter().collect(),
        }
    }
}

/// Properties beyond the facts, and those of selected values of a fact.
const OWN: [Property; 10] = [
    Property::of_aliases(
        "weakAlias",
        "Weak alias",
        "Those of the other names that are weak: marked so, or short acronyms",
        |alias| alias.is_weak_alias(),
    ),
    Property::of_aliases(
        "previousName",
        "Former name",
        "Those of the other names that the party no longer has",
        |alias| alias.is_former_name(),
    ),
    Property::own(
        "type",
        "Type",
        "Person, Company, Organization, LegalEntity, Vessel or Airplane",
        |record| Some(Value::Text(Schema::of(record.entity_type()).as_str())),
    ),
    Property::own("topics", "Topic", "Risk topic, such as sanction", |record| {
        Some(Value::Text(record.topic().as_str()))
    }),
    Property::own("listType", "List type", "Kind of list, such as SANCTION", |record| {
        Some(Value::Text(record.list_type().as_str()))
    }),
    Property::own(
        "dataset",
        "Register",
        "Name of the register that publishes the record",
        |record| Some(Value::Text(&record.register().name)),
    ),
    Property::own(
        "sourceRef",
        "Source reference",
        "The register's own reference of the entry",
        |record| record.source_ref().map(Value::Text),
    ),
    Property::own(
        "mergedEntity",
        "Merged entity",
        "ID of the merged entity of the same party",
        |record| record.merged_entity().map(Value::Entity),
    ),
    Property::own("firstSeen", "First seen", "When the record was first collected", |record| {
        Some(Value::Moment(record.first_seen()))
    }),
    Property::own("lastSeen", "Last seen", "When the record was last loaded", |record| {
        Some(Value::Moment(record.last_seen()))
    }),
];

/// Order of the properties: those that a match compares come first. Any other fact comes last.
const ORDER: [&str; 19] = [
    "name",
    "birthDate",
    "nationality",
    "imoNumber",
    "alias",
    "type",
    "topics",
    "listType",
    "programme",
    "listingDate",
    "endDate",
    "status",
    "dataset",
    "sourceRef",
    "sourceUrl",
    "notes",
    "mergedEntity",
    "firstSeen",
    "lastSeen",
];

pub static PROPERTIES: LazyLock<Vec<Property>> = LazyLock::new(|| {
    let facts = Fact::ALL.iter().filter_map(|fact| Property::of(*fact));
    let mut all: Vec<Property> = facts.chain(OWN).collect();
    let place = |id: &str| ORDER.iter().position(|known| *known == id);
    all.sort_by_key(|property| place(property.id).unwrap_or(ORDER.len()));
    all
});

/// Ids of all properties, in the same order.
pub static IDS: LazyLock<Vec<&str>> =
    LazyLock::new(|| PROPERTIES.iter().map(|property| property.id).collect());

#[must_use]
pub fn with_id(id: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|property| property.id == id)
}

#[cfg(test)]
mod tests {
    use super::{IDS, ORDER};

    #[test]
    fn the_properties_stand_in_their_order() {
        assert_eq!(IDS[..ORDER.len()], ORDER);
    }
}
