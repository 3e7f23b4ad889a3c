//! Makes the reference of an entry, since the list has none. The regulation, the part of its schedule
//! and the item in it stay the same, though their spelling varies.

use tamis_engine::model::Record;

use super::field::{self, text_of};
use crate::countries::{Country, countries_of};
use crate::readers::collector::Collector;
use crate::readers::common::facts::{joined, make_reference};
use tamis_ingest::xml::Element;

/// Regulations, by country, with schedules in addition to the one with parts: there, `2` and `1, Part
/// 2` are different places.
const WITH_SEVERAL_SCHEDULES: [&str; 1] = ["RU"];

/// Makes the reference. It includes the family name: when the publisher renumbers persons, none takes
/// over the record of another. Entries that agree in all parts are distinguished by name.
pub(super) fn set_reference(record: &mut Record, element: &Element, collector: &Collector<'_>) {
    let regulation = regulation(&text_of(element, field::COUNTRY));
    let part = part(&regulation, &text_of(element, field::SCHEDULE));
    let item = text_of(element, field::ITEM);
    let family_name = text_of(element, field::FAMILY_NAME).to_lowercase();
    let name = record.name.clone();
    let last = if item.is_empty() { name.as_str() } else { &*family_name };
    make_reference(record, [&*regulation, &*part, &*item, last]);
    if collector.has_reference(&record.reference) {
        let reference = record.reference.clone();
        make_reference(record, [reference.as_str(), name.as_str()]);
    }
}

/// Stable key of a regulation: the code of the country that the English half names, else that half.
/// `Burma / Birmanie` is now `Myanmar (Burma) / Myanmar (Birmanie)`.
fn regulation(country: &str) -> String {
    let english = country.split(" / ").next().unwrap_or_default();
    match countries_of(english) {
        Country::Known(codes) => joined(codes.iter().map(|code| code.as_str()), "/"),
        _ => english.to_lowercase(),
    }
}

/// Key of a part: `1, Part 2`, `Part 2` and `2` are equal, as are `1`, `N/A` and a missing schedule.
fn part(regulation: &str, schedule: &str) -> String {
    let in_parts = schedule.rsplit_once("Part ").map(|(_, part)| part);
    match in_parts.unwrap_or(schedule) {
        "" | "N/A" => "Part 1".to_owned(),
        other
            if in_parts.is_none()
                && other != "1"
                && WITH_SEVERAL_SCHEDULES.contains(&regulation) =>
        {
            format!("Schedule {other}")
        }
        part => format!("Part {part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regulations_keep_their_key_when_a_country_is_renamed() {
        for (country, expected) in [
            ("Burma / Birmanie", "MM"),
            ("Myanmar (Burma) / Myanmar (Birmanie)", "MM"),
            ("Ukraine", "UA"),
            ("South Sudan / Soudan du sud", "SS"),
            (
                "Justice for Some Regulations (JSR) / Règlement (RJ)",
                "justice for some regulations (jsr)",
            ),
            ("", ""),
        ] {
            assert_eq!(regulation(country), expected, "{country}");
        }
    }

    #[test]
    fn parts_keep_their_key_when_they_are_written_in_another_way() {
        for (regulation, schedule, expected) in [
            ("SY", "2", "Part 2"),
            ("SY", "Part 2", "Part 2"),
            ("BY", "1, Part 1.1", "Part 1.1"),
            ("BY", "1,Part 3", "Part 3"),
            ("VE", "", "Part 1"),
            ("VE", "N/A", "Part 1"),
            ("RU", "1", "Part 1"),
            ("RU", "1, Part 2", "Part 2"),
            ("RU", "2", "Schedule 2"),
            ("RU", "1.1", "Schedule 1.1"),
        ] {
            assert_eq!(part(regulation, schedule), expected, "{regulation} {schedule}");
        }
    }
}
