//! The sections of a mapped file, on which all views and checks of a snapshot rely.

use std::ops::Range;
use std::path::Path;

use rkyv::rancor;
use xxhash_rust::xxh3::Xxh3;

use super::details::Registers;
use super::error::SnapshotError;
use super::format::{Header, Section, SectionEntry, align};
use super::fuzzy_postings::FuzzyPostings;
use super::mapped::MappedFile;
use super::pairs::Pairs;
use crate::lexicon::stored_forms::Forms;
use crate::model::Register;

/// Bytes of a section that are hashed and then checked while they are in the first cache levels.
const PIECE: usize = 128 << 10;

/// The file while it is being opened.
pub(super) struct Parts<'s> {
    pub(super) path: &'s Path,
    pub(super) file: &'s MappedFile,
    pub(super) header: &'s Header,
}

impl<'s> Parts<'s> {
    pub(super) fn bytes(&self, section: Section) -> &'s [u8] {
        let entry = &self.header.sections[section as usize];
        &self.file.bytes()[entry.offset as usize..(entry.offset + entry.len) as usize]
    }

    pub(super) fn slice<T: bytemuck::Pod>(&self, section: Section) -> &'s [T] {
        bytemuck::cast_slice(self.bytes(section))
    }

    pub(super) fn inconsistent(
        &self,
        section: Section,
        reason: impl Into<String>,
    ) -> SnapshotError {
        let (path, section) = (self.path.to_owned(), section.name());
        SnapshotError::Inconsistent { path, section, reason: reason.into() }
    }

    /// Reads an archived section into memory; they are small.
    pub(super) fn archive<T>(&self, section: Section) -> Result<T, SnapshotError>
    where
        T: rkyv::Archive,
        T::Archived: for<'a> rkyv::bytecheck::CheckBytes<rkyv::api::high::HighValidator<'a, rancor::Error>>
            + rkyv::Deserialize<T, rkyv::api::high::HighDeserializer<rancor::Error>>,
    {
        let entry = &self.header.sections[section as usize];
        self.require_checksum(entry, self.checksum_of(entry, |_| ()))?;
        rkyv::from_bytes::<T, rancor::Error>(self.bytes(section))
            .map_err(|error| self.inconsistent(section, error.to_string()))
    }

    pub(super) fn registers(&self) -> Result<Vec<Register>, SnapshotError> {
        let archived: Registers = self.archive(Section::Registers)?;
        let registers = archived.registers.into_iter().map(|register| {
            let slug = register.slug.clone();
            register.into_model().map_err(|field| {
                let reason = format!("register {slug}: unknown value in {field}");
                self.inconsistent(Section::Registers, reason)
            })
        });
        registers.collect()
    }

    pub(super) fn forms(&self) -> Forms<'s> {
        Forms {
            rows: self.slice(Section::Forms),
            letters: self.slice(Section::FormLetters),
            reading_ends: self.slice(Section::FormReadings),
            sounds: self.bytes(Section::FormSounds),
            signs: self.slice(Section::FormSigns),
        }
    }

    pub(super) fn pairs(&self) -> Pairs<'s> {
        Pairs {
            starts: self.slice(Section::PairStarts),
            rows: self.slice(Section::PairRows),
            entries: self.slice(Section::PairEntries),
        }
    }

    pub(super) fn fuzzy_postings(&self) -> FuzzyPostings<'s> {
        FuzzyPostings {
            starts: self.slice(Section::CloseStarts),
            steps: self.slice(Section::CloseSteps),
            entries: self.slice(Section::CloseEntries),
        }
    }

    /// Computes the checksum of a section with its padding; `on_piece` is called with the range of
    /// elements just hashed.
    pub(super) fn checksum_of(
        &self,
        entry: &SectionEntry,
        mut on_piece: impl FnMut(Range<usize>),
    ) -> u64 {
        let element = entry.section.element_len();
        let mut hash = Xxh3::new();
        let mut first = 0;
        for piece in self.bytes(entry.section).chunks(PIECE / element * element) {
            hash.update(piece);
            let end = first + piece.len() / element;
            on_piece(first..end);
            first = end;
        }
        let [from, to] = [entry.len, align(entry.len)].map(|len| (entry.offset + len) as usize);
        hash.update(&self.file.bytes()[from..to]);
        hash.digest()
    }

    pub(super) fn require_checksum(
        &self,
        entry: &SectionEntry,
        found: u64,
    ) -> Result<(), SnapshotError> {
        if found == entry.checksum {
            return Ok(());
        }
        let (path, section) = (self.path.to_owned(), entry.section.name());
        Err(SnapshotError::Checksum { path, section, expected: entry.checksum, found })
    }
}
