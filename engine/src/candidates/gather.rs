//! The two stages of candidate gathering (docs/api.md, "Candidates"): records that hold every word
//! of the query name; when these are too few, records that share any word, start with the query, or
//! carry the IMO number.
//!
//! Gathering decides what may be scored and counts it. It does not list the widened candidates:
//! scoring walks the same lists in an order of its own.

use super::filter::BoundFilter;
use super::set::OrdinalSet;
use crate::limits::{TOTAL_EXACT_BELOW, WIDENING_BELOW};
use crate::model::{ImoNumber, NameOrdinal, RecordOrdinal, WordOrdinal};
use crate::query::{QueryForm, QueryName, WordHit};
use crate::snapshot::IndexView;
use crate::snapshot::rows::Posting;
use crate::text::NameKind;

/// What the stages of all query names came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gathered {
    /// Records gathered that pass the filter.
    pub total: u64,
    /// Whether `total` is an estimate: too many were gathered to count them.
    pub estimated: bool,
    /// Which records may be scored.
    pub stage: Stage,
}

/// Which records may be scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Only members of the set that gathering filled: for some name enough records hold every
    /// word.
    Members {
        /// At most so many of them are of each [`NameKind`].
        of_kind: [usize; NameKind::ALL.len()],
    },
    /// All that share a word: every name was widened.
    Widened,
}

/// Runs the stages for every name and unites the candidates in `set`, filtered or not: whoever
/// scores a member looks at the filter anyway.
///
/// Records that carry a queried IMO number are always among them (docs/api.md, "Candidates"): a sure
/// hit must not hide behind fifty namesakes.
pub fn gather(
    index: &IndexView<'_>,
    names: &[QueryName<'_>],
    imos: &[ImoNumber],
    filter: &BoundFilter<'_>,
    set: &mut OrdinalSet<RecordOrdinal>,
) -> Gathered {
    set.reset(index.record_count());
    let (mut wide, mut of_kind) = (Vec::new(), [0; NameKind::ALL.len()]);
    for name in names {
        if !hold_every_word(index, name, filter, set, &mut of_kind) {
            wide.push(name);
        }
    }
    for record in imos.iter().flat_map(|imo| index.with_imo(*imo)) {
        set.insert(record);
        of_kind[usize::from(index.records[record.index()].kind)] += 1;
    }
    // What a mixed query may score is a set; of a widened one only the size is wanted, and from
    // some size on no longer exactly.
    let (stage, most) = if wide.len() == names.len() {
        (Stage::Widened, TOTAL_EXACT_BELOW)
    } else {
        if !wide.is_empty() {
            of_kind = [usize::MAX; NameKind::ALL.len()];
        }
        (Stage::Members { of_kind }, usize::MAX)
    };
    let lists = Lists::of(&wide);
    if !lists.unite(index, set, most) {
        let total = (lists.estimate(index) * lists.share_passing(index, filter)).round() as u64;
        if total >= TOTAL_EXACT_BELOW as u64 {
            return Gathered { total, estimated: true, stage };
        }
        // Few of them pass, perhaps none: an estimate would say nothing.
        lists.unite(index, set, usize::MAX);
    }
    let passes = |record: &&RecordOrdinal| filter.passes(&index.records[record.index()]);
    let total = match filter.passes_all() {
        true => set.members().len(),
        false => set.members().iter().filter(passes).count(),
    };
    Gathered { total: total as u64, estimated: false, stage }
}

/// Inserts the records that hold every word of the name, if those that pass are enough, and adds
/// how many of each kind were not there before.
fn hold_every_word(
    index: &IndexView<'_>,
    name: &QueryName<'_>,
    filter: &BoundFilter<'_>,
    set: &mut OrdinalSet<RecordOrdinal>,
    of_kind: &mut [usize; NameKind::ALL.len()],
) -> bool {
    let words = name.forms.each_ref().map(known_words);
    // Where both readings have the same words, the first gathers records of either kind.
    let is_one = words[0].is_some() && words[0] == words[1];
    let readings = name.forms.iter().zip(&words).take(if is_one { 1 } else { 2 });
    let found = || {
        readings.clone().flat_map(|(form, words)| {
            let fits = move |posting: &Posting| is_one || posting.kind() == form.kind;
            let postings = in_all(index, words.as_deref().unwrap_or_default()).filter(fits);
            postings.filter(|own| filter.passes(&index.records[own.record().index()]))
        })
    };
    let enough = found().nth(WIDENING_BELOW - 1).is_some();
    if enough {
        found().for_each(|posting| {
            of_kind[posting.kind() as usize] += usize::from(set.insert(posting.record()));
        });
    }
    enough
}

/// The distinct words of a form, rarest first; `None` when a word is in no list.
fn known_words(form: &QueryForm<'_>) -> Option<Vec<WordOrdinal>> {
    let words = form.words.iter().map(|word| word.ordinal);
    let mut words: Vec<WordOrdinal> = words.collect::<Option<_>>()?;
    // Ordinals rise as frequencies fall.
    words.sort_unstable_by(|a, b| b.cmp(a));
    words.dedup();
    Some(words)
}

/// Records in the postings of all words, ascending; none for no words.
fn in_all<'a>(
    index: &IndexView<'a>,
    words: &[WordOrdinal],
) -> impl Iterator<Item = Posting> + use<'a> {
    let mut lists = words.iter().map(|word| index.postings(*word));
    let rarest = lists.next().unwrap_or_default();
    let mut others: Vec<&[Posting]> = lists.collect();
    rarest.iter().copied().filter(move |posting| {
        others.iter_mut().all(|list| {
            *list = &list[gallop(list, posting.record())..];
            list.first() == Some(posting)
        })
    })
}

/// The first place in ascending postings that is not before a record, found in steps that double.
fn gallop(list: &[Posting], record: RecordOrdinal) -> usize {
    let is_before = |posting: &Posting| posting.record() < record;
    let mut step = 1;
    while step < list.len() && is_before(&list[step]) {
        step *= 2;
    }
    let (from, to) = (step / 2, (step + 1).min(list.len()));
    from + list[from..to].partition_point(is_before)
}

/// The lists that hold the widened candidates of some names.
struct Lists<'a> {
    /// Words, and the kind of party that each gathers; `None` gathers both.
    words: Vec<(WordOrdinal, Option<NameKind>)>,
    /// Names that begin with the query.
    beginning: Vec<&'a [NameOrdinal]>,
}

impl<'a> Lists<'a> {
    fn of(names: &[&QueryName<'a>]) -> Self {
        let mut words = Vec::new();
        for name in names {
            let [person, thing] = name.forms.each_ref().map(gathering_words);
            let beside = |others: &[(WordOrdinal, _)], word: WordOrdinal| {
                others.binary_search_by_key(&word, |other| other.0).is_ok()
            };
            words.extend(person.iter().map(|&(word, only)| match beside(&thing, word) {
                true => (word, None),
                false => (word, only),
            }));
            words.extend(thing.iter().filter(|&&(word, _)| !beside(&person, word)));
        }
        // Ordinals rise as frequencies fall: the longest list first.
        words.sort_unstable_by_key(|of| of.0);
        Self { words, beginning: names.iter().map(|name| name.beginning).collect() }
    }

    /// Inserts the records of all lists; false when it stopped because the set had `most`.
    fn unite(
        &self,
        index: &IndexView<'_>,
        set: &mut OrdinalSet<RecordOrdinal>,
        most: usize,
    ) -> bool {
        /// Postings between two looks at the size of the set.
        const AT_ONCE: usize = 512;
        let longest = self.words.iter().find(|(_, kind)| kind.is_none());
        if longest.is_some_and(|&(word, _)| index.postings(word).len() >= most) {
            return false;
        }
        for &(word, kind) in &self.words {
            for postings in index.postings(word).chunks(AT_ONCE) {
                let postings = postings.iter().copied();
                match kind {
                    None => set.insert_all(postings.map(Posting::record)),
                    Some(kind) => {
                        let of_kind = postings.filter(|posting| posting.kind() == kind);
                        set.insert_all(of_kind.map(Posting::record));
                    }
                }
                if set.members().len() >= most {
                    return false;
                }
            }
        }
        for &name in self.beginning.iter().copied().flatten() {
            set.insert(index.record_of(name));
            if set.members().len() >= most {
                return false;
            }
        }
        true
    }

    /// The share of the words' records that pass the filter, told from some that lie evenly spread
    /// over all lists.
    fn share_passing(&self, index: &IndexView<'_>, filter: &BoundFilter<'_>) -> f64 {
        /// Looked at in all; the share of a tenth is then right to within 7 % of itself, mostly.
        const SAMPLE: usize = 2048;
        if filter.passes_all() {
            return 1.0;
        }
        let lists = || self.words.iter().map(|&(word, kind)| (index.postings(word), kind));
        let step = lists().map(|(postings, _)| postings.len()).sum::<usize>().div_ceil(SAMPLE);
        let (mut seen, mut passing) = (0, 0);
        for (postings, kind) in lists() {
            for posting in postings.iter().step_by(step.max(1)) {
                if kind.is_none_or(|kind| posting.kind() == kind) {
                    seen += 1;
                    passing += u32::from(filter.passes(&index.records[posting.record().index()]));
                }
            }
        }
        f64::from(passing) / f64::from(seen.max(1))
    }

    /// The size of the union as if words fell on records independently. It depends on the query
    /// and the snapshot alone.
    fn estimate(&self, index: &IndexView<'_>) -> f64 {
        let mut words: Vec<WordOrdinal> = self.words.iter().map(|(word, _)| *word).collect();
        words.sort_unstable();
        words.dedup();
        let words = words.into_iter().map(|word| index.postings(word).len());
        let lens = words.chain(self.beginning.iter().map(|names| names.len()));
        let records = index.record_count() as f64;
        let in_none: f64 = lens.map(|len| 1.0 - (len as f64 / records).min(1.0)).product();
        (records * (1.0 - in_none)).max(TOTAL_EXACT_BELOW as f64)
    }
}

/// The distinct dictionary words under which a name's candidates stand, ascending; each with the
/// kind of the form, unless all names that hold it are of that kind anyway.
fn gathering_words(form: &QueryForm<'_>) -> Vec<(WordOrdinal, Option<NameKind>)> {
    let gathers = form.hits.iter().filter(|hit| form.units[usize::from(hit.unit)].gathers);
    let only = |hit: &WordHit| Some(form.kind).filter(|&kind| !hit.occurs_only_as(kind));
    let mut words: Vec<_> = gathers.map(|hit| (hit.word, only(hit))).collect();
    words.dedup_by_key(|of| of.0);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn postings_are_found_however_far_they_are(
            steps in prop::collection::vec(1_u32..40, 0..200),
            record in 0_u32..4_000,
        ) {
            let mut last = 0;
            let list: Vec<Posting> = steps
                .iter()
                .map(|step| {
                    last += step;
                    let kind = NameKind::ALL[last as usize % 2];
                    Posting::new(RecordOrdinal(last), kind)
                })
                .collect();
            let record = RecordOrdinal(record);
            let expected = list.iter().take_while(|posting| posting.record() < record).count();
            prop_assert_eq!(gallop(&list, record), expected);
        }
    }
}
