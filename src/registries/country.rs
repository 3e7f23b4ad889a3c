//! Country codes and names, and parsing of jurisdiction columns.

use std::sync::LazyLock;

use tamis_engine::model::{CountryCode, countries_named, country_of_any_code, country_spelling};

/// Code for "no jurisdiction given" (docs/api.md, "Reference registries").
pub const NONE: &str = "XX";

/// Returns [`NONE`] as a code.
#[must_use]
pub fn none() -> CountryCode {
    static CODE: LazyLock<Option<CountryCode>> = LazyLock::new(|| CountryCode::parse(NONE));
    (*CODE).expect("two letters")
}

/// English name of a country; the code itself if it is not in the table.
#[must_use]
pub fn country_name(code: &CountryCode) -> &str {
    if code.as_str() == NONE {
        return "No jurisdiction given";
    }
    code.english_name().unwrap_or_else(|| code.as_str())
}

/// Parses a jurisdiction column in any case: a code of two or three letters, a code of a part of a
/// country (`US-DE`), or an English name.
#[must_use]
pub fn country_of(text: &str) -> Option<CountryCode> {
    let text = text.trim();
    let country = match text.split_once('-') {
        Some((country, part)) if country.len() == 2 && part.len() <= 3 => country,
        _ => text,
    };
    country_of_any_code(&country.to_ascii_uppercase()).or_else(|| {
        // An ambiguous or unknown text is no jurisdiction.
        match countries_named(&country_spelling(country))? {
            [country] => Some(*country),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{country_name, country_of, none};
    use tamis_engine::model::CountryCode;

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
