//! Countries of a party, in columns and behind labels.

use tamis_engine::model::Record;

use crate::readers::collector::Collector;
use crate::readers::common::facts::add_note;
use crate::readers::common::wording::says_more_than_a_country;

/// Adds the countries of a text. What is not known, or says more than a country, is a note too.
pub(super) fn add_countries(
    record: &mut Record,
    label: &str,
    text: &str,
    collector: &mut Collector<'_>,
) {
    if !collector.add_countries(text, &mut record.countries) || says_more_than_a_country(text) {
        add_note(record, label, text);
    }
}
