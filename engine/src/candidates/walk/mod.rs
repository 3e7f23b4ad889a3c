//! The walk: the best records or parties, exactly those that scoring every candidate would give.
//!
//! Lists lead from the words that the query meets to names, those with little else first. A list
//! ends where even a name that met all that is left of the query could not reach the k-th score;
//! a name is aligned in full only when the words that its entry says it may meet could.
//!
//! | lists | names behind them |
//! |---|---|
//! | of a joined word | that meet neighbours of the record together |
//! | of a rare word, or one that may be an initial | that meet it, whatever else |
//! | of the rare words close to a frequent one that is asked for | that meet one of them, whatever else |
//! | of two frequent words, or of any one and an initial | that meet both |
//! | of one frequent word | that meet nothing else which says something |
//! | of any word that is not paired with it, or as it is written | that meet nothing, and score 0 |
//!
//! *Complete because*: take a name that belongs to the answer, and its alignment. Some pair of it
//! is of a unit that gathers. If a pair is of a joined word, of a rare word or of one that may be
//! an initial, the name stands in the list of that word, or in that of the frequent word that is
//! asked for and to which it is close. Else all its pairs are of frequent words or initials, and
//! the bounds of the other lists count no others. If two are of words that say something, or one is
//! of an initial of the record that meets a word, the name stands in their list of two, and if not,
//! in the list of any of its words. The bound of each list allows for all other pairs that such an
//! alignment may have; that others pass the name over does no harm, since only what was aligned is
//! remembered.
//!
//! | module | what it holds |
//! |---|---|
//! | `plan` | in which lists the words of a query are looked up |
//! | `list` | the names of one list, as far down as they can answer |
//! | `own_lists` | names by the list of one word |
//! | `pairs` | names by the lists of two |

mod list;
mod own_lists;
mod pairs;
mod plan;

use ahash::AHashSet;
use plan::Plan;

use super::filter::BoundFilter;
use super::gather::Stage;
use super::set::OrdinalSet;
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, WordMask};
use crate::query::{QueryForm, QueryName, WrittenWords};
use crate::scoring::Score;
use crate::scoring::align::Aligner;
use crate::scoring::bound::{Bounds, ListBound, MetWords};
use crate::scoring::effects::{Comparison, Facts};
use crate::scoring::entry_table::EntryTable;
use crate::scoring::gains::{Gain, Gains};
use crate::scoring::hit_table::HitTable;
use crate::scoring::party::Grouping;
use crate::scoring::top::{Ranked, TopParties};
use crate::snapshot::IndexView;
use crate::snapshot::rows::NameGroup;
use crate::text::NameKind;

/// Records of one kind whose names are sooner aligned than looked for in lists.
const FEW_MEMBERS: usize = 256;

/// Buffers that live as long as their thread, so that a query allocates little.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What the words of the form at hand meet.
    pub table: HitTable,
    /// Aligns names with it.
    pub aligner: Aligner,
    /// The records that gathering found.
    pub members: OrdinalSet<RecordOrdinal>,
    /// What the entries of lists may meet of it.
    entries: EntryTable,
    /// Names that were aligned in full for the query at hand, a name once for each form.
    pub aligned: u64,
    /// Names that were aligned with it: few of millions, so a table of their own number stays near.
    scored: AHashSet<NameOrdinal>,
}

/// What is walked for: the names and IMO numbers of one query.
#[derive(Clone, Copy)]
pub struct Walk<'a, 's> {
    /// The index that is walked.
    pub index: &'a IndexView<'s>,
    /// Which records may answer.
    pub filter: &'a BoundFilter<'a>,
    /// The query's names, met with the words of the index.
    pub names: &'a [QueryName<'a>],
    /// The query's IMO numbers.
    pub imos: &'a [ImoNumber],
    /// What is compared beside names.
    pub facts: &'a Facts,
    /// What takes a place among the best.
    pub group: Grouping,
    /// The least score of an answer.
    pub cutoff: Score,
}

impl Walk<'_, '_> {
    /// The best `limit` that score `least` or more among the records that gathering allows; where it is
    /// [`Stage::Members`], they are in the scratch.
    #[must_use]
    pub fn best(&self, limit: usize, least: Score, stage: Stage, scratch: &mut Scratch) -> Found {
        let gains = &NameKind::ALL.map(|kind| Gains::new(self.facts, self.index.types_of(kind)));
        let top = TopParties::new(limit, least);
        let identified = TopParties::new(limit, self.cutoff);
        scratch.aligned = 0;
        let mut search = Search { walk: self, stage, gains, top, identified, scratch };
        search.run();
        Found { ranked: search.top.into_ranked(), identified: search.identified.into_ranked() }
    }

    /// One record by its best name, whether or not the walk would come to it and the filter lets it
    /// pass; none where it is below the cutoff.
    #[must_use]
    pub fn of_record(&self, record: RecordOrdinal, scratch: &mut Scratch) -> Option<Ranked> {
        let gains = &NameKind::ALL.map(|kind| Gains::new(self.facts, self.index.types_of(kind)));
        let [top, identified] = [(); 2].map(|()| TopParties::new(1, self.cutoff));
        let stage = Stage::Widened;
        let mut search = Search { walk: self, stage, gains, top, identified, scratch };
        search.offer(record, Score::ZERO, None, 0);
        let kind = self.index.records[record.index()].kind;
        for (at, name) in self.names.iter().enumerate() {
            for form in name.forms.iter().filter(|form| form.kind as u8 == kind) {
                search.scratch.table.fill(form);
                search.align_names_of(record, form, at as u8);
            }
        }
        search.top.into_ranked().pop()
    }
}

/// Records, or the best record of each party, best first.
#[derive(Debug)]
pub struct Found {
    /// The best of all.
    pub ranked: Vec<Ranked>,
    /// The best whose IMO number is a queried one.
    pub identified: Vec<Ranked>,
}

struct Search<'a, 's> {
    walk: &'a Walk<'a, 's>,
    stage: Stage,
    /// What effects beside the name can add, by kind.
    gains: &'a [Gains; NameKind::ALL.len()],
    top: TopParties,
    /// The best whose IMO number is a queried one.
    identified: TopParties,
    scratch: &'a mut Scratch,
}

/// One query form against the names of one group.
#[derive(Clone, Copy)]
struct Pass<'a> {
    form: &'a QueryForm<'a>,
    query_name: u8,
    group: NameGroup,
    bounds: &'a Bounds,
    /// As in [`Plan`].
    flimsy: WordMask,
    aside: WordMask,
    /// What effects beside the name can add.
    gains: &'a Gains,
}

impl Pass<'_> {
    /// The words of the query that a name may meet.
    fn may_meet(&self) -> WordMask {
        self.bounds.may_meet()
    }
}

impl<'a, 's> Search<'a, 's> {
    fn run(&mut self) {
        let Walk { index, names, .. } = *self.walk;
        self.rank_imo_carriers();
        for (at, name) in names.iter().enumerate() {
            let at = at as u8;
            for form in self.fitting_first(name) {
                if self.rank_few_members(form, at) {
                    continue;
                }
                let met = MetWords::of(form);
                self.scratch.table.fill(form);
                self.scratch.entries.fill(index, form, &met);
                self.scratch.scored.clear();
                self.rank_all_names_of_imo_carriers(form, at);
                let plan = Plan::new(index, form, &met);
                let gains = &self.gains[form.kind as usize];
                for &group in NameGroup::of_kind(form.kind) {
                    let Plan { flimsy, aside, ref by_any, .. } = plan;
                    let bounds = &Bounds::new(form, by_any, group == NameGroup::Abbreviated);
                    let query_name = at;
                    let pass = Pass { form, query_name, group, bounds, flimsy, aside, gains };
                    self.walk_group(pass, &plan);
                }
                self.rank_names(name.beginning, form, at);
                self.rank_unmatched(&name.written, form, at);
            }
        }
    }

    /// The forms of a name, those first whose records can gain most; of these such as the query
    /// means, since records of unknown type may gain as much under either; then as its words are. The
    /// sooner the best are found, the sooner all lists end.
    fn fitting_first<'q>(&self, name: &'q QueryName<'q>) -> [&'q QueryForm<'q>; 2] {
        let Walk { index, facts, .. } = *self.walk;
        let mut forms = name.forms.each_ref();
        let [person, thing] = forms;
        let likely = match thing.words.iter().any(|word| word.class.is_of_things()) {
            true => thing.kind,
            false => person.kind,
        };
        forms.sort_by_key(|form| {
            let are_meant = facts.means(index.types_of(form.kind));
            std::cmp::Reverse((self.most_gained(form.kind), are_meant, form.kind == likely))
        });
        forms
    }

    /// The most that effects beside the name can add to the score of a record of this kind.
    fn most_gained(&self, kind: NameKind) -> Score {
        self.gains[kind as usize].greatest().most
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
                self.align_names_of(record, form, query_name);
            }
        }
    }

    /// Aligns all names of the records that may answer, where these are known and [`FEW_MEMBERS`] at
    /// most; false where they are not. Fewer records than are asked for would leave every list to be
    /// walked to its end.
    fn rank_few_members(&mut self, form: &QueryForm<'_>, query_name: u8) -> bool {
        let Stage::Members { of_kind } = self.stage else { return false };
        let few = of_kind[form.kind as usize];
        if few > FEW_MEMBERS {
            return false;
        }
        if few > 0 {
            self.scratch.table.fill(form);
            let records = self.walk.index.records;
            let members = self.scratch.members.members().iter().copied();
            let members = members.filter(|of| records[of.index()].kind == form.kind as u8);
            for member in members.take(few).collect::<Vec<_>>() {
                if self.may_answer(member) {
                    self.align_names_of(member, form, query_name);
                }
            }
        }
        true
    }

    fn align_names_of(&mut self, record: RecordOrdinal, form: &QueryForm<'_>, query_name: u8) {
        for name in self.walk.index.names_of(record) {
            self.align(form, query_name, name);
        }
    }

    /// Names that start with the query are candidates even when no whole word meets, unless those
    /// that hold every word are enough. Those that meet one are found by their words, so these matter
    /// where a name score of 0 does.
    fn rank_names(&mut self, beginning: &[NameOrdinal], form: &QueryForm<'_>, query_name: u8) {
        let Walk { index, names, .. } = *self.walk;
        if self.stage != Stage::Widened && names.len() == 1 {
            return;
        }
        let gained = self.most_gained(form.kind);
        for &name in beginning {
            if !self.top.goal().is_reached(Score::ZERO, gained) {
                return;
            }
            let (first, goal) = self.behind();
            if name >= first && !goal.is_reached(Score::ZERO, gained) {
                continue;
            }
            let record = index.record_of(name);
            let of_kind = index.records[record.index()].kind == form.kind as u8;
            if of_kind && self.may_answer(record) && !self.scratch.scored.contains(&name) {
                self.align(form, query_name, name);
            }
        }
    }

    /// Records that hold a word of the query as written are candidates even when no name of theirs
    /// is matched: the word stands in a legal form or a country's phrase, or is an initial. They have
    /// a name score of 0.
    fn rank_unmatched(&mut self, words: &WrittenWords<'_>, form: &QueryForm<'_>, query_name: u8) {
        let Walk { index, facts, group, .. } = *self.walk;
        let gained = self.most_gained(form.kind);
        for list in words.lists().iter().filter(|_| !form.words.is_empty()) {
            for record in list.records.iter().copied().map(RecordOrdinal) {
                if !self.top.goal().is_reached(Score::ZERO, gained) {
                    return;
                }
                let of_kind = index.records[record.index()].kind == form.kind as u8;
                if of_kind && self.may_answer(record) {
                    let score = facts.compare(index, record).apply(Score::ZERO);
                    let (name_score, party) = (Score::ZERO, group.party(index, record));
                    let unmatched =
                        Ranked { score, name_score, record, name: None, query_name, party };
                    if self.top.may_take(&unmatched) {
                        self.align_names_of(record, form, query_name);
                    }
                }
            }
        }
    }

    fn walk_group(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let abbreviated = pass.group == NameGroup::Abbreviated;
        let bounds = &Bounds::new(pass.form, &plan.by_frequent, abbreviated);
        let by_frequent = Pass { bounds, ..pass };
        self.walk_most_alike_pairs(by_frequent, plan);
        self.walk_own_lists(pass, plan);
        let pass = by_frequent;
        self.walk_pairs(pass, plan);
        if pass.group == NameGroup::Abbreviated {
            self.walk_words_with_initials(pass, plan);
        }
        self.walk_words_alone(pass, plan);
        self.walk_unpaired(pass);
    }

    /// Whether a name of a list could answer, if nothing of it were left over.
    fn list_reaches(&self, pass: Pass<'_>, bound: ListBound, left: WordMask) -> bool {
        let at_best = pass.bounds.score(&bound, left, 0);
        self.top.goal().is_reached(at_best, pass.gains.greatest().most)
    }

    /// Aligns a name that scores at most `most`, if that is enough with what its record gains.
    fn try_name(&mut self, pass: Pass<'_>, name: NameOrdinal, most: Score, gain: Gain) {
        let score = most.plus(gain.most);
        if score < self.top.least() {
            return;
        }
        // Of records that score alike the earlier stands first, so most others need no alignment;
        // nor do those whose facts are looked at and found to differ.
        let Walk { index, facts, group, .. } = *self.walk;
        let record = index.record_of(name);
        let party = group.party(index, record);
        let at_best =
            |score| Ranked { score, name_score: most, record, name: None, query_name: 0, party };
        if self.top.may_take(&at_best(score)) && self.may_answer(record) {
            let score = facts.compare(index, record).apply(most);
            if score >= self.top.least() && self.top.may_take(&at_best(score)) {
                self.align(pass.form, pass.query_name, name);
            }
        }
    }

    fn may_answer(&self, record: RecordOrdinal) -> bool {
        let Walk { index, filter, .. } = *self.walk;
        (self.stage == Stage::Widened || self.scratch.members.contains(record))
            && (filter.passes_all() || filter.passes(&index.records[record.index()]))
    }

    /// Aligns a name in full and offers its record.
    fn align(&mut self, form: &QueryForm<'_>, query_name: u8, name: NameOrdinal) {
        self.scratch.scored.insert(name);
        self.scratch.aligned += 1;
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
        let Walk { index, facts, group, .. } = *self.walk;
        let compared = facts.compare(index, record);
        let score = compared.apply(name_score);
        let is_identified = compared.imo == Comparison::Match;
        if score >= self.top.least() || is_identified {
            let party = group.party(index, record);
            let ranked = Ranked { score, name_score, record, name, query_name, party };
            self.top.offer(ranked);
            if is_identified {
                self.identified.offer(ranked);
            }
        }
    }
}
