//! Which records a search text finds, in the order of a search (docs/api.md, "Search").

use std::ops::Range;

use super::ascending::Ascending;
use super::filter::BoundSearch;
use crate::model::RecordOrdinal;
use crate::snapshot::Snapshot;
use crate::text;

/// What a text finds: records whose primary name starts with it, and records one of whose names
/// contains every word of it.
///
/// Ordinals follow primary names, so the first are one run of them, and exact names lead it.
/// The rest stands behind it in the order of ordinals: exact names, names that start with the
/// text, then the others, each alphabetically, without anything being sorted.
pub(super) struct Matches<'s> {
    starting: Range<u32>,
    /// Names with the rarest word of the text, and the names with each of the other words.
    containing: Option<(&'s [u32], Vec<Ascending<'s>>)>,
}

impl<'s> Matches<'s> {
    pub(super) fn new(search: &BoundSearch<'s>, text: &str) -> Self {
        let lists = search.directory().words().lists_of(text);
        let containing = lists.map(|lists| {
            let mut lists = lists.into_iter();
            let rarest = lists.next().unwrap_or_default();
            (rarest, lists.map(Ascending::new).collect())
        });
        Self { starting: starting_with(search.snapshot(), text), containing }
    }

    /// Calls back with every record that is found and passes, in the order of a search.
    pub(super) fn for_each(&self, search: &BoundSearch<'s>, mut on_record: impl FnMut(u32)) {
        self.starting.clone().filter(|record| search.passes(*record)).for_each(&mut on_record);
        let Some((rarest, others)) = &self.containing else { return };
        let words = search.directory().words();
        // Names stand in the order of their records, so those of one record are neighbours.
        let mut last = None;
        for &name in *rarest {
            let record = words.record_of(name);
            if last != Some(record) && others.iter().all(|names| names.contains(name)) {
                last = Some(record);
                if !self.starting.contains(&record) && search.passes(record) {
                    on_record(record);
                }
            }
        }
    }
}

/// The run of records whose primary name starts with a text.
fn starting_with(snapshot: &Snapshot, text: &str) -> Range<u32> {
    let text = text::as_written(text);
    if text.is_empty() {
        return 0..0;
    }
    let name = |at| text::as_written(snapshot.record(RecordOrdinal(at)).name());
    let all = 0..snapshot.record_count() as u32;
    let start = first_without(all.clone(), |at| name(at) < text);
    start..first_without(start..all.end, |at| name(at).starts_with(&text))
}

/// The first place for which something does not hold that holds for none behind it.
fn first_without(places: Range<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let Range { mut start, mut end } = places;
    while start < end {
        let middle = start + (end - start) / 2;
        match holds(middle) {
            true => start = middle + 1,
            false => end = middle,
        }
    }
    start
}
