//! Statements: one row for each value of a party that a register publishes (docs/api.md, "Statements").

use std::fmt;

use sha1::{Digest, Sha1};

use super::SANCTION;
use super::id::FtmId;
use super::properties::{self, Said, Value};
use crate::csv::Line;
use crate::model::{Property, Schema, Timestamp};
use crate::snapshot::RecordView;

/// One value of one property, with its record.
#[derive(Debug, Clone)]
pub struct Statement<'s> {
    record: RecordView<'s>,
    entity_id: FtmId,
    schema: &'static str,
    pub property: Property,
    pub value: Value<'s>,
    /// Published text, if it differs from the value.
    pub original: Option<&'s str>,
}

/// Columns of a row, in their order (docs/api.md, "Statements").
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
    /// Returns all statements of a record about its party. Grouped by property they are the properties
    /// of its follow-the-money entity.
    pub fn of_record(record: RecordView<'s>) -> impl Iterator<Item = Self> {
        properties::of_party(record).map(move |said| Self::of_party(record, said))
    }

    /// Makes the statement of a record about its party.
    #[must_use]
    pub fn of_party(record: RecordView<'s>, said: Said<'s>) -> Self {
        let schema = Schema::of(record.entity_type()).as_str();
        Self::new(record, FtmId::Record(record.id()), schema, said)
    }

    /// Makes the statement of a record about its listing, the Sanction entity.
    #[must_use]
    pub fn of_listing(record: RecordView<'s>, said: Said<'s>) -> Self {
        Self::new(record, FtmId::Sanction(record.id()), SANCTION, said)
    }

    fn new(
        record: RecordView<'s>,
        entity_id: FtmId,
        schema: &'static str,
        Said { property, value, original }: Said<'s>,
    ) -> Self {
        Self { record, entity_id, schema, property, value, original }
    }

    /// Returns the id of the row: the SHA-1 of the statement itself, so that the same statement has the
    /// same id for ever.
    #[must_use]
    pub fn id(&self) -> StatementId {
        StatementId(Sha1::digest(self.key().to_string()).into())
    }

    /// Returns the entity as its register publishes it: the record, or its Sanction entity.
    #[must_use]
    pub fn entity_id(&self) -> FtmId {
        self.entity_id
    }

    /// Returns the merged entity of a record that has one; else the same as [`Self::entity_id`].
    #[must_use]
    pub fn canonical_id(&self) -> FtmId {
        match self.entity_id {
            FtmId::Record(_) => self.record.merged_entity().map_or(self.entity_id, FtmId::Merged),
            id => id,
        }
    }

    /// Returns the schema of the entity.
    #[must_use]
    pub fn schema(&self) -> &'static str {
        self.schema
    }

    /// Returns the language of the value, which lists do not give.
    #[must_use]
    pub fn lang(&self) -> Option<&'s str> {
        None
    }

    /// Returns the slug of the register.
    #[must_use]
    pub fn dataset(&self) -> &'s str {
        &self.record.register().slug
    }

    /// Returns the time at which the record was first collected.
    #[must_use]
    pub fn first_seen(&self) -> Timestamp {
        self.record.first_seen()
    }

    /// Returns the time at which the record was last loaded.
    #[must_use]
    pub fn last_seen(&self) -> Timestamp {
        self.record.last_seen()
    }

    /// Returns the input of the SHA-1 that is the id of the row.
    fn key(&self) -> impl fmt::Display {
        Key(self)
    }

    /// Writes the cells of [`COLUMNS`].
    pub fn write(&self, line: Line<'_>) {
        line.cell(self.id())
            .cell(self.entity_id())
            .cell(self.canonical_id())
            .cell(self.property.as_str())
            .cell(self.property.type_name())
            .cell(self.schema())
            .cell(&self.value)
            .cell(self.dataset())
            .optional(self.lang())
            .optional(self.original)
            .cell(self.first_seen())
            .cell(self.last_seen())
            .end();
    }
}

/// The id of a row, shown as 40 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementId([u8; 20]);

impl fmt::Display for StatementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
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
