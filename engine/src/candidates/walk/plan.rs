//! In which lists the names of an answer are looked for, given what a query form meets.

use crate::model::WordMask;
use crate::query::{QueryForm, WordHit};
use crate::scoring::bound::{ListBound, MetWords};
use crate::snapshot::IndexView;
use crate::text::WordClass;

/// The units of a form with their lists.
pub(super) struct Plan<'f> {
    /// Heaviest first: the rarer a word, the shorter its lists.
    pub(super) units: Vec<UnitPlan<'f>>,
    /// Query words that say nothing; they may always be met beside what is looked for.
    pub(super) flimsy: WordMask,
}

/// The lists of one unit, by what leads to the names behind them.
pub(super) struct UnitPlan<'f> {
    /// The query words it covers.
    pub(super) words: WordMask,
    /// Joined words of the dictionary, each by its own list.
    pub(super) joined: Ordered<'f>,
    /// Rare words, and those that may be initials: each by its own list.
    pub(super) rare: Ordered<'f>,
    /// Frequent words that say something: two of them, or one and an initial, by their list of
    /// two; what meets one alone by its own list, which ends soon.
    pub(super) frequent: Ordered<'f>,
    /// Frequent words that say nothing, such as "bin": by their own list, where nothing else is
    /// met that says something.
    pub(super) flimsy: Ordered<'f>,
}

/// What leads from a dictionary word to its names.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Joined,
    Rare,
    Frequent,
    Flimsy,
}

impl Kind {
    fn of(index: &IndexView<'_>, form: &QueryForm<'_>, hit: &WordHit) -> Self {
        let classes = index.words[hit.word.index()].classes[form.kind as usize];
        let may_be_initial = classes & WordClass::Initial.bit() != 0;
        if index.is_joined(hit.word) {
            Self::Joined
        } else if !index.is_frequent(hit.word) || may_be_initial {
            Self::Rare
        } else if hit.informative {
            Self::Frequent
        } else {
            Self::Flimsy
        }
    }
}

impl<'f> Plan<'f> {
    /// Sorts what the gathering units of a form meet.
    pub(super) fn new(index: &IndexView<'_>, form: &'f QueryForm<'_>, met: &MetWords) -> Self {
        let gathering = form.units.iter().enumerate().filter(|(_, unit)| unit.gathers);
        let mut units: Vec<UnitPlan<'f>> = gathering
            .map(|(at, unit)| {
                let hits = form.hits.iter().enumerate();
                let of_unit = hits.filter(|(_, hit)| usize::from(hit.unit) == at);
                let mut hits: Vec<_> = of_unit
                    .map(|(at, hit)| (Kind::of(index, form, hit), hit, met.list(index, form, at)))
                    .collect();
                hits.sort_by_key(|(_, hit, _)| std::cmp::Reverse(hit.similarity));
                let of_kind = |kind: Kind| {
                    let hits = hits.iter().filter(|(of, ..)| *of == kind);
                    Ordered::new(hits.map(|&(_, hit, bound)| (hit, bound)).collect())
                };
                UnitPlan {
                    words: unit.words,
                    joined: of_kind(Kind::Joined),
                    rare: of_kind(Kind::Rare),
                    frequent: of_kind(Kind::Frequent),
                    flimsy: of_kind(Kind::Flimsy),
                }
            })
            .collect();
        let heaviest = |words: WordMask| words.iter().map(|at| form.words[at].weight).max();
        units.sort_by_key(|unit| std::cmp::Reverse(heaviest(unit.words)));
        let all = WordMask::all_of(form.words.len());
        Self { units, flimsy: all.filter(|at| !form.words[at].class.is_informative()) }
    }
}

/// Lists of one unit in the order in which they are walked, with what each fixes.
pub(super) struct Ordered<'f> {
    hits: Vec<(&'f WordHit, ListBound)>,
    /// By place: at least what this list and all behind it fix.
    from: Vec<ListBound>,
}

impl<'f> Ordered<'f> {
    fn new(hits: Vec<(&'f WordHit, ListBound)>) -> Self {
        let mut from: Vec<ListBound> = hits.iter().map(|(_, bound)| *bound).collect();
        for at in (1..from.len()).rev() {
            from[at - 1] = from[at - 1].or(from[at]);
        }
        Self { hits, from }
    }

    /// Each list with what it fixes, and with what it and all behind it fix at most.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'f WordHit, ListBound, ListBound)> + '_ {
        self.hits.iter().zip(&self.from).map(|(&(hit, bound), &from)| (hit, bound, from))
    }

    /// At least what any of the lists fixes.
    pub(super) fn most(&self) -> Option<ListBound> {
        self.from.first().copied()
    }
}
