//! Posting lists by term: postings (records), and impact-ordered posting lists (names).

use rayon::prelude::*;

use super::file::SnapshotFile;
use super::grouped::Lists;
use super::names::Names;
use super::vocabulary::Vocabulary;
use super::words::Words;
use crate::lexicon::rows::SPANNED_UNIT;
use crate::model::RecordOrdinal;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::impact::{Impact, entries_of, informative_weight, spanned_weight};
use crate::snapshot::rows::{NameGroup, Posting, RunWord, name_flags};
use crate::snapshot::runs::CompoundRun;
use crate::text::{NameKind, Script, WordClass};

/// Builds the posting lists of records by provisional term number, compounds behind single words; each
/// list ascends.
pub(super) fn postings(
    names: &Names,
    vocabulary: &Vocabulary,
    kinds: &[NameKind],
) -> Lists<Posting> {
    let singles = vocabulary.singles.len();
    Lists::distribute(singles + vocabulary.compound.len(), |put| {
        let mut words: Vec<usize> = Vec::new();
        for (record, &kind) in kinds.iter().enumerate() {
            words.clear();
            for name in names.starts[record]..names.starts[record + 1] {
                let (single, compound) = names.run(name as usize);
                words.extend(single.iter().map(|&word| word as usize));
                words.extend(compound.chunks_exact(2).map(|pair| singles + pair[0] as usize));
            }
            words.sort_unstable();
            words.dedup();
            let posting = Posting::new(RecordOrdinal(record as u32), kind);
            words.iter().for_each(|&word| put(word, posting));
        }
    })
}

/// Impact-ordered posting lists: one per term and [`NameGroup`].
pub(super) struct Impacts {
    lists: Lists<Impact>,
}

/// Weighs every name and every compound, then lists each name under each of its terms. The names must
/// be renumbered.
pub(super) fn impacts(names: &mut Names, words: &mut Words, kinds: &[NameKind]) -> Impacts {
    for at in 0..names.rows.len() {
        let (informative, flags) = weigh(names.run(at).0, words);
        names.rows[at].informative = informative;
        names.rows[at].flags |= flags;
        note_compound(names.run(at), words);
    }
    let (names, words): (&Names, &Words) = (names, words);
    let mut lists = Lists::distribute(NameGroup::lists(words.rows.len() - 1), |put| {
        let mut entries: Vec<(u32, Impact)> = Vec::new();
        for at in 0..names.rows.len() {
            let group = names.group(at, kinds);
            entries_of(names.listed(at), names.run(at), &words.rows, &mut entries);
            for &(word, impact) in &entries {
                put(group.list(word) as usize, impact);
            }
        }
    });
    sort_each(&mut lists);
    Impacts { lists }
}

/// Raises the weight of a name's compounds to that of the words they span.
fn note_compound((single, compound): (&[u32], &[u32]), words: &mut Words) {
    for word in CompoundRun::of(compound).iter() {
        let spanned = u32::from(spanned_weight(single, word, &words.rows)).div_ceil(SPANNED_UNIT);
        let row = &mut words.rows[word.word.index()];
        row.weight = row.weight.max(spanned.min(255) as u8);
    }
}

/// Sums the weights of the informative words of a name, and determines its flags.
fn weigh(run: &[u32], words: &Words) -> (u16, u8) {
    let (mut informative, mut flags) = (0u16, 0);
    for word in run.iter().map(|&word| RunWord(word)) {
        informative += informative_weight(word, &words.rows);
        if word.class() == WordClass::Initial {
            flags |= name_flags::INITIAL;
        }
        if [Script::Han as u8, Script::Hangul as u8].contains(&words.row(word.word()).script) {
            flags |= name_flags::SYLLABIC;
        }
    }
    (informative, flags)
}

fn sort_each(lists: &mut Lists<Impact>) {
    let mut slices: Vec<&mut [Impact]> = Vec::with_capacity(lists.offsets.len());
    let mut items = lists.items.as_mut_slice();
    for ends in lists.offsets.windows(2) {
        let (list, behind) = items.split_at_mut((ends[1] - ends[0]) as usize);
        slices.push(list);
        items = behind;
    }
    slices.into_par_iter().for_each(|list| list.sort_unstable_by_key(Impact::place));
}

impl Impacts {
    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::ImpactOffsets, &self.lists.offsets)?;
        file.rows(Section::Impacts, &self.lists.items)
    }
}
