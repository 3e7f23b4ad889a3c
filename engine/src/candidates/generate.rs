//! The two stages of candidate generation (docs/api.md, "Candidates"). The conjunctive stage takes
//! records that hold every word of the query name as written. If these are too few, the disjunctive
//! stage takes records that share any word, start with the query, or carry the IMO number.
//!
//! Generation decides which records may be scored, and counts them. It does not list the candidates of
//! the disjunctive stage: the traversal visits their posting lists in an order of its own.

use super::filter::BoundFilter;
use super::set::OrdinalSet;
use crate::limits::{TOTAL_EXACT_BELOW, WIDENING_BELOW};
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, WordOrdinal};
use crate::query::{ResolvedName, ResolvedQuery, WordHit, WrittenList};
use crate::snapshot::IndexView;
use crate::snapshot::rows::Posting;
use crate::text::NameKind;

/// Most members that are counted by kind.
const MEMBERS_SEARCHED: usize = 4096;

/// Outcome of candidate generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generated {
    /// Candidates that pass the filter.
    pub total: u64,
    /// True if `total` is an estimate: there are too many to count.
    pub estimated: bool,
    pub stage: Stage,
}

/// The records that may be scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Only members of the generated set: the conjunctive stage suffices for some name.
    Conjunctive {
        /// Upper bound of their number, by [`NameKind`].
        of_kind: [usize; NameKind::ALL.len()],
    },
    /// All records that share a word: the disjunctive stage ran for every name.
    Disjunctive,
}

/// Generates the candidates of a query in one snapshot.
#[derive(Clone, Copy)]
pub struct CandidateGenerator<'a> {
    pub index: &'a IndexView<'a>,
    pub filter: &'a BoundFilter<'a>,
    /// IMO numbers of the query. Records that carry one are always candidates: fifty namesakes must not
    /// displace them.
    pub imos: &'a [ImoNumber],
}

impl<'a> CandidateGenerator<'a> {
    /// True if enough records that pass hold every word of the name.
    #[must_use]
    pub fn hold_every_word(&self, name: &ResolvedName<'_>) -> bool {
        !name.written.are_fewer_than(WIDENING_BELOW)
            && self.first_stage(name).nth(WIDENING_BELOW - 1).is_some()
    }

    /// Records that pass and hold every word of the name, if it is read as a name of their kind.
    fn first_stage(
        &self,
        name: &'a ResolvedName<'_>,
    ) -> impl Iterator<Item = RecordOrdinal> + use<'a> {
        let Self { index, filter, .. } = *self;
        let is_read = name.forms.each_ref().map(|form| !form.words.is_empty());
        let looks = !filter.passes_all() || is_read.contains(&false);
        name.written.in_all().filter(move |record| {
            let row = || &index.records[record.index()];
            !looks || is_read[usize::from(row().kind)] && filter.passes(row())
        })
    }

    /// Fills `set` with the candidates of all names: of the conjunctive stage for the names of
    /// `narrow`, of the disjunctive stage for those of `wide`.
    pub fn generate(
        &self,
        narrow: &[&'a ResolvedName<'a>],
        wide: &[&'a ResolvedName<'a>],
        set: &mut OrdinalSet<RecordOrdinal>,
    ) -> Generated {
        let Self { index, filter, imos } = *self;
        set.reset(index.record_count());
        narrow.iter().for_each(|name| set.insert_all(self.first_stage(name)));
        set.insert_all(imos.iter().flat_map(|imo| index.with_imo(*imo)));
        let whole = narrow.iter().chain(wide).flat_map(|name| name.whole_matches());
        set.insert_all(whole.map(|found| index.record_of(found.name)));
        // The members of a mixed query are needed; of a widened one only their number, and from some
        // number on no longer exactly.
        let (stage, most) = match (narrow, wide) {
            ([], _) => (Stage::Disjunctive, TOTAL_EXACT_BELOW),
            (_, []) => (Stage::Conjunctive { of_kind: self.of_kind(set) }, usize::MAX),
            _ => (Stage::Conjunctive { of_kind: [usize::MAX; NameKind::ALL.len()] }, usize::MAX),
        };
        let lists = Lists::of(index, wide);
        if !lists.unite(index, set, most) {
            let total = (lists.estimate(index) * lists.share_passing(index, filter)).round() as u64;
            if total >= TOTAL_EXACT_BELOW as u64 {
                return Generated { total, estimated: true, stage };
            }
            // Few of them pass, perhaps none: an estimate would be of no use.
            lists.unite(index, set, usize::MAX);
        }
        let passes = |record: &&RecordOrdinal| filter.passes(&index.records[record.index()]);
        let total = match filter.passes_all() {
            true => set.members().len(),
            false => set.members().iter().filter(passes).count(),
        };
        Generated { total: total as u64, estimated: false, stage }
    }

    /// Upper bound of the number of members by kind.
    fn of_kind(&self, set: &OrdinalSet<RecordOrdinal>) -> [usize; NameKind::ALL.len()] {
        if set.members().len() > MEMBERS_SEARCHED {
            return [usize::MAX; NameKind::ALL.len()];
        }
        let mut of_kind = [0; NameKind::ALL.len()];
        for record in set.members() {
            of_kind[usize::from(self.index.records[record.index()].kind)] += 1;
        }
        of_kind
    }
}

/// The lists that hold the candidates of the disjunctive stage for some names.
struct Lists<'a> {
    /// Lists of terms first, the longest first.
    lists: Vec<List<'a>>,
}

/// A list of records.
enum List<'a> {
    /// Records that hold a term; of one kind alone, if it is given.
    Word(WordOrdinal, &'a [Posting], Option<NameKind>),
    /// Records that hold a word as written.
    Written(&'a WrittenList<'a>, Option<NameKind>),
    /// Names that begin with the query.
    Beginning(&'a [NameOrdinal]),
}

impl List<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Word(_, postings, _) => postings.len(),
            Self::Written(list, _) => list.records.len(),
            Self::Beginning(names) => names.len(),
        }
    }

    /// The record at a position, unless it is of another kind.
    #[inline]
    fn record(&self, index: &IndexView<'_>, at: usize) -> Option<RecordOrdinal> {
        match self {
            Self::Word(_, postings, kind) => {
                let fits = kind.is_none_or(|kind| postings[at].kind() == kind);
                fits.then(|| postings[at].record())
            }
            Self::Written(list, kind) => {
                let record = RecordOrdinal(list.records[at]);
                let of = |kind: NameKind| index.records[record.index()].kind == kind as u8;
                kind.is_none_or(of).then_some(record)
            }
            Self::Beginning(names) => Some(index.record_of(names[at])),
        }
    }
}

impl<'a> Lists<'a> {
    fn of(index: &IndexView<'a>, names: &[&'a ResolvedName<'a>]) -> Self {
        let mut words = Vec::new();
        for name in names {
            let [person, thing] = name.forms.each_ref().map(candidate_terms);
            let is_among = |others: &[(WordOrdinal, _)], word: WordOrdinal| {
                others.binary_search_by_key(&word, |other| other.0).is_ok()
            };
            words.extend(person.iter().map(|&(word, only)| match is_among(&thing, word) {
                true => (word, None),
                false => (word, only),
            }));
            words.extend(thing.iter().filter(|&&(word, _)| !is_among(&person, word)));
        }
        // Ordinals rise as frequencies fall: the longest list first.
        words.sort_unstable_by_key(|of| of.0);
        let words = words.into_iter();
        let mut lists: Vec<List<'a>> =
            words.map(|(word, kind)| List::Word(word, index.postings(word), kind)).collect();
        for name in names {
            let read = name.forms.iter().filter(|form| !form.words.is_empty());
            let mut kinds = read.map(|form| form.kind);
            let only = kinds.next().filter(|_| kinds.next().is_none());
            lists.extend(name.written.lists().iter().map(|list| List::Written(list, only)));
            lists.push(List::Beginning(name.beginning));
        }
        Self { lists }
    }

    /// Inserts the records of all lists. Returns false if it stopped because the set had `most`.
    fn unite(
        &self,
        index: &IndexView<'_>,
        set: &mut OrdinalSet<RecordOrdinal>,
        most: usize,
    ) -> bool {
        /// Positions between two checks of the size.
        const AT_ONCE: usize = 512;
        // A list of one kind alone may have fewer of it, and names several of one record.
        let has_most = |list: &List<'_>| match list {
            List::Word(_, _, None) | List::Written(_, None) => list.len() >= most,
            _ => false,
        };
        if self.lists.iter().any(has_most) {
            return false;
        }
        for list in &self.lists {
            for from in (0..list.len()).step_by(AT_ONCE) {
                let places = from..list.len().min(from + AT_ONCE);
                set.insert_all(places.filter_map(|at| list.record(index, at)));
                if set.members().len() >= most {
                    return false;
                }
            }
        }
        true
    }

    /// Share of the lists' records that pass the filter, from a sample spread evenly over all lists.
    fn share_passing(&self, index: &IndexView<'_>, filter: &BoundFilter<'_>) -> f64 {
        /// Records of the sample. A share of a tenth is then mostly right to within 7 % of itself.
        const SAMPLE: usize = 2048;
        if filter.passes_all() {
            return 1.0;
        }
        let step = self.lists.iter().map(List::len).sum::<usize>().div_ceil(SAMPLE);
        let (mut seen, mut passing) = (0, 0);
        for list in &self.lists {
            let places = (0..list.len()).step_by(step.max(1));
            for record in places.filter_map(|at| list.record(index, at)) {
                seen += 1;
                passing += u32::from(filter.passes(&index.records[record.index()]));
            }
        }
        f64::from(passing) / f64::from(seen.max(1))
    }

    /// Size of the union, assuming that terms occur independently. It depends on the query and the
    /// snapshot alone.
    fn estimate(&self, index: &IndexView<'_>) -> f64 {
        let of_word = |list: &List<'_>| match list {
            List::Word(word, ..) => Some(*word),
            _ => None,
        };
        let mut words: Vec<WordOrdinal> = self.lists.iter().filter_map(of_word).collect();
        words.sort_unstable();
        words.dedup();
        // Most records that hold a word as written hold the dictionary word of this text.
        let is_counted = |word: &str| {
            index.find_word(word).is_some_and(|word| words.binary_search(&word).is_ok())
        };
        let others = self.lists.iter().filter(|list| match list {
            List::Word(..) => false,
            List::Written(list, _) => !is_counted(&list.word),
            List::Beginning(_) => true,
        });
        let lens = words.iter().map(|word| index.postings(*word).len());
        let lens = lens.chain(others.map(List::len));
        let records = index.record_count() as f64;
        let in_none: f64 = lens.map(|len| 1.0 - (len as f64 / records).min(1.0)).product();
        (records * (1.0 - in_none)).max(TOTAL_EXACT_BELOW as f64)
    }
}

/// The distinct terms whose lists hold a name's candidates, ascending. Each has the kind of the query,
/// unless all names that hold it are of that kind.
fn candidate_terms(form: &ResolvedQuery<'_>) -> Vec<(WordOrdinal, Option<NameKind>)> {
    let generates_candidates =
        form.hits.iter().filter(|hit| form.spans[usize::from(hit.span)].generates_candidates);
    let only = |hit: &WordHit| Some(form.kind).filter(|&kind| !hit.occurs_only_as(kind));
    let mut words: Vec<_> = generates_candidates.map(|hit| (hit.word, only(hit))).collect();
    words.dedup_by_key(|of| of.0);
    words
}
