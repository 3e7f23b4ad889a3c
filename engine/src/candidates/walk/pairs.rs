//! Names by the lists of two words: two frequent ones, or one and an initial.

use super::plan::{Ordered, Plan};
use super::{Pass, Search};
use crate::model::WordMask;
use crate::scoring::bound::{ListBound, Reach};
use crate::snapshot::impact::Told;
use crate::snapshot::pairs::PairEntry;
use crate::snapshot::rows::NameGroup;
use crate::text::WordClass;

impl Search<'_, '_> {
    /// Names that meet the most alike words of two units. They are most likely the best, so the
    /// k-th score is high when the other lists are walked.
    pub(super) fn walk_most_alike_pairs(&mut self, pass: Pass<'_>, frequent: &[Ordered<'_>]) {
        for (at, first) in frequent.iter().enumerate() {
            for second in &frequent[at + 1..] {
                let most_alike = first.iter().next().zip(second.iter().next());
                if let Some(((a, of_first, _), (b, of_second, _))) = most_alike
                    && !of_first.words().meets(of_second.words())
                {
                    let names = self.walk.index.pairs(a.word, Told(b.word.0), pass.group);
                    self.walk_pair_list(pass, of_first.and(of_second), pass.all(), names);
                }
            }
        }
    }

    /// Names that meet two frequent words.
    ///
    /// Lists of joined neighbours of the query come first. Of two single words, the names that
    /// meet a third one with either of them were found where that pair was walked before; not so
    /// where the third may be met by an initial.
    pub(super) fn walk_pairs(&mut self, pass: Pass<'_>, plan: &Plan<'_>, frequent: &[Ordered<'_>]) {
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
    pub(super) fn walk_words_with_initials(&mut self, pass: Pass<'_>, frequent: &[Ordered<'_>]) {
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
}
