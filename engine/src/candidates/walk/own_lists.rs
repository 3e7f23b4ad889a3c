//! Names by the list of one word: a joined word, a rare one, or a frequent one alone.

use super::list::Beside;
use super::plan::{Ordered, Plan, UnitPlan};
use super::{Pass, Search};
use crate::model::WordMask;
use crate::scoring::Score;
use crate::scoring::bound::ListBound;
use crate::scoring::reach::Reach;
use crate::snapshot::close_lists::{CloseEntry, CloseStep};

impl Search<'_, '_> {
    /// Names that meet a joined word, a rare one or one that may be an initial.
    pub(super) fn walk_own_lists(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let beside = Beside { left: pass.may_meet(), unsure: WordMask::NONE };
        for unit in &plan.units {
            self.walk_lists(pass, &unit.joined, beside);
        }
        // A name that meets joined words was found by one of them.
        for unit in &plan.units {
            self.walk_close_words(pass, unit, beside);
            self.walk_lists(pass, &unit.rare, beside);
        }
    }

    /// Names that meet a frequent word and nothing else that says something, initials of the query
    /// aside.
    pub(super) fn walk_words_alone(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let beside = Beside { left: pass.aside, unsure: WordMask::NONE };
        for lists in plan.units.iter().flat_map(|unit| [&unit.frequent, &unit.flimsy]) {
            self.walk_lists(pass, lists, beside);
        }
    }

    /// Names that hold what the query meets only where one of the two says something and the other
    /// does not, so that they are not paired. These score 0, or were found by another word.
    pub(super) fn walk_unpaired(&mut self, pass: Pass<'_>) {
        let beside = Beside { left: WordMask::NONE, unsure: WordMask::NONE };
        let (nothing, gained) = (ListBound::nothing(), pass.gains.greatest().most);
        let reach = &mut Reach::new(pass.bounds, nothing);
        let units = &pass.form.units;
        for hit in pass.form.hits.iter().filter(|hit| units[usize::from(hit.unit)].gathers) {
            if !self.top.goal().is_reached(Score::ZERO, gained) {
                return;
            }
            let names = self.walk.index.impacts_where(hit.word, pass.group, !hit.informative);
            self.walk_list(pass, reach, |_| nothing, beside, names);
        }
    }

    /// The names of a unit's words, each by its own list.
    fn walk_lists(&mut self, pass: Pass<'_>, lists: &Ordered<'_>, beside: Beside) {
        let Some(most) = lists.most() else { return };
        let reach = &mut Reach::new(pass.bounds, most);
        for (lists, bound) in lists.steps() {
            reach.lower(bound);
            if !reach.reaches(self.top.goal(), pass.gains.greatest(), beside.left, 0) {
                return;
            }
            for list in lists {
                let (index, hit) = (self.walk.index, list.hit);
                let entries = index.impacts_where(hit.word, pass.group, hit.informative);
                self.walk_list(pass, reach, |_| list.bound, beside, entries);
            }
        }
    }

    /// The names of rare words close to a frequent one that the query asks for.
    fn walk_close_words(&mut self, pass: Pass<'_>, unit: &UnitPlan<'_>, beside: Beside) {
        let (Some(word), Some(at)) = (unit.close, unit.words.only()) else { return };
        let ours = pass.form.words[at].weight;
        let pair = |similarity, theirs| ListBound::pair(unit.words, ours, similarity, theirs);
        let bound_of = |step: &CloseStep| pair(step.similarity, step.weights);
        let mut steps = self.walk.index.close_lists(word, pass.group).peekable();
        let Some(most) = steps.peek().map(|(step, _)| bound_of(step)) else { return };
        let reach = &mut Reach::new(pass.bounds, most);
        for (step, entries) in steps {
            reach.lower(bound_of(&step));
            if !reach.reaches(self.top.goal(), pass.gains.greatest(), beside.left, 0) {
                return;
            }
            let bound = |entry: &CloseEntry| pair(entry.similarity, [entry.weight; 2]);
            self.walk_list(pass, reach, bound, beside, entries);
        }
    }
}
