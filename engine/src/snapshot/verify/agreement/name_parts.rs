//! Checks that the partition index holds the parts of every name and nothing else.

use rayon::prelude::*;

use super::{Check, Snapshot, require, require_buckets};
use crate::lexicon::partition::{NameParts, PartitionParts};
use crate::model::{NameOrdinal, RecordOrdinal};
use crate::snapshot::format::Section;
use crate::snapshot::rows::{NameRow, name_flags};
use crate::text::{self, NameKind};

pub(super) fn check(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let names = parts.slice::<NameRow>(Section::Names);
    let records = snapshot.rows();
    let parts_of = |row: &NameRow| {
        let kind = NameKind::ALL[usize::from(records[row.record as usize].kind)];
        let raw = snapshot.record(RecordOrdinal(row.record)).name_at(row.alias);
        NameParts::of(raw, &text::tokenize(raw, kind), kind)
    };
    let rows = names[..names.len() - 1].par_iter().enumerate();
    let all: Vec<Option<NameParts>> = rows.clone().map(|(_, row)| parts_of(row)).collect();
    let fits = rows.clone().all(|(name, row)| {
        let is_as_folded = all[name].as_ref().is_some_and(|parts| parts.is_as_folded);
        (row.flags & name_flags::AS_FOLDED != 0) == is_as_folded
    });
    require(parts, Section::Names, fits, "a name that is not written as its terms are")?;
    let entries = all.par_iter().enumerate().flat_map_iter(|(name, parts)| {
        parts.iter().flat_map(move |parts| parts.entries(NameOrdinal(name as u32)))
    });
    let expected = PartitionParts::of(entries.collect());
    let buckets = (Section::NamePartBuckets, "not as many as the parts of the names");
    let entries = (Section::NameParts, "not the parts of the names");
    require_buckets(parts, &expected, buckets, entries)
}
