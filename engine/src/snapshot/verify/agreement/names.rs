//! Checks of names: the sums in their rows, their order by text, and their impact-ordered posting
//! lists.

use rayon::prelude::*;

use super::named::Named;
use super::{Check, Snapshot, require};
use crate::lexicon::dictionary::Dictionary;
use crate::snapshot::format::Section;
use crate::snapshot::impact::Impact;
use crate::snapshot::rows::{NameGroup, NameRow, RunWord, name_flags};
use crate::snapshot::sections::Parts;
use crate::text::WordClass;

/// Checks the name rows and the look-up of names by text.
pub(super) fn check(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let section = Section::Names;
    let names = parts.slice::<NameRow>(section);
    let runs = parts.slice::<u32>(Section::NameRuns);
    let fits = names.par_windows(2).all(|pair| sums_up(&pair[0], words_of(&pair[0], runs)));
    require(parts, section, fits, "a name that sums up other words")?;
    let owned = snapshot.rows().par_windows(2).enumerate().all(|(record, pair)| {
        let names = &names[pair[0].names as usize..pair[1].names as usize];
        names.iter().all(|name| name.record as usize == record)
            && names.is_sorted_by(|a, b| a.alias < b.alias)
            && names[0].alias == 0
    });
    require(parts, section, owned, "a name of another record, or none that is primary")?;
    by_text(parts, names.len() as u64 - 1)
}

fn words_of<'s>(name: &NameRow, runs: &'s [u32]) -> &'s [u32] {
    &runs[name.run as usize..][..usize::from(name.words)]
}

/// True if the row of a name agrees with its words.
fn sums_up(name: &NameRow, words: &[u32]) -> bool {
    let classes = || words.iter().map(|&word| RunWord(word).class());
    let informative = classes().filter(|class| class.is_informative()).count();
    let initial = classes().any(|class| class == WordClass::Initial);
    usize::from(name.informative_words) == informative
        && (name.flags & name_flags::INITIAL != 0) == initial
}

/// Checks that the name dictionary gives for each text its first place among the names by text. The
/// first text must be at the first place, and the places must ascend.
fn by_text(parts: &Parts<'_>, names: u64) -> Check {
    let section = Section::NameFst;
    let visited = Dictionary::check(parts.bytes(section), names, |_, place| place < names)
        .map_err(|reason| parts.inconsistent(section, reason))?;
    require(parts, section, visited.keys > 0 || names == 0, "no names")?;
    require(parts, section, visited.rises_from_0(), "a text that does not lead on")
}

/// Checks that the posting lists hold every name under each of its terms, rightly encoded, and nothing
/// else.
pub(super) fn check_impacts(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let section = Section::Impacts;
    let impacts = parts.slice::<Impact>(section);
    let ends = parts.slice::<u64>(Section::ImpactOffsets).par_windows(2);
    let lists = ends.map(|ends| &impacts[ends[0] as usize..ends[1] as usize]);
    let sorted = lists.clone().all(|list| list.is_sorted_by(|a, b| a.place() < b.place()));
    require(parts, section, sorted, "not sorted")?;
    let named = Named::of(snapshot);
    let fits = lists.enumerate().map_init(Vec::new, |entries, (list, found)| {
        let (word, group) = NameGroup::of_list(list);
        found.iter().all(|found| {
            let name = found.name().index();
            named.entries(name, entries);
            named.group(name) == group && entries.contains(&(word, *found))
        })
    });
    require(
        parts,
        section,
        fits.all(|fits| fits),
        "a name of another group, without the word, or with other words, weight or facts",
    )?;
    let entries = (0..named.count()).into_par_iter().map_init(Vec::new, |entries, name| {
        named.entries(name, entries);
        entries.len()
    });
    require(parts, section, entries.sum::<usize>() == impacts.len(), "a name is missing")
}
