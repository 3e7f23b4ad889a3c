//! Names with their records and words, as the checks of all posting lists need them.

use crate::lexicon::rows::WordRow;
use crate::model::NameOrdinal;
use crate::snapshot::entry_facts::EncodedFacts;
use crate::snapshot::file::Snapshot;
use crate::snapshot::format::Section;
use crate::snapshot::impact::{Impact, ListedName, entries_of};
use crate::snapshot::rows::{NameGroup, NameRow, RecordRow, record_flags};
use crate::text::NameKind;

/// The names of a snapshot, their records and their words.
#[derive(Clone, Copy)]
pub(super) struct Named<'s> {
    records: &'s [RecordRow],
    names: &'s [NameRow],
    runs: &'s [u32],
    births: &'s [u32],
    countries: &'s [u16],
    pub(super) words: &'s [WordRow],
}

impl<'s> Named<'s> {
    pub(super) fn of(snapshot: &'s Snapshot) -> Self {
        let parts = &snapshot.parts();
        Self {
            records: snapshot.rows(),
            names: parts.slice(Section::Names),
            runs: parts.slice(Section::NameRuns),
            births: parts.slice(Section::Births),
            countries: parts.slice(Section::Countries),
            words: parts.slice(Section::Words),
        }
    }

    pub(super) fn count(self) -> usize {
        self.names.len() - 1
    }

    /// Returns a name with the properties that its postings need.
    pub(super) fn listed(self, name: usize) -> ListedName {
        let NameRow { record, informative, .. } = *self.row(name);
        let [row, next] = [record, record + 1].map(|at| &self.records[at as usize]);
        let births = &self.births[row.births as usize..next.births as usize];
        let countries = &self.countries[row.countries as usize..next.countries as usize];
        let by_addresses = row.flags & record_flags::BY_ADDRESSES != 0;
        let facts = EncodedFacts::of(births, countries, by_addresses);
        ListedName { name: NameOrdinal(name as u32), informative, facts }
    }

    fn row(self, name: usize) -> &'s NameRow {
        &self.names[name]
    }

    /// Returns the single words of a name and its packed compounds.
    pub(super) fn run(self, name: usize) -> (&'s [u32], &'s [u32]) {
        let [row, next] = [&self.names[name], &self.names[name + 1]];
        self.runs[row.run as usize..next.run as usize].split_at(row.words.into())
    }

    /// Collects the postings of a name, each with its term.
    pub(super) fn entries(self, name: usize, entries: &mut Vec<(u32, Impact)>) {
        entries_of(self.listed(name), self.run(name), self.words, entries);
    }

    pub(super) fn group(self, name: usize) -> NameGroup {
        let row = self.row(name);
        let kind = self.records[row.record as usize].kind;
        NameGroup::of(NameKind::ALL[usize::from(kind)], row.flags)
    }
}
