//! From the names that lists use for countries to ISO 3166-1 alpha-2 codes.

use std::sync::LazyLock;

use ahash::{AHashMap, AHashSet};
use tamis::model::CountryCode;

/// One line a code: the code, then its spellings, separated by `|`. See the head of the file.
const TABLE: &str = include_str!("../data/countries.txt");

/// What a text says about a country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Country {
    /// It names these; several only where it says "or".
    Known(Vec<CountryCode>),
    /// It says that none is known ("undetermined").
    NotStated,
    /// Nothing that the table knows.
    Unknown,
}

/// The country of a two-letter code, in any case; `None` for codes that the table does not have
/// (`UK` is a name, not a code).
#[must_use]
pub fn country_of_code(text: &str) -> Option<CountryCode> {
    static CODES: LazyLock<AHashSet<CountryCode>> = LazyLock::new(|| {
        rows().filter_map(|row| CountryCode::parse(row.split(' ').next()?)).collect()
    });
    CountryCode::parse(text.trim()).filter(|code| CODES.contains(code))
}

/// Reads an English name, former name or adjective in any case, with what lists put around it
/// ("Region: Gaza", "possibly Palestinian", "Indonesia (as at Dec. 2003)", "Sudan/South Sudan").
/// Codes are not read: lists that write names write "na" for none, which is Namibia's code.
#[must_use]
pub fn countries_of(text: &str) -> Country {
    let name = normalised(text);
    if let Some(found) = look_up(&name) {
        return found;
    }
    let without_note = name.split(" (").next().unwrap_or_default();
    let bare = ["region: ", "possibly ", "the "]
        .iter()
        .fold(without_note, |name, prefix| name.strip_prefix(prefix).unwrap_or(name));
    if let Some(found) = look_up(bare) {
        return found;
    }
    either(bare).unwrap_or(Country::Unknown)
}

/// Alternatives, when the table knows all of them.
fn either(name: &str) -> Option<Country> {
    let name = name.replace("/or ", "/").replace(" or ", "/");
    let parts: Vec<&str> = name.split('/').map(str::trim).collect();
    if parts.len() < 2 {
        return None;
    }
    let mut codes = Vec::new();
    for part in parts {
        match look_up(part)? {
            Country::Known(found) => codes.extend(found),
            Country::NotStated => {}
            Country::Unknown => return None,
        }
    }
    Some(if codes.is_empty() { Country::NotStated } else { Country::Known(codes) })
}

fn look_up(name: &str) -> Option<Country> {
    static SPELLINGS: LazyLock<AHashMap<String, Option<CountryCode>>> =
        LazyLock::new(|| rows().flat_map(spellings_of).collect());
    let code = SPELLINGS.get(name)?;
    Some(code.map_or(Country::NotStated, |code| Country::Known(vec![code])))
}

fn rows() -> impl Iterator<Item = &'static str> {
    TABLE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The spellings of a row; the code `--` means that no country is stated.
fn spellings_of(row: &'static str) -> Vec<(String, Option<CountryCode>)> {
    let (code, names) = row.split_once(' ').unwrap_or((row, ""));
    let country = CountryCode::parse(code);
    names.split('|').map(|name| (normalised(name), country)).collect()
}

/// Lower case, single blanks, no full stop at the end, one form of the apostrophe.
fn normalised(text: &str) -> String {
    let text = super::readers::squeeze(text).to_lowercase().replace('’', "'");
    text.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn shown(text: &str) -> String {
        match countries_of(text) {
            Country::Known(codes) => {
                codes.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
            }
            Country::NotStated => "-".to_owned(),
            Country::Unknown => "?".to_owned(),
        }
    }

    #[test]
    fn spellings_of_the_lists_are_known() {
        for (text, expected) in [
            ("Korea, North", "KP"),
            ("Democratic People’s Republic of Korea ", "KP"),
            ("RUSSIA", "RU"),
            ("Congo, Democratic Republic of the", "CD"),
            ("Iran (Islamic Republic of)", "IR"),
            ("United Kingdom of Great Britain and Northern\n   Ireland", "GB"),
            ("Türkiye", "TR"),
            ("The Gambia", "GM"),
            ("former Soviet Union", "SU"),
            ("USSR (until 1991)", "SU"),
            ("Region: Gaza", "PS"),
            ("possibly Palestinian", "PS"),
            ("Indonesia (as at Dec. 2003)", "ID"),
            ("Tunisian", "TN"),
            ("Sudan/South Sudan", "SD+SS"),
            ("Sudan/or South Sudan", "SD+SS"),
            ("na", "-"),
            ("undetermined", "-"),
            ("None Identified", "-"),
            ("Iran / unknown", "IR"),
            ("Atlantis", "?"),
            ("", "?"),
            ("/", "?"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn codes_are_read_apart_from_names() {
        for (text, expected) in
            [("ru", Some("RU")), ("NA", Some("NA")), ("UK", None), ("ZQ", None), ("Peru", None)]
        {
            assert_eq!(country_of_code(text).map(|c| c.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_row_is_well_formed_and_no_spelling_has_two_codes() {
        let mut seen = BTreeMap::new();
        for row in rows() {
            let (code, names) = row.split_once(' ').unwrap_or((row, "none"));
            assert!(code == "--" || CountryCode::parse(code).is_some_and(|c| c.as_str() == code));
            assert!(names.split('|').all(|name| !name.trim().is_empty()), "{row}");
            for (name, country) in spellings_of(row) {
                assert_eq!(seen.insert(name.clone(), country), None, "{name:?} twice");
            }
        }
        assert!(seen.len() > 400);
    }
}
