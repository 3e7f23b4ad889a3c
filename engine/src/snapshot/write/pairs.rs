//! Builds the term-pair postings; see [`crate::snapshot::pairs`].

use rayon::prelude::*;

use super::file::SnapshotFile;
use super::names::Names;
use super::words::Words;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::impact::Entry;
use crate::snapshot::pairs::{NameWords, TermPairEntry, TermPairRow, frequent_words};
use crate::snapshot::rows::NameGroup;
use crate::text::NameKind;

/// A posting with its list.
#[derive(Debug, Clone, Copy)]
struct Placed {
    /// Place of the list's first term and group in `pair-starts`.
    start: u32,
    partner: u32,
    entry: TermPairEntry,
}

/// All term-pair postings as stored.
pub(super) struct TermPairPostings {
    starts: Vec<u32>,
    rows: Vec<TermPairRow>,
    entries: Vec<TermPairEntry>,
}

/// Lists each name under each pair of its informative words that are frequent or of which one is an
/// initial. Frequent low-information words form pairs with initials only. The names must be renumbered
/// and weighed.
pub(super) fn pairs(
    names: &Names,
    words: &Words,
    kinds: &[NameKind],
    records: usize,
) -> TermPairPostings {
    let frequent = frequent_words(&words.rows[..words.single as usize], records);
    let of_name = |at: usize| entries_of(names, at, words, kinds, frequent);
    let mut placed: Vec<Placed> =
        (0..names.rows.len()).into_par_iter().flat_map_iter(of_name).collect();
    placed.par_sort_unstable_by_key(|p| (p.start, p.partner, p.entry.order()));
    let mut starts = vec![0; NameGroup::lists(frequent as usize) + 1];
    let mut rows: Vec<TermPairRow> = Vec::new();
    let (mut entries, mut last) = (Vec::with_capacity(placed.len()), None);
    for Placed { start, partner, entry } in placed {
        if last.replace((start, partner)) != Some((start, partner)) {
            rows.push(TermPairRow { partner, start: entries.len() as u32 });
            starts[start as usize + 1] = rows.len() as u32;
        }
        entries.push(entry);
    }
    rows.push(TermPairRow { partner: u32::MAX, start: entries.len() as u32 });
    for at in 1..starts.len() {
        starts[at] = starts[at].max(starts[at - 1]);
    }
    TermPairPostings { starts, rows, entries }
}

fn entries_of(
    names: &Names,
    at: usize,
    words: &Words,
    kinds: &[NameKind],
    frequent: u32,
) -> Vec<Placed> {
    let (named, group) = (names.listed(at), names.group(at, kinds));
    let said = NameWords::of(names.run(at).0, &words.rows);
    let mut entries = Vec::new();
    said.pairs(frequent, |first, partner| {
        entries.push(Placed {
            start: group.list(first.0),
            partner: partner.0,
            entry: said.entry(named, [first, partner]),
        });
    });
    entries
}

impl TermPairPostings {
    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::PairStarts, &self.starts)?;
        file.rows(Section::PairRows, &self.rows)?;
        file.rows(Section::PairEntries, &self.entries)
    }
}
