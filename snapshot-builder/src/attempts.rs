//! Turns loads of sources into attempts at registers; one file may hold several registers.

use std::collections::BTreeSet;

use tamis_engine::model::RunStatus;

use crate::error::LoadError;
use crate::history::Attempt;
use crate::load::Loaded;
use crate::plan::Plan;
use crate::readers::Collected;
use crate::registers::Description;
use crate::report::RegisterReport;

/// Attempts at registers, made from the loads of a plan.
#[derive(Debug, Default)]
pub struct Attempts {
    /// One attempt for each register, loaded or not.
    pub registers: Vec<Attempt>,
    /// Reports about files that hold registers without being registers themselves.
    pub containers: Vec<RegisterReport>,
}

/// Takes the registers out of `loads`, which are in the order of `plan.registers`.
///
/// A register with its own folder is taken from there, otherwise from the first source that holds it. A
/// register that its source should hold and does not is a failed attempt.
#[must_use]
pub fn attempts(plan: &Plan, loads: Vec<Loaded>) -> Attempts {
    let mut taken: BTreeSet<String> =
        plan.registers.iter().map(|register| register.slug.clone()).collect();
    let mut all = Attempts::default();
    for (source, loaded) in plan.registers.iter().zip(loads) {
        let is_container =
            !loaded.parts.is_empty() || plan.known.parts_of(&source.slug).count() > 0;
        if is_container {
            all.take_apart(plan, source, loaded, &mut taken);
        } else {
            let Loaded { report, outcome, .. } = loaded;
            all.registers.push(Attempt { description: source.clone(), report, outcome });
        }
    }
    all
}

impl Attempts {
    fn take_apart(
        &mut self,
        plan: &Plan,
        source: &Description,
        mut loaded: Loaded,
        taken: &mut BTreeSet<String>,
    ) {
        let own = loaded.parts.remove(&source.slug);
        for (slug, part) in std::mem::take(&mut loaded.parts) {
            if !plan.wants(source, &slug) {
                continue;
            }
            if !taken.insert(slug.clone()) {
                let warning = format!("{slug} is left out here: it is read from another folder");
                loaded.report.warnings.push(warning);
                continue;
            }
            let known = plan.known.get(&slug).cloned();
            let description = known.unwrap_or_else(|| source.for_part(&slug, part.list_type));
            self.registers.push(part_attempt(description, part));
        }
        for missing in plan.known.parts_of(&source.slug) {
            if plan.wants(source, &missing.slug) && taken.insert(missing.slug.clone()) {
                self.registers.push(missing_part(missing.clone(), &loaded));
            }
        }
        let description = source.clone();
        let Loaded { report, outcome, .. } = loaded;
        match (own, outcome) {
            (Some(own), _) => self.registers.push(part_attempt(description, own)),
            (None, Ok(records)) if !records.is_empty() => {
                self.registers.push(Attempt { description, report, outcome: Ok(records) });
            }
            _ => self.containers.push(report),
        }
    }
}

fn part_attempt(description: Description, part: Collected) -> Attempt {
    Attempt { description, report: part.report, outcome: Ok(part.records) }
}

/// A failed attempt at a register that its source does not hold or cannot provide.
fn missing_part(description: Description, source: &Loaded) -> Attempt {
    let register = source.report.slug.clone();
    let error = match &source.outcome {
        Ok(_) => LoadError::NotInFiles { register },
        Err(error) => LoadError::Container { register, reason: error.to_string() },
    };
    let mut report = RegisterReport::new(&description.slug);
    report.status = RunStatus::Failed;
    report.error = Some(error.to_string());
    Attempt { description, report, outcome: Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use crate::readers::{Collector, Keep};
    use crate::registers::Descriptions;
    use crate::report::Position;
    use tamis_engine::model::{ListType, Record};
    use tamis_ingest::FileError;

    fn description(slug: &str, part_of: Option<&str>) -> Description {
        let own =
            part_of.map_or("format = 'records_jsonl'".to_owned(), |of| format!("part_of = '{of}'"));
        let text = format!(
            "name = '{slug}'\nshort_name = 'x'\nslug = '{slug}'\npublisher = 'x'\ncountry = 'ZZ'\n\
             list_type = 'SANCTION'\ncadence_hours = 1\n{own}\n\
             source_url = 'https://example.org'\nlicence = 'x'\noffer = 'none'\n"
        );
        Description::parse("x.toml", &text).expect("sound")
    }

    /// A plan of these sources, with `part_a` and `part_b` known as parts of `box`.
    fn plan(sources: &[&str], only: &[&str]) -> Plan {
        let known = [description("part_a", Some("box")), description("part_b", Some("box"))];
        Plan {
            registers: sources.iter().map(|slug| description(slug, None)).collect(),
            known: Descriptions::of(known),
            only: only.iter().map(ToString::to_string).collect(),
            ignored: Vec::new(),
            misspelt: Default::default(),
        }
    }

    /// A load of `slug` that holds a record of each of these parts.
    fn loaded(slug: &str, parts: &[&str]) -> Loaded {
        let mut collector = Collector::new(RegisterReport::new(slug), Keep::All, &Silent);
        for slug in parts {
            let part = collector.part(slug);
            part.suggest(ListType::Pep);
            let record = Record { reference: "1".into(), name: "A".into(), ..Record::default() };
            part.accept(record, "f", Position::Line(1));
        }
        let Collected { records, report, parts, .. } = collector.finish();
        Loaded { report, outcome: Ok(records), parts }
    }

    fn shown(all: &Attempts) -> Vec<(&str, Option<&str>)> {
        let error = |attempt: &Attempt| attempt.report.error.is_some().then_some("failed");
        all.registers.iter().map(|a| (a.description.slug.as_str(), error(a))).collect()
    }

    #[test]
    fn parts_become_registers_and_a_missing_one_fails() {
        let all = attempts(&plan(&["box"], &[]), vec![loaded("box", &["part_a", "new"])]);
        assert_eq!(shown(&all), [("new", None), ("part_a", None), ("part_b", Some("failed"))]);
        assert_eq!(all.containers.len(), 1);
        let new = &all.registers[0].description;
        assert_eq!((new.name.as_str(), new.list_type), ("new", ListType::Pep));
        assert_eq!(all.registers[1].description.list_type, ListType::Sanction, "as described");
    }

    #[test]
    fn only_and_folders_of_their_own_go_before_a_part() {
        let all = attempts(&plan(&["box"], &["part_a"]), vec![loaded("box", &["part_a", "new"])]);
        assert_eq!(shown(&all), [("part_a", None)]);
        let sources = plan(&["box", "part_a", "part_b"], &[]);
        let all = attempts(
            &sources,
            vec![
                loaded("box", &["part_a", "box"]),
                loaded("part_a", &["part_a"]),
                loaded("part_b", &[]),
            ],
        );
        assert_eq!(shown(&all), [("box", None), ("part_a", None), ("part_b", None)]);
        assert!(all.containers.is_empty());
    }

    #[test]
    fn a_source_that_fails_fails_its_parts() {
        let mut failed = loaded("box", &[]);
        failed.outcome = Err(FileError::Empty { file: "box/a".to_owned() }.into());
        let all = attempts(&plan(&["box"], &[]), vec![failed]);
        assert_eq!(shown(&all), [("part_a", Some("failed")), ("part_b", Some("failed"))]);
        let error = all.registers[0].report.error.as_deref();
        assert_eq!(error, Some("box: box/a: the file is empty"));
        assert_eq!(all.containers.len(), 1);
    }
}
