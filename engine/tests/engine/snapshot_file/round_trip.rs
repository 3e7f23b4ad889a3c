//! A written snapshot is read back unchanged.

use tamis_engine::lookup::{self, EntityState, RecordState};
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Alias, Collection, ImoNumber, RecordId, RecordOrdinal, Schema};
use tamis_engine::snapshot::{ActiveRecord, RecordView, Snapshot, SnapshotError, write_snapshot};
use uuid::Uuid;

use super::world::{
    self, ENTITY, FORMER_ENTITY, MERGED_AWAY, MERGED_INTO_FORMER, OTHER_ENTITY, everything, input,
    world,
};
use crate::support::worlds::{self, BUILT_AT, With, World, person};

fn view(snapshot: &Snapshot, id: u64) -> RecordView<'_> {
    snapshot.record(snapshot.find(RecordId(id)).expect("an active record"))
}

fn ids(snapshot: &Snapshot, ordinals: impl IntoIterator<Item = RecordOrdinal>) -> Vec<u64> {
    ordinals.into_iter().map(|ordinal| snapshot.record(ordinal).id().0).collect()
}

#[test]
fn what_the_snapshot_says_of_itself_is_what_was_given() {
    let world = world();
    let snapshot = &world.snapshot;
    assert_eq!(snapshot.path(), world.path());
    assert_eq!((snapshot.version(), snapshot.builder()), ("20261004080000", "test"));
    assert_eq!(snapshot.built_at(), BUILT_AT);
    assert_eq!(snapshot.registers(), input().registers);
    assert_eq!(snapshot.record_count(), 10);
    let counts = Collection::ALL.iter().map(|&collection| snapshot.collection_count(collection));
    assert_eq!(counts.collect::<Vec<_>>(), [10, 6, 2, 2, 3]);
    let bytes: u64 = snapshot.sections().map(|(_, bytes, _)| bytes).sum();
    assert!(bytes > 0 && bytes < std::fs::metadata(world.path()).expect("a file").len());
}

#[test]
fn every_record_comes_out_as_it_went_in() {
    let world = world();
    for given in world::records() {
        let shown = view(&world.snapshot, given.id.0);
        assert_eq!(shown.to_model(), given.record);
        assert_eq!((shown.id(), shown.merged_entity()), (given.id, given.entity));
        assert_eq!(shown.first_seen(), given.first_seen);
        assert_eq!(shown.changes(), given.last_change);
        assert_eq!(shown.last_change(), given.last_change.latest());
        assert_eq!(shown.facts_changes().collect::<Vec<_>>(), given.changes);
        let register = &input().registers[given.register.index()];
        assert_eq!(shown.register(), register);
        assert_eq!(shown.last_seen(), given.last_seen);
        assert_eq!(shown.list_type(), register.list_type);
        assert_eq!(shown.topic(), register.list_type.topic());
    }
}

#[test]
fn the_view_of_a_record_shows_each_field() {
    let world = world();
    let (shown, given) = (view(&world.snapshot, 11), everything().record);
    assert_eq!((shown.reference(), shown.name()), (&*given.reference, &*given.name));
    let aliases: Vec<&str> = shown.aliases().collect();
    assert_eq!(aliases, ["Иван Соколов", "Vanya \"the Falcon\""], "repeats are left out");
    assert_eq!(shown.name_at(0), given.name);
    assert_eq!(shown.name_at(2), given.aliases[1].name);
    assert_eq!(shown.entity_type(), given.entity_type);
    assert!(shown.birth_dates().eq(given.birth_dates) && shown.countries().eq(given.countries));
    assert_eq!((shown.imo(), shown.listed_on()), (given.imo, given.listed_on));
    assert_eq!((shown.listed_until(), shown.source_ref()), (given.listed_until, None));
    assert!(shown.programmes().eq(given.programmes.iter()) && shown.notes().eq(given.notes.iter()));
    assert_eq!(shown.status(), given.status.as_deref());
    assert_eq!(shown.source_url(), given.source_url.as_deref());
}

#[test]
fn ordinals_follow_normalised_names_then_ids() {
    let world = World::new(vec![
        person(3, "Zoë"),
        person(2, "anna"),
        person(1, "ANNA"),
        person(9, "Ánna"),
        person(4, "Bob"),
    ]);
    let all = (0..5).map(RecordOrdinal);
    assert_eq!(ids(&world.snapshot, all), [1, 2, 9, 4, 3]);
}

#[test]
fn ids_lead_to_active_and_to_retired_records() {
    let world = world();
    let snapshot = &world.snapshot;
    for id in (0..30).filter(|id| !(11..=20).contains(id)).chain([u64::MAX]) {
        assert_eq!(snapshot.find(RecordId(id)), None, "{id}");
        assert_eq!(snapshot.retired(RecordId(id)), None, "{id}");
    }
    let mut given = input().retired;
    given.sort_by_key(|retired| retired.id);
    assert_eq!(snapshot.all_retired().collect::<Vec<_>>(), given);
    for retired in given {
        assert_eq!(snapshot.retired(retired.id), Some(retired));
        let state = lookup::record(snapshot, retired.id);
        assert!(
            matches!(state, RecordState::Retired { delisted_at } if delisted_at == retired.delisted_at)
        );
    }
}

#[test]
fn a_retired_record_leads_to_its_entity_while_that_lives() {
    let mut input = input();
    input.retired =
        vec![world::retired(901, Some(ENTITY)), world::retired(902, Some(FORMER_ENTITY))];
    let snapshot = World::of(input).snapshot;
    assert!(matches!(lookup::record(&snapshot, RecordId(901)), RecordState::Moved(ENTITY)));
    assert!(matches!(lookup::record(&snapshot, RecordId(902)), RecordState::Retired { .. }));
}

#[test]
fn an_entity_merged_into_another_leads_to_it_and_so_do_its_retired_records() {
    let mut input = input();
    input.retired = vec![world::retired(903, Some(MERGED_AWAY))];
    let snapshot = World::of(input).snapshot;
    assert_eq!(snapshot.successor(MERGED_AWAY), Some(ENTITY));
    assert_eq!(snapshot.successor(ENTITY), None);
    let state = lookup::merged_entity(&snapshot, MERGED_AWAY);
    assert!(matches!(state, EntityState::Moved(ENTITY)));
    assert!(matches!(lookup::record(&snapshot, RecordId(903)), RecordState::Moved(ENTITY)));
    let gone = lookup::merged_entity(&snapshot, MERGED_INTO_FORMER);
    assert!(matches!(gone, EntityState::Unknown), "its successor has no active record");
}

#[test]
fn merged_entities_have_their_members() {
    let world = world();
    let snapshot = &world.snapshot;
    let members = |entity| {
        let ordinals: Option<&[u32]> = snapshot.entity_members(entity);
        ordinals.map(|o| ids(snapshot, o.iter().copied().map(RecordOrdinal)))
    };
    assert_eq!(members(ENTITY), Some(vec![11, 20]));
    assert_eq!(members(OTHER_ENTITY), Some(vec![19, 12]), "in order of their names");
    assert_eq!((members(FORMER_ENTITY), members(Uuid::nil())), (None, None));
    let entity = lookup::merged_entity(snapshot, ENTITY).active().expect("it has records");
    assert_eq!(entity.caption(), "Ivan Petrovich SOKOLOV");
}

#[test]
fn imo_numbers_lead_to_their_carriers() {
    let world = world();
    let carriers = |number: &str| {
        let imo = ImoNumber::parse(number).expect("seven digits");
        ids(&world.snapshot, world.snapshot.index().with_imo(imo))
    };
    assert_eq!(carriers("9074729"), [17, 16], "a bank and a ship");
    assert_eq!(carriers("9000001"), [11]);
    assert!(carriers("9000000").is_empty() && carriers("9999999").is_empty());
}

#[test]
fn related_records_share_the_name_and_the_birth_date() {
    let born = |id, name: &str, date: &str| person(id, name).born(date);
    let world = World::new(vec![
        born(1, "Ivan Sokolov", "1962-05-17"),
        born(2, "IVÁN SOKOLOV", "1962-05-17").in_register(1),
        born(3, "Ivan Sokolova", "1962-05-17").in_register(1),
        born(4, "Petr", "1962-05-17").alias("Ivan Sokolov").in_register(1),
        born(5, "Ivan Sokolov", "1962").in_register(1),
        person(6, "Ivan Sokolov").in_register(1),
        born(7, "SOKOLOV, Ivan", "1962-05-17").in_register(1),
    ]);
    let snapshot = &world.snapshot;
    let related = |id| -> Vec<u64> {
        let record = snapshot.record(snapshot.find(RecordId(id)).expect("a record"));
        lookup::related(snapshot, record).iter().map(|other| other.id().0).collect()
    };
    assert_eq!((related(1), related(2)), (vec![2, 5], vec![1]));
    assert_eq!(related(5), [1], "the year is the coarser precision");
    let others = [3, 4, 6, 7].map(related);
    assert_eq!(others, [[]; 4] as [[u64; 0]; 4]);
}

#[test]
fn names_are_found_by_how_they_start() {
    let anna = person(1, "Anna Berg").alias("Berg-Anna");
    let world = World::new(vec![anna, person(2, "Ann Bergman")]);
    let snapshot = &world.snapshot;
    let index = snapshot.index();
    let starting = |prefix: &str| -> Vec<u64> {
        let records = index.names_starting_with(prefix).iter();
        let records = records.map(|&name| index.record_of(name));
        ids(snapshot, records)
    };
    for (prefix, expected) in [
        ("ann", vec![2, 1]),
        ("ann ", vec![2]),
        ("anna", vec![1]),
        ("anna b", vec![1]),
        ("berg", vec![1]),
        ("bergm", vec![]),
        ("zzz", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(starting(prefix), expected, "{prefix:?}");
    }
    assert_eq!(index.names_equal_to("anna berg").len(), 1);
    assert_eq!(index.names_equal_to("anna ber").len(), 0);
}

#[test]
fn a_snapshot_without_records_opens_and_answers() {
    let world = World::new(Vec::new());
    let snapshot = &world.snapshot;
    assert_eq!((snapshot.record_count(), snapshot.collection_count(Collection::Default)), (0, 0));
    assert_eq!(snapshot.find(RecordId(0)), None);
    assert_eq!(snapshot.all_retired().count(), 0);
    assert!(found(snapshot, "Ivan Sokolov").is_empty());
}

#[test]
fn one_record_is_found_by_its_name() {
    let world = World::new(vec![person(7, "Ivan Sokolov")]);
    assert_eq!(found(&world.snapshot, "Ivan Sokolov"), [(7, 1.0)]);
}

#[test]
fn names_without_words_are_kept_and_do_no_harm() {
    let world = World::new(vec![person(1, "!!!"), person(2, ""), person(3, "Ivan").alias("...")]);
    let snapshot = &world.snapshot;
    assert_eq!((view(snapshot, 1).name(), view(snapshot, 2).name()), ("!!!", ""));
    assert_eq!(view(snapshot, 3).aliases().collect::<Vec<_>>(), ["..."]);
    let index = snapshot.index();
    let without = snapshot.find(RecordId(1)).expect("a record");
    let mut names = index.names_of(without);
    assert_eq!(names.len(), 1, "it has its primary name all the same");
    let primary = names.next().expect("its primary name");
    assert!(index.run(primary).0.is_empty());
    assert_eq!(found(snapshot, "Ivan"), [(3, 1.0)]);
    assert!(found(snapshot, "???").iter().all(|(_, score)| *score == 0.0));
}

#[test]
fn long_names_and_words_are_kept_whole_and_matched_by_their_beginning() {
    let words: Vec<String> = (0..40).map(|at| format!("{}word", letters(at))).collect();
    let (many, long) = (words.join(" "), "abcdefghijklmno".repeat(20));
    let world = World::new(vec![person(1, &many), person(2, &long), person(3, &"ж".repeat(300))]);
    let snapshot = &world.snapshot;
    assert_eq!(view(snapshot, 1).name(), many);
    assert_eq!((view(snapshot, 2).name(), long.len()), (long.as_str(), 300));
    assert_eq!(found(snapshot, &many)[0], (1, 1.0));
    assert_eq!(found(snapshot, &long)[0], (2, 1.0));
}

/// Makes two letters that differ for every number below 676.
fn letters(number: u8) -> String {
    [b'a' + number / 26, b'a' + number % 26].map(char::from).iter().collect()
}

#[test]
fn a_record_is_found_by_each_of_a_thousand_aliases() {
    let alias = |number| format!("Sokolov {}", spelt(number));
    let made = (0..1_000).fold(person(1, "Ivan"), |made, at| made.alias(&alias(at)));
    let world = World::new(vec![made, person(2, "Sokolov")]);
    let shown = view(&world.snapshot, 1);
    assert_eq!(shown.to_model().aliases.len(), 1_000);
    for at in [0, 1, 499, 999] {
        assert_eq!(found(&world.snapshot, &alias(at))[0], (1, 1.0), "{}", alias(at));
        assert_eq!(shown.name_at(at as u16 + 1), alias(at));
    }
}

/// Spells a number in syllables, one per digit.
fn spelt(number: u32) -> String {
    let syllables = ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu"];
    number.to_string().bytes().map(|digit| syllables[usize::from(digit - b'0')]).collect()
}

#[test]
fn weak_aliases_stay_weak() {
    let mut made = person(1, "Ivan");
    made.record.aliases = vec![Alias::weak("Vanya"), Alias::strong("Johann")];
    let world = World::new(vec![made.clone()]);
    assert_eq!(view(&world.snapshot, 1).to_model().aliases, made.record.aliases);
}

#[test]
fn ids_that_occur_twice_do_not_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("snapshot.tamis");
    let twice: Vec<ActiveRecord> = vec![person(1, "Ivan"), person(1, "Petr")];
    write_snapshot(&path, worlds::input(twice), &|_| ()).expect("the writer trusts its caller");
    let snapshot = Snapshot::open(&path).expect("every number leads somewhere");
    let error = snapshot.verify().expect_err("one id leads to two records");
    assert!(error.to_string().contains("id-index"), "{error}");
}

#[test]
fn an_existing_file_is_never_written_over() {
    let world = world();
    let error = write_snapshot(&world.path(), input(), &|_| ()).expect_err("it exists");
    assert!(matches!(error, SnapshotError::Io { action: "create", .. }), "{error}");
    assert!(Snapshot::open(&world.path()).is_ok());
}

/// Returns ids and scores of the results of a query by name alone, best first.
fn found(snapshot: &Snapshot, name: &str) -> Vec<(u64, f64)> {
    let query = MatchQuery::by_name(Schema::LegalEntity, name);
    let filter = Filter::collection(Collection::Default);
    let settings = MatchSettings::default();
    let answer = answer(&query, &BoundFilter::new(snapshot, &filter), settings);
    let hits = answer.hits.iter();
    hits.map(|hit| (snapshot.record(hit.record).id().0, hit.score)).collect()
}
