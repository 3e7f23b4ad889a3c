//! Numbers of passports, accounts, telephones and documents in free text.

use std::sync::LazyLock;

use crate::text::pieces::{Phrases, Pieces, Table};

static MARKERS: Table =
    LazyLock::new(|| Phrases::of(include_str!("../../text/tables/identifier_markers.txt")));

static REFERENCES: Table =
    LazyLock::new(|| Phrases::of(include_str!("../../text/tables/reference_markers.txt")));

/// Words between a marker and its number.
const BETWEEN: [&str; 6] = ["no", "nr", "num", "number", "numero", "is"];
/// Fewest digits of a number behind a marker.
const MARKED_LEAST: usize = 4;
/// Fewest digits of the number of a document behind its marker.
const REFERENCE_LEAST: usize = 1;
/// Fewest digits of a number without a marker.
const UNMARKED_LEAST: usize = 6;

/// Returns the number of pieces of the number that begins here, its marker included.
pub(super) fn at(pieces: &Pieces<'_>, at: usize) -> Option<usize> {
    let rest = &pieces.list[at..];
    let marked = |markers: &Table, least| markers.at(rest).map(|marker| (marker, least));
    let found = marked(&MARKERS, MARKED_LEAST).or_else(|| marked(&REFERENCES, REFERENCE_LEAST));
    let Some((marker, least)) = found else {
        return (rest[0].figures() >= UNMARKED_LEAST).then_some(1);
    };
    let fillers = rest[marker..].iter().take_while(|piece| BETWEEN.contains(&piece.text.as_str()));
    let first = marker + fillers.count();
    // "AB 123456": the letters of a series precede the digits.
    let has_series =
        rest.get(first).is_some_and(|piece| piece.figures() == 0 && piece.text.len() <= 3);
    let figures = first + usize::from(has_series);
    let numbers = rest[figures.min(rest.len())..].iter().take_while(|piece| piece.figures() > 0);
    let (count, total) =
        numbers.fold((0, 0), |(count, total), piece| (count + 1, total + piece.figures()));
    (total >= least).then_some(figures + count)
}
