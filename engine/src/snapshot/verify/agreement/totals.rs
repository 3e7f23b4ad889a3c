//! Checks of the totals against the lists of records.

use rayon::prelude::*;

use super::{Check, Snapshot, require};
use crate::model::CountryCode;
use crate::snapshot::browse::BrowseView;
use crate::snapshot::format::Section;
use crate::snapshot::rows::RecordRow;
use crate::snapshot::totals::{Figures, SourceFacts, Totals};

pub(super) fn check(snapshot: &Snapshot) -> Check {
    let (parts, totals, section) = (&snapshot.parts(), snapshot.totals(), Section::Totals);
    let lists = Lists { view: snapshot.browse(), rows: snapshot.rows() };
    let mut sources = totals.sources.iter().enumerate();
    let fit = sources.all(|(register, source)| lists.fits(register, source));
    require(parts, section, fit, "totals that are not those of their register")?;
    let fit = totals.figures.iter().all(|figures| lists.have_countries_of(figures));
    require(parts, section, fit, "figures of a country that nobody has")?;
    require(parts, section, lists.fit_countries(totals), "wrong totals of countries")
}

/// The lists that totals summarise.
struct Lists<'s> {
    view: BrowseView<'s>,
    rows: &'s [RecordRow],
}

impl Lists<'_> {
    fn fits(&self, register: usize, source: &SourceFacts) -> bool {
        let list = self.view.by_register.get(register);
        let owned = |record: u32| list.binary_search(&record).is_ok();
        let first = list.par_iter().map(|&record| self.rows[record as usize].first_seen).min();
        source.records == list.len() as u64
            && source.first_seen.map(|first| first.0) == first.map(i64::from)
            && source.countries.iter().all(|(country, _)| self.has_country(*country))
            && source.recent.iter().all(|record| owned(record.0))
            && source.days.is_sorted_by(|a, b| a.day < b.day)
    }

    fn have_countries_of(&self, figures: &Figures) -> bool {
        figures.top_countries.iter().all(|(country, _)| self.has_country(*country))
    }

    /// True if every country is present once, by falling number of records, then by code.
    fn fit_countries(&self, totals: &Totals) -> bool {
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
}
