//! The walk: the best records, exactly those that scoring every candidate would give.
//!
//! Lists lead from the words that the query meets to names, those with little else first. A list
//! ends where even a name that met all that is left of the query could not reach the k-th score;
//! a name is aligned in full only when the words that its entry says it may meet could.
//!
//! | lists | names behind them |
//! |---|---|
//! | of a joined word | that meet neighbours of the record together |
//! | of a rare word, or one that may be an initial | that meet it, whatever else |
//! | of two frequent words, or one and an initial | that meet both |
//! | of one frequent word | that meet nothing else which says something |
//!
//! *Complete because*: take a name that belongs to the answer, and its alignment. Some pair of it
//! is of a unit that gathers. If a pair is of a joined word, of a rare word or of one that may be
//! an initial, the name stands in the list of that word. Else all its pairs are of frequent words
//! or initials; if two say something (and the initial is the record's), the name stands in their
//! list of two, and if not, in the list of any of its words. Of these lists take the one walked
//! first: its bound allowed for all other pairs of the alignment.

use super::filter::BoundFilter;
use super::gather::Stage;
use super::plan::{Ordered, Plan, UnitPlan};
use super::set::OrdinalSet;
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, WordMask};
use crate::query::{QueryForm, QueryName};
use crate::scoring::Score;
use crate::scoring::align::Aligner;
use crate::scoring::bound::{Bounds, ListBound, Reach};
use crate::scoring::effects::Facts;
use crate::scoring::hit_table::HitTable;
use crate::scoring::top::{Ranked, TopRecords};
use crate::snapshot::IndexView;
use crate::snapshot::impact::{OtherWords, Told};
use crate::snapshot::pairs::PairEntry;
use crate::snapshot::rows::NameGroup;
use crate::text::{NameKind, WordClass};

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
    group: NameGroup,
    bounds: &'a Bounds,
    /// Query words that say nothing.
    flimsy: WordMask,
    /// The most that effects beside the name can add.
    most_gained: Score,
}

impl Pass<'_> {
    /// All words of the query.
    fn all(&self) -> WordMask {
        self.bounds.all()
    }
}

impl<'a, 's> Search<'a, 's> {
    fn run(&mut self) {
        let Walk { index, names, .. } = *self.walk;
        self.rank_imo_carriers();
        for (at, name) in names.iter().enumerate() {
            let at = at as u8;
            for form in self.fitting_first(name) {
                self.scratch.table.fill(index, form);
                self.scratch.scored.reset(index.name_count());
                self.rank_all_names_of_imo_carriers(form, at);
                let plan = Plan::new(index, form);
                for &group in NameGroup::of_kind(form.kind) {
                    let bounds = Bounds::new(form, group == NameGroup::Abbreviated);
                    let flimsy = plan.flimsy;
                    let most_gained = self.most_gained(form.kind);
                    let pass =
                        Pass { form, query_name: at, group, bounds: &bounds, flimsy, most_gained };
                    self.walk_group(pass, &plan);
                }
                self.rank_names_starting_with(name.normalised, form, at);
            }
        }
    }

    /// The forms of a name, those first whose records can gain most.
    fn fitting_first<'q>(&self, name: &'q QueryName<'q>) -> [&'q QueryForm<'q>; 2] {
        let mut forms = name.forms.each_ref();
        forms.sort_by_key(|form| std::cmp::Reverse(self.most_gained(form.kind)));
        forms
    }

    /// The most that effects beside the name can add to the score of a record of this kind.
    fn most_gained(&self, kind: NameKind) -> Score {
        self.walk.facts.most_gained(self.walk.index.types_of(kind))
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

    /// Names that start with the query are candidates even when no whole word meets. Those that
    /// meet one are found by their words, so these matter where a name score of 0 does.
    fn rank_names_starting_with(&mut self, normalised: &str, form: &QueryForm<'_>, query_name: u8) {
        let index = self.walk.index;
        for &name in index.names_starting_with(normalised) {
            if Score::ZERO.plus(self.most_gained(form.kind)) < self.top.least() {
                return;
            }
            let record = index.record_of(name);
            let of_kind = index.records[record.index()].kind == form.kind as u8;
            if of_kind && self.may_answer(record) && !self.scratch.scored.contains(name) {
                self.align(form, query_name, name);
            }
        }
    }

    fn walk_group<'f>(&mut self, pass: Pass<'_>, plan: &Plan<'f>) {
        let order = |unit: &UnitPlan<'f>| Ordered::new(pass.bounds, pass.form, &unit.frequent);
        let frequent: Vec<Ordered<'f>> = plan.units.iter().map(order).collect();
        self.walk_own_lists(pass, plan);
        self.walk_pairs(pass, plan, &frequent);
        if pass.group == NameGroup::Abbreviated {
            self.walk_words_with_initials(pass, &frequent);
        }
        self.walk_words_alone(pass, plan, &frequent);
    }

    /// Names that meet a joined word, a rare one or one that may be an initial.
    fn walk_own_lists(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let beside = [self.scratch.table.meeting_joined(), WordMask::NONE];
        for (which, beside) in beside.into_iter().enumerate() {
            for unit in &plan.units {
                let hits = if which == 0 { &unit.joined } else { &unit.rare };
                let lists = Ordered::new(pass.bounds, pass.form, hits);
                let may_meet =
                    |table: &HitTable, others: &OtherWords<5>| table.may_meet(others) | beside;
                self.walk_lists(pass, &lists, pass.all(), may_meet);
            }
        }
    }

    /// Names that meet two frequent words.
    ///
    /// Lists of joined neighbours of the query come first. Of two single words, the names that
    /// meet a third one with either of them were found where that pair was walked before; not so
    /// where the third may be met by an initial.
    fn walk_pairs(&mut self, pass: Pass<'_>, plan: &Plan<'_>, frequent: &[Ordered<'_>]) {
        let is_single = |at: usize| plan.units[at].words.len() == 1;
        let units = || (0..frequent.len()).filter(|&at| !frequent[at].is_empty());
        for first in units() {
            for second in units().filter(|&second| second > first) {
                let disjoint = !plan.units[first].words.meets(plan.units[second].words);
                if disjoint && !(is_single(first) && is_single(second)) {
                    self.walk_pair(pass, &frequent[first], &frequent[second], pass.all());
                }
            }
        }
        for first in units().filter(|&at| is_single(at)) {
            let mut left = pass.all();
            for unit in plan.units[..first].iter().filter(|unit| unit.words.len() == 1) {
                left = left.without(unit.words);
            }
            for second in units().filter(|&at| at > first && is_single(at)) {
                if pass.group == NameGroup::Abbreviated {
                    left = pass.all();
                }
                self.walk_pair(pass, &frequent[first], &frequent[second], left);
                left = left.without(plan.units[second].words);
            }
        }
    }

    /// Names that meet a word of each of two units; of other query words they meet those in
    /// `left` at most, and such as say nothing.
    fn walk_pair(
        &mut self,
        pass: Pass<'_>,
        first: &Ordered<'_>,
        second: &Ordered<'_>,
        left: WordMask,
    ) {
        let Some(most) = second.most() else { return };
        let left = left | pass.flimsy;
        for (a, of_first, from_first) in first.iter() {
            if !self.list_reaches(pass, from_first.and(most), left) {
                return;
            }
            for (b, of_second, from_second) in second.iter() {
                if !self.list_reaches(pass, of_first.and(from_second), left) {
                    break;
                }
                let both = of_first.and(of_second);
                if self.list_reaches(pass, both, left) {
                    let names = self.walk.index.pairs(a.word, Told(b.word.0), pass.group);
                    self.walk_pair_list(pass, both, left, names);
                }
            }
        }
    }

    /// Names that meet a frequent word and with an initial another word of the query.
    fn walk_words_with_initials(&mut self, pass: Pass<'_>, frequent: &[Ordered<'_>]) {
        let says_something = |at: &usize| {
            let class = pass.form.words[*at].class;
            class.is_informative() && class != WordClass::Initial
        };
        for lists in frequent {
            for at in (0..pass.form.words.len()).filter(says_something) {
                let by_initial = pass.bounds.word(at);
                for (hit, bound, from) in lists.iter() {
                    if bound.words().meets(by_initial.words())
                        || !self.list_reaches(pass, from.and(by_initial), pass.all())
                    {
                        break;
                    }
                    let initial = Told::initial(pass.form.words[at].initial);
                    let names = self.walk.index.pairs(hit.word, initial, pass.group);
                    self.walk_pair_list(pass, bound.and(by_initial), pass.all(), names);
                }
            }
        }
    }

    /// Names that meet a frequent word and nothing else that says something.
    fn walk_words_alone(&mut self, pass: Pass<'_>, plan: &Plan<'_>, frequent: &[Ordered<'_>]) {
        let flimsy = pass.flimsy;
        for lists in frequent {
            let may_meet =
                |table: &HitTable, others: &OtherWords<5>| table.may_meet(others) & flimsy;
            self.walk_lists(pass, lists, flimsy, may_meet);
        }
        // An initial beside a word that says nothing has no list of its own.
        let met = if pass.group == NameGroup::Abbreviated { pass.all() } else { flimsy };
        for unit in &plan.units {
            let lists = Ordered::new(pass.bounds, pass.form, &unit.flimsy);
            let may_meet = |table: &HitTable, others: &OtherWords<5>| table.may_meet(others) & met;
            self.walk_lists(pass, &lists, met, may_meet);
        }
    }

    /// The names of a unit's words, each by its own list; beside it they meet at most the words
    /// in `left`.
    fn walk_lists(
        &mut self,
        pass: Pass<'_>,
        lists: &Ordered<'_>,
        left: WordMask,
        may_meet: impl Fn(&HitTable, &OtherWords<5>) -> WordMask,
    ) {
        for (hit, bound, from) in lists.iter() {
            if !self.list_reaches(pass, from, left) {
                return;
            }
            let mut reach = Reach::new(pass.bounds, bound, pass.most_gained);
            for impact in self.walk.index.impacts(hit.word, pass.group) {
                let (least, rest) = (self.top.least(), impact.rest.into());
                if !reach.reaches(least, left, rest) {
                    break;
                }
                if reach.reaches(least, may_meet(&self.scratch.table, &impact.others), rest) {
                    self.try_name(pass, impact.name);
                }
            }
        }
    }

    fn walk_pair_list(
        &mut self,
        pass: Pass<'_>,
        bound: ListBound,
        left: WordMask,
        names: &[PairEntry],
    ) {
        let mut reach = Reach::new(pass.bounds, bound, pass.most_gained);
        for entry in names {
            let (least, rest) = (self.top.least(), entry.rest.into());
            if !reach.reaches(least, left, rest) {
                return;
            }
            let met = self.scratch.table.may_meet(&entry.others) & left | pass.flimsy;
            if reach.reaches(least, met, rest) {
                self.try_name(pass, entry.name);
            }
        }
    }

    /// Whether a name could, with nothing else in it, that is.
    fn list_reaches(&self, pass: Pass<'_>, bound: ListBound, left: WordMask) -> bool {
        pass.bounds.score(&bound, left, 0).plus(pass.most_gained) >= self.top.least()
    }

    fn try_name(&mut self, pass: Pass<'_>, name: NameOrdinal) {
        let record = self.walk.index.record_of(name);
        if !self.scratch.scored.contains(name) && self.may_answer(record) {
            self.align(pass.form, pass.query_name, name);
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
