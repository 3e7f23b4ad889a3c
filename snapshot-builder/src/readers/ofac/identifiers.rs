//! Document and registration numbers in OFAC remarks: `Passport A1234567 (Iran) expires ...`.

use tamis_engine::model::{CountryCode, Identifier};

use super::document_kinds::strip_kind;
use crate::countries::{Country, countries_of};

/// Kinds whose numbers may consist of letters only.
const LETTERS_ALONE: [&str; 2] = ["Aircraft Tail Number", "SWIFT/BIC"];

/// An identifier, with a flag for further details in the remark (dates of issue and the like).
pub(super) struct Reading {
    pub(super) identifier: Identifier,
    pub(super) has_more: bool,
}

/// Reads a remark that begins with a known kind of number. `None` for any other, also if no digit
/// follows ("Passport holder").
pub(super) fn read(remark: &str) -> Option<Reading> {
    let (kind, rest) = strip_kind(remark)?;
    let rest = rest.trim_start_matches([' ', ':', '#']);
    // A remark about several numbers, which also have remarks of their own.
    if rest.contains(" and ") {
        return None;
    }
    let end = [" issued ", " expires "].iter().filter_map(|mark| rest.find(mark)).min();
    let (number, dates) = rest.split_at(end.unwrap_or(rest.len()));
    let mut identifier = plain(kind, number.trim());
    let is_whole = split_country(&mut identifier);
    let value = &identifier.value;
    let is_number = match LETTERS_ALONE.contains(&kind) {
        true => !value.is_empty() && !value.contains(char::is_lowercase),
        false => value.contains(|c: char| c.is_ascii_digit()),
    };
    is_number.then_some(Reading { identifier, has_more: !is_whole || !dates.is_empty() })
}

/// An identifier without a country.
pub(super) fn plain(kind: &str, value: &str) -> Identifier {
    Identifier { kind: kind.to_owned(), value: value.to_owned(), country: None }
}

/// Removes the country in parentheses from the end of a number; false if the parentheses hold anything
/// else. Earlier parentheses belong to the number: `HRB 99 (Stuttgart) (Germany)`.
pub(super) fn split_country(identifier: &mut Identifier) -> bool {
    let text = &identifier.value;
    let last = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let last = last.and_then(|(value, inside)| Some((value, one(inside)?)));
    let (value, country, is_whole) = match (last, text.split_once(" (")) {
        (Some((value, country)), _) => (value, Some(country), true),
        (None, Some((value, rest))) => {
            (value, rest.split_once(')').and_then(|(inside, _)| one(inside)), false)
        }
        (None, None) => return true,
    };
    (identifier.value, identifier.country) = (value.trim().to_owned(), country);
    is_whole
}

/// The single country that a text names.
fn one(text: &str) -> Option<CountryCode> {
    match countries_of(text) {
        Country::Known(codes) if codes.len() == 1 => codes.first().copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_value_and_country_are_told_apart() {
        for (remark, kind, value, country, has_more) in [
            ("Passport A0123456 (Iran)", "Passport", "A0123456", Some("IR"), false),
            ("Passport 4711 (Korea, North) expires 2030", "Passport", "4711", Some("KP"), true),
            ("Passport 12 issued 02 Jan 1999", "Passport", "12", None, true),
            ("Passport 12 (Iran) (lost)", "Passport", "12", Some("IR"), true),
            ("Tax ID No. 12 (Atlantis)", "Tax ID No.", "12", None, true),
            (
                "Registration Number HRB 99 (Stuttgart) (Germany)",
                "Registration Number",
                "HRB 99 (Stuttgart)",
                Some("DE"),
                false,
            ),
            ("NIT # 800-1 (Colombia)", "NIT", "800-1", Some("CO"), false),
            ("SWIFT/BIC ABCD IR TH", "SWIFT/BIC", "ABCD IR TH", None, false),
            ("Aircraft Tail Number EP-XYZ", "Aircraft Tail Number", "EP-XYZ", None, false),
            (
                "Identification Number IMO 1234567",
                "Identification Number",
                "IMO 1234567",
                None,
                false,
            ),
            (
                "Digital Currency Address - XBT 1abc2",
                "Digital Currency Address",
                "XBT 1abc2",
                None,
                false,
            ),
            ("Italian Fiscal Code: ABC01D", "Italian Fiscal Code", "ABC01D", None, false),
        ] {
            let reading = read(remark).expect(remark);
            let found = reading.identifier;
            assert_eq!((found.kind.as_str(), found.value.as_str()), (kind, value), "{remark}");
            assert_eq!(found.country.map(|c| c.to_string()).as_deref(), country, "{remark}");
            assert_eq!(reading.has_more, has_more, "{remark}");
        }
    }

    #[test]
    fn sentences_about_documents_are_no_identifiers() {
        for remark in [
            "Passport holder",
            "Passport A1 and National ID No. 2 issued in Rome",
            "Licensed 1999",
            "Linked To: BANK 24",
            "SWIFT/BIC unknown",
            "",
        ] {
            assert!(read(remark).is_none(), "{remark}");
        }
    }
}
