//! Structure: that every offset, ordinal and code points at something, and that sections which
//! say the same thing agree. With the checksums right this can only fail for a file that a faulty
//! or hostile program wrote; it is checked all the same, because what passes here is indexed
//! without further thought.
//!
//! What a section means is not checked: whether a name was folded rightly, or a weight computed
//! rightly, only the builder can know.
//!
//! | module | what it checks |
//! |---|---|
//! | `records` | records, their look-ups and merged entities |
//! | `names` | names, their order and impact lists |
//! | `pairs` | lists of names by two of their words |
//! | `close_lists` | lists of names by rare words close to a frequent one |
//! | `words` | words, dictionary, neighbours, postings and spelling indexes |
//! | `browse` | what browsing reads |
//! | `totals` | totals, against the lists of records |

mod browse;
mod close_lists;
mod names;
mod pairs;
mod records;
mod totals;
mod words;

use super::details::Meta;
use super::error::SnapshotError;
use super::format::Section;
use super::opened::Parts;
use super::rows::{NameRow, RecordRow, WordRow};
use super::totals::Totals;
use crate::model::{Register, Timestamp};

type Check = Result<(), SnapshotError>;

/// Checks all sections against each other.
pub(super) fn structure(
    parts: &Parts<'_>,
    meta: &Meta,
    registers: &[Register],
    totals: &Totals,
) -> Check {
    let counts = Counts::of(parts, meta, registers)?;
    meta_fits(parts, meta, &counts)?;
    let sorted = registers.is_sorted_by(|a, b| a.slug < b.slug);
    require(parts, Section::Registers, sorted, "not sorted by slug")?;
    let rows = parts.slice::<RecordRow>(Section::Records);
    let names = parts.slice::<NameRow>(Section::Names);
    let words = parts.slice::<WordRow>(Section::Words);
    records::check(parts, meta, &counts, rows)?;
    browse::check(parts, &counts, rows)?;
    totals::check(parts, &counts, rows, totals)?;
    words::check(parts, &counts, words)?;
    words::check_forms(parts, &counts, words)?;
    names::check(parts, &counts, rows, names)?;
    words::check_lists(parts, &counts, words)?;
    names::check_impacts(parts, rows, names, words)?;
    pairs::check(parts, rows, names, words, &counts)?;
    close_lists::check(parts, rows, names, words, &counts)
}

/// How many there are of what sections point at.
struct Counts {
    records: u32,
    names: u32,
    words: u32,
    single_words: u32,
    registers: u32,
}

impl Counts {
    fn of(parts: &Parts<'_>, meta: &Meta, registers: &[Register]) -> Result<Self, SnapshotError> {
        for &section in Section::ALL {
            let elements = parts.bytes(section).len() / section.element_len();
            let offsets_reach = section.element_len() == 1 || u32::try_from(elements).is_ok();
            require(parts, section, offsets_reach, "too many elements")?;
        }
        Ok(Self {
            records: before_sentinel::<RecordRow>(parts, Section::Records)?,
            names: before_sentinel::<NameRow>(parts, Section::Names)?,
            words: before_sentinel::<WordRow>(parts, Section::Words)?,
            single_words: meta.single_words,
            registers: registers.len() as u32,
        })
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

/// Offsets must start at 0, never fall, be one more than `items` and end at `end`.
fn offsets<T: Copy + Ord + Into<u64> + bytemuck::Pod>(
    parts: &Parts<'_>,
    section: Section,
    items: u64,
    end: u64,
) -> Check {
    let offsets = parts.slice::<T>(section);
    require(parts, section, offsets.len() as u64 == items + 1, "wrong number of offsets")?;
    let ends = [offsets[0].into(), offsets[offsets.len() - 1].into()];
    require(parts, section, ends == [0, end], "the offsets do not span their section")?;
    require(parts, section, offsets.is_sorted(), "an offset falls")
}

fn meta_fits(parts: &Parts<'_>, meta: &Meta, counts: &Counts) -> Check {
    let section = Section::Meta;
    let version = Timestamp(parts.header.built_at).to_version();
    let fits = meta.version == version && super::store::is_version(&version);
    require(parts, section, fits, "the version is not the build time")?;
    require(parts, section, meta.single_words <= counts.words, "more single words than words")
}
