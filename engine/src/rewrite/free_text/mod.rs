//! Free text around a name in one field: a birth date, numbers, an address.
//!
//! Nothing is lost: the text as a whole is searched for as well, so words that belong to the name still
//! match.
//!
//! | module | what it holds |
//! |---|---|
//! | `dates` | "born 7 October 1952", "(1952)", "DOB: 07.10.1952" |
//! | `numbers` | "passport no. AB 123456", "408178100", "INV 7890" |
//! | `fillers` | "FNU", "no surname" |
//! | `lines` | "1/MAHAN AIR 2/12 MAIN STREET" |
//! | `address` | ", 12 Main Street, Tehran, Iran" |

mod address;
mod dates;
mod fillers;
mod lines;
mod numbers;

pub use self::dates::named_month;
use crate::limits::VALUES_PER_PROPERTY;
use crate::model::PartialDate;
use crate::text::NameKind;
use crate::text::pieces::Pieces;

/// Names and birth dates read from free text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FreeText {
    /// Names that remain, each with the only kind to read it as, if any. Empty where the text holds
    /// nothing but a name.
    pub names: Vec<(String, Option<NameKind>)>,
    /// Birth dates in the text, at most [`VALUES_PER_PROPERTY`].
    pub birth_dates: Vec<PartialDate>,
}

/// Reads the text around a name; empty for most texts.
#[must_use]
pub fn free_text(raw: &str) -> FreeText {
    let mut text = FreeText::default();
    if !may_tell_more(raw) {
        return text;
    }
    if let Some(lines) = lines::of(raw) {
        text.names.push((lines.name, None));
        text.birth_dates.extend(lines.birth_date);
        return text;
    }
    let pieces = Pieces::of(raw);
    let mut kept = vec![true; pieces.list.len()];
    let (mut at, mut bare_year) = (0, None);
    while at < kept.len() {
        let date = dates::at(&pieces, at);
        let count = match date {
            Some(found) => {
                text.birth_dates.extend(found.dates);
                bare_year = found.is_bare_year.then_some(at);
                found.pieces
            }
            None => match numbers::at(&pieces, at).or_else(|| fillers::at(&pieces, at)) {
                Some(count) => count,
                None => {
                    at += 1;
                    continue;
                }
            },
        };
        kept[at..at + count].fill(false);
        at += count;
    }
    text.birth_dates.truncate(VALUES_PER_PROPERTY);
    if let Some(start) = address::start(&pieces) {
        kept[start..].fill(false);
    }
    // A year at the end is part of the names of things: "Expo Holding 2010".
    let kind =
        bare_year.filter(|&year| kept.iter().enumerate().all(|(at, kept)| *kept == (at != year)));
    push(&mut text.names, &pieces, &kept, kind.map(|_| NameKind::Person));
    // Names of persons hold places: "Ahmad al-Baghdadi".
    if let Some(start) =
        address::places_at_end(&pieces).filter(|&start| kept[start..].iter().all(|kept| *kept))
    {
        kept[start..].fill(false);
        push(&mut text.names, &pieces, &kept, Some(NameKind::Thing));
    }
    text
}

/// False for most texts that hold nothing but a name: they have no digit, no separate part, no filler and
/// no place at the end.
fn may_tell_more(raw: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || c == '\n' || ",;([，、（".contains(c);
    let last = || raw.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    let mut words = raw.split(|c: char| !c.is_alphanumeric());
    raw.contains(is_sign)
        || words.any(fillers::may_begin_with)
        || last().is_some_and(|word| address::may_end_with(&word.to_lowercase()))
}

/// Adds the kept pieces as a name, if some piece was dropped and a letter remains.
fn push(
    names: &mut Vec<(String, Option<NameKind>)>,
    pieces: &Pieces<'_>,
    kept: &[bool],
    kind: Option<NameKind>,
) {
    let name = name_of(pieces, kept);
    if kept.contains(&false) && name.chars().any(char::is_alphabetic) {
        names.push((name, kind));
    }
}

/// Returns the kept pieces with the separators between them.
fn name_of(pieces: &Pieces<'_>, kept: &[bool]) -> String {
    let mut name = String::new();
    let mut last = None;
    for at in (0..kept.len()).filter(|&at| kept[at]) {
        match last {
            None => {}
            Some(last) if last + 1 == at => name.push_str(pieces.gap_before(at)),
            Some(_) if pieces.begins_part(at) => name.push_str(", "),
            Some(_) => name.push(' '),
        }
        name.push_str(&pieces.raw[pieces.list[at].start..pieces.list[at].end]);
        last = Some(at);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let FreeText { names, birth_dates } = free_text(text);
        let kind = |kind| match kind {
            Some(NameKind::Person) => " (person)",
            Some(NameKind::Thing) => " (thing)",
            None => "",
        };
        let names: Vec<String> = names.iter().map(|(name, of)| name.clone() + kind(*of)).collect();
        let dates: Vec<String> = birth_dates.iter().map(ToString::to_string).collect();
        [names.join("|"), dates.join("|")].join(" / ")
    }

    #[test]
    fn what_stands_beside_a_name_is_read_as_what_it_is() {
        for (text, expected) in [
            ("Vladimir Putin born 7 October 1952", "Vladimir Putin / 1952-10-07"),
            ("Rami Makhlouf 1969-07-10", "Rami Makhlouf / 1969-07-10"),
            ("Oleg Deripaska (1968)", "Oleg Deripaska / 1968"),
            ("Oleg Deripaska 1968", "Oleg Deripaska (person) / 1968"),
            ("DOB 2 January 1968, Oleg Deripaska", "Oleg Deripaska / 1968-01-02"),
            ("Oleg Deripaska, née le 2 janvier 1968, Moscow", "Oleg Deripaska / 1968-01-02"),
            ("DERIPASKA, Oleg, Moscow, Russia", "DERIPASKA, Oleg / "),
            ("Oleg Deripaska passport no. AB 123456", "Oleg Deripaska / "),
            ("Account 408178100 Oleg Deripaska", "Oleg Deripaska / "),
            ("Mahan Air, No. 21, Azadegan St., Karaj, Tehran, Iran", "Mahan Air / "),
            ("Mahan Air 21 Azadegan Street Tehran", "Mahan Air / "),
            ("Mahan Air Tehran", "Mahan Air (thing) / "),
            ("Mahan Air Tehran Branch", "Mahan Air (thing) / "),
            ("Mahan Air (Tehran Branch)", "Mahan Air / "),
            ("Mahan Air, London Branch Office", "Mahan Air / "),
            ("Mahan Air Branch", " / "),
            ("Branch", " / "),
            ("Mahan Air, United Arab Emirates", "Mahan Air / "),
            ("Gordon Brown (Venezuela)", "Gordon Brown / "),
            ("FNU Hassan Ali", "Hassan Ali / "),
            ("Hassan LNU", "Hassan / "),
            ("Hassan Ali (no surname)", "Hassan Ali / "),
            ("Mahan Air INV 7890", "Mahan Air / "),
            ("Mahan Air contract no. 643/2020", "Mahan Air / "),
            ("LOT 12 Mahan Air", "Mahan Air / "),
            ("Mahan Air, PO BOX 4432", "Mahan Air / "),
            ("1/MAHAN AIR 2/12 MAIN STREET 3/IR/TEHRAN", "MAHAN AIR / "),
            ("1/IVAN 1/SOKOLOV 4/19621007", "IVAN SOKOLOV / 1962-10-07"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_name_alone_is_left_alone() {
        for text in [
            "",
            "Ivan Petrov",
            "PUTIN, Vladimir",
            "Born Free Foundation",
            "Unit 61398",
            "Bank Georgia",
            "Agricultural Bank of China",
            "1968",
            "Star Line Ltd (IMO No)",
            "Theresa May",
            "Smith, Jordan",
            "Hotel 45 Plaza",
            "passport",
            "Anna born",
            "Lot Polish Airlines",
            "Contract Services Ltd",
            "FNU",
        ] {
            assert_eq!(shown(text), " / ", "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in proptest::prelude::any::<String>()) {
            let _read = free_text(&text);
        }
    }
}
