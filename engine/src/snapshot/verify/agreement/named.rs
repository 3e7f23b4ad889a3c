//! Names with what they are made of, as the checks of all lists of names look at them.

use crate::snapshot::format::Section;
use crate::snapshot::opened::Snapshot;
use crate::snapshot::rows::{NameGroup, NameRow, RecordRow, WordRow};
use crate::text::NameKind;

/// The names of a snapshot, their records and their words.
#[derive(Clone, Copy)]
pub(super) struct Named<'s> {
    records: &'s [RecordRow],
    names: &'s [NameRow],
    runs: &'s [u32],
    pub(super) words: &'s [WordRow],
}

impl<'s> Named<'s> {
    pub(super) fn of(snapshot: &'s Snapshot) -> Self {
        let parts = &snapshot.parts();
        Self {
            records: snapshot.rows(),
            names: parts.slice(Section::Names),
            runs: parts.slice(Section::NameRuns),
            words: parts.slice(Section::Words),
        }
    }

    /// How many.
    pub(super) fn count(self) -> usize {
        self.names.len() - 1
    }

    pub(super) fn row(self, name: usize) -> &'s NameRow {
        &self.names[name]
    }

    /// The single words of a name and its packed joined words.
    pub(super) fn run(self, name: usize) -> (&'s [u32], &'s [u32]) {
        let [row, next] = [&self.names[name], &self.names[name + 1]];
        self.runs[row.run as usize..next.run as usize].split_at(row.words.into())
    }

    pub(super) fn group(self, name: usize) -> NameGroup {
        let row = self.row(name);
        let kind = self.records[row.record as usize].kind;
        NameGroup::of(NameKind::ALL[usize::from(kind)], row.flags)
    }
}
