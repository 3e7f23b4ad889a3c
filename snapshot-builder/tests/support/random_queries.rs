//! Queries drawn from the records of a snapshot, of every class that is answered in a way of its
//! own: the number of a query says its class, and with the seed everything about it.

use std::collections::BTreeMap;

use tamis_engine::matching::{Filter, MatchQuery, QueryName};
use tamis_engine::model::{
    Collection, CountryCode, Day, EntityType, ImoNumber, ListType, ListingFilter, ListingState,
    PartialDate, RecordOrdinal, Schema, Timestamp,
};
use tamis_engine::snapshot::{RecordView, Snapshot};

use super::misspelt;
use super::random::Random;

/// How the names of a query are made.
#[derive(Debug, Clone, Copy)]
enum Class {
    Exact,
    Reordered,
    OneTypo,
    EveryWordMisspelt,
    Company,
    TwoCommonWords,
    CommonWord,
    OnNoList,
    OriginalScript,
    SeveralNames,
    Initial,
    SingleLetter,
    OtherGaps,
    Begun,
    OneWord,
    TwoNamesInOne,
    ImoOnly,
    NameAndImo,
}

const CLASSES: [Class; 18] = [
    Class::Exact,
    Class::Reordered,
    Class::OneTypo,
    Class::EveryWordMisspelt,
    Class::Company,
    Class::TwoCommonWords,
    Class::CommonWord,
    Class::OnNoList,
    Class::OriginalScript,
    Class::SeveralNames,
    Class::Initial,
    Class::SingleLetter,
    Class::OtherGaps,
    Class::Begun,
    Class::OneWord,
    Class::TwoNamesInOne,
    Class::ImoOnly,
    Class::NameAndImo,
];

/// How many of the most frequent words are common ones.
const COMMON_WORDS: usize = 60;

/// What queries are drawn from.
pub struct RandomQueries<'s> {
    snapshot: &'s Snapshot,
    seed: u64,
    common_words: Vec<String>,
    /// Names that are not in Latin letters.
    in_other_scripts: Vec<&'s str>,
    /// Records of companies, and those that carry an IMO number; all where there are none.
    companies: Vec<u32>,
    carriers: Vec<u32>,
}

impl<'s> RandomQueries<'s> {
    pub fn new(snapshot: &'s Snapshot, seed: u64) -> Self {
        let records = || (0..snapshot.record_count() as u32).map(|at| record(snapshot, at));
        let names = || records().flat_map(|record| names(record));
        let is_beyond_latin = |name: &&str| name.chars().any(|letter| letter > '\u{36F}');
        Self {
            snapshot,
            seed,
            common_words: most_frequent(names(), COMMON_WORDS),
            in_other_scripts: names().filter(is_beyond_latin).collect(),
            companies: some_of(snapshot, |r| r.entity_type() == Some(EntityType::Company)),
            carriers: some_of(snapshot, |record| record.imo().is_some()),
        }
    }

    /// The query of a number, and what its answers are narrowed to.
    pub fn query(&self, number: u64) -> (MatchQuery, Filter) {
        let random = &mut Random::new(self.seed, number);
        let class = CLASSES[(number % CLASSES.len() as u64) as usize];
        let record = self.record_for(class, random);
        let names = self.names(class, record, random);
        let imos = match class {
            Class::ImoOnly | Class::NameAndImo => imos(record, random),
            _ => Vec::new(),
        };
        let query = MatchQuery {
            schema: schema(record, random),
            names: names.into_iter().map(QueryName::new).collect(),
            birth_dates: birth_dates(record, random),
            countries: self.countries(record, random),
            imos,
        };
        (query, self.filter(record, random))
    }

    /// The record that a query is about.
    fn record_for(&self, class: Class, random: &mut Random) -> RecordView<'s> {
        match class {
            Class::Company => record(self.snapshot, *random.pick(&self.companies)),
            Class::ImoOnly | Class::NameAndImo => {
                record(self.snapshot, *random.pick(&self.carriers))
            }
            _ => self.any_record(random),
        }
    }

    fn any_record(&self, random: &mut Random) -> RecordView<'s> {
        record(self.snapshot, random.below(self.snapshot.record_count()) as u32)
    }

    fn names(&self, class: Class, record: RecordView<'s>, random: &mut Random) -> Vec<String> {
        let name = *random.pick(&names(record));
        let asked = match class {
            Class::Exact | Class::NameAndImo => name.to_owned(),
            Class::Reordered => misspelt::reordered(name, random),
            Class::OneTypo => misspelt::with_one_typo(name, random),
            Class::EveryWordMisspelt => misspelt::with_every_word_misspelt(name, random),
            Class::Company if random.chance(50) => name.to_owned(),
            Class::Company => without_a_word(name, random),
            Class::CommonWord => random.pick(&self.common_words).clone(),
            Class::TwoCommonWords => {
                format!("{} {}", random.pick(&self.common_words), random.pick(&self.common_words))
            }
            Class::OnNoList => self.on_no_list(random),
            Class::OriginalScript => self.in_another_script(name, random),
            Class::SeveralNames => return self.several(name, random),
            Class::Initial => misspelt::with_an_initial(name, random),
            Class::SingleLetter => char::from(b'a' + random.below(26) as u8).to_string(),
            Class::OtherGaps => misspelt::with_another_gap(name, random),
            Class::Begun => misspelt::begun(name, random),
            Class::OneWord => random.pick(&misspelt::words(name)).clone(),
            Class::TwoNamesInOne => format!("{name} {}", self.any_record(random).name()),
            Class::ImoOnly => return Vec::new(),
        };
        vec![asked]
    }

    /// A word each of two to four records.
    fn on_no_list(&self, random: &mut Random) -> String {
        let count = 2 + random.below(3);
        let word = |_| random_word(self.any_record(random).name(), random);
        (0..count).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Any name in another script, the one at hand where no record has one.
    fn in_another_script(&self, name: &str, random: &mut Random) -> String {
        if self.in_other_scripts.is_empty() {
            return name.to_owned();
        }
        let name = *random.pick(&self.in_other_scripts);
        if random.chance(30) { misspelt::reordered(name, random) } else { name.to_owned() }
    }

    /// Two or three names: the one at hand and those of other records, some of them misspelt.
    fn several(&self, name: &str, random: &mut Random) -> Vec<String> {
        let mut asked = vec![name.to_owned()];
        for _ in 0..1 + random.below(2) {
            let other = self.any_record(random).name();
            let is_exact = random.chance(50);
            asked.push(if is_exact {
                other.into()
            } else {
                misspelt::with_one_typo(other, random)
            });
        }
        asked
    }

    /// None, the record's own, or those of another record.
    fn countries(&self, record: RecordView<'s>, random: &mut Random) -> Vec<CountryCode> {
        match random.below(4) {
            0 => record.compared_countries().take(2).collect(),
            1 => self.any_record(random).compared_countries().take(2).collect(),
            _ => Vec::new(),
        }
    }

    /// Mostly everything; else one or two ways to narrow, which the record need not pass.
    fn filter(&self, record: RecordView<'s>, random: &mut Random) -> Filter {
        let mut filter = Filter::collection(Collection::Default);
        if random.chance(50) {
            return filter;
        }
        let other = self.any_record(random);
        for _ in 0..1 + random.below(2) {
            match random.below(6) {
                0 => filter.collection = *random.pick(Collection::ALL),
                1 => filter.topics.push(random.pick(ListType::ALL).topic()),
                2 => filter.include = Some(registers_of(&[record, other])),
                3 => filter.exclude = registers_of(&[other]),
                4 => filter.listing = listing(other, random),
                _ => filter.changed_since = Some(touched(other)),
            }
        }
        filter
    }
}

fn record(snapshot: &Snapshot, at: u32) -> RecordView<'_> {
    snapshot.record(RecordOrdinal(at))
}

fn names(record: RecordView<'_>) -> Vec<&str> {
    std::iter::once(record.name()).chain(record.aliases()).collect()
}

/// The records of which this is true, or all when it is true of none.
fn some_of(snapshot: &Snapshot, is_one: impl Fn(RecordView<'_>) -> bool) -> Vec<u32> {
    let all = 0..snapshot.record_count() as u32;
    let some: Vec<u32> = all.clone().filter(|&at| is_one(record(snapshot, at))).collect();
    if some.is_empty() { all.collect() } else { some }
}

/// The words that names hold most often, most frequent first.
fn most_frequent<'s>(names: impl Iterator<Item = &'s str>, count: usize) -> Vec<String> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for word in names.flat_map(str::split_whitespace) {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().take(count).map(|(word, _)| word).collect()
}

fn random_word(name: &str, random: &mut Random) -> String {
    random.pick(&misspelt::words(name)).clone()
}

fn without_a_word(name: &str, random: &mut Random) -> String {
    let mut words = misspelt::words(name);
    if words.len() > 1 {
        words.remove(random.below(words.len()));
    }
    words.join(" ")
}

/// Mostly what the record is; else any.
fn schema(record: RecordView<'_>, random: &mut Random) -> Schema {
    match random.below(10) {
        0..5 => Schema::of(record.entity_type()),
        5..7 => Schema::LegalEntity,
        _ => *random.pick(Schema::ALL),
    }
}

/// None, the record's first one, another day of its year, its year alone, or one of another year.
fn birth_dates(record: RecordView<'_>, random: &mut Random) -> Vec<PartialDate> {
    let known = record.birth_date();
    let year = known.map_or(1960, PartialDate::year);
    let day = || PartialDate::new(year, Some(1), Some(2));
    let date = match random.below(8) {
        0 => known,
        1 => day(),
        2 => PartialDate::new(year, None, None),
        3 => PartialDate::new(year - 3, Some(5), None),
        _ => None,
    };
    date.into_iter().collect()
}

/// The record's own number and at times another one.
fn imos(record: RecordView<'_>, random: &mut Random) -> Vec<ImoNumber> {
    let other = ImoNumber::parse("9074729").filter(|_| random.chance(20));
    let own = record.imo().filter(|_| random.chance(90));
    let imos: Vec<ImoNumber> = own.into_iter().chain(other).collect();
    if imos.is_empty() { ImoNumber::parse("9074729").into_iter().collect() } else { imos }
}

fn registers_of(records: &[RecordView<'_>]) -> Vec<String> {
    records.iter().map(|record| record.register().name.clone()).collect()
}

/// Listings of any state, on the day on which this one ends or on one of the time between.
fn listing(record: RecordView<'_>, random: &mut Random) -> ListingFilter {
    let until = record.listed_until().filter(|_| random.chance(50));
    let year = 2000 + random.below(30) as u16;
    let date = until.or_else(|| PartialDate::new(year, Some(7), Some(1)));
    let moment = date.and_then(|date| Timestamp::parse_iso(&date.to_string()));
    ListingFilter::new(*random.pick(ListingState::ALL), Day::of(moment.unwrap_or(Timestamp(0))))
}

fn touched(record: RecordView<'_>) -> Timestamp {
    record.first_seen().max(record.last_change())
}
