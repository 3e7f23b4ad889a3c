//! The fixed-width rows of the hot sections. Plain bytes, little endian, no padding.

use bytemuck::{Pod, Zeroable};

pub use crate::lexicon::rows::NONE_U8;
use crate::model::{EntityType, RecordOrdinal};
use crate::text::NameKind;

#[cfg(target_endian = "big")]
compile_error!("snapshots are little endian and mapped as they are");

/// Marks "none" in a field of four bytes.
pub const NONE_U32: u32 = u32::MAX;

/// Columns of a record that filters and features read. The sentinel row behind the last record holds
/// only the ends of the three ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct RecordRow {
    /// Published id.
    pub id: u64,
    /// First successful load that contained the record, seconds since 1970 UTC.
    pub first_seen: u32,
    /// Latest build in which the facts of its party changed, seconds since 1970 UTC.
    pub party_change: u32,
    /// Latest build in which the facts of its listing changed, seconds since 1970 UTC.
    pub listing_change: u32,
    /// First of its names in `names`.
    pub names: u32,
    /// First of its birth dates in `births`; the date before which its party was born follows them.
    pub births: u32,
    /// First of its countries in `countries`; see [`record_flags::BY_ADDRESSES`].
    pub countries: u32,
    /// IMO number, 0 for none.
    pub imo: u32,
    /// Place in `entities`, or [`NONE_U32`].
    pub entity: u32,
    /// Place in `registers`.
    pub register: u16,
    /// [`crate::model::ListingEnd`] code.
    pub ends: u16,
    /// [`crate::model::EntityType`] code, or [`NONE_U8`].
    pub entity_type: u8,
    /// [`crate::model::Collection`] bits.
    pub collections: u8,
    /// [`crate::text::NameKind`] code: the reading of its names.
    pub kind: u8,
    /// See [`record_flags`].
    pub flags: u8,
    /// Latest successful load that contained the record, seconds since 1970 UTC.
    pub last_seen: u32,
    /// [`crate::text::Ranks`] with which its positions begin, as bits.
    pub ranks: u32,
}

impl RecordRow {
    /// Latest build in which its content changed, seconds since 1970 UTC.
    #[inline]
    #[must_use]
    pub fn last_change(&self) -> u32 {
        self.party_change.max(self.listing_change)
    }

    /// The later of its first load and its last change, which `changed_since` compares (docs/api.md,
    /// "Match"). Seconds since 1970 UTC.
    #[inline]
    #[must_use]
    pub fn touched(&self) -> u32 {
        self.first_seen.max(self.last_change())
    }
}

/// Bits of [`RecordRow::flags`].
pub mod record_flags {
    /// The countries are those of the addresses of a party without others: a shared country counts, a
    /// different one does not.
    pub const BY_ADDRESSES: u8 = 1;
}

/// True if countries of addresses may replace missing ones for a party of this type: a company or
/// organisation, or a type that may be one. The residence of a person or the management of a ship says
/// too little.
#[must_use]
pub(in crate::snapshot) fn may_be_by_addresses(entity_type: Option<EntityType>) -> bool {
    use EntityType::{Company, Organization};
    matches!(entity_type, None | Some(Company | Organization))
}

/// Columns of a record that filters and facets read, in a quarter of the bytes of its row: a million
/// records are read in a millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct RecordSummary {
    /// The later of its first load and its last change, seconds since 1970 UTC.
    pub touched: u32,
    /// Place of its register in `registers`.
    pub register: u16,
    /// Code of the first country, with [`MORE`]; see [`Self::country`] and
    /// [`Self::has_more_countries`].
    country: u16,
    /// [`crate::model::EntityType`] code, or [`NONE_U8`].
    pub entity_type: u8,
    /// [`crate::model::Collection`] bits.
    pub collections: u8,
    /// [`crate::model::ListingEnd`] code.
    pub ends: u16,
}

/// Marks a record with further countries. Letters are ASCII, so the bit is free.
const MORE: u16 = 1 << 15;

impl RecordSummary {
    /// Summarises a record with these countries.
    pub(super) fn of(row: &RecordRow, countries: &[u16]) -> Self {
        let more = if countries.len() > 1 { MORE } else { 0 };
        Self {
            touched: row.touched(),
            register: row.register,
            country: countries.first().copied().unwrap_or(0) | more,
            entity_type: row.entity_type,
            collections: row.collections,
            ends: row.ends,
        }
    }

    /// Code of the record's first country, 0 for none.
    #[inline]
    #[must_use]
    pub fn country(self) -> u16 {
        self.country & !MORE
    }

    /// True if the record has further countries.
    #[inline]
    #[must_use]
    pub fn has_more_countries(self) -> bool {
        self.country & MORE != 0
    }
}

/// A programme. The sentinel row behind the last one holds the ends only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct ProgrammeRow {
    /// Start of its name as published in `programme-text`.
    pub name: u32,
    /// Start of its name in lower case, directly behind the published one; it ends at the next row's
    /// start.
    pub lower_case: u32,
    /// Start of its registers in `programme-registers`.
    pub registers: u32,
}

/// A number of records by some key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct CountRow {
    /// The key: a place in the section that the list is about.
    pub key: u32,
    /// Active records, at least one.
    pub records: u32,
}

/// The number of records with a register, an entity type and a country; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct CellRow {
    /// Active records.
    pub records: u32,
    /// Place of the register.
    pub register: u16,
    /// [`crate::model::CountryCode`] code. A record with two countries counts in two cells.
    pub country: u16,
    /// [`crate::model::EntityType`] code, or [`NONE_U8`].
    pub entity_type: u8,
    /// Zero.
    pub reserved: [u8; 3],
}

/// A record that is no longer active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct RetiredRow {
    /// Published id.
    pub id: u64,
    /// XXH3 of register slug, a zero byte and reference; restores the id when the entry comes back.
    pub key: u64,
    /// Merged entity at the time, all zero for none.
    pub entity: [u8; 16],
    /// First successful load that contained it.
    pub first_seen: u32,
    /// Latest successful load that contained it.
    pub last_seen: u32,
    /// First successful load without it.
    pub delisted_at: u32,
    /// Place of its register in `registers`.
    pub register: u16,
    /// Zero.
    pub reserved: u16,
}

/// A merged entity that was merged into another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct SuccessorRow {
    /// The UUID no longer in use.
    pub entity: [u8; 16],
    /// The entity that now holds its records; never one that was itself merged into another.
    pub successor: [u8; 16],
}

/// An IMO number with a record that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub struct ImoRow {
    pub imo: u32,
    /// Record ordinal.
    pub record: u32,
}

/// A build in which facts of a record changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FactsChangeRow {
    /// Record ordinal.
    pub record: u32,
    /// Time of the build, seconds since 1970 UTC.
    pub at: u32,
    /// [`crate::model::facts::FactSet`] bits.
    pub facts: u32,
}

/// A word in the run of a name: its ordinal, with its class in this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunWord(pub u32);

impl RunWord {
    const CLASS_SHIFT: u32 = 24;

    /// Packs an ordinal below 2^24 and a class.
    #[must_use]
    pub fn new(word: u32, class: crate::text::WordClass) -> Self {
        debug_assert!(word >> Self::CLASS_SHIFT == 0, "the writer refuses more words");
        Self(word | (class as u32) << Self::CLASS_SHIFT)
    }

    /// Ordinal of the word.
    #[inline]
    #[must_use]
    pub fn word(self) -> u32 {
        self.0 & ((1 << Self::CLASS_SHIFT) - 1)
    }

    /// Class of the word; checked when the snapshot was opened.
    #[inline]
    #[must_use]
    pub fn class(self) -> crate::text::WordClass {
        crate::text::WordClass::ALL[(self.0 >> Self::CLASS_SHIFT) as usize]
    }
}

/// A record that contains a term, with the reading of its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Posting(u32);

impl Posting {
    const KIND_SHIFT: u32 = 31;
    /// Number of records that postings can address.
    pub(super) const RECORDS_MAX: u64 = 1 << Self::KIND_SHIFT;

    /// Packs an ordinal below 2^31 and the kind of the record's names.
    #[must_use]
    pub fn new(record: RecordOrdinal, kind: NameKind) -> Self {
        debug_assert!(record.0 >> Self::KIND_SHIFT == 0, "the writer refuses more records");
        Self(record.0 | (kind as u32) << Self::KIND_SHIFT)
    }

    #[inline]
    #[must_use]
    pub fn record(self) -> RecordOrdinal {
        RecordOrdinal(self.0 & ((1 << Self::KIND_SHIFT) - 1))
    }

    /// Reading of the record's names.
    #[inline]
    #[must_use]
    pub fn kind(self) -> NameKind {
        NameKind::ALL[(self.0 >> Self::KIND_SHIFT) as usize]
    }
}

/// A name of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct NameRow {
    /// Record ordinal.
    pub record: u32,
    /// Start in `name-runs`; the next row holds the end.
    pub run: u32,
    /// 0 for the primary name, else its place among the aliases plus one.
    pub alias: u16,
    /// Sum of the weights of its informative words.
    pub informative: u16,
    pub words: u8,
    pub informative_words: u8,
    /// See [`name_flags`].
    pub flags: u8,
    /// Zero.
    pub reserved: u8,
}

/// Bits of [`NameRow::flags`].
pub mod name_flags {
    /// The name contains an initial.
    pub const INITIAL: u8 = 1;
    /// The name contains a word in Han or Hangul.
    pub const SYLLABIC: u8 = 2;
    /// The publisher marks the alias as weak.
    pub const WEAK: u8 = 4;
    /// As one string the name is the texts of its terms: they are written as they are folded.
    pub const AS_FOLDED: u8 = 8;
}

/// Group of names with a posting list of its own under each term. Names with initials form their own
/// group: an initial can match any query word, so their upper bounds are looser and would loosen those
/// of all names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum NameGroup {
    /// Names of persons without initials.
    Person,
    /// Names of persons with initials.
    Abbreviated,
    /// Names of anything else.
    Thing,
}

impl NameGroup {
    /// All groups, in the order of their lists.
    pub const ALL: [Self; 3] = [Self::Person, Self::Abbreviated, Self::Thing];

    /// The group of a name.
    #[must_use]
    pub fn of(kind: NameKind, flags: u8) -> Self {
        match kind {
            NameKind::Thing => Self::Thing,
            NameKind::Person if flags & name_flags::INITIAL != 0 => Self::Abbreviated,
            NameKind::Person => Self::Person,
        }
    }

    /// Returns the place of a term's list for this group; each term has one list per group.
    #[inline]
    #[must_use]
    pub(in crate::snapshot) fn list(self, word: u32) -> u32 {
        word * Self::ALL.len() as u32 + self as u32
    }

    /// Returns the term and the group of the list with this place.
    pub(in crate::snapshot) fn of_list(list: usize) -> (u32, Self) {
        (Self::words_of(list) as u32, Self::ALL[list % Self::ALL.len()])
    }

    /// Number of lists of this many terms.
    pub(in crate::snapshot) fn lists(words: usize) -> usize {
        words * Self::ALL.len()
    }

    /// Number of terms that have this many lists.
    pub(in crate::snapshot) fn words_of(lists: usize) -> usize {
        lists / Self::ALL.len()
    }

    /// Returns the groups of the names of a kind.
    #[must_use]
    pub fn of_kind(kind: NameKind) -> &'static [Self] {
        match kind {
            NameKind::Person => &[Self::Person, Self::Abbreviated],
            NameKind::Thing => &[Self::Thing],
        }
    }
}
