//! Every total of the reference data, compared with a naive count over all records: on random small
//! worlds, and on the real lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use serde_json::{Value, json};
use tamis_engine::model::{
    CountryCode, EntityType, ImoNumber, ListType, Record, RecordId, RecordOrdinal, RegisterIndex,
    Scope, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, RecordView, Retired, Snapshot};
use uuid::Uuid;

use crate::support::client::Client;
use crate::support::real;
use crate::support::worlds::{self, World, active};

/// Naive counts of some records.
#[derive(Default)]
struct Naive<'s> {
    records: u64,
    parties: BTreeSet<String>,
    types: BTreeMap<&'static str, u64>,
    countries: BTreeMap<String, u64>,
    programmes: BTreeMap<&'s str, u64>,
    registers: BTreeMap<&'s str, u64>,
    first_seen: Option<Timestamp>,
    last_change: Option<Timestamp>,
}

impl<'s> Naive<'s> {
    fn of(records: impl Iterator<Item = RecordView<'s>>) -> Self {
        let mut naive = Self::default();
        records.for_each(|record| naive.add(record));
        naive
    }

    fn add(&mut self, record: RecordView<'s>) {
        self.records += 1;
        let id = record.id().0.to_string();
        self.parties.insert(record.merged_entity().map_or(id, |entity| entity.to_string()));
        let kind = record.entity_type().map_or("UNKNOWN", |kind| kind.as_str());
        *self.types.entry(kind).or_default() += 1;
        *self.registers.entry(&record.register().name).or_default() += 1;
        for code in countries(record.to_model()) {
            *self.countries.entry(code).or_default() += 1;
        }
        for programme in record.programmes().collect::<BTreeSet<_>>() {
            *self.programmes.entry(programme).or_default() += 1;
        }
        let (first, last) = (record.first_seen(), record.first_seen().max(record.last_change()));
        self.first_seen = Some(self.first_seen.map_or(first, |before| before.min(first)));
        self.last_change = self.last_change.max(Some(last));
    }

    fn type_object(&self) -> Value {
        let names = EntityType::NAMES.iter().chain(&["UNKNOWN"]);
        let count = |name: &&str| self.types.get(name).copied().unwrap_or_default();
        names
            .map(|name| (name.to_string(), json!(count(name))))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

/// Returns the counted countries: those of the addresses if the record may be an organisation and has
/// no others.
fn countries(record: Record) -> BTreeSet<String> {
    let is_person_or_craft = record.entity_type.is_some_and(|kind| {
        matches!(kind, EntityType::Individual | EntityType::Vessel | EntityType::Aircraft)
    });
    let countries = match record.countries.is_empty() && !is_person_or_craft {
        true => record.address_countries,
        false => record.countries,
    };
    countries.iter().map(ToString::to_string).collect()
}

/// Sorts by falling count, then by value.
fn shares<V: Ord + ToString>(counts: &BTreeMap<V, u64>, most: usize) -> Value {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let shares = counts.into_iter().take(most);
    shares.map(|(value, count)| json!({"value": value.to_string(), "count": count})).collect()
}

fn records(snapshot: &Snapshot) -> impl Iterator<Item = RecordView<'_>> {
    (0..snapshot.record_count() as u32).map(|at| snapshot.record(RecordOrdinal(at)))
}

/// True if a record is in a scope (docs/api.md, "Collections").
fn is_in(record: RecordView<'_>, scope: Scope) -> bool {
    let (kind, list_type) = (record.entity_type(), record.list_type());
    let model = record.to_model();
    match scope {
        Scope::Default => true,
        Scope::Sanctions => list_type == ListType::Sanction,
        Scope::Peps => list_type == ListType::Pep,
        Scope::Crime => {
            matches!(list_type, ListType::Debarment | ListType::TaxWarrant | ListType::Insolvency)
        }
        Scope::Maritime => kind == Some(EntityType::Vessel) || record.imo().is_some(),
        Scope::Kyb => matches!(kind, Some(EntityType::Company | EntityType::Organization)),
        Scope::Securities => model.isin.is_some() || model.ticker.is_some(),
    }
}

/// Requests all reference data and compares it with naive counts.
struct Check<'s> {
    client: Client,
    snapshot: &'s Snapshot,
}

impl Check<'_> {
    async fn all(&self) {
        self.overview().await;
        self.catalog().await;
        for (name, list_type) in ["SANCTION", "PEP", "DEBARMENT"].iter().zip(ListType::ALL) {
            for scope in Scope::ALL {
                self.collection(name, *list_type, *scope).await;
            }
        }
        self.sources().await;
        self.countries().await;
        let types = ListType::ALL.iter().map(|kind| (kind.as_str(), Some(*kind)));
        for (name, list_type) in types.chain([("ALL", None)]) {
            self.programmes(name, list_type).await;
        }
    }

    async fn get(&self, address: &str) -> Value {
        let answer = self.client.get(address).await;
        assert_eq!(answer.status, 200, "{address}");
        answer.json()
    }

    async fn overview(&self) {
        let overview = self.get("/api/overview").await;
        let all = Naive::of(records(self.snapshot));
        let of = |kind| records(self.snapshot).filter(|record| record.list_type() == kind).count();
        let merged = records(self.snapshot).filter_map(RecordView::merged_entity);
        for (field, expected) in [
            ("active_records", json!(all.records)),
            ("sanctions", json!(of(ListType::Sanction))),
            ("peps", json!(of(ListType::Pep))),
            ("debarments", json!(of(ListType::Debarment))),
            ("tax_warrants", json!(of(ListType::TaxWarrant))),
            ("insolvencies", json!(of(ListType::Insolvency))),
            ("merged_entities", json!(merged.collect::<BTreeSet<_>>().len())),
            ("nationalities", json!(all.countries.len())),
            ("record_types", all.type_object()),
        ] {
            assert_eq!(overview[field], expected, "{field}");
        }
    }

    async fn catalog(&self) {
        let catalog = self.get("/api/catalog").await;
        let collections = catalog["collections"].as_array().expect("collections");
        assert_eq!(collections.len(), 5);
        for (entry, scope) in collections.iter().zip(Scope::ALL) {
            let naive = Naive::of(records(self.snapshot).filter(|r| is_in(*r, *scope)));
            let expected =
                [naive.records, naive.parties.len() as u64, naive.registers.len() as u64];
            let shown = [&entry["records"], &entry["entities"], &entry["registers"]];
            assert_eq!(shown, expected, "{scope:?}");
            let changed = self.last_change(&naive, |_| true, *scope);
            assert_eq!(entry["last_change"], changed, "{scope:?}");
        }
    }

    async fn collection(&self, name: &str, list_type: ListType, scope: Scope) {
        let address = format!("/api/collection?type={name}&scope={}", scope.as_str());
        let of_type = records(self.snapshot).filter(|record| record.list_type() == list_type);
        let naive = Naive::of(of_type.filter(|record| is_in(*record, scope)));
        let expected = json!({
            "type": name,
            "scope": scope.as_str(),
            "records": naive.records,
            "entities": naive.parties.len(),
            "registers": naive.registers.len(),
            "countries": naive.countries.len(),
            "programmes": naive.programmes.len(),
            "first_seen": naive.first_seen.map(|time| time.to_string()),
            "last_change": self.last_change(&naive, |kind| kind == list_type, scope),
            "by_entity_type": naive.type_object(),
            "top_registers": shares(&self.by_slug(&naive), 10),
            "top_countries": shares(&naive.countries, 10),
        });
        let mut answer = self.get(&address).await;
        // Registers of equal size are ordered by slug.
        for share in answer["top_registers"].as_array_mut().expect("registers") {
            let register = share["value"].as_str().expect("a name");
            share["value"] = json!(self.slug_of(register));
        }
        assert_eq!(answer, expected, "{address}");
    }

    fn slug_of(&self, name: &str) -> &str {
        let register = self.snapshot.registers().iter().find(|register| register.name == name);
        &register.expect("a known register").slug
    }

    fn by_slug(&self, naive: &Naive<'_>) -> BTreeMap<&str, u64> {
        naive.registers.iter().map(|(name, count)| (self.slug_of(name), *count)).collect()
    }

    /// Returns the latest change of the records and the latest removal. Removals count for registers
    /// that are in the scope as a whole, or have records there.
    fn last_change(&self, naive: &Naive<'_>, of: impl Fn(ListType) -> bool, scope: Scope) -> Value {
        let whole = |kind: ListType| match scope {
            Scope::Default => true,
            Scope::Sanctions => kind == ListType::Sanction,
            Scope::Peps => kind == ListType::Pep,
            Scope::Crime => !matches!(kind, ListType::Sanction | ListType::Pep),
            Scope::Maritime | Scope::Kyb | Scope::Securities => false,
        };
        let removed = self.snapshot.all_retired().filter(|retired| {
            let register = &self.snapshot.registers()[retired.register.index()];
            let has_records = naive.registers.contains_key(register.name.as_str());
            of(register.list_type) && (has_records || whole(register.list_type))
        });
        let last = removed.map(|retired| retired.delisted_at).max().max(naive.last_change);
        json!(last.map(|time| time.to_string()))
    }

    async fn sources(&self) {
        for (at, register) in self.snapshot.registers().iter().enumerate() {
            let name: String = form_urlencoded(&register.name);
            let answer = self.get(&format!("/api/source?name={name}")).await;
            let own = || records(self.snapshot).filter(|r| r.register().slug == register.slug);
            let naive = Naive::of(own());
            let mut newest: Vec<_> = own().map(|r| (r.first_seen(), r.ordinal(), r.id())).collect();
            newest.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            let shown: Vec<_> = answer["recent"].as_array().expect("records").iter().collect();
            let shown: Vec<_> = shown.into_iter().map(|row| row["id"].as_u64()).collect();
            let newest: Vec<_> = newest.into_iter().take(15).map(|r| Some(r.2.0)).collect();
            assert_eq!(shown, newest, "{name}");
            for (field, expected) in [
                ("records", json!(naive.records)),
                ("entities", json!(naive.parties.len())),
                ("first_seen", json!(naive.first_seen.map(|time| time.to_string()))),
                ("by_entity_type", shares(&naive.types, 6)),
                ("by_country", shares(&naive.countries, 60)),
                ("by_programme", shares(&naive.programmes, 50)),
            ] {
                assert_eq!(answer[field], expected, "{name} {field}");
            }
            self.changes(&answer["changes"], RegisterIndex(at as u16));
        }
    }

    fn changes(&self, changes: &Value, register: RegisterIndex) {
        let slug = &self.snapshot.registers()[register.index()].slug;
        let retired = || self.snapshot.all_retired().filter(|r| r.register == register);
        let active = records(self.snapshot).filter(|record| record.register().slug == *slug);
        let active = active.map(RecordView::first_seen);
        let added: Vec<_> = active.chain(retired().map(|r| r.first_seen)).collect();
        let removed: Vec<_> = retired().map(|r| r.delisted_at).collect();
        let last = |times: &[Timestamp]| json!(times.iter().max().map(ToString::to_string));
        assert_eq!(changes["last_added"], last(&added));
        assert_eq!(changes["last_removed"], last(&removed));
        let days = changes["days"].as_array().expect("days");
        assert_eq!(days.len(), 90);
        let on = |times: &[Timestamp], date: &Value| {
            let date = date.as_str().expect("a date");
            times.iter().filter(|time| time.to_string().starts_with(date)).count()
        };
        for day in days {
            assert_eq!(day["added"], json!(on(&added, &day["date"])), "{day}");
            assert_eq!(day["removed"], json!(on(&removed, &day["date"])), "{day}");
        }
        for (field, part, window) in [
            ("added_7d", "added", 7),
            ("added_30d", "added", 30),
            ("removed_7d", "removed", 7),
            ("removed_30d", "removed", 30),
        ] {
            let sum: u64 = days[90 - window..].iter().filter_map(|day| day[part].as_u64()).sum();
            assert_eq!(changes[field], json!(sum), "{field}");
        }
    }

    async fn countries(&self) {
        let answer = self.get("/api/countries").await;
        let mut sources: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for record in records(self.snapshot) {
            for code in countries(record.to_model()) {
                sources.entry(code).or_default().insert(&record.register().slug);
            }
        }
        let naive = Naive::of(records(self.snapshot));
        let shown = answer["results"].as_array().expect("countries").iter();
        let shown: Value =
            shown.map(|c| json!({"value": c["code"], "count": c["records"]})).collect();
        assert_eq!(shown, shares(&naive.countries, usize::MAX));
        for country in answer["results"].as_array().expect("countries") {
            let code = country["code"].as_str().expect("a code");
            assert_eq!(country["sources"], json!(sources[code].len()), "{code}");
        }
        assert_eq!(answer["total"], json!(naive.countries.len()));
    }

    /// Checks all pages of programmes, joined.
    async fn programmes(&self, name: &str, list_type: Option<ListType>) {
        let counted = || {
            records(self.snapshot)
                .filter(|record| list_type.is_none_or(|wanted| record.list_type() == wanted))
        };
        let mut lists: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for record in counted() {
            for programme in record.programmes() {
                lists.entry(programme).or_default().insert(&record.register().name);
            }
        }
        let naive = Naive::of(counted());
        let (mut shown, mut page) = (Vec::new(), 1);
        while shown.len() < naive.programmes.len() {
            let address = format!("/api/programs?list_type={name}&limit=7&page={page}");
            let answer = self.get(&address).await;
            assert_eq!(answer["total"], json!(naive.programmes.len()));
            for row in answer["results"].as_array().expect("programmes") {
                let programme = row["programme"].as_str().expect("a name");
                let own: BTreeSet<_> = row["lists"]
                    .as_array()
                    .expect("lists")
                    .iter()
                    .filter_map(Value::as_str)
                    .collect();
                assert_eq!(own, lists[programme], "{programme}");
                assert_eq!(row["sources"], json!(own.len()), "{programme}");
                shown.push(json!({"value": programme, "count": row["records"]}));
            }
            page += 1;
        }
        assert_eq!(json!(shown), shares(&naive.programmes, usize::MAX), "{name}");
    }
}

/// Encodes the name for an address.
fn form_urlencoded(name: &str) -> String {
    name.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn check(snapshot: &Arc<Snapshot>) {
    let client = Client::serving(Arc::clone(snapshot));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(Check { client, snapshot }.all());
}

/// A random record: register, type, countries, programmes, flags for an IMO number and a security,
/// party, and age in days.
type Drawn = (u16, Option<usize>, Vec<usize>, Vec<usize>, (bool, bool), Option<u8>, i64);

fn drawn() -> impl Strategy<Value = Drawn> {
    let some = |most: usize| prop::collection::vec(0..most, 0..4);
    let party = prop::option::of(0..4u8);
    let kind = prop::option::of(0..5usize);
    (0..6u16, kind, some(5), some(6), any::<(bool, bool)>(), party, 0..100i64)
}

/// The present: changes are reported for the days before today.
static NOW: LazyLock<Timestamp> = LazyLock::new(Timestamp::now);

fn record_of(at: usize, drawn: Drawn) -> ActiveRecord {
    let (register, kind, countries, programmes, (is_ship, has_security), party, days_ago) = drawn;
    let record = Record {
        reference: format!("r-{at}"),
        name: format!("Name {}", at % 7),
        entity_type: kind.map(|kind| EntityType::ALL[kind]),
        countries: countries
            .into_iter()
            .filter_map(|at| CountryCode::parse(["DE", "FR", "RU", "SU", "QX"][at]))
            .collect(),
        programmes: programmes.into_iter().map(|at| format!("P-{at}")).collect(),
        imo: is_ship.then(|| ImoNumber::parse("9074729")).flatten(),
        isin: (has_security && at.is_multiple_of(2)).then(|| "US0378331005".to_owned()),
        ticker: (has_security && at % 2 == 1).then(|| "GHT".to_owned()),
        ..Record::default()
    };
    let first_seen = Timestamp(NOW.0 - days_ago * 86_000);
    ActiveRecord {
        first_seen,
        last_change: Timestamp(first_seen.0 + days_ago * 500).into(),
        entity: party.map(|party| Uuid::from_u128(u128::from(party) + 1)),
        ..active(at as u64 + 1, RegisterIndex(register), record)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn totals_equal_a_naive_count(
        records in prop::collection::vec(drawn(), 0..40),
        retired in prop::collection::vec((0..7u16, 0..95i64), 0..6),
    ) {
        let records = records.into_iter().enumerate().map(|(at, drawn)| record_of(at, drawn));
        let mut input = worlds::input(records.collect());
        let kinds = [1, 0, 2, 3, 4, 0, 2];
        let register = |(at, kind): (usize, &usize)| {
            worlds::register(&format!("r{at}"), &format!("Register {at}"), ListType::ALL[*kind])
        };
        input.registers = kinds.iter().enumerate().map(register).collect();
        let retired = retired.into_iter().enumerate().map(|(at, (register, days_ago))| Retired {
            id: RecordId(1000 + at as u64),
            key: at as u64,
            register: RegisterIndex(register),
            entity: None,
            first_seen: Timestamp(NOW.0 - 95 * 86_400),
            last_seen: Timestamp(NOW.0 - days_ago * 86_400),
            delisted_at: Timestamp(NOW.0 - days_ago * 86_400),
        });
        input.retired = retired.collect();
        input.built_at = *NOW;
        check(&World::of(input).snapshot);
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn totals_of_the_real_lists_equal_a_naive_count() {
    check(&real::snapshot());
}
