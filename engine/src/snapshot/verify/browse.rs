//! What browsing reads: records by what they have, programmes, and names by word.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{Check, Counts, require};
use crate::model::{CountryCode, EntityType, PartialDate};
use crate::snapshot::browse::BrowseView;
use crate::snapshot::dictionary::Dictionary;
use crate::snapshot::format::Section;
use crate::snapshot::lists::Lists;
use crate::snapshot::opened::Parts;
use crate::snapshot::rows::{Brief, NONE_U8, RecordRow};

/// Checks all of it. The records must have passed.
pub(super) fn check(parts: &Parts<'_>, counts: &Counts, with_sentinel: &[RecordRow]) -> Check {
    let view = BrowseView::new(parts);
    let records = Records {
        with_sentinel,
        countries: parts.slice(Section::Countries),
        births: parts.slice(Section::Births),
    };
    briefs(parts, &view, &records)?;
    by_register(parts, counts, &view, &records)?;
    by_country(parts, &view, &records)?;
    by_birth_year(parts, &view, &records)?;
    programmes(parts, counts, &view)?;
    rankings(parts, &view)?;
    cells(parts, counts, &view)?;
    name_words(parts, counts, &view)
}

/// Records that have passed.
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

    /// Years of birth, each as often as it is given.
    fn years_of(&self, record: usize) -> impl Iterator<Item = u16> + Clone + 's {
        let rows = &self.with_sentinel[record..record + 2];
        let dates = self.births[rows[0].births as usize..rows[1].births as usize].iter();
        dates.filter_map(|code| PartialDate::from_code(*code).map(PartialDate::year))
    }
}

/// How many different values there are; nearly always one or two.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T> + Clone) -> usize {
    let is_first = |(at, value): &(usize, T)| values.clone().take(*at).all(|other| other != *value);
    values.clone().enumerate().filter(is_first).count()
}

fn briefs(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let rows = records.rows();
    require(parts, Section::Briefs, view.briefs.len() == rows.len(), "wrong length")?;
    let fits = |(record, (brief, row)): (usize, (&Brief, &RecordRow))| {
        *brief == Brief::of(row, records.countries_of(record))
    };
    let fit = view.briefs.par_iter().zip(rows).enumerate().all(fits);
    require(parts, Section::Briefs, fit, "not the brief of its record")?;
    require(parts, Section::Newest, view.newest.len() == rows.len(), "wrong length")?;
    let exist = view.newest.par_iter().all(|&record| (record as usize) < rows.len());
    require(parts, Section::Newest, exist, "a record that does not exist")?;
    let age = |record: u32| (Reverse(rows[record as usize].first_seen), record);
    let falling = view.newest.par_windows(2).all(|pair| age(pair[0]) < age(pair[1]));
    require(parts, Section::Newest, falling, "not from the newest on")
}

/// Lists that rise, of a number of keys.
fn lists(
    parts: &Parts<'_>,
    [starts, items]: [Section; 2],
    keys: usize,
    lists: Lists<'_>,
    fits: impl Fn(usize, u32) -> bool + Sync,
) -> Check {
    require(parts, starts, lists.tile(keys), "the lists do not tile their items")?;
    lists.check(fits).map_err(|reason| parts.inconsistent(items, reason))
}

fn by_register(
    parts: &Parts<'_>,
    counts: &Counts,
    view: &BrowseView<'_>,
    records: &Records<'_>,
) -> Check {
    let sections = [Section::RegisterOffsets, Section::RegisterRecords];
    let rows = records.rows();
    let fits = |register: usize, record: u32| {
        rows.get(record as usize).is_some_and(|row| usize::from(row.register) == register)
    };
    lists(parts, sections, counts.registers as usize, view.by_register, fits)?;
    let complete = view.by_register.total() == rows.len();
    require(parts, sections[1], complete, "a record is missing")
}

fn by_country(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let section = Section::CountryCodes;
    require(parts, section, view.countries.is_sorted_by(|a, b| a < b), "not sorted")?;
    let code = |place: usize| u16::from_le_bytes(view.countries[place]);
    let known = (0..view.countries.len()).all(|at| CountryCode::from_code(code(at)).is_some());
    require(parts, section, known, "not a country code")?;
    let sections = [Section::CountryOffsets, Section::CountryRecords];
    let count = records.rows().len();
    let fits = |place: usize, record: u32| {
        (record as usize) < count && records.countries_of(record as usize).contains(&code(place))
    };
    lists(parts, sections, view.countries.len(), view.by_country, fits)?;
    let all =
        (0..count).into_par_iter().map(|record| distinct(records.countries_of(record).iter()));
    let complete = view.by_country.total() == all.sum::<usize>();
    require(parts, sections[1], complete, "a record is missing")
}

fn by_birth_year(parts: &Parts<'_>, view: &BrowseView<'_>, records: &Records<'_>) -> Check {
    let years = view.birth_years;
    require(parts, Section::BirthYears, years.is_sorted_by(|a, b| a < b), "not sorted")?;
    let sections = [Section::BirthYearOffsets, Section::BirthYearRecords];
    let count = records.rows().len();
    let fits = |place: usize, record: u32| {
        (record as usize) < count
            && records.years_of(record as usize).any(|year| year == years[place])
    };
    lists(parts, sections, years.len(), view.by_birth_year, fits)?;
    let all = (0..count).into_par_iter().map(|record| distinct(records.years_of(record)));
    let complete = view.by_birth_year.total() == all.sum::<usize>();
    require(parts, sections[1], complete, "a record is missing")
}

fn programmes(parts: &Parts<'_>, counts: &Counts, view: &BrowseView<'_>) -> Check {
    let (section, rows) = (Section::Programmes, view.programmes);
    let text = std::str::from_utf8(view.programme_text)
        .map_err(|_| parts.inconsistent(Section::ProgrammeText, "no UTF-8"))?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return Err(parts.inconsistent(section, "the sentinel is missing"));
    };
    require(parts, section, [first.name, first.registers] == [0; 2], "wrong start")?;
    let ends = [last.name, last.lower_case].map(|end| end as usize) == [text.len(); 2]
        && last.registers as usize == view.programme_registers.len();
    require(parts, section, ends, "wrong sentinel")?;
    let bounds = |at: u32| text.is_char_boundary(at as usize);
    let rising = rows.windows(2).all(|pair| {
        let (row, next) = (&pair[0], &pair[1]);
        row.name <= row.lower_case
            && row.lower_case <= next.name
            && row.registers < next.registers
            && bounds(row.name)
            && bounds(row.lower_case)
    });
    require(parts, section, rising, "a range falls, or a programme has no register")?;
    let places = 0..rows.len() as u32 - 1;
    let names = places.clone().map(|place| view.programme_name(place));
    require(parts, section, names.is_sorted_by(|a, b| a < b), "not sorted by name")?;
    let sections = [Section::ProgrammeOffsets, Section::ProgrammeRecords];
    let fits = |_: usize, record: u32| record < counts.records;
    lists(parts, sections, places.len(), view.by_programme, fits)?;
    let section = Section::ProgrammeRegisters;
    let known = view.programme_registers.iter().all(|row| row.key < counts.registers);
    require(parts, section, known, "an unknown register")?;
    let add_up = places.into_par_iter().all(|place| {
        let registers = view.programme_registers(place).iter();
        let records: u64 = registers.map(|row| u64::from(row.records)).sum();
        records == view.by_programme.get(place as usize).len() as u64
    });
    require(parts, section, add_up, "not as many records as the programme has")
}

fn rankings(parts: &Parts<'_>, view: &BrowseView<'_>) -> Check {
    super::offsets::<u32>(
        parts,
        Section::RankingOffsets,
        BrowseView::RANKINGS as u64,
        view.ranking.len() as u64,
    )?;
    let section = Section::Ranking;
    let exist = view.ranking.iter().all(|row| (row.key as usize) < view.programme_count());
    require(parts, section, exist, "a programme that does not exist")?;
    let falling = view.ranking_starts.windows(2).all(|ends| {
        let list = &view.ranking[ends[0] as usize..ends[1] as usize];
        list.is_sorted_by(|a, b| (Reverse(a.records), a.key) < (Reverse(b.records), b.key))
    });
    require(parts, section, falling, "not by falling number of records")
}

fn cells(parts: &Parts<'_>, counts: &Counts, view: &BrowseView<'_>) -> Check {
    let section = Section::CountryCells;
    let sorted = view.cells.is_sorted_by(|a, b| {
        let key = |cell: &crate::snapshot::rows::CellRow| {
            (cell.register, cell.country.to_le_bytes(), cell.entity_type)
        };
        key(a) < key(b)
    });
    require(parts, section, sorted, "not sorted")?;
    let mut of_country = vec![0u64; view.countries.len()];
    for cell in view.cells {
        let place = CountryCode::from_code(cell.country)
            .and_then(|country| view.place_of_country(country))
            .filter(|_| u32::from(cell.register) < counts.registers)
            .filter(|_| {
                cell.entity_type == NONE_U8 || EntityType::from_code(cell.entity_type).is_some()
            });
        let Some(place) = place else {
            return Err(parts.inconsistent(section, "an unknown register, country or type"));
        };
        of_country[place] += u64::from(cell.records);
    }
    let lists = view.by_country.iter().map(|list| list.len() as u64);
    require(parts, section, lists.eq(of_country), "not as many records as a country has")
}

fn name_words(parts: &Parts<'_>, counts: &Counts, view: &BrowseView<'_>) -> Check {
    let (section, records) = (Section::NameWordRecords, view.name_records);
    let ends =
        [records.first(), records.last()] == [Some(&0), counts.records.checked_sub(1).as_ref()];
    let spans = ends || records.is_empty() && counts.records == 0;
    require(parts, section, spans, "the names are not those of all records")?;
    let steps = records.par_windows(2).all(|pair| (0..2).contains(&pair[1].wrapping_sub(pair[0])));
    require(parts, section, steps, "not in the order of records, or one has no name")?;
    let section = Section::NameWordFst;
    let most = parts.slice::<u32>(Section::NameWordOffsets).len() as u64;
    let mut next = 0;
    let in_order = |_: &[u8], place: u64| {
        next += 1;
        place + 1 == next
    };
    let words = Dictionary::check(parts.bytes(section), most, in_order)
        .map_err(|reason| parts.inconsistent(section, reason))?;
    let sections = [Section::NameWordOffsets, Section::NameWordLists];
    let names = records.len() as u32;
    lists(parts, sections, words, view.by_word, |_, name| name < names)
}
