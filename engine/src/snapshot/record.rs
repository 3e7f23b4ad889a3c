//! A view of a record: its columns and its stored detail.

use uuid::Uuid;

use super::file::Snapshot;
use super::format::Section;
use super::record_detail::Detail;
use super::rows::{FactsChangeRow, RecordRow, record_flags};
use super::values::{Aliases, Codes, IntoValues, Values};
use crate::model::facts::{FactSet, Value, facts};
use crate::model::{
    BirthDate, BornBefore, CountryCode, EntityType, Fact, FactsChange, ImoNumber, LastChange,
    ListType, ListingEnd, PartialDate, Record, RecordId, RecordOrdinal, Register, Timestamp, Topic,
};

/// A view of one active record. Copies are cheap; reading allocates nothing.
#[derive(Clone, Copy)]
pub struct RecordView<'s> {
    snapshot: &'s Snapshot,
    ordinal: RecordOrdinal,
    row: &'s RecordRow,
    next: &'s RecordRow,
    detail: Detail<'s>,
    register: &'s Register,
}

impl Snapshot {
    /// Returns the record with this ordinal. If its detail is damaged, which [`Self::verify`] reports,
    /// the view shows less than the list says.
    ///
    /// # Panics
    /// When there is no such record: ordinals must come from this snapshot.
    #[must_use]
    pub fn record(&self, ordinal: RecordOrdinal) -> RecordView<'_> {
        let rows = &self.rows()[ordinal.index()..ordinal.index() + 2];
        let (row, next) = (&rows[0], &rows[1]);
        RecordView {
            snapshot: self,
            ordinal,
            row,
            next,
            detail: self.detail(ordinal.index()),
            register: &self.registers()[usize::from(row.register)],
        }
    }
}

impl<'s> RecordView<'s> {
    #[must_use]
    pub fn ordinal(self) -> RecordOrdinal {
        self.ordinal
    }

    /// Its published id.
    #[must_use]
    pub fn id(self) -> RecordId {
        RecordId(self.row.id)
    }

    /// The register that publishes it.
    #[must_use]
    pub fn register(self) -> &'s Register {
        self.register
    }

    /// Reference of the record, unique within its register: see [`crate::model::Record::reference`].
    #[must_use]
    pub fn reference(self) -> &'s str {
        self.detail.text(Fact::Reference).unwrap_or_default()
    }

    /// The publisher's own reference of the entry, if it gives one.
    #[must_use]
    pub fn source_ref(self) -> Option<&'s str> {
        (!self.detail.is_reference_made()).then(|| self.reference())
    }

    /// Primary name as published.
    #[must_use]
    pub fn name(self) -> &'s str {
        self.detail.text(Fact::Name).unwrap_or_default()
    }

    /// Aliases as published, in order; those equal to the primary name or to an earlier alias are
    /// left out (docs/api.md, "Record fields").
    pub fn aliases(self) -> impl Iterator<Item = &'s str> {
        self.distinct_aliases().filter_map(Value::name)
    }

    fn distinct_aliases(self) -> Aliases<'s> {
        Aliases::new(self.name(), self.detail.values(Fact::Aliases))
    }

    /// Returns the name that a [`super::rows::NameRow::alias`] points at.
    #[must_use]
    pub fn name_at(self, alias: u16) -> &'s str {
        self.alias_at(alias).and_then(Value::name).unwrap_or_else(|| self.name())
    }

    /// True if a [`super::rows::NameRow::alias`] points at a former name of the party.
    #[must_use]
    pub fn is_former_name(self, alias: u16) -> bool {
        self.alias_at(alias).is_some_and(|alias| alias.is_former_name())
    }

    fn alias_at(self, alias: u16) -> Option<Value<'s>> {
        let at = usize::from(alias).checked_sub(1)?;
        self.detail.values(Fact::Aliases).nth(at)
    }

    /// Entity type; `None` when the list does not say.
    #[must_use]
    pub fn entity_type(self) -> Option<EntityType> {
        EntityType::from_code(self.row.entity_type)
    }

    /// Type of the list that the record is on.
    #[must_use]
    pub fn list_type(self) -> ListType {
        self.register.list_type
    }

    /// Its risk topic.
    #[must_use]
    pub fn topic(self) -> Topic {
        self.list_type().topic()
    }

    /// Birth dates in the publisher's order.
    #[must_use]
    pub fn birth_dates(self) -> Codes<'s, BirthDate> {
        Codes(self.birth_codes().iter())
    }

    fn birth_codes(self) -> &'s [u32] {
        let codes = self.snapshot.section::<u32>(Section::Births);
        &codes[self.row.births as usize..self.next.births as usize]
    }

    /// The first birth date, shown when there is space for one only.
    #[must_use]
    pub fn birth_date(self) -> Option<PartialDate> {
        self.birth_dates().next().map(|born| born.date)
    }

    /// Date before which the party was born, if no birth date is known.
    #[must_use]
    pub fn born_before(self) -> Option<PartialDate> {
        Codes::<BornBefore>(self.birth_codes().iter()).next().map(|before| before.0)
    }

    /// Nationalities, citizenships, jurisdiction or flag in the publisher's order; the first is the one
    /// shown.
    #[must_use]
    pub fn countries(self) -> Codes<'s, CountryCode> {
        let codes = if self.is_by_addresses() { &[] } else { self.country_codes() };
        Codes(codes.iter())
    }

    /// Countries that matching and filters use: the record's own, or else those of its addresses.
    #[must_use]
    pub fn compared_countries(self) -> Codes<'s, CountryCode> {
        Codes(self.country_codes().iter())
    }

    /// True if matching and filters use the countries of its addresses, since it has no others.
    #[must_use]
    pub fn is_by_addresses(self) -> bool {
        self.row.flags & record_flags::BY_ADDRESSES != 0
    }

    fn country_codes(self) -> &'s [u16] {
        let codes = self.snapshot.section::<u16>(Section::Countries);
        &codes[self.row.countries as usize..self.next.countries as usize]
    }

    #[must_use]
    pub fn imo(self) -> Option<ImoNumber> {
        ImoNumber::from_code(self.row.imo)
    }

    /// Programmes or regimes.
    pub fn programmes(self) -> impl Iterator<Item = &'s str> {
        self.detail.texts(Fact::Programmes)
    }

    #[must_use]
    pub fn listed_on(self) -> Option<PartialDate> {
        self.detail.date(Fact::ListedOn)
    }

    /// Date at which the listing ends or ended.
    #[must_use]
    pub fn listed_until(self) -> Option<PartialDate> {
        self.detail.date(Fact::ListedUntil)
    }

    /// End of the listing, as a code that filters compare.
    #[must_use]
    pub fn listing_end(self) -> ListingEnd {
        ListingEnd::from_code(self.row.ends)
    }

    /// The publisher's status of the listing.
    #[must_use]
    pub fn status(self) -> Option<&'s str> {
        self.detail.text(Fact::Status)
    }

    /// The publisher's page for the entry.
    #[must_use]
    pub fn source_url(self) -> Option<&'s str> {
        self.detail.text(Fact::SourceUrl)
    }

    /// Remarks.
    pub fn notes(self) -> impl Iterator<Item = &'s str> {
        self.detail.texts(Fact::Notes)
    }

    /// ISIN of a security that the party issued.
    #[must_use]
    pub fn isin(self) -> Option<&'s str> {
        self.detail.text(Fact::Isin)
    }

    /// Stock ticker.
    #[must_use]
    pub fn ticker(self) -> Option<&'s str> {
        self.detail.text(Fact::Ticker)
    }

    /// First successful load that contained it.
    #[must_use]
    pub fn first_seen(self) -> Timestamp {
        Timestamp(self.row.first_seen.into())
    }

    /// Latest successful load that contained it.
    #[must_use]
    pub fn last_seen(self) -> Timestamp {
        Timestamp(self.row.last_seen.into())
    }

    /// Latest build in which its published content changed.
    #[must_use]
    pub fn last_change(self) -> Timestamp {
        Timestamp(self.row.last_change().into())
    }

    /// The later of its first load and its last change.
    #[must_use]
    pub fn touched(self) -> Timestamp {
        Timestamp(self.row.touched().into())
    }

    /// Latest builds in which each part of it changed.
    #[must_use]
    pub fn changes(self) -> LastChange {
        let [party, listing] =
            [self.row.party_change, self.row.listing_change].map(|at| Timestamp(at.into()));
        LastChange { party, listing }
    }

    /// The last builds in which its facts changed, as far as the ledger knows them, oldest first.
    pub fn facts_changes(self) -> impl Iterator<Item = FactsChange> {
        let rows = self.snapshot.section::<FactsChangeRow>(Section::FactsChanges);
        let of = |below: u32| rows.partition_point(|row| row.record < below);
        rows[of(self.ordinal.0)..of(self.ordinal.0 + 1)].iter().map(|row| FactsChange {
            at: Timestamp(row.at.into()),
            facts: FactSet::from_bits(row.facts),
        })
    }

    #[must_use]
    pub fn merged_entity(self) -> Option<Uuid> {
        self.snapshot.merged_entity(self.ordinal)
    }

    /// Returns the owned record with everything that its list says; the next build compares with it and
    /// carries it over.
    #[must_use]
    pub fn to_model(self) -> Record {
        let mut record = Record {
            entity_type: self.entity_type(),
            birth_dates: self.birth_dates().collect(),
            born_before: self.born_before(),
            countries: self.countries().collect(),
            imo: self.imo(),
            ..Record::default()
        };
        self.detail.restore(&mut record);
        record
    }
}

macro_rules! values_of {
    ($view:ident, detail, aliases, $fact:expr) => {
        Values::Aliases($view.distinct_aliases())
    };
    ($view:ident, detail, $field:ident, $fact:expr) => {
        Values::Detail($view.detail.values($fact))
    };
    ($view:ident, column, $field:ident, $fact:expr) => {
        $view.$field().into_values()
    };
}

macro_rules! read_facts {
    ($(
        $(#[doc = $doc:literal])+
        $key:literal $variant:ident $field:ident: $ty:ty, in $place:ident => $shows:expr;
    )+) => {
        impl<'s> RecordView<'s> {
            /// Returns the values of a fact, in the publisher's order.
            #[must_use]
            pub fn values(self, fact: Fact) -> Values<'s> {
                let view = self;
                match fact {
                    $(Fact::$variant => values_of!(view, $place, $field, fact),)+
                }
            }
        }
    };
}

facts!(read_facts);

impl std::fmt::Debug for RecordView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RecordView({})", self.row.id)
    }
}
