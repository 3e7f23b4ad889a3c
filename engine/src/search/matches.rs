//! Records found by a search text, in the order of a search (docs/api.md, "Search").

use std::ops::Range;

use super::filter::BoundSearch;
use crate::model::RecordOrdinal;
use crate::snapshot::Snapshot;
use crate::text;

/// Records found by a text: those whose primary name starts with it, and those with a name that
/// contains all of its words.
///
/// Ordinals follow primary names, so the records that start with the text are one range, and exact
/// names come first in it. The others follow in the order of ordinals. The result is in the order of a
/// search without sorting: exact names, names that start with the text, then the others, each
/// alphabetically.
pub(super) struct Matches<'s> {
    starting: Range<u32>,
    /// Names with each word of the text, the shortest list first; none if one is in no name.
    containing: Vec<&'s [u32]>,
}

impl<'s> Matches<'s> {
    pub(super) fn new(search: &BoundSearch<'s>, text: &str) -> Self {
        let containing = search.directory().words().lists_of(text).unwrap_or_default();
        Self { starting: starting_with(search.snapshot(), text), containing }
    }

    /// Calls `on_record` with every record found that passes, in the order of a search.
    pub(super) fn for_each(&self, search: &BoundSearch<'s>, mut on_record: impl FnMut(u32)) {
        self.starting.clone().filter(|record| search.passes(*record)).for_each(&mut on_record);
        let containing = search.directory().words().records_in_all(self.containing.clone());
        let others = containing.filter(|record| !self.starting.contains(record));
        others.filter(|record| search.passes(*record)).for_each(on_record);
    }
}

/// Returns the range of records whose primary name starts with a text.
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

/// Returns the first place for which `holds` is false (binary search). It must be false for all later
/// places too.
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
