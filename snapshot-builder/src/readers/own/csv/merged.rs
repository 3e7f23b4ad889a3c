//! Combines rows of one party into one record.

use ahash::AHashMap;
use tamis_engine::model::Fact;
use tamis_ingest::table::StringRecord;

use crate::readers::collector::Collector;
use crate::readers::common::merged_record::{Rows, keep_first, unite};
use crate::readers::own::record::Draft;
use crate::report::Position;
use crate::sources::SourceFile;
use tamis_ingest::limits::RECORD_BYTES_MAX;

/// Parties of all files, in the order of their first rows.
#[derive(Default)]
pub(super) struct Parties {
    parties: Vec<Party>,
    by_reference: AHashMap<String, usize>,
}

/// A party with the rows read so far.
struct Party {
    draft: Draft,
    /// Number of the file and line of its first row.
    first: (usize, u64),
    rows: Rows,
    bytes: u64,
}

impl Parties {
    /// Adds a row. `at` is its number of the file, file and line.
    pub(super) fn add(
        &mut self,
        draft: Draft,
        row: &StringRecord,
        (at, file, line): (usize, &SourceFile, u64),
        collector: &mut Collector<'_>,
    ) {
        let bytes = row.as_slice().len() as u64;
        let known = self.by_reference.get(&draft.record.reference).copied();
        let Some(party) = known.and_then(|known| self.parties.get_mut(known)) else {
            self.by_reference.insert(draft.record.reference.clone(), self.parties.len());
            self.parties.push(Party { draft, first: (at, line), rows: Rows::default(), bytes });
            return;
        };
        party.bytes += bytes;
        if party.bytes > RECORD_BYTES_MAX {
            let reason = format!("the rows of one ref have more than {RECORD_BYTES_MAX} bytes");
            let reference = Some(draft.record.reference);
            return collector.reject(&file.name, Position::Line(line), reason, reference);
        }
        unite_drafts(&mut party.draft, draft);
        party.rows.count(&mut party.draft.record);
        collector.leave_out("further row of a party");
    }

    /// Number of the file and line of each party's first row, with the combined draft.
    pub(super) fn into_drafts(self) -> impl Iterator<Item = (usize, u64, Draft)> {
        self.parties.into_iter().map(|Party { mut draft, first: (file, line), rows, .. }| {
            draft.record = rows.end(draft.record);
            (file, line, draft)
        })
    }
}

/// Adds another row of the party to its draft.
fn unite_drafts(draft: &mut Draft, other: Draft) {
    let record = &mut draft.record;
    keep_first(&mut draft.kind, other.kind, Fact::EntityType, &mut record.notes);
    unite(record, other.record);
}
