//! The posting lists to traverse for a resolved query.

use crate::model::{WordMask, WordOrdinal};
use crate::pruning::upper_bound::{PostingUpperBound, TermUpperBounds, TokenUpperBounds};
use crate::query::{PairWeight, QuerySpan, ResolvedQuery, WordHit};
use crate::snapshot::IndexView;
use crate::text::WordClass;

/// The spans of a query with their posting lists.
pub(super) struct Plan<'f> {
    /// Upper bounds of the words, by all their hits.
    pub(super) by_any: TokenUpperBounds,
    /// The same for names that match frequent terms and initials alone. All others are found by another
    /// list.
    pub(super) by_frequent: TokenUpperBounds,
    /// Heaviest first: the rarer a term, the shorter its lists.
    pub(super) spans: Vec<SpanPlan<'f>>,
    /// Low-information query words.
    pub(super) low_information: WordMask,
    /// These and initials: words that any name may match as well.
    pub(super) aside: WordMask,
}

/// The posting lists of one span, by kind.
pub(super) struct SpanPlan<'f> {
    /// The query words it covers.
    pub(super) words: WordMask,
    /// Compounds of the dictionary, each by its own list.
    pub(super) compounds: Ordered<'f>,
    /// Rare terms, and those that may be initials, each by its own list.
    pub(super) rare: Ordered<'f>,
    /// The informative frequent term of the query, whose fuzzy postings hold names of its rare
    /// neighbours.
    pub(super) close: Option<WordOrdinal>,
    /// Informative frequent terms: by pair lists with another or an initial, and alone by their own
    /// list, which ends soon.
    pub(super) frequent: Ordered<'f>,
    /// Low-information frequent terms, such as "bin": by pair lists with an initial, and alone by their
    /// own list, which ends soon.
    pub(super) low_information: Ordered<'f>,
}

/// Kind of posting list of a term, in the order of [`SpanPlan`].
#[derive(Clone, Copy)]
enum Kind {
    Compound,
    Rare,
    Frequent,
    LowInformation,
}

impl Kind {
    /// `close` is the frequent term whose fuzzy postings hold its rare neighbours.
    fn of(
        index: &IndexView<'_>,
        form: &ResolvedQuery<'_>,
        hit: &WordHit,
        close: Option<WordOrdinal>,
    ) -> Option<Self> {
        if index.is_compound(hit.word) {
            return Some(Self::Compound);
        }
        if !index.is_frequent(hit.word) {
            let is_listed = close.is_some() && matches!(hit.pair_weight, PairWeight::Mean(_));
            return (!is_listed).then_some(Self::Rare);
        }
        Some(match hit.informative {
            // Where it says nothing, it is no initial.
            false => Self::LowInformation,
            true if hit.may_be_initial(form.kind) => Self::Rare,
            true => Self::Frequent,
        })
    }
}

/// The informative frequent term that is the only word of a span.
fn frequent_word(
    index: &IndexView<'_>,
    form: &ResolvedQuery<'_>,
    span: &QuerySpan,
) -> Option<WordOrdinal> {
    let word = &form.words[span.words.only()?];
    word.ordinal.filter(|&asked| word.class.is_informative() && index.is_frequent(asked))
}

impl<'f> Plan<'f> {
    /// Sorts the hits of spans that generate candidates.
    pub(super) fn new(
        index: &IndexView<'_>,
        form: &'f ResolvedQuery<'_>,
        terms: &TermUpperBounds,
    ) -> Self {
        let mut of_span: Vec<[Vec<List<'f>>; 4]> = Vec::new();
        of_span.resize_with(form.spans.len(), Default::default);
        let close: Vec<Option<WordOrdinal>> =
            form.spans.iter().map(|span| frequent_word(index, form, span)).collect();
        let generates_candidates =
            |hit: &WordHit| form.spans[usize::from(hit.span)].generates_candidates;
        let kind = |hit: &WordHit| Kind::of(index, form, hit, close[usize::from(hit.span)]);
        for (at, hit) in form.hits.iter().enumerate().filter(|(_, hit)| generates_candidates(hit)) {
            if let Some(kind) = kind(hit) {
                let bound = terms.list(form, at);
                of_span[usize::from(hit.span)][kind as usize].push(List { hit, bound });
            }
        }
        let by_any = terms.words(form, |_| true);
        let by_frequent = terms.words(form, |hit| {
            !generates_candidates(hit)
                || matches!(kind(hit), Some(Kind::Frequent | Kind::LowInformation))
        });
        let of_span = form.spans.iter().zip(of_span).zip(close);
        let mut spans: Vec<SpanPlan<'f>> = of_span
            .filter(|((span, _), _)| span.generates_candidates)
            .map(|((span, lists), close)| {
                let [compounds, rare, frequent, low_information] = lists.map(Ordered::new);
                SpanPlan { words: span.words, compounds, rare, close, frequent, low_information }
            })
            .collect();
        let heaviest = |words: WordMask| words.iter().map(|at| form.words[at].weight).max();
        spans.sort_by_key(|span| std::cmp::Reverse(heaviest(span.words)));
        let low_information = form.sets.low_information();
        let aside = low_information | form.sets.of(WordClass::Initial);
        Self { by_any, by_frequent, spans, low_information, aside }
    }
}

/// The posting list of a term, with its upper bound.
#[derive(Clone, Copy)]
pub(super) struct List<'f> {
    pub(super) hit: &'f WordHit,
    pub(super) bound: PostingUpperBound,
}

/// Posting lists of one span in the order of traversal: the most similar terms first.
pub(super) struct Ordered<'f> {
    lists: Vec<List<'f>>,
    steps: Vec<Step>,
}

/// Lists of similar upper bounds, which share a threshold cache.
struct Step {
    /// Number of lists up to the end of this step.
    end: usize,
    /// Upper bound of this step and all behind it.
    bound: PostingUpperBound,
}

impl<'f> Ordered<'f> {
    fn new(mut lists: Vec<List<'f>>) -> Self {
        lists.sort_by_key(|list| std::cmp::Reverse(list.hit.similarity));
        let alike = |a: &List<'_>, b: &List<'_>| a.hit.similarity.step() == b.hit.similarity.step();
        let mut end = 0;
        let steps = lists.chunk_by(alike).map(|lists| {
            end += lists.len();
            let bounds = lists.iter().map(|list| list.bound);
            let bound = bounds.reduce(PostingUpperBound::or).expect("a chunk is never empty");
            Step { end, bound }
        });
        let mut steps: Vec<Step> = steps.collect();
        for at in (1..steps.len()).rev() {
            steps[at - 1].bound = steps[at - 1].bound.or(steps[at].bound);
        }
        Self { lists, steps }
    }

    /// The lists of each step, the most similar first, with the upper bound of this step and all behind
    /// it.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&[List<'f>], PostingUpperBound)> {
        let mut start = 0;
        self.steps.iter().map(move |&Step { end, bound }| {
            let lists = &self.lists[start..end];
            start = end;
            (lists, bound)
        })
    }

    /// Each list, with the upper bound of it and all behind it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (List<'f>, PostingUpperBound)> {
        self.steps().flat_map(|(lists, bound)| lists.iter().map(move |list| (*list, bound)))
    }

    /// Upper bound of all lists.
    pub(super) fn most(&self) -> Option<PostingUpperBound> {
        self.steps.first().map(|step| step.bound)
    }
}
