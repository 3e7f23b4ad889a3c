//! Exclusions of all files: repeated rows are joined, and reinstated exclusions removed.

use ahash::AHashMap;
use tamis_engine::model::Record;

use super::row::Row;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::joined;
use crate::readers::common::merged_record::MergedRecord;
use crate::report::Position;

/// Exclusions so far, in the order of the files.
#[derive(Default)]
pub(super) struct Exclusions {
    all: Vec<Exclusion>,
    by_reference: AHashMap<String, Namesakes>,
    /// Indexes by the keys that distinguish namesakes: see [`party_keys`].
    by_party: AHashMap<String, usize>,
}

/// An exclusion and the position of its first row.
struct Exclusion {
    record: MergedRecord,
    file: usize,
    position: Position,
    is_reinstated: bool,
}

/// Exclusions that share a reference. There are several only without a birth date: firms have none, and
/// firms of a chain share a truncated name.
struct Namesakes {
    first: usize,
    count: usize,
}

impl Exclusions {
    /// Adds an exclusion, or a further row of a known one.
    pub(super) fn add(
        &mut self,
        row: &Row<'_>,
        file: usize,
        position: Position,
        collector: &mut Collector<'_>,
    ) {
        let record = row.record();
        let keys = party_keys(&record);
        let known = if record.birth_dates.is_empty() {
            keys.iter().find_map(|key| self.by_party.get(key).copied())
        } else {
            self.by_reference.get(&record.reference).map(|namesakes| namesakes.first)
        };
        let at = known.unwrap_or(self.all.len());
        if record.birth_dates.is_empty() {
            self.by_party.extend(keys.into_iter().map(|key| (key, at)));
        }
        if let Some(exclusion) = self.all.get_mut(at) {
            exclusion.record.add(record);
            collector.leave_out("further row of the same exclusion");
            return;
        }
        let namesakes = Namesakes { first: at, count: 0 };
        self.by_reference.entry(record.reference.clone()).or_insert(namesakes).count += 1;
        let record = MergedRecord::new(record);
        self.all.push(Exclusion { record, file, position, is_reinstated: false });
    }

    /// Removes the exclusion that a reinstatement names. Among namesakes it is the one with the same
    /// address or number.
    pub(super) fn reinstate(&mut self, row: &Row<'_>, collector: &mut Collector<'_>) {
        let record = row.record();
        let named = match self.by_reference.get(&record.reference) {
            Some(Namesakes { first, count: 1 }) => Some(*first),
            Some(_) => party_keys(&record).iter().find_map(|key| self.by_party.get(key).copied()),
            None => None,
        };
        match named.and_then(|at| self.all.get_mut(at)).filter(|found| !found.is_reinstated) {
            Some(exclusion) => {
                exclusion.is_reinstated = true;
                collector.leave_out("reinstated");
            }
            None => collector.leave_out("reinstatement of an exclusion that is not in the files"),
        }
    }

    /// Passes the exclusions in force to the collector. The references of all namesakes include the
    /// address, so that they do not depend on the order of rows.
    pub(super) fn hand_over(self, input: &Input<'_>, collector: &mut Collector<'_>) {
        let Self { all, by_reference, .. } = self;
        for Exclusion { record, file, position, is_reinstated } in all {
            if is_reinstated {
                continue;
            }
            let mut record = record.into_record();
            if by_reference.get(&record.reference).is_some_and(|namesakes| namesakes.count > 1) {
                let address = record.addresses.first().map_or("", String::as_str);
                record.reference = joined([record.reference.as_str(), address], " | ");
            }
            record.source_url = input.url_of(&record.reference);
            let file = input.main.get(file).map_or("", |file| file.name.as_str());
            collector.accept(record, file, position);
        }
    }
}

/// Keys of a party: two exclusions of one reference with a common key, an address or number, are of one
/// party.
fn party_keys(record: &Record) -> Vec<String> {
    let address = record.addresses.first().map_or("", String::as_str);
    let numbers = record.identifiers.iter().map(|identifier| identifier.value.as_str());
    let marks = numbers.chain(std::iter::once(address));
    marks.map(|mark| format!("{} | {mark}", record.reference)).collect()
}
