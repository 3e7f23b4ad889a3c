//! What is checked of a file, at two depths. With the checksums right, either can only find what a
//! faulty or hostile program wrote.
//!
//! | depth | asked by | what it finds |
//! |---|---|---|
//! | `bounds` | every opening, but of a file that was verified before | bytes that are not those written; numbers that lead nowhere |
//! | `agreement` | the builder, of what it wrote; its `verify` | sections that contradict each other |
//!
//! *Bounds* are what indexing relies on: no file that opens makes its readers index beyond an end,
//! loop for ever or do anything unsound. They are checked by reading the file once, in the order in
//! which it lies; nothing is looked up in another place for each row. Two things would take longer,
//! so those who read them look first: the archive of a record, and what a dictionary leads to. Both
//! read as absent where they are wrong.
//!
//! *Agreement* is what makes answers right: lists hold what they must, sorted, and what is said
//! twice is said alike. It takes many times as long, since what the builder worked out is worked out
//! again. Files that pass the bounds and not this answer wrongly, and no worse.
//!
//! What a section means is not checked: whether a name was folded rightly, or a weight computed
//! rightly, only the builder can know.
//!
//! A new section does not compile before `bounds/sections.rs` says what its elements lead to.

pub(super) mod agreement;
pub(super) mod bounds;

use super::details::Meta;
use super::error::SnapshotError;
use super::format::Section;
use super::rows::{NameRow, RecordRow};
use super::sections::Parts;
use super::totals::Totals;
use crate::lexicon::rows::WordRow;
use crate::model::Register;

pub(super) type Check = Result<(), SnapshotError>;

/// What opening has read of a file before any of it is checked: it is few, and says how much more
/// there is.
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

/// How many there are of what sections point at.
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
