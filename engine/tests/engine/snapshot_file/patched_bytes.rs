//! Any bytes may be patched and the checksums made right again: the file is refused, or it answers
//! without a fault.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tamis_engine::directory::Directory;
use tamis_engine::lookup;
use tamis_engine::matching::{Algorithm, BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{
    Collection, ImoNumber, ListType, RecordId, RecordOrdinal, RegisterIndex, Schema, Scope,
};
use tamis_engine::search::{Order, SearchFilter, SearchQuery, facets, search};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::snapshot::format::Section;

use super::draft::Draft;
use super::world::{ENTITY, world};
use crate::support::worlds::BUILT_AT;

static SOUND: LazyLock<Draft> = LazyLock::new(|| Draft::read(&world().path()));

/// What a patch does to the bytes of a section.
#[derive(Debug, Clone)]
enum Patch {
    Overwrite(Index, Vec<u8>),
    Remove(Index, usize),
    Insert(Index, Vec<u8>),
}

fn patch() -> impl Strategy<Value = (Section, Patch)> {
    // Small counts, the edges of a byte, and letters: texts that stay valid open most often.
    let interesting = select(&[0u8, 1, 2, 3, 7, b'1', b'a', b'Z', 0x7f, 0x80, 0xff][..]);
    let byte = || prop_oneof![interesting.clone(), any::<u8>()];
    let bytes = move |most| prop::collection::vec(byte(), 1..=most);
    let patch = prop_oneof![
        6 => (any::<Index>(), bytes(4)).prop_map(|(at, bytes)| Patch::Overwrite(at, bytes)),
        1 => (any::<Index>(), 1usize..64).prop_map(|(at, len)| Patch::Remove(at, len)),
        1 => (any::<Index>(), bytes(16)).prop_map(|(at, bytes)| Patch::Insert(at, bytes)),
    ];
    (select(Section::ALL), patch)
}

fn apply(draft: &mut Draft, section: Section, patch: &Patch) {
    let bytes = draft.section(section);
    match patch {
        Patch::Overwrite(at, new) => {
            let at = at.index(bytes.len().max(1));
            bytes.iter_mut().skip(at).zip(new).for_each(|(old, new)| *old = *new);
        }
        Patch::Remove(at, len) => {
            let at = at.index(bytes.len() + 1);
            bytes.drain(at..(at + len).min(bytes.len()));
        }
        Patch::Insert(at, new) => {
            let at = at.index(bytes.len() + 1);
            bytes.splice(at..at, new.iter().copied());
        }
    }
    let row = section.element_len();
    bytes.truncate(bytes.len() / row * row);
}

/// Files that were refused, and files that opened.
static OUTCOMES: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    // Mostly one patch: what two of them leave unnoticed is rare, and so are files that open.
    fn patched_files(patches in prop_oneof![
        3 => prop::collection::vec(patch(), 1),
        1 => prop::collection::vec(patch(), 2..4),
    ]) {
        let mut draft = SOUND.clone();
        for (section, patch) in &patches {
            apply(&mut draft, *section, patch);
        }
        let opened = draft.open();
        OUTCOMES[usize::from(opened.is_ok())].fetch_add(1, Ordering::Relaxed);
        if let Ok(snapshot) = opened {
            ask_everything(&snapshot);
        }
    }
}

#[test]
fn a_patched_file_is_refused_or_answers() {
    patched_files();
    let [refused, opened] = OUTCOMES.each_ref().map(|count| count.load(Ordering::Relaxed));
    assert!(refused >= 1_000 && opened >= 100, "{refused} refused, {opened} opened");
}

/// Every look-up, every record and queries of every kind.
fn ask_everything(snapshot: &Snapshot) {
    for id in (10..=20).chain(901..=902) {
        let _ = lookup::record(snapshot, RecordId(id));
    }
    let _ =
        lookup::merged_entity(snapshot, ENTITY).active().map(|entity| entity.caption().to_owned());
    for ordinal in (0..snapshot.record_count() as u32).map(RecordOrdinal) {
        let record = snapshot.record(ordinal);
        let _ = (record.to_model(), record.aliases().count(), snapshot.same_name(ordinal).count());
        let _ = lookup::related(snapshot, record).len();
    }
    browse(snapshot);
    for (schema, name) in [
        (Schema::Person, "Muhammad Abdul-Rahman"),
        (Schema::Person, "Ivan Petrovich Sokolov"),
        (Schema::Person, "I. Ivanow"),
        (Schema::Person, "Иванова"),
        (Schema::Person, "Mohamed Sokolof"),
        (Schema::LegalEntity, "jongun kim"),
        (Schema::Company, "golden harvests trading llc"),
        (Schema::Vessel, "ocean star"),
        (Schema::LegalEntity, "g"),
    ] {
        ask(
            snapshot,
            MatchQuery {
                birth_dates: "1962".parse().into_iter().collect(),
                imos: ImoNumber::parse("9074729").into_iter().collect(),
                ..MatchQuery::by_name(schema, name)
            },
        );
    }
}

/// Everything that the directory holds, searches and facets.
fn browse(snapshot: &Snapshot) {
    let directory = Directory::new(snapshot);
    let ordinals = (0..snapshot.registers().len() as u16).map(RegisterIndex);
    for register in directory.registers_by_age().into_iter().chain(ordinals) {
        let _ = directory.source(register).changes(BUILT_AT).within(90);
        for at in directory.of_register(register) {
            let _ = snapshot.record(RecordOrdinal(*at)).name();
        }
    }
    for place in 0..directory.programme_count() as u32 {
        let facts = directory.programme(place);
        for at in facts.registers() {
            let _ = &snapshot.registers()[at.index()].name;
        }
        let _ = directory.of_programme(facts.name).len();
    }
    for list_type in ListType::ALL.iter().copied().map(Some).chain([None]) {
        for (at, _) in directory.programmes_by_records(list_type) {
            let _ = directory.programme(at).name;
        }
        Scope::ALL.iter().for_each(|scope| drop(directory.figures(list_type, *scope).clone()));
    }
    let filter = SearchFilter::of(Filter::collection(Collection::Default));
    let born = SearchFilter { birth_date: "1962".parse().ok(), ..filter.clone() };
    let of_country = directory
        .countries()
        .map(|country| SearchFilter { nationality: Some(country), ..filter.clone() });
    for filter in [filter.clone(), born].into_iter().chain(of_country) {
        for text in [None, Some("ivan"), Some("Sokolov, Ivan")] {
            for order in [Order::Name, Order::Newest] {
                let text = text.map(str::to_owned);
                let query =
                    SearchQuery { text, filter: filter.clone(), order, offset: 0, limit: 50 };
                let page = search(snapshot, directory, &query);
                for at in page.records {
                    let _ = snapshot.record(at).name();
                }
            }
            let _ = facets(snapshot, directory, text, &filter);
        }
    }
}

fn ask(snapshot: &Snapshot, query: MatchQuery) {
    for collection in [Collection::Default, Collection::Sanctions] {
        let filter = Filter::collection(collection);
        let settings = MatchSettings { limit: 50, algorithm: Algorithm::Standard };
        let _ = answer(&query, &BoundFilter::new(snapshot, &filter), settings);
    }
}
