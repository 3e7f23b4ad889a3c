//! Merges the entries of one register in two ledgers.

use std::cmp::Ordering;
use std::io;

use anyhow::anyhow;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::change::{EntityChange, FactChange, Kind, RecordChange};
use super::event::{Event, Totals};
use crate::history::{StoredEntry, stored_entries};
use crate::ledger::{Ledger, LedgerError};

/// Compares a register, which may be missing in one ledger, and reports each record that differs.
pub(super) fn register(
    old: &Ledger,
    new: &Ledger,
    slug: &str,
    tell: &mut impl FnMut(Event) -> io::Result<()>,
) -> anyhow::Result<Totals> {
    let entries = |ledger| stored_entries_of(ledger, slug).peekable();
    let (mut before, mut after) = (entries(old), entries(new));
    let mut comparison = Comparison { slug, totals: Totals::default() };
    loop {
        let change = match order(before.peek(), after.peek()) {
            None => return Ok(comparison.totals),
            Some(Ordering::Less) => comparison.pair(before.next().transpose()?, None)?,
            Some(Ordering::Greater) => comparison.pair(None, after.next().transpose()?)?,
            Some(Ordering::Equal) => {
                comparison.pair(before.next().transpose()?, after.next().transpose()?)?
            }
        };
        if let Some(change) = change {
            tell(Event::Record(Box::new(change)))?;
        }
    }
}

type Next = Result<StoredEntry, LedgerError>;

/// Order of the next entries of two streams; an error comes first. `None` at the end of both.
fn order(before: Option<&Next>, after: Option<&Next>) -> Option<Ordering> {
    Some(match (before, after) {
        (None, None) => return None,
        (Some(Ok(before)), Some(Ok(after))) => before.reference.cmp(&after.reference),
        (Some(Err(_)), _) | (Some(_), None) => Ordering::Less,
        (_, Some(_)) => Ordering::Greater,
    })
}

fn stored_entries_of<'l>(ledger: &'l Ledger, slug: &str) -> impl Iterator<Item = Next> + use<'l> {
    let place = ledger.place_of(slug);
    place.into_iter().flat_map(|place| stored_entries(ledger, place))
}

struct Comparison<'s> {
    slug: &'s str,
    totals: Totals,
}

impl Comparison<'_> {
    /// Difference between the entries of one reference; at least one of them exists.
    fn pair(
        &mut self,
        old: Option<StoredEntry>,
        new: Option<StoredEntry>,
    ) -> anyhow::Result<Option<RecordChange>> {
        let is_active = |entry: &Option<StoredEntry>| {
            entry.as_ref().is_some_and(|entry| entry.known.is_active())
        };
        let change = match (is_active(&old), is_active(&new), old, new) {
            (true, true, Some(old), Some(new)) => return self.both(&old, &new),
            (true, _, Some(entry), _) => (Kind::Removed, entry),
            (_, true, old, Some(entry)) => {
                (if old.is_some() { Kind::Returned } else { Kind::Added }, entry)
            }
            _ => return Ok(None),
        };
        let (kind, entry) = change;
        match kind {
            Kind::Removed => self.totals.removed += 1,
            Kind::Returned => self.totals.returned += 1,
            _ => self.totals.added += 1,
        }
        self.change(kind, &entry, Vec::new(), None).map(Some)
    }

    /// Difference between two active entries.
    fn both(
        &mut self,
        old: &StoredEntry,
        new: &StoredEntry,
    ) -> anyhow::Result<Option<RecordChange>> {
        let is_relinked = old.known.entity != new.known.entity;
        let entity =
            is_relinked.then_some(EntityChange { old: old.known.entity, new: new.known.entity });
        let is_touched = old.known.last_change != new.known.last_change;
        let facts = match is_touched {
            true => FactChange::between(&self.read(old)?, &self.read(new)?),
            false => Vec::new(),
        };
        self.totals.relinked += u64::from(is_relinked);
        self.totals.changed += u64::from(!facts.is_empty());
        let kind = match (facts.is_empty(), is_relinked) {
            (false, _) => Kind::Changed,
            (true, true) => Kind::Relinked,
            (true, false) => return Ok(None),
        };
        self.change(kind, new, facts, entity).map(Some)
    }

    /// Record of an entry, or a part of it.
    fn read<T: DeserializeOwned>(&self, entry: &StoredEntry) -> anyhow::Result<T> {
        serde_json::from_str(entry.json.get()).map_err(|error| {
            let (slug, reference) = (self.slug, &entry.reference);
            anyhow!("{slug}: the record with the reference {reference:?} cannot be read: {error}")
        })
    }

    fn change(
        &self,
        kind: Kind,
        entry: &StoredEntry,
        facts: Vec<FactChange>,
        entity: Option<EntityChange>,
    ) -> anyhow::Result<RecordChange> {
        #[derive(Deserialize)]
        struct Named {
            name: String,
        }
        let Named { name } = self.read(entry)?;
        Ok(RecordChange {
            register: self.slug.to_owned(),
            reference: entry.reference.clone(),
            kind,
            id: entry.known.id.0,
            name,
            facts,
            entity,
        })
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{RecordId, Timestamp};
    use uuid::Uuid;

    use super::*;
    use crate::ledger::entry::{Entry, written};
    use tamis_engine::model::Record;

    /// An active entry that was last changed at a time.
    fn entry(name: &str, last_change: i64, entity: Option<Uuid>) -> StoredEntry {
        let record =
            Record { reference: "7".to_owned(), name: name.to_owned(), ..Record::default() };
        let (json, hash) = written(&record);
        let known = Entry {
            id: RecordId(1),
            first_seen: Timestamp(1),
            last_seen: Timestamp(9),
            last_change: Timestamp(last_change),
            party_change: None,
            history: Vec::new(),
            listing_change: None,
            delisted_at: None,
            entity,
            hash,
            record: (),
        };
        StoredEntry { reference: record.reference, known, json }
    }

    fn retired(mut entry: StoredEntry) -> StoredEntry {
        entry.known.delisted_at = Some(Timestamp(9));
        entry
    }

    fn compared(old: Option<StoredEntry>, new: Option<StoredEntry>) -> Option<(Kind, Totals)> {
        let mut comparison = Comparison { slug: "aa_list", totals: Totals::default() };
        let change = comparison.pair(old, new).expect("records that can be read");
        change.map(|change| (change.kind, comparison.totals))
    }

    #[test]
    fn each_pair_of_entries_is_one_kind_of_difference() {
        let (one, none) = (Totals::default(), || None);
        let entity = Some(Uuid::from_u128(7));
        let jane = || entry("Jane", 1, None);
        for (case, old, new, expected) in [
            ("new", none(), Some(jane()), Some((Kind::Added, Totals { added: 1, ..one }))),
            ("gone", Some(jane()), none(), Some((Kind::Removed, Totals { removed: 1, ..one }))),
            (
                "retired",
                Some(jane()),
                Some(retired(jane())),
                Some((Kind::Removed, Totals { removed: 1, ..one })),
            ),
            (
                "back",
                Some(retired(jane())),
                Some(jane()),
                Some((Kind::Returned, Totals { returned: 1, ..one })),
            ),
            ("came and went", none(), Some(retired(jane())), None),
            ("still retired", Some(retired(jane())), Some(retired(jane())), None),
            ("the same", Some(jane()), Some(jane()), None),
            (
                "another name",
                Some(jane()),
                Some(entry("Joan", 2, None)),
                Some((Kind::Changed, Totals { changed: 1, ..one })),
            ),
            (
                "no change by the rules of its build",
                Some(jane()),
                Some(entry("Joan", 1, None)),
                None,
            ),
            ("changed, and changed back", Some(jane()), Some(entry("Jane", 2, None)), None),
            (
                "merged",
                Some(jane()),
                Some(entry("Jane", 1, entity)),
                Some((Kind::Relinked, Totals { relinked: 1, ..one })),
            ),
            (
                "merged, with another name",
                Some(jane()),
                Some(entry("Joan", 2, entity)),
                Some((Kind::Changed, Totals { changed: 1, relinked: 1, ..one })),
            ),
        ] {
            assert_eq!(compared(old, new), expected, "{case}");
        }
    }
}
