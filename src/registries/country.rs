//! Country codes and their names, and what the jurisdiction column of a data file says.

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::model::{CountryCode, country_rows};

/// The code that stands for "no jurisdiction given" (api.md 4.21).
pub const NONE: &str = "XX";

/// [`NONE`] as a code.
#[must_use]
pub fn none() -> CountryCode {
    static CODE: LazyLock<Option<CountryCode>> = LazyLock::new(|| CountryCode::parse(NONE));
    (*CODE).expect("two letters")
}

/// The English name of a country; the code itself for one that the table does not have.
#[must_use]
pub fn country_name(code: &CountryCode) -> &str {
    if code.as_str() == NONE {
        return "No jurisdiction given";
    }
    code.english_name().unwrap_or_else(|| code.as_str())
}

/// What a jurisdiction column means: a code of two or three letters, one of a part of a country
/// (`US-DE`), or a name in English, in any case.
#[must_use]
pub fn country_of(text: &str) -> Option<CountryCode> {
    static SPELLINGS: LazyLock<AHashMap<String, CountryCode>> = LazyLock::new(|| {
        country_rows().flat_map(|(codes, names)| spellings(codes, names)).collect()
    });
    let text = text.trim();
    let country = match text.split_once('-') {
        Some((country, part)) if country.len() == 2 && part.len() <= 3 => country,
        _ => text,
    };
    if country.len() == 2 || country.len() == 3 {
        let capitals = country.to_ascii_uppercase();
        if let Some(code) = SPELLINGS.get(&capitals) {
            return Some(*code);
        }
    }
    SPELLINGS.get(&country.to_lowercase()).copied()
}

/// The codes of a row in capitals and its names in small letters, which keeps them apart.
fn spellings(
    codes: &'static str,
    names: &'static str,
) -> impl Iterator<Item = (String, CountryCode)> {
    let first = codes.split('/').next().and_then(CountryCode::parse);
    // Words that fit several countries, or none, name no jurisdiction.
    let first = first.filter(|_| !codes.contains('+'));
    let codes = codes.split('/').map(str::to_owned);
    let names = names.split('|').map(|name| name.trim().to_lowercase());
    first.into_iter().flat_map(move |first| {
        codes.clone().chain(names.clone()).map(move |spelling| (spelling, first))
    })
}

#[cfg(test)]
mod tests {
    use super::{country_name, country_of, none};
    use crate::model::CountryCode;

    #[test]
    fn codes_parts_of_countries_and_names_are_read() {
        for (text, expected) in [
            ("US", "US"),
            (" us ", "US"),
            ("US-MA", "US"),
            ("NA", "NA"),
            ("USA", "US"),
            ("UNITED STATES OF AMERICA", "US"),
            ("GBR", "GB"),
            ("Germany", "DE"),
            ("", "-"),
            ("ZQ", "-"),
            ("Atlantis", "-"),
            ("unknown", "-"),
            ("Guinea-Bissau", "GW"),
        ] {
            let code = country_of(text).map(|code| code.to_string());
            assert_eq!(code.as_deref().unwrap_or("-"), expected, "{text:?}");
        }
    }

    #[test]
    fn codes_have_names() {
        for (code, name) in [
            ("DE", "Germany"),
            ("US", "United States"),
            ("ZQ", "ZQ"),
            ("XX", "No jurisdiction given"),
        ] {
            assert_eq!(country_name(&CountryCode::parse(code).expect("two letters")), name);
        }
        assert_eq!(none().as_str(), "XX");
    }
}
