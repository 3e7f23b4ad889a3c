//! One pass over all entries of a ledger: checks their order and collects ids and counts.

use std::borrow::Cow;

use serde_json::value::RawValue;
use tamis_engine::model::RecordId;

use super::entry::{ContentHash, Entry, Reference};
use super::error::LedgerError;
use super::format::Holds;
use super::read::{BlockText, Ledger};

/// Result of a pass over a ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    /// Ids of all records, active and retired, ascending.
    pub ids: Vec<RecordId>,
    /// Counts for each register, by its position.
    pub registers: Vec<Counts>,
}

/// Numbers of entries of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Active records.
    pub active: u64,
    /// Retired records.
    pub retired: u64,
    /// Active records for which `is_loaded` returned false.
    pub missing: u64,
}

impl Survey {
    /// Reads all entries. `is_loaded` is called for the active ones, with the position of their
    /// register and their reference.
    ///
    /// # Errors
    /// A block cannot be read; an entry is out of order, has another hash than stated, or the id of
    /// another entry.
    pub fn of(
        ledger: &Ledger,
        is_loaded: impl Fn(u32, &str) -> bool + Sync,
    ) -> Result<Self, LedgerError> {
        let registers = vec![Counts::default(); ledger.registers().len()];
        let mut survey = Self { ids: Vec::new(), registers };
        let mut last: Option<(Holds, String)> = None;
        let is_entries = |holds| holds < Holds::Registers;
        for part in ledger.read(is_entries, |text| Part::read(text, &is_loaded)) {
            let part = part?;
            if let Some((holds, before)) = &last
                && *holds == part.holds
                && *before >= part.first
            {
                let reason = format!("{:?} is out of order", part.first);
                return Err(LedgerError::damaged(ledger.path(), "order of entries", reason));
            }
            let Holds::Entries(place) = part.holds else { continue };
            let counts = &mut survey.registers[place as usize];
            counts.active += part.counts.active;
            counts.retired += part.counts.retired;
            counts.missing += part.counts.missing;
            survey.ids.extend(part.ids);
            last = Some((part.holds, part.last));
        }
        survey.ids.sort_unstable();
        if let Some(twice) = survey.ids.windows(2).find(|pair| pair[0] == pair[1]) {
            let reason = format!("two entries have the id {}", twice[0].0);
            return Err(LedgerError::damaged(ledger.path(), "ids of entries", reason));
        }
        Ok(survey)
    }

    /// Totals over all registers.
    #[must_use]
    pub fn total(&self) -> Counts {
        self.registers.iter().fold(Counts::default(), |total, counts| Counts {
            active: total.active + counts.active,
            retired: total.retired + counts.retired,
            missing: total.missing + counts.missing,
        })
    }
}

/// Results for one block.
struct Part {
    holds: Holds,
    /// Sort keys of the first and last entries.
    first: String,
    last: String,
    ids: Vec<RecordId>,
    counts: Counts,
}

impl Part {
    fn read(
        text: &BlockText<'_>,
        is_loaded: &(impl Fn(u32, &str) -> bool + Sync),
    ) -> Result<Self, LedgerError> {
        let (first, last) = (String::new(), String::new());
        let (ids, counts) = (Vec::new(), Counts::default());
        let mut part = Self { holds: text.holds(), first, last, ids, counts };
        if let Holds::Entries(place) = text.holds() {
            part.add_entries(text, |reference| is_loaded(place, reference))?;
        }
        Ok(part)
    }

    fn add_entries(
        &mut self,
        text: &BlockText<'_>,
        is_loaded: impl Fn(&str) -> bool,
    ) -> Result<(), LedgerError> {
        for (number, entry) in (1..).zip(text.lines::<Entry<&RawValue>>()) {
            let entry = entry?;
            if ContentHash::of(entry.record) != entry.hash {
                return Err(text.wrong_line(number, "the record does not have the hash stated"));
            }
            let record: Result<Reference<'_>, _> = serde_json::from_str(entry.record.get());
            let reference = record.map_err(|error| text.wrong_line(number, error))?.reference;
            if entry.is_active() {
                self.counts.active += 1;
                self.counts.missing += u64::from(!is_loaded(&reference));
            } else {
                self.counts.retired += 1;
            }
            self.add(text, number, entry.id, reference)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        text: &BlockText<'_>,
        number: usize,
        id: RecordId,
        sorted_by: Cow<'_, str>,
    ) -> Result<(), LedgerError> {
        if self.ids.is_empty() {
            self.first = sorted_by.clone().into_owned();
        } else if self.last.as_str() >= &*sorted_by {
            return Err(text.wrong_line(number, format!("{sorted_by:?} is out of order")));
        }
        sorted_by.as_ref().clone_into(&mut self.last);
        self.ids.push(id);
        Ok(())
    }
}
