//! Names by the list of one word: a joined word, a rare one, or a frequent one alone.

use super::plan::{Ordered, Plan};
use super::{Pass, Search, Untold};
use crate::model::WordMask;
use crate::scoring::reach::Reach;

impl Search<'_, '_> {
    /// Names that meet a joined word, a rare one or one that may be an initial.
    pub(super) fn walk_own_lists(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        for unit in &plan.units {
            self.walk_lists(pass, &unit.joined, (pass.all(), Untold::Joined));
        }
        // A name that meets joined words was found by one of them.
        for unit in &plan.units {
            self.walk_lists(pass, &unit.rare, (pass.all(), Untold::Nothing));
        }
    }

    /// Names that meet a frequent word and nothing else that says something, initials of the query
    /// aside.
    pub(super) fn walk_words_alone(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        for lists in plan.units.iter().flat_map(|unit| [&unit.frequent, &unit.flimsy]) {
            self.walk_lists(pass, lists, (pass.aside, Untold::Nothing));
        }
    }

    /// The names of a unit's words, each by its own list. What they meet beside it is told as for
    /// [`Search::walk_list`].
    fn walk_lists(
        &mut self,
        pass: Pass<'_>,
        lists: &Ordered<'_>,
        (left, untold): (WordMask, Untold),
    ) {
        for step in lists.steps() {
            if !self.list_reaches(pass, step.from, left) {
                return;
            }
            let mut reach = Reach::new(pass.bounds, step.bound, pass.most_gained);
            for list in step.lists {
                let entries = self.walk.index.impacts(list.hit.word, pass.group);
                self.walk_list(pass, (list.bound, &mut reach), (left, untold), entries);
            }
        }
    }
}
