//! Which records a search finds, by the three groups of its order (api.md 4.6).

use super::filter::BoundSearch;
use crate::model::{RecordOrdinal, WordOrdinal};
use crate::snapshot::IndexView;
use crate::text::{self, NameKind};

/// The records found, each in the best group that it belongs to, ascending by ordinal, which is
/// the alphabetical order of primary names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Matches {
    /// A name is exactly the text.
    pub(super) exact: Vec<u32>,
    /// A name starts with the text.
    pub(super) starting: Vec<u32>,
    /// A name contains every word of the text.
    pub(super) containing: Vec<u32>,
}

impl Matches {
    /// Finds the records of a text that pass.
    pub(super) fn find(search: &BoundSearch<'_>, text: &str) -> Self {
        let index = search.index();
        let normalised = text::normalize(text);
        if normalised.is_empty() {
            return Self::default();
        }
        let records = |names: &[u32]| {
            let records = names.iter().map(|&name| index.names[name as usize].record);
            let mut records: Vec<u32> = records.collect();
            records.sort_unstable();
            records.dedup();
            records.retain(|&record| search.passes(record));
            records
        };
        let exact = records(index.names_equal_to(&normalised));
        let mut starting = records(index.names_starting_with(&normalised));
        starting.retain(|record| exact.binary_search(record).is_err());
        let mut containing = containing(search, text);
        containing.retain(|record| {
            exact.binary_search(record).is_err() && starting.binary_search(record).is_err()
        });
        Self { exact, starting, containing }
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.exact.len() + self.starting.len() + self.containing.len()
    }

    /// All in the order of a search.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.exact.iter().chain(&self.starting).chain(&self.containing).copied()
    }
}

/// Records that pass and have a name with every word of the text, ascending.
fn containing(search: &BoundSearch<'_>, text: &str) -> Vec<u32> {
    let index = search.index();
    // A text is read as the names that it is compared with are: those of persons and of things
    // are divided into words by different rules.
    let readings = NameKind::ALL.map(|kind| (kind, words_of(index, text, kind)));
    let mut found: Vec<u32> = Vec::new();
    for (kind, words) in readings {
        let Some((rarest, others)) = words.as_deref().and_then(|words| words.split_first()) else {
            continue;
        };
        let holds = |&record: &u32| {
            index.records[record as usize].kind == kind as u8
                && search.passes(record)
                && (others.is_empty() || has_name_with(index, record, *rarest, others))
        };
        found.extend(index.postings(*rarest).iter().filter(|record| holds(record)));
    }
    // Each record is of one kind, so no record is there twice.
    found.sort_unstable();
    found
}

/// The distinct words of the text, rarest first; `None` when one of them is in no list.
fn words_of(index: &IndexView<'_>, text: &str, kind: NameKind) -> Option<Vec<WordOrdinal>> {
    let name = text::tokenize(text, kind);
    let words = name.words.iter().map(|word| index.find_word(&word.text));
    let mut words: Vec<WordOrdinal> = words.collect::<Option<_>>()?;
    // Ordinals rise as frequencies fall.
    words.sort_unstable_by(|a, b| b.cmp(a));
    words.dedup();
    Some(words)
}

fn has_name_with(
    index: &IndexView<'_>,
    record: u32,
    first: WordOrdinal,
    others: &[WordOrdinal],
) -> bool {
    index.names_of(RecordOrdinal(record)).any(|name| {
        let (run, _) = index.run(name);
        let has = |word: &WordOrdinal| run.iter().any(|own| own.word() == word.0);
        has(&first) && others.iter().all(has)
    })
}
