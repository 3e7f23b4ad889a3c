//! The use case: a record or a merged entity in the follow-the-money format (docs/api.md,
//! "Follow-the-money entities"), and its statements. Knows records; knows no HTTP.
//!
//! | module | what it holds |
//! |---|---|
//! | `clean` | the form of texts in the model |
//! | `content` | the content of entities, for comparison |
//! | `id` | the published ids of entities |
//! | [`properties`] | the values of a record by property |
//! | [`statement`] | these values with their source, as rows |

mod clean;
mod content;
mod id;
pub mod properties;
pub mod statement;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use uuid::Uuid;

use self::clean::clean_name;
pub use self::content::Content;
pub use self::id::FtmId;
use self::properties::{Said, Value};
use crate::json::{Sequence, Shown};
use crate::lookup::MergedEntity;
use crate::model::{EntityType, Property, RecordId, Schema};
use crate::snapshot::{RecordView, Snapshot};

/// A party as a follow-the-money entity: one record, or the records of a merged entity together.
pub struct FtmEntity<'s> {
    id: FtmId,
    /// One of its names.
    caption: Cow<'s, str>,
    entity_type: Option<EntityType>,
    /// Records of the entity; never empty.
    records: Vec<RecordView<'s>>,
    /// Their values for properties of its schema, in their order, each value once.
    said: Vec<Said<'s>>,
    referents: Vec<RecordId>,
    merged: Option<Uuid>,
    /// Sanction entities of the nested shape.
    sanctions: Vec<Sanction<'s>>,
}

impl<'s> FtmEntity<'s> {
    /// Makes the entity of a single record. Its referents are the other records of its merged entity.
    #[must_use]
    pub fn of_record(snapshot: &'s Snapshot, record: RecordView<'s>) -> Self {
        let others = snapshot.others_of_entity(record.ordinal());
        Self {
            id: FtmId::Record(record.id()),
            caption: clean_name(record.name()),
            entity_type: record.entity_type(),
            records: vec![record],
            said: properties::of_party(record).collect(),
            referents: others.iter().map(|other| snapshot.record(*other).id()).collect(),
            merged: record.merged_entity(),
            sanctions: Vec::new(),
        }
    }

    /// Makes the entity of a merged entity. Its referents are all of its records.
    #[must_use]
    pub fn of_merged(entity: &MergedEntity<'s>) -> Self {
        let (records, entity_type) = (entity.records(), entity.entity_type());
        let said = records.iter().flat_map(|record| properties::of_party(*record));
        // The schema of the other records may lack a property of a record of unknown type.
        let said = properties::distinct(said.filter(|said| said.property.is_of(entity_type)));
        Self {
            id: FtmId::Merged(entity.id()),
            caption: clean_name(entity.caption()),
            entity_type,
            records: records.to_vec(),
            said: said.collect(),
            referents: records.iter().map(|record| record.id()).collect(),
            merged: Some(entity.id()),
            sanctions: Vec::new(),
        }
    }

    /// Changes to the nested shape: a Sanction entity for each listing, under `properties.sanctions`.
    #[must_use]
    pub fn with_sanctions(self) -> Self {
        let sanctions = self.records.iter().map(|record| Sanction::of_record(*record)).collect();
        Self { sanctions, ..self }
    }

    /// Returns one of its names.
    #[must_use]
    pub fn caption(&self) -> &str {
        &self.caption
    }

    #[must_use]
    pub fn schema(&self) -> Schema {
        Schema::of(self.entity_type)
    }

    /// Returns the values of its records for properties of its schema, in their order, each value once.
    #[must_use]
    pub fn said(&self) -> &[Said<'s>] {
        &self.said
    }

    /// Returns the flat shape, even after [`Self::with_sanctions`].
    #[must_use]
    pub fn flat(&self) -> impl Serialize {
        Flat(self)
    }

    /// Returns the Sanction entities of the nested shape.
    #[must_use]
    pub fn sanctions(&self) -> &[Sanction<'s>] {
        &self.sanctions
    }

    /// Returns the slugs of the registers, each once, in the order of the records.
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
        self.serialize_with(&self.sanctions, serializer)
    }
}

/// An entity without its Sanction entities.
struct Flat<'a, 's>(&'a FtmEntity<'s>);

impl Serialize for Flat<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_with(&[], serializer)
    }
}

impl FtmEntity<'_> {
    fn serialize_with<S: Serializer>(
        &self,
        sanctions: &[Sanction<'_>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let records = || self.records.iter();
        let referents = || self.referents.iter().map(|id| Shown(FtmId::Record(*id)));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &Shown(self.id))?;
        map.serialize_entry("caption", &self.caption)?;
        map.serialize_entry("schema", self.schema().as_str())?;
        map.serialize_entry("properties", &Properties { said: &self.said, sanctions })?;
        map.serialize_entry("referents", &Sequence(referents))?;
        map.serialize_entry("datasets", &self.datasets())?;
        let first_seen = records().map(|record| record.first_seen()).min();
        map.serialize_entry("first_seen", &first_seen.map(Shown))?;
        let last_seen = records().map(|record| record.last_seen()).max();
        map.serialize_entry("last_seen", &last_seen.map(Shown))?;
        let last_change = records().map(|record| record.changes().party).max();
        map.serialize_entry("last_change", &last_change.map(Shown))?;
        map.serialize_entry("target", &true)?;
        if let Some(merged) = self.merged {
            map.serialize_entry("canonical_id", &Shown(FtmId::Merged(merged)))?;
        }
        map.end()
    }
}

/// Properties of the entity's schema that its records fill; no empty arrays.
struct Properties<'a, 's> {
    said: &'a [Said<'s>],
    sanctions: &'a [Sanction<'s>],
}

impl Serialize for Properties<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { said, sanctions } = self;
        let mut map = serializer.serialize_map(None)?;
        for (property, values) in by_property(said) {
            map.serialize_entry(property.as_str(), &values)?;
        }
        if !sanctions.is_empty() {
            map.serialize_entry("sanctions", sanctions)?;
        }
        map.end()
    }
}

/// Returns the values of each property, sorted. Their order in a list has no meaning, and must not
/// change a line of bulk files.
fn by_property<'a, 's>(said: &'a [Said<'s>]) -> BTreeMap<Property, Vec<&'a Value<'s>>> {
    let mut properties: BTreeMap<Property, Vec<&Value<'s>>> = BTreeMap::new();
    for said in said {
        properties.entry(said.property).or_default().push(&said.value);
    }
    properties.values_mut().for_each(|values| values.sort_unstable_by(|a, b| a.order(b)));
    properties
}

/// Schema of listings.
const SANCTION: &str = "Sanction";

/// The listing of a record as a Sanction entity.
pub struct Sanction<'s> {
    record: RecordView<'s>,
    said: Vec<Said<'s>>,
}

impl<'s> Sanction<'s> {
    #[must_use]
    pub fn of_record(record: RecordView<'s>) -> Self {
        Self { record, said: properties::of_listing(record).collect() }
    }

    /// Returns the values of the listing, each value once.
    #[must_use]
    pub fn said(&self) -> &[Said<'s>] {
        &self.said
    }
}

impl Serialize for Sanction<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let record = self.record;
        let caption = record.programmes().next().unwrap_or(&record.register().publisher);
        map.serialize_entry("id", &Shown(FtmId::Sanction(record.id())))?;
        map.serialize_entry("caption", caption)?;
        map.serialize_entry("schema", SANCTION)?;
        map.serialize_entry("properties", &Properties { said: &self.said, sanctions: &[] })?;
        map.serialize_entry("referents", &[(); 0])?;
        map.serialize_entry("datasets", &[record.register().slug.as_str()])?;
        map.serialize_entry("first_seen", &Shown(record.first_seen()))?;
        map.serialize_entry("last_seen", &Shown(record.last_seen()))?;
        map.serialize_entry("last_change", &Shown(record.changes().listing))?;
        map.serialize_entry("target", &false)?;
        map.end()
    }
}
