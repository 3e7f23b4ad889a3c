//! Search as docs/api.md, "Search" and "Facets" define it, by visiting every record, without index or
//! posting lists.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use tamis_engine::limits::FACET_VALUES_MAX;
use tamis_engine::model::facts::Value;
use tamis_engine::model::{
    Collection, CountryCode, Day, EntityType, Fact, ListingFilter, RecordOrdinal, Timestamp,
};
use tamis_engine::search::{Facets, Order, SearchFilter};
use tamis_engine::snapshot::{RecordView, Snapshot};
use tamis_engine::text;

/// Every record of a snapshot with its names split into words.
pub struct SearchOracle<'s> {
    snapshot: &'s Snapshot,
    records: Vec<Entry<'s>>,
}

struct Entry<'s> {
    record: RecordView<'s>,
    /// The primary name, as it is written.
    name: String,
    /// The words of each name.
    names: Vec<BTreeSet<String>>,
}

impl<'s> SearchOracle<'s> {
    pub fn new(snapshot: &'s Snapshot) -> Self {
        let entry = |at: u32| {
            let record = snapshot.record(RecordOrdinal(at));
            let names = std::iter::once(record.name()).chain(record.aliases()).map(words);
            Entry { record, name: text::as_written(record.name()), names: names.collect() }
        };
        Self { snapshot, records: (0..snapshot.record_count() as u32).map(entry).collect() }
    }

    /// Returns all records found, in order.
    pub fn search(
        &self,
        text: Option<&str>,
        filter: &SearchFilter,
        order: Order,
    ) -> Vec<RecordOrdinal> {
        let mut found: Vec<(u8, &Entry<'_>)> = self.found(text, filter);
        found.sort_by_key(|(group, entry)| {
            let by_name = (entry.name.as_str(), entry.record.id());
            match order {
                Order::Name => (Reverse(0), *group, by_name),
                Order::Newest => (Reverse(entry.record.first_seen().0), 0, by_name),
            }
        });
        found.into_iter().map(|(_, entry)| entry.record.ordinal()).collect()
    }

    pub fn facets(&self, text: Option<&str>, filter: &SearchFilter) -> Facets {
        let found: Vec<RecordView<'_>> =
            self.found(text, filter).into_iter().map(|(_, entry)| entry.record).collect();
        let registers = self.snapshot.registers();
        let place = |record: &RecordView<'_>| {
            let slug = &record.register().slug;
            let place = registers.iter().position(|register| register.slug == *slug);
            tamis_engine::model::RegisterIndex(place.expect("its register") as u16)
        };
        let mut registers_found =
            counted(&found, |r| vec![place(r)], |at| registers[at.index()].name.clone());
        let countries = |record: &RecordView<'_>| {
            countries_of(*record).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let mut countries_found = counted(&found, countries, |country| country.to_string());
        registers_found.truncate(FACET_VALUES_MAX);
        countries_found.truncate(FACET_VALUES_MAX);
        Facets {
            total: found.len() as u64,
            list_types: counted(&found, |r| vec![r.list_type()], |v| v.as_str().to_owned()),
            entity_types: counted(
                &found,
                |record| vec![record.entity_type()],
                |kind| kind.map_or("UNKNOWN", |kind| kind.as_str()).to_owned(),
            ),
            countries: countries_found,
            registers: registers_found,
        }
    }

    /// Returns the records found, each with its group: exact name, name that starts with the text,
    /// rest.
    fn found(&self, text: Option<&str>, filter: &SearchFilter) -> Vec<(u8, &Entry<'s>)> {
        let asked = text.map(|text| (text::as_written(text), words(text)));
        let passing = self.records.iter().filter(|entry| passes(entry.record, filter));
        let found = passing.filter_map(|entry| match &asked {
            None => Some((2, entry)),
            Some((start, words)) => Some((group(entry, start, words)?, entry)),
        });
        found.collect()
    }
}

fn group(entry: &Entry<'_>, start: &str, words: &BTreeSet<String>) -> Option<u8> {
    if start.is_empty() {
        None
    } else if entry.name == start {
        Some(0)
    } else if entry.name.starts_with(start) {
        Some(1)
    } else {
        let contained = entry.names.iter().any(|name| !words.is_empty() && words.is_subset(name));
        contained.then_some(2)
    }
}

/// Returns the words of a text as written, each folded alone.
pub fn words(text: &str) -> BTreeSet<String> {
    let spaced: String =
        text.chars().map(|c| if "-‐‑–—/\\,;:()[]\"“”„«»".contains(c) { ' ' } else { c }).collect();
    let folded = spaced.split_whitespace().map(text::as_written);
    folded
        .flat_map(|folded| folded.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Returns the countries of the record. Without any, they are those of its addresses, unless it is a
/// person, a ship or an aircraft.
fn countries_of(record: RecordView<'_>) -> impl Iterator<Item = CountryCode> {
    use EntityType::{Company, Organization};
    let may_be_elsewhere = matches!(record.entity_type(), None | Some(Company | Organization));
    let has_none = record.values(Fact::Countries).next().is_none();
    let of = if has_none && may_be_elsewhere { Fact::AddressCountries } else { Fact::Countries };
    record.values(of).filter_map(|value| match value {
        Value::Country(country) => Some(country),
        _ => None,
    })
}

fn passes(record: RecordView<'_>, filter: &SearchFilter) -> bool {
    let register = &record.register().name;
    let base = &filter.base;
    let bits =
        Collection::bits_of(record.list_type(), record.entity_type(), record.imo().is_some());
    let touched = record.first_seen().max(record.last_change());
    bits & base.collection.bit() != 0
        && (base.topics.is_empty() || base.topics.contains(&record.topic()))
        && base.include.as_ref().is_none_or(|names| names.contains(register))
        && !base.exclude.contains(register)
        && base.changed_since.is_none_or(|since| touched >= since)
        && is_listed(record, base.listing)
        && filter.entity_type.is_none_or(|kind| record.entity_type() == Some(kind))
        && filter.list_type.is_none_or(|kind| record.list_type() == kind)
        && filter.source.as_ref().is_none_or(|name| name == register)
        && filter.nationality.is_none_or(|country| countries_of(record).any(|own| own == country))
        && filter.birth_date.is_none_or(|date| {
            let prefix = date.to_string();
            record.birth_dates().any(|own| own.date.to_string().starts_with(&prefix))
        })
        && filter.programme.as_deref().is_none_or(|name| record.programmes().any(|p| p == name))
}

/// Compares dates as texts. They sort by day, and a partial date ends with its month or year.
fn is_listed(record: RecordView<'_>, filter: ListingFilter) -> bool {
    let is_over = |today: Day| {
        let today = Timestamp(i64::from(today.number()) * 86_400).to_string();
        let until = record.listed_until().map(|until| until.to_string());
        let is_past = record.to_model().historical.is_some();
        is_past || until.is_some_and(|until| today[..until.len()] > until[..])
    };
    match filter {
        ListingFilter::All => true,
        ListingFilter::Current(today) => !is_over(today),
        ListingFilter::Ended(today) => is_over(today),
    }
}

/// Returns counts by value, highest first, then by the shown value.
fn counted<'s, V: Ord>(
    records: &[RecordView<'s>],
    values: impl Fn(&RecordView<'s>) -> Vec<V>,
    shown: impl Fn(&V) -> String,
) -> Vec<(V, u64)> {
    let mut counts: BTreeMap<V, u64> = BTreeMap::new();
    for value in records.iter().flat_map(values) {
        *counts.entry(value).or_default() += 1;
    }
    let mut counts: Vec<(V, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(value, count)| (Reverse(*count), shown(value)));
    counts
}
