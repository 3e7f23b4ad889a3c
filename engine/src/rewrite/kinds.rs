//! Words for the kind of an organisation before or behind its name, and of a ship before its name:
//! "Hamas movement", "M/T Ocean Star".

use std::sync::LazyLock;

use super::aliases::is_informative;
use crate::text::pieces::{Phrases, Pieces, Table};

static WORDS: Table = LazyLock::new(|| Phrases::of(include_str!("../text/tables/kind_words.txt")));

/// Behind a single word it belongs to the name of a company: "Apollo Group".
const GROUP: &str = "group";

static SHIPS: Table = LazyLock::new(|| Phrases::of(include_str!("../text/tables/ship_words.txt")));

/// Abbreviations of motor vessel, tanker, yacht and ship, steamship, sailing yacht and vessel, fishing
/// vessel. They are written "MT", "M/T" or "M.T.".
const SHORT: [&str; 8] = ["MV", "MT", "MY", "MS", "SS", "SY", "SV", "FV"];

/// Returns the name in a text without the word for its kind: before the name of a ship, before or
/// behind the name of an organisation.
pub(super) fn without_kind<'t>(pieces: &Pieces<'t>) -> Option<&'t str> {
    let start = usize::from(pieces.list.first()?.text == "the");
    let name = ship(pieces, start).or_else(|| organisation(pieces, start));
    name.filter(|name| is_informative(name))
}

fn ship<'t>(pieces: &Pieces<'t>, start: usize) -> Option<&'t str> {
    let behind = SHIPS.at(&pieces.list[start..]).map(|count| start + count);
    pieces.text(behind.or_else(|| behind_short(pieces))?..pieces.list.len())
}

/// Returns the position behind the abbreviation for a ship at the beginning of a text.
fn behind_short(pieces: &Pieces<'_>) -> Option<usize> {
    pieces.list.get(1)?;
    let gap = pieces.gap_before(1);
    let is_divided = gap == "." || gap.trim() == "/";
    let behind = if is_divided { 2 } else { 1 };
    let short = pieces.text(0..behind)?;
    // "My Lan" is a person.
    let is_capital =
        !short.contains(char::is_lowercase) || !pieces.raw.contains(char::is_uppercase);
    let letters = || short.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_uppercase());
    (is_capital && SHORT.iter().any(|ship| ship.chars().eq(letters()))).then_some(behind)
}

fn organisation<'t>(pieces: &Pieces<'t>, start: usize) -> Option<&'t str> {
    let list = pieces.list.as_slice();
    let named = match WORDS.at(&list[start..]) {
        Some(count) => start + count..list.len(),
        None => {
            let end = (start + 1..list.len())
                .find(|&at| WORDS.at(&list[at..]) == Some(list.len() - at))?;
            if end == start + 1 && end + 1 == list.len() && list[end].text == GROUP {
                return None;
            }
            start..end
        }
    };
    pieces.text(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organisations_and_ships_are_named_without_what_they_are() {
        for (text, expected) in [
            ("Hamas movement", Some("Hamas")),
            ("the Hamas movement", Some("Hamas")),
            ("Terrorist Organization Hamas", Some("Hamas")),
            ("the terrorist group Abu Sayyaf", Some("Abu Sayyaf")),
            ("Al-Qaida terror network", Some("Al-Qaida")),
            ("حركة حماس", Some("حماس")),
            ("Движение Талибан", Some("Талибан")),
            ("Blue Star Group", Some("Blue Star")),
            ("Apollo Group", None),
            ("General Organization", None),
            ("MT Lena", Some("Lena")),
            ("M/T OCEAN STAR 1", Some("OCEAN STAR 1")),
            ("S.S. Lena", Some("Lena")),
            ("M / V Lena", Some("Lena")),
            ("oil tanker Lena", Some("Lena")),
            ("the vessel OCEAN STAR", Some("OCEAN STAR")),
            ("танкер Лена", Some("Лена")),
            ("vessel", None),
            ("M/Y", None),
            ("M/ Lena", None),
            ("M T Lena", None),
            ("My Lan", None),
            ("mt lena", Some("lena")),
            ("MT 7", None),
            ("MT Bank", None),
            ("Mahan Air II", None),
            ("Rosneft Oil Company III", None),
            ("Bank II", None),
            ("II", None),
            ("OCEAN STAR II", None),
            ("Hamas", None),
            ("movement", None),
            ("The movement", None),
            ("the", None),
            ("", None),
        ] {
            assert_eq!(without_kind(&Pieces::of(text)), expected, "{text}");
        }
    }
}
