//! The rules for one register.

use ahash::AHashMap;
use rayon::prelude::*;
use tamis_engine::model::{
    Record, RecordId, RecordOrdinal, Register, RegisterRun, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, RecordView, Retired, record_key};
use uuid::Uuid;

use super::lineage::PreviousRegister;
use super::{Attempt, World};
use crate::registers::Description;
use crate::report::{Changes, RegisterReport};

impl World<'_> {
    /// Takes over what was loaded, or keeps what there was when the load failed or must be
    /// refused. Gives the report, brought up to date.
    pub(super) fn refresh_register(&mut self, attempt: Attempt) -> RegisterReport {
        let Attempt { description, mut report, outcome } = attempt;
        let compared = outcome.map_err(|error| error.to_string()).and_then(|records| {
            let previous = self.lineage.register(&description.slug);
            let matches = Matches::find(previous, &records);
            matches.refuse_drop(description.max_drop_percent)?;
            Ok((records, matches))
        });
        match compared {
            Ok((records, matches)) => {
                let run = self.successful_run(&report);
                report.changes = self.accept(&description.slug, records, &matches);
                self.registers.push(description.to_register(format_of(&description, &report), run));
            }
            Err(reason) => {
                self.keep_after_failure(&description, &report, &reason);
                report.status = RunStatus::Failed;
                report.error = Some(reason);
            }
        }
        report
    }

    /// Keeps a register that was not tried exactly as it is.
    pub(super) fn carry_over(&mut self, slug: &str) {
        if let Some(register) = self.keep_records(slug) {
            self.registers.push(register);
        }
    }

    /// The records and their times stay as they were; the run says why. A register that was never
    /// loaded is listed without a record.
    fn keep_after_failure(
        &mut self,
        description: &Description,
        report: &RegisterReport,
        reason: &str,
    ) {
        let register = match self.keep_records(&description.slug) {
            Some(kept) => {
                let run = kept.run.clone();
                Register { run: self.failed_run(run, reason), ..kept }
            }
            None => {
                let never_loaded = RegisterRun {
                    at: self.built_at,
                    status: RunStatus::Failed,
                    reason: None,
                    list_date: None,
                    records: 0,
                    rejected: 0,
                    first_load: None,
                    last_load: None,
                };
                let run = self.failed_run(never_loaded, reason);
                description.to_register(format_of(description, report), run)
            }
        };
        self.registers.push(register);
    }

    fn failed_run(&self, held: RegisterRun, reason: &str) -> RegisterRun {
        let (at, reason) = (self.built_at, Some(reason.to_owned()));
        RegisterRun { at, status: RunStatus::Failed, reason, ..held }
    }

    fn successful_run(&self, report: &RegisterReport) -> RegisterRun {
        let before = self.lineage.register(&report.slug).map(|previous| &previous.register.run);
        let odd = report.warnings.join("; ");
        RegisterRun {
            at: self.built_at,
            status: RunStatus::Ok,
            reason: Some(odd).filter(|odd| !odd.is_empty()),
            list_date: report.list_date.clone(),
            records: report.records,
            rejected: report.rejected,
            first_load: before.and_then(|run| run.first_load).or(Some(self.built_at)),
            last_load: Some(self.built_at),
        }
    }

    /// Copies the register's active records from the previous snapshot; gives the register.
    fn keep_records(&mut self, slug: &str) -> Option<Register> {
        let register = self.next_index();
        let previous = self.lineage.register(slug)?;
        self.records.par_extend(previous.par_records().map(|kept| ActiveRecord {
            id: kept.id(),
            register,
            first_seen: kept.first_seen(),
            last_change: kept.last_change(),
            entity: kept.merged_entity(),
            record: kept.to_model(),
        }));
        Some(previous.register.clone())
    }

    /// Takes the loaded records over and retires those that the register no longer holds.
    fn accept(&mut self, slug: &str, records: Vec<Record>, matches: &Matches) -> Changes {
        self.retire_missing(slug, matches);
        let mut changes = Changes { retired: matches.missing.len() as u64, ..Changes::default() };
        let known = records.iter().zip(&matches.known);
        let mut facts: Vec<Option<Facts>> = known
            .map(|(record, known)| self.earlier_facts(slug, record, *known, &mut changes))
            .collect();
        self.add_new(slug, &records, &mut facts);

        let register = self.next_index();
        // Large vectors are moved once and not grown step by step: that would double the peak.
        self.records.reserve_exact(records.len());
        let facts = facts.into_iter().flatten();
        self.records.extend(records.into_iter().zip(facts).map(|(record, facts)| {
            let Facts { id, first_seen, last_change, entity } = facts;
            ActiveRecord { id, register, first_seen, last_change, entity, record }
        }));
        changes
    }

    /// What is known of a record that was there before, now or once; `None` for a new one.
    fn earlier_facts(
        &mut self,
        slug: &str,
        record: &Record,
        known: Option<Known>,
        changes: &mut Changes,
    ) -> Option<Facts> {
        if let Some(Known { ordinal, is_same }) = known {
            let previous = self.lineage.record(ordinal)?;
            *(if is_same { &mut changes.unchanged } else { &mut changes.changed }) += 1;
            return Some(Facts {
                id: previous.id(),
                first_seen: previous.first_seen(),
                last_change: if is_same { previous.last_change() } else { self.built_at },
                entity: previous.merged_entity(),
            });
        }
        let Some(retired) = self.lineage.take_back(slug, &record.reference) else {
            changes.added += 1;
            return None;
        };
        changes.returned += 1;
        let Retired { id, first_seen, .. } = retired;
        Some(Facts { id, first_seen, last_change: self.built_at, entity: None })
    }

    /// Fills in the facts of new records, by reference: the order in which ids are assigned.
    fn add_new(&mut self, slug: &str, records: &[Record], facts: &mut [Option<Facts>]) {
        let mut new: Vec<usize> = (0..records.len()).filter(|&at| facts[at].is_none()).collect();
        new.par_sort_unstable_by_key(|&at| &records[at].reference);
        for at in new {
            let id = self.ids.assign(slug, &records[at].reference);
            let (first_seen, last_change) = (self.built_at, self.built_at);
            facts[at] = Some(Facts { id, first_seen, last_change, entity: None });
        }
    }

    fn retire_missing(&mut self, slug: &str, matches: &Matches) {
        let Some(previous) = self.lineage.register(slug) else { return };
        let (last_seen, delisted_at) = (previous.last_load(), self.built_at);
        let retire = |record: RecordView<'_>| Retired {
            id: record.id(),
            key: record_key(slug, record.reference()),
            register: previous.index,
            entity: record.merged_entity(),
            first_seen: record.first_seen(),
            last_seen,
            delisted_at,
        };
        let missing = matches.missing.iter().map(|&ordinal| retire(previous.record(ordinal)));
        for retired in missing.collect::<Vec<_>>() {
            self.lineage.retire(retired);
        }
    }
}

/// The format that was read, else the best one of the register.
fn format_of<'t>(description: &'t Description, report: &'t RegisterReport) -> &'t str {
    let best = description.forms.first().map_or("", |form| form.format.label);
    report.format.as_deref().unwrap_or(best)
}

/// What the lineage says of a record.
struct Facts {
    id: RecordId,
    first_seen: Timestamp,
    last_change: Timestamp,
    entity: Option<Uuid>,
}

/// Which loaded record is which of the previous snapshot.
struct Matches {
    /// For each loaded record, the previous one of the same reference.
    known: Vec<Option<Known>>,
    /// Previous records that were not loaded.
    missing: Vec<RecordOrdinal>,
    /// Previous records.
    before: usize,
}

#[derive(Clone, Copy)]
struct Known {
    /// Its place in the previous snapshot.
    ordinal: RecordOrdinal,
    /// Whether everything that is published of it is as before.
    is_same: bool,
}

impl Matches {
    fn find(previous: Option<PreviousRegister<'_, '_>>, records: &[Record]) -> Self {
        let Some(previous) = previous else {
            return Self { known: vec![None; records.len()], missing: Vec::new(), before: 0 };
        };
        let mut places: AHashMap<&str, RecordOrdinal> = AHashMap::new();
        places.extend(previous.records().map(|record| (record.reference(), record.ordinal())));
        let before = places.len();
        let find = |record: &Record| {
            let ordinal = *places.get(record.reference.as_str())?;
            let is_same = previous.record(ordinal).to_model() == *record;
            Some(Known { ordinal, is_same })
        };
        let known: Vec<Option<Known>> = records.par_iter().map(find).collect();
        for record in records {
            places.remove(record.reference.as_str());
        }
        let mut missing: Vec<RecordOrdinal> = places.into_values().collect();
        missing.sort_unstable();
        Self { known, missing, before }
    }

    /// Says why the load must be refused, when it would retire too many records.
    fn refuse_drop(&self, max_percent: u8) -> Result<(), String> {
        let (missing, before) = (self.missing.len() as u64, self.before as u64);
        if missing * 100 <= u64::from(max_percent) * before {
            return Ok(());
        }
        Err(format!(
            "{missing} of the register's {before} records are missing, more than {max_percent} % \
             (max_drop_percent); where the list has really shrunk, raise max_drop_percent in the \
             register's description"
        ))
    }
}
