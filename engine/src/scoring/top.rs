//! The best k records, in the order of docs/api.md, "Ranking": score, then name score, then ordinal
//! (which is the order of normalised primary names, then ids).

use super::Score;
use crate::model::{NameOrdinal, RecordOrdinal};

/// A record with its scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// Final score.
    pub score: Score,
    /// Score of its best name.
    pub name_score: Score,
    /// The record.
    pub record: RecordOrdinal,
    /// Its best name; `None` when it was found without one.
    pub name: Option<NameOrdinal>,
    /// Which query name that name met.
    pub query_name: u8,
}

impl Ranked {
    /// Whether this one stands before another.
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        (self.score, self.name_score, other.record) > (other.score, other.name_score, self.record)
    }
}

/// What a record must reach to stand among the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// A score.
    pub least: Score,
    /// The least name score of a record that has just that score.
    pub least_name: Score,
    /// Whether it is for records behind the last of the best, which must win the tie with it, or for
    /// those before it.
    pub behind: bool,
}

impl Goal {
    /// Reached by every record.
    pub const ANY: Self =
        Self { least: Score(i32::MIN), least_name: Score(i32::MIN), behind: false };

    /// Whether a record reaches it whose name scores at most this, and which gains at most so much.
    #[inline]
    #[must_use]
    pub fn is_reached(self, most: Score, gained: Score) -> bool {
        (most.plus(gained), most) >= (self.least, self.least_name)
    }
}

/// At most k records, best first; a record stands in it once, with its best name.
#[derive(Debug)]
pub struct TopRecords {
    limit: usize,
    ranked: Vec<Ranked>,
}

impl TopRecords {
    /// Room for the best `limit`.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit, ranked: Vec::with_capacity(limit + 1) }
    }

    /// The score that a further record must reach: that of the last one, once there are k.
    #[inline]
    #[must_use]
    pub fn least(&self) -> Score {
        if self.ranked.len() < self.limit {
            Score(i32::MIN)
        } else {
            self.ranked[self.limit - 1].score
        }
    }

    /// What a further record must reach to stand among the best, whichever record it is.
    #[inline]
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.ranked.get(self.limit - 1) {
            Some(last) => Goal { least: last.score, least_name: last.name_score, behind: false },
            None => Goal::ANY,
        }
    }

    /// The same for records behind the last of the best, once there are k: its record, and what
    /// those behind it must reach.
    #[inline]
    #[must_use]
    pub fn goal_behind(&self) -> Option<(RecordOrdinal, Goal)> {
        let last = self.ranked.get(self.limit - 1)?;
        let least_name = Score(last.name_score.0 + 1);
        Some((last.record, Goal { least: last.score, least_name, behind: true }))
    }

    /// Whether a record that scores at most so much could stand among the best, or is there and
    /// might do so by another name.
    #[must_use]
    pub fn may_take(&self, score: Score, name_score: Score, record: RecordOrdinal) -> bool {
        let at_best = Ranked { score, name_score, record, name: None, query_name: 0 };
        let full = self.ranked.len() == self.limit;
        !full
            || !self.ranked.last().is_some_and(|last| last.is_before(&at_best))
            || self.ranked.iter().any(|known| known.record == record)
    }

    /// Offers a record with one of its names.
    pub fn offer(&mut self, offered: Ranked) {
        if let Some(at) = self.ranked.iter().position(|known| known.record == offered.record) {
            // The same effects apply to all names of a record. Of equal names the earlier
            // query name and the record's earlier name count.
            let known = &self.ranked[at];
            let earlier = (offered.query_name, offered.name) < (known.query_name, known.name);
            let better = offered.name_score > known.name_score
                || (offered.name_score == known.name_score && offered.name.is_some() && earlier);
            if !better {
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

    /// The records, best first.
    #[must_use]
    pub fn into_ranked(self) -> Vec<Ranked> {
        self.ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(score: i32, name_score: i32, record: u32) -> Ranked {
        Ranked {
            score: Score(score),
            name_score: Score(name_score),
            record: RecordOrdinal(record),
            name: Some(NameOrdinal(record)),
            query_name: 0,
        }
    }

    #[test]
    fn ties_fall_to_name_score_then_to_the_alphabet() {
        let mut top = TopRecords::new(3);
        for offered in [ranked(5, 5, 9), ranked(7, 6, 4), ranked(7, 7, 8), ranked(7, 7, 3)] {
            top.offer(offered);
        }
        let order: Vec<u32> = top.into_ranked().iter().map(|r| r.record.0).collect();
        assert_eq!(order, [3, 8, 4]);
    }

    #[test]
    fn what_ties_with_the_last_may_take_its_place_only_before_it_or_as_another_name() {
        let mut top = TopRecords::new(2);
        top.offer(ranked(7, 7, 4));
        let may_take = |top: &TopRecords, score, name_score, record| {
            top.may_take(Score(score), Score(name_score), RecordOrdinal(record))
        };
        assert!(may_take(&top, 0, 0, 9), "there is room");
        top.offer(ranked(5, 5, 6));
        for (score, name_score, record, expected) in [
            (5, 5, 7, false),
            (5, 5, 5, true),
            (5, 5, 6, true),
            (5, 5, 4, true),
            (5, 6, 7, true),
            (5, 4, 5, false),
            (6, 1, 9, true),
            (4, 4, 1, false),
        ] {
            let found = may_take(&top, score, name_score, record);
            assert_eq!(found, expected, "{score} {name_score} {record}");
        }
    }

    #[test]
    fn a_better_name_of_the_same_record_takes_its_place() {
        let mut top = TopRecords::new(2);
        top.offer(ranked(5, 5, 1));
        top.offer(ranked(6, 6, 2));
        assert_eq!(top.least(), Score(5));
        top.offer(ranked(9, 9, 1));
        top.offer(ranked(4, 4, 1));
        let scores: Vec<i32> = top.into_ranked().iter().map(|r| r.score.0).collect();
        assert_eq!(scores, [9, 6]);
    }
}
