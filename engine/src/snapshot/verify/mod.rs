//! Verification of a file, at two depths. With right checksums, either can only find what a faulty or
//! hostile program wrote.
//!
//! | depth | run by | finds |
//! |---|---|---|
//! | `bounds` | every opening, except of a file verified before | bytes that are not those written; numbers out of range |
//! | `agreement` | the builder, after writing a file; its command `verify` | sections that contradict each other |
//!
//! *Bounds* are the invariants of indexing: no file that opens makes its readers index beyond an end,
//! loop for ever or do anything unsound. They are checked in one sequential read of the file, without
//! look-ups elsewhere for each row. Two checks would take longer and are left to the readers: the
//! detail of a record, and the values of a dictionary. Both read as absent when they are wrong.
//!
//! *Agreement* is the invariant of right answers: lists are complete and sorted, and redundant data
//! agree. It takes many times as long, since it repeats the builder's work. A file that passes the
//! bounds and fails here gives wrong answers, and does no other harm.
//!
//! The meaning of a section is not checked: only the builder can know if a name was folded rightly, or
//! a weight computed rightly.
//!
//! A new section does not compile before `bounds/sections.rs` has a check for it.

pub(super) mod agreement;
pub(super) mod bounds;

use super::details::Meta;
use super::error::SnapshotError;
use super::format::Section;
use super::rows::{NameRow, RecordRow};
use super::sections::Parts;
use super::totals::Totals;
use crate::lexicon::buckets::BucketParts;
use crate::lexicon::rows::WordRow;
use crate::model::Register;

pub(super) type Check = Result<(), SnapshotError>;

/// The few sections that opening reads before it checks the file; they state the sizes of the others.
pub(super) struct Outline<'a> {
    pub(super) meta: &'a Meta,
    pub(super) registers: &'a [Register],
    pub(super) totals: &'a Totals,
}

impl Outline<'_> {
    fn counts(&self, parts: &Parts<'_>) -> Result<Counts, SnapshotError> {
        Counts::of(parts, self.meta, self.registers.len())
    }
}

/// Numbers of the things that sections refer to.
#[derive(Clone, Copy)]
struct Counts {
    records: u32,
    names: u32,
    words: u32,
    single_words: u32,
    registers: u32,
}

impl Counts {
    fn of(parts: &Parts<'_>, meta: &Meta, registers: usize) -> Result<Self, SnapshotError> {
        for &section in Section::ALL {
            let elements = parts.bytes(section).len() / section.element_len();
            let offsets_reach = section.element_len() == 1 || u32::try_from(elements).is_ok();
            require(parts, section, offsets_reach, "too many elements")?;
        }
        let counts = Self {
            records: before_sentinel::<RecordRow>(parts, Section::Records)?,
            names: before_sentinel::<NameRow>(parts, Section::Names)?,
            words: before_sentinel::<WordRow>(parts, Section::Words)?,
            single_words: meta.single_words,
            registers: registers as u32,
        };
        let fits = counts.single_words <= counts.words;
        require(parts, Section::Meta, fits, "more single words than words")?;
        Ok(counts)
    }
}

fn before_sentinel<T: bytemuck::Pod>(
    parts: &Parts<'_>,
    section: Section,
) -> Result<u32, SnapshotError> {
    let rows = parts.slice::<T>(section).len() as u32;
    rows.checked_sub(1).ok_or_else(|| parts.inconsistent(section, "the sentinel is missing"))
}

fn require(parts: &Parts<'_>, section: Section, holds: bool, reason: &str) -> Check {
    if holds { Ok(()) } else { Err(parts.inconsistent(section, reason)) }
}

/// Checks that two sections are the buckets that their contents give; each with the fault of another one.
fn require_buckets<E: bytemuck::Pod + PartialEq>(
    parts: &Parts<'_>,
    expected: &BucketParts<E>,
    (starts, of_starts): (Section, &str),
    (entries, of_entries): (Section, &str),
) -> Check {
    require(parts, starts, parts.slice::<u32>(starts) == expected.starts, of_starts)?;
    require(parts, entries, parts.slice::<E>(entries) == expected.entries, of_entries)
}
