//! Names by the list of one word: a joined word, a rare one, or a frequent one alone.

use super::plan::{Ordered, Plan};
use super::{Pass, Search, Untold};
use crate::model::WordMask;
use crate::snapshot::rows::NameGroup;

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

    /// Names that meet a frequent word and nothing else that says something.
    pub(super) fn walk_words_alone(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        for unit in &plan.units {
            self.walk_lists(pass, &unit.frequent, (pass.flimsy, Untold::Nothing));
        }
        // An initial beside a word that says nothing has no list of its own.
        let met = if pass.group == NameGroup::Abbreviated { pass.all() } else { pass.flimsy };
        for unit in &plan.units {
            self.walk_lists(pass, &unit.flimsy, (met, Untold::Nothing));
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
        for (hit, bound, from) in lists.iter() {
            let impacts = self.walk.index.impacts(hit.word, pass.group);
            if impacts.is_empty() {
                continue;
            }
            if !self.list_reaches(pass, from, left) {
                return;
            }
            let names = impacts.iter().map(|impact| (impact.rest, &impact.others, impact.name));
            self.walk_list(pass, bound, (left, untold), names);
        }
    }
}
