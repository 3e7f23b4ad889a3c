//! Checks that the partition index holds the parts of every name and nothing else.

use rayon::prelude::*;

use super::{Check, Snapshot, require};
use crate::lexicon::partition::{NameParts, PartEntry, PartitionParts};
use crate::model::{NameOrdinal, RecordOrdinal};
use crate::snapshot::format::Section;
use crate::snapshot::rows::NameRow;
use crate::text::{self, NameKind};

pub(super) fn check(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let names = parts.slice::<NameRow>(Section::Names);
    let records = snapshot.rows();
    let of_name = |(name, row): (usize, &NameRow)| {
        let kind = NameKind::ALL[usize::from(records[row.record as usize].kind)];
        let raw = snapshot.record(RecordOrdinal(row.record)).name_at(row.alias);
        let parts = NameParts::of(raw, &text::tokenize(raw, kind), kind);
        let entries = parts.map(|parts| Vec::from_iter(parts.entries(NameOrdinal(name as u32))));
        entries.unwrap_or_default()
    };
    let rows = names[..names.len() - 1].par_iter().enumerate();
    let expected = PartitionParts::build(rows.flat_map_iter(of_name).collect());
    let starts = parts.slice::<u32>(Section::NamePartBuckets) == expected.starts;
    require(parts, Section::NamePartBuckets, starts, "not as many as the parts of the names")?;
    let entries = parts.slice::<PartEntry>(Section::NameParts) == expected.entries;
    require(parts, Section::NameParts, entries, "not the parts of the names")
}
