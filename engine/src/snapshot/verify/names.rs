//! Names: their runs of words, the order by text, and the impact lists that lead to them.

use rayon::prelude::*;

use super::{Check, Counts, offsets, require};
use crate::limits::NAME_WORDS_MAX;
use crate::snapshot::dictionary::Dictionary;
use crate::snapshot::format::Section;
use crate::snapshot::impact::{Entry, Impact, OtherWords, Told};
use crate::snapshot::index::JoinedRun;
use crate::snapshot::opened::Parts;
use crate::snapshot::rows::{NameGroup, NameRow, RecordRow, RunWord, WordRow, name_flags};
use crate::text::{NameKind, WordClass};

/// Checks the names themselves. The records must have passed.
pub(super) fn check(
    parts: &Parts<'_>,
    counts: &Counts,
    records: &[RecordRow],
    names: &[NameRow],
) -> Check {
    let section = Section::Names;
    let runs = parts.slice::<u32>(Section::NameRuns);
    let last = names[names.len() - 1].run as usize;
    require(parts, section, names[0].run == 0 && last == runs.len(), "wrong start or end")?;
    let fits = names.par_windows(2).all(|pair| {
        let run = runs.get(pair[0].run as usize..pair[1].run as usize);
        run.is_some_and(|run| run_fits(counts, &pair[0], run))
    });
    require(parts, section, fits, "a name does not fit its run")?;
    let owned = records.par_windows(2).enumerate().all(|(record, pair)| {
        let names = &names[pair[0].names as usize..pair[1].names as usize];
        names.iter().all(|name| name.record as usize == record)
            && names.is_sorted_by(|a, b| a.alias < b.alias)
            && names[0].alias == 0
    });
    require(parts, section, owned, "a name of another record, or none that is primary")?;
    by_text(parts, counts)
}

/// Whether words exist and are of known classes, joined words lie within the name, and what the
/// row sums up is so.
fn run_fits(counts: &Counts, name: &NameRow, run: &[u32]) -> bool {
    let Some((words, joined)) = run.split_at_checked(usize::from(name.words)) else {
        return false;
    };
    let known = words.len() <= NAME_WORDS_MAX
        && words.iter().all(|&word| {
            usize::from((word >> 24) as u8) < WordClass::ALL.len()
                && RunWord(word).word() < counts.single_words
        });
    if !known {
        return false;
    }
    let classes = || words.iter().map(|&word| RunWord(word).class());
    let informative = classes().filter(|class| class.is_informative()).count();
    let initial = classes().any(|class| class == WordClass::Initial);
    usize::from(name.informative_words) == informative
        && (name.flags & name_flags::INITIAL != 0) == initial
        && joined.len().is_multiple_of(2)
        && joined.chunks_exact(2).all(|pair| joined_fits(counts, pair, words.len()))
}

fn joined_fits(counts: &Counts, pair: &[u32], words: usize) -> bool {
    let (start, len) = (pair[1] & 0xff, pair[1] >> 8);
    let spans = len >= 2 && (start + len) as usize <= words;
    spans && (counts.single_words..counts.words).contains(&pair[0])
}

fn by_text(parts: &Parts<'_>, counts: &Counts) -> Check {
    let section = Section::NamesByText;
    let by_text = parts.slice::<u32>(section);
    require(parts, section, by_text.len() as u32 == counts.names, "wrong length")?;
    let exist = by_text.par_iter().all(|&name| name < counts.names);
    require(parts, section, exist, "a name that does not exist")?;
    let mut least = 0;
    let rises = |_: &[u8], place: u64| {
        // The first text stands at place 0.
        let rises = if least == 0 { place == 0 } else { place >= least };
        least = place.saturating_add(1);
        rises && place < u64::from(counts.names)
    };
    let section = Section::NameFst;
    Dictionary::check(parts.bytes(section), counts.names.into(), rises)
        .and_then(|keys| {
            let complete = keys > 0 || counts.names == 0;
            complete.then_some(()).ok_or_else(|| "no names".to_owned())
        })
        .map_err(|reason| parts.inconsistent(section, reason))
}

/// Checks that each list holds names with its word, of its group, and in order. Words, names and
/// records must have passed.
pub(super) fn check_impacts(
    parts: &Parts<'_>,
    records: &[RecordRow],
    names: &[NameRow],
    rows: &[WordRow],
) -> Check {
    let impacts = parts.slice::<Impact>(Section::Impacts);
    let groups = NameGroup::ALL.len();
    let words = parts.slice::<u64>(Section::PostingOffsets).len() - 1;
    let (section, lists) = (Section::ImpactOffsets, (words * groups) as u64);
    offsets::<u64>(parts, section, lists, impacts.len() as u64)?;
    let ends = parts.slice::<u64>(section);
    let section = Section::Impacts;
    let sorted = ends.par_windows(2).all(|ends| {
        impacts[ends[0] as usize..ends[1] as usize].is_sorted_by(|a, b| a.order() < b.order())
    });
    require(parts, section, sorted, "not sorted")?;
    let named = names.len() as u32 - 1;
    let exist = impacts.par_iter().all(|impact| impact.name.0 < named);
    require(parts, section, exist, "a name that does not exist")?;
    let runs = parts.slice::<u32>(Section::NameRuns);
    let fits = ends.par_windows(2).enumerate().all(|(list, ends)| {
        let (word, group) = ((list / groups) as u32, NameGroup::ALL[list % groups]);
        impacts[ends[0] as usize..ends[1] as usize].iter().all(|impact| {
            let pair = &names[impact.name.index()..impact.name.index() + 2];
            let run = &runs[pair[0].run as usize..pair[1].run as usize];
            let kind = NameKind::ALL[usize::from(records[pair[0].record as usize].kind)];
            NameGroup::of(kind, pair[0].flags) == group
                && others(&pair[0], run, word, rows).any(|others| others == impact.others)
        })
    });
    require(parts, section, fits, "a name of another group, without the word, or other words")
}

/// What the entry of a name may say of its other words, for each place where it holds the word.
fn others<'a>(
    name: &NameRow,
    run: &'a [u32],
    word: u32,
    rows: &[WordRow],
) -> impl Iterator<Item = OtherWords<5>> + use<'a> {
    let (words, joined) = run.split_at(usize::from(name.words));
    let mut all = [Told(0); NAME_WORDS_MAX];
    all.iter_mut().zip(words).for_each(|(slot, &held)| *slot = Told::of(RunWord(held), rows));
    let (len, joined) = (words.len(), JoinedRun::of(joined));
    let holds = move |at: &usize| RunWord(words[*at]).word() == word;
    let single = (0..len).filter(holds).map(move |at| OtherWords::of(&all[..len], &all[at..=at]));
    let spanned = joined.iter().filter(move |joined| joined.word.0 == word);
    single.chain(spanned.map(move |own| OtherWords::beside_joined(&all[..len], joined, own)))
}
