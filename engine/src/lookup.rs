//! The use case: a record or a merged entity by its id (docs/api.md, "Active and retired records",
//! "Entity look-up"). Knows snapshots; knows no HTTP and no JSON.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::directory::Directory;
use crate::limits;
use crate::model::{EntityType, RecordId, RecordOrdinal, Timestamp};
use crate::snapshot::{RecordView, Snapshot};
use crate::text::as_written;

/// State of a record id (the table of docs/api.md, "Active and retired records").
pub enum RecordState<'s> {
    Active(RecordView<'s>),
    /// Retired, but its party lives on in this merged entity.
    Moved(Uuid),
    /// Retired, and no active record of its party is known.
    Retired {
        /// Time at which it left its list.
        delisted_at: Timestamp,
    },
    /// Never published.
    Unknown,
}

/// Looks a record up by its published id.
#[must_use]
pub fn record(snapshot: &Snapshot, id: RecordId) -> RecordState<'_> {
    if let Some(ordinal) = snapshot.find(id) {
        return RecordState::Active(snapshot.record(ordinal));
    }
    let Some(retired) = snapshot.retired(id) else { return RecordState::Unknown };
    match retired.entity.and_then(|entity| living(snapshot, entity)) {
        Some(entity) => RecordState::Moved(entity),
        None => RecordState::Retired { delisted_at: retired.delisted_at },
    }
}

/// Returns the merged entity itself, or the one that it was merged into, if it has active records.
fn living(snapshot: &Snapshot, entity: Uuid) -> Option<Uuid> {
    let now = snapshot.successor(entity).unwrap_or(entity);
    snapshot.entity_members(now).filter(|members| !members.is_empty()).map(|_| now)
}

/// Returns other active records of the same party from other registers, by rising id, at most
/// [`limits::RELATED_RECORDS_MAX`] (docs/api.md, "Record fields"). These are the records of its merged
/// entity. Without one, they are the records with its name and birth date, of any merged entity. A
/// record without a birth date has none.
#[must_use]
pub fn related<'s>(snapshot: &'s Snapshot, record: RecordView<'s>) -> Vec<RecordView<'s>> {
    let mut related = BTreeMap::new();
    let mut offer = |other: RecordView<'s>| {
        if other.register().slug != record.register().slug {
            related.insert(other.id(), other);
        }
        if related.len() > limits::RELATED_RECORDS_MAX {
            related.pop_last();
        }
    };
    match record.merged_entity() {
        Some(entity) => members(snapshot, entity).for_each(&mut offer),
        None => namesakes(snapshot, record).for_each(&mut offer),
    }
    related.into_values().collect()
}

fn members(snapshot: &Snapshot, entity: Uuid) -> impl Iterator<Item = RecordView<'_>> {
    let ordinals = snapshot.entity_members(entity).unwrap_or_default();
    ordinals.iter().map(|ordinal| snapshot.record(RecordOrdinal(*ordinal)))
}

/// Returns the records with the same primary name, folded and without punctuation, and the same first
/// birth date at the coarser of both precisions; none for a record without a birth date.
fn namesakes<'s>(
    snapshot: &'s Snapshot,
    record: RecordView<'s>,
) -> impl Iterator<Item = RecordView<'s>> {
    let birth_date = record.birth_date();
    let named = birth_date.map(|_| called(snapshot, record.name())).into_iter().flatten();
    named.filter(move |other| {
        let both = other.birth_date().zip(birth_date);
        both.is_some_and(|(own, asked)| own.agrees_with(asked))
    })
}

/// Returns the records with this primary name, folded and without punctuation. The cost grows with the
/// number of names that hold all of its words.
fn called<'s>(snapshot: &'s Snapshot, name: &str) -> impl Iterator<Item = RecordView<'s>> {
    let words = Directory::new(snapshot).words();
    let records = words.records_in_all(words.lists_of(name).unwrap_or_default());
    let name = as_written(name);
    let records = records.map(move |record| snapshot.record(RecordOrdinal(record)));
    records.filter(move |other| as_written(other.name()) == name)
}

/// Returns the party that a remark of a record names behind a colon, as in "Linked To: MAHAN AIR", and
/// its name there. It is the only record of its register with that primary name.
#[must_use]
pub fn named_in<'s, 'r>(
    snapshot: &'s Snapshot,
    record: RecordView<'s>,
    remark: &'r str,
) -> Option<(&'r str, RecordView<'s>)> {
    let (_, name) = remark.split_once(": ")?;
    let of_register = |other: &RecordView<'s>| other.register().slug == record.register().slug;
    let mut named = called(snapshot, name).filter(of_register);
    let found = named.next().filter(|found| found.id() != record.id())?;
    named.next().is_none().then_some((name, found))
}

/// A party known from several records, with their combined facts (docs/api.md, "Merged entities").
pub struct MergedEntity<'s> {
    id: Uuid,
    /// By rising id; never empty.
    records: Vec<RecordView<'s>>,
}

/// State of the id of a merged entity.
pub enum EntityState<'s> {
    /// It has active records.
    Active(MergedEntity<'s>),
    /// Merged into this entity, which has active records (docs/api.md, "Merged entities").
    Moved(Uuid),
    /// No active record of it is known.
    Unknown,
}

impl<'s> EntityState<'s> {
    /// Returns the entity, if it has active records under this id.
    #[must_use]
    pub fn active(self) -> Option<MergedEntity<'s>> {
        match self {
            Self::Active(entity) => Some(entity),
            Self::Moved(_) | Self::Unknown => None,
        }
    }
}

/// Looks a merged entity up by its id.
#[must_use]
pub fn merged_entity(snapshot: &Snapshot, id: Uuid) -> EntityState<'_> {
    let mut records: Vec<_> = members(snapshot, id).collect();
    records.sort_unstable_by_key(|record| record.id());
    match living(snapshot, id) {
        Some(now) if now == id => EntityState::Active(MergedEntity { id, records }),
        Some(now) => EntityState::Moved(now),
        None => EntityState::Unknown,
    }
}

impl<'s> MergedEntity<'s> {
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// Returns its active records, by rising id.
    #[must_use]
    pub fn records(&self) -> &[RecordView<'s>] {
        &self.records
    }

    /// Returns the most frequent primary name, or that of the older record in a tie (docs/api.md,
    /// "Merged entities").
    #[must_use]
    pub fn caption(&self) -> &'s str {
        let names = self.by_age().map(|record| record.name());
        most_frequent(names).unwrap_or_default()
    }

    /// Returns the most frequent type that the records give, or that of the older record in a tie.
    #[must_use]
    pub fn entity_type(&self) -> Option<EntityType> {
        most_frequent(self.by_age().filter_map(|record| record.entity_type()))
    }

    fn by_age(&self) -> impl Iterator<Item = RecordView<'s>> {
        let mut records = self.records.clone();
        records.sort_by_key(|record| (record.first_seen(), record.id()));
        records.into_iter()
    }

    /// Returns the sorted distinct values of one part of each record.
    pub fn values<T: Ord, I: Iterator<Item = T>>(
        &self,
        part: impl Fn(RecordView<'s>) -> I,
    ) -> BTreeSet<T> {
        self.records.iter().flat_map(|record| part(*record)).collect()
    }

    /// Returns the time at which the first of its records was first collected.
    #[must_use]
    pub fn first_seen(&self) -> Timestamp {
        self.records.iter().map(|record| record.first_seen()).min().unwrap_or(Timestamp(0))
    }

    /// Returns the time at which the latest of its records was last loaded.
    #[must_use]
    pub fn last_seen(&self) -> Timestamp {
        self.records.iter().map(|record| record.last_seen()).max().unwrap_or(Timestamp(0))
    }
}

/// Returns the most frequent value, or the first one in a tie.
fn most_frequent<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, (usize, usize)> = BTreeMap::new();
    for (position, value) in values.enumerate() {
        counts.entry(value).or_insert((0, position)).0 += 1;
    }
    let best = counts.into_iter().max_by_key(|(_, (count, first))| (*count, Reverse(*first)))?;
    Some(best.0)
}

#[cfg(test)]
mod tests {
    use super::most_frequent;

    #[test]
    fn the_most_frequent_value_wins_and_of_equals_the_first() {
        for (values, expected) in [
            (vec!["b", "a", "a"], Some("a")),
            (vec!["b", "a"], Some("b")),
            (vec!["c", "b", "a", "a", "b"], Some("b")),
            (vec![], None),
        ] {
            assert_eq!(most_frequent(values.iter().copied()), expected, "{values:?}");
        }
    }
}
