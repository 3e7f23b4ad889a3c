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
use crate::query::{QueryForm, QueryName};
use crate::snapshot::IndexView;
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
    Members,
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
    let mut wide: Vec<&QueryName<'_>> = Vec::new();
    for name in names {
        if !hold_every_word(index, name, filter, set) {
            wide.push(name);
        }
    }
    let stage = if wide.len() < names.len() { Stage::Members } else { Stage::Widened };
    for record in imos.iter().flat_map(|imo| index.with_imo(*imo)) {
        set.insert(record);
    }
    // What a mixed query may score is a set; of a widened one only the size is wanted, and from
    // some size on no longer exactly.
    let most = if stage == Stage::Members { usize::MAX } else { TOTAL_EXACT_BELOW };
    let lists = Lists::of(index, &wide);
    let complete = lists.unite(index, set, most);
    let passing =
        set.members().iter().filter(|record| filter.passes(&index.records[record.index()]));
    let passing = if filter.passes_all() { set.members().len() } else { passing.count() };
    if complete {
        return Gathered { total: passing as u64, estimated: false, stage };
    }
    let share = passing as f64 / set.members().len() as f64;
    let total = (lists.estimate(index) * share).round() as u64;
    Gathered { total: total.max(passing as u64), estimated: true, stage }
}

/// Inserts the records that hold every word of the name, if those that pass are enough.
fn hold_every_word(
    index: &IndexView<'_>,
    name: &QueryName<'_>,
    filter: &BoundFilter<'_>,
    set: &mut OrdinalSet<RecordOrdinal>,
) -> bool {
    let words = name.forms.each_ref().map(known_words);
    // Where both readings have the same words, the first gathers records of either kind.
    let is_one = words[0].is_some() && words[0] == words[1];
    let readings = name.forms.iter().zip(&words).take(if is_one { 1 } else { 2 });
    let found = || {
        readings.clone().flat_map(|(form, words)| {
            let of_kind = move |&record: &u32| {
                is_one || index.records[record as usize].kind == form.kind as u8
            };
            let words = words.as_deref().unwrap_or_default();
            let passes = |&record: &u32| filter.passes(&index.records[record as usize]);
            in_all(index, words).filter(of_kind).filter(passes)
        })
    };
    let enough = found().nth(WIDENING_BELOW - 1).is_some();
    if enough {
        found().for_each(|record| {
            set.insert(RecordOrdinal(record));
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
fn in_all<'a>(index: &IndexView<'a>, words: &[WordOrdinal]) -> impl Iterator<Item = u32> + use<'a> {
    let mut lists = words.iter().map(|word| index.postings(*word));
    let rarest = lists.next().unwrap_or_default();
    let mut others: Vec<&[u32]> = lists.collect();
    rarest.iter().copied().filter(move |record| {
        others.iter_mut().all(|list| {
            *list = &list[gallop(list, *record)..];
            list.first() == Some(record)
        })
    })
}

/// The first place in a sorted list whose value is not below `value`, found in steps that double.
fn gallop(list: &[u32], value: u32) -> usize {
    let mut step = 1;
    while step < list.len() && list[step] < value {
        step *= 2;
    }
    let (from, to) = (step / 2, (step + 1).min(list.len()));
    from + list[from..to].partition_point(|&v| v < value)
}

/// The lists that hold the widened candidates of some names.
struct Lists<'a> {
    /// Words, and the kind of party whose names they gather; `None` gathers both.
    words: Vec<(WordOrdinal, Option<NameKind>)>,
    prefixes: Vec<&'a [NameOrdinal]>,
}

impl<'a> Lists<'a> {
    fn of(index: &IndexView<'a>, names: &[&QueryName<'_>]) -> Self {
        let mut words = Vec::new();
        for name in names {
            let [person, thing] = name.forms.each_ref().map(gathering_words);
            if person == thing {
                words.extend(person.into_iter().map(|word| (word, None)));
            } else {
                words.extend(person.into_iter().map(|word| (word, Some(NameKind::Person))));
                words.extend(thing.into_iter().map(|word| (word, Some(NameKind::Thing))));
            }
        }
        let starting = |name: &&QueryName<'_>| index.names_starting_with(name.normalised);
        Self { words, prefixes: names.iter().map(starting).collect() }
    }

    /// Inserts the records of all lists; false when it stopped because the set had `most`.
    fn unite(
        &self,
        index: &IndexView<'_>,
        set: &mut OrdinalSet<RecordOrdinal>,
        most: usize,
    ) -> bool {
        for &(word, kind) in &self.words {
            for &record in index.postings(word) {
                if kind.is_none_or(|kind| index.records[record as usize].kind == kind as u8) {
                    set.insert(RecordOrdinal(record));
                }
            }
            if set.members().len() >= most {
                return false;
            }
        }
        for &name in self.prefixes.iter().copied().flatten() {
            set.insert(index.record_of(name));
            if set.members().len() >= most {
                return false;
            }
        }
        true
    }

    /// The size of the union as if words fell on records independently. It depends on the query
    /// and the snapshot alone.
    fn estimate(&self, index: &IndexView<'_>) -> f64 {
        let mut words: Vec<WordOrdinal> = self.words.iter().map(|(word, _)| *word).collect();
        words.sort_unstable();
        words.dedup();
        let words = words.into_iter().map(|word| index.postings(word).len());
        let lens = words.chain(self.prefixes.iter().map(|names| names.len()));
        let records = index.record_count() as f64;
        let in_none: f64 = lens.map(|len| 1.0 - (len as f64 / records).min(1.0)).product();
        (records * (1.0 - in_none)).max(TOTAL_EXACT_BELOW as f64)
    }
}

/// The distinct dictionary words under which a name's candidates stand.
fn gathering_words(form: &QueryForm<'_>) -> Vec<WordOrdinal> {
    let gathers = form.hits.iter().filter(|hit| form.units[usize::from(hit.unit)].gathers);
    let mut words: Vec<WordOrdinal> = gathers.map(|hit| hit.word).collect();
    words.dedup();
    words
}
