//! People by family name and birth date alone: measures found people and false positives.

use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{DatePrecision, EntityType, PartialDate};
use tamis_engine::snapshot::RecordView;

use super::drawn::{draw, query, scores_of};
use super::statistics::ratio;
use super::suite::Suite;
use super::world::{FOUND_WITHIN, THRESHOLD, World, is_in_script};

/// Most people.
const PEOPLE: usize = 2_000;
/// Seed of the drawn people.
const SEED: u64 = 73;

/// Measures the share of people found by their birth date, and of those that anybody is found for with
/// the birth date of another.
pub(super) fn suite(world: &World) -> Suite {
    let fits = |record: RecordView<'_>| surname(record).is_some() && birth_date(record).is_some();
    let drawn = draw(world, SEED, PEOPLE, fits);
    let mut suite = Suite::new("surnames");
    let dates: Vec<Option<PartialDate>> = drawn.iter().map(|one| birth_date(one.record)).collect();
    let asked = |at: usize, date: usize| {
        let record = drawn[at].record;
        let name = surname(record).unwrap_or_default();
        let birth_dates = dates[date].into_iter().collect();
        MatchQuery { birth_dates, ..query(record.entity_type(), name) }
    };
    let line = |way: &str, at: usize| format!("{way} {:?}", drawn[at].record.name());

    let own: Vec<MatchQuery> = (0..drawn.len()).map(|at| asked(at, at)).collect();
    let records: Vec<RecordView<'_>> = drawn.iter().map(|one| one.record).collect();
    let scores = scores_of(world, &own, &records, FOUND_WITHIN);
    let is_missed = |at: &usize| scores[*at] < THRESHOLD;
    let missed: Vec<usize> = (0..drawn.len()).filter(is_missed).collect();
    suite.figure("found", ratio(drawn.len() - missed.len(), drawn.len()), drawn.len());

    let others: Vec<MatchQuery> =
        (0..drawn.len()).map(|at| asked(at, (at + 1) % drawn.len())).collect();
    let best = world.parties(&others, 1);
    let is_alarm = |at: &usize| best[*at].first().is_some_and(|(score, _)| *score >= THRESHOLD);
    let alarms: Vec<usize> = (0..drawn.len()).filter(is_alarm).collect();
    suite.figure("alarms", ratio(alarms.len(), drawn.len()), drawn.len());

    suite.wrong.extend(missed.into_iter().map(|at| line("found", at)));
    suite.wrong.extend(alarms.into_iter().map(|at| line("alarms", at)));
    suite
}

/// The family name of a person, if the list marks it and it is one word.
fn surname(record: RecordView<'_>) -> Option<&str> {
    let of_person = record.entity_type() == Some(EntityType::Individual);
    let name = Some(record.name()).filter(|name| of_person && !is_in_script(name));
    let (surname, _) = name?.split_once(", ")?;
    Some(surname).filter(|surname| !surname.contains(' '))
}

/// The first birth date, if it is a day.
fn birth_date(record: RecordView<'_>) -> Option<PartialDate> {
    record.birth_date().filter(|date| date.precision() == DatePrecision::Day)
}
