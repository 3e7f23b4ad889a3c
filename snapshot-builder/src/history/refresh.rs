//! What becomes of a register: taken over as loaded, kept as it was, or refused.

use tamis_engine::model::{Register, RegisterRun, RunStatus};

use super::{Attempt, ByReference, World};
use crate::ledger::entry::{Day, RegisterLine};
use crate::ledger::{Counts, Holds, LedgerError};
use crate::limits::RUNS_KEPT_MAX;
use crate::registers::Description;
use crate::report::{Changes, RegisterReport};

impl World<'_> {
    /// Takes over what was loaded, or keeps what there was when the load failed or must be
    /// refused. Gives the report, brought up to date.
    pub(super) fn refresh_register(
        &mut self,
        attempt: Attempt,
        order: &ByReference,
    ) -> Result<RegisterReport, LedgerError> {
        let Attempt { description, mut report, outcome } = attempt;
        let counts = self.previous.register(&description.slug).map(|register| register.counts);
        let accepted = outcome.map_err(|error| error.to_string()).and_then(|records| {
            refuse_drop(counts.unwrap_or_default(), description.max_drop_percent)?;
            Ok(records)
        });
        let line = match accepted {
            Ok(records) => {
                report.changes = self.merge(&description.slug, &records, order)?;
                self.after_success(&description, &report)
            }
            Err(reason) => {
                self.keep_entries(&description.slug)?;
                let line = self.after_failure(&description, &report, &reason);
                report.status = RunStatus::Failed;
                report.error = Some(reason);
                line
            }
        };
        self.registers.push(line);
        Ok(report)
    }

    /// Keeps a register that was not tried exactly as it is.
    pub(super) fn carry_over(&mut self, slug: &str) -> Result<(), LedgerError> {
        self.keep_entries(slug)?;
        let kept = self.previous.register(slug).map(|register| register.line.clone());
        self.registers.extend(kept);
        Ok(())
    }

    /// Copies the register's entries from the previous ledger, line by line.
    fn keep_entries(&mut self, slug: &str) -> Result<(), LedgerError> {
        let Some(previous) = self.previous.register(slug) else { return Ok(()) };
        let place = self.next_place();
        for block in previous.blocks() {
            let (holds, lines) = block?;
            let holds = match holds {
                Holds::Entries(_) => Holds::Entries(place),
                _ => Holds::Keys(place),
            };
            for line in lines {
                self.writer.line(holds, &line)?;
            }
        }
        self.counts.active += previous.counts.active;
        self.counts.retired += previous.counts.retired;
        Ok(())
    }

    fn after_success(&self, description: &Description, report: &RegisterReport) -> RegisterLine {
        let before = self.previous.register(&report.slug).map(|previous| previous.line);
        let first_load = before.and_then(|line| line.register.run.first_load);
        let odd = report.warnings.join("; ");
        let run = RegisterRun {
            at: self.built_at,
            status: RunStatus::Ok,
            reason: Some(odd).filter(|odd| !odd.is_empty()),
            list_date: report.list_date.clone(),
            records: report.records,
            rejected: report.rejected,
            first_load: first_load.or(Some(self.built_at)),
            last_load: Some(self.built_at),
        };
        let days = before.map(|line| line.days.clone()).unwrap_or_default();
        RegisterLine {
            register: description.to_register(format_of(description, report), run),
            earlier_runs: runs_before(before),
            days: with_changes(days, Day::of(self.built_at), report.changes),
        }
    }

    /// The records and their times stay as they were; the run says why. A register that was never
    /// loaded is listed without a record.
    fn after_failure(
        &self,
        description: &Description,
        report: &RegisterReport,
        reason: &str,
    ) -> RegisterLine {
        let before = self.previous.register(&description.slug).map(|previous| previous.line);
        let held = before.map(|line| line.register.run.clone()).unwrap_or(RegisterRun {
            at: self.built_at,
            status: RunStatus::Failed,
            reason: None,
            list_date: None,
            records: 0,
            rejected: 0,
            first_load: None,
            last_load: None,
        });
        let (at, reason) = (self.built_at, Some(reason.to_owned()));
        let run = RegisterRun { at, status: RunStatus::Failed, reason, ..held };
        let register = match before {
            Some(line) => Register { run, ..line.register.clone() },
            None => description.to_register(format_of(description, report), run),
        };
        let days = before.map(|line| line.days.clone()).unwrap_or_default();
        RegisterLine { register, earlier_runs: runs_before(before), days }
    }
}

/// The runs before the present one, the latest [`RUNS_KEPT_MAX`] of them.
fn runs_before(before: Option<&RegisterLine>) -> Vec<RegisterRun> {
    let Some(line) = before else { return Vec::new() };
    let runs = line.earlier_runs.iter().chain([&line.register.run]);
    runs.skip((line.earlier_runs.len() + 1).saturating_sub(RUNS_KEPT_MAX)).cloned().collect()
}

/// The days with what changed today added.
fn with_changes(mut days: Vec<Day>, today: Day, changes: Changes) -> Vec<Day> {
    let Changes { added, returned, changed, retired: removed, unchanged: _ } = changes;
    if [added, returned, changed, removed] == [0; 4] {
        return days;
    }
    if days.last().is_none_or(|last| last.day != today.day) {
        days.push(today);
    }
    if let Some(day) = days.last_mut() {
        day.added += added;
        day.returned += returned;
        day.changed += changed;
        day.removed += removed;
    }
    days
}

/// The format that was read, else the best one of the register.
fn format_of<'t>(description: &'t Description, report: &'t RegisterReport) -> &'t str {
    let best = description.forms.first().map_or("", |form| form.format.label);
    report.format.as_deref().unwrap_or(best)
}

/// Says why the load must be refused, when it would retire too many records.
fn refuse_drop(before: Counts, max_percent: u8) -> Result<(), String> {
    let Counts { missing, active, .. } = before;
    if missing * 100 <= u64::from(max_percent) * active {
        return Ok(());
    }
    Err(format!(
        "{missing} of the register's {active} records are missing, more than {max_percent} % \
         (max_drop_percent); where the list has really shrunk, raise max_drop_percent in the \
         register's description"
    ))
}
