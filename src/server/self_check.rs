//! Last check of a new snapshot: it must find its own records. Checksums prove that the file is as the
//! builder wrote it; this proves that it answers. It also warms the snapshot, so that the first request
//! takes no longer than the next.

use crate::limits;
use tamis_engine::matching::{self, BoundFilter, Filter, MatchQuery, MatchSettings};
use tamis_engine::model::{Collection, RecordOrdinal, Schema};
use tamis_engine::snapshot::Snapshot;

/// Reason why a snapshot that opens must not be served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SelfCheckError {
    #[error("the snapshot holds no records")]
    Empty,
    #[error("only {found} of {asked} records were found by their own names")]
    NotFound { found: usize, asked: usize },
}

/// Queries some records, spread evenly, by their own primary names.
///
/// Half of them must be found. A broken index finds almost none, while good ones may miss single names,
/// such as a name of punctuation alone. The alphabet collects such names at its ends.
pub(super) fn self_check(snapshot: &Snapshot) -> Result<(), SelfCheckError> {
    let asked = spread(snapshot.record_count(), limits::SELF_CHECK_RECORDS);
    if asked.is_empty() {
        return Err(SelfCheckError::Empty);
    }
    let found = asked.iter().filter(|ordinal| finds_itself(snapshot, **ordinal)).count();
    let enough = found * 2 >= asked.len();
    enough.then_some(()).ok_or(SelfCheckError::NotFound { found, asked: asked.len() })
}

/// Names that no list has in this spelling, in every script with tables of its own.
const UNLISTED: [&str; 9] = [
    "Jhon Smtih Secnod Tradnig Co. Ltd.",
    "Абв Гдеёж",
    "Αβγ Δεζ",
    "ابتث جحخد",
    "אבגד הוזח",
    "甲乙丙 丁戊",
    "아야어여 오요",
    "アイウエ オカ",
    "กขค งจฉ",
];

/// Queries names that need fuzzy matching, so that every table for reading words is loaded before the
/// first request (up to 30 ms).
pub(super) fn warm(snapshot: &Snapshot) {
    let filter = Filter::collection(Collection::Default);
    let filter = BoundFilter::new(snapshot, &filter);
    for name in UNLISTED {
        for schema in [Schema::Person, Schema::Company] {
            let query = MatchQuery::by_name(schema, name);
            let _ = matching::answer(&query, &filter, MatchSettings::default());
        }
    }
}

/// Up to `most` ordinals of `count` records, evenly spread, starting with the first record.
fn spread(count: usize, most: usize) -> Vec<RecordOrdinal> {
    let taken = count.min(most);
    let positions = (0..taken).map(|position| position * count / taken);
    positions.filter_map(|at| u32::try_from(at).ok()).map(RecordOrdinal).collect()
}

fn finds_itself(snapshot: &Snapshot, ordinal: RecordOrdinal) -> bool {
    let record = snapshot.record(ordinal);
    let query = MatchQuery {
        schema: Schema::of(record.entity_type()),
        names: vec![record.name().into()],
        birth_dates: record.birth_date().into_iter().collect(),
        countries: record.countries().take(1).collect(),
        imos: record.imo().into_iter().collect(),
    };
    let filter = Filter::collection(Collection::Default);
    let filter = BoundFilter::new(snapshot, &filter);
    let how = MatchSettings { limit: limits::RESULTS_MAX as usize, ..MatchSettings::default() };
    let answer = matching::answer(&query, &filter, how);
    // If namesakes fill the answer, the record ranks after them.
    let namesakes = answer.hits.iter().filter(|hit| hit.score == 1.0).count();
    namesakes == how.limit || answer.hits.iter().any(|hit| hit.record == ordinal)
}

#[cfg(test)]
mod tests {
    use super::{RecordOrdinal, spread};

    #[test]
    fn records_are_taken_evenly_and_never_twice() {
        for (count, expected) in [
            (0, vec![]),
            (1, vec![0]),
            (3, vec![0, 1, 2]),
            (4, vec![0, 1, 2, 3]),
            (100, vec![0, 25, 50, 75]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(RecordOrdinal).collect();
            assert_eq!(spread(count, 4), expected, "{count} records");
        }
    }
}
