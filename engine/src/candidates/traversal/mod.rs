//! Traversal: the top k records or parties, exactly those that scoring every candidate would give.
//!
//! Posting lists are visited in impact order: names with the least other weight first. A list ends
//! where its upper bound, with every remaining query word matched, falls below the threshold of the
//! top k (as in MaxScore). A name is aligned in full only if the words that its posting encodes could
//! still reach the threshold.
//!
//! | posting list | names in it |
//! |---|---|
//! | of a compound | match neighbours of the record together |
//! | of a rare term, or of one that may be an initial | match it, and anything else |
//! | fuzzy postings of a frequent term in the query | match one of its rare neighbours, and anything else |
//! | of a pair of frequent terms, or of a term and an initial | match both |
//! | of one frequent term | match no other informative word |
//! | of a term that is not paired with its query word, or of a word as written | match nothing, and score 0 |
//!
//! *Completeness.* Take a name of the answer and its alignment. Some pair of it is of a span that
//! generates candidates. If a pair is of a compound, of a rare term or of one that may be an initial,
//! the name is in the list of that term, or in the fuzzy postings of the frequent term of the query.
//! Otherwise all its pairs are of frequent terms or initials, and the bounds of the other lists count
//! no others. If two pairs are informative, or one is an initial of the record that matches a word,
//! the name is in their pair list; if not, it is in the list of any of its terms. The bound of each
//! list allows for all other pairs of such an alignment. A name that another list skipped is not
//! lost, since only aligned names are remembered.
//!
//! | module | what it holds |
//! |---|---|
//! | `plan` | the posting lists in which the terms of a query are looked up |
//! | `scan` | one posting list, down to the end of its reach |
//! | `single_lists` | names by the posting list of one term |
//! | `pairs` | names by the posting list of a term pair |

mod pairs;
mod plan;
mod scan;
mod single_lists;

use ahash::AHashSet;
use plan::Plan;

use super::filter::BoundFilter;
use super::generate::Stage;
use super::set::OrdinalSet;
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, WordMask};
use crate::pruning::entry_table::EntryTable;
use crate::pruning::feature_bounds::{FeatureUpperBound, FeatureUpperBounds};
use crate::pruning::upper_bound::{PostingUpperBound, TermUpperBounds, UpperBounds};
use crate::query::{ResolvedName, ResolvedQuery, WholeMatch, WrittenTokens};
use crate::scoring::Score;
use crate::scoring::align::Aligner;
use crate::scoring::effects::{Comparison, Facts};
use crate::scoring::hit_table::HitTable;
use crate::scoring::party::Grouping;
use crate::scoring::top::{Ranked, TopParties};
use crate::scoring::whole_name::whole_score;
use crate::snapshot::IndexView;
use crate::snapshot::rows::NameGroup;
use crate::text::NameKind;

/// Most records of one kind whose names are all aligned instead of traversing lists.
const FEW_MEMBERS: usize = 256;

/// Buffers of a thread, so that a query allocates little.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Terms that the current query matches.
    pub table: HitTable,
    pub aligner: Aligner,
    /// Members of the conjunctive stage.
    pub members: OrdinalSet<RecordOrdinal>,
    /// Query words that the postings may match.
    entries: EntryTable,
    /// Names aligned for the current query; a name counts once for each reading.
    pub aligned: u64,
    /// Names aligned with the current reading: few of millions, so a hash set stays in the cache.
    scored: AHashSet<NameOrdinal>,
}

/// Traversal for the names and IMO numbers of one query.
#[derive(Clone, Copy)]
pub struct Traversal<'a, 's> {
    pub index: &'a IndexView<'s>,
    pub filter: &'a BoundFilter<'a>,
    /// The query's names, resolved against the index.
    pub names: &'a [ResolvedName<'a>],
    /// The query's IMO numbers.
    pub imos: &'a [ImoNumber],
    /// Facts of the query besides names.
    pub facts: &'a Facts,
    /// Unit of results.
    pub group: Grouping,
    /// Least score of a result.
    pub cutoff: Score,
}

impl Traversal<'_, '_> {
    /// The best `limit` of score `least` or more among the records of the stage. Members of
    /// [`Stage::Conjunctive`] are in the scratch.
    #[must_use]
    pub fn best(&self, limit: usize, least: Score, stage: Stage, scratch: &mut Scratch) -> Found {
        let feature_bounds = &NameKind::ALL
            .map(|kind| FeatureUpperBounds::new(self.facts, self.index.types_of(kind)));
        let top = TopParties::new(limit, least);
        let imo_matches = TopParties::new(limit, self.cutoff);
        scratch.aligned = 0;
        let mut search =
            TopKSearch { traversal: self, stage, feature_bounds, top, imo_matches, scratch };
        search.run();
        Found { ranked: search.top.into_ranked(), imo_matches: search.imo_matches.into_ranked() }
    }

    /// One record by its best name, whether or not it is a candidate and passes the filter; `None`
    /// below the cutoff.
    #[must_use]
    pub fn of_record(&self, record: RecordOrdinal, scratch: &mut Scratch) -> Option<Ranked> {
        let feature_bounds = &NameKind::ALL
            .map(|kind| FeatureUpperBounds::new(self.facts, self.index.types_of(kind)));
        let [top, imo_matches] = [(); 2].map(|()| TopParties::new(1, self.cutoff));
        let stage = Stage::Disjunctive;
        let mut search =
            TopKSearch { traversal: self, stage, feature_bounds, top, imo_matches, scratch };
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
    /// The best with an equal IMO number.
    pub imo_matches: Vec<Ranked>,
}

struct TopKSearch<'a, 's> {
    traversal: &'a Traversal<'a, 's>,
    stage: Stage,
    /// Upper bounds of features, by kind.
    feature_bounds: &'a [FeatureUpperBounds; NameKind::ALL.len()],
    top: TopParties,
    /// The best with an equal IMO number.
    imo_matches: TopParties,
    scratch: &'a mut Scratch,
}

/// One resolved query against the names of one group.
#[derive(Clone, Copy)]
struct GroupScan<'a> {
    form: &'a ResolvedQuery<'a>,
    query_name: u8,
    group: NameGroup,
    upper_bounds: &'a UpperBounds,
    /// As in [`Plan`].
    low_information: WordMask,
    aside: WordMask,
    /// Upper bounds of features.
    feature_bounds: &'a FeatureUpperBounds,
}

impl GroupScan<'_> {
    /// Query words that a name may match.
    fn may_match(&self) -> WordMask {
        self.upper_bounds.may_match()
    }
}

impl<'a, 's> TopKSearch<'a, 's> {
    fn run(&mut self) {
        let Traversal { index, names, .. } = *self.traversal;
        self.rank_imo_carriers();
        for (at, name) in names.iter().enumerate() {
            let at = at as u8;
            for form in self.fitting_first(name) {
                if self.rank_few_members(form, at) {
                    continue;
                }
                let terms = TermUpperBounds::of(form);
                self.scratch.table.fill(form);
                self.scratch.entries.fill(index, form, &terms);
                self.scratch.scored.clear();
                self.rank_all_names_of_imo_carriers(form, at);
                self.rank_whole_matches(name.whole_matches(), form, at);
                let plan = Plan::new(index, form, &terms);
                let feature_bounds = &self.feature_bounds[form.kind as usize];
                for &group in NameGroup::of_kind(form.kind) {
                    let Plan { low_information, aside, ref by_any, .. } = plan;
                    let upper_bounds =
                        &UpperBounds::new(form, by_any, group == NameGroup::Abbreviated);
                    let query_name = at;
                    let scan = GroupScan {
                        form,
                        query_name,
                        group,
                        upper_bounds,
                        low_information,
                        aside,
                        feature_bounds,
                    };
                    self.scan_group(scan, &plan);
                }
                self.rank_names(name.beginning, form, at);
                self.rank_unmatched(&name.written, form, at);
            }
        }
    }

    /// The readings of a name in the order of traversal: by the greatest feature bound of their
    /// records, then as the query's schema means, then as its words suggest. The sooner the best are
    /// found, the sooner all lists end.
    fn fitting_first<'q>(&self, name: &'q ResolvedName<'q>) -> [&'q ResolvedQuery<'q>; 2] {
        let Traversal { index, facts, .. } = *self.traversal;
        let mut forms = name.forms.each_ref();
        let [person, thing] = forms;
        let likely = match thing.words.iter().any(|word| word.class.is_of_things()) {
            true => thing.kind,
            false => person.kind,
        };
        forms.sort_by_key(|form| {
            let are_meant = facts.means(index.types_of(form.kind));
            std::cmp::Reverse((self.most_feature_gain(form.kind), are_meant, form.kind == likely))
        });
        forms
    }

    /// Greatest upper bound of features of a record of this kind.
    fn most_feature_gain(&self, kind: NameKind) -> Score {
        self.feature_bounds[kind as usize].greatest().most
    }

    fn imo_carriers(&self) -> impl Iterator<Item = RecordOrdinal> + use<'a, 's> {
        let Traversal { index, imos, .. } = *self.traversal;
        imos.iter().flat_map(|imo| index.with_imo(*imo))
    }

    /// Ranks records with an equal IMO number, whether or not a name matches.
    fn rank_imo_carriers(&mut self) {
        for record in self.imo_carriers() {
            if self.traversal.filter.passes(&self.traversal.index.records[record.index()]) {
                self.offer(record, Score::ZERO, None, 0);
            }
        }
    }

    /// Aligns all names of records with an equal IMO number: no upper bound holds for them.
    fn rank_all_names_of_imo_carriers(&mut self, form: &ResolvedQuery<'_>, query_name: u8) {
        for record in self.imo_carriers() {
            let row = &self.traversal.index.records[record.index()];
            if row.kind == form.kind as u8 && self.traversal.filter.passes(row) {
                self.align_names_of(record, form, query_name);
            }
        }
    }

    /// Aligns all names that are nearly the query as one string: upper bounds know nothing of them.
    fn rank_whole_matches(
        &mut self,
        matches: &[WholeMatch],
        form: &ResolvedQuery<'_>,
        query_name: u8,
    ) {
        let Traversal { index, .. } = *self.traversal;
        for &WholeMatch { name, .. } in matches {
            if index.kind_of(name) == form.kind && self.may_answer(index.record_of(name)) {
                self.align(form, query_name, name);
            }
        }
    }

    /// Aligns all names of the candidates if they are known and at most [`FEW_MEMBERS`]; returns false
    /// otherwise. Fewer candidates than results would leave every list to be visited to its end.
    fn rank_few_members(&mut self, form: &ResolvedQuery<'_>, query_name: u8) -> bool {
        let Stage::Conjunctive { of_kind } = self.stage else { return false };
        let few = of_kind[form.kind as usize];
        if few > FEW_MEMBERS {
            return false;
        }
        if few > 0 {
            self.scratch.table.fill(form);
            let records = self.traversal.index.records;
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

    fn align_names_of(&mut self, record: RecordOrdinal, form: &ResolvedQuery<'_>, query_name: u8) {
        for name in self.traversal.index.names_of(record) {
            self.align(form, query_name, name);
        }
    }

    /// Ranks names that start with the query: candidates of the disjunctive stage even if no whole word
    /// matches. Names with a matched word are found by it, so these matter only where a name score of 0
    /// does.
    fn rank_names(&mut self, beginning: &[NameOrdinal], form: &ResolvedQuery<'_>, query_name: u8) {
        let Traversal { index, names, .. } = *self.traversal;
        if self.stage != Stage::Disjunctive && names.len() == 1 {
            return;
        }
        let feature_gain = self.most_feature_gain(form.kind);
        for &name in beginning {
            if !self.top.threshold().is_reached(Score::ZERO, feature_gain) {
                return;
            }
            let (first, threshold) = self.behind();
            if name >= first && !threshold.is_reached(Score::ZERO, feature_gain) {
                continue;
            }
            let record = index.record_of(name);
            let of_kind = index.records[record.index()].kind == form.kind as u8;
            if of_kind && self.may_answer(record) && !self.scratch.scored.contains(&name) {
                self.align(form, query_name, name);
            }
        }
    }

    /// Ranks records that hold a word of the query as written but match in no name: the word is in a
    /// legal form or a country's phrase, or is an initial. Their name score is 0.
    fn rank_unmatched(
        &mut self,
        words: &WrittenTokens<'_>,
        form: &ResolvedQuery<'_>,
        query_name: u8,
    ) {
        let Traversal { index, facts, group, .. } = *self.traversal;
        let feature_gain = self.most_feature_gain(form.kind);
        for list in words.lists().iter().filter(|_| !form.words.is_empty()) {
            for record in list.records.iter().copied().map(RecordOrdinal) {
                if !self.top.threshold().is_reached(Score::ZERO, feature_gain) {
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

    fn scan_group(&mut self, scan: GroupScan<'_>, plan: &Plan<'_>) {
        let abbreviated = scan.group == NameGroup::Abbreviated;
        let upper_bounds = &UpperBounds::new(scan.form, &plan.by_frequent, abbreviated);
        let by_frequent = GroupScan { upper_bounds, ..scan };
        self.scan_most_alike_pairs(by_frequent, plan);
        self.scan_single_lists(scan, plan);
        let scan = by_frequent;
        self.scan_pairs(scan, plan);
        if scan.group == NameGroup::Abbreviated {
            self.scan_words_with_initials(scan, plan);
        }
        self.scan_words_alone(scan, plan);
        self.scan_unpaired(scan);
    }

    /// True if a name of the list could enter the top k with nothing else in it.
    fn list_reaches(
        &self,
        scan: GroupScan<'_>,
        bound: PostingUpperBound,
        possible: WordMask,
    ) -> bool {
        let at_best = scan.upper_bounds.score(&bound, possible, 0);
        self.top.threshold().is_reached(at_best, scan.feature_bounds.greatest().most)
    }

    /// Aligns a name of score at most `most`, if that can enter the top k with the features of its
    /// record.
    fn try_name(
        &mut self,
        scan: GroupScan<'_>,
        name: NameOrdinal,
        most: Score,
        feature_bound: FeatureUpperBound,
    ) {
        let score = most.plus(feature_bound.most);
        if score < self.top.least() {
            return;
        }
        // Of records that score alike the earlier stands first, so most others need no alignment;
        // nor do those whose facts are looked at and found to differ.
        let Traversal { index, facts, group, .. } = *self.traversal;
        let record = index.record_of(name);
        let party = group.party(index, record);
        let at_best =
            |score| Ranked { score, name_score: most, record, name: None, query_name: 0, party };
        if self.top.may_take(&at_best(score)) && self.may_answer(record) {
            let score = facts.compare(index, record).apply(most);
            if score >= self.top.least() && self.top.may_take(&at_best(score)) {
                self.align(scan.form, scan.query_name, name);
            }
        }
    }

    fn may_answer(&self, record: RecordOrdinal) -> bool {
        let Traversal { index, filter, .. } = *self.traversal;
        (self.stage == Stage::Disjunctive || self.scratch.members.contains(record))
            && (filter.passes_all() || filter.passes(&index.records[record.index()]))
    }

    /// Aligns a name in full and offers its record. The better of its scores by tokens and as one string
    /// counts.
    fn align(&mut self, form: &ResolvedQuery<'_>, query_name: u8, name: NameOrdinal) {
        self.scratch.scored.insert(name);
        self.scratch.aligned += 1;
        let Scratch { aligner, table, .. } = &mut *self.scratch;
        let Traversal { index, names, .. } = *self.traversal;
        let aligned = aligner.score(index, form, table, name);
        let whole = names[usize::from(query_name)].whole_match(name);
        let whole = whole.map(|found| whole_score(found, &index.names[name.index()]).0);
        let score = whole.map_or(aligned, |whole| whole.max(aligned));
        self.offer(index.record_of(name), score, Some(name), query_name);
    }

    fn offer(
        &mut self,
        record: RecordOrdinal,
        name_score: Score,
        name: Option<NameOrdinal>,
        query_name: u8,
    ) {
        let Traversal { index, facts, group, .. } = *self.traversal;
        let compared = facts.compare(index, record);
        let score = compared.apply(name_score);
        let is_imo_match = compared.imo == Comparison::Match;
        if score >= self.top.least() || is_imo_match {
            let party = group.party(index, record);
            let ranked = Ranked { score, name_score, record, name, query_name, party };
            self.top.offer(ranked);
            if is_imo_match {
                self.imo_matches.offer(ranked);
            }
        }
    }
}
