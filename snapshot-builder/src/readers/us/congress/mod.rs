//! Members of the United States Congress since 1789, and presidents and vice presidents: the data set
//! of the unitedstates project, in its tables ([`read`]) or in its full lists ([`read_lists`]).
//!
//! A person is one record, even if several files mention them: a senator who became president holds
//! both offices. Identifiers on web sites and accounts of social media are not kept.
//!
//! | module | what it holds |
//! |---|---|
//! | `row` | rows of the tables |
//! | `person` | facts of one person from all files |
//! | `names`, `offices` | names; offices and their terms |

mod names;
mod offices;
mod person;
mod row;

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use ahash::{AHashMap, AHashSet};
use tamis_engine::model::PartialDate;

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::rows::for_each_named_row;
use crate::readers::common::yaml::for_each_item;
use crate::report::Position;
use crate::sources::SourceFile;
use offices::Office;
use person::Person;
use row::REQUIRED;
use tamis_ingest::table::Dialect;

/// Role of the companion with former members, in the format of the main file.
pub(in crate::readers) const HISTORICAL: &str = "historical";
/// Role of the companion with presidents and vice presidents, in JSON or YAML.
pub(in crate::readers) const EXECUTIVE: &str = "executive";
/// Role of the companion with all terms of the members in tables, in YAML or JSON.
pub(in crate::readers) const TERMS: &str = "terms";

/// Reads tables: current members, former ones, and the companions that complete them.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let mut members = Members::open(input)?;
    for file in input.companions(TERMS) {
        for_each_item(file, |number, item| {
            let person = Person::of_item(item);
            // Without an identifier it matches no member, and is counted with others without one.
            let key = person.bioguide.clone().unwrap_or_else(|| format!("{} {number}", file.name));
            // As for members, current ones take precedence over former ones.
            match members.terms.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(person);
                }
                Entry::Occupied(_) => collector.leave_out("further item with terms of a person"),
            }
        })?;
    }
    for (file, is_current) in members.files() {
        let (dialect, key) = (Dialect::default(), Some(REQUIRED[0]));
        for_each_named_row(
            file,
            dialect,
            &REQUIRED,
            key,
            collector,
            |row, position, collector| {
                let person = row::read(row);
                if person.bioguide.is_none() {
                    let reason = "bioguide_id is empty";
                    collector.reject(&file.name, position, reason, None);
                } else {
                    members.accept(person, is_current, &file.name, position, collector);
                }
            },
        )?;
    }
    members.finish(collector);
    Ok(())
}

/// Reads the full lists: current members and former ones, with all their terms.
pub(in crate::readers) fn read_lists(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let mut members = Members::open(input)?;
    for (file, is_current) in members.files() {
        for_each_item(file, |number, item| {
            let (person, position) = (Person::of_item(item), Position::Element("item", number));
            members.accept(person, is_current, &file.name, position, collector);
        })?;
    }
    members.finish(collector);
    Ok(())
}

/// Data from other files, needed when a member is read.
struct Members<'i> {
    input: &'i Input<'i>,
    /// Presidents and vice presidents by file and number, until their records are made.
    executive: BTreeMap<(String, u64), Person>,
    /// File and number of those among them with a bioguide identifier.
    executive_by_id: AHashMap<String, (String, u64)>,
    /// Day on which current terms end: the last one in the file. Other terms end at the latest when
    /// these begin.
    term_end: Option<PartialDate>,
    /// Terms by bioguide identifier.
    terms: AHashMap<String, Person>,
    /// Bioguide identifiers of current members.
    current: AHashSet<String>,
}

impl<'i> Members<'i> {
    fn open(input: &'i Input<'i>) -> Result<Self, LoadError> {
        let mut members = Self {
            input,
            executive: BTreeMap::new(),
            executive_by_id: AHashMap::new(),
            term_end: None,
            terms: AHashMap::new(),
            current: AHashSet::new(),
        };
        for file in input.companions(EXECUTIVE) {
            for_each_item(file, |number, item| {
                let person = Person::of_item(item);
                let last_day = person.offices.iter().filter_map(Office::end).max();
                members.term_end = members.term_end.max(last_day);
                let place = (file.name.clone(), number);
                if let Some(bioguide) = person.bioguide.clone() {
                    members.executive_by_id.insert(bioguide, place.clone());
                }
                members.executive.insert(place, person);
            })?;
        }
        Ok(members)
    }

    /// Files of members, current ones first; true for current members. The full lists of former members
    /// may be main files of their own.
    fn files(&self) -> Vec<(&'i SourceFile, bool)> {
        let is_historical = |file: &SourceFile| {
            file.name.rsplit('/').next().is_some_and(|name| name.contains(HISTORICAL))
        };
        let main = self.input.main.iter().map(|file| (file, !is_historical(file)));
        let historical = self.input.companions(HISTORICAL).iter().map(|file| (file, false));
        let mut files: Vec<_> = main.chain(historical).collect();
        files.sort_by_key(|(_, is_current)| !is_current);
        files
    }

    /// Completes a member and passes on the record.
    fn accept(
        &mut self,
        mut person: Person,
        is_current: bool,
        file: &str,
        position: Position,
        collector: &mut Collector<'_>,
    ) {
        if let Some(bioguide) = &person.bioguide {
            if is_current {
                self.current.insert(bioguide.clone());
            } else if self.current.contains(bioguide) {
                // The files are of different days: the member left or returned in between.
                collector.leave_out("former member who is a current one as well");
                return;
            }
        }
        let bioguide = person.bioguide.clone().unwrap_or_default();
        if let Some(terms) = self.terms.remove(&bioguide) {
            person.absorb(terms);
        }
        if let Some(place) = self.executive_by_id.remove(&bioguide)
            && let Some(executive) = self.executive.remove(&place)
        {
            person.absorb(executive);
        }
        let is_in_office = is_current || self.is_in_executive_office(&person);
        collector.accept(person.into_record(is_in_office, self.input), file, position);
    }

    fn is_in_executive_office(&self, person: &Person) -> bool {
        let mut offices = person.offices.iter().filter(|office| office.is_executive);
        offices.any(|office| office.end().is_some() && office.end() == self.term_end)
    }

    /// Passes on presidents and vice presidents who were never in Congress.
    fn finish(mut self, collector: &mut Collector<'_>) {
        for ((file, number), person) in std::mem::take(&mut self.executive) {
            let is_in_office = self.is_in_executive_office(&person);
            let record = person.into_record(is_in_office, self.input);
            collector.accept(record, &file, Position::Element("item", number));
        }
        if !self.terms.is_empty() {
            let count = self.terms.len();
            collector.warn(format!("persons with terms who are in no table of members: {count}"));
        }
    }
}
