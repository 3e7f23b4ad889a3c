//! Checks that the bytes are those written, and that every number in them is in range.
//!
//! | module | what it holds |
//! |---|---|
//! | `sections` | the check of each section's elements |
//! | `elements` | elements that are each checked alone: ordinals, starts, codes |
//! | `rows` | rows that hold ranges of other sections |
//! | `totals` | the totals, which are few and checked in full |

mod elements;
mod rows;
mod sections;
mod totals;

use std::cmp::Reverse;

use super::{Check, Counts, Outline, require};
use crate::model::{Collection, Timestamp, is_version};
use crate::snapshot::details::Meta;
use crate::snapshot::format::{Section, SectionEntry};
use crate::snapshot::sections::Parts;

/// Checks all sections, in parallel.
///
/// A wrong checksum is reported before any fault of bounds, which damage elsewhere may cause.
pub(in crate::snapshot) fn check(parts: &Parts<'_>, outline: &Outline<'_>) -> Check {
    let bounds = Bounds { parts, counts: outline.counts(parts)? };
    let mut checked: Vec<Checked> = Vec::new();
    checked.resize_with(Section::ALL.len(), Checked::default);
    let mut sections: Vec<_> = parts.header.sections.iter().zip(&mut checked).collect();
    // One thread computes a checksum from the first byte to the last, so a late start of the largest
    // section would make the others wait.
    sections.sort_by_key(|(entry, _)| Reverse(entry.len));
    rayon::scope_fifo(|scope| {
        for (entry, checked) in sections {
            let bounds = &bounds;
            scope.spawn_fifo(move |_| *checked = bounds.read(entry));
        }
    });
    let entries = || parts.header.sections.iter().zip(&checked);
    entries().try_for_each(|(entry, checked)| parts.require_checksum(entry, checked.checksum))?;
    entries().try_for_each(|(entry, checked)| {
        checked.bounds.map_err(|reason| parts.inconsistent(entry.section, reason))
    })?;
    check_outline(parts, outline)
}

/// Checks the outline, which states all sizes, without reading the rest of the file.
pub(in crate::snapshot) fn check_outline(parts: &Parts<'_>, outline: &Outline<'_>) -> Check {
    let Outline { meta, registers, totals } = outline;
    let counts = outline.counts(parts)?;
    meta_fits(parts, meta)?;
    let sorted = registers.is_sorted_by(|a, b| a.slug < b.slug);
    require(parts, Section::Registers, sorted, "not sorted by slug")?;
    totals::check(parts, &counts, totals)
}

/// The result of reading a section.
#[derive(Clone, Copy)]
struct Checked {
    checksum: u64,
    bounds: Bounded,
}

impl Default for Checked {
    fn default() -> Self {
        Self { checksum: 0, bounds: Ok(()) }
    }
}

/// The reason why the numbers of a section are out of bounds.
type Bounded = Result<(), &'static str>;

fn holds(holds: bool, reason: &'static str) -> Bounded {
    if holds { Ok(()) } else { Err(reason) }
}

/// The ranges that numbers must stay in.
struct Bounds<'s> {
    parts: &'s Parts<'s>,
    counts: Counts,
}

impl<'s> Bounds<'s> {
    fn read(&self, entry: &SectionEntry) -> Checked {
        let mut bounds = self.piece(entry.section, 0..0);
        let checksum = self.parts.checksum_of(entry, |elements| {
            if bounds.is_ok() {
                bounds = self.piece(entry.section, elements);
            }
        });
        Checked { checksum, bounds }
    }

    fn slice<T: bytemuck::Pod>(&self, section: Section) -> &'s [T] {
        self.parts.slice(section)
    }

    /// Number of elements of a section. `Counts` has checked that it fits. Sections of bytes may be
    /// larger, beyond the reach of any row.
    fn len(&self, section: Section) -> u32 {
        let elements = self.parts.bytes(section).len() / section.element_len();
        u32::try_from(elements).unwrap_or(u32::MAX)
    }
}

fn meta_fits(parts: &Parts<'_>, meta: &Meta) -> Check {
    let section = Section::Meta;
    let version = Timestamp(parts.header.built_at).to_version();
    let fits = meta.version == version && is_version(&version);
    require(parts, section, fits, "the version is not the build time")?;
    let counted = meta.collections.len() == Collection::ALL.len();
    require(parts, section, counted, "not a count for each collection")
}
