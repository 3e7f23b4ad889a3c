//! Updates a register: takes the load over, takes it over without its removals, or keeps the previous
//! state.

use tamis_engine::model::{NotTaken, Register, RegisterRun, RunStatus, Timestamp};

use super::World;
use super::attempt::{Attempt, ByReference};
use super::merge::{Load, Missing};
use crate::ledger::entry::{Day, RegisterLine};
use crate::ledger::{Counts, Holds, LedgerError};
use crate::limits::{DROP_WINDOW, RUNS_KEPT_MAX};
use crate::registers::Description;
use crate::report::{Changes, PassedOver, RegisterReport};

impl World<'_> {
    /// Takes the load over, or keeps the previous state if it failed. Returns the updated report.
    pub(super) fn refresh_register(
        &mut self,
        attempt: Attempt,
        order: &ByReference,
    ) -> Result<RegisterReport, LedgerError> {
        let Attempt { description, mut report, outcome } = attempt;
        let line = match outcome {
            Ok(records) => {
                let drop = self.drop_of(&description)?;
                let missing = if drop.is_some() { Missing::Wait } else { Missing::Retired };
                let load = Load { description: &description, records: &records, order, missing };
                let (changes, warnings) = self.merge(load)?;
                report.changes = changes;
                report.warnings.extend(warnings);
                if let Some(reason) = drop {
                    (report.status, report.error) = (RunStatus::Failed, Some(reason));
                }
                self.after_load(&description, &report)
            }
            Err(error) => {
                self.keep_entries(&description.slug)?;
                let reason = error.to_string();
                let line = self.after_failure(&description, &report, &reason);
                (report.status, report.error) = (RunStatus::Failed, Some(reason));
                line
            }
        };
        self.registers.push(line);
        Ok(report)
    }

    /// Reason for which missing records must wait, if there are too many to retire unattended. Waiting
    /// records go on waiting, however much the register grows, until the drop is accepted or the list
    /// has all of them again.
    ///
    /// Records retired by loads of the last [`DROP_WINDOW`] count as missing too. An accepted drop
    /// resets the count: earlier removals no longer count.
    fn drop_of(&self, description: &Description) -> Result<Option<String>, LedgerError> {
        let Description { slug, max_drop_percent, .. } = description;
        let Some(previous) = self.previous.register(slug) else { return Ok(None) };
        let Counts { missing, active, .. } = previous.counts;
        if missing == 0 || self.accept_drop.contains(slug) {
            return Ok(None);
        }
        let before = &previous.line.register;
        let is_waiting =
            before.run.removals_waiting > 0 && *max_drop_percent <= before.max_drop_percent;
        let begins = self.window_begins();
        let since = previous.line.drop_accepted_at.map_or(begins, |at| at.max(begins));
        let retired = previous.retired_after(since)?;
        let is_small =
            (missing + retired) * 100 <= u64::from(*max_drop_percent) * (active + retired);
        if is_small && !is_waiting {
            return Ok(None);
        }
        let (lacks, than) = match (is_waiting, retired) {
            (true, _) => ("still lacks", "after a load that lacked more than".to_owned()),
            (false, 0) => ("lacks", "more than".to_owned()),
            (false, _) => {
                let days = DROP_WINDOW.as_secs() / (24 * 60 * 60);
                let with = format!("with {retired} that went in the last {days} days more than");
                ("lacks", with)
            }
        };
        Ok(Some(format!(
            "the list {lacks} {missing} of the register's {active} records, {than} \
             {max_drop_percent} % (max_drop_percent). What it lacks is kept, and all else is \
             loaded. Where the list has really shrunk, build with --accept-drop {slug}, or raise \
             max_drop_percent in the register's description"
        )))
    }

    /// Start of the period whose removals count together with those of this build.
    fn window_begins(&self) -> Timestamp {
        Timestamp(self.built_at.0 - DROP_WINDOW.as_secs() as i64)
    }

    /// Time at which a drop of the register was accepted: now, or by an earlier build within the
    /// window.
    fn drop_accepted_at(
        &self,
        slug: &String,
        before: Option<&RegisterLine>,
        changes: Changes,
    ) -> Option<Timestamp> {
        if changes.retired > 0 && self.accept_drop.contains(slug) {
            return Some(self.built_at);
        }
        let accepted = before.and_then(|line| line.drop_accepted_at);
        accepted.filter(|at| *at > self.window_begins())
    }

    /// Keeps a register that was not attempted exactly as it is.
    pub(super) fn carry_over(&mut self, slug: &str) -> Result<(), LedgerError> {
        self.keep_entries(slug)?;
        let kept = self.previous.register(slug).map(|register| register.line.clone());
        self.registers.extend(kept);
        Ok(())
    }

    /// Copies the register's entries from the previous ledger, line by line.
    fn keep_entries(&mut self, slug: &str) -> Result<(), LedgerError> {
        let Some(previous) = self.previous.register(slug) else { return Ok(()) };
        let holds = Holds::Entries(self.next_place());
        for block in previous.blocks() {
            for line in block? {
                self.writer.line(holds, &line)?;
            }
        }
        self.counts.active += previous.counts.active;
        self.counts.retired += previous.counts.retired;
        Ok(())
    }

    /// Line of a register whose load was taken over, even if removals wait.
    fn after_load(&self, description: &Description, report: &RegisterReport) -> RegisterLine {
        let before = self.previous.register(&report.slug).map(|previous| previous.line);
        let first_load = before.and_then(|line| line.register.run.first_load);
        let mut run = RegisterRun {
            at: self.built_at,
            status: report.status,
            reason: None,
            list_date: report.list_date.clone(),
            fetched_at: report.fetched_at,
            not_taken: not_taken(report),
            removals_waiting: report.changes.waiting,
            records: report.records,
            rejected: report.rejected,
            first_load: first_load.or(Some(self.built_at)),
            last_load: Some(self.built_at),
        };
        let ahead = dates_ahead(&run);
        let odd = report.error.iter().chain(&report.warnings).chain(&ahead);
        let odd: Vec<&str> = odd.map(String::as_str).collect();
        run.reason = Some(odd.join("; ")).filter(|odd| !odd.is_empty());
        let days = before.map(|line| line.days.clone()).unwrap_or_default();
        RegisterLine {
            register: description.to_register(format_of(description, report), run),
            numbered_by: description.numbered_by.clone(),
            compiles: description.compiles.clone(),
            drop_accepted_at: self.drop_accepted_at(&report.slug, before, report.changes),
            earlier_runs: runs_before(before),
            days: with_changes(days, Day::of(self.built_at), report.changes),
        }
    }

    /// Line of a register whose load failed. Records and their times stay; the run states the reason. A
    /// register that was never loaded is listed without records.
    fn after_failure(
        &self,
        description: &Description,
        report: &RegisterReport,
        reason: &str,
    ) -> RegisterLine {
        let before = self.previous.register(&description.slug).map(|previous| previous.line);
        let held = before
            .map(|line| line.register.run.clone())
            .unwrap_or_else(|| RegisterRun::new(self.built_at, RunStatus::Failed));
        let (at, reason, not_taken) = (self.built_at, Some(reason.to_owned()), not_taken(report));
        let run = RegisterRun { at, status: RunStatus::Failed, reason, not_taken, ..held };
        let register = match before {
            Some(line) => Register { run, ..line.register.clone() },
            None => description.to_register(format_of(description, report), run),
        };
        let days = before.map(|line| line.days.clone()).unwrap_or_default();
        let numbered_by = description.numbered_by.clone();
        let compiles = description.compiles.clone();
        RegisterLine {
            register,
            numbered_by,
            compiles,
            drop_accepted_at: before.and_then(|line| line.drop_accepted_at),
            earlier_runs: runs_before(before),
            days,
        }
    }
}

/// The runs before the present one, the latest [`RUNS_KEPT_MAX`] of them.
fn runs_before(before: Option<&RegisterLine>) -> Vec<RegisterRun> {
    let Some(line) = before else { return Vec::new() };
    let runs = line.earlier_runs.iter().chain([&line.register.run]);
    runs.skip((line.earlier_runs.len() + 1).saturating_sub(RUNS_KEPT_MAX)).cloned().collect()
}

/// Adds today's changes to the days.
fn with_changes(mut days: Vec<Day>, today: Day, changes: Changes) -> Vec<Day> {
    let Changes { added, returned, changed, retired: removed, unchanged: _, waiting: _ } = changes;
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

/// The format that was read, else the preferred one of the register.
fn format_of<'t>(description: &'t Description, report: &'t RegisterReport) -> &'t str {
    let best = description.forms.first().map_or("", |form| form.format.label);
    report.format.as_deref().unwrap_or(best)
}

/// Dates of the list that are in the future, in words.
fn dates_ahead(run: &RegisterRun) -> Vec<String> {
    let list = run.date().filter(|date| run.is_ahead(date.start()));
    let fetched = run.fetched_at.filter(|time| run.is_ahead(*time));
    let list = list.map(|date| format!("the date of the list, {date}, is in the future"));
    let fetched = fetched.map(|time| format!("the time of its fetch, {time}, is in the future"));
    list.into_iter().chain(fetched).collect()
}

/// Folders that seem newer than the one that was read.
fn not_taken(report: &RegisterReport) -> Vec<NotTaken> {
    let newer = report.passed_over.iter().filter(|folder| folder.is_newer).cloned();
    newer.map(|PassedOver { folder, reason, .. }| NotTaken { folder, reason }).collect()
}
