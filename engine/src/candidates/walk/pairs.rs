//! Names by the lists of two words: two frequent ones that say something, or any and an initial.

use super::list::Beside;
use super::plan::{List, Ordered, Plan, UnitPlan};
use super::{Pass, Search};
use crate::model::WordMask;
use crate::scoring::bound::{Bounds, ListBound};
use crate::scoring::reach::Reach;
use crate::snapshot::entry_words::Told;
use crate::snapshot::pairs::PairEntry;
use crate::snapshot::rows::NameGroup;

/// Names of a list that are looked at before all others.
const FIRST_NAMES: usize = 1024;

impl Search<'_, '_> {
    /// Names that meet the most alike words of two units and little else. They are most likely the
    /// best, so the k-th score is high when all lists are walked.
    pub(super) fn walk_most_alike_pairs(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let most_alike = plan.units.iter().filter_map(|unit| unit.frequent.iter().next());
        let most_alike: Vec<_> = most_alike.collect();
        for (at, (a, _)) in most_alike.iter().enumerate() {
            for (b, _) in &most_alike[at + 1..] {
                if !a.bound.words().meets(b.bound.words()) {
                    let names = self.walk.index.pairs(a.hit.word, Told(b.hit.word.0), pass.group);
                    let first = &names[..names.len().min(FIRST_NAMES)];
                    self.walk_pair_list(pass, a.bound.and(b.bound), pass.may_meet(), first);
                }
            }
        }
    }

    /// Names that meet two frequent words.
    ///
    /// Lists of joined neighbours of the query come first. Of two single words, the names that
    /// meet a third one with either of them were found where that pair was walked before; not so
    /// where the third may be met by an initial.
    pub(super) fn walk_pairs(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let is_single = |unit: &UnitPlan<'_>| unit.words.len() == 1;
        for (at, first) in plan.units.iter().enumerate() {
            for second in &plan.units[at + 1..] {
                let disjoint = !first.words.meets(second.words);
                if disjoint && !(is_single(first) && is_single(second)) {
                    self.walk_pair(pass, &first.frequent, &second.frequent, pass.may_meet());
                }
            }
        }
        let single: Vec<_> = plan.units.iter().filter(|unit| is_single(unit)).collect();
        let mut behind = pass.may_meet();
        for (at, first) in single.iter().enumerate() {
            let mut left = behind;
            for second in &single[at + 1..] {
                let met = if pass.group == NameGroup::Abbreviated { pass.may_meet() } else { left };
                self.walk_pair(pass, &first.frequent, &second.frequent, met);
                left = left.without(second.words);
            }
            behind = behind.without(first.words);
        }
    }

    /// Names that meet a word of each of two units; of other query words they meet those in
    /// `left` at most, and those always met aside.
    fn walk_pair(
        &mut self,
        pass: Pass<'_>,
        first: &Ordered<'_>,
        second: &Ordered<'_>,
        left: WordMask,
    ) {
        let Some(most) = second.most() else { return };
        let left = left | pass.aside;
        for (a, from_first) in first.iter() {
            if !self.list_reaches(pass, from_first.and(most), left) {
                return;
            }
            for (b, from_second) in second.iter() {
                if !self.list_reaches(pass, a.bound.and(from_second), left) {
                    break;
                }
                let both = a.bound.and(b.bound);
                if self.list_reaches(pass, both, left) {
                    let names = self.walk.index.pairs(a.hit.word, Told(b.hit.word.0), pass.group);
                    self.walk_pair_list(pass, both, left, names);
                }
            }
        }
    }

    /// Names that meet a frequent word and with an initial another word of the query.
    pub(super) fn walk_words_with_initials(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        for unit in &plan.units {
            self.walk_with_initials(pass, &unit.frequent);
        }
        if plan.units.iter().any(|unit| unit.flimsy.most().is_some()) {
            // Where a word that says something is met by more than an initial, that led to the name.
            let bounds = &Bounds::of_initials(pass.form, &plan.by_frequent);
            for unit in &plan.units {
                self.walk_with_initials(Pass { bounds, ..pass }, &unit.flimsy);
            }
        }
    }

    fn walk_with_initials(&mut self, pass: Pass<'_>, lists: &Ordered<'_>) {
        for at in (pass.may_meet() & pass.form.sets.full()).iter() {
            let by_initial = Bounds::by_initial(pass.form, at);
            let initial = Told::initial(pass.form.words[at].initial);
            for (List { hit, bound }, from) in lists.iter() {
                if bound.words().meets(by_initial.words())
                    || !self.list_reaches(pass, from.and(by_initial), pass.may_meet())
                {
                    break;
                }
                let names = self.walk.index.pairs(hit.word, initial, pass.group);
                self.walk_pair_list(pass, bound.and(by_initial), pass.may_meet(), names);
            }
        }
    }

    fn walk_pair_list(
        &mut self,
        pass: Pass<'_>,
        bound: ListBound,
        left: WordMask,
        entries: &[PairEntry],
    ) {
        // Most words stand together in no name.
        if entries.is_empty() {
            return;
        }
        // Entries tell only what says something.
        let beside = Beside { left, unsure: pass.flimsy };
        let reach = &mut Reach::new(pass.bounds, bound);
        self.walk_list(pass, reach, |_| bound, beside, entries);
    }
}
