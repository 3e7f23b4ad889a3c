//! The layout of `snapshot.tamis`; its number is [`FORMAT_VERSION`].
//!
//! ```text
//! header   64 bytes   magic, format version, section count, file length, build time, checksum
//! table    48 bytes per section   id, element size, offset, length, element count, checksum
//! sections 64-byte aligned, padded with zeros to the next one, in the order of the table
//! ```
//!
//! All integers are little endian. The header's checksum covers header and table, with the
//! padding behind the table; a section's checksum covers its bytes and the padding behind them.
//! Sections tile the file, so every byte is under a checksum. A reader accepts its own format
//! version only: a new layout gets a new number, and the error says which side is older.

use xxhash_rust::xxh3::xxh3_64;

/// First bytes of every snapshot; the line break reveals a transfer in text mode.
pub const MAGIC: [u8; 8] = *b"TAMIS\r\n\x1a";
/// The layout that this program writes and reads. Raised whenever a section, an archived type,
/// a hash, or anything that the text pipeline stores changes its meaning.
pub const FORMAT_VERSION: u32 = 33;
/// Alignment of sections: a cache line.
pub const ALIGNMENT: usize = 64;
/// Bytes of the header.
pub const HEADER_LEN: usize = 64;
/// Bytes of one entry of the section table.
pub const ENTRY_LEN: usize = 48;

/// Declares each section once: variant, name in messages, bytes of one element, documentation.
macro_rules! sections {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $size:expr;)+) => {
        /// The sections of a snapshot, in file order.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum Section { $($(#[$doc])* $variant),+ }

        impl Section {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name used in messages and by `inspect`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// Bytes of one element.
            #[must_use]
            pub fn element_len(self) -> usize {
                match self { $(Self::$variant => $size),+ }
            }
        }
    };
}

sections! {
    /// Archived [`super::details::Meta`]: version, build, counts.
    Meta = "meta", 1;
    /// Archived [`super::details::Registers`], sorted by slug.
    Registers = "registers", 1;
    /// Archived [`super::totals::Totals`]: totals of registers, countries and kinds of list.
    Totals = "totals", 1;
    /// [`super::rows::RecordSummary`] by ordinal.
    Summaries = "briefs", size_of::<super::rows::RecordSummary>();
    /// Record ordinals by the time of first collection, newest first.
    Newest = "newest", 4;
    /// Start of each register's list in `register-records`, and the end of the last.
    RegisterOffsets = "register-offsets", 4;
    /// Record ordinals by register, ascending in each.
    RegisterRecords = "register-records", 4;
    /// Country codes of active records as pairs of letters, sorted.
    CountryCodes = "country-codes", 2;
    /// Start of each list in `country-records`, and the end of the last.
    CountryOffsets = "country-offsets", 4;
    /// Record ordinals by country, ascending in each.
    CountryRecords = "country-records", 4;
    /// Years of birth of active records, sorted.
    BirthYears = "birth-years", 2;
    /// Start of each year's list in `birth-year-records`, and the end of the last.
    BirthYearOffsets = "birth-year-offsets", 4;
    /// Record ordinals by year of birth, ascending in each.
    BirthYearRecords = "birth-year-records", 4;
    /// [`super::rows::ProgrammeRow`] by name, and a sentinel row.
    Programmes = "programmes", size_of::<super::rows::ProgrammeRow>();
    /// Names of the programmes end to end, each as published and in lower case.
    ProgrammeText = "programme-text", 1;
    /// [`super::rows::CountRow`]: registers by programme.
    ProgrammeRegisters = "programme-registers", size_of::<super::rows::CountRow>();
    /// Start of each programme's list in `programme-records`, and the end of the last.
    ProgrammeOffsets = "programme-offsets", 4;
    /// Record ordinals by programme, ascending in each.
    ProgrammeRecords = "programme-records", 4;
    /// Start of each ranking, one per list type and one of all types, and the end of the last.
    RankingOffsets = "ranking-offsets", 4;
    /// [`super::rows::CountRow`]: programmes by falling number of records.
    Ranking = "ranking", size_of::<super::rows::CountRow>();
    /// [`super::rows::CellRow`] by register, country and entity type.
    CountryCells = "country-cells", size_of::<super::rows::CellRow>();
    /// FST: folded word of a published name to its place among these words.
    NameWordFst = "name-word-fst", 1;
    /// Start of each word's list in `name-word-lists`, and the end of the last.
    NameWordOffsets = "name-word-offsets", 4;
    /// Ordinals of published names by word, ascending in each; numbered in the order of records.
    NameWordLists = "name-word-lists", 4;
    /// Record ordinal of each published name.
    NameWordRecords = "name-word-records", 4;
    /// Start of each word's list in `written-records`, and the end of the last.
    WrittenOffsets = "written-offsets", 4;
    /// Record ordinals by word of `name-word-fst`, ascending in each: a record contains a word when one
    /// of its names does.
    WrittenRecords = "written-records", 4;
    /// [`super::rows::RecordRow`] by ordinal, and a sentinel row.
    Records = "records", size_of::<super::rows::RecordRow>();
    /// Record ordinals sorted by published id.
    IdIndex = "id-index", 4;
    /// [`super::rows::RetiredRow`] sorted by id.
    Retired = "retired", size_of::<super::rows::RetiredRow>();
    /// Birth dates by record, as [`crate::model::PartialDate`] codes.
    Births = "births", 4;
    /// Countries by record, as [`crate::model::CountryCode`] codes.
    Countries = "countries", 2;
    /// [`super::rows::ImoRow`] sorted by number, then ordinal.
    ImoIndex = "imo-index", size_of::<super::rows::ImoRow>();
    /// Bucket starts of records by identifier, and the end of the last.
    IdentifierBuckets = "identifier-buckets", 4;
    /// Record ordinals by bucket, in each ascending; see `identifiers`.
    IdentifierRecords = "identifier-records", 4;
    /// [`super::rows::FactsChangeRow`] by record, oldest first.
    FactsChanges = "facts-changes", size_of::<super::rows::FactsChangeRow>();
    /// Shown facts by record; see `record_detail`.
    Details = "details", 1;
    /// Start of each record's detail in `details`, and the end of the last.
    DetailOffsets = "detail-offsets", 8;
    /// UUIDs of merged entities, sorted.
    Entities = "entities", 16;
    /// Start of each entity's members, and the end of the last.
    EntityOffsets = "entity-offsets", 4;
    /// Record ordinals by entity.
    EntityMembers = "entity-members", 4;
    /// [`super::rows::SuccessorRow`] sorted by the UUID no longer in use.
    Successors = "successors", size_of::<super::rows::SuccessorRow>();
    /// FST: folded term (compounds behind [`crate::lexicon::dictionary::COMPOUND_MARK`]) to term
    /// ordinal.
    WordFst = "word-fst", 1;
    /// [`crate::lexicon::rows::WordRow`] by ordinal, and a sentinel row; single words come first.
    Words = "words", size_of::<crate::lexicon::rows::WordRow>();
    /// Folded texts of terms end to end.
    WordText = "word-text", 1;
    /// Bucket starts of single words by their text, and the end of the last.
    WordBuckets = "word-buckets", 4;
    /// Ordinals of single words by bucket, in each ascending; see `lexicon::text_index`.
    WordsByText = "words-by-text", 4;
    /// [`super::rows::NameRow`] by ordinal, and a sentinel row.
    Names = "names", size_of::<super::rows::NameRow>();
    /// [`super::rows::RunWord`]s by name; the name's compounds follow them as pairs of ordinal and
    /// span.
    NameRuns = "name-runs", 4;
    /// FST: whole normalised name to its first place in `names-by-text`.
    NameFst = "name-fst", 1;
    /// Name ordinals sorted by normalised text, then ordinal.
    NamesByText = "names-by-text", 4;
    /// Bucket starts of the partition index, and the end of the last.
    NamePartBuckets = "name-part-buckets", 4;
    /// [`crate::lexicon::partition::PartEntry`] by bucket, in each ascending.
    NameParts = "name-parts", size_of::<crate::lexicon::partition::PartEntry>();
    /// Start of each term's list in `neighbours`, and the end of the last.
    NeighbourOffsets = "neighbour-offsets", 4;
    /// [`crate::lexicon::rows::Neighbour`] by single word, in each by falling similarity.
    Neighbours = "neighbours", size_of::<crate::lexicon::rows::Neighbour>();
    /// Start of each term's posting list in `postings`, and the end of the last.
    PostingOffsets = "posting-offsets", 8;
    /// [`super::rows::Posting`] by term, in each ascending by record.
    Postings = "postings", 4;
    /// Start of each posting list in `impacts`, one per term and [`super::rows::NameGroup`], and the
    /// end of the last.
    ImpactOffsets = "impact-offsets", 8;
    /// [`super::impact::Impact`] by posting list: first the names in which the term is low-information,
    /// then the others, each part by (rest, name).
    Impacts = "impacts", size_of::<super::impact::Impact>();
    /// Start in `pair-rows`, one per frequent term and [`super::rows::NameGroup`], and the end of the
    /// last.
    PairStarts = "pair-starts", 4;
    /// [`super::pairs::TermPairRow`] by term, then partner, and a sentinel row.
    PairRows = "pair-rows", size_of::<super::pairs::TermPairRow>();
    /// [`super::pairs::TermPairEntry`] by term pair, in each by (rest, name).
    PairEntries = "pair-entries", size_of::<super::pairs::TermPairEntry>();
    /// Start in `close-steps`, one per frequent term and [`super::rows::NameGroup`], and the end of the
    /// last.
    CloseStarts = "close-starts", 4;
    /// [`super::fuzzy_postings::FuzzyStep`] by list, and a sentinel row.
    CloseSteps = "close-steps", size_of::<super::fuzzy_postings::FuzzyStep>();
    /// [`super::fuzzy_postings::FuzzyEntry`] by list, the most similar terms first.
    CloseEntries = "close-entries", size_of::<super::fuzzy_postings::FuzzyEntry>();
    /// Bucket starts of the deletion index.
    DeletionBuckets = "deletion-buckets", 4;
    /// Terms in the buckets of the deletion index.
    DeletionWords = "deletion-words", 4;
    /// Bucket starts of the skeleton index.
    SkeletonBuckets = "skeleton-buckets", 4;
    /// Terms in the buckets of the skeleton index; the highest bit marks a primary key.
    SkeletonWords = "skeleton-words", 4;
    /// [`crate::lexicon::rows::FormRow`] by term, single words first, and a sentinel row.
    Forms = "forms", size_of::<crate::lexicon::rows::FormRow>();
    /// Letters of forms end to end: a character with the properties that decide its substitution cost.
    FormLetters = "form-letters", 8;
    /// End of each reading of a form, counted in sounds from the start of the form's sounds.
    FormReadings = "form-readings", 2;
    /// Sounds of forms end to end, reading after reading.
    FormSounds = "form-sounds", 1;
    /// Sign numbers of forms end to end, for scripts that have signs.
    FormSigns = "form-signs", 2;
}

/// One entry of the section table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionEntry {
    pub section: Section,
    /// First byte; a multiple of [`ALIGNMENT`].
    pub offset: u64,
    /// Bytes, without padding.
    pub len: u64,
    /// XXH3 of the bytes and the padding behind them.
    pub checksum: u64,
}

/// The parts of a header that are not derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Bytes of the whole file.
    pub file_len: u64,
    /// Build time, seconds since 1970 UTC.
    pub built_at: i64,
    /// The section table: every section once, in file order.
    pub sections: Vec<SectionEntry>,
}

/// A fault in the first bytes of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// Too short for header and table: bytes needed.
    Short(u64),
    /// Not a snapshot.
    Foreign,
    /// A snapshot of another format version.
    Version(u32),
    /// The header or the table is damaged.
    Damaged(String),
}

/// Rounds up to the next multiple of [`ALIGNMENT`].
#[must_use]
pub fn align(len: u64) -> u64 {
    len.next_multiple_of(ALIGNMENT as u64)
}

/// Bytes of header and table with the padding behind them, up to the first section.
#[must_use]
pub fn preamble_len() -> usize {
    (HEADER_LEN + Section::ALL.len() * ENTRY_LEN).next_multiple_of(ALIGNMENT)
}

impl Header {
    /// Encodes header and table as stored in the file, with padding.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0u8; preamble_len()];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(self.sections.len() as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&self.file_len.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.built_at.to_le_bytes());
        let table = bytes[HEADER_LEN..].chunks_exact_mut(ENTRY_LEN);
        for (slot, entry) in table.zip(&self.sections) {
            let element_len = entry.section.element_len() as u64;
            slot[..4].copy_from_slice(&(entry.section as u32).to_le_bytes());
            slot[4..8].copy_from_slice(&(element_len as u32).to_le_bytes());
            slot[8..16].copy_from_slice(&entry.offset.to_le_bytes());
            slot[16..24].copy_from_slice(&entry.len.to_le_bytes());
            slot[24..32].copy_from_slice(&(entry.len / element_len).to_le_bytes());
            slot[32..40].copy_from_slice(&entry.checksum.to_le_bytes());
        }
        let checksum = checksum_of_preamble(&bytes);
        bytes[56..64].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads and checks the header and table of a file.
    ///
    /// # Errors
    /// See [`HeaderError`]. Magic and version are checked before any checksum, so a foreign or newer
    /// file is reported as such and not as damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, HeaderError> {
        let head = bytes.get(..12).ok_or(HeaderError::Short(preamble_len() as u64))?;
        if head[..8] != MAGIC {
            return Err(HeaderError::Foreign);
        }
        let version = read_u32(bytes, 8);
        if version != FORMAT_VERSION {
            return Err(HeaderError::Version(version));
        }
        let preamble =
            bytes.get(..preamble_len()).ok_or(HeaderError::Short(preamble_len() as u64))?;
        if checksum_of_preamble(preamble) != read_u64(preamble, 56) {
            return Err(HeaderError::Damaged("checksum differs".to_owned()));
        }
        let header = Self {
            file_len: read_u64(preamble, 16),
            built_at: read_u64(preamble, 24) as i64,
            sections: decode_table(preamble)?,
        };
        header.check_tiling()?;
        Ok(header)
    }

    /// Checks that sections follow each other without gap or overlap and end with the file.
    fn check_tiling(&self) -> Result<(), HeaderError> {
        let mut at = preamble_len() as u64;
        for entry in &self.sections {
            let whole = entry.len.is_multiple_of(entry.section.element_len() as u64);
            let padded = entry.len.checked_next_multiple_of(ALIGNMENT as u64);
            let end = padded.and_then(|len| at.checked_add(len));
            at = end.filter(|_| entry.offset == at && whole).ok_or_else(|| {
                let name = entry.section.name();
                HeaderError::Damaged(format!("section {name} is out of place"))
            })?;
        }
        if at != self.file_len {
            return Err(HeaderError::Damaged(format!(
                "sections end at {at}, the file at {}",
                self.file_len
            )));
        }
        Ok(())
    }
}

fn decode_table(preamble: &[u8]) -> Result<Vec<SectionEntry>, HeaderError> {
    let count = read_u32(preamble, 12) as usize;
    if count != Section::ALL.len() {
        return Err(HeaderError::Damaged(format!(
            "{count} sections, expected {}",
            Section::ALL.len()
        )));
    }
    let table = preamble[HEADER_LEN..].chunks_exact(ENTRY_LEN);
    table
        .zip(Section::ALL)
        .map(|(slot, &section)| {
            let element_len = section.element_len() as u64;
            let entry = SectionEntry {
                section,
                offset: read_u64(slot, 8),
                len: read_u64(slot, 16),
                checksum: read_u64(slot, 32),
            };
            let fits = read_u32(slot, 0) == section as u32
                && u64::from(read_u32(slot, 4)) == element_len
                && read_u64(slot, 24) == entry.len / element_len;
            let damaged =
                || HeaderError::Damaged(format!("entry of section {} is wrong", section.name()));
            fits.then_some(entry).ok_or_else(damaged)
        })
        .collect()
}

/// XXH3 over the preamble without its own checksum field.
fn checksum_of_preamble(preamble: &[u8]) -> u64 {
    xxh3_64(&[&preamble[..56], &preamble[HEADER_LEN..]].concat())
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |value, b| value << 8 | u32::from(*b))
}

fn read_u64(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |value, b| value << 8 | u64::from(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let mut at = preamble_len() as u64;
        let sections = Section::ALL
            .iter()
            .map(|&section| {
                let len = 3 * section.element_len() as u64;
                let entry = SectionEntry { section, offset: at, len, checksum: at ^ 7 };
                at += align(len);
                entry
            })
            .collect();
        Header { file_len: at, built_at: 1_791_100_800, sections }
    }

    #[test]
    fn a_header_reads_back() {
        assert_eq!(Header::decode(&header().encode()), Ok(header()));
    }

    #[test]
    fn every_flipped_bit_is_found() {
        let good = header().encode();
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                let error = Header::decode(&bad).expect_err("a flipped bit");
                match at {
                    0..8 => assert_eq!(error, HeaderError::Foreign),
                    8..12 => assert!(matches!(error, HeaderError::Version(_))),
                    _ => assert!(matches!(error, HeaderError::Damaged(_)), "byte {at}: {error:?}"),
                }
            }
        }
    }

    #[test]
    fn a_cut_preamble_says_how_much_is_missing() {
        let good = header().encode();
        for len in [0, 7, 11, 12, 64, good.len() - 1] {
            let expected = HeaderError::Short(preamble_len() as u64);
            assert_eq!(Header::decode(&good[..len]), Err(expected), "{len} bytes");
        }
    }
}
