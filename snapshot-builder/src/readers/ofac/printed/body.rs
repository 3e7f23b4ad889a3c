//! Reads the part of a printed entry after the names: addresses, then facts and remarks, separated by
//! semicolons. Addresses have no mark. Titles and remarks have none either and become notes.

use tamis_engine::model::{EntityType, Record};

use super::super::remarks::{self, Understood, add_remark, read_item};
use super::entry::Entry;
use super::vessel;
use crate::countries::{Country, countries_of};
use crate::readers::collector::Collector;
use crate::readers::common::facts::add_unique;
use tamis_ingest::squeeze;

/// Adds all facts of an entry except its names to the record.
pub(super) fn read(entry: &Entry<'_>, record: &mut Record, collector: &mut Collector<'_>) {
    record.programmes = entry.programmes.iter().map(ToString::to_string).collect();
    let (mut has_addresses, mut body) = match entry.body.strip_prefix(", ") {
        Some(body) => (true, body),
        None => (false, entry.body.trim_start_matches(';')),
    };
    if entry.entity_type == Some(EntityType::Vessel) && !entry.body.starts_with([';', ',']) {
        let (description, rest) = body.split_once(';').unwrap_or((body, ""));
        vessel::read(description, record, collector);
        body = rest;
    }
    let mut is_first = true;
    for item in body.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        match read_item(item, record, collector) {
            Understood::Whole => has_addresses = false,
            Understood::InPart => {
                has_addresses = false;
                add_remark(item, record);
            }
            Understood::Nothing if has_addresses && (is_first || is_address(item)) => {
                add_unique(&mut record.addresses, squeeze(item));
            }
            Understood::Nothing => add_remark(item, record),
        }
        is_first = false;
    }
    remarks::read_open(entry.links, record, collector);
}

/// True for an address: it ends with its country, begins with a number, or says for whom it is.
fn is_address(item: &str) -> bool {
    let names = |text: &str| !matches!(countries_of(text), Country::Unknown);
    // The comma may be a part of the country's name ("Korea, North").
    let commas = item.rmatch_indices(", ").take(2);
    let ends = commas.filter_map(|(at, _)| item.get(at + 2..)).chain([item]);
    item.starts_with("c/o ")
        || item.starts_with(|c: char| c.is_ascii_digit())
        || ends.into_iter().any(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_with_a_country() {
        for (item, expected) in [
            ("1 High Street, Lima, Peru", true),
            ("Pyongyang, Korea, North", true),
            ("Peru", true),
            ("undetermined", true),
            ("c/o SUN BANK, Lima", true),
            ("12/3 High Street, Lima", true),
            ("Governor of Lima", false),
            ("www.sun.example", false),
        ] {
            assert_eq!(is_address(item), expected, "{item}");
        }
    }
}
