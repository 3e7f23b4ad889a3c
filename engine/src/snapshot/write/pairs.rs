//! Lists of names by two of their words; see [`crate::snapshot::pairs`].

use rayon::prelude::*;

use super::file::SnapshotFile;
use super::lists::{informative_weight, told};
use super::names::Names;
use super::words::Words;
use crate::model::NameOrdinal;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::impact::{OtherWords, Told};
use crate::snapshot::pairs::{PairEntry, PairRow, frequent_from, pairs_in};
use crate::snapshot::rows::{NameGroup, RunWord};
use crate::text::NameKind;

/// An entry with the list that it belongs to.
#[derive(Debug, Clone, Copy)]
struct Placed {
    /// Place of the list's first word and group among `pair-starts`.
    start: u32,
    partner: u32,
    entry: PairEntry,
}

/// All lists of two words.
pub(super) struct PairLists {
    starts: Vec<u32>,
    rows: Vec<PairRow>,
    entries: Vec<PairEntry>,
}

/// Lists each name under each two of its informative words that are frequent, or of which one is
/// an initial. The names must be renumbered and weighed.
pub(super) fn pairs(names: &Names, words: &Words, kinds: &[NameKind], records: usize) -> PairLists {
    let least = frequent_from(records);
    let frequent =
        words.rows[..words.single as usize].partition_point(|row| row.frequency >= least);
    let of_name = |at: usize| entries_of(names, at, words, kinds, frequent as u32);
    let mut placed: Vec<Placed> =
        (0..names.rows.len()).into_par_iter().flat_map_iter(of_name).collect();
    placed.par_sort_unstable_by_key(|p| (p.start, p.partner, p.entry.order()));
    let mut starts = vec![0; frequent * NameGroup::ALL.len() + 1];
    let mut rows: Vec<PairRow> = Vec::new();
    let (mut entries, mut last) = (Vec::with_capacity(placed.len()), None);
    for Placed { start, partner, entry } in placed {
        if last.replace((start, partner)) != Some((start, partner)) {
            rows.push(PairRow { partner, start: entries.len() as u32 });
            starts[start as usize + 1] = rows.len() as u32;
        }
        entries.push(entry);
    }
    rows.push(PairRow { partner: u32::MAX, start: entries.len() as u32 });
    for at in 1..starts.len() {
        starts[at] = starts[at].max(starts[at - 1]);
    }
    PairLists { starts, rows, entries }
}

fn entries_of(
    names: &Names,
    at: usize,
    words: &Words,
    kinds: &[NameKind],
    frequent: u32,
) -> Vec<Placed> {
    let row = &names.rows[at];
    let group = NameGroup::of(kinds[row.record as usize], row.flags);
    let (run, _) = names.run(at);
    let run: Vec<u32> =
        run.iter().copied().filter(|&word| RunWord(word).class().is_informative()).collect();
    let all = told(&run, words);
    let weight_of = |told: Told| -> u32 {
        let of = run.iter().zip(&all).filter(|(_, other)| **other == told);
        of.map(|(&word, _)| informative_weight(words, RunWord(word))).sum()
    };
    let mut entries = Vec::new();
    pairs_in(&all, frequent, |first, partner| {
        let both = if first == partner { 0 } else { weight_of(partner) };
        let own = weight_of(first) + both;
        let rest = row.informative.saturating_sub(own as u16);
        let others = OtherWords::of(&all, &[first, partner]);
        entries.push(Placed {
            start: first.0 * NameGroup::ALL.len() as u32 + group as u32,
            partner: partner.0,
            entry: PairEntry { name: NameOrdinal(at as u32), rest, others },
        });
    });
    entries
}

impl PairLists {
    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::PairStarts, &self.starts)?;
        file.rows(Section::PairRows, &self.rows)?;
        file.rows(Section::PairEntries, &self.entries)
    }
}
