//! What a record shows: its columns and its archived text behind one borrowed view.

use rkyv::string::ArchivedString;
use uuid::Uuid;

use super::details::ArchivedRecordDetail;
use super::format::Section;
use super::opened::Snapshot;
use super::rows::RecordRow;
use crate::model::{
    CountryCode, EntityType, ImoNumber, ListType, PartialDate, Record, RecordId, RecordOrdinal,
    Register, Timestamp, Topic,
};

/// One active record. Copies are cheap; nothing is allocated by reading it.
#[derive(Clone, Copy)]
pub struct RecordView<'s> {
    snapshot: &'s Snapshot,
    ordinal: RecordOrdinal,
    row: &'s RecordRow,
    next: &'s RecordRow,
    detail: &'s ArchivedRecordDetail,
    register: &'s Register,
}

impl<'s> RecordView<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        ordinal: RecordOrdinal,
        rows: &'s [RecordRow],
        detail: &'s ArchivedRecordDetail,
        registers: &'s [Register],
    ) -> Self {
        let (row, next) = (&rows[0], &rows[1]);
        let register = &registers[usize::from(row.register)];
        Self { snapshot, ordinal, row, next, detail, register }
    }

    /// Its ordinal.
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

    /// What tells the record from others of its register: see [`crate::model::Record::reference`].
    #[must_use]
    pub fn reference(self) -> &'s str {
        self.detail.reference.as_str()
    }

    /// The reference that the publisher itself gives the entry, where it gives one.
    #[must_use]
    pub fn source_ref(self) -> Option<&'s str> {
        (!self.detail.is_reference_made).then(|| self.reference())
    }

    /// Primary name as published.
    #[must_use]
    pub fn name(self) -> &'s str {
        self.detail.name.as_str()
    }

    /// Aliases as published, in order; those equal to the primary name or to an earlier alias are
    /// left out (decisions D2).
    pub fn aliases(self) -> impl Iterator<Item = &'s str> {
        let aliases = self.detail.aliases.as_slice();
        aliases.iter().enumerate().map(|(at, alias)| (at, alias.name.as_str())).filter_map(
            move |(at, name)| {
                let repeated = name == self.name()
                    || aliases[..at].iter().any(|earlier| earlier.name.as_str() == name);
                (!repeated).then_some(name)
            },
        )
    }

    /// The name that a [`super::rows::NameRow::alias`] points at.
    #[must_use]
    pub fn name_at(self, alias: u16) -> &'s str {
        match usize::from(alias).checked_sub(1).and_then(|at| self.detail.aliases.get(at)) {
            Some(alias) => alias.name.as_str(),
            None => self.name(),
        }
    }

    /// What the party is; `None` when the list does not say.
    #[must_use]
    pub fn entity_type(self) -> Option<EntityType> {
        EntityType::from_code(self.row.entity_type)
    }

    /// The kind of list it is on.
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
    pub fn birth_dates(self) -> impl Iterator<Item = PartialDate> + 's {
        let codes = self.snapshot.section::<u32>(Section::Births);
        let range = self.row.births as usize..self.next.births as usize;
        codes[range].iter().filter_map(|&code| PartialDate::from_code(code))
    }

    /// Countries in the publisher's order; the first is the one shown.
    pub fn countries(self) -> impl Iterator<Item = CountryCode> + 's {
        let codes = self.snapshot.section::<u16>(Section::Countries);
        let range = self.row.countries as usize..self.next.countries as usize;
        codes[range].iter().filter_map(|&code| CountryCode::from_code(code))
    }

    /// IMO number.
    #[must_use]
    pub fn imo(self) -> Option<ImoNumber> {
        ImoNumber::from_code(self.row.imo)
    }

    /// Programmes or regimes.
    pub fn programmes(self) -> impl Iterator<Item = &'s str> {
        self.detail.programmes.as_slice().iter().map(ArchivedString::as_str)
    }

    /// Date of listing.
    #[must_use]
    pub fn listed_on(self) -> Option<PartialDate> {
        PartialDate::from_code(self.detail.listed_on.as_ref()?.to_native())
    }

    /// Date at which the listing ends or ended.
    #[must_use]
    pub fn listed_until(self) -> Option<PartialDate> {
        PartialDate::from_code(self.detail.listed_until.as_ref()?.to_native())
    }

    /// The publisher's status of the listing.
    #[must_use]
    pub fn status(self) -> Option<&'s str> {
        self.detail.status.as_ref().map(ArchivedString::as_str)
    }

    /// The publisher's page for the entry.
    #[must_use]
    pub fn source_url(self) -> Option<&'s str> {
        self.detail.source_url.as_ref().map(ArchivedString::as_str)
    }

    /// Remarks.
    pub fn notes(self) -> impl Iterator<Item = &'s str> {
        self.detail.notes.as_slice().iter().map(ArchivedString::as_str)
    }

    /// ISIN of a security that the party issued.
    #[must_use]
    pub fn isin(self) -> Option<&'s str> {
        self.detail.isin.as_ref().map(ArchivedString::as_str)
    }

    /// Stock ticker.
    #[must_use]
    pub fn ticker(self) -> Option<&'s str> {
        self.detail.ticker.as_ref().map(ArchivedString::as_str)
    }

    /// First successful load that held it.
    #[must_use]
    pub fn first_seen(self) -> Timestamp {
        Timestamp(self.row.first_seen.into())
    }

    /// Latest successful load that held it: that of its register, since it is active.
    #[must_use]
    pub fn last_seen(self) -> Timestamp {
        self.register.run.last_load.unwrap_or(self.snapshot.built_at())
    }

    /// Latest build in which its published content differed.
    #[must_use]
    pub fn last_change(self) -> Timestamp {
        Timestamp(self.row.last_change.into())
    }

    /// Its merged entity.
    #[must_use]
    pub fn merged_entity(self) -> Option<Uuid> {
        self.snapshot.merged_entity(self.ordinal)
    }

    /// The record with everything its list says, owned: what the next build compares with and
    /// carries over.
    #[must_use]
    pub fn to_model(self) -> Record {
        let detail: Result<super::details::RecordDetail, rkyv::rancor::Error> =
            rkyv::deserialize(self.detail);
        let detail = detail.expect("plain strings and numbers deserialise without failing");
        Record {
            entity_type: self.entity_type(),
            birth_dates: self.birth_dates().collect(),
            countries: self.countries().collect(),
            imo: self.imo(),
            ..detail.into_model()
        }
    }
}

impl std::fmt::Debug for RecordView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RecordView({})", self.row.id)
    }
}
