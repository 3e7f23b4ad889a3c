//! In which lists the names of an answer are looked for, given what a query form meets.

use crate::model::{WordMask, WordOrdinal};
use crate::pruning::upper_bound::{PostingUpperBound, TermUpperBounds, TokenUpperBounds};
use crate::query::{PairWeight, QuerySpan, ResolvedQuery, WordHit};
use crate::snapshot::IndexView;
use crate::text::WordClass;

/// The units of a form with their lists.
pub(super) struct Plan<'f> {
    /// What the words bring by all that they meet.
    pub(super) by_any: TokenUpperBounds,
    /// The same for names in which they meet frequent words and initials alone: all others are led
    /// to by a word of their own.
    pub(super) by_frequent: TokenUpperBounds,
    /// Heaviest first: the rarer a word, the shorter its lists.
    pub(super) spans: Vec<SpanPlan<'f>>,
    /// Query words that say nothing.
    pub(super) low_information: WordMask,
    /// These and initials: words that may always be met beside what led to a name.
    pub(super) aside: WordMask,
}

/// The lists of one unit, by what leads to the names behind them.
pub(super) struct SpanPlan<'f> {
    /// The query words it covers.
    pub(super) words: WordMask,
    /// Joined words of the dictionary, each by its own list.
    pub(super) compounds: Ordered<'f>,
    /// Rare words, and those that may be initials: each by its own list.
    pub(super) rare: Ordered<'f>,
    /// The frequent word that is asked for, where it says something: by its list of close words
    /// it leads to further rare ones.
    pub(super) close: Option<WordOrdinal>,
    /// Frequent words that say something: two of them, or one and an initial, by their list of
    /// two; what meets one alone by its own list, which ends soon.
    pub(super) frequent: Ordered<'f>,
    /// Frequent words that say nothing, such as "bin": with an initial by their list of two; what
    /// meets nothing that says something by their own, which ends soon.
    pub(super) low_information: Ordered<'f>,
}

/// What leads from a dictionary word to its names, in the order of [`SpanPlan`].
#[derive(Clone, Copy)]
enum Kind {
    Compound,
    Rare,
    Frequent,
    LowInformation,
}

impl Kind {
    /// `close` is the frequent word by whose list rare words close to it are found.
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

/// The frequent word that a unit asks for, where it says something.
fn frequent_word(
    index: &IndexView<'_>,
    form: &ResolvedQuery<'_>,
    span: &QuerySpan,
) -> Option<WordOrdinal> {
    let word = &form.words[span.words.only()?];
    word.ordinal.filter(|&asked| word.class.is_informative() && index.is_frequent(asked))
}

impl<'f> Plan<'f> {
    /// Sorts what the gathering units of a form meet.
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
                let bound = terms.list(index, form, at);
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

/// The list of a dictionary word, and what it fixes.
#[derive(Clone, Copy)]
pub(super) struct List<'f> {
    pub(super) hit: &'f WordHit,
    pub(super) bound: PostingUpperBound,
}

/// Lists of one unit in the order in which they are walked: the most alike words first.
pub(super) struct Ordered<'f> {
    lists: Vec<List<'f>>,
    steps: Vec<Step>,
}

/// Lists of words that are about as alike, and share what is worked out for bounds.
struct Step {
    /// How many lists there are up to the end of this step.
    end: usize,
    /// At least what any of them and of those behind fixes.
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

    /// The lists of each step, the most alike first, with at least what any of them and of those
    /// behind fixes.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&[List<'f>], PostingUpperBound)> {
        let mut start = 0;
        self.steps.iter().map(move |&Step { end, bound }| {
            let lists = &self.lists[start..end];
            start = end;
            (lists, bound)
        })
    }

    /// Each list, with at least what it and all behind it fix.
    pub(super) fn iter(&self) -> impl Iterator<Item = (List<'f>, PostingUpperBound)> {
        self.steps().flat_map(|(lists, bound)| lists.iter().map(move |list| (*list, bound)))
    }

    /// At least what any of the lists fixes.
    pub(super) fn most(&self) -> Option<PostingUpperBound> {
        self.steps.first().map(|step| step.bound)
    }
}
