//! Counts of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Lower bounds of the score bands for counting hits, the highest first.
const BANDS: [f64; 5] = [0.95, 0.9, 0.85, 0.8, 0.0];

/// Counts of a run, or of a part of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts {
    /// Screened customers.
    pub(super) screened: u64,
    /// Screened customers with a hit.
    pub(super) with_hits: u64,
    /// Rows without a usable query.
    pub(super) refused: u64,
    /// Customers with unread parts.
    pub(super) noted: u64,
    /// Records that would be hits but are cleared.
    #[serde(default)]
    pub(super) cleared: u64,
    /// Hits whose clearance does not hold any longer.
    #[serde(default)]
    pub(super) back: u64,
    pub(super) hits: Tally,
}

/// Hits by list and by score.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    /// By name of the register.
    by_list: BTreeMap<String, u64>,
    by_band: [u64; BANDS.len()],
}

impl Tally {
    /// Counts a hit on these lists; for a party, on the lists of all its records.
    pub(super) fn add<'l>(&mut self, lists: impl IntoIterator<Item = &'l str>, score: f64) {
        lists.into_iter().for_each(|list| self.add_list(list, 1));
        let band = BANDS.iter().position(|from| score >= *from).unwrap_or(BANDS.len() - 1);
        self.by_band[band] += 1;
    }

    /// Adds the counts of another tally.
    pub(super) fn add_all(&mut self, other: &Self) {
        other.by_list.iter().for_each(|(list, count)| self.add_list(list, *count));
        self.by_band.iter_mut().zip(other.by_band).for_each(|(own, count)| *own += count);
    }

    fn add_list(&mut self, list: &str, count: u64) {
        match self.by_list.get_mut(list) {
            Some(own) => *own += count,
            None => {
                self.by_list.insert(list.to_owned(), count);
            }
        }
    }

    /// Number of all hits.
    pub(super) fn total(&self) -> u64 {
        self.by_band.iter().sum()
    }

    /// Hits by list, in descending order of their number.
    pub(super) fn lists(&self) -> Vec<Count> {
        let counts = self.by_list.iter();
        let mut counts: Vec<Count> =
            counts.map(|(list, hits)| Count { list: list.clone(), hits: *hits }).collect();
        counts.sort_by_key(|count| std::cmp::Reverse(count.hits));
        counts
    }

    /// Hits by score band, the highest first, without empty bands.
    pub(super) fn bands(&self) -> impl Iterator<Item = Band> {
        let upper = [1.0].into_iter().chain(BANDS);
        let bands = BANDS.into_iter().zip(upper).zip(self.by_band);
        let bands = bands.map(|((from, to), hits)| Band { from, to, hits });
        bands.filter(|band| band.hits > 0)
    }
}

impl Counts {
    /// Adds other counts.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.screened += other.screened;
        self.with_hits += other.with_hits;
        self.refused += other.refused;
        self.noted += other.noted;
        self.cleared += other.cleared;
        self.back += other.back;
        self.hits.add_all(&other.hits);
    }
}

/// Hits on a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Count {
    pub(super) list: String,
    pub(super) hits: u64,
}

/// Hits between two scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Band {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) hits: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_counted_by_list_and_by_score() {
        let mut tally = Tally::default();
        for (list, score) in [("c", 1.0), ("a", 0.95), ("c", 0.9499), ("c", 0.75)] {
            tally.add([list], score);
        }
        let mut twice = tally.clone();
        twice.add_all(&tally);
        assert_eq!((tally.total(), twice.total()), (4, 8));
        let lists: Vec<(String, u64)> =
            twice.lists().into_iter().map(|of| (of.list, of.hits)).collect();
        assert_eq!(lists, [("c".to_owned(), 6), ("a".to_owned(), 2)]);
        let bands: Vec<(f64, u64)> = tally.bands().map(|band| (band.from, band.hits)).collect();
        assert_eq!(bands, [(0.95, 2), (0.9, 1), (0.0, 1)]);
    }
}
