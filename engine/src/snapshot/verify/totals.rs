//! Totals: that they are of what there is, and agree with the lists of records.

use super::{Check, Counts, require};
use crate::model::{CountryCode, RegisterIndex};
use crate::snapshot::browse::BrowseView;
use crate::snapshot::format::Section;
use crate::snapshot::opened::Parts;
use crate::snapshot::rows::RecordRow;
use crate::snapshot::totals::{ByType, Figures, SourceFacts, Totals};

/// Checks all totals. What browsing reads must have passed.
pub(super) fn check(
    parts: &Parts<'_>,
    counts: &Counts,
    rows: &[RecordRow],
    totals: &Totals,
) -> Check {
    let known = Known { view: BrowseView::new(parts), registers: counts.registers as usize, rows };
    let section = Section::Totals;
    let lengths = [totals.figures.len(), totals.sources.len(), totals.registers_by_name.len()];
    let expected = [Totals::CELLS, known.registers, known.registers];
    require(parts, section, lengths == expected, "not one for each kind of list or register")?;
    let mut by_name: Vec<usize> = totals.registers_by_name.iter().map(|at| at.index()).collect();
    by_name.sort_unstable();
    require(parts, section, by_name.into_iter().eq(0..known.registers), "a register is missing")?;
    let sources = (0..).zip(&totals.sources);
    let fit = sources.clone().all(|(register, source)| known.fits_source(register, source));
    require(parts, section, fit, "totals that are not those of their register")?;
    let fit = totals.figures.iter().all(|figures| known.fits_figures(figures));
    require(parts, section, fit, "figures that do not add up, or of what does not exist")?;
    require(parts, section, known.fits_countries(totals), "wrong totals of countries")
}

/// What totals may name.
struct Known<'s> {
    view: BrowseView<'s>,
    registers: usize,
    rows: &'s [RecordRow],
}

impl Known<'_> {
    fn fits_source(&self, register: u16, source: &SourceFacts) -> bool {
        let list = self.view.by_register.get(usize::from(register));
        let owned = |record: u32| list.binary_search(&record).is_ok();
        let first = list.iter().map(|&record| self.rows[record as usize].first_seen).min();
        source.records == list.len() as u64
            && adds_up(&source.by_type, source.records)
            && source.first_seen.map(|first| first.0) == first.map(i64::from)
            && source.countries.iter().all(|(country, _)| self.has_country(*country))
            && source.programmes.iter().all(|(place, _)| self.has_programme(*place))
            && source.recent.iter().all(|record| owned(record.0))
            && source.days.is_sorted_by(|a, b| a.day < b.day)
    }

    fn fits_figures(&self, figures: &Figures) -> bool {
        let has_register = |register: RegisterIndex| register.index() < self.registers;
        adds_up(&figures.by_type, figures.records)
            && figures.top_registers.iter().all(|(register, _)| has_register(*register))
            && figures.top_countries.iter().all(|(country, _)| self.has_country(*country))
    }

    /// Every country once, by falling number of records, then by code.
    fn fits_countries(&self, totals: &Totals) -> bool {
        let countries = &totals.countries;
        let key = |at: usize| (std::cmp::Reverse(countries[at].records), countries[at].code);
        let has = |code: CountryCode| self.view.place_of_country(code);
        countries.len() == self.view.countries.len()
            && (1..countries.len()).all(|at| key(at - 1) < key(at))
            && countries.iter().all(|country| {
                let list = has(country.code).map(|place| self.view.by_country.get(place));
                list.is_some_and(|list| list.len() as u64 == country.records)
            })
    }

    fn has_country(&self, country: CountryCode) -> bool {
        self.view.place_of_country(country).is_some()
    }

    fn has_programme(&self, place: u32) -> bool {
        (place as usize) < self.view.programme_count()
    }
}

/// Whether the records of all types are so many.
fn adds_up(by_type: &ByType, records: u64) -> bool {
    by_type.iter().try_fold(0u64, |sum, count| sum.checked_add(*count)) == Some(records)
}
