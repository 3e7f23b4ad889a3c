//! Acronyms that lists write next to the full name: `FOREIGN TRADE BANK (FTB)`. Such a text is two
//! names; as one name, a query for either of them would not match it.
//!
//! | text | names |
//! |---|---|
//! | `FOREIGN TRADE BANK (FTB)`, `HARAKAT UL-MUJAHIDIN / HUM`, `Good Luck Shipping: GLS` | the name, the acronym |
//! | `UGANDA COMMERCIAL IMPEX (UCI) LTD` | the same: only a legal form follows |
//! | `ARIEP (All Russian Institute for Experimental Physics)` | the same, in reverse order |
//! | `China Shipbuilding Corporation (CSIC) 722 Institute` | one: the acronym is of a part of it |
//! | `Sun Technology (HK)`, `SUN (PVT) LTD`, `SUN FOUNDATION (KENYA)` | one |

use tamis_engine::model::{Alias, AliasQuality, EntityType, Record};
use tamis_engine::text::has_legal_form;

use super::groups::{Piece, pieces};
use super::short_form::{is_short_form, repeats_words, words};
use tamis_ingest::squeeze;

/// Longest text, in bytes, that is split; longer ones are kept unchanged.
const TEXT_BYTES_READ: usize = 2_000;
/// Greatest length in letters of an acronym that is a weak alias: few letters are shared by many
/// parties. Of the acronyms on OFAC's list that are initials of an entity's name, it calls 165 of 216
/// weak up to four letters. Of the longer ones it calls 19 of 39 weak.
const WEAK_LETTERS_MAX: usize = 4;
/// Greatest length in letters of a first word that an acronym may leave out (`Le`, `The`).
const ARTICLE_LETTERS_MAX: usize = 3;

/// Splits names of things and their acronyms. The primary name stays as published, and its two names
/// become aliases; an alias is replaced by its two names.
pub(in crate::readers) fn add_acronyms(record: &mut Record) {
    if !matches!(record.entity_type, None | Some(EntityType::Company | EntityType::Organization)) {
        return;
    }
    let mut aliases = Vec::with_capacity(record.aliases.len());
    if let Some(names) = split(&record.name) {
        names.add_to(&mut aliases, &Alias::strong(""));
    }
    for alias in record.aliases.drain(..) {
        match split(&alias.name) {
            Some(names) => names.add_to(&mut aliases, &alias),
            None => aliases.push(alias),
        }
    }
    record.aliases = aliases;
}

/// A name and its acronyms.
#[derive(Debug, PartialEq, Eq)]
struct Names {
    name: String,
    acronyms: Vec<String>,
}

impl Names {
    /// Adds the names as aliases of the same quality as `like`.
    fn add_to(self, aliases: &mut Vec<Alias>, like: &Alias) {
        aliases.push(Alias { name: self.name, ..like.clone() });
        for acronym in self.acronyms {
            let own = acronym.split_whitespace().filter(|word| !is_legal_form(word));
            let letters = own.flat_map(str::chars).filter(|c| c.is_alphabetic()).count();
            let mut alias = Alias { name: acronym, ..like.clone() };
            if letters <= WEAK_LETTERS_MAX {
                alias.quality = AliasQuality::Weak;
            }
            aliases.push(alias);
        }
    }
}

/// Splits a text into a name and its acronyms; `None` if it has none.
fn split(text: &str) -> Option<Names> {
    if text.len() > TEXT_BYTES_READ {
        return None;
    }
    behind_sign(text).or_else(|| in_parentheses(text))
}

/// Reads an acronym after a slash or colon: `HARAKAT UL-MUJAHIDIN / HUM`.
fn behind_sign(text: &str) -> Option<Names> {
    [" / ", ": "].iter().find_map(|sign| {
        let (name, acronym) = text.rsplit_once(sign)?;
        is_acronym(acronym, name)
            .then(|| Names { name: squeeze(name), acronyms: vec![squeeze(acronym)] })
    })
}

/// Reads an acronym in the last parentheses: `FOREIGN TRADE BANK (FTB)`.
fn in_parentheses(text: &str) -> Option<Names> {
    let pieces = pieces(text);
    let (inner, whole) = pieces.iter().rev().find_map(|piece| match piece {
        Piece::Inside { inner, whole } => Some((*inner, *whole)),
        Piece::Outside(_) => None,
    })?;
    let (before, after) = text.rsplit_once(whole)?;
    let before = before.trim_end_matches([',', ';', ' ']);
    if !after.split_whitespace().all(is_legal_form) {
        return None;
    }
    let acronyms: Vec<String> = inner.split(", ").map(squeeze).collect();
    if acronyms.iter().all(|acronym| is_acronym(acronym, before)) {
        return Some(Names { name: squeeze(&format!("{before} {after}")), acronyms });
    }
    let is_turned = after.trim().is_empty() && is_acronym(before, inner);
    is_turned.then(|| Names { name: squeeze(inner), acronyms: vec![squeeze(before)] })
}

/// True if a text in capitals consists of beginnings of a name's words, from its first word on.
fn is_acronym(text: &str, name: &str) -> bool {
    let capitals = text.chars().filter(|c| c.is_uppercase()).count();
    let of_name = words(name);
    if capitals < 2 || of_name.len() < 2 || text.split_whitespace().all(is_legal_form) {
        return false;
    }
    let first = words(text).first().and_then(|word| word.first().copied());
    let may_be_left_out = of_name.first().is_some_and(|word| word.len() <= ARTICLE_LETTERS_MAX);
    let begins = |at: usize| of_name.get(at).and_then(|word| word.first().copied()) == first;
    (begins(0) || (may_be_left_out && begins(1)))
        && is_short_form(text, name)
        && !repeats_words(text, name)
}

/// True if a word after a name is a legal form.
fn is_legal_form(word: &str) -> bool {
    has_legal_form(&format!("x {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_acronyms_are_told_apart() {
        for (text, name, acronyms) in [
            ("FOREIGN TRADE BANK (FTB)", "FOREIGN TRADE BANK", &["FTB"][..]),
            ("Jamaat-ul-Ahrar (JuA)", "Jamaat-ul-Ahrar", &["JuA"]),
            ("OCEAN COMPANY, LIMITED (OC)", "OCEAN COMPANY, LIMITED", &["OC"]),
            ("UGANDA COMMERCIAL IMPEX (UCI) LTD", "UGANDA COMMERCIAL IMPEX LTD", &["UCI"]),
            (
                "Le Groupe Salafiste et le Combat (GSC)",
                "Le Groupe Salafiste et le Combat",
                &["GSC"],
            ),
            (
                "Lord’s Resistance Movement/Army (LRM/A)",
                "Lord’s Resistance Movement/Army",
                &["LRM/A"],
            ),
            ("Jund Al-Khilafah in Algeria (JAK-A)", "Jund Al-Khilafah in Algeria", &["JAK-A"]),
            (
                "Sun In South-East Asia (SI-SEA, SI-SEAsia)",
                "Sun In South-East Asia",
                &["SI-SEA", "SI-SEAsia"],
            ),
            ("Министерство внутренних дел (МВД)", "Министерство внутренних дел", &["МВД"]),
            ("HARAKAT UL-MUJAHIDIN / HUM", "HARAKAT UL-MUJAHIDIN", &["HUM"]),
            ("Good Luck Shipping Services: GLS", "Good Luck Shipping Services", &["GLS"]),
            (
                "ARIP (All Russian Institute for Physics)",
                "All Russian Institute for Physics",
                &["ARIP"],
            ),
        ] {
            let names = split(text);
            let expected = Names {
                name: name.to_owned(),
                acronyms: acronyms.iter().map(ToString::to_string).collect(),
            };
            assert_eq!(names, Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_acronym_of_the_whole_name_stays() {
        for text in [
            "SUN FOUNDATION (SOMALIA)",
            "ABZAR BORESH KAVEH CO. (BK CO.)",
            "Sun Technology (HK) Ltd.",
            "SUN AND STAR (PVT) LTD",
            "SUN GROUP (GROUP)",
            "Sun Trading (LLC)",
            "Sun Stars of Asia (SA)",
            "Office of the Sun (NGO)",
            "Star Corporation (SC) 722 Institute",
            "10th Institute of China Electronics (CE)",
            "RECLAIM LANDS / LANDS DEPARTMENT",
            "AL-HARAMAIN: ALBANIA BRANCH",
            "Sun and Moon (martyrs)",
            "SUN (S)",
            "((((",
            "",
        ] {
            assert_eq!(split(text), None, "{text}");
        }
    }

    #[test]
    fn the_primary_name_stays_and_short_acronyms_are_weak() {
        let mut record = Record {
            name: "SUN TRADE BANK (STB)".to_owned(),
            aliases: vec![
                Alias::strong("Star"),
                Alias::strong("Sun In East Asia State (SIEAS)"),
                Alias::strong("Moon Air Ventures Co. (MAV CO.)"),
                Alias::weak("Great Sun In East Asia (GSIEA)"),
            ],
            ..Record::default()
        };
        let mut person = Record { entity_type: Some(EntityType::Individual), ..record.clone() };
        add_acronyms(&mut record);
        assert_eq!(record.name, "SUN TRADE BANK (STB)");
        assert_eq!(
            record.aliases,
            [
                Alias::strong("SUN TRADE BANK"),
                Alias::weak("STB"),
                Alias::strong("Star"),
                Alias::strong("Sun In East Asia State"),
                Alias::strong("SIEAS"),
                Alias::strong("Moon Air Ventures Co."),
                Alias::weak("MAV CO."),
                Alias::weak("Great Sun In East Asia"),
                Alias::weak("GSIEA"),
            ]
        );
        add_acronyms(&mut person);
        assert_eq!(person.aliases.len(), 4, "a person has no acronym");
    }
}
