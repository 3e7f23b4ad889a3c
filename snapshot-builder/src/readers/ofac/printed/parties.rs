//! Parties of the printed list, each gathered from its entries.

use ahash::AHashMap;
use tamis_engine::model::{Alias, Record};
use xxhash_rust::xxh3::xxh3_128;

use super::body;
use super::entry::Entry;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_unique, entity_type_of, graded, joined, make_reference};
use crate::report::Position;

/// Number of parts that a reference may have in addition to name and birth date.
const FURTHER_PARTS: usize = 3;

/// Parties, in the order of their first entries.
#[derive(Default)]
pub(super) struct Parties {
    parties: Vec<Party>,
    by_key: AHashMap<u128, usize>,
}

struct Party {
    position: Position,
    /// Record without its name, which is decided after the last entry.
    record: Record,
    /// Names with an entry, in alphabetical order.
    headings: Vec<String>,
    /// Names called former by an entry.
    former_names: Vec<String>,
}

impl Parties {
    /// True if no entry was added yet.
    pub(super) fn is_empty(&self) -> bool {
        self.parties.is_empty()
    }

    /// Adds an entry: a new party, or another name of a known one.
    pub(super) fn add(
        &mut self,
        entry: &Entry<'_>,
        position: Position,
        collector: &mut Collector<'_>,
    ) {
        let key = key_of(entry);
        let at = *self.by_key.entry(key).or_insert(self.parties.len());
        if let Some(party) = self.parties.get_mut(at) {
            collector.leave_out("further name of a party, printed as an entry");
            party.add_heading(entry);
            return;
        }
        let mut record = Record { entity_type: entry.entity_type, ..Record::default() };
        body::read(entry, &mut record, collector);
        record.aliases.splice(0..0, aliases_of(entry));
        let (headings, former_names) = (Vec::new(), Vec::new());
        let mut party = Party { position, record, headings, former_names };
        party.add_heading(entry);
        self.parties.push(party);
    }

    /// Decides names and references, and passes on the records.
    pub(super) fn finish(mut self, file: &str, collector: &mut Collector<'_>) {
        self.parties.iter_mut().for_each(Party::settle_name);
        make_references(&mut self.parties);
        for party in self.parties {
            collector.accept(party.record, file, party.position);
        }
    }
}

impl Party {
    fn add_heading(&mut self, entry: &Entry<'_>) {
        self.headings.push(entry.name.clone());
        for alias in entry.aliases.iter().filter(|alias| alias.is_former) {
            add_unique(&mut self.former_names, alias.name.to_owned());
        }
    }

    /// Takes the first name that is not a former one, since the print does not show the primary one.
    fn settle_name(&mut self) {
        let mut headings = std::mem::take(&mut self.headings).into_iter();
        let first = headings.next().unwrap_or_default();
        let is_former = |name: &String| self.former_names.contains(name);
        let current = if is_former(&first) { headings.find(|name| !is_former(name)) } else { None };
        let record = &mut self.record;
        record.name = match current {
            // The aliases come from the first entry, without the name that heads it.
            Some(name) => {
                record.aliases.retain(|alias| alias.name != name);
                record.aliases.insert(0, Alias::strong(first).formerly(true));
                name
            }
            None => first,
        };
        record.entity_type.get_or_insert_with(|| entity_type_of(&record.name));
    }

    /// Facts that distinguish the record from others, as many as this level needs.
    fn reference_parts(&self, level: usize) -> Vec<String> {
        let record = &self.record;
        let birth_date = record.birth_dates.first().map(ToString::to_string);
        let programmes = joined(record.programmes.iter().map(String::as_str), ", ");
        let address = record.addresses.first().cloned();
        let alias = record.aliases.first().map(|alias| alias.name.clone());
        let further = [Some(programmes), address, alias].into_iter().take(level).flatten();
        [record.name.clone()].into_iter().chain(birth_date).chain(further).collect()
    }
}

fn aliases_of<'e>(entry: &'e Entry<'_>) -> impl Iterator<Item = Alias> + use<'e> {
    entry.aliases.iter().map(|alias| graded(alias.name, alias.is_weak).formerly(alias.is_former))
}

/// Key of an entry: entries of one party have the same set of names and the same text after them.
fn key_of(entry: &Entry<'_>) -> u128 {
    let mut names: Vec<&str> = entry.aliases.iter().map(|alias| alias.name).collect();
    names.push(&entry.name);
    names.sort_unstable();
    names.dedup();
    let mut key = names.join("\n");
    for part in [entry.body, &entry.programmes.join("\n"), entry.links] {
        key.push('\0');
        key.push_str(part);
    }
    key.push_str(entry.entity_type.map_or("", |entity_type| entity_type.as_str()));
    xxh3_128(key.as_bytes())
}

/// Makes references from name and birth date. Parties that share both also get the programmes, the
/// first address, the first alias, and finally a number.
fn make_references(parties: &mut [Party]) {
    let mut levels = vec![0; parties.len()];
    for _ in 0..FURTHER_PARTS {
        let mut uses: AHashMap<Vec<String>, u32> = AHashMap::new();
        for (party, level) in parties.iter().zip(&levels) {
            *uses.entry(party.reference_parts(*level)).or_default() += 1;
        }
        for (party, level) in parties.iter().zip(&mut levels) {
            let uses = uses.get(&party.reference_parts(*level)).copied();
            *level += usize::from(uses.unwrap_or_default() > 1);
        }
    }
    let mut seen: AHashMap<Vec<String>, u32> = AHashMap::new();
    for (party, level) in parties.iter_mut().zip(levels) {
        let mut parts = party.reference_parts(level);
        let times = seen.entry(parts.clone()).or_default();
        *times += 1;
        if *times > 1 {
            parts.push(times.to_string());
        }
        make_reference(&mut party.record, parts.iter().map(String::as_str));
    }
}
