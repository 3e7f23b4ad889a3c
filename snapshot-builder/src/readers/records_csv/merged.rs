//! Rows of one party, united into one record.

use std::hash::Hash;

use ahash::{AHashMap, AHashSet};
use csv::StringRecord;
use tamis::model::{Alias, AliasQuality, Record};

use super::super::collector::Collector;
use super::super::own_fields::OwnField;
use super::super::own_record::Draft;
use crate::limits::RECORD_BYTES_MAX;
use crate::report::Position;
use crate::sources::SourceFile;

/// The parties of all files, in the order of their first rows.
#[derive(Default)]
pub(super) struct Parties {
    parties: Vec<Party>,
    by_reference: AHashMap<String, usize>,
}

/// A party as far as its rows were read.
struct Party {
    draft: Draft,
    /// Number of the file and line of its first row.
    first: (usize, u64),
    rows: u64,
    bytes: u64,
}

impl Parties {
    /// Adds what a row says, read at this place: number of the file, file and line.
    pub(super) fn add(
        &mut self,
        draft: Draft,
        row: &StringRecord,
        (at, file, line): (usize, &SourceFile, u64),
        collector: &mut Collector<'_>,
    ) {
        let bytes = row.as_slice().len() as u64;
        let known = self.by_reference.get(&draft.record.reference).copied();
        let Some(party) = known.and_then(|known| self.parties.get_mut(known)) else {
            self.by_reference.insert(draft.record.reference.clone(), self.parties.len());
            self.parties.push(Party { draft, first: (at, line), rows: 1, bytes });
            return;
        };
        party.bytes += bytes;
        if party.bytes > RECORD_BYTES_MAX {
            let reason = format!("the rows of one ref have more than {RECORD_BYTES_MAX} bytes");
            let reference = Some(draft.record.reference);
            return collector.reject(&file.name, Position::Line(line), reason, reference);
        }
        party.rows += 1;
        unite(&mut party.draft, draft);
        // Often enough that repeated values take no more memory than the values themselves, and
        // seldom enough that it costs no more than reading them.
        if party.rows.is_power_of_two() {
            drop_repeated(&mut party.draft.record);
        }
        collector.leave_out("further row of a party");
    }

    /// Number of the file and line of the first row of each party, and what all of them say.
    pub(super) fn into_drafts(self) -> impl Iterator<Item = (usize, u64, Draft)> {
        self.parties.into_iter().map(|mut party| {
            drop_repeated(&mut party.draft.record);
            (party.first.0, party.first.1, party.draft)
        })
    }
}

/// Adds what another row of the party says. A field of one value keeps the first; another name is
/// an alias, another value of any other field a note.
fn unite(draft: &mut Draft, other: Draft) {
    let (record, kind, other_kind) = (&mut draft.record, &mut draft.kind, other.kind);
    let (notes, other) = (&mut record.notes, other.record);
    keep_first(kind, other_kind, OwnField::Type, notes);
    keep_first(&mut record.imo, other.imo, OwnField::Imo, notes);
    keep_first(&mut record.listed_on, other.listed_on, OwnField::ListedOn, notes);
    keep_first(&mut record.listed_until, other.listed_until, OwnField::ListedUntil, notes);
    keep_first(&mut record.status, other.status, OwnField::Status, notes);
    keep_first(&mut record.gender, other.gender, OwnField::Gender, notes);
    keep_first(&mut record.source_url, other.source_url, OwnField::SourceUrl, notes);
    keep_first(&mut record.isin, other.isin, OwnField::Isin, notes);
    keep_first(&mut record.ticker, other.ticker, OwnField::Ticker, notes);
    if other.name != record.name {
        record.aliases.push(Alias::strong(other.name));
    }
    record.aliases.extend(other.aliases);
    record.birth_dates.extend(other.birth_dates);
    record.birth_places.extend(other.birth_places);
    record.countries.extend(other.countries);
    record.programmes.extend(other.programmes);
    record.positions.extend(other.positions);
    record.addresses.extend(other.addresses);
    record.identifiers.extend(other.identifiers);
    record.notes.extend(other.notes);
}

fn keep_first<T: PartialEq + ToString>(
    first: &mut Option<T>,
    other: Option<T>,
    field: OwnField,
    notes: &mut Vec<String>,
) {
    match (first.as_ref(), other) {
        (None, other) => *first = other,
        (Some(first), Some(other)) if *first != other => {
            notes.push(format!("{}: {}", field.label(), other.to_string()));
        }
        _ => {}
    }
}

/// Leaves each value once, at its first place.
fn drop_repeated(record: &mut Record) {
    let is_weak = |alias: &Alias| alias.quality == AliasQuality::Weak;
    keep_once(&mut record.aliases, |alias| (alias.name.clone(), is_weak(alias)));
    keep_once(&mut record.birth_dates, |date| *date);
    keep_once(&mut record.birth_places, String::clone);
    keep_once(&mut record.countries, |country| *country);
    keep_once(&mut record.programmes, String::clone);
    keep_once(&mut record.positions, String::clone);
    keep_once(&mut record.addresses, String::clone);
    keep_once(&mut record.identifiers, |number| {
        (number.kind.clone(), number.value.clone(), number.country)
    });
    keep_once(&mut record.notes, String::clone);
}

fn keep_once<T, K: Hash + Eq>(values: &mut Vec<T>, key: impl Fn(&T) -> K) {
    if values.len() > 1 {
        let mut seen = AHashSet::with_capacity(values.len());
        values.retain(|value| seen.insert(key(value)));
    }
}
