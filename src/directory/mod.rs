//! What a snapshot holds besides names, arranged once when it is loaded: records by register,
//! country, programme and age, and every total that answers show. A request only reads.
//!
//! Takes about 20 bytes a record.

mod lists;
mod source;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::{CountryCode, EntityType, ListType, RecordOrdinal, RegisterIndex};
use crate::snapshot::Snapshot;
use crate::snapshot::rows::NONE_U32;
use lists::Lists;
pub use source::{Change, SourceFacts};

/// The directory of one snapshot.
#[derive(Debug)]
pub struct Directory {
    countries: Vec<CountryCode>,
    programmes: Vec<String>,
    by_register: Lists,
    by_country: Lists,
    by_programme: Lists,
    newest: Vec<u32>,
    sources: Vec<SourceFacts>,
    merged_entities: u64,
}

/// Records by entity type: in the order of [`EntityType::ALL`], then those of unknown type.
pub type ByType = [u64; EntityType::ALL.len() + 1];

impl Directory {
    /// Reads every record of the snapshot once.
    #[must_use]
    pub fn new(snapshot: &Snapshot) -> Self {
        let count = snapshot.record_count();
        let index = snapshot.index();
        let rows = &index.records[..count];
        let codes: BTreeSet<CountryCode> =
            index.countries.iter().filter_map(|code| CountryCode::from_code(*code)).collect();
        let countries: Vec<CountryCode> = codes.into_iter().collect();
        let country_key = |code: u16| {
            CountryCode::from_code(code).and_then(|code| countries.binary_search(&code).ok())
        };
        let by_country = Lists::build(countries.len(), count, |record, key| {
            let codes = index.countries_of(RecordOrdinal(record));
            distinct(codes).filter_map(country_key).for_each(&mut *key);
        });
        let (programmes, by_programme) = programmes(snapshot);
        let by_register = Lists::build(snapshot.registers().len(), count, |record, key| {
            key(usize::from(rows[record as usize].register));
        });
        let mut newest: Vec<u32> = (0..count as u32).collect();
        newest.sort_by_key(|record| std::cmp::Reverse(rows[*record as usize].first_seen));
        let merged: BTreeSet<u32> =
            rows.iter().map(|row| row.entity).filter(|entity| *entity != NONE_U32).collect();
        let mut directory = Self {
            countries,
            programmes,
            by_register,
            by_country,
            by_programme,
            newest,
            sources: Vec::new(),
            merged_entities: merged.len() as u64,
        };
        directory.sources = source::all(snapshot, &directory);
        directory
    }

    /// All countries of active records, sorted.
    #[must_use]
    pub fn countries(&self) -> &[CountryCode] {
        &self.countries
    }

    /// All programmes of active records, sorted.
    #[must_use]
    pub fn programmes(&self) -> &[String] {
        &self.programmes
    }

    /// Active records of a register, ascending.
    #[must_use]
    pub fn of_register(&self, register: RegisterIndex) -> &[u32] {
        self.by_register.get(register.index())
    }

    /// Active records of a country, ascending; none for a country that nobody has.
    #[must_use]
    pub fn of_country(&self, country: CountryCode) -> &[u32] {
        self.countries.binary_search(&country).map_or(&[], |key| self.by_country.get(key))
    }

    /// Active records of a programme of exactly this name, ascending.
    #[must_use]
    pub fn of_programme(&self, name: &str) -> &[u32] {
        let place = self.programmes.binary_search_by(|known| known.as_str().cmp(name));
        place.map_or(&[], |key| self.by_programme.get(key))
    }

    /// All active records, those first collected latest leading, equally old ones by ordinal.
    #[must_use]
    pub fn newest(&self) -> &[u32] {
        &self.newest
    }

    /// What is known of a register as a whole.
    #[must_use]
    pub fn source(&self, register: RegisterIndex) -> &SourceFacts {
        &self.sources[register.index()]
    }

    /// Merged entities with active records.
    #[must_use]
    pub fn merged_entities(&self) -> u64 {
        self.merged_entities
    }

    /// Active records of all registers of this list type.
    #[must_use]
    pub fn of_list_type(&self, snapshot: &Snapshot, list_type: ListType) -> u64 {
        let registers = snapshot.registers().iter().zip(&self.sources);
        let of_type = registers.filter(|(register, _)| register.list_type == list_type);
        of_type.map(|(_, source)| source.records).sum()
    }

    /// Active records of all registers by entity type.
    #[must_use]
    pub fn by_type(&self) -> ByType {
        let mut sum = ByType::default();
        for source in &self.sources {
            sum.iter_mut().zip(source.by_type).for_each(|(sum, count)| *sum += count);
        }
        sum
    }
}

/// Each value once: a record counts once for a country, however often its list gives it.
fn distinct<T: PartialEq + Copy>(values: &[T]) -> impl Iterator<Item = T> {
    let is_first = |at: usize| !values[..at].contains(&values[at]);
    (0..values.len()).filter(move |at| is_first(*at)).map(|at| values[at])
}

/// All programmes, sorted, and the records of each.
fn programmes(snapshot: &Snapshot) -> (Vec<String>, Lists) {
    let records = || (0..snapshot.record_count() as u32).map(RecordOrdinal);
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records() {
        names.extend(snapshot.record(record).programmes().map(|name| (name, 0)));
    }
    names.values_mut().enumerate().for_each(|(at, key)| *key = at);
    let keys: HashMap<&str, usize> = names.iter().map(|(name, key)| (*name, *key)).collect();
    let lists = Lists::build(names.len(), snapshot.record_count(), |record, key| {
        let own: Vec<usize> = snapshot
            .record(RecordOrdinal(record))
            .programmes()
            .filter_map(|name| keys.get(name).copied())
            .collect();
        distinct(&own).for_each(key);
    });
    (names.into_keys().map(str::to_owned).collect(), lists)
}
