//! The names of one list, as far down as they can reach the answer.

use super::{Pass, Search};
use crate::model::{NameOrdinal, WordMask};
use crate::scoring::Score;
use crate::scoring::bound::ListBound;
use crate::scoring::gains::Gain;
use crate::scoring::reach::Reach;
use crate::scoring::top::Goal;
use crate::snapshot::entry_words::Told;
use crate::snapshot::impact::Entry;

/// Sets of query words that the names of a list, or one of them, may meet beside the list's own.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// At most these.
    pub(super) left: WordMask,
    /// Of these the entries tell nothing.
    pub(super) unsure: WordMask,
}

/// Entries that are sooner walked than cut: most meet nothing, which a look at each tells.
const FEW: usize = 8;

impl Search<'_, '_> {
    /// Walks a list of names, those with the least other words first. What the list fixes is told
    /// by `reach` at least, and for each entry by `bound`.
    pub(super) fn walk_list<E: Entry>(
        &mut self,
        pass: Pass<'_>,
        reach: &mut Reach<'_>,
        bound: impl Fn(&E) -> ListBound,
        beside: Beside,
        mut entries: &[E],
    ) {
        let (Beside { left, unsure }, greatest) = (beside, pass.gains.greatest());
        // Whenever the k-th record is another one, fewer of the names that are left can reach it.
        loop {
            let (goal, behind) = (self.top.goal(), self.behind());
            let mut reach_it = |met: WordMask, among: &[E]| {
                among.partition_point(|entry| reach.reaches(goal, greatest, met, entry.rest()))
            };
            if entries.len() > FEW {
                entries = &entries[..reach_it(left, entries)];
            }
            let meeting_nothing = reach_it(unsure, entries);
            // Where not even the first could win a tie from behind, no name from there on is looked at.
            let least = entries.first().map_or(0, E::rest);
            let wins_behind = reach.reaches(behind.1, greatest, left, least);
            let end = if wins_behind { NameOrdinal(u32::MAX) } else { behind.0 };
            let risen = entries.iter().enumerate().position(|(at, entry)| {
                let meets_nothing = || !entry.may_hold(self.scratch.entries.meeting());
                if entry.name() >= end || at >= meeting_nothing && meets_nothing() {
                    return false;
                }
                let met = self.scratch.entries.may_meet(entry.others()) & left | unsure;
                let gain = pass.gains.of(entry.facts());
                let goal = if entry.name() < behind.0 { goal } else { behind.1 };
                let may_reach = (at < meeting_nothing || met != unsure)
                    && reach.reaches(goal, gain, met, entry.rest())
                    && !self.scratch.scored.contains(&entry.name());
                if may_reach {
                    self.try_entry(pass, &bound(entry), (met, beside), gain, entry);
                }
                may_reach && self.behind() != behind
            });
            match risen {
                Some(at) => entries = &entries[at + 1..],
                None => return,
            }
        }
    }

    /// The first name of which a record with the k-th score stands behind the k-th record, and what
    /// names from there on must reach. Names stand in the order of their records.
    pub(super) fn behind(&self) -> (NameOrdinal, Goal) {
        let Some((record, goal)) = self.top.goal_behind() else {
            return (NameOrdinal(u32::MAX), self.top.goal());
        };
        (NameOrdinal(self.walk.index.records[record.index() + 1].names), goal)
    }

    /// Aligns the name of an entry that meets at most `met`, if all that is known of it allows it
    /// to answer.
    fn try_entry<E: Entry>(
        &mut self,
        pass: Pass<'_>,
        bound: &ListBound,
        (met, beside): (WordMask, Beside),
        gain: Gain,
        entry: &E,
    ) {
        let at_best = pass.bounds.score(bound, met, entry.rest());
        if self.top.goal().is_reached(at_best, gain.most) {
            let most = self.most_of(pass, bound, beside, entry);
            self.try_name(pass, entry.name(), most, gain);
        }
    }

    /// The most that a name can score, by all that its entry tells, or where that is too little by
    /// all words of the name.
    fn most_of<E: Entry>(
        &self,
        pass: Pass<'_>,
        bound: &ListBound,
        Beside { left, unsure }: Beside,
        entry: &E,
    ) -> Score {
        let words = &self.scratch.entries;
        match entry.others() {
            Some(folded) => {
                let folded = folded.iter().copied();
                let met = words.may_meet_folded(folded.clone()) & left | unsure;
                let (brought, rest) = (words.brought(folded.clone()), entry.rest());
                let has_other_initial = words.has_other_initial(folded);
                pass.bounds.score_by(bound, met, rest, unsure, brought, has_other_initial)
            }
            None => {
                let folded = self.folded_words(entry.name());
                let met = words.may_meet_folded(folded.clone()) & left | unsure;
                let (brought, rest) = (words.brought(folded), entry.rest());
                // The list's own words are among these, and one may be an initial.
                pass.bounds.score_by(bound, met, rest, unsure, brought, false)
            }
        }
    }

    /// All single and joined words of a name as entries tell them.
    fn folded_words(&self, name: NameOrdinal) -> impl Iterator<Item = u16> + Clone + '_ {
        let index = self.walk.index;
        let (run, joined) = index.run(name);
        let single = run.iter().map(|word| Told::of(word, index.words));
        single.chain(joined.iter().map(|joined| Told(joined.word.0))).map(Told::folded)
    }
}
