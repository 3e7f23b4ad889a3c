//! An open snapshot: mapped, checked, and read through borrowed views.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::browse::BrowseView;
use super::details::Meta;
use super::error::SnapshotError;
use super::format::{FORMAT_VERSION, Header, HeaderError, Section};
use super::index::IndexView;
use super::mapped::{Loading, MappedFile};
use super::record_detail::Detail;
use super::rows::{NONE_U32, RecordRow, RetiredRow, SuccessorRow};
use super::sections::Parts;
use super::totals::Totals;
use super::verify::{self, Outline};
use crate::lexicon::expansion_cache::{AskedAs, SpellingCache};
use crate::model::{Collection, RecordId, RecordOrdinal, Register, RegisterIndex, Timestamp};

/// A snapshot whose bounds were checked. Immutable; share it by reference or in an `Arc`.
#[derive(Debug)]
pub struct Snapshot {
    path: PathBuf,
    file: MappedFile,
    header: Header,
    pub(super) meta: Meta,
    registers: Vec<Register>,
    totals: Totals,
    /// Number of established terms ([`IndexView::count_established`]).
    established: u32,
    spelling_cache: SpellingCache,
}

impl Snapshot {
    /// Maps the file `path` and checks every byte of it: the header, the checksum of every section, and
    /// the range of every offset, ordinal and code. [`Self::verify`] checks that sections agree.
    ///
    /// # Errors
    /// [`SnapshotError`] names the section and its fault; nothing is opened in part.
    pub fn open(path: &Path) -> Result<Self, SnapshotError> {
        Self::open_as(path, Loading::Map)
    }

    /// Opens as [`Self::open`] does, with the bytes mapped or in memory.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_as(path: &Path, loading: Loading) -> Result<Self, SnapshotError> {
        Self::open_checked(path, loading, verify::bounds::check)
    }

    /// Maps a file that was verified after it was written, without reading it: for the many processes
    /// that share one. If the file was damaged since then, answers may be wrong, and a query may panic.
    ///
    /// # Errors
    /// As [`Self::open`], for faults of the header or the outline.
    pub fn open_verified(path: &Path) -> Result<Self, SnapshotError> {
        Self::open_checked(path, Loading::Map, verify::bounds::check_outline)
    }

    fn open_checked(
        path: &Path,
        loading: Loading,
        check: impl FnOnce(&Parts<'_>, &Outline<'_>) -> verify::Check,
    ) -> Result<Self, SnapshotError> {
        let length = std::fs::metadata(path).map_err(SnapshotError::io(path, "open"))?.len();
        if length == 0 {
            let expected = super::format::preamble_len() as u64;
            return Err(SnapshotError::Length { path: path.to_owned(), expected, actual: 0 });
        }
        let file = MappedFile::open(path, loading).map_err(SnapshotError::io(path, "open"))?;
        let header = decode_header(path, file.bytes())?;
        let parts = Parts { path, file: &file, header: &header };
        let meta: Meta = parts.archive(Section::Meta)?;
        let registers = parts.registers()?;
        let totals: Totals = parts.archive(Section::Totals)?;
        check(&parts, &Outline { meta: &meta, registers: &registers, totals: &totals })?;
        let established = IndexView::count_established(&parts, &meta);
        let (path, spelling_cache) = (path.to_owned(), SpellingCache::new());
        Ok(Self { path, meta, registers, totals, established, spelling_cache, header, file })
    }

    /// Expands the words of queries that another snapshot remembers, for `at_most` this long, so that
    /// the next queries need not wait for it.
    pub fn remember_words_of(&self, before: &Self, at_most: Duration) {
        let (index, start) = (self.index(), Instant::now());
        let words = before.spelling_cache.words().take_while(|_| start.elapsed() < at_most);
        for (word, asked_as) in words {
            let _remembered = match asked_as {
                AskedAs::Joined => Some(index.neighbours_of_characters(&word)),
                _ if index.find_word(&word).is_some() => None,
                _ => Some(index.neighbours_of(&word, asked_as == AskedAs::TypedInCyrillic)),
            };
        }
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `YYYYMMDDHHMMSS` of the build, UTC.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.meta.version
    }

    /// Name and version of the program that built it.
    #[must_use]
    pub fn builder(&self) -> &str {
        &self.meta.builder
    }

    /// Time of the build.
    #[must_use]
    pub fn built_at(&self) -> Timestamp {
        Timestamp(self.header.built_at)
    }

    /// Bytes of the file.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        self.header.file_len
    }

    /// Name, bytes and elements of each section.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        self.header.sections.iter().map(|entry| {
            (entry.section.name(), entry.len, entry.len / entry.section.element_len() as u64)
        })
    }

    /// All registers, sorted by slug.
    #[must_use]
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// Active records.
    #[must_use]
    pub fn record_count(&self) -> usize {
        self.rows().len() - 1
    }

    /// Active records of a collection.
    #[must_use]
    pub fn collection_count(&self, collection: Collection) -> u64 {
        self.meta.collections[collection as usize]
    }

    /// Facts of a record that are shown and have no column.
    pub(super) fn detail(&self, record: usize) -> Detail<'_> {
        let starts = &self.section::<u64>(Section::DetailOffsets)[record..record + 2];
        Detail::of(&self.section(Section::Details)[starts[0] as usize..starts[1] as usize])
    }

    /// Returns the active record with this published id.
    #[must_use]
    pub fn find(&self, id: RecordId) -> Option<RecordOrdinal> {
        let (rows, by_id) = (self.rows(), self.section::<u32>(Section::IdIndex));
        let at = by_id.binary_search_by_key(&id.0, |&at| rows[at as usize].id).ok()?;
        Some(RecordOrdinal(by_id[at]))
    }

    /// Returns the record with this published id, if it was active in an earlier version.
    #[must_use]
    pub fn retired(&self, id: RecordId) -> Option<Retired> {
        let rows = self.retired_rows();
        let at = rows.binary_search_by_key(&id.0, |row| row.id).ok()?;
        Some(Retired::of(&rows[at]))
    }

    /// Returns all retired records, by id.
    pub fn all_retired(&self) -> impl Iterator<Item = Retired> + '_ {
        self.retired_rows().iter().map(Retired::of)
    }

    /// Returns the active records of a merged entity, ascending; `None` when there is no such entity.
    #[must_use]
    pub fn entity_members(&self, entity: Uuid) -> Option<&[u32]> {
        let entities = self.section::<[u8; 16]>(Section::Entities);
        Some(self.members_in(entities.binary_search(entity.as_bytes()).ok()?))
    }

    /// Returns the other active records of a record's merged entity, by ascending id; none for a record
    /// without one.
    #[must_use]
    pub fn others_of_entity(&self, ordinal: RecordOrdinal) -> Vec<RecordOrdinal> {
        let rows = self.rows();
        let members = match rows[ordinal.index()].entity {
            NONE_U32 => &[],
            place => self.members_in(place as usize),
        };
        let mut others: Vec<RecordOrdinal> = members.iter().copied().map(RecordOrdinal).collect();
        others.retain(|other| *other != ordinal);
        others.sort_unstable_by_key(|other| rows[other.index()].id);
        others
    }

    fn members_in(&self, entity: usize) -> &[u32] {
        let ends = &self.section::<u32>(Section::EntityOffsets)[entity..entity + 2];
        &self.section::<u32>(Section::EntityMembers)[ends[0] as usize..ends[1] as usize]
    }

    /// Returns the merged entity that now holds the records of an entity no longer in use; `None` when
    /// the UUID was never merged into another.
    #[must_use]
    pub fn successor(&self, entity: Uuid) -> Option<Uuid> {
        let rows = self.section::<SuccessorRow>(Section::Successors);
        let at = rows.binary_search_by_key(entity.as_bytes(), |row| row.entity).ok()?;
        Some(Uuid::from_bytes(rows[at].successor))
    }

    /// Returns all mergers of entities: the UUID no longer in use and the one it was merged into.
    pub fn all_successors(&self) -> impl Iterator<Item = (Uuid, Uuid)> + '_ {
        let rows = self.section::<SuccessorRow>(Section::Successors).iter();
        rows.map(|row| (Uuid::from_bytes(row.entity), Uuid::from_bytes(row.successor)))
    }

    #[must_use]
    pub fn merged_entity(&self, ordinal: RecordOrdinal) -> Option<Uuid> {
        let place = self.rows()[ordinal.index()].entity;
        let entities = self.section::<[u8; 16]>(Section::Entities);
        (place != NONE_U32).then(|| Uuid::from_bytes(entities[place as usize]))
    }

    /// Borrows the sections that matching reads; made once per query.
    #[must_use]
    pub fn index(&self) -> IndexView<'_> {
        IndexView::new(&self.parts(), &self.meta, self.established, &self.spelling_cache)
    }

    /// Borrows the sections that browsing reads; made once per request.
    #[must_use]
    pub fn browse(&self) -> BrowseView<'_> {
        BrowseView::new(&self.parts())
    }

    /// The totals that answers show.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        Parts { path: &self.path, file: &self.file, header: &self.header }
    }

    pub(super) fn rows(&self) -> &[RecordRow] {
        self.section(Section::Records)
    }

    pub(super) fn retired_rows(&self) -> &[RetiredRow] {
        self.section(Section::Retired)
    }

    pub(super) fn section<T: bytemuck::Pod>(&self, section: Section) -> &[T] {
        let entry = &self.header.sections[section as usize];
        let range = entry.offset as usize..(entry.offset + entry.len) as usize;
        bytemuck::cast_slice(&self.file.bytes()[range])
    }
}

/// A record that is no longer active (docs/api.md, "Active and retired records").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retired {
    /// Its published id.
    pub id: RecordId,
    /// See [`super::record_key`].
    pub key: u64,
    /// The register that published it.
    pub register: RegisterIndex,
    /// Its merged entity at the time.
    pub entity: Option<Uuid>,
    /// First successful load that contained it.
    pub first_seen: Timestamp,
    /// Latest successful load that contained it.
    pub last_seen: Timestamp,
    /// First successful load without it.
    pub delisted_at: Timestamp,
}

impl Retired {
    fn of(row: &RetiredRow) -> Self {
        Self {
            id: RecordId(row.id),
            key: row.key,
            register: RegisterIndex(row.register),
            entity: (row.entity != [0; 16]).then(|| Uuid::from_bytes(row.entity)),
            first_seen: Timestamp(row.first_seen.into()),
            last_seen: Timestamp(row.last_seen.into()),
            delisted_at: Timestamp(row.delisted_at.into()),
        }
    }
}

fn decode_header(path: &Path, bytes: &[u8]) -> Result<Header, SnapshotError> {
    let path = path.to_owned();
    let actual = bytes.len() as u64;
    let header = Header::decode(bytes).map_err(|error| match error {
        HeaderError::Short(expected) => {
            SnapshotError::Length { path: path.clone(), expected, actual }
        }
        HeaderError::Foreign => SnapshotError::Foreign { path: path.clone() },
        HeaderError::Version(found) => SnapshotError::Version {
            path: path.clone(),
            found,
            expected: FORMAT_VERSION,
            advice: if found > FORMAT_VERSION {
                "update this program, or rebuild the index: snapshot-builder reindex SNAPSHOTS"
            } else {
                "rebuild the index from the ledger: snapshot-builder reindex SNAPSHOTS"
            },
        },
        HeaderError::Damaged(reason) => SnapshotError::Header { path: path.clone(), reason },
    })?;
    if header.file_len != actual {
        return Err(SnapshotError::Length { path, expected: header.file_len, actual });
    }
    Ok(header)
}
