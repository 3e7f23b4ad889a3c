//! Addresses behind a name in free text.

use std::sync::LazyLock;

use ahash::AHashSet;

use crate::model::{countries_named, country_spelling};
use crate::text::classify::{is_place, is_stop_word};
use crate::text::pieces::{Piece, Pieces};
use crate::text::tables;

static WORDS: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| tables::word_set(include_str!("../../text/tables/address_words.txt")));

/// Words for an office in another place, behind the name of the place: "London Branch".
const HOUSES: [&str; 12] = [
    "branch",
    "branches",
    "office",
    "offices",
    "filial",
    "филиал",
    "filiale",
    "sucursal",
    "succursale",
    "zweigstelle",
    "niederlassung",
    "zweigniederlassung",
];

/// Fewest words of the name before an address.
const NAME_WORDS_LEAST: usize = 2;
/// Most digits of the number of a house or box.
const NUMBER_FIGURES: usize = 5;

/// Returns the position at which an address begins. Behind a comma, it is a part of the text that is a
/// place or a street. It may also be a part with a number, if a place follows later. Without a comma,
/// it is a number or a word for a street with a place later on.
pub(super) fn start(pieces: &Pieces<'_>) -> Option<usize> {
    let all = pieces.list.len();
    (NAME_WORDS_LEAST..all).find(|&at| {
        let has_place = |from: usize| pieces.list[from..].iter().any(|piece| is_place(&piece.text));
        let part = at..at + part(pieces, at);
        let is_numbered =
            |of: &[Piece]| of.iter().any(|piece| piece.number(NUMBER_FIGURES).is_some());
        if pieces.begins_part(at) {
            let end = part.end;
            return is_place_of(pieces, at, before_house(pieces, at, end))
                || holds_street(pieces, at, end)
                || is_numbered(&pieces.list[part]) && end < all && has_place(end);
        }
        let piece = &pieces.list[at];
        let begins = piece.number(NUMBER_FIGURES).is_some() || WORDS.contains(piece.text.as_str());
        begins && has_place(at + 1) && holds_street(pieces, at, all)
    })
}

/// Returns the position of the places at the end of a text: "Mahan Air Tehran", "Mahan Air Tehran
/// Branch". In "Bank of China" the place is part of the name.
pub(super) fn places_at_end(pieces: &Pieces<'_>) -> Option<usize> {
    let end = before_house(pieces, 0, pieces.list.len());
    let is_short = |at: &usize| end - at <= 3;
    let mut starts = (NAME_WORDS_LEAST..end).skip_while(|at| !is_short(at));
    starts
        .find(|&at| is_place_of(pieces, at, end))
        .filter(|&at| !is_stop_word(&pieces.list[at - 1].text))
}

/// True if a text whose last word, in lower case, is this one may end with a place.
pub(super) fn may_end_with(word: &str) -> bool {
    is_place(word) || HOUSES.contains(&word)
}

/// Returns the end of the words before the trailing ones of [`HOUSES`].
fn before_house(pieces: &Pieces<'_>, from: usize, to: usize) -> usize {
    let of = &pieces.list[from..to];
    let houses = of.iter().rev().take_while(|piece| HOUSES.contains(&piece.text.as_str()));
    to - houses.count()
}

/// Returns the number of pieces up to the next comma.
fn part(pieces: &Pieces<'_>, at: usize) -> usize {
    let rest = at + 1..pieces.list.len();
    1 + rest.take_while(|&of| !pieces.begins_part(of)).count()
}

/// True if the pieces name a place and nothing else.
fn is_place_of(pieces: &Pieces<'_>, from: usize, to: usize) -> bool {
    if from == to {
        return false;
    }
    let text = &pieces.raw[pieces.list[from].start..pieces.list[to - 1].end];
    let is_country = || text.len() > 3 && countries_named(&country_spelling(text)).is_some();
    pieces.list[from..to].iter().all(|piece| is_place(&piece.text)) || is_country()
}

fn holds_street(pieces: &Pieces<'_>, from: usize, to: usize) -> bool {
    let of = &pieces.list[from..to];
    let has_word = of.iter().any(|piece| WORDS.contains(piece.text.as_str()));
    has_word && of.iter().any(|piece| piece.figures() > 0 || is_place(&piece.text))
}
