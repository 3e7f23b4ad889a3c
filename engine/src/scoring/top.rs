//! The best k parties, in the order of docs/api.md, "Ranking": score, then name score, then ordinal
//! (which is the order of primary names, then ids) of the best record of each.

use std::cmp::Ordering;

use super::Score;
use super::party::Party;
use crate::model::{NameOrdinal, RecordOrdinal};

/// A record with its scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// Final score.
    pub score: Score,
    /// Score of its best name.
    pub name_score: Score,
    pub record: RecordOrdinal,
    /// Its best name; `None` when it was found without one.
    pub name: Option<NameOrdinal>,
    /// Which query name that name met.
    pub query_name: u8,
    /// Whom it is a record of.
    pub party: Party,
}

impl Ranked {
    /// Whether this one stands before another.
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.by_rank(other).is_lt()
    }

    /// Order of results: less is better.
    #[inline]
    #[must_use]
    pub fn by_rank(&self, other: &Self) -> Ordering {
        let by_record = self.record.cmp(&other.record);
        (other.score, other.name_score).cmp(&(self.score, self.name_score)).then(by_record)
    }

    /// Whether this one stands for their party in place of another that does.
    fn replaces(&self, known: &Self) -> bool {
        if self.record != known.record {
            return self.is_before(known);
        }
        // The same effects apply to all names of a record. Of equal names the earlier query name
        // and the record's earlier name count.
        let is_earlier = (self.query_name, self.name) < (known.query_name, known.name);
        self.name_score > known.name_score
            || (self.name_score == known.name_score && self.name.is_some() && is_earlier)
    }
}

/// What a record must reach to stand among the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    pub least: Score,
    /// The least name score of a record that has just that score.
    pub least_name: Score,
    /// Whether it is for records behind the last of the best, which must win the tie with it, or for
    /// those before it.
    pub behind: bool,
}

impl Threshold {
    /// Reached by every record.
    pub const ANY: Self = Self::of_score(Score(i32::MIN));

    /// Reached by every record of this score, whatever its name scores.
    const fn of_score(least: Score) -> Self {
        Self { least, least_name: Score(i32::MIN), behind: false }
    }

    /// Whether a record reaches it whose name scores at most this, and which gains at most so much.
    #[inline]
    #[must_use]
    pub fn is_reached(self, most: Score, feature_gain: Score) -> bool {
        (most.plus(feature_gain), most) >= (self.least, self.least_name)
    }
}

/// At most k records that score so much at least, best first; a party stands in it once, with its best
/// record, and that with its best name.
///
/// What is offered only ever raises a party that is there, so what it takes to stand among the best
/// never falls.
#[derive(Debug)]
pub struct TopParties {
    limit: usize,
    cutoff: Score,
    ranked: Vec<Ranked>,
}

impl TopParties {
    /// Room for the best `limit` that score `cutoff` or more.
    #[must_use]
    pub fn new(limit: usize, cutoff: Score) -> Self {
        Self { limit, cutoff, ranked: Vec::with_capacity(limit + 1) }
    }

    /// The score that a further record must reach: that of the last one, once there are k.
    #[inline]
    #[must_use]
    pub fn least(&self) -> Score {
        self.ranked.get(self.limit - 1).map_or(self.cutoff, |last| last.score)
    }

    /// What a further record must reach to stand among the best, whichever record it is.
    #[inline]
    #[must_use]
    pub fn threshold(&self) -> Threshold {
        match self.ranked.get(self.limit - 1) {
            Some(last) => {
                Threshold { least: last.score, least_name: last.name_score, behind: false }
            }
            None => Threshold::of_score(self.cutoff),
        }
    }

    /// The same for records behind the last of the best, once there are k: its record, and what
    /// those behind it must reach.
    #[inline]
    #[must_use]
    pub fn threshold_behind(&self) -> Option<(RecordOrdinal, Threshold)> {
        let last = self.ranked.get(self.limit - 1)?;
        let least_name = Score(last.name_score.0 + 1);
        Some((last.record, Threshold { least: last.score, least_name, behind: true }))
    }

    /// Whether a record could come to stand among the best, or there by another name, if its scores
    /// were these; they may be more than it has.
    #[inline]
    #[must_use]
    pub fn may_take(&self, at_best: &Ranked) -> bool {
        let beats = |known: &Ranked| !known.is_before(at_best);
        let has_room = self.ranked.len() < self.limit;
        at_best.score >= self.cutoff
            && (has_room || self.ranked.last().is_some_and(beats))
            && self.place_of(at_best.party).is_none_or(|at| beats(&self.ranked[at]))
    }

    /// Offers a record with one of its names.
    pub fn offer(&mut self, offered: Ranked) {
        if offered.score < self.cutoff {
            return;
        }
        if let Some(at) = self.place_of(offered.party) {
            if !offered.replaces(&self.ranked[at]) {
                return;
            }
            self.ranked.remove(at);
        }
        let at = self.ranked.partition_point(|known| known.is_before(&offered));
        if at < self.limit {
            self.ranked.insert(at, offered);
            self.ranked.truncate(self.limit);
        }
    }

    fn place_of(&self, party: Party) -> Option<usize> {
        self.ranked.iter().position(|known| known.party == party)
    }

    /// The records, best first.
    #[must_use]
    pub fn into_ranked(self) -> Vec<Ranked> {
        self.ranked
    }
}

/// Cuts results, best first, to so many, but none that is identified as long as there is another:
/// namesakes with a higher score do not push out who has the queried IMO number.
pub fn keep_imo_matches<T>(results: &mut Vec<T>, limit: usize, is_imo_match: impl Fn(&T) -> bool) {
    while results.len() > limit {
        let other = results.iter().rposition(|result| !is_imo_match(result));
        results.remove(other.unwrap_or(results.len() - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ANY: Score = Score(i32::MIN);

    fn ranked(score: i32, name_score: i32, record: u32) -> Ranked {
        Ranked {
            score: Score(score),
            name_score: Score(name_score),
            record: RecordOrdinal(record),
            name: Some(NameOrdinal(record)),
            query_name: 0,
            party: Party::Alone(RecordOrdinal(record)),
        }
    }

    fn of_entity(entity: u32, ranked: Ranked) -> Ranked {
        Ranked { party: Party::Merged(entity), ..ranked }
    }

    fn best(limit: usize, offered: impl IntoIterator<Item = Ranked>) -> Vec<(i32, u32)> {
        let mut top = TopParties::new(limit, ANY);
        offered.into_iter().for_each(|offered| top.offer(offered));
        top.into_ranked().iter().map(|ranked| (ranked.score.0, ranked.record.0)).collect()
    }

    #[test]
    fn ties_fall_to_name_score_then_to_the_alphabet() {
        let offered = [ranked(5, 5, 9), ranked(7, 6, 4), ranked(7, 7, 8), ranked(7, 7, 3)];
        assert_eq!(best(3, offered), [(7, 3), (7, 8), (7, 4)]);
    }

    #[test]
    fn what_ties_with_the_last_may_take_its_place_only_before_it_or_as_another_name() {
        let mut top = TopParties::new(2, ANY);
        top.offer(ranked(7, 7, 4));
        assert!(top.may_take(&ranked(0, 0, 9)), "there is room");
        top.offer(ranked(5, 5, 6));
        for (score, name_score, record, expected) in [
            (5, 5, 7, false),
            (5, 5, 5, true),
            (5, 5, 6, true),
            (7, 7, 4, true),
            (5, 5, 4, false),
            (5, 6, 7, true),
            (5, 4, 5, false),
            (6, 1, 9, true),
            (4, 4, 1, false),
        ] {
            let found = top.may_take(&ranked(score, name_score, record));
            assert_eq!(found, expected, "{score} {name_score} {record}");
        }
    }

    #[test]
    fn a_better_name_of_the_same_record_takes_its_place() {
        let mut top = TopParties::new(2, ANY);
        top.offer(ranked(5, 5, 1));
        top.offer(ranked(6, 6, 2));
        assert_eq!(top.least(), Score(5));
        top.offer(ranked(9, 9, 1));
        top.offer(ranked(4, 4, 1));
        let scores: Vec<i32> = top.into_ranked().iter().map(|r| r.score.0).collect();
        assert_eq!(scores, [9, 6]);
    }

    #[test]
    fn of_equal_names_the_earlier_counts_whichever_came_first() {
        let by_name = |name| Ranked { name: Some(NameOrdinal(name)), ..ranked(5, 5, 1) };
        for names in [[3, 2], [2, 3]] {
            let mut top = TopParties::new(1, ANY);
            names.into_iter().for_each(|name| top.offer(by_name(name)));
            assert_eq!(top.into_ranked()[0].name, Some(NameOrdinal(2)), "{names:?}");
        }
    }

    #[test]
    fn records_of_one_entity_take_one_place() {
        let party = [(9, 5), (9, 3), (8, 1)].map(|(score, at)| of_entity(0, ranked(score, 1, at)));
        let others = [ranked(7, 7, 8), of_entity(1, ranked(6, 6, 9))];
        let offered = others.into_iter().chain(party);
        assert_eq!(best(2, offered.clone()), [(9, 3), (7, 8)], "the earlier of equals stands");
        assert_eq!(best(5, offered), [(9, 3), (7, 8), (6, 9)]);
    }

    #[test]
    fn a_record_of_a_party_that_is_there_must_beat_the_one_that_stands_for_it() {
        let mut top = TopParties::new(2, ANY);
        top.offer(of_entity(0, ranked(7, 7, 4)));
        for (expected, offered) in [
            (false, of_entity(0, ranked(6, 6, 1))),
            (false, of_entity(0, ranked(7, 7, 5))),
            (true, of_entity(0, ranked(7, 7, 3))),
            (true, ranked(6, 6, 1)),
        ] {
            assert_eq!(top.may_take(&offered), expected, "{offered:?}");
        }
        assert_eq!(top.threshold(), Threshold::ANY, "one party fills one place");
        top.offer(of_entity(1, ranked(5, 5, 6)));
        let (behind, threshold) = top.threshold_behind().expect("two parties");
        assert_eq!((behind, top.least()), (RecordOrdinal(6), Score(5)));
        assert!(
            threshold.is_reached(Score(6), Score(0)) && !threshold.is_reached(Score(5), Score(0))
        );
    }

    proptest! {
        /// Whatever the order in which records come, and whether or not those are left out that
        /// [`TopParties::may_take`] rules out; and what must be reached never falls.
        #[test]
        fn the_best_of_each_party_are_found(
            offered in prop::collection::vec((0..6i32, 0..3i32, 0..12u32, 0..6u32), 0..60),
            limit in 1..5usize,
            cutoff in 0..8i32,
        ) {
            // A record is of one party, and its score rises with that of its name.
            let party = |record: u32| match record % 4 {
                0 => Party::Alone(RecordOrdinal(record)),
                entity => Party::Merged(entity),
            };
            let offered = offered.iter().map(|&(name_score, query_name, record, name)| Ranked {
                name: Some(NameOrdinal(record * 10 + name)),
                query_name: query_name as u8,
                party: party(record),
                ..ranked(name_score + record as i32 % 2, name_score, record)
            });
            let mut expected: Vec<Ranked> = offered.clone().collect();
            expected.sort_by_key(|one| {
                let score = std::cmp::Reverse((one.score, one.name_score));
                (score, one.record, one.query_name, one.name)
            });
            let mut seen = Vec::new();
            expected.retain(|one| !seen.contains(&one.party) && { seen.push(one.party); true });
            expected.retain(|one| one.score >= Score(cutoff));
            expected.truncate(limit);

            let new = || TopParties::new(limit, Score(cutoff));
            let (mut top, mut picky) = (new(), new());
            for one in offered {
                let least = top.least();
                top.offer(one);
                prop_assert!(top.least() >= least);
                if picky.may_take(&one) {
                    picky.offer(one);
                }
            }
            prop_assert_eq!(top.into_ranked(), expected.clone());
            prop_assert_eq!(picky.into_ranked(), expected);
        }
    }
}
