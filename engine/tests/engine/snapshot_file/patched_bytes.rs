//! Any bytes may be patched and the checksums made right again: the file is refused, or it answers
//! without a fault. What opening leaves to `Snapshot::verify` may make answers wrong, and no worse.

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use tamis_engine::directory::Directory;
use tamis_engine::ftm::FtmEntity;
use tamis_engine::ftm::statement::Statement;
use tamis_engine::lookup;
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{
    Collection, CountryCode, Fact, ImoNumber, ListType, RecordId, RecordOrdinal, RegisterIndex,
    Schema, Scope,
};
use tamis_engine::reconcile::{self, ReconcileQuery, Suggestions};
use tamis_engine::search::{Order, SearchFilter, SearchQuery, facets, search};
use tamis_engine::snapshot::format::Section;
use tamis_engine::snapshot::{RecordView, Snapshot};

use super::draft::Draft;
use super::world::{ENTITY, MERGED_AWAY, OTHER_ENTITY, world};
use crate::support::worlds::BUILT_AT;

static SOUND: LazyLock<Draft> = LazyLock::new(|| Draft::read(&world().path()));

/// What a patch does to the bytes of a section.
#[derive(Debug, Clone)]
enum Patch {
    Overwrite(Index, Vec<u8>),
    /// Sets a number of four bytes, as ordinals and starts are.
    Number(Index, u32),
    /// Two elements change places.
    Swap(Index, Index),
    /// An element takes the place of another.
    Repeat(Index, Index),
    Remove(Index, usize),
    Insert(Index, Vec<u8>),
}

fn patch() -> impl Strategy<Value = Patch> {
    // Small counts, the edges of a byte, and letters: texts that stay valid open most often.
    let interesting = select(&[0u8, 1, 2, 3, 7, b'1', b'a', b'Z', 0x7f, 0x80, 0xff][..]);
    let byte = || prop_oneof![interesting.clone(), any::<u8>()];
    let bytes = move |most| prop::collection::vec(byte(), 1..=most);
    // Ordinals of what there is, mostly, and the ends of what a number can be.
    let number = prop_oneof![4 => 0u32..12, 2 => 0u32..150, 1 => select(&[u32::MAX, 1 << 31][..])];
    let index = any::<Index>;
    prop_oneof![
        3 => (index(), bytes(4)).prop_map(|(at, bytes)| Patch::Overwrite(at, bytes)),
        3 => (index(), number).prop_map(|(at, number)| Patch::Number(at, number)),
        3 => (index(), index()).prop_map(|(a, b)| Patch::Swap(a, b)),
        2 => (index(), index()).prop_map(|(from, to)| Patch::Repeat(from, to)),
        1 => (index(), 1usize..64).prop_map(|(at, len)| Patch::Remove(at, len)),
        1 => (index(), bytes(16)).prop_map(|(at, bytes)| Patch::Insert(at, bytes)),
    ]
}

fn apply(draft: &mut Draft, section: Section, patch: &Patch) {
    let bytes = draft.section(section);
    let row = section.element_len();
    let rows = (bytes.len() / row).max(1);
    // In sections of bytes, an element is a number.
    let element = if row == 1 { 4 } else { row };
    let elements = (bytes.len() / element).max(1);
    match patch {
        Patch::Overwrite(at, new) => {
            let at = at.index(bytes.len().max(1));
            bytes.iter_mut().skip(at).zip(new).for_each(|(old, new)| *old = *new);
        }
        Patch::Number(at, number) => {
            let at = at.index((bytes.len() / 4).max(1)) * 4;
            bytes.iter_mut().skip(at).zip(number.to_le_bytes()).for_each(|(old, new)| *old = new);
        }
        Patch::Swap(a, b) => {
            let [a, b] = [a, b].map(|at| at.index(elements) * element);
            (0..element.min(bytes.len())).for_each(|at| bytes.swap(a + at, b + at));
        }
        Patch::Repeat(from, to) => {
            let [from, to] = [from, to].map(|at| at.index(elements) * element);
            let end = (from + element).min(bytes.len());
            bytes.copy_within(from..end, to);
        }
        Patch::Remove(at, len) => {
            let at = at.index(rows) * row;
            bytes.drain(at.min(bytes.len())..(at + len).next_multiple_of(row).min(bytes.len()));
        }
        Patch::Insert(at, new) => {
            let at = at.index(bytes.len() + 1);
            bytes.splice(at..at, new.iter().copied());
        }
    }
    bytes.truncate(bytes.len() / row * row);
}

/// What came of files.
#[derive(Debug, Default)]
struct Outcomes {
    /// They did not open.
    refused: AtomicUsize,
    /// They opened, and contradict themselves.
    found_by_verify: AtomicUsize,
    /// Nothing is to be seen in them: a patch that changed nothing, or what only the builder knows.
    sound: AtomicUsize,
}

impl Outcomes {
    fn try_out(&self, draft: &Draft) {
        let outcome = match draft.open() {
            Err(_) => &self.refused,
            Ok(snapshot) => {
                ask_everything(&snapshot);
                if snapshot.verify().is_err() { &self.found_by_verify } else { &self.sound }
            }
        };
        outcome.fetch_add(1, Ordering::Relaxed);
    }

    fn counts(&self) -> [usize; 3] {
        [&self.refused, &self.found_by_verify, &self.sound]
            .map(|count| count.load(Ordering::Relaxed))
    }
}

#[test]
fn a_file_with_one_patch_is_refused_or_answers_whatever_the_section() {
    /// Patches tried in each section.
    const PATCHES: u32 = 10;
    let all = Outcomes::default();
    for &section in Section::ALL {
        let cases = ProptestConfig { cases: PATCHES, ..ProptestConfig::default() };
        proptest!(cases, |(patch in patch())| {
            let mut draft = SOUND.clone();
            apply(&mut draft, section, &patch);
            all.try_out(&draft);
        });
    }
    let counts = all.counts();
    assert!(counts.iter().all(|count| *count >= 100), "refused, found, sound: {counts:?}");
}

#[test]
fn a_file_with_several_patches_is_refused_or_answers() {
    let all = Outcomes::default();
    let cases = ProptestConfig { cases: 300, ..ProptestConfig::default() };
    let patches = prop::collection::vec((select(Section::ALL), patch()), 2..4);
    proptest!(cases, |(patches in patches)| {
        let mut draft = SOUND.clone();
        patches.iter().for_each(|(section, patch)| apply(&mut draft, *section, patch));
        all.try_out(&draft);
    });
    let counts = all.counts();
    assert!(counts[0] >= 100 && counts[1] >= 30, "refused, found, sound: {counts:?}");
}

/// Every look-up, every record in every form, and queries of every kind.
fn ask_everything(snapshot: &Snapshot) {
    for id in (10..=20).chain(901..=902) {
        let _ = lookup::record(snapshot, RecordId(id));
    }
    for entity in [ENTITY, OTHER_ENTITY, MERGED_AWAY] {
        if let Some(entity) = lookup::merged_entity(snapshot, entity).active() {
            let told = FtmEntity::of_merged(&entity).with_sanctions();
            serde_json::to_string(&told).expect("plain JSON");
        }
    }
    for ordinal in (0..snapshot.record_count() as u32).map(RecordOrdinal) {
        show(snapshot, snapshot.record(ordinal));
    }
    browse(snapshot);
    for (schema, name) in [
        (Schema::Person, "Muhammad Abdul-Rahman"),
        (Schema::Person, "Ivan Petrovich Sokolov"),
        (Schema::Person, "I. Ivanow"),
        (Schema::Person, "Иванова"),
        (Schema::Person, "Mohamed Sokolof"),
        (Schema::Person, "bin Laden"),
        (Schema::LegalEntity, "jongun kim"),
        (Schema::Company, "golden harvests trading llc"),
        (Schema::Vessel, "ocean star"),
        (Schema::LegalEntity, "g"),
    ] {
        ask(
            snapshot,
            MatchQuery {
                birth_dates: "1962".parse().into_iter().collect(),
                countries: CountryCode::parse("RU").into_iter().collect(),
                imos: ImoNumber::parse("9074729").into_iter().collect(),
                ..MatchQuery::by_name(schema, name)
            },
        );
    }
}

/// A record in every form in which it is shown, and asked for by its own names.
fn show(snapshot: &Snapshot, record: RecordView<'_>) {
    let _ = record.to_model();
    let _ = lookup::related(snapshot, record).len();
    let mut shown = String::new();
    for value in Fact::ALL.iter().flat_map(|fact| record.values(*fact)) {
        write!(shown, "{value}").expect("to a string");
    }
    for statement in Statement::of_record(record) {
        write!(shown, "{} {}", statement.id(), statement.canonical_id()).expect("to a string");
    }
    let told = FtmEntity::of_record(snapshot, record).with_sanctions();
    serde_json::to_string(&told).expect("plain JSON");
    screen(snapshot, &MatchQuery::by_name(Schema::LegalEntity, record.name()));
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

/// A query as a match, to reconcile with, and as what someone types.
fn ask(snapshot: &Snapshot, query: MatchQuery) {
    screen(snapshot, &query);
    let filter = Filter::collection(Collection::Default);
    let text = query.names.first().map(|name| name.text().to_owned()).unwrap_or_default();
    let typed = Suggestions { text: &text, record: None, offset: 0, limit: 5 };
    let search = SearchFilter::of(filter.clone());
    let _ = reconcile::suggest(snapshot, Directory::new(snapshot), &search, &typed);
    let schemas = vec![Schema::Person, Schema::Company];
    let query = ReconcileQuery { record: None, schemas, described: query, limit: 5 };
    let _ = reconcile::candidates(&query, &BoundFilter::new(snapshot, &filter));
}

fn screen(snapshot: &Snapshot, query: &MatchQuery) {
    for collection in [Collection::Default, Collection::Sanctions] {
        let filter = Filter::collection(collection);
        let settings = MatchSettings { limit: 50, ..MatchSettings::default() };
        let _ = answer(query, &BoundFilter::new(snapshot, &filter), settings);
    }
}
