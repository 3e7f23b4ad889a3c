//! ISO 3166-1 alpha-2 country codes, and the names of countries.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// One line a country: its codes, then its spellings, separated by `|`. See the head of the file.
const TABLE: &str = include_str!("countries.txt");

/// What publishers are that are no country ([`super::Register::country`]); no record has these.
const PUBLISHERS: [(&str, &str); 3] =
    [("EU", "European Union"), ("UN", "United Nations"), ("ZZ", "International")];

/// A two-letter country code, upper case. Any two ASCII letters are accepted: lists publish
/// reserved and historic codes (`SU`, `YU`, `XK`) beside the current ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The code as stored in a snapshot column.
    #[must_use]
    pub fn to_code(self) -> u16 {
        u16::from_le_bytes(self.0)
    }

    /// The country stored under this code; `None` when the bytes are no upper-case letters.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        let bytes = code.to_le_bytes();
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Self(bytes))
    }

    /// The usual English name; `None` for a code that is not in the table of countries.
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

    /// The code as two upper-case letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("")
    }
}

/// The table of countries: the codes and the spellings of each row, as the head of
/// `countries.txt` describes them.
pub fn country_rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| row.split_once(' ').unwrap_or((row, "")))
}

impl fmt::Display for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CountryCode({})", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::CountryCode;

    #[test]
    fn any_case_is_read_and_upper_case_is_shown() {
        let code = CountryCode::parse("ru").expect("two letters");
        assert_eq!(code.as_str(), "RU");
        assert_eq!(CountryCode::from_code(code.to_code()), Some(code));
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
}
