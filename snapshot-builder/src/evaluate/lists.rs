//! Labelled queries against the real lists.

use std::path::{Path, PathBuf};

use tamis_engine::limits::RESULTS_MAX;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::Record;

use super::labelled::{Case, files, rows};
use super::statistics::ratio;
use super::suite::Suite;
use super::typed;
use super::world::{FOUND_WITHIN, Found, THRESHOLD, World, is_in_script};

/// Day of OFAC's list for which queries in other scripts were labelled.
const OFAC_DAY: &str = "2023-12-28";
const OFAC: &str = "us_ofac_sdn";
const UN: &str = "un_sc_consolidated";

/// Lists; each snapshot is made on its first use.
pub(super) struct Lists {
    sources: PathBuf,
    all: Option<World>,
}

impl Lists {
    pub(super) fn new(sources: &Path) -> Self {
        Self { sources: sources.to_owned(), all: None }
    }

    /// All lists in their newest versions.
    pub(super) fn all(&mut self) -> anyhow::Result<&World> {
        if self.all.is_none() {
            self.all = Some(World::of_lists(&self.sources, &[], None)?);
        }
        Ok(self.all.as_ref().expect("made just now"))
    }

    pub(super) fn labelled_suites(
        &mut self,
        folder: &Path,
        wants: &dyn Fn(&str) -> bool,
        done: &mut dyn FnMut(Suite),
    ) -> anyhow::Result<()> {
        let cases = |beginning: &str| -> anyhow::Result<Vec<Case>> {
            let mut cases = Vec::new();
            for file in files(folder, beginning)? {
                cases.extend(rows::<Case>(&file)?);
            }
            Ok(cases)
        };
        let negatives = cases("negatives")?;
        if wants("un") {
            let un = latin_copy(&World::of_lists(&self.sources, &[UN], None)?)?;
            done(un.recall("un", &cases("un_recall")?));
            done(un.alarms("un_negatives", &negatives, false));
        }
        if wants("ofac") {
            let ofac = World::of_lists(&self.sources, &[OFAC], Some(OFAC_DAY))?;
            done(ofac.recall("ofac_scripts", &cases("ofac_cross_script")?));
            done(ofac.alarms("ofac_negatives", &negatives, false));
            self.ofac_cases(&cases("ofac_cases")?, done)?;
        }
        if wants("all") {
            let all = self.all()?;
            done(all.alarms("all_negatives", &negatives, false));
            done(all.alarms("all_negatives_facts", &negatives, true));
        }
        if wants("typed") {
            done(typed::suite(self.all()?, &negatives));
        }
        Ok(())
    }

    /// Rate of false positives: names of a file that match although they mean no listed party. Names
    /// with a note are left out: a party of this name is listed, as the note says.
    pub(super) fn clean(&mut self, name: &str, file: &Path) -> anyhow::Result<Suite> {
        let mut cases: Vec<Case> = rows(file)?;
        cases.retain(|case| case.note.is_empty());
        Ok(self.all()?.alarms(name, &cases, false))
    }

    /// Measures OFAC's cases. The labels are older than the list, so parties removed since are left
    /// out.
    fn ofac_cases(&mut self, cases: &[Case], done: &mut dyn FnMut(Suite)) -> anyhow::Result<()> {
        let world = World::of_lists(&self.sources, &[OFAC], None)?;
        let listed: std::collections::HashSet<String> =
            world.records().map(|record| record.reference().to_owned()).collect();
        let is_only_a_pair = |case: &Case| case.expected == "weak" || !case.note.is_empty();
        let (silent, parties): (Vec<Case>, Vec<Case>) = cases
            .iter()
            .filter(|case| !is_only_a_pair(case))
            .cloned()
            .partition(|case| case.expected == "no match");
        let is_listed = |case: &Case| case.expected_ref.split('|').any(|of| listed.contains(of));
        let parties: Vec<Case> = parties.into_iter().filter(is_listed).collect();
        done(world.recall("ofac", &parties));
        done(world.others_reached("ofac_others", &silent));
        Ok(())
    }
}

/// Records of a list without names in scripts other than Latin.
fn latin_copy(world: &World) -> anyhow::Result<World> {
    let records = world.records().map(|record| without_scripts(record.to_model()));
    World::of_records(records.collect())
}

fn without_scripts(mut record: Record) -> Record {
    record.aliases.retain(|alias| !is_in_script(&alias.name));
    record
}

impl World {
    /// Recall: share of queries with the expected record among the first results, and at the threshold.
    /// Wrong cases are grouped by variant.
    pub(super) fn recall(&self, name: &str, cases: &[Case]) -> Suite {
        let queries: Vec<MatchQuery> = cases.iter().map(|case| case.query(false)).collect();
        let found = self.ask(&queries, RESULTS_MAX as usize);
        let mut suite = Suite::new(name);
        let (mut hits, mut first, mut gathered) = (0, 0, 0);
        for (case, found) in cases.iter().zip(&found) {
            let place = found.iter().position(|one| case.expects(&one.reference));
            let score = place.map_or(0.0, |at| found[at].score);
            let is_first = place.is_some_and(|at| at < FOUND_WITHIN);
            let is_hit = is_first && score >= THRESHOLD;
            first += usize::from(is_first);
            hits += usize::from(is_hit);
            gathered += usize::from(score > 0.0);
            if !is_hit {
                let Case { variant, query_name, expected_name, .. } = case;
                let best = found.first().map_or("", |best| best.name.as_str());
                suite.wrong.push(format!(
                    "missed {score:.3} at {place:?} {variant} {query_name:?} | {expected_name:?}, first {best:?}"
                ));
            }
        }
        suite.figure("found", ratio(hits, cases.len()), cases.len());
        suite.figure("first", ratio(first, cases.len()), cases.len());
        suite.figure("gathered", ratio(gathered, cases.len()), cases.len());
        suite
    }

    /// Rate of queries about unlisted parties with a result at the threshold.
    fn alarms(&self, name: &str, cases: &[Case], with_facts: bool) -> Suite {
        let queries: Vec<MatchQuery> = cases.iter().map(|case| case.query(with_facts)).collect();
        self.alarms_where(name, cases, &queries, |_, _| true)
    }

    /// Rate of queries with a result at the threshold that they must not get.
    fn others_reached(&self, name: &str, cases: &[Case]) -> Suite {
        let queries: Vec<MatchQuery> = cases.iter().map(|case| case.query(false)).collect();
        let counts =
            |case: &Case, one: &Found| case.expected_ref.is_empty() || case.expects(&one.reference);
        self.alarms_where(name, cases, &queries, counts)
    }

    fn alarms_where(
        &self,
        name: &str,
        cases: &[Case],
        queries: &[MatchQuery],
        counts: impl Fn(&Case, &Found) -> bool,
    ) -> Suite {
        let found = self.ask(queries, FOUND_WITHIN);
        let mut suite = Suite::new(name);
        for (case, found) in cases.iter().zip(&found) {
            let reached = |one: &&Found| one.score >= THRESHOLD && counts(case, one);
            if let Some(one) = found.iter().find(reached) {
                let (score, query) = (one.score, &case.query_name);
                suite.wrong.push(format!("alarm {score:.3} {query:?} | {:?}", one.name));
            }
        }
        suite.figure("alarms", ratio(suite.wrong.len(), cases.len()), cases.len());
        suite
    }
}
