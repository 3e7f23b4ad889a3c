//! Reads the previous ledger, register by register.

use serde::Deserialize;
use serde_json::value::RawValue;
use tamis_engine::model::{RecordId, Timestamp};

use crate::ledger::entry::{Entry, Reference, RegisterLine, Successor};
use crate::ledger::read::BlockText;
use crate::ledger::{Counts, Holds, Ledger, LedgerError, Survey};

/// The previous ledger, if any, with the results of a pass over it.
pub(super) struct Previous<'l> {
    ledger: Option<&'l Ledger>,
    survey: Survey,
}

/// A register of the previous ledger.
#[derive(Clone, Copy)]
pub(super) struct PreviousRegister<'l> {
    ledger: &'l Ledger,
    place: u32,
    pub(super) line: &'l RegisterLine,
    /// Numbers of its entries, and of active ones missing in the loaded records.
    pub(super) counts: Counts,
}

/// An entry of a ledger.
pub(crate) struct PreviousEntry {
    pub(crate) reference: String,
    pub(crate) known: Entry<()>,
    /// Its record as JSON.
    pub(crate) json: Box<RawValue>,
}

/// The part of an entry that shows if it is retired; other fields are skipped.
#[derive(Deserialize)]
struct Delisted {
    #[serde(default)]
    delisted_at: Option<Timestamp>,
}

impl<'l> Previous<'l> {
    /// Reads all entries once. `is_loaded` returns true if the loaded records of a register's slug
    /// include a reference.
    pub(super) fn new(
        ledger: Option<&'l Ledger>,
        is_loaded: impl Fn(&str, &str) -> bool + Sync,
    ) -> Result<Self, LedgerError> {
        let survey = ledger.map_or(Ok(Survey::default()), |ledger| {
            let slugs = &ledger.head().registers;
            Survey::of(ledger, |place, reference| is_loaded(&slugs[place as usize], reference))
        })?;
        Ok(Self { ledger, survey })
    }

    /// Slugs of all registers.
    pub(super) fn slugs(&self) -> impl Iterator<Item = &'l String> + use<'l> {
        self.ledger.map_or(&[][..], |ledger| &ledger.head().registers[..]).iter()
    }

    /// Mergers of entities.
    pub(super) fn successors(&self) -> &'l [Successor] {
        self.ledger.map_or(&[], Ledger::successors)
    }

    /// Ids of all records, active and retired, ascending; they can be taken once.
    pub(super) fn take_ids(&mut self) -> Vec<RecordId> {
        std::mem::take(&mut self.survey.ids)
    }

    pub(super) fn register(&self, slug: &str) -> Option<PreviousRegister<'l>> {
        let ledger = self.ledger?;
        let place = ledger.place_of(slug)?;
        let line = &ledger.registers()[place as usize];
        Some(PreviousRegister {
            ledger,
            place,
            line,
            counts: self.survey.registers[place as usize],
        })
    }
}

impl<'l> PreviousRegister<'l> {
    /// Lines of its entries as stored in the ledger, block by block.
    pub(super) fn blocks(
        self,
    ) -> impl Iterator<Item = Result<Vec<Vec<u8>>, LedgerError>> + use<'l> {
        let own = move |holds| holds == Holds::Entries(self.place);
        self.ledger.read(own, |text| Ok(text.raw_lines().map(<[u8]>::to_vec).collect()))
    }

    /// Records that were retired after this moment and have not come back.
    pub(super) fn retired_after(self, moment: Timestamp) -> Result<u64, LedgerError> {
        let own = move |holds| holds == Holds::Entries(self.place);
        let blocks = self.ledger.read(own, |text| {
            let mut retired = 0;
            for entry in text.lines::<Delisted>() {
                retired += u64::from(entry?.delisted_at.is_some_and(|at| at > moment));
            }
            Ok(retired)
        });
        blocks.sum()
    }

    /// Its entries, ordered by reference.
    pub(super) fn entries(
        self,
    ) -> impl Iterator<Item = Result<PreviousEntry, LedgerError>> + use<'l> {
        entries(self.ledger, self.place)
    }
}

/// Entries of a register in a ledger, ordered by reference; a few blocks are read at a time.
pub(crate) fn entries(
    ledger: &Ledger,
    place: u32,
) -> impl Iterator<Item = Result<PreviousEntry, LedgerError>> + use<'_> {
    let own = move |holds| holds == Holds::Entries(place);
    ledger.read(own, read_entries).flat_map(|block| match block {
        Ok(entries) => entries.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    })
}

fn read_entries(text: &BlockText<'_>) -> Result<Vec<PreviousEntry>, LedgerError> {
    let entries = (1..).zip(text.lines::<Entry<&RawValue>>()).map(|(number, entry)| {
        let entry = entry?;
        let record: Result<Reference<'_>, _> = serde_json::from_str(entry.record.get());
        let reference = record.map_err(|error| text.wrong_line(number, error))?.reference;
        let (reference, known) = (reference.into_owned(), entry.with(()));
        Ok(PreviousEntry { reference, known, json: entry.record.to_owned() })
    });
    entries.collect()
}
