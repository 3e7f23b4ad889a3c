//! The search: the best records, exactly those that scoring every candidate would give.
//!
//! Every name that shares a word with the query stands in the impact list of that word, names
//! with little else first. The lists are walked from the heaviest query word down. A list ends
//! where even a name that met every query word not yet walked could not reach the k-th score; a
//! name is aligned in full only when the words that its entry says it may meet could.
//!
//! *Complete because*: take a name that belongs to the answer, its alignment, and of the query's
//! units in that alignment the one walked first. The name stands in the list of the dictionary
//! word which that unit met; the other units of the alignment were not walked before, so the
//! bound that ends the list allowed for all of them.

use std::cell::RefCell;

use super::explain::{Explainer, Hit};
use super::query::{MatchQuery, MatchSettings};
use crate::candidates::form::{CloseWords, Hit as WordHit, QueryForm};
use crate::candidates::gather::QueryName;
use crate::candidates::{BoundFilter, RecordSet, Stage, gather};
use crate::model::RecordOrdinal;
use crate::scoring::Score;
use crate::scoring::align::{Aligner, bits};
use crate::scoring::bound::{Bounds, ListBound, Reach};
use crate::scoring::effects::Facts;
use crate::scoring::hit_table::HitTable;
use crate::scoring::top::{Ranked, TopRecords};
use crate::snapshot::IndexView;
use crate::snapshot::impact::Impact;
use crate::snapshot::rows::NameGroup;
use crate::text::{self, NameKind};

/// The answer to one query.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchAnswer {
    /// Candidates compared: records gathered that pass the filter.
    pub total: u64,
    /// Whether `total` is an estimate (decisions D2b).
    pub total_estimated: bool,
    /// The best records, best first.
    pub hits: Vec<Hit>,
}

/// Buffers that live as long as their thread, so that a query allocates little.
#[derive(Debug, Default)]
struct Scratch {
    table: HitTable,
    aligner: Aligner,
    members: RecordSet,
    scored: RecordSet,
}

/// Names from which on a list is worth inverting its bounds for.
const LONG_LIST: usize = 24;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Answers one query from the snapshot of the filter.
#[must_use]
pub fn answer(
    query: &MatchQuery,
    filter: &BoundFilter<'_>,
    settings: MatchSettings,
) -> MatchAnswer {
    let snapshot = filter.snapshot();
    let index = snapshot.index();
    let names = read_names(&index, &query.names);
    let facts = settings.algorithm.facts(query);
    SCRATCH.with_borrow_mut(|scratch| {
        let gathered = gather(&index, &names, &query.imos, filter, &mut scratch.members);
        let top = TopRecords::new(settings.limit);
        let mut search =
            Search { index: &index, filter, facts: &facts, stage: gathered.stage, top, scratch };
        search.run(query, &names);
        let ranked = search.top.into_ranked();
        let Scratch { table, aligner, .. } = scratch;
        let algorithm = settings.algorithm;
        let (index, names, facts) = (&index, names.as_slice(), &facts);
        let mut explainer =
            Explainer { snapshot, index, query, names, facts, algorithm, table, aligner };
        MatchAnswer {
            total: gathered.total,
            total_estimated: gathered.estimated,
            hits: ranked.iter().map(|ranked| explainer.hit(ranked)).collect(),
        }
    })
}

/// Reads every query name as that of a person and of a thing.
fn read_names(index: &IndexView<'_>, names: &[String]) -> Vec<QueryName> {
    let mut close_words = CloseWords::default();
    let read = |name: &String| QueryName {
        normalised: text::normalize(name),
        forms: NameKind::ALL.map(|kind| QueryForm::new(index, &mut close_words, name, kind)),
    };
    names.iter().map(read).collect()
}

struct Search<'a, 's> {
    index: &'a IndexView<'s>,
    filter: &'a BoundFilter<'s>,
    facts: &'a Facts,
    stage: Stage,
    top: TopRecords,
    scratch: &'a mut Scratch,
}

/// One query form against the names of one group.
#[derive(Clone, Copy)]
struct Pass<'a> {
    form: &'a QueryForm,
    query_name: u8,
    bounds: &'a Bounds,
}

impl Search<'_, '_> {
    fn run(&mut self, query: &MatchQuery, names: &[QueryName]) {
        self.rank_imo_carriers(query);
        for (at, name) in names.iter().enumerate() {
            for form in &name.forms {
                self.scratch.table.fill(self.index, form);
                self.scratch.scored.reset(self.index.name_count());
                self.rank_all_names_of_imo_carriers(query, form, at as u8);
                let walk = walk_of(form);
                for &group in NameGroup::of_kind(form.kind) {
                    let bounds = Bounds::new(form, group == NameGroup::Abbreviated);
                    let pass = Pass { form, query_name: at as u8, bounds: &bounds };
                    self.walk(pass, &walk, group);
                }
                self.rank_names_starting_with(&name.normalised, form, at as u8);
            }
        }
    }

    /// Records with a queried IMO number answer whether or not a name meets.
    fn rank_imo_carriers(&mut self, query: &MatchQuery) {
        for record in query.imos.iter().flat_map(|imo| self.index.with_imo(*imo)) {
            if self.filter.passes(&self.index.records[record.index()]) {
                self.offer(record, Score::ZERO, None, 0);
            }
        }
    }

    /// No bound holds for a record that an equal IMO number lifts, so its names are all aligned.
    fn rank_all_names_of_imo_carriers(
        &mut self,
        query: &MatchQuery,
        form: &QueryForm,
        query_name: u8,
    ) {
        for record in query.imos.iter().flat_map(|imo| self.index.with_imo(*imo)) {
            let row = &self.index.records[record.index()];
            if row.kind == form.kind as u8 && self.filter.passes(row) {
                for name in self.index.names_of(record) {
                    self.align(form, query_name, name);
                }
            }
        }
    }

    /// Names that start with the query are candidates even when no whole word meets.
    fn rank_names_starting_with(&mut self, normalised: &str, form: &QueryForm, query_name: u8) {
        for &name in self.index.names_starting_with(normalised) {
            let record = RecordOrdinal(self.index.names[name as usize].record);
            let row = &self.index.records[record.index()];
            let of_kind = row.kind == form.kind as u8;
            if of_kind && self.may_answer(record) && !self.scratch.scored.contains(name) {
                self.align(form, query_name, name);
            }
        }
    }

    /// Walks the lists of one group, from the heaviest unit of the query to the lightest.
    fn walk(&mut self, pass: Pass<'_>, walk: &[Step<'_>], group: NameGroup) {
        for step in walk {
            for hit in &step.hits {
                let list = pass.bounds.list(pass.form, hit);
                self.walk_list(pass, list, step.not_walked, self.index.impacts(hit.word, group));
            }
        }
    }

    fn walk_list(&mut self, pass: Pass<'_>, list: ListBound, not_walked: u32, names: &[Impact]) {
        let mut reach = Reach::new(pass.bounds, list, self.facts.most_gained());
        // A bound inverted for a set of words pays once several names share the set.
        let many = names.len() >= LONG_LIST;
        for impact in names {
            let least = self.top.least();
            let mut reaches = |met| match many {
                true => reach.reaches(least, met, impact.rest.into()),
                false => reach.reaches_once(least, met, impact.rest.into()),
            };
            if !reaches(not_walked) {
                return;
            }
            if !reaches(self.scratch.table.may_meet(impact.others)) {
                continue;
            }
            let record = RecordOrdinal(self.index.names[impact.name as usize].record);
            if !self.scratch.scored.contains(impact.name) && self.may_answer(record) {
                self.align(pass.form, pass.query_name, impact.name);
            }
        }
    }

    fn may_answer(&self, record: RecordOrdinal) -> bool {
        (self.stage == Stage::Widened || self.scratch.members.contains(record.0))
            && (self.filter.passes_all() || self.filter.passes(&self.index.records[record.index()]))
    }

    /// Aligns a name in full and offers its record.
    fn align(&mut self, form: &QueryForm, query_name: u8, name: u32) {
        self.scratch.scored.insert(name);
        let Scratch { aligner, table, .. } = &mut *self.scratch;
        let score = aligner.score(self.index, form, table, name);
        let record = RecordOrdinal(self.index.names[name as usize].record);
        self.offer(record, score, Some(name), query_name);
    }

    fn offer(
        &mut self,
        record: RecordOrdinal,
        name_score: Score,
        name: Option<u32>,
        query_name: u8,
    ) {
        let score = self.facts.compare(self.index, record).apply(name_score);
        if score >= self.top.least() {
            self.top.offer(Ranked { score, name_score, record, name, query_name });
        }
    }
}

/// The lists of one unit.
struct Step<'a> {
    /// The dictionary words that the unit meets, most alike first.
    hits: Vec<&'a WordHit>,
    /// The query words that this step or a later one can still meet.
    not_walked: u32,
}

/// The units that gather candidates, heaviest first: what is walked last is most likely pruned.
fn walk_of(form: &QueryForm) -> Vec<Step<'_>> {
    let heaviest = |unit: usize| bits(form.units[unit].words).map(|at| form.words[at].weight).max();
    let mut order: Vec<usize> =
        (0..form.units.len()).filter(|&unit| form.units[unit].gathers).collect();
    order.sort_by_key(|&unit| heaviest(unit));
    let mut not_walked = 0;
    let mut steps = Vec::with_capacity(order.len());
    for unit in order {
        not_walked |= form.units[unit].words;
        let hits = form.hits.iter().filter(|hit| usize::from(hit.unit) == unit);
        let mut hits: Vec<&WordHit> = hits.collect();
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.similarity));
        steps.push(Step { hits, not_walked });
    }
    steps.reverse();
    steps
}
