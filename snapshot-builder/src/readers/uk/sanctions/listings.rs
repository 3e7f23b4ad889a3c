//! Regimes under which a party is listed, with dates.

use tamis_engine::model::Record;

use super::columns::{Field, Row};
use super::date::read_day;
use crate::readers::common::facts::{add_note, add_unique, joined};

/// Regimes and dates in the rows of a party, without repetitions.
#[derive(Default)]
pub(super) struct Listings(Vec<(String, String)>);

impl Listings {
    /// Adds the listing of a row.
    pub(super) fn add(&mut self, row: &Row<'_>) {
        add_unique(&mut self.0, (row.text(Field::Regime), row.text(Field::ListedOn)));
    }

    /// Sets the listings of the record. Its date is the earliest one; if there are several listings,
    /// each becomes a note.
    pub(super) fn put(self, record: &mut Record) {
        record.listed_on = self.0.iter().filter_map(|(_, text)| read_day(text)).min();
        let are_several = self.0.len() > 1;
        for (regime, text) in self.0 {
            let date = read_day(&text);
            if are_several || (date.is_none() && !text.is_empty()) {
                let shown = date.map_or(text, |date| date.to_string());
                add_note(record, "Listed on", &joined([shown.as_str(), &regime], ", "));
            }
            if !regime.is_empty() {
                add_unique(&mut record.programmes, regime);
            }
        }
    }
}
