//! Statements: one row for each value that a register publishes of a party (docs/api.md,
//! "Statements").

use std::fmt;

use super::id::FtmId;
use super::properties::{self, Said, Value};
use crate::model::{Property, Schema, Timestamp};
use crate::snapshot::RecordView;

/// One value of one property, and the record that says so.
#[derive(Debug, Clone)]
pub struct Statement<'s> {
    record: RecordView<'s>,
    /// The property.
    pub property: Property,
    /// The value.
    pub value: Value<'s>,
    /// The text as published, where the value is not the same.
    pub original: Option<&'s str>,
}

/// The columns of a row, in their order (docs/api.md, "Statements").
pub const COLUMNS: [&str; 12] = [
    "id",
    "entity_id",
    "canonical_id",
    "prop",
    "prop_type",
    "schema",
    "value",
    "dataset",
    "lang",
    "original_value",
    "first_seen",
    "last_seen",
];

impl<'s> Statement<'s> {
    /// Everything that a record says of its party; grouped by property these are the properties
    /// of its follow-the-money entity.
    pub fn of_record(record: RecordView<'s>) -> impl Iterator<Item = Self> {
        properties::of_party(record).map(move |said| {
            let Said { property, value, original } = said;
            Self { record, property, value, original }
        })
    }

    /// The record, which is the entity as its register publishes it.
    #[must_use]
    pub fn entity_id(&self) -> FtmId {
        FtmId::Record(self.record.id())
    }

    /// The merged entity, or the record itself where it has none.
    #[must_use]
    pub fn canonical_id(&self) -> FtmId {
        self.record.merged_entity().map_or(self.entity_id(), FtmId::Merged)
    }

    /// The schema of the record.
    #[must_use]
    pub fn schema(&self) -> &'static str {
        Schema::of(self.record.entity_type()).as_str()
    }

    /// The slug of the register.
    #[must_use]
    pub fn dataset(&self) -> &'s str {
        &self.record.register().slug
    }

    /// When the record was first collected.
    #[must_use]
    pub fn first_seen(&self) -> Timestamp {
        self.record.first_seen()
    }

    /// When the record was last loaded.
    #[must_use]
    pub fn last_seen(&self) -> Timestamp {
        self.record.last_seen()
    }

    /// What the id of the row is the SHA-1 of: the statement itself, so that the same statement
    /// has the same id for ever.
    #[must_use]
    pub fn key(&self) -> impl fmt::Display {
        Key(self)
    }
}

struct Key<'a>(&'a Statement<'a>);

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(statement) = *self;
        let (dataset, entity) = (statement.dataset(), statement.entity_id());
        write!(f, "{dataset}.{entity}.{}.{}", statement.property.as_str(), statement.value)
    }
}
