//! Names by the posting list of one term: a compound, a rare term, or a frequent one alone.

use super::plan::{Ordered, Plan, SpanPlan};
use super::scan::RemainingTerms;
use super::{GroupScan, TopKSearch};
use crate::model::WordMask;
use crate::pruning::threshold_cache::ThresholdCache;
use crate::pruning::upper_bound::PostingUpperBound;
use crate::scoring::Score;
use crate::snapshot::fuzzy_postings::{FuzzyEntry, FuzzyStep};

impl TopKSearch<'_, '_> {
    /// Visits names that match a compound, a rare term, or one that may be an initial.
    pub(super) fn scan_single_lists(&mut self, scan: GroupScan<'_>, plan: &Plan<'_>) {
        let remaining = RemainingTerms { possible: scan.may_match(), uncertain: WordMask::NONE };
        for span in &plan.spans {
            self.scan_lists(scan, &span.compounds, remaining);
        }
        // A name that meets joined words was found by one of them.
        for span in &plan.spans {
            self.scan_fuzzy_postings(scan, span, remaining);
            self.scan_lists(scan, &span.rare, remaining);
        }
    }

    /// Visits names that match a frequent term and no other informative word, initials of the query
    /// aside.
    pub(super) fn scan_words_alone(&mut self, scan: GroupScan<'_>, plan: &Plan<'_>) {
        let remaining = RemainingTerms { possible: scan.aside, uncertain: WordMask::NONE };
        for lists in plan.spans.iter().flat_map(|span| [&span.frequent, &span.low_information]) {
            self.scan_lists(scan, lists, remaining);
        }
    }

    /// Visits names whose term is informative and its query word is not, or the reverse, so that they
    /// are not paired. They score 0, or were found by another term.
    pub(super) fn scan_unpaired(&mut self, scan: GroupScan<'_>) {
        let remaining = RemainingTerms { possible: WordMask::NONE, uncertain: WordMask::NONE };
        let (nothing, feature_gain) =
            (PostingUpperBound::nothing(), scan.feature_bounds.greatest().most);
        let cache = &mut ThresholdCache::new(scan.upper_bounds, nothing);
        let spans = &scan.form.spans;
        for hit in
            scan.form.hits.iter().filter(|hit| spans[usize::from(hit.span)].generates_candidates)
        {
            if !self.top.threshold().is_reached(Score::ZERO, feature_gain) {
                return;
            }
            let names = self.traversal.index.impacts_where(hit.word, scan.group, !hit.informative);
            self.scan_list(scan, cache, |_| nothing, remaining, names);
        }
    }

    /// Visits the names of a span's terms, each by its own list.
    fn scan_lists(&mut self, scan: GroupScan<'_>, lists: &Ordered<'_>, remaining: RemainingTerms) {
        let Some(most) = lists.most() else { return };
        let cache = &mut ThresholdCache::new(scan.upper_bounds, most);
        for (lists, bound) in lists.steps() {
            cache.lower(bound);
            if !cache.reaches(
                self.top.threshold(),
                scan.feature_bounds.greatest(),
                remaining.possible,
                0,
            ) {
                return;
            }
            for list in lists {
                let (index, hit) = (self.traversal.index, list.hit);
                let entries = index.impacts_where(hit.word, scan.group, hit.informative);
                self.scan_list(scan, cache, |_| list.bound, remaining, entries);
            }
        }
    }

    /// Visits the names of rare neighbours of the query's frequent term.
    fn scan_fuzzy_postings(
        &mut self,
        scan: GroupScan<'_>,
        span: &SpanPlan<'_>,
        remaining: RemainingTerms,
    ) {
        let (Some(word), Some(at)) = (span.close, span.words.only()) else { return };
        let ours = scan.form.words[at].weight;
        let pair = |similarity, record_weight| {
            PostingUpperBound::pair(span.words, ours, similarity, record_weight)
        };
        let bound_of = |step: &FuzzyStep| pair(step.similarity, step.weights);
        let mut steps = self.traversal.index.fuzzy_postings(word, scan.group).peekable();
        let Some(most) = steps.peek().map(|(step, _)| bound_of(step)) else { return };
        let cache = &mut ThresholdCache::new(scan.upper_bounds, most);
        for (step, entries) in steps {
            cache.lower(bound_of(&step));
            if !cache.reaches(
                self.top.threshold(),
                scan.feature_bounds.greatest(),
                remaining.possible,
                0,
            ) {
                return;
            }
            let bound = |entry: &FuzzyEntry| pair(entry.similarity, [entry.weight; 2]);
            self.scan_list(scan, cache, bound, remaining, entries);
        }
    }
}
