//! Queries of every kind that a snapshot answers.

use std::fmt::Write as _;

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
use tamis_engine::snapshot::{RecordView, Snapshot};

use super::world::{ENTITY, MERGED_AWAY, OTHER_ENTITY};
use crate::support::worlds::BUILT_AT;

/// Runs every look-up, shows every record in every form, and runs queries of every kind.
pub(crate) fn ask_everything(snapshot: &Snapshot) {
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

/// Shows a record in every form, and searches for its own names.
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

/// Reads everything that the directory shows, with searches and facets.
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

/// Runs a query as a match, a reconciliation and a suggestion.
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
