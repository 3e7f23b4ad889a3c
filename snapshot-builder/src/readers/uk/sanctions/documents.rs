//! Passports and national identity numbers, each a number with surrounding words: `A012345 (Libya)
//! issued 12 April 2015`, `Qatari passport no.00123456. expired 27.4.2014`.

use tamis_engine::model::{CountryCode, Record};

use super::numbered::{Values, values};
use crate::countries::{Country, countries_of};
use crate::readers::common::facts::{add_identifier, add_note};
use crate::readers::common::wording::strip_prefix_any_case;

/// Short words in capitals before a number that do not belong to it.
const NO_PREFIX: &[&str] = &["NO", "ID", "NI", "NIC", "US", "UK", "FOR"];
/// Abbreviation of national identity card; as three letters it would be a country.
const IDENTITY_CARD: &str = "NIC";
/// Words before a number that mark it as a date instead of a document number.
const DATE_WORDS: &[&str] = &["issue", "expir", "valid", "born", "date", "since", "until"];
/// Words at the end of a heading that only announce a number.
const NUMBER_WORDS: &[&str] = &["number", "numbers", "no"];

/// Adds the documents of a column of numbers and a column of details. `kind` is their kind unless they
/// state another. If there are only details, these contain the numbers.
pub(super) fn add(kind: &str, numbers: &str, details: &str, record: &mut Record) {
    if numbers.is_empty() {
        values(details).headed().iter().for_each(|text| add_free_text(kind, text, record));
        return;
    }
    let numbers = values(numbers);
    let further = values(details);
    // Details are assigned to several documents if there are equally many.
    let are_pairs = further.items.len() > 1 && further.items.len() == numbers.items.len();
    if are_pairs {
        let Values { heading, items, .. } = numbers;
        for (number, details) in items.iter().zip(&further.items) {
            add_one(kind, format!("{heading} {number}").trim(), details, record);
        }
    } else if let [number] = numbers.items.as_slice() {
        add_one(kind, number, details, record);
    } else {
        numbers.headed().iter().for_each(|number| add_one(kind, number, "", record));
        add_note(record, kind, details);
    }
}

/// Adds a document described in one text; a text without a number becomes a note.
fn add_free_text(kind: &str, text: &str, record: &mut Record) {
    match read(text) {
        Some(found) => add_found(kind, &found, "", record),
        None => add_note(record, kind, text),
    }
}

/// Adds a document whose number has a column of its own, so that any text counts as a number.
fn add_one(kind: &str, number: &str, details: &str, record: &mut Record) {
    let has_figure = number.contains(|c: char| c.is_ascii_digit());
    match read(number) {
        Some(found) => add_found(kind, &found, details, record),
        None if has_figure => {
            add_found(kind, &Document { heading: "", number, rest: "" }, details, record);
        }
        None => add_note(record, kind, &format!("{number} {details}")),
    }
}

fn add_found(kind: &str, found: &Document<'_>, details: &str, record: &mut Record) {
    let heading = found.kind(kind);
    let country = country_at_start(found.what())
        .or_else(|| country_at_start(found.rest))
        .or_else(|| country_at_start(details));
    let rest = if is_country(found.rest) { "" } else { found.rest };
    let details = if is_country(details) { "" } else { details };
    let remarks =
        [rest, details].map(|text| text.trim_matches([' ', '.', ',', ';', ':'])).join(" ");
    if !remarks.trim().is_empty() {
        add_note(record, &format!("{heading} {}", found.number), &remarks);
    }
    add_identifier(record, heading, found.number, country);
}

/// A number with the text before and after it.
#[derive(Debug, PartialEq, Eq)]
struct Document<'t> {
    heading: &'t str,
    number: &'t str,
    rest: &'t str,
}

impl<'t> Document<'t> {
    /// Kind of document in the heading; in "Passport No: France number" it is France.
    fn what(&self) -> &'t str {
        let what = self.heading.rsplit(':').next().unwrap_or_default().trim();
        let mut what = strip_prefix_any_case(what, "holder of ").unwrap_or(what);
        while let Some((before, last)) = what.trim_end_matches(['.', ' ']).rsplit_once(' ') {
            if !NUMBER_WORDS.contains(&last.to_lowercase().as_str()) {
                break;
            }
            what = before;
        }
        what
    }

    /// The heading, unless it only states the usual kind and a country.
    fn kind(&self, usual: &'t str) -> &'t str {
        let what = self.what().trim_end_matches(['.', ' ']);
        let bare = what.split_at_checked(what.len().saturating_sub(usual.len()));
        let country = match bare {
            Some((country, kind)) if kind.eq_ignore_ascii_case(usual) => country.trim(),
            _ => what,
        };
        let says_number = NUMBER_WORDS.contains(&country.to_lowercase().as_str());
        if country.is_empty() || says_number || is_country(country) {
            return usual;
        }
        strip_prefix_any_case(self.heading, "holder of ").unwrap_or(self.heading)
    }
}

/// The first number of at least three digits, unless it is a date.
fn read(text: &str) -> Option<Document<'_>> {
    let words = words(text);
    let first = words.iter().position(|(from, to)| is_number(text.get(*from..*to)))?;
    let (mut from, mut to) = *words.get(first)?;
    for (start, end) in words.get(..first)?.iter().rev() {
        if text.get(*end..from) != Some(" ") || !is_prefix(text.get(*start..*end)?) {
            break;
        }
        from = *start;
    }
    for (start, end) in words.get(first + 1..)? {
        let is_near = matches!(text.get(to..*start), Some(" " | "- "));
        if !is_near || !is_continued(text.get(*start..*end)?) {
            break;
        }
        to = *end;
    }
    let heading = text.get(..from)?.trim_matches([' ', ':', ',', ';']);
    let is_date = DATE_WORDS.iter().any(|word| heading.to_lowercase().contains(word));
    let (number, rest) = (text.get(from..to)?, text.get(to..)?);
    (!is_date).then_some(Document { heading, number, rest })
}

/// Runs of letters, digits and characters within numbers; "no.123" is "no" and "123".
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric() && !"/.-+".contains(c)) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let bare = strip_prefix_any_case(word, "no.").unwrap_or(word);
        let bare = bare.trim_start_matches(|c: char| !c.is_alphanumeric());
        if !bare.is_empty() {
            words.push((at + word.len() - bare.len(), at + word.len()));
        }
        at += piece.len();
    }
    words
}

fn is_number(word: Option<&str>) -> bool {
    word.is_some_and(|word| word.bytes().filter(u8::is_ascii_digit).count() >= 3)
}

/// True for a prefix of a number: `BN` in `BN 1234567`, `96` in `96 01 234567`.
fn is_prefix(word: &str) -> bool {
    let is_series = word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let is_letter = |byte: u8| byte.is_ascii_uppercase() || byte == b'-';
    let are_letters = word.len() <= 4 && word.bytes().all(is_letter);
    is_series || (are_letters && !NO_PREFIX.contains(&word))
}

fn is_continued(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
        && word.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || b == b'-')
}

/// Country named by the first words, in parentheses or not: `(Guinea-Bissau Diplomatic)`.
fn country_at_start(text: &str) -> Option<CountryCode> {
    let text = text.trim_start_matches([' ', '.', ',']);
    let text = text.strip_prefix('(').and_then(|t| t.split(')').next()).unwrap_or(text);
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    (1..=words.len())
        .rev()
        .find_map(|count| named_country(words.get(..count)?.join(" ").trim_matches([',', '.'])))
}

/// Country of this name; the abbreviation of the Tunisian card is not read as Nicaragua.
fn named_country(name: &str) -> Option<CountryCode> {
    match countries_of(name) {
        Country::Known(codes) if name != IDENTITY_CARD => codes.first().copied(),
        _ => None,
    }
}

/// True if a text only names the country.
fn is_country(text: &str) -> bool {
    let text = text.trim_matches([' ', '.', ',']);
    let bare = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    !bare.contains('(') && named_country(bare).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kind, number and country of each document, then the notes.
    fn shown(numbers: &str, details: &str) -> (Vec<String>, Vec<String>) {
        let mut record = Record::default();
        add("Passport", numbers, details, &mut record);
        let documents = record.identifiers.iter().map(|identifier| {
            let country = identifier.country.map(|c| c.to_string()).unwrap_or_default();
            format!("{}|{}|{country}", identifier.kind, identifier.value)
        });
        (documents.collect(), record.notes)
    }

    #[test]
    fn a_number_is_found_among_its_words() {
        for (text, document, note) in [
            ("2345678", "Passport|2345678|", ""),
            ("A 10234567", "Passport|A 10234567|", ""),
            ("92/664 (Egypt)", "Passport|92/664|EG", ""),
            ("OA 123456(Peru)", "Passport|OA 123456|PE", ""),
            (
                "X12345 (Iran Diplomatic). Issued 1999",
                "Passport|X12345|IR",
                "Passport X12345: (Iran Diplomatic). Issued 1999",
            ),
            ("Passport No: 123456789.", "Passport|123456789|", ""),
            ("Libyan passport no.B/001234", "Passport|B/001234|LY", ""),
            ("Passport number:F12345", "Passport|F12345|", ""),
            ("96 01 234567, Russian", "Passport|96 01 234567|RU", ""),
            ("96 01 234567, Russian passport", "Passport|96 01 234567|RU", ""),
            ("Trinidad and Tobago number TA123456", "Passport|TA123456|TT", ""),
            ("Holder of Peruvian Passport No x123456", "Passport|x123456|PE", ""),
            ("Passport No: France number 12.3FRA.", "Passport|12.3FRA|FR", ""),
            ("Diplomatic passport No: DB0006", "Diplomatic passport No|DB0006|", ""),
            ("Peruvian driving licence 123- 45-67", "Peruvian driving licence|123- 45-67|PE", ""),
            ("TR-P 123 456 (Turkish)", "Passport|TR-P 123 456|TR", ""),
            ("ABC DEF 68A250 Z123D", "Passport|ABC DEF 68A250 Z123D|", ""),
            ("holder of NIC No 01234567", "NIC No|01234567|", ""),
            ("983 (Diplomatic)", "Passport|983|", "Passport 983: (Diplomatic)"),
            ("2.12345E+11", "Passport|2.12345E+11|", ""),
            ("No é123 é", "Passport|é123|", "Passport é123: é"),
        ] {
            let (documents, notes) = shown("", text);
            assert_eq!(documents, [document], "{text}");
            assert_eq!(notes.concat(), note, "{text}");
        }
    }

    #[test]
    fn what_has_no_number_is_a_note() {
        for text in ["Uganda Passport", "(Egypt). Issued 1993", "36"] {
            let (documents, notes) = shown("", text);
            assert!(documents.is_empty(), "{documents:?}");
            assert_eq!(notes, [format!("Passport: {text}")]);
        }
    }

    #[test]
    fn several_documents_are_told_apart() {
        let (documents, notes) = shown("", "(1) 1234 (Peru) (2) 5678. Issued in Lima (3) -");
        assert_eq!(documents, ["Passport|1234|PE", "Passport|5678|"]);
        assert_eq!(notes, ["Passport 5678: Issued in Lima"]);
        let (documents, _) = shown("", "Jordanian passport numbers (1) K012345 (2) 456789");
        assert_eq!(documents, ["Passport|K012345|JO", "Passport|456789|JO"]);
    }

    #[test]
    fn details_belong_to_their_numbers() {
        let (documents, notes) = shown("(1) 1234 (2) 5678", "(1) Peru (2) Chile. Expired");
        assert_eq!(documents, ["Passport|1234|PE", "Passport|5678|CL"]);
        assert_eq!(notes, ["Passport 5678: Chile. Expired"]);
        let (documents, notes) = shown("(1) 1234 (2) 5678", "Both stolen");
        assert_eq!(documents, ["Passport|1234|", "Passport|5678|"]);
        assert_eq!(notes, ["Passport: Both stolen"]);
        let (documents, notes) = shown("AB12", "Peru");
        assert_eq!((documents, notes), (vec!["Passport|AB12|PE".to_owned()], vec![]));
        let (documents, notes) = shown("unknown", "Peru");
        assert_eq!((documents, notes), (vec![], vec!["Passport: unknown Peru".to_owned()]));
        let (documents, notes) = shown("D 000123", "(Afghan) Issued in Kabul");
        assert_eq!(documents, ["Passport|D 000123|AF"]);
        assert_eq!(notes, ["Passport D 000123: (Afghan) Issued in Kabul"]);
    }
}
