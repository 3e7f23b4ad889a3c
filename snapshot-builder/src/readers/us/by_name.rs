//! Parties of lists without references and with one row for each address, order or spelling: rows with
//! the same name are one party.
//!
//! On these lists only the name is stable: dates and notices of a party are corrected, added and
//! renewed from version to version and differ within one version.

use ahash::AHashMap;
use tamis_engine::model::{BirthDate, PartialDate, Record};

use crate::readers::collector::Collector;
use crate::readers::common::facts::make_reference;
use crate::readers::common::merged_record::MergedRecord;
use crate::report::Position;

/// Kind under which rows that continue a party are counted.
const FURTHER_ROW: &str = "further row of the same party";

/// Makes a reference from the record's name. Case, blanks and punctuation are ignored, since publishers
/// change them at will.
pub(super) fn refer_by_name(record: &mut Record) {
    let letters = record.name.chars().filter(|c| c.is_alphanumeric());
    let mut key: String = letters.flat_map(char::to_lowercase).collect();
    if key.is_empty() {
        key.clone_from(&record.name);
    }
    make_reference(record, [key.as_str()]);
}

/// Parties of a file in the order of their first rows.
#[derive(Default)]
pub(super) struct Parties {
    parties: Vec<(MergedRecord, Position)>,
    places: AHashMap<String, usize>,
}

impl Parties {
    /// Adds the record of a row to its party, or as a new party.
    pub(super) fn add(
        &mut self,
        record: Record,
        position: Position,
        collector: &mut Collector<'_>,
    ) {
        let place = self.places.get(&record.reference).copied();
        match place.and_then(|place| self.parties.get_mut(place)) {
            // One publisher's reference with two names is a fault, which the collector reports.
            Some((party, _)) if record.is_reference_made || party.record().name == record.name => {
                collector.leave_out(FURTHER_ROW);
                absorb(party, record);
            }
            _ => {
                self.places.entry(record.reference.clone()).or_insert(self.parties.len());
                self.parties.push((MergedRecord::new(record), position));
            }
        }
    }

    /// Passes all parties to the collector.
    pub(super) fn hand_over(self, file: &str, collector: &mut Collector<'_>) {
        for (party, position) in self.parties {
            collector.accept(party.into_record(), file, position);
        }
    }
}

/// Adds the facts of a further row to its party.
fn absorb(party: &mut MergedRecord, mut row: Record) {
    let record = party.record_mut();
    add_listing(record, row.listed_on.take(), row.listed_until.take());
    note_other_birth(record, &row.birth_dates);
    party.add(row);
}

/// Notes the birth dates of another row if the rows share no year: the name may belong to two persons.
/// Nothing else distinguishes them, so they stay one record.
fn note_other_birth(party: &mut Record, of_row: &[BirthDate]) {
    let has_year = |date: &BirthDate| party.birth_dates.iter().any(|d| d.year() == date.year());
    if !party.birth_dates.is_empty() && !of_row.is_empty() && !of_row.iter().any(has_year) {
        let dates: Vec<String> = of_row.iter().map(ToString::to_string).collect();
        party.notes.push(format!("Birth date in another row of this name: {}", dates.join(", ")));
    }
}

/// Extends the listing from the first date to the last one, or without an end if one of the rows has
/// none. The other dates become notes.
fn add_listing(party: &mut Record, on: Option<PartialDate>, until: Option<PartialDate>) {
    if let (Some(first), Some(second)) = (party.listed_on, on)
        && first != second
    {
        party.notes.push(format!("Also listed on: {}", first.max(second)));
    }
    party.listed_on = [party.listed_on, on].into_iter().flatten().min();
    if party.listed_until != until {
        let last = party.listed_until.zip(until).map(|(first, second)| first.max(second));
        for end in
            [party.listed_until, until].into_iter().flatten().filter(|end| Some(*end) != last)
        {
            party.notes.push(format!("Also listed until: {end}"));
        }
        party.listed_until = last;
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::Alias;

    use super::*;
    use crate::progress::Silent;
    use crate::readers::{Collected, Keep};
    use crate::report::RegisterReport;

    fn row(name: &str, on: &str, until: &str, address: &str) -> Record {
        let mut record = Record {
            name: name.to_owned(),
            listed_on: on.parse().ok(),
            listed_until: until.parse().ok(),
            addresses: vec![address.to_owned()],
            ..Record::default()
        };
        refer_by_name(&mut record);
        record
    }

    fn collected_from(rows: Vec<Record>) -> Collected {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let mut parties = Parties::default();
        for (line, record) in (1..).zip(rows) {
            parties.add(record, Position::Line(line), &mut collector);
        }
        parties.hand_over("xx/a.csv", &mut collector);
        collector.finish()
    }

    #[test]
    fn rows_of_one_name_are_one_party_in_the_order_of_first_rows() {
        let collected = collected_from(vec![
            row("SUN CO., LTD.", "2010-02-01", "2020-01-01", "1 Road"),
            row("MOON", "2010", "", "2 Road"),
            row("Sun Co. Ltd", "2009-01-01", "2030-01-01", "1 Road"),
            row("SUN CO., LTD.", "2010-02-01", "2020-01-01", "3 Road"),
        ]);
        let names: Vec<_> = collected.records.iter().map(|r| r.name.as_str()).collect();
        assert_eq!(names, ["SUN CO., LTD.", "MOON"]);
        let sun = &collected.records[0];
        assert_eq!(sun.reference, "suncoltd");
        assert!(sun.is_reference_made);
        assert_eq!(sun.aliases, [Alias::strong("Sun Co. Ltd")]);
        assert_eq!(sun.addresses, ["1 Road", "3 Road"]);
        assert_eq!(sun.listed_on.map(|d| d.to_string()).as_deref(), Some("2009-01-01"));
        assert_eq!(sun.listed_until.map(|d| d.to_string()).as_deref(), Some("2030-01-01"));
        assert_eq!(sun.notes, ["Also listed on: 2010-02-01", "Also listed until: 2020-01-01"]);
        assert_eq!(collected.report.left_out[FURTHER_ROW], 2);
    }

    #[test]
    fn a_row_without_an_end_makes_the_listing_open() {
        for ends in [["2020-01-01", ""], ["", "2020-01-01"]] {
            let rows = ends.map(|end| row("SUN", "2010", end, "1 Road")).to_vec();
            let sun = &collected_from(rows).records[0];
            assert_eq!(sun.listed_until, None);
            assert_eq!(sun.notes, ["Also listed until: 2020-01-01"]);
        }
    }

    #[test]
    fn birth_dates_that_may_be_those_of_two_persons_are_noted() {
        let born = |date: &str| Record {
            birth_dates: date.parse().into_iter().collect(),
            ..row("ANA LEE", "", "", "1 Road")
        };
        let rows = ["1950", "1950-02-01", "", "1971-03-02"].map(born).to_vec();
        let party = &collected_from(rows).records[0];
        assert_eq!(party.birth_dates.len(), 3);
        assert_eq!(party.notes, ["Birth date in another row of this name: 1971-03-02"]);
    }

    #[test]
    fn letters_of_all_scripts_count_and_a_name_without_any_stays_as_it_is() {
        for (name, reference) in [("Ёлка-2", "ёлка2"), ("?!", "?!"), ("", "")] {
            assert_eq!(row(name, "", "", "").reference, reference);
        }
    }

    #[test]
    fn a_published_reference_under_two_names_is_rejected() {
        let numbered = |name: &str| Record {
            reference: "7".to_owned(),
            name: name.to_owned(),
            ..Record::default()
        };
        let collected = collected_from(vec![numbered("SUN"), numbered("MOON"), numbered("SUN")]);
        assert_eq!((collected.report.records, collected.report.rejected), (1, 1));
        assert_eq!(collected.report.left_out[FURTHER_ROW], 1);
    }
}
