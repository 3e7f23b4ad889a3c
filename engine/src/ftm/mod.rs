//! The use case: a record or a merged entity in the follow-the-money format (docs/api.md,
//! "Follow-the-money entities"), and the statements that it is made of. Knows what records say;
//! knows no HTTP.
//!
//! | module | what it holds |
//! |---|---|
//! | `clean` | the form in which the model keeps texts |
//! | `id` | the ids under which entities are published |
//! | [`properties`] | what a record says, value by value |
//! | [`statement`] | the same with its source, as rows |

mod clean;
mod id;
pub mod properties;
pub mod statement;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use uuid::Uuid;

use self::clean::clean_name;
pub use self::id::FtmId;
use self::properties::Value;
use crate::json::{Sequence, Shown};
use crate::lookup::{self, MergedEntity};
use crate::model::{EntityType, Property, RecordId, Schema};
use crate::snapshot::{RecordView, Snapshot};

/// A party as follow-the-money tells it: one record, or the records of a merged entity together.
pub struct FtmEntity<'s> {
    id: FtmId,
    /// One of its names.
    caption: Cow<'s, str>,
    entity_type: Option<EntityType>,
    /// The records it is told from; never empty.
    records: Vec<RecordView<'s>>,
    referents: Vec<RecordId>,
    merged: Option<Uuid>,
    with_sanctions: bool,
}

impl<'s> FtmEntity<'s> {
    /// A record alone; its referents are the other records of its merged entity.
    #[must_use]
    pub fn of_record(snapshot: &'s Snapshot, record: RecordView<'s>) -> Self {
        let merged = record.merged_entity();
        let entity = merged.and_then(|id| lookup::merged_entity(snapshot, id).active());
        let members = entity.iter().flat_map(|entity| entity.records()).map(|other| other.id());
        Self {
            id: FtmId::Record(record.id()),
            caption: clean_name(record.name()),
            entity_type: record.entity_type(),
            records: vec![record],
            referents: members.filter(|id| *id != record.id()).collect(),
            merged,
            with_sanctions: false,
        }
    }

    /// A merged entity; its referents are all records it was built from.
    #[must_use]
    pub fn of_merged(entity: &MergedEntity<'s>) -> Self {
        Self {
            id: FtmId::Merged(entity.id()),
            caption: clean_name(entity.caption()),
            entity_type: entity.entity_type(),
            records: entity.records().to_vec(),
            referents: entity.records().iter().map(|record| record.id()).collect(),
            merged: Some(entity.id()),
            with_sanctions: false,
        }
    }

    /// The nested shape: a Sanction entity for each listing, under `properties.sanctions`.
    #[must_use]
    pub fn with_sanctions(self) -> Self {
        Self { with_sanctions: true, ..self }
    }

    /// What the records say, by property, each value once and in the order of the records.
    fn properties(&self) -> BTreeMap<Property, Vec<Value<'s>>> {
        let mut properties: BTreeMap<Property, Vec<Value<'s>>> = BTreeMap::new();
        let mut seen = HashSet::new();
        let said = self.records.iter().flat_map(|record| properties::of_party(*record));
        for said in said.filter(|said| said.property.is_of(self.entity_type)) {
            if seen.insert((said.property, said.value.clone())) {
                properties.entry(said.property).or_default().push(said.value);
            }
        }
        properties
    }

    /// The slugs of the registers, each once, in the order of the records.
    fn datasets(&self) -> Vec<&'s str> {
        let mut slugs = Vec::new();
        for record in &self.records {
            let slug = record.register().slug.as_str();
            if !slugs.contains(&slug) {
                slugs.push(slug);
            }
        }
        slugs
    }
}

impl Serialize for FtmEntity<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let records = || self.records.iter();
        let referents = || self.referents.iter().map(|id| Shown(FtmId::Record(*id)));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &Shown(self.id))?;
        map.serialize_entry("caption", &self.caption)?;
        map.serialize_entry("schema", Schema::of(self.entity_type).as_str())?;
        map.serialize_entry("properties", &Properties(self))?;
        map.serialize_entry("referents", &Sequence(referents))?;
        map.serialize_entry("datasets", &self.datasets())?;
        let first_seen = records().map(|record| record.first_seen()).min();
        map.serialize_entry("first_seen", &first_seen.map(Shown))?;
        let last_seen = records().map(|record| record.last_seen()).max();
        map.serialize_entry("last_seen", &last_seen.map(Shown))?;
        let last_change = records().map(|record| record.last_change()).max();
        map.serialize_entry("last_change", &last_change.map(Shown))?;
        map.serialize_entry("target", &true)?;
        if let Some(merged) = self.merged {
            map.serialize_entry("canonical_id", &Shown(FtmId::Merged(merged)))?;
        }
        map.end()
    }
}

/// The properties that the entity's schema has and its records fill; no empty arrays.
struct Properties<'a, 's>(&'a FtmEntity<'s>);

impl Serialize for Properties<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(entity) = self;
        let mut map = serializer.serialize_map(None)?;
        for (property, values) in entity.properties() {
            map.serialize_entry(property.as_str(), &values)?;
        }
        if entity.with_sanctions {
            let sanctions = || entity.records.iter().map(|record| Sanction(*record));
            map.serialize_entry("sanctions", &Sequence(sanctions))?;
        }
        map.end()
    }
}

/// One listing as a Sanction entity.
struct Sanction<'s>(RecordView<'s>);

impl Serialize for Sanction<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let Self(record) = self;
        let caption = record.programmes().next().unwrap_or(&record.register().publisher);
        map.serialize_entry("id", &Shown(FtmId::Sanction(record.id())))?;
        map.serialize_entry("caption", caption)?;
        map.serialize_entry("schema", "Sanction")?;
        map.serialize_entry("properties", &SanctionProperties(*record))?;
        map.serialize_entry("referents", &[(); 0])?;
        map.serialize_entry("datasets", &[record.register().slug.as_str()])?;
        map.serialize_entry("first_seen", &Shown(record.first_seen()))?;
        map.serialize_entry("last_seen", &Shown(record.last_seen()))?;
        map.serialize_entry("last_change", &Shown(record.last_change()))?;
        map.serialize_entry("target", &false)?;
        map.end()
    }
}

struct SanctionProperties<'s>(RecordView<'s>);

impl Serialize for SanctionProperties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut properties: BTreeMap<Property, Vec<Value<'_>>> = BTreeMap::new();
        for said in properties::of_listing(self.0) {
            properties.entry(said.property).or_default().push(said.value);
        }
        serializer.collect_map(properties.iter().map(|(name, values)| (name.as_str(), values)))
    }
}
