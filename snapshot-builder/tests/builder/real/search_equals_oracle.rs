//! Parts of the names of real records, in another order, and the values of their other fields.

use tamis_engine::directory::Directory;
use tamis_engine::matching::Filter;
use tamis_engine::model::{Collection, EntityType, RecordOrdinal, Timestamp};
use tamis_engine::search::{Order, SearchFilter};

use crate::support::held_to_oracle::hold_searches;
use crate::support::real;
use crate::support::search_oracle::SearchOracle;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn searches_over_the_real_lists() {
    let snapshot = real::snapshot();
    let directory = Directory::new(&snapshot);
    let oracle = SearchOracle::new(&snapshot);
    // So many records are found that they are not put in order but walked by age.
    let sanctions = SearchFilter::of(Filter::collection(Collection::Sanctions));
    let persons = SearchFilter {
        base: Filter {
            changed_since: Some(Timestamp(1)),
            ..Filter::collection(Collection::Sanctions)
        },
        entity_type: Some(EntityType::Individual),
        ..sanctions.clone()
    };
    // Of these only the newest are held while all are looked at.
    let source = Some("US OFAC Specially Designated Nationals".to_owned());
    let register = SearchFilter { source, ..sanctions.clone() };
    for filter in [&sanctions, &persons, &register] {
        assert!(oracle.search(None, filter, Order::Name).len() > 5000);
        hold_searches(&snapshot, directory, &oracle, (&None, filter, 1000));
    }
    let step = snapshot.record_count() / 60;
    for at in (0..snapshot.record_count()).step_by(step) {
        let record = snapshot.record(RecordOrdinal(at as u32));
        let name = record.aliases().last().unwrap_or(record.name());
        let mut words: Vec<&str> = name.split_whitespace().collect();
        words.reverse();
        words.truncate(2);
        let start: String = record.name().chars().take(3).collect();
        let everything = SearchFilter::of(Filter::collection(Collection::Default));
        let like = SearchFilter {
            entity_type: record.entity_type(),
            nationality: record.compared_countries().next(),
            birth_date: record.birth_date(),
            programme: record.programmes().next().map(str::to_owned),
            ..everything.clone()
        };
        for (text, filter) in [
            (Some(words.join(" ")), &everything),
            (Some(start), &everything),
            (Some(words.join(" ")), &like),
            (None, &like),
        ] {
            hold_searches(&snapshot, directory, &oracle, (&text, filter, 500));
        }
        let found = oracle.search(Some(&words.join(" ")), &everything, Order::Name);
        assert!(found.contains(&record.ordinal()), "{name} by {words:?}");
    }
}
