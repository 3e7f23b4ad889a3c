//! ISO 3166-1 alpha-2 country codes, and the names of countries.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use super::as_text::as_text;

/// Table of countries, one line each: its codes, then its spellings, separated by `|`. See the head of
/// the file.
const TABLE: &str = include_str!("countries.txt");

/// Publishers that are no countries ([`super::Register::country`]); no record has these codes.
const PUBLISHERS: [(&str, &str); 3] =
    [("EU", "European Union"), ("UN", "United Nations"), ("ZZ", "International")];

/// A two-letter country code in upper case. Any two ASCII letters are accepted, because lists publish
/// reserved and historic codes (`SU`, `YU`, `XK`) in addition to the current ones.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
pub struct CountryCode([u8; 2]);

impl CountryCode {
    /// Reads a code in any case; `None` unless it is exactly two ASCII letters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(Self([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
            }
            _ => None,
        }
    }

    /// Reads a code as callers write it. `UK` and `EL`, which the European Union uses, are `GB` and
    /// `GR`. A withdrawn code becomes the current one, as records carry it.
    #[must_use]
    pub fn asked(text: &str) -> Option<Self> {
        let code = Self::parse(text)?;
        let used = match code.as_str() {
            "UK" => "GB",
            "EL" => "GR",
            code => code,
        };
        country_of_any_code(used).or(Some(code))
    }

    /// Returns the code as stored in a snapshot column.
    #[must_use]
    pub fn to_code(self) -> u16 {
        u16::from_le_bytes(self.0)
    }

    /// Returns the country of a stored code; `None` when the bytes are not upper-case letters.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        let bytes = code.to_le_bytes();
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Self(bytes))
    }

    /// Returns the usual English name; `None` for a code that is not in the table of countries.
    #[must_use]
    pub fn english_name(self) -> Option<&'static str> {
        static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
            let first = |text: &'static str, end: char| text.split(end).next().map(str::trim);
            let of_one_country = country_rows().filter(|(codes, _)| !codes.contains(['+', '-']));
            let rows = of_one_country
                .filter_map(|(codes, names)| Some((first(codes, '/')?, first(names, '|')?)));
            rows.chain(PUBLISHERS).collect()
        });
        NAMES.get(self.as_str()).copied()
    }

    /// Returns the code as two upper-case letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("")
    }
}

/// Returns the country that records carry, for any code of the table in capitals. The code has two or
/// three letters and is current or withdrawn (`ZR` is `CD`).
#[must_use]
pub fn country_of_any_code(code: &str) -> Option<CountryCode> {
    static CODES: LazyLock<HashMap<&str, CountryCode>> = LazyLock::new(|| {
        let rows = country_rows().filter_map(|(codes, _)| Some((codes, first_code(codes)?)));
        rows.flat_map(|(codes, first)| codes.split('/').map(move |code| (code, first))).collect()
    });
    CODES.get(code).copied()
}

/// Returns the countries of a name in the form of [`country_spelling`]. Some words have several
/// ("congolese"), and words for an unknown country have none. `None` for a name that the table does not
/// have.
#[must_use]
pub fn countries_named(spelling: &str) -> Option<&'static [CountryCode]> {
    static SPELLINGS: LazyLock<HashMap<String, Vec<CountryCode>>> = LazyLock::new(|| {
        let spellings_of = |(codes, names): (&str, &'static str)| {
            let countries: Vec<_> = codes.split('+').filter_map(first_code).collect();
            names.split('|').map(move |name| (country_spelling(name), countries.clone()))
        };
        country_rows().flat_map(spellings_of).collect()
    });
    SPELLINGS.get(spelling).map(Vec::as_slice)
}

/// Returns the countries that a caller's text means. A code of two or three letters, in any case, is
/// read as in [`CountryCode::asked`]. Other texts are English names in use, with or without "the". Some
/// words have several countries ("Congolese"). Empty for a text that the table does not have.
#[must_use]
pub fn countries_asked(text: &str) -> Vec<CountryCode> {
    let name = country_spelling(text);
    let spelt = || countries_named(&name).or_else(|| countries_named(name.strip_prefix("the ")?));
    let code = match name.as_str() {
        "el" => CountryCode::asked("EL"),
        name if matches!(name.len(), 2 | 3) => country_of_any_code(&name.to_ascii_uppercase()),
        _ => None,
    };
    code.map_or_else(|| spelt().map(<[_]>::to_vec).unwrap_or_default(), |code| vec![code])
}

/// Normalises a name for a look-up in the table: lower case, single blanks, no full stop or comma at
/// the end, one form of the apostrophe.
#[must_use]
pub fn country_spelling(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").to_lowercase().replace('’', "'");
    text.trim_end_matches(['.', ',', ' ']).to_owned()
}

/// Returns the code that the records of a row carry; `None` for words of several countries, or of none.
fn first_code(codes: &str) -> Option<CountryCode> {
    CountryCode::parse(codes.split('/').next()?)
}

/// Returns the codes and the spellings of each row of the table, as the head of `countries.txt`
/// describes them.
fn country_rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| row.split_once(' ').unwrap_or((row, "")))
}

impl fmt::Display for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

as_text!(CountryCode, CountryCode::parse, "a country as two letters");

impl fmt::Debug for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CountryCode({})", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn any_case_is_read_and_upper_case_is_shown() {
        let code = CountryCode::parse("ru").expect("two letters");
        assert_eq!(code.as_str(), "RU");
        assert_eq!(CountryCode::from_code(code.to_code()), Some(code));
    }

    #[test]
    fn codes_are_read_as_callers_write_them() {
        for (text, expected) in
            [("uk", "GB"), ("EL", "GR"), ("zr", "CD"), ("SU", "SU"), ("qq", "QQ"), ("XX", "XX")]
        {
            assert_eq!(CountryCode::asked(text).expect(text).as_str(), expected);
        }
        assert_eq!(CountryCode::asked("GBR"), None);
    }

    #[test]
    fn a_country_may_be_asked_for_by_any_code_or_name_in_use() {
        for (text, expected) in [
            ("ru", &["RU"][..]),
            ("RUS", &["RU"]),
            (" Rus ", &["RU"]),
            ("Russia", &["RU"]),
            ("russian federation", &["RU"]),
            ("Korea, North", &["KP"]),
            ("The Netherlands", &["NL"]),
            ("Côte d’Ivoire", &["CI"]),
            ("uk", &["GB"]),
            ("El", &["GR"]),
            ("U.S.A.", &["US"]),
            ("zr", &["CD"]),
            ("SU", &["SU"]),
            ("Congolese", &["CD", "CG"]),
            ("ZZ", &[]),
            ("XX", &[]),
            ("ABC", &[]),
            ("EU", &[]),
            ("the", &[]),
            ("unknown", &[]),
            ("", &[]),
        ] {
            let found = countries_asked(text);
            let found: Vec<&str> = found.iter().map(CountryCode::as_str).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn names_and_three_letters_are_refused() {
        for text in ["", "R", "RUS", "R1", "é"] {
            assert_eq!(CountryCode::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn countries_have_english_names() {
        for (code, name) in [
            ("RU", Some("Russia")),
            ("CD", Some("Democratic Republic of the Congo")),
            ("SU", Some("Soviet Union")),
            ("ZZ", Some("International")),
            ("UN", Some("United Nations")),
            ("ZR", None),
            ("QQ", None),
        ] {
            let country = CountryCode::parse(code).expect("two letters");
            assert_eq!(country.english_name(), name, "{code}");
        }
    }

    #[test]
    fn every_row_is_well_formed_and_no_spelling_or_code_has_two_rows() {
        let (mut seen, mut codes_seen) = (BTreeMap::new(), BTreeMap::new());
        for (codes, names) in country_rows() {
            for code in codes.split(['/', '+']).filter(|_| codes != "--") {
                let is_code = code.bytes().all(|b| b.is_ascii_uppercase());
                assert!(is_code && matches!(code.len(), 2 | 3), "{code}");
                let is_word = codes.contains('+') || codes_seen.insert(code, codes).is_none();
                assert!(is_word, "{code} twice");
            }
            assert!(names.split('|').all(|name| !name.trim().is_empty()), "{codes} {names}");
            for name in names.split('|').map(country_spelling) {
                assert_eq!(seen.insert(name.clone(), codes), None, "{name:?} twice");
            }
        }
        assert!(seen.len() > 800, "{}", seen.len());
        assert!(codes_seen.keys().filter(|code| code.len() == 3).count() > 250);
    }

    #[test]
    fn no_code_is_spelled_like_another_country() {
        for (codes, _) in country_rows() {
            for code in codes.split('/').filter(|code| code.len() == 3) {
                let spelled = countries_named(&code.to_lowercase());
                let is_meant = |named: &[CountryCode]| first_code(codes).as_slice() == named;
                assert!(spelled.is_none_or(is_meant), "{code}");
            }
        }
    }
}
