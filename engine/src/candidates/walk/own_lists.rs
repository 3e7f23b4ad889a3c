//! Names by the list of one word: a joined word, a rare one, or a frequent one alone.

use super::plan::{Ordered, Plan};
use super::{Pass, Search};
use crate::model::WordMask;
use crate::scoring::hit_table::HitTable;
use crate::snapshot::impact::OtherWords;
use crate::snapshot::rows::NameGroup;

impl Search<'_, '_> {
    /// Names that meet a joined word, a rare one or one that may be an initial.
    pub(super) fn walk_own_lists(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let joined = self.scratch.table.meeting_joined();
        for unit in &plan.units {
            self.walk_lists(pass, &unit.joined, pass.all(), |table, others| {
                table.may_meet(others) | joined
            });
        }
        // A name that meets joined words was found by one of them.
        for unit in &plan.units {
            self.walk_lists(pass, &unit.rare, pass.all(), HitTable::may_meet);
        }
    }

    /// Names that meet a frequent word and nothing else that says something.
    pub(super) fn walk_words_alone(&mut self, pass: Pass<'_>, plan: &Plan<'_>) {
        let flimsy = pass.flimsy;
        for unit in &plan.units {
            self.walk_lists(pass, &unit.frequent, flimsy, |table, others| {
                table.may_meet(others) & flimsy
            });
        }
        // An initial beside a word that says nothing has no list of its own.
        let met = if pass.group == NameGroup::Abbreviated { pass.all() } else { flimsy };
        for unit in &plan.units {
            self.walk_lists(pass, &unit.flimsy, met, |table, others| table.may_meet(others) & met);
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
            let impacts = self.walk.index.impacts(hit.word, pass.group);
            if impacts.is_empty() {
                continue;
            }
            if !self.list_reaches(pass, from, left) {
                return;
            }
            let names = impacts.iter().map(|impact| {
                let may_meet = |table: &HitTable| may_meet(table, &impact.others);
                (impact.rest, impact.name, may_meet)
            });
            self.walk_list(pass, bound, left, names);
        }
    }
}
