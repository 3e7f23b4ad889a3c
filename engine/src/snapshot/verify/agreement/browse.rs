//! Checks of the browsing sections: lists of records by property, programmes, and names by word.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{Check, Snapshot, require};
use crate::lexicon::dictionary::Dictionary;
use crate::lexicon::rows::NONE_U8;
use crate::model::{BirthDate, CountryCode, EntityType};
use crate::snapshot::browse::{BrowseView, records_of};
use crate::snapshot::format::Section;
use crate::snapshot::lists::Lists;
use crate::snapshot::rows::{CellRow, RecordRow, RecordSummary};
use crate::snapshot::sections::Parts;

pub(super) fn check(snapshot: &Snapshot) -> Check {
    let (parts, view) = (&snapshot.parts(), &snapshot.browse());
    let records = Records {
        with_sentinel: snapshot.rows(),
        countries: parts.slice(Section::Countries),
        births: parts.slice(Section::Births),
    };
    summaries(parts, view, &records)?;
    by_register(parts, view, &records)?;
    by_country(parts, view, &records)?;
    by_birth_year(parts, view, &records)?;
    cells(parts, view)
}

/// Checks programmes and their rankings.
pub(super) fn check_programmes(snapshot: &Snapshot) -> Check {
    let (parts, view) = (&snapshot.parts(), &snapshot.browse());
    programmes(parts, view)?;
    rankings(parts, view)
}

/// Records with the columns that their ranges point into.
struct Records<'s> {
    with_sentinel: &'s [RecordRow],
    countries: &'s [u16],
    births: &'s [u32],
}

impl<'s> Records<'s> {
    fn rows(&self) -> &'s [RecordRow] {
        &self.with_sentinel[..self.with_sentinel.len() - 1]
    }

    fn countries_of(&self, record: usize) -> &'s [u16] {
        let rows = &self.with_sentinel[record..record + 2];
        &self.countries[rows[0].countries as usize..rows[1].countries as usize]
    }

    /// Returns the years of birth, each as often as the record gives it.
    fn years_of(&self, record: usize) -> impl Iterator<Item = u16> + Clone + 's {
        let rows = &self.with_sentinel[record..record + 2];
        let dates = self.births[rows[0].births as usize..rows[1].births as usize].iter();
        dates.filter_map(|code| BirthDate::from_code(*code).map(BirthDate::year))
    }
}

/// Counts the different values, of which there are nearly always one or two.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T> + Clone) -> usize {
    let is_first = |(at, value): &(usize, T)| values.clone().take(*at).all(|other| other != *value);
    values.clone().enumerate().filter(is_first).count()
}

fn summaries(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let rows = records.rows();
    let fits = |(record, (brief, row)): (usize, (&RecordSummary, &RecordRow))| {
        *brief == RecordSummary::of(row, records.countries_of(record))
    };
    let fit = view.summaries.par_iter().zip(rows).enumerate().all(fits);
    require(parts, Section::Summaries, fit, "not the brief of its record")?;
    let age = |record: u32| (Reverse(rows[record as usize].first_seen), record);
    let falling = view.newest.par_windows(2).all(|pair| age(pair[0]) < age(pair[1]));
    require(parts, Section::Newest, falling, "not from the newest on")
}

/// Checks that lists ascend and hold exactly the expected items.
fn lists(
    parts: &Parts<'_>,
    items: Section,
    lists: Lists<'_>,
    fits: impl Fn(usize, u32) -> bool + Sync,
) -> Check {
    lists.check(fits).map_err(|reason| parts.inconsistent(items, reason))
}

fn by_register(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let (section, rows) = (Section::RegisterRecords, records.rows());
    let fits =
        |register: usize, record: u32| usize::from(rows[record as usize].register) == register;
    lists(parts, section, view.by_register, fits)?;
    let complete = view.by_register.total() == rows.len();
    require(parts, section, complete, "a record is missing")
}

fn by_country(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let section = Section::CountryCodes;
    require(parts, section, view.countries.is_sorted_by(|a, b| a < b), "not sorted")?;
    let code = |place: usize| u16::from_le_bytes(view.countries[place]);
    let section = Section::CountryRecords;
    let fits =
        |place: usize, record: u32| records.countries_of(record as usize).contains(&code(place));
    lists(parts, section, view.by_country, fits)?;
    let all = (0..records.rows().len()).into_par_iter();
    let all = all.map(|record| distinct(records.countries_of(record).iter()));
    let complete = view.by_country.total() == all.sum::<usize>();
    require(parts, section, complete, "a record is missing")
}

fn by_birth_year(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let years = view.birth_years;
    require(parts, Section::BirthYears, years.is_sorted_by(|a, b| a < b), "not sorted")?;
    let section = Section::BirthYearRecords;
    let fits = |place: usize, record: u32| {
        records.years_of(record as usize).any(|year| year == years[place])
    };
    lists(parts, section, view.by_birth_year, fits)?;
    let all = (0..records.rows().len()).into_par_iter();
    let all = all.map(|record| distinct(records.years_of(record)));
    let complete = view.by_birth_year.total() == all.sum::<usize>();
    require(parts, section, complete, "a record is missing")
}

fn programmes(parts: &Parts<'_>, view: &BrowseView<'_>) -> Check {
    let (section, rows) = (Section::Programmes, view.programmes);
    let text = std::str::from_utf8(view.programme_text)
        .map_err(|_| parts.inconsistent(Section::ProgrammeText, "no UTF-8"))?;
    let whole = |at: u32| text.is_char_boundary(at as usize);
    let whole = rows.iter().all(|row| whole(row.name) && whole(row.lower_case));
    require(parts, section, whole, "a name that begins within a character")?;
    let listed = rows.is_sorted_by(|row, next| row.registers < next.registers);
    require(parts, section, listed, "a programme has no register")?;
    let places = 0..view.programme_count() as u32;
    let names = places.clone().map(|place| view.programme_name(place));
    require(parts, section, names.is_sorted_by(|a, b| a < b), "not sorted by name")?;
    lists(parts, Section::ProgrammeRecords, view.by_programme, |_, _| true)?;
    let section = Section::ProgrammeRegisters;
    let add_up = places.into_par_iter().all(|place| {
        let registers = view.programme_registers(place).iter();
        let records: u64 = registers.map(|row| u64::from(row.records)).sum();
        records == view.by_programme.get(place as usize).len() as u64
    });
    require(parts, section, add_up, "not as many records as the programme has")
}

fn rankings(parts: &Parts<'_>, view: &BrowseView<'_>) -> Check {
    let falling = view.ranking_starts.windows(2).all(|ends| {
        let list = &view.ranking[ends[0] as usize..ends[1] as usize];
        list.is_sorted_by(|a, b| (Reverse(a.records), a.key) < (Reverse(b.records), b.key))
    });
    require(parts, Section::Ranking, falling, "not by falling number of records")
}

fn cells(parts: &Parts<'_>, view: &BrowseView<'_>) -> Check {
    let section = Section::CountryCells;
    let key = |cell: &CellRow| (cell.register, cell.country.to_le_bytes(), cell.entity_type);
    let sorted = view.cells.is_sorted_by(|a, b| key(a) < key(b));
    require(parts, section, sorted, "not sorted")?;
    let mut of_country = vec![0u64; view.countries.len()];
    for cell in view.cells {
        let place = CountryCode::from_code(cell.country)
            .and_then(|country| view.place_of_country(country))
            .filter(|_| {
                cell.entity_type == NONE_U8 || EntityType::from_code(cell.entity_type).is_some()
            });
        let Some(place) = place else {
            return Err(parts.inconsistent(section, "an unknown country or type"));
        };
        of_country[place] += u64::from(cell.records);
    }
    let lists = view.by_country.iter().map(|list| list.len() as u64);
    require(parts, section, lists.eq(of_country), "not as many records as a country has")
}

/// Checks the names and records by word.
pub(super) fn check_names_by_word(snapshot: &Snapshot) -> Check {
    let (parts, view) = (&snapshot.parts(), &snapshot.browse());
    let (section, records) = (Section::NameWordRecords, view.name_records);
    let last = (snapshot.record_count() as u32).checked_sub(1);
    let ends = [records.first(), records.last()] == [last.map(|_| 0).as_ref(), last.as_ref()];
    require(parts, section, ends, "the names are not those of all records")?;
    let steps = records.par_windows(2).all(|pair| (0..2).contains(&pair[1].wrapping_sub(pair[0])));
    require(parts, section, steps, "not in the order of records, or one has no name")?;
    let section = Section::NameWordFst;
    let words = view.by_word.keys() as u64;
    let visited = Dictionary::check(view.word_fst, words, |_, place| place < words)
        .map_err(|reason| parts.inconsistent(section, reason))?;
    require(parts, section, visited.keys == words, "wrong number of words")?;
    require(parts, section, visited.rises_from_0(), "not in the order of words")?;
    lists(parts, Section::NameWordLists, view.by_word, |_, _| true)?;
    let holds = |key| {
        view.by_written.get(key).iter().copied().eq(records_of(view.by_word.get(key), records))
    };
    let agree = (0..view.by_word.keys()).into_par_iter().all(holds);
    require(parts, Section::WrittenRecords, agree, "not the records of the names with a word")
}
