//! The walk: the best records, exactly those that scoring every candidate would give.
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

use super::filter::BoundFilter;
use super::gather::Stage;
use super::set::OrdinalSet;
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, WordMask};
use crate::query::{QueryForm, QueryName, WordHit};
use crate::scoring::Score;
use crate::scoring::align::Aligner;
use crate::scoring::bound::{Bounds, ListBound, Reach};
use crate::scoring::effects::Facts;
use crate::scoring::hit_table::HitTable;
use crate::scoring::top::{Ranked, TopRecords};
use crate::snapshot::IndexView;
use crate::snapshot::impact::Impact;
use crate::snapshot::rows::NameGroup;

/// Names from which on a list is worth inverting its bounds for.
const LONG_LIST: usize = 24;

/// Buffers that live as long as their thread, so that a query allocates little.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What the words of the form at hand meet.
    pub table: HitTable,
    /// Aligns names with it.
    pub aligner: Aligner,
    /// The records that gathering found.
    pub members: OrdinalSet<RecordOrdinal>,
    scored: OrdinalSet<NameOrdinal>,
}

/// What is walked for: the names and IMO numbers of one query.
#[derive(Clone, Copy)]
pub struct Walk<'a, 's> {
    /// The index that is walked.
    pub index: &'a IndexView<'s>,
    /// Which records may answer.
    pub filter: &'a BoundFilter<'a>,
    /// What gathering came to; where it is [`Stage::Members`], the members are in the scratch.
    pub stage: Stage,
    /// The query's names, met with the words of the index.
    pub names: &'a [QueryName<'a>],
    /// The query's IMO numbers.
    pub imos: &'a [ImoNumber],
    /// What is compared beside names.
    pub facts: &'a Facts,
}

impl Walk<'_, '_> {
    /// The best `limit` records, best first.
    #[must_use]
    pub fn best(&self, limit: usize, scratch: &mut Scratch) -> Vec<Ranked> {
        let mut search = Search { walk: self, top: TopRecords::new(limit), scratch };
        search.run();
        search.top.into_ranked()
    }
}

struct Search<'a, 's> {
    walk: &'a Walk<'a, 's>,
    top: TopRecords,
    scratch: &'a mut Scratch,
}

/// One query form against the names of one group.
#[derive(Clone, Copy)]
struct Pass<'a> {
    form: &'a QueryForm<'a>,
    query_name: u8,
    bounds: &'a Bounds,
}

impl<'a, 's> Search<'a, 's> {
    fn run(&mut self) {
        let Walk { index, names, .. } = *self.walk;
        self.rank_imo_carriers();
        for (at, name) in names.iter().enumerate() {
            let at = at as u8;
            for form in &name.forms {
                self.scratch.table.fill(index, form);
                self.scratch.scored.reset(index.name_count());
                self.rank_all_names_of_imo_carriers(form, at);
                let steps = steps_of(form);
                for &group in NameGroup::of_kind(form.kind) {
                    let bounds = Bounds::new(form, group == NameGroup::Abbreviated);
                    let pass = Pass { form, query_name: at, bounds: &bounds };
                    self.walk_group(pass, &steps, group);
                }
                self.rank_names_starting_with(name.normalised, form, at);
            }
        }
    }

    fn imo_carriers(&self) -> impl Iterator<Item = RecordOrdinal> + use<'a, 's> {
        let Walk { index, imos, .. } = *self.walk;
        imos.iter().flat_map(|imo| index.with_imo(*imo))
    }

    /// Records with a queried IMO number answer whether or not a name meets.
    fn rank_imo_carriers(&mut self) {
        for record in self.imo_carriers() {
            if self.walk.filter.passes(&self.walk.index.records[record.index()]) {
                self.offer(record, Score::ZERO, None, 0);
            }
        }
    }

    /// No bound holds for a record that an equal IMO number lifts, so its names are all aligned.
    fn rank_all_names_of_imo_carriers(&mut self, form: &QueryForm<'_>, query_name: u8) {
        for record in self.imo_carriers() {
            let row = &self.walk.index.records[record.index()];
            if row.kind == form.kind as u8 && self.walk.filter.passes(row) {
                for name in self.walk.index.names_of(record) {
                    self.align(form, query_name, name);
                }
            }
        }
    }

    /// Names that start with the query are candidates even when no whole word meets.
    fn rank_names_starting_with(&mut self, normalised: &str, form: &QueryForm<'_>, query_name: u8) {
        let index = self.walk.index;
        for &name in index.names_starting_with(normalised) {
            let record = index.record_of(name);
            let of_kind = index.records[record.index()].kind == form.kind as u8;
            if of_kind && self.may_answer(record) && !self.scratch.scored.contains(name) {
                self.align(form, query_name, name);
            }
        }
    }

    /// Walks the lists of one group, from the heaviest unit of the query to the lightest.
    fn walk_group(&mut self, pass: Pass<'_>, steps: &[Step<'_>], group: NameGroup) {
        for step in steps {
            for hit in &step.hits {
                let list = pass.bounds.list(pass.form, hit);
                let names = self.walk.index.impacts(hit.word, group);
                self.walk_list(pass, list, step.not_walked, names);
            }
        }
    }

    fn walk_list(
        &mut self,
        pass: Pass<'_>,
        list: ListBound,
        not_walked: WordMask,
        names: &[Impact],
    ) {
        let mut reach = Reach::new(pass.bounds, list, self.walk.facts.most_gained());
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
            let record = self.walk.index.record_of(impact.name);
            if !self.scratch.scored.contains(impact.name) && self.may_answer(record) {
                self.align(pass.form, pass.query_name, impact.name);
            }
        }
    }

    fn may_answer(&self, record: RecordOrdinal) -> bool {
        let Walk { index, filter, stage, .. } = *self.walk;
        (stage == Stage::Widened || self.scratch.members.contains(record))
            && (filter.passes_all() || filter.passes(&index.records[record.index()]))
    }

    /// Aligns a name in full and offers its record.
    fn align(&mut self, form: &QueryForm<'_>, query_name: u8, name: NameOrdinal) {
        self.scratch.scored.insert(name);
        let Scratch { aligner, table, .. } = &mut *self.scratch;
        let score = aligner.score(self.walk.index, form, table, name);
        let record = self.walk.index.record_of(name);
        self.offer(record, score, Some(name), query_name);
    }

    fn offer(
        &mut self,
        record: RecordOrdinal,
        name_score: Score,
        name: Option<NameOrdinal>,
        query_name: u8,
    ) {
        let score = self.walk.facts.compare(self.walk.index, record).apply(name_score);
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
    not_walked: WordMask,
}

/// The units that gather candidates, heaviest first: what is walked last is most likely pruned.
fn steps_of<'a>(form: &'a QueryForm<'_>) -> Vec<Step<'a>> {
    let heaviest =
        |unit: usize| form.units[unit].words.iter().map(|at| form.words[at].weight).max();
    let mut order: Vec<usize> =
        (0..form.units.len()).filter(|&unit| form.units[unit].gathers).collect();
    order.sort_by_key(|&unit| heaviest(unit));
    let mut not_walked = WordMask::NONE;
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
