//! The use case: a record or a merged entity in the follow-the-money format (api.md 2.8,
//! decisions D7). Knows what records say; knows no HTTP.

use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use uuid::Uuid;

use crate::json::{Sequence, Shown};
use crate::lookup::{self, MergedEntity};
use crate::model::{CountryCode, EntityType, ImoNumber, RecordId, Schema};
use crate::snapshot::{RecordView, Snapshot};

/// A party as follow-the-money tells it: one record, or the records of a merged entity together.
pub struct FtmEntity<'s> {
    id: FtmId,
    caption: &'s str,
    entity_type: Option<EntityType>,
    /// The records it is told from; never empty.
    records: Vec<RecordView<'s>>,
    referents: Vec<RecordId>,
    merged: Option<Uuid>,
    with_sanctions: bool,
}

/// An id as it is published: `svc-101`, `svc-101-sanction` or `svc-e-<uuid>`.
#[derive(Debug, Clone, Copy)]
enum FtmId {
    Record(RecordId),
    Sanction(RecordId),
    Merged(Uuid),
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
            caption: record.name(),
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
            caption: entity.caption(),
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

    /// What one part of each record says, in their order, each value once.
    fn values<T: PartialEq, I: Iterator<Item = T>>(
        &self,
        part: impl Fn(RecordView<'s>) -> I,
    ) -> Vec<T> {
        let mut values = Vec::new();
        for value in self.records.iter().flat_map(|record| part(*record)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

impl Serialize for FtmEntity<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let records = || self.records.iter();
        let referents = || self.referents.iter().map(|id| Shown(FtmId::Record(*id)));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &Shown(self.id))?;
        map.serialize_entry("caption", self.caption)?;
        map.serialize_entry("schema", Schema::of(self.entity_type).as_str())?;
        map.serialize_entry("properties", &Properties(self))?;
        map.serialize_entry("referents", &Sequence(referents))?;
        let slugs = self.values(|record| std::iter::once(record.register().slug.as_str()));
        map.serialize_entry("datasets", &slugs)?;
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
        let names = entity.values(|record| std::iter::once(record.name()));
        let mut aliases = entity.values(RecordView::aliases);
        aliases.retain(|alias| !names.contains(alias));
        let mut map = serializer.serialize_map(None)?;
        filled(&mut map, "name", &names)?;
        filled(&mut map, "alias", &aliases)?;
        let topics = entity.values(|record| std::iter::once(record.topic().as_str()));
        filled(&mut map, "topics", &topics)?;
        if entity.entity_type == Some(EntityType::Individual) {
            let dates: Vec<_> = entity.values(RecordView::birth_dates);
            filled(&mut map, "birthDate", &shown(dates))?;
        }
        let countries = entity.values(RecordView::countries).into_iter().map(LowerCase).collect();
        filled(&mut map, country_property(entity.entity_type), &shown(countries))?;
        if entity.entity_type == Some(EntityType::Vessel) {
            let numbers = entity.values(|record| record.imo().map(ImoProperty).into_iter());
            filled(&mut map, "imoNumber", &shown(numbers))?;
        }
        filled(&mut map, "notes", &entity.values(RecordView::notes))?;
        if entity.with_sanctions {
            let sanctions: Vec<_> = entity.records.iter().map(|record| Sanction(*record)).collect();
            filled(&mut map, "sanctions", &sanctions)?;
        }
        map.end()
    }
}

/// Under which property the schema holds a country (follow-the-money's model).
fn country_property(entity_type: Option<EntityType>) -> &'static str {
    match entity_type {
        Some(EntityType::Individual) => "nationality",
        Some(EntityType::Company | EntityType::Organization) => "jurisdiction",
        Some(EntityType::Vessel) => "flag",
        Some(EntityType::Aircraft) | None => "country",
    }
}

/// One listing as a Sanction entity.
struct Sanction<'s>(RecordView<'s>);

impl Serialize for Sanction<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &Shown(FtmId::Sanction(self.0.id())))?;
        map.serialize_entry("schema", "Sanction")?;
        map.serialize_entry("properties", &SanctionProperties(self.0))?;
        map.end()
    }
}

struct SanctionProperties<'s>(RecordView<'s>);

impl Serialize for SanctionProperties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record) = *self;
        let register = record.register();
        let mut map = serializer.serialize_map(None)?;
        filled(&mut map, "entity", &[Shown(FtmId::Record(record.id()))])?;
        filled(&mut map, "authority", &[&register.publisher])?;
        filled(&mut map, "country", &[Shown(LowerCase(register.country))])?;
        filled(&mut map, "program", &record.programmes().collect::<Vec<_>>())?;
        filled(&mut map, "listingDate", &shown(record.listed_on().into_iter().collect()))?;
        filled(&mut map, "endDate", &shown(record.listed_until().into_iter().collect()))?;
        filled(&mut map, "status", &record.status().into_iter().collect::<Vec<_>>())?;
        filled(&mut map, "sourceUrl", &record.source_url().into_iter().collect::<Vec<_>>())?;
        map.end()
    }
}

/// Writes a property unless it has no values.
fn filled<M: SerializeMap>(
    map: &mut M,
    property: &str,
    values: &[impl Serialize],
) -> Result<(), M::Error> {
    if values.is_empty() { Ok(()) } else { map.serialize_entry(property, values) }
}

fn shown<T: fmt::Display>(values: Vec<T>) -> Vec<Shown<T>> {
    values.into_iter().map(Shown).collect()
}

impl fmt::Display for FtmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(id) => write!(f, "svc-{}", id.0),
            Self::Sanction(id) => write!(f, "svc-{}-sanction", id.0),
            Self::Merged(id) => write!(f, "svc-e-{id}"),
        }
    }
}

/// A country code as follow-the-money writes it.
struct LowerCase(CountryCode);

impl fmt::Display for LowerCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.as_str().to_ascii_lowercase())
    }
}

/// An IMO number as follow-the-money writes it.
#[derive(PartialEq)]
struct ImoProperty(ImoNumber);

impl fmt::Display for ImoProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IMO{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_values_have_the_spellings_of_the_format() {
        let imo = ImoNumber::parse("9074729").expect("seven digits");
        let country = CountryCode::parse("RU").expect("two letters");
        for (shown, expected) in [
            (FtmId::Record(RecordId(7)).to_string(), "svc-7"),
            (FtmId::Sanction(RecordId(7)).to_string(), "svc-7-sanction"),
            (FtmId::Merged(Uuid::nil()).to_string(), "svc-e-00000000-0000-0000-0000-000000000000"),
            (ImoProperty(imo).to_string(), "IMO9074729"),
            (LowerCase(country).to_string(), "ru"),
        ] {
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn a_country_stands_where_the_schema_has_it() {
        for (entity_type, expected) in [
            (Some(EntityType::Individual), "nationality"),
            (Some(EntityType::Organization), "jurisdiction"),
            (Some(EntityType::Vessel), "flag"),
            (None, "country"),
        ] {
            assert_eq!(country_property(entity_type), expected);
        }
    }
}
