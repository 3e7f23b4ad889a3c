//! Names by the lists of two words: two frequent ones that say something, or any and an initial.

use super::plan::{List, Ordered, Plan, SpanPlan};
use super::scan::RemainingTerms;
use super::{GroupScan, TopKSearch};
use crate::model::WordMask;
use crate::pruning::threshold_cache::ThresholdCache;
use crate::pruning::upper_bound::{PostingUpperBound, UpperBounds};
use crate::snapshot::entry_words::EncodedWord;
use crate::snapshot::pairs::TermPairEntry;
use crate::snapshot::rows::NameGroup;

/// Names of a list that are looked at before all others.
const FIRST_NAMES: usize = 1024;

impl TopKSearch<'_, '_> {
    /// Names that meet the most alike words of two units and little else. They are most likely the
    /// best, so the k-th score is high when all lists are walked.
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

    /// Names that meet two frequent words.
    ///
    /// Lists of joined neighbours of the query come first. Of two single words, the names that
    /// meet a third one with either of them were found where that pair was walked before; not so
    /// where the third may be met by an initial.
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

    /// Names that meet a word of each of two units; of other query words they meet those in
    /// `possible` at most, and those always met aside.
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

    /// Names that meet a frequent word and with an initial another word of the query.
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
