//! Scan of one posting list, down to where no name can enter the top k.

use super::{GroupScan, TopKSearch};
use crate::model::{NameOrdinal, WordMask};
use crate::pruning::feature_bounds::FeatureUpperBound;
use crate::pruning::threshold_cache::ThresholdCache;
use crate::pruning::upper_bound::PostingUpperBound;
use crate::scoring::Score;
use crate::scoring::top::Threshold;
use crate::snapshot::entry_words::EncodedWord;
use crate::snapshot::impact::Entry;

/// Query words that names of a list may match besides the list's own.
#[derive(Clone, Copy)]
pub(super) struct RemainingTerms {
    /// Superset of these words.
    pub(super) possible: WordMask,
    /// Words about which the postings encode nothing.
    pub(super) uncertain: WordMask,
}

/// Postings that are scanned without a binary search for the end: most match nothing, which is cheap to
/// see.
const FEW: usize = 8;

impl TopKSearch<'_, '_> {
    /// Scans a posting list, names with the least other weight first. `cache` holds the upper bound of
    /// the list, `bound` that of each posting.
    pub(super) fn scan_list<E: Entry>(
        &mut self,
        scan: GroupScan<'_>,
        cache: &mut ThresholdCache<'_>,
        bound: impl Fn(&E) -> PostingUpperBound,
        remaining: RemainingTerms,
        mut entries: &[E],
    ) {
        let (RemainingTerms { possible, uncertain }, greatest) =
            (remaining, scan.feature_bounds.greatest());
        // Whenever the k-th record is another one, fewer of the names that are left can reach it.
        loop {
            let (threshold, behind) = (self.top.threshold(), self.behind());
            let mut reach_it = |matched: WordMask, among: &[E]| {
                among.partition_point(|entry| {
                    cache.reaches(threshold, greatest, matched, entry.rest())
                })
            };
            if entries.len() > FEW {
                entries = &entries[..reach_it(possible, entries)];
            }
            let matching_nothing = reach_it(uncertain, entries);
            // Where not even the first could win a tie from behind, no name from there on is looked at.
            let least = entries.first().map_or(0, E::rest);
            let wins_behind = cache.reaches(behind.1, greatest, possible, least);
            let end = if wins_behind { NameOrdinal(u32::MAX) } else { behind.0 };
            let risen = entries.iter().enumerate().position(|(at, entry)| {
                let matches_nothing = || !entry.may_hold(self.scratch.entries.matchable());
                if entry.name() >= end || at >= matching_nothing && matches_nothing() {
                    return false;
                }
                let matched = self.scratch.entries.may_match(entry.others()) & possible | uncertain;
                let feature_bound = scan.feature_bounds.of(entry.facts());
                let threshold = if entry.name() < behind.0 { threshold } else { behind.1 };
                let may_reach = (at < matching_nothing || matched != uncertain)
                    && cache.reaches(threshold, feature_bound, matched, entry.rest())
                    && !self.scratch.scored.contains(&entry.name());
                if may_reach {
                    self.try_entry(scan, &bound(entry), (matched, remaining), feature_bound, entry);
                }
                may_reach && self.behind() != behind
            });
            match risen {
                Some(at) => entries = &entries[at + 1..],
                None => return,
            }
        }
    }

    /// The first name that belongs to a record ordered after the k-th, and the threshold from there on.
    /// Names are in the order of their records.
    pub(super) fn behind(&self) -> (NameOrdinal, Threshold) {
        let Some((record, threshold)) = self.top.threshold_behind() else {
            return (NameOrdinal(u32::MAX), self.top.threshold());
        };
        (NameOrdinal(self.traversal.index.records[record.index() + 1].names), threshold)
    }

    /// Aligns the name of a posting that matches at most `matched`, if its encoding allows it to enter
    /// the top k.
    fn try_entry<E: Entry>(
        &mut self,
        scan: GroupScan<'_>,
        bound: &PostingUpperBound,
        (matched, remaining): (WordMask, RemainingTerms),
        feature_bound: FeatureUpperBound,
        entry: &E,
    ) {
        let at_best = scan.upper_bounds.score(bound, matched, entry.rest());
        if self.top.threshold().is_reached(at_best, feature_bound.most) {
            let most = self.most_of(scan, bound, remaining, entry);
            self.try_name(scan, entry.name(), most, feature_bound);
        }
    }

    /// Upper bound of a name's score by its posting, or by all words of the name if the posting does
    /// not encode them.
    fn most_of<E: Entry>(
        &self,
        scan: GroupScan<'_>,
        bound: &PostingUpperBound,
        RemainingTerms { possible, uncertain }: RemainingTerms,
        entry: &E,
    ) -> Score {
        let words = &self.scratch.entries;
        match entry.others() {
            Some(folded) => {
                let folded = folded.iter().copied();
                let matched = words.may_match_folded(folded.clone()) & possible | uncertain;
                let (upper_bound, rest) = (words.upper_bounds(folded.clone()), entry.rest());
                let has_other_initial = words.has_other_initial(folded);
                scan.upper_bounds.score_by(
                    bound,
                    matched,
                    rest,
                    uncertain,
                    upper_bound,
                    has_other_initial,
                )
            }
            None => {
                let folded = self.folded_words(entry.name());
                let matched = words.may_match_folded(folded.clone()) & possible | uncertain;
                let (upper_bound, rest) = (words.upper_bounds(folded), entry.rest());
                // The list's own words are among these, and one may be an initial.
                scan.upper_bounds.score_by(bound, matched, rest, uncertain, upper_bound, false)
            }
        }
    }

    /// All terms and compounds of a name, encoded as in postings.
    fn folded_words(&self, name: NameOrdinal) -> impl Iterator<Item = u16> + Clone + '_ {
        let index = self.traversal.index;
        let (run, joined) = index.run(name);
        let single = run.iter().map(|word| EncodedWord::of(word, index.words));
        single
            .chain(joined.iter().map(|joined| EncodedWord(joined.word.0)))
            .map(EncodedWord::folded)
    }
}
