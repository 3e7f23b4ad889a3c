//! What a snapshot holds beyond what matching reads, arranged once when it is loaded: records by
//! register, country, programme, birth year and age, names by word, and every total that answers
//! show. A request only reads.
//!
//! Takes about 100 bytes a record, most of it for the words.

mod briefs;
mod cells;
mod changes;
mod figures;
mod lists;
mod reference;
mod source;
mod texts;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rayon::slice::ParallelSliceMut;

use crate::model::{
    CountryCode, EntityType, ListType, PartialDate, RecordOrdinal, RegisterIndex, Scope,
};
use crate::snapshot::{IndexView, Snapshot};
pub use briefs::Brief;
pub use cells::CountryCell;
pub use changes::{Change, RecentChanges};
use figures::AllFigures;
pub use figures::Figures;
use lists::Lists;
use reference::Ranking;
pub use reference::{CountryFacts, ProgrammeFacts};
pub use source::SourceFacts;
use texts::Texts;
pub use words::NameWords;

/// The directory of one snapshot.
#[derive(Debug)]
pub struct Directory {
    countries: Vec<CountryCode>,
    programmes: Vec<String>,
    by_register: Lists,
    by_country: Lists,
    by_programme: Lists,
    birth_years: Vec<u16>,
    by_birth_year: Lists,
    briefs: Vec<Brief>,
    cells: Vec<CountryCell>,
    words: NameWords,
    newest: Vec<u32>,
    registers_by_name: Vec<RegisterIndex>,
    sources: Vec<SourceFacts>,
    country_facts: Vec<CountryFacts>,
    programme_facts: Vec<ProgrammeFacts>,
    ranking: Ranking,
    figures: AllFigures,
}

/// Records by entity type: in the order of [`EntityType::ALL`], then those of unknown type.
pub type ByType = [u64; EntityType::ALL.len() + 1];

impl Directory {
    /// Reads every record of the snapshot; the text, which lies far apart, once.
    #[must_use]
    pub fn new(snapshot: &Snapshot) -> Self {
        let (words, directory) =
            rayon::join(|| NameWords::new(snapshot), || Self::without_words(snapshot));
        Self { words, ..directory }
    }

    fn without_words(snapshot: &Snapshot) -> Self {
        let count = snapshot.record_count();
        let index = snapshot.index();
        let rows = &index.records[..count];
        let (countries, by_country) = countries(&index);
        let (birth_years, by_birth_year) = birth_years(snapshot);
        let by_register = Lists::build(snapshot.registers().len(), count, |record, key| {
            key(usize::from(rows[record as usize].register));
        });
        let Texts { programmes, by_programme, has_security } = Texts::read(snapshot);
        let briefs = briefs::all(snapshot);
        let mut directory = Self {
            cells: cells::all(snapshot, &countries, &briefs),
            countries,
            programmes,
            by_register,
            by_country,
            by_programme,
            birth_years,
            by_birth_year,
            briefs,
            words: NameWords::default(),
            newest: newest(&index),
            registers_by_name: registers_by_name(snapshot),
            sources: Vec::new(),
            country_facts: Vec::new(),
            programme_facts: Vec::new(),
            ranking: Ranking::new(&[], &[]),
            figures: AllFigures::default(),
        };
        // Each is made from the lists and from what was made before it.
        directory.country_facts = reference::countries(snapshot, &directory);
        directory.programme_facts = reference::programmes(snapshot, &directory);
        directory.sources = source::all(snapshot, &directory);
        directory.ranking = Ranking::new(snapshot.registers(), &directory.programme_facts);
        directory.figures = AllFigures::new(snapshot, &directory, &has_security);
        directory
    }

    /// All countries of active records, sorted.
    #[must_use]
    pub fn countries(&self) -> &[CountryCode] {
        &self.countries
    }

    /// All countries of active records with their counts, by falling number of records, then by
    /// code.
    #[must_use]
    pub fn country_facts(&self) -> &[CountryFacts] {
        &self.country_facts
    }

    /// All programmes of active records, sorted.
    #[must_use]
    pub fn programmes(&self) -> &[String] {
        &self.programmes
    }

    /// What is known of the programme at this place of [`Self::programmes`].
    #[must_use]
    pub fn programme_facts(&self, place: u32) -> &ProgrammeFacts {
        &self.programme_facts[place as usize]
    }

    /// Programmes with records on lists of this type, or on any when `None`, as places in
    /// [`Self::programmes`] with the number of these records, by falling number, then by name.
    #[must_use]
    pub fn programmes_by_records(&self, list_type: Option<ListType>) -> &[(u32, u64)] {
        self.ranking.get(list_type)
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

    /// Active records with a birth date in a year, ascending.
    #[must_use]
    pub fn of_birth_year(&self, year: u16) -> &[u32] {
        self.birth_years.binary_search(&year).map_or(&[], |key| self.by_birth_year.get(key))
    }

    /// What filters look at in each active record, by ordinal.
    #[must_use]
    pub fn briefs(&self) -> &[Brief] {
        &self.briefs
    }

    /// Active records by register, entity type and country.
    #[must_use]
    pub fn country_cells(&self) -> &[CountryCell] {
        &self.cells
    }

    /// The names of active records by the words in them.
    #[must_use]
    pub fn words(&self) -> &NameWords {
        &self.words
    }

    /// All active records, those first collected latest leading, equally old ones by ordinal.
    #[must_use]
    pub fn newest(&self) -> &[u32] {
        &self.newest
    }

    /// All registers by name, case ignored; those without records as well.
    #[must_use]
    pub fn registers_by_name(&self) -> &[RegisterIndex] {
        &self.registers_by_name
    }

    /// All registers, those whose earliest record was first collected latest leading, equally old
    /// ones by name; those without records at the end.
    #[must_use]
    pub fn registers_by_age(&self) -> Vec<RegisterIndex> {
        let mut by_age = self.registers_by_name.clone();
        by_age.sort_by_key(|register| Reverse(self.source(*register).first_seen));
        by_age
    }

    /// What is known of a register as a whole.
    #[must_use]
    pub fn source(&self, register: RegisterIndex) -> &SourceFacts {
        &self.sources[register.index()]
    }

    /// The figures of lists of this type, or of any when `None`, in a scope.
    #[must_use]
    pub fn figures(&self, list_type: Option<ListType>, scope: Scope) -> &Figures {
        self.figures.get(list_type, scope)
    }

    /// Merged entities with active records.
    #[must_use]
    pub fn merged_entities(&self) -> u64 {
        self.figures.merged_entities
    }
}

/// Each value once: a record counts once for a country, however often its list gives it.
fn distinct<T: PartialEq + Copy>(values: &[T]) -> impl Iterator<Item = T> {
    let is_first = |at: usize| !values[..at].contains(&values[at]);
    (0..values.len()).filter(move |at| is_first(*at)).map(|at| values[at])
}

/// All birth years, sorted, and the records of each.
fn birth_years(snapshot: &Snapshot) -> (Vec<u16>, Lists) {
    let index = snapshot.index();
    let year = |code: &u32| PartialDate::from_code(*code).map(PartialDate::year);
    let years: BTreeSet<u16> = index.births.iter().filter_map(year).collect();
    let years: Vec<u16> = years.into_iter().collect();
    let lists = Lists::build(years.len(), snapshot.record_count(), |record, key| {
        let own = index.births_of(RecordOrdinal(record)).iter().filter_map(year);
        let own: Vec<usize> = own.filter_map(|year| years.binary_search(&year).ok()).collect();
        distinct(&own).for_each(key);
    });
    (years, lists)
}

/// The place of an entity type, by its code in a row, in a [`ByType`].
fn kind_place(code: u8) -> usize {
    EntityType::from_code(code).map_or(EntityType::ALL.len(), |kind| kind as usize)
}

/// By falling count, then by key.
fn by_falling_count<K: Ord + Copy>(counts: &mut [(K, u64)]) {
    counts.sort_unstable_by_key(|(key, count)| (Reverse(*count), *key));
}

/// Keeps the entries of the highest counts, by falling count, then by key.
fn most<K: Ord + Copy>(counts: &mut Vec<(K, u64)>, keep: usize) {
    by_falling_count(counts);
    counts.truncate(keep);
}

/// All countries, sorted, and the records of each.
fn countries(index: &IndexView<'_>) -> (Vec<CountryCode>, Lists) {
    let codes: BTreeSet<CountryCode> =
        index.countries.iter().filter_map(|code| CountryCode::from_code(*code)).collect();
    let countries: Vec<CountryCode> = codes.into_iter().collect();
    let place = |code: u16| {
        CountryCode::from_code(code).and_then(|code| countries.binary_search(&code).ok())
    };
    let lists = Lists::build(countries.len(), index.record_count(), |record, key| {
        let codes = index.countries_of(RecordOrdinal(record));
        distinct(codes).filter_map(place).for_each(&mut *key);
    });
    (countries, lists)
}

fn newest(index: &IndexView<'_>) -> Vec<u32> {
    let rows = &index.records[..index.record_count()];
    // Sorting pairs saves a look into the rows for every comparison.
    let rows = rows.iter().enumerate();
    let mut newest: Vec<(Reverse<u32>, u32)> =
        rows.map(|(record, row)| (Reverse(row.first_seen), record as u32)).collect();
    newest.par_sort_unstable();
    newest.into_iter().map(|(_, record)| record).collect()
}

fn registers_by_name(snapshot: &Snapshot) -> Vec<RegisterIndex> {
    let registers = snapshot.registers();
    let mut by_name: Vec<RegisterIndex> =
        (0..registers.len()).map(|at| RegisterIndex(at as u16)).collect();
    by_name.sort_by_cached_key(|at| {
        let name = &registers[at.index()].name;
        (name.to_lowercase(), name.clone())
    });
    by_name
}
