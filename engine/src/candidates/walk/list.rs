//! The names of one list, as far down as they can reach the answer.

use super::{Pass, Search};
use crate::limits::NAME_WORDS_MAX;
use crate::model::{NameOrdinal, WordMask};
use crate::query::QueryForm;
use crate::scoring::Score;
use crate::scoring::bound::ListBound;
use crate::scoring::reach::Reach;
use crate::snapshot::impact::{Entry, Told};

/// What the entries of a list do not tell of a name's other words.
#[derive(Clone, Copy)]
pub(super) enum Untold {
    Nothing,
    /// Those that say nothing.
    Flimsy,
    /// What neighbours are together.
    Joined,
}

/// Sets of query words that the names of a list, or one of them, may meet beside the list's own.
#[derive(Clone, Copy)]
struct Beside {
    /// At most these.
    left: WordMask,
    /// Of these the entries tell nothing.
    unsure: WordMask,
    untold: Untold,
}

impl Search<'_, '_> {
    /// Walks a list of names, those with the least other words first. Beside the list's own they
    /// meet at most the query words in `left`. What the list fixes is told exactly, and by `reach`
    /// at least.
    pub(super) fn walk_list<E: Entry>(
        &mut self,
        pass: Pass<'_>,
        (bound, reach): (ListBound, &mut Reach<'_>),
        (left, untold): (WordMask, Untold),
        mut entries: &[E],
    ) {
        let unsure = match untold {
            Untold::Nothing => WordMask::NONE,
            Untold::Flimsy => pass.flimsy,
            Untold::Joined => self.scratch.entries.meeting_joined(),
        };
        let beside = Beside { left, unsure, untold };
        // Whenever the k-th score rises, fewer of the names that are left can reach it.
        loop {
            let least = self.top.least();
            let mut reach_it = |met: WordMask, among: &[E]| {
                among.partition_point(|entry| reach.reaches(least, met, entry.rest()))
            };
            entries = &entries[..reach_it(left, entries)];
            let meeting_nothing = reach_it(unsure, entries);
            let risen = entries.iter().enumerate().position(|(at, entry)| {
                let met = self.scratch.entries.may_meet(entry.others()) & left | unsure;
                let may_reach = (at < meeting_nothing || met != unsure)
                    && reach.reaches(least, met, entry.rest())
                    && !self.scratch.scored.contains(entry.name());
                if may_reach {
                    self.try_entry(pass, &bound, (met, beside), entry);
                }
                may_reach && self.top.least() != least
            });
            match risen {
                Some(at) => entries = &entries[at + 1..],
                None => return,
            }
        }
    }

    /// Aligns the name of an entry that meets at most `met`, if all that is known of it allows it
    /// to answer.
    fn try_entry<E: Entry>(
        &mut self,
        pass: Pass<'_>,
        bound: &ListBound,
        (met, beside): (WordMask, Beside),
        entry: &E,
    ) {
        let at_best = pass.bounds.score(bound, met, entry.rest());
        if at_best.plus(pass.most_gained) >= self.top.least() {
            let most = self.most_of(pass, bound, beside, entry);
            self.try_name(pass, entry.name(), most);
        }
    }

    /// The most that a name can score, by all that its entry tells and, of neighbours that meet
    /// together, by the name itself.
    fn most_of<E: Entry>(
        &self,
        pass: Pass<'_>,
        bound: &ListBound,
        Beside { left, unsure, untold }: Beside,
        entry: &E,
    ) -> Score {
        let (entries, name) = (&self.scratch.entries, entry.name());
        let mut of_name = [0; NAME_WORDS_MAX];
        let folded = match entry.others() {
            Some(folded) => folded,
            None => self.folded_words(name, &mut of_name),
        };
        // Which of the other words the neighbours are is not told.
        let (unsure, has_other_initial) = match untold {
            Untold::Joined => (self.met_joined(pass.form, name), false),
            _ => (unsure, entries.has_other_initial(folded)),
        };
        let met = entries.may_meet_folded(folded) & left | unsure;
        let brought = entries.brought(folded);
        pass.bounds.score_by(bound, met, entry.rest(), unsure, brought, has_other_initial)
    }

    /// The query words that neighbours in a name meet together.
    fn met_joined(&self, form: &QueryForm<'_>, name: NameOrdinal) -> WordMask {
        let (_, joined) = self.walk.index.run(name);
        let hits = joined.iter().flat_map(|joined| self.scratch.table.hits(form, joined.word));
        hits.fold(WordMask::NONE, |met, hit| met | form.units[usize::from(hit.unit)].bearing)
    }

    /// All words of a name as entries tell them, for one that has more than its entry holds.
    fn folded_words<'w>(
        &self,
        name: NameOrdinal,
        words: &'w mut [u16; NAME_WORDS_MAX],
    ) -> &'w [u16] {
        let (run, _) = self.walk.index.run(name);
        let told = run.iter().map(|word| Told::of(word, self.walk.index.words).folded());
        words.iter_mut().zip(told).for_each(|(slot, told)| *slot = told);
        &words[..run.len()]
    }
}
