//! Copies a ledger with the merged entities of a build; all other content stays the same.

use std::path::Path;

use serde_json::value::RawValue;
use uuid::Uuid;

use super::candidates::block_starts;
use super::party::Party;
use crate::ledger::entry::{Entry, Successor};
use crate::ledger::read::BlockText;
use crate::ledger::{Holds, Ledger, LedgerError, LedgerWriter};

/// Entries with a changed entity, by place, ascending.
pub(super) struct Changed(Vec<(u32, Option<Uuid>)>);

impl Changed {
    /// Entries whose entity differs from the previous one.
    pub(super) fn of(parties: &[Party], now: &[Option<Uuid>]) -> Self {
        let both = parties.iter().zip(now);
        let changed = both.filter(|(party, now)| party.entity != **now);
        Self(changed.map(|(party, now)| (party.place, *now)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// New entity of the entry at this place, if it changes.
    fn at(&self, place: u32) -> Option<Option<Uuid>> {
        let found = self.0.binary_search_by_key(&place, |(place, _)| *place);
        found.ok().map(|at| self.0[at].1)
    }
}

/// Writes the ledger with these changes and successors to a new file.
pub(super) fn write(
    ledger: &Ledger,
    changed: &Changed,
    successors: &[Successor],
    path: &Path,
) -> Result<(), LedgerError> {
    let mut writer = LedgerWriter::create(path, ledger.head())?;
    let starts = block_starts(ledger);
    let read = |text: &BlockText<'_>| Ok((text.holds(), lines_of(text, &starts, changed)?));
    for block in ledger.read(|holds| holds < Holds::Registers, read) {
        let (holds, lines) = block?;
        lines.iter().try_for_each(|line| writer.line(holds, line))?;
    }
    for line in ledger.registers() {
        writer.put(Holds::Registers, line)?;
    }
    for line in successors {
        writer.put(Holds::Successors, line)?;
    }
    writer.finish()
}

fn lines_of(
    text: &BlockText<'_>,
    starts: &[u32],
    changed: &Changed,
) -> Result<Vec<Vec<u8>>, LedgerError> {
    let is_entries = matches!(text.holds(), Holds::Entries(_));
    let lines = (starts[text.number()]..).zip(text.raw_lines()).zip(1..);
    lines
        .map(|((place, line), number)| {
            let entity = changed.at(place).filter(|_| is_entries);
            let Some(entity) = entity else { return Ok(line.to_vec()) };
            let entry: Entry<&RawValue> =
                serde_json::from_slice(line).map_err(|error| text.wrong_line(number, error))?;
            let entry = Entry { entity, ..entry };
            serde_json::to_vec(&entry).map_err(|error| text.wrong_line(number, error))
        })
        .collect()
}
