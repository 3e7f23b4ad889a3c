//! A batch of records as text in every format. Each record is written once per format, however many
//! collections hold it.

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;
use tamis_engine::csv::{Formulas, Table};
use tamis_engine::ftm::FtmEntity;
use tamis_engine::ftm::statement::Statement;
use tamis_engine::model::{Collection, RecordOrdinal};
use tamis_engine::snapshot::{RecordView, Snapshot};

use super::format::{BY_RECORD, Format};
use super::index::collections_of;
use super::senzing::Senzing;
use super::simple;
use crate::limits::BULK_RECORDS_PER_TASK;

/// Records ordered by id. Refilling a batch reuses its memory.
#[derive(Default)]
pub(super) struct Batch {
    parts: Vec<Part>,
}

/// Records that one thread writes.
#[derive(Default)]
struct Part {
    /// The set of collections of each record.
    collections: Vec<u8>,
    /// By place in [`BY_RECORD`].
    texts: [Text; BY_RECORD.len()],
    /// A line per name.
    names: Text,
}

/// Text of the records in one format, concatenated.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// End of each record, in bytes.
    ends: Vec<usize>,
    /// Rows of each record.
    rows: Vec<u64>,
}

/// Text of some records in one format.
pub(super) struct Piece<'b> {
    pub(super) text: &'b [u8],
    pub(super) rows: u64,
}

impl Batch {
    /// Number of records.
    pub(super) fn records(&self) -> usize {
        self.parts.iter().map(|part| part.collections.len()).sum()
    }

    /// Replaces the content with these records.
    pub(super) fn fill(&mut self, snapshot: &Snapshot, records: &[RecordOrdinal]) {
        let chunks = records.par_chunks(BULK_RECORDS_PER_TASK);
        self.parts.resize_with(chunks.len(), Part::default);
        self.parts.par_iter_mut().zip(chunks).for_each(|(part, records)| {
            part.fill(snapshot, records.iter().map(|at| snapshot.record(*at)));
        });
    }

    /// Records of a collection in a format, as the fewest contiguous pieces.
    pub(super) fn pieces(
        &self,
        format: Format,
        collection: Collection,
    ) -> impl Iterator<Item = Piece<'_>> {
        let place = BY_RECORD.iter().position(|other| *other == format);
        let texts = self.parts.iter().filter_map(move |part| Some((part, &part.texts[place?])));
        texts.flat_map(move |(part, text)| text.pieces(part.held_by(collection.bit())))
    }

    /// All names, each with the set of collections of its record.
    pub(super) fn names(&self) -> impl Iterator<Item = (&[u8], u8)> {
        self.parts.iter().flat_map(|part| {
            part.collections.iter().enumerate().flat_map(|(at, collections)| {
                let lines = part.names.of(at).split(|byte| *byte == b'\n');
                lines.filter(|name| !name.is_empty()).map(|name| (name, *collections))
            })
        })
    }
}

impl Part {
    /// Longest ranges of consecutive records of the collection with this bit.
    fn held_by(&self, bit: u8) -> impl Iterator<Item = Range<usize>> {
        let mut places = 0..self.collections.len();
        let is_held = move |at: &usize| self.collections[*at] & bit != 0;
        std::iter::from_fn(move || {
            let start = places.find(is_held)?;
            let end = places.find(|at| !is_held(at)).unwrap_or(self.collections.len());
            Some(start..end)
        })
    }

    fn fill<'s>(&mut self, snapshot: &'s Snapshot, records: impl Iterator<Item = RecordView<'s>>) {
        let described = |record| (record, FtmEntity::of_record(snapshot, record).with_sanctions());
        let records: Vec<Described<'s>> = records.map(described).collect();
        self.collections.clear();
        self.collections.extend(records.iter().map(|(record, _)| collections_of(*record)));
        let [simple, nested, entities, senzing, statements] = &mut self.texts;
        simple.table(&records, |(record, entity), table| {
            simple::write(*record, entity, table.line());
            1
        });
        nested.lines(&records, |(_, entity), lines| lines.json(entity));
        entities.lines(&records, |(_, entity), lines| {
            lines.json(&entity.flat());
            entity.sanctions().iter().for_each(|sanction| lines.json(sanction));
        });
        senzing.lines(&records, |(record, entity), lines| {
            lines.json(&Senzing { record: *record, entity });
        });
        statements.table(&records, write_statements);
        self.names.lines(&records, write_names);
    }
}

/// A record with its follow-the-money entity, made once for all formats.
type Described<'s> = (RecordView<'s>, FtmEntity<'s>);

/// Writes the statements of the record, then those of its Sanction entity; returns their number.
fn write_statements((record, entity): &Described<'_>, table: &mut Table) -> u64 {
    let of_party = entity.said().iter().map(|said| Statement::of_party(*record, said.clone()));
    let listings = entity.sanctions().iter().flat_map(|sanction| sanction.said());
    let of_listing = listings.map(|said| Statement::of_listing(*record, said.clone()));
    let written = of_party.chain(of_listing).map(|statement| statement.write(table.line()));
    written.count() as u64
}

/// Writes the names, one per line, with single blanks.
fn write_names((_, entity): &Described<'_>, lines: &mut Lines<'_>) {
    for said in entity.said().iter().filter(|said| said.property.is_name()) {
        let name = said.value.to_string();
        lines.text(&name.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// Lines being written.
struct Lines<'t> {
    bytes: &'t mut Vec<u8>,
    count: u64,
}

impl Lines<'_> {
    fn json(&mut self, value: &impl Serialize) {
        serde_json::to_writer(&mut *self.bytes, value)
            .expect("our shapes have string keys and no failing parts");
        self.end();
    }

    fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.end();
    }

    fn end(&mut self) {
        self.bytes.push(b'\n');
        self.count += 1;
    }
}

impl Text {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.rows.clear();
    }

    fn lines<R>(&mut self, records: &[R], write: impl Fn(&R, &mut Lines<'_>)) {
        self.clear();
        for record in records {
            let mut lines = Lines { bytes: &mut self.bytes, count: 0 };
            write(record, &mut lines);
            self.rows.push(lines.count);
            self.ends.push(self.bytes.len());
        }
    }

    /// Writes each record as rows of a table, without a header; `write` returns the number of rows.
    fn table<R>(&mut self, records: &[R], write: impl Fn(&R, &mut Table) -> u64) {
        self.clear();
        let mut table = Table::after(std::mem::take(&mut self.bytes), Formulas::Kept);
        for record in records {
            self.rows.push(write(record, &mut table));
            self.ends.push(table.bytes());
        }
        self.bytes = table.into_text();
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Text of the record at this position.
    fn of(&self, at: usize) -> &[u8] {
        &self.bytes[self.start(at)..self.ends[at]]
    }

    /// Text of the records at these ranges of positions.
    fn pieces(
        &self,
        ranges: impl Iterator<Item = Range<usize>>,
    ) -> impl Iterator<Item = Piece<'_>> {
        ranges.map(|range| Piece {
            text: &self.bytes[self.start(range.start)..self.ends[range.end - 1]],
            rows: self.rows[range].iter().sum(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_collection_are_one_piece() {
        let mut text = Text::default();
        text.lines(&[1, 2, 0, 3], |count, lines| {
            (0..*count).for_each(|n| lines.text(&n.to_string()));
        });
        for (held, expected) in [
            ([true; 4], vec![("0\n0\n1\n0\n1\n2\n", 6)]),
            ([true, false, false, true], vec![("0\n", 1), ("0\n1\n2\n", 3)]),
            ([false, true, true, false], vec![("0\n1\n", 2)]),
            ([false; 4], vec![]),
        ] {
            let part = Part { collections: held.map(u8::from).to_vec(), ..Part::default() };
            let pieces: Vec<_> = text
                .pieces(part.held_by(1))
                .map(|piece| (std::str::from_utf8(piece.text).expect("text"), piece.rows))
                .collect();
            assert_eq!(pieces, expected, "{held:?}");
        }
    }

    #[test]
    fn rows_of_a_table_are_counted_by_record() {
        let mut text = Text::default();
        for _ in 0..2 {
            text.table(&["a", "b\nc"], |cell, table| {
                table.line().cell(cell).cell(1).end();
                1
            });
            assert_eq!((text.of(0), text.of(1)), (&b"a,1\n"[..], &b"\"b\nc\",1\n"[..]));
            assert_eq!(text.rows, [1, 1]);
        }
    }
}
