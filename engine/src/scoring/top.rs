//! The top k parties, in the order of docs/api.md, "Ranking": score, name score, then ordinal (the
//! order of primary names, then ids) of each party's best record.

use std::cmp::Ordering;

use super::Score;
use super::party::Party;
use crate::model::{NameOrdinal, RecordOrdinal};

/// A record with its scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// Final score.
    pub score: Score,
    pub name_score: Score,
    pub record: RecordOrdinal,
    /// Its best name; `None` if it was found without one.
    pub name: Option<NameOrdinal>,
    /// The query name that this name matches.
    pub query_name: u8,
    /// The party of the record.
    pub party: Party,
}

impl Ranked {
    /// True if this one ranks before another.
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.by_rank(other).is_lt()
    }

    /// Order of results; the less is the better.
    #[inline]
    #[must_use]
    pub fn by_rank(&self, other: &Self) -> Ordering {
        let by_record = self.record.cmp(&other.record);
        (other.score, other.name_score).cmp(&(self.score, self.name_score)).then(by_record)
    }

    /// True if this one represents their party instead of a known one.
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

/// The least scores with which a record enters the top k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    pub least: Score,
    /// Least name score of a record with just that score.
    pub least_name: Score,
    /// True if it applies to records ordered after the k-th, which must beat it; false for those
    /// before, which may tie.
    pub behind: bool,
}

impl Threshold {
    /// Every record reaches it.
    pub const ANY: Self = Self::of_score(Score(i32::MIN));

    /// Every record of this score reaches it, whatever its name score.
    const fn of_score(least: Score) -> Self {
        Self { least, least_name: Score(i32::MIN), behind: false }
    }

    /// True if a record can reach it, given upper bounds of its name score and of its features.
    #[inline]
    #[must_use]
    pub fn is_reached(self, most: Score, feature_gain: Score) -> bool {
        (most.plus(feature_gain), most) >= (self.least, self.least_name)
    }
}

/// The top k parties of at least a score, best first: each once, with its best record, and that with
/// its best name.
///
/// An offer only ever raises a party that is present, so the threshold never falls.
#[derive(Debug)]
pub struct TopParties {
    limit: usize,
    cutoff: Score,
    ranked: Vec<Ranked>,
}

impl TopParties {
    /// Makes room for the best `limit` of score `cutoff` or more.
    #[must_use]
    pub fn new(limit: usize, cutoff: Score) -> Self {
        Self { limit, cutoff, ranked: Vec::with_capacity(limit + 1) }
    }

    /// Least score with which a further record enters: the k-th best, once there are k.
    #[inline]
    #[must_use]
    pub fn least(&self) -> Score {
        self.ranked.get(self.limit - 1).map_or(self.cutoff, |last| last.score)
    }

    /// Threshold of the top k, for a record of any ordinal.
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

    /// The k-th record, once there are k, and the threshold for records ordered after it.
    #[inline]
    #[must_use]
    pub fn threshold_behind(&self) -> Option<(RecordOrdinal, Threshold)> {
        let last = self.ranked.get(self.limit - 1)?;
        let least_name = Score(last.name_score.0 + 1);
        Some((last.record, Threshold { least: last.score, least_name, behind: true }))
    }

    /// True if a record with these scores, or upper bounds of them, could enter or improve.
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

    /// Returns the records, best first.
    #[must_use]
    pub fn into_ranked(self) -> Vec<Ranked> {
        self.ranked
    }
}

/// Truncates ranked results, dropping those without an equal IMO number first: namesakes of a higher
/// score must not displace the record that has the IMO number of the query.
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
        /// For any order of offers, with or without those that [`TopParties::may_take`] rules out. The
        /// threshold never falls.
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
