//! Names by term-pair postings: of two informative frequent terms, or of a term and an initial.

use super::plan::{List, Ordered, Plan, SpanPlan};
use super::scan::RemainingTerms;
use super::{GroupScan, TopKSearch};
use crate::model::WordMask;
use crate::pruning::threshold_cache::ThresholdCache;
use crate::pruning::upper_bound::{PostingUpperBound, UpperBounds};
use crate::snapshot::entry_words::EncodedWord;
use crate::snapshot::pairs::TermPairEntry;
use crate::snapshot::rows::NameGroup;

/// Postings of a pair list that are visited before all others.
const FIRST_NAMES: usize = 1024;

impl TopKSearch<'_, '_> {
    /// Visits the first names of the most similar terms of each two spans. They are probably the best,
    /// so that the threshold is high when all lists are visited.
    pub(super) fn scan_most_alike_pairs(&mut self, scan: GroupScan<'_>, plan: &Plan<'_>) {
        let most_alike = plan.spans.iter().filter_map(|span| span.frequent.iter().next());
        let most_alike: Vec<_> = most_alike.collect();
        for (at, (a, _)) in most_alike.iter().enumerate() {
            for (b, _) in &most_alike[at + 1..] {
                if !a.bound.words().intersects(b.bound.words()) {
                    let names = self.traversal.index.pairs(
                        a.hit.word,
                        EncodedWord(b.hit.word.0),
                        scan.group,
                    );
                    let first = &names[..names.len().min(FIRST_NAMES)];
                    self.scan_pair_list(scan, a.bound.and(b.bound), scan.may_match(), first);
                }
            }
        }
    }

    /// Visits names that match two frequent terms.
    ///
    /// Lists of compounds of the query come first. A name that matches a third single word was found by
    /// the pair of that word and an earlier one, unless an initial may match it.
    pub(super) fn scan_pairs(&mut self, scan: GroupScan<'_>, plan: &Plan<'_>) {
        let is_single = |span: &SpanPlan<'_>| span.words.len() == 1;
        for (at, first) in plan.spans.iter().enumerate() {
            for second in &plan.spans[at + 1..] {
                let disjoint = !first.words.intersects(second.words);
                if disjoint && !(is_single(first) && is_single(second)) {
                    self.scan_pair(scan, &first.frequent, &second.frequent, scan.may_match());
                }
            }
        }
        let single: Vec<_> = plan.spans.iter().filter(|span| is_single(span)).collect();
        let mut behind = scan.may_match();
        for (at, first) in single.iter().enumerate() {
            let mut possible = behind;
            for second in &single[at + 1..] {
                let matched =
                    if scan.group == NameGroup::Abbreviated { scan.may_match() } else { possible };
                self.scan_pair(scan, &first.frequent, &second.frequent, matched);
                possible = possible.without(second.words);
            }
            behind = behind.without(first.words);
        }
    }

    /// Visits names that match a term of each of two spans. Of the other query words they match at most
    /// those in `possible`, and those that are always possible.
    fn scan_pair(
        &mut self,
        scan: GroupScan<'_>,
        first: &Ordered<'_>,
        second: &Ordered<'_>,
        possible: WordMask,
    ) {
        let Some(most) = second.most() else { return };
        let possible = possible | scan.aside;
        for (a, from_first) in first.iter() {
            if !self.list_reaches(scan, from_first.and(most), possible) {
                return;
            }
            for (b, from_second) in second.iter() {
                if !self.list_reaches(scan, a.bound.and(from_second), possible) {
                    break;
                }
                let both = a.bound.and(b.bound);
                if self.list_reaches(scan, both, possible) {
                    let names = self.traversal.index.pairs(
                        a.hit.word,
                        EncodedWord(b.hit.word.0),
                        scan.group,
                    );
                    self.scan_pair_list(scan, both, possible, names);
                }
            }
        }
    }

    /// Visits names that match a frequent term, and another query word by an initial.
    pub(super) fn scan_words_with_initials(&mut self, scan: GroupScan<'_>, plan: &Plan<'_>) {
        for span in &plan.spans {
            self.scan_with_initials(scan, &span.frequent);
        }
        if plan.spans.iter().any(|span| span.low_information.most().is_some()) {
            // Where a word that says something is met by more than an initial, that led to the name.
            let upper_bounds = &UpperBounds::of_initials(scan.form, &plan.by_frequent);
            for span in &plan.spans {
                self.scan_with_initials(GroupScan { upper_bounds, ..scan }, &span.low_information);
            }
        }
    }

    fn scan_with_initials(&mut self, scan: GroupScan<'_>, lists: &Ordered<'_>) {
        for at in (scan.may_match() & scan.form.sets.full()).iter() {
            let by_initial = UpperBounds::by_initial(scan.form, at);
            let initial = EncodedWord::initial(scan.form.words[at].initial);
            for (List { hit, bound }, from) in lists.iter() {
                if bound.words().intersects(by_initial.words())
                    || !self.list_reaches(scan, from.and(by_initial), scan.may_match())
                {
                    break;
                }
                let names = self.traversal.index.pairs(hit.word, initial, scan.group);
                self.scan_pair_list(scan, bound.and(by_initial), scan.may_match(), names);
            }
        }
    }

    fn scan_pair_list(
        &mut self,
        scan: GroupScan<'_>,
        bound: PostingUpperBound,
        possible: WordMask,
        entries: &[TermPairEntry],
    ) {
        // Most words stand together in no name.
        if entries.is_empty() {
            return;
        }
        // Entries tell only what says something.
        let remaining = RemainingTerms { possible, uncertain: scan.low_information };
        let cache = &mut ThresholdCache::new(scan.upper_bounds, bound);
        self.scan_list(scan, cache, |_| bound, remaining, entries);
    }
}
