//! Lines of a ledger, one JSON object each. Keys are added, never renamed or redefined. An unknown key
//! is refused, so that an older program never loses a fact silently.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::value::RawValue;
use tamis_engine::model::{
    FactsChange, LastChange, PartialDate, Record, RecordId, Register, RegisterRun, Timestamp,
};
use uuid::Uuid;
use xxhash_rust::xxh3::xxh3_128;

/// A record as last loaded, active or retired. `R` is the record or the part of it that is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<R> {
    /// Published id.
    pub id: RecordId,
    /// First successful load that contained the record.
    pub first_seen: Timestamp,
    /// Latest successful load that contained the record.
    pub last_seen: Timestamp,
    /// Latest build that changed its published content.
    pub last_change: Timestamp,
    /// Latest build that changed its facts about the party, if earlier than `last_change`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party_change: Option<Timestamp>,
    /// Latest build that changed its listing, if earlier than `last_change`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listing_change: Option<Timestamp>,
    /// Builds that changed its facts, oldest first: the last
    /// [`FACTS_CHANGES_MAX`](crate::limits::FACTS_CHANGES_MAX).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<FactsChange>,
    /// First successful load that no longer contained it; `None` for an active record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delisted_at: Option<Timestamp>,
    /// Merged entity; for a retired record, the one at the time of retirement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<Uuid>,
    /// Hash to compare contents without reading them.
    pub hash: ContentHash,
    /// Content of the record as listed.
    pub record: R,
}

impl<R> Entry<R> {
    /// The same entry with another record, or with another part of it.
    #[must_use]
    pub fn with<S>(&self, record: S) -> Entry<S> {
        let Self { id, first_seen, last_seen, last_change, .. } = *self;
        let Self { party_change, listing_change, delisted_at, entity, hash, .. } = *self;
        let history = self.history.clone();
        Entry {
            id,
            first_seen,
            last_seen,
            last_change,
            party_change,
            listing_change,
            history,
            delisted_at,
            entity,
            hash,
            record,
        }
    }

    /// Latest builds that changed each part of the record.
    #[must_use]
    pub fn changes(&self) -> LastChange {
        let of_part = |part: Option<Timestamp>| part.unwrap_or(self.last_change);
        LastChange { party: of_part(self.party_change), listing: of_part(self.listing_change) }
    }

    /// Sets the latest builds that changed each part of the record.
    pub fn set_changes(&mut self, changes: LastChange) {
        self.last_change = changes.latest();
        let earlier = |part| Some(part).filter(|part| *part != changes.latest());
        self.party_change = earlier(changes.party);
        self.listing_change = earlier(changes.listing);
    }

    /// True if the latest successful load of its register contained it.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.delisted_at.is_none()
    }
}

/// The reference of a record, by which entries are sorted; other fields are skipped.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Reference<'l> {
    /// See [`Record::reference`].
    #[serde(rename = "ref", borrow)]
    pub reference: Cow<'l, str>,
}

/// A register with its history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterLine {
    /// The register with its latest run.
    pub register: Register,
    /// Slug of the register whose numbers it uses as references, if these are not its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbered_by: Option<String>,
    /// Slug of the register whose entries it repeats without their numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiles: Option<String>,
    /// Latest build that retired records by an accepted drop. Removals up to it no longer count against
    /// `max_drop_percent`. Kept while they would otherwise count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_accepted_at: Option<Timestamp>,
    /// Earlier runs, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_runs: Vec<RegisterRun>,
    /// Daily changes, for each day with at least one, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<Day>,
}

/// Changes of a register on one day, in records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// The calendar day, UTC.
    pub day: PartialDate,
    /// Records never seen before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub added: u64,
    /// Records that returned after they had been retired.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub returned: u64,
    /// Records with different content than before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub changed: u64,
    /// Records that left the list.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removed: u64,
}

impl Day {
    /// The day of a moment, with all counts zero.
    #[must_use]
    pub fn of(moment: Timestamp) -> Self {
        let text = moment.to_string();
        // Times of builds have four digits for the year, so there is a day in front of the T.
        let day = text.split('T').next().and_then(|day| day.parse().ok());
        let day = day.expect("a moment between 1970 and 2106 has a day");
        Self { day, added: 0, returned: 0, changed: 0, removed: 0 }
    }
}

/// A merged entity that became part of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Successor {
    /// The UUID that is no longer in use.
    pub entity: Uuid,
    /// The UUID that its records have now.
    pub successor: Uuid,
}

/// XXH3 of a record as JSON, 128 bits in 32 hexadecimal digits.
///
/// Equal hashes mean equal content. A later program may write the same content in another way, so
/// different hashes alone do not mean a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentHash(u128);

impl ContentHash {
    /// The hash of a record's JSON.
    #[must_use]
    pub fn of(record: &RawValue) -> Self {
        Self(xxh3_128(record.get().as_bytes()))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let hash = u128::from_str_radix(&text, 16).ok().filter(|_| text.len() == 32);
        hash.map(Self).ok_or_else(|| de::Error::custom("a hash has 32 hexadecimal digits"))
    }
}

/// A record's JSON and its hash.
///
/// # Panics
/// Never: a record is plain texts.
#[must_use]
pub fn written(record: &Record) -> (Box<RawValue>, ContentHash) {
    let json = serde_json::value::to_raw_value(record).expect("plain texts can be written");
    let hash = ContentHash::of(&json);
    (json, hash)
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}
